// SPDX-License-Identifier: Apache-2.0
#include "util/id.h"

#include <cstring>

#include "util/hex.h"

namespace segsmith {

IdSource::IdSource(std::optional<uint64_t> seed) {
  if (seed) {
    engine_.seed(*seed);
    return;
  }
  std::random_device device;
  std::seed_seq sequence{device(), device(), device(), device(), device(), device()};
  engine_.seed(sequence);
}

Id IdSource::next() {
  const uint64_t words[2] = {engine_(), engine_()};
  Id id;
  std::memcpy(id.data(), words, sizeof(words));
  return id;
}

std::string to_string(const Id& id) { return to_hex(id); }

}  // namespace segsmith
