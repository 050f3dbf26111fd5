// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <optional>
#include <string>

#include "packing/testdata/allocation_watch.h"
#include "packing/testdata/fix_checksum.h"
#include "packing/testdata/guarded_directory.h"
#include "store/codec_util.h"

/// Sweeps of damaged files through a reader: every truncated prefix, every flipped byte.
///
/// What may come of damage:
///  - a named error: CorruptIndex or UnsupportedVersion with file, offset, expected and found;
///  - the same answer, where the byte is not decoded;
///  - another answer, only where the format cannot know: a value in a file whose checksum is taken
///    on demand (`check --level 1` finds it), or damage under a checksum that was made right again.
/// Never a touch outside the file, an allocation that the bytes do not account for, or another
/// exception.
namespace segsmith::testing {

/// When the reader takes the checksum of a file.
enum class Checksum : uint8_t {
  at_open,    ///< Metadata: nothing of it is believed before. Every flipped bit must be refused.
  on_demand,  ///< Data, as in Lucene: values are read without it.
  absent,     ///< Never: a part without one of its own, which the sweep's footer stands in for.
};

/// Sweeps the files of one directory. `read(directory)` reads all there is and gives a digest of
/// it.
template <class Read>
class DamageSweep {
 public:
  DamageSweep(const store::Directory& healthy, Read read)
      : directory_(healthy), read_(std::move(read)) {
    for (const std::string& name : directory_.list()) total_ += directory_.length(name);
    healthy_ = outcome("healthy");
    EXPECT_TRUE(healthy_.has_value()) << "the files are refused as they are";
  }

  /// Only every `step`th length and byte, and one bit of each, for files whose encodings are swept
  /// whole elsewhere.
  void thin_out(size_t step) {
    step_ = step;
    metadata_bits_ = 1;
  }

  /// Stops at the first thing that must not be.
  void run(const std::string& name, Checksum checksum) {
    const auto view = directory_.bytes(name);
    const std::vector<std::byte> original(view.begin(), view.end());
    truncate(name, original, checksum);
    directory_.put(name, original);
    flip(name, checksum);
    EXPECT_EQ(outcome(name + " restored"), healthy_);
  }
  void run_all(Checksum checksum) {
    for (const std::string& name : directory_.list()) run(name, checksum);
  }

  size_t cases() const { return cases_; }
  size_t refused() const { return refused_; }

 private:
  void truncate(const std::string& name, std::span<const std::byte> original, Checksum checksum) {
    for (size_t length = 0; length < original.size() && !::testing::Test::HasFailure();
         length += step_) {
      const std::string what = name + " cut to " + std::to_string(length);
      directory_.put(name, original.first(length));
      EXPECT_FALSE(outcome(what)) << what;
      if (length < store::kFooterLength) continue;
      // The same length with a footer in its place.
      const auto file = directory_.bytes(name);
      std::ranges::copy(original.last(store::kFooterLength), file.end() - store::kFooterLength);
      fix_checksum(file);
      const auto found = outcome(what + ", with a footer");
      EXPECT_TRUE(!found || checksum != Checksum::at_open) << what << ", with a footer";
    }
  }

  void flip(const std::string& name, Checksum checksum) {
    const auto file = directory_.bytes(name);
    std::array<std::byte, store::kFooterLength> footer;
    std::ranges::copy(file.last(footer.size()), footer.begin());
    for (size_t at = 0; at < file.size(); at += step_) {
      // All bits of metadata, one of each byte of data.
      const size_t bits = checksum == Checksum::on_demand ? 1 : metadata_bits_;
      for (size_t bit = 0; bit < bits && !::testing::Test::HasFailure(); ++bit) {
        const auto mask = static_cast<std::byte>(1 << (at + bit) % 8);
        const std::string what = name + " flipped at " + std::to_string(at);
        file[at] ^= mask;
        const auto found = outcome(what);
        EXPECT_TRUE(!found || checksum != Checksum::at_open) << what;
        EXPECT_THROW(store::verify_checksum(directory_.open(name)), CorruptIndex) << what;
        // What was answered did not depend on the checksum.
        if (!found && at + 8 < file.size()) {
          fix_checksum(file);
          outcome(what + " under a right checksum");
        }
        std::ranges::copy(footer, file.end() - footer.size());
        if (at + footer.size() < file.size()) file[at] ^= mask;
      }
    }
  }

  /// The digest, or nothing when the damage was told as it should be.
  std::optional<uint64_t> outcome(const std::string& what) {
    ++cases_;
    const AllocationWatch watch;
    try {
      const uint64_t digest = read_(directory_);
      check_allocations(watch, what);
      return digest;
    } catch (const CorruptIndex& e) {
      EXPECT_FALSE(e.expected().empty() || e.found().empty()) << what << ": " << e.what();
      check_place(e.where(), what + ": " + e.what());
    } catch (const UnsupportedVersion& e) {
      check_place(e.where(), what + ": " + e.what());
    } catch (const std::exception& e) {
      ADD_FAILURE() << what << ": " << e.what();
    }
    ++refused_;
    check_allocations(watch, what);
    return std::nullopt;
  }

  void check_place(const Where& where, const std::string& what) {
    EXPECT_FALSE(where.file.empty()) << what;
    if (directory_.exists(where.file)) {
      EXPECT_LE(where.offset, directory_.length(where.file)) << what;
    }
  }

  void check_allocations(const AllocationWatch& watch, const std::string& what) {
    // Nothing expands more than DEFLATE: 1 byte to 1,032.
    EXPECT_LE(watch.largest(), (size_t{256} << 10) + 1032 * total_) << what;
  }

  GuardedDirectory directory_;
  Read read_;
  uint64_t total_ = 0;
  std::optional<uint64_t> healthy_;
  size_t step_ = 1;
  size_t metadata_bits_ = 8;
  size_t cases_ = 0;
  size_t refused_ = 0;
};

}  // namespace segsmith::testing
