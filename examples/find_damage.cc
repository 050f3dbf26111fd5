// SPDX-License-Identifier: Apache-2.0
// find_damage DIR: reads every byte of an index; catches CorruptIndex and prints where it was met.
#include <iostream>
#include "index/index_reader.h"
int main(int, char** argv) try {
  const auto reader = segsmith::index::IndexReader::open(argv[1]);
  for (const auto& segment : reader->segments()) segment->check_integrity();
  std::cout << "no damage\n";
} catch (const segsmith::CorruptIndex& e) {
  std::cout << e.where().file << " at " << e.where().offset << ": expected " << e.expected()
            << ", found " << e.found() << "\n";
  return 1;
}
