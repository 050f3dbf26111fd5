// SPDX-License-Identifier: Apache-2.0
// Our side of the run against Java: takes one JSON command as compat_tests/java's `bench` does and
// prints samples in nanoseconds of one operation each, with a checksum to compare before the times.
#include <cstdio>
#include <exception>

#include "bench/timer.h"

namespace segsmith::bench {
namespace {

int run(const char* text) {
  const Json command = Json::parse(text);
  Json answer = Json::object();
  Timer timer(command);
  if (wanted(command, "make")) answer["made"] = make_index(command);
  if (wanted(command, "index") || wanted(command, "merge")) write_rows(timer, command);
  if (wanted(command, "open") || wanted(command, "decode") || wanted(command, "ranges")) {
    read_rows(timer, command);
  }
  if (wanted(command, "points")) points_write_rows(timer, command);
  if (wanted(command, "columns")) column_rows(timer, command);
  if (wanted(command, "blocks")) block_rows(timer, command);
  answer["results"] = timer.results();
  std::printf("%s\n", answer.dump().c_str());
  return 0;
}

}  // namespace
}  // namespace segsmith::bench

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: segsmith_side_by_side JSON\n");
    return 2;
  }
  try {
    return segsmith::bench::run(argv[1]);
  } catch (const std::exception& e) {
    std::fprintf(stderr, "segsmith_side_by_side: %s\n", e.what());
    return 2;
  }
}
