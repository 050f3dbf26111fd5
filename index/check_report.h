// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "index/check.h"
#include "util/error.h"

namespace segsmith::index {

/// Collects the findings of one segment (or of the commit) while checks run.
class CheckReport {
 public:
  explicit CheckReport(std::vector<Finding>& findings) : findings_(findings) {}

  void add(std::string_view code, std::string file, uint64_t offset, std::string field,
           std::string message) {
    findings_.push_back(
        {std::string(code), std::move(file), offset, std::move(field), std::move(message)});
  }

  /// Counts of one fact told twice must agree.
  void expect_equal(int64_t expected, int64_t found, const std::string& file,
                    const std::string& field, const std::string& what) {
    if (expected == found) return;
    add(finding::kCountMismatch, file, 0, field,
        what + ": expected " + std::to_string(expected) + ", found " + std::to_string(found));
  }

  /// A condition that must hold.
  void expect(bool holds, std::string_view code, const std::string& file, const std::string& field,
              const std::string& message) {
    if (!holds) add(code, file, 0, field, message);
  }

  /// Runs one check; what it throws becomes a finding, but for refusals (UnsupportedVersion), which
  /// pass through. True when nothing was thrown.
  template <class Check>
  bool guard(const std::string& field, Check&& check) {
    try {
      check();
      return true;
    } catch (const UnsupportedVersion&) {
      throw;
    } catch (const CorruptIndex& e) {
      add(code_of(e), e.where().file, e.where().offset, field, e.what());
    } catch (const IoError& e) {
      add(finding::kIo, e.path(), 0, field, e.what());
    } catch (const Error& e) {
      add(finding::kCorrupt, {}, 0, field, e.what());
    }
    return false;
  }

  size_t size() const { return findings_.size(); }

 private:
  /// Damaged bytes are told apart from intact bytes that say something impossible.
  static std::string_view code_of(const CorruptIndex& e) {
    const bool envelope = e.expected().find("checksum") != std::string::npos ||
                          e.expected().find("footer") != std::string::npos;
    return envelope ? finding::kChecksum : finding::kCorrupt;
  }

  std::vector<Finding>& findings_;
};

class SegmentReader;

/// Level 2: counts that are kept twice agree, parts of files add up.
void check_structure(const SegmentReader& segment, const store::Directory& directory,
                     CheckReport& report);
/// Level 3: every value, order and bound.
void check_values(const SegmentReader& segment, CheckReport& report);

}  // namespace segsmith::index
