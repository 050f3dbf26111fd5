// SPDX-License-Identifier: Apache-2.0
// iterate DIR SCRIPT: prints what our iterators answer to a script (compat_tests/README.md), for
// iterator_scripts.py, which compares it with Lucene's answers.
#include <cstdio>
#include <exception>

#include "compat_tests/transcript.h"
#include "index/line_source.h"

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fprintf(stderr, "usage: iterate DIR SCRIPT\n");
    return 2;
  }
  try {
    const auto reader = segsmith::index::IndexReader::open(argv[1]);
    segsmith::index::LineSource lines(argv[2]);
    std::string_view line;
    while (lines.next(line)) std::printf("%s\n", segsmith::compat::iterate(*reader, line).c_str());
  } catch (const std::exception& e) {
    std::fprintf(stderr, "iterate: %s\n", e.what());
    return 2;
  }
  return 0;
}
