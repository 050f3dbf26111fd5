// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <cstdlib>

#include "fuzz/fuzz_target.h"
#include "util/error.h"

namespace segsmith::fuzz {

void expect(bool condition, const char* what) {
  if (condition) return;
  std::fprintf(stderr, "fuzz: does not hold: %s\n", what);
  std::abort();
}

}  // namespace segsmith::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  try {
    segsmith::fuzz::run_one(std::as_bytes(std::span<const uint8_t>(data, size)));
  } catch (const segsmith::CorruptIndex&) {
    return 0;
  } catch (const segsmith::UnsupportedVersion&) {
    return 0;
  }
  return 0;
}
