// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bkd/point_buffer.h"
#include "store/directory.h"

namespace segsmith::bkd {

/// Where points go that the budget of a merge leaves no memory for: files of the segment's
/// directory, named as Lucene names them ("_0_bkd_left1_4.tmp"). One writer at a time.
class SpillFiles {
 public:
  SpillFiles(store::Directory& directory, std::string segment)
      : directory_(directory), segment_(std::move(segment)) {}

  store::Directory& directory() const { return directory_; }
  /// A name that no file has.
  std::string next_name(std::string_view part);
  /// Most files that were there at once.
  size_t peak() const { return peak_; }
  void opened() { peak_ = std::max(peak_, ++open_); }
  void removed() { --open_; }

 private:
  store::Directory& directory_;
  std::string segment_;
  uint64_t next_ = 0;
  size_t open_ = 0;
  size_t peak_ = 0;
};

/// Points on disk (OfflinePointWriter and OfflinePointReader): records of packed value and
/// big-endian document, then a footer. The destructor removes the file.
class PointFile {
 public:
  /// `part` says what the points are: "spill", "left0", "delta1".
  PointFile(SpillFiles& files, std::string_view part, size_t packed_bytes);
  ~PointFile();
  PointFile(const PointFile&) = delete;
  PointFile& operator=(const PointFile&) = delete;

  size_t record_bytes() const { return packed_ + sizeof(int32_t); }
  uint64_t count() const { return count_; }

  void append(const std::byte* value, int32_t doc);
  void append_record(const std::byte* record);
  /// Ends the writing.
  void close();
  /// All records, after close(); checks the checksum. CorruptIndex when it is wrong.
  store::Input read() const;

 private:
  SpillFiles& files_;
  std::string name_;
  size_t packed_;
  store::Output out_;
  uint64_t count_ = 0;
};

}  // namespace segsmith::bkd
