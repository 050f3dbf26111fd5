// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "store/directory.h"

namespace segsmith::index {

/// Stable codes of findings; scripts match on them.
namespace finding {
inline constexpr std::string_view kMissingFile = "missing_file";
inline constexpr std::string_view kChecksum = "checksum";  ///< Bytes differ from their checksum.
inline constexpr std::string_view kCorrupt = "corrupt";    ///< Intact bytes that no writer makes.
inline constexpr std::string_view kCountMismatch = "count_mismatch";
inline constexpr std::string_view kIo = "io";
inline constexpr std::string_view kUnattributed = "unattributed_bytes";
inline constexpr std::string_view kValue = "value";  ///< Level 3: a value breaks a bound or order.
}  // namespace finding

struct Finding {
  std::string code;
  std::string file;
  uint64_t offset = 0;
  std::string field;  ///< Empty where none is meant.
  std::string message;
};

struct SegmentFindings {
  std::string name;
  int32_t max_doc = 0;
  int32_t deleted = 0;
  std::vector<Finding> findings;

  bool clean() const { return findings.empty(); }
};

/// What `check` prints as text and as JSON.
struct CheckResult {
  int level = 2;
  std::vector<SegmentFindings> segments;
  std::vector<Finding> findings;  ///< Of the commit as a whole.

  bool clean() const;
};

/// Checks the newest commit. Level 1: envelope and checksum of every file. Level 2: also structure
/// and counts that must agree. Level 3: also every value, order, skip-index and tree bound. Damage
/// becomes a finding; a version, codec or directory that is refused throws (UnsupportedVersion,
/// InvalidArgument, IoError).
CheckResult check_index(const store::Directory& directory, int level = 2);

}  // namespace segsmith::index
