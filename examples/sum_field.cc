// SPDX-License-Identifier: Apache-2.0
// sum_field DIR FIELD: opens an index and sums a field, 4,096 values a call.
#include <iostream>
#include <numeric>
#include "index/index_reader.h"
int main(int, char** argv) {
  const auto reader = segsmith::index::IndexReader::open(argv[1]);
  int64_t sum = 0, block[4096];
  for (const auto& segment : reader->segments()) {
    const auto& numbers = *segment->doc_values(segment->field(argv[2])).numbers;
    for (uint64_t at = 0, n; at < numbers.size(); at += n) {
      numbers.values(at, {block, n = std::min(std::size(block), numbers.size() - at)});
      sum = std::accumulate(block, block + n, sum);
    }
  }
  std::cout << sum << "\n";
}
