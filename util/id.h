// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <random>
#include <string>

namespace segsmith {

/// The 16 random bytes that tie the files of a segment or a commit together
/// (StringHelper.ID_LENGTH).
using Id = std::array<std::byte, 16>;

/// Makes ids: from the operating system's randomness, or a repeatable sequence when seeded.
class IdSource {
 public:
  explicit IdSource(std::optional<uint64_t> seed = std::nullopt);
  Id next();

 private:
  std::mt19937_64 engine_;
};

/// 32 lower-case hex digits.
std::string to_string(const Id& id);

}  // namespace segsmith
