// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/facts.h"
#include "store/directory.h"
#include "util/id.h"

/// `.cfs` and `.cfe`: a segment's files in one. docs/format/cfs.md, docs/format/cfe.md
/// org.apache.lucene.codecs.lucene90.{Lucene90CompoundFormat, Lucene90CompoundReader}
namespace segsmith::codec {

inline constexpr std::string_view kCompoundDataExtension = "cfs";
inline constexpr std::string_view kCompoundEntriesExtension = "cfe";
inline constexpr std::string_view kCompoundDataCodec = "Lucene90CompoundData";
inline constexpr std::string_view kCompoundEntriesCodec = "Lucene90CompoundEntries";
/// Where inner files begin: 64 since 10.4, 8 before.
inline constexpr uint64_t kCompoundAlignment = 64;

/// Copies `files` (in the order of Lucene's set: file_set_order) into `<segment>.cfs` by ascending
/// length and lists them in `<segment>.cfe`; equal lengths come in the order in which Lucene's
/// PriorityQueue gives them out. Each file's header id and checksum are verified while it is
/// copied. The files themselves stay. Returns the two names in the order of their creation.
std::vector<std::string> write_compound(store::Directory& directory, std::string_view segment,
                                        const Id& id, std::span<const std::string> files,
                                        uint64_t alignment = kCompoundAlignment);

/// The inner files of one compound segment as a read-only directory. Writing calls throw
/// InvalidArgument.
class CompoundDirectory final : public store::Directory {
 public:
  struct Entry {
    std::string name;  ///< Whole file name, the segment's included.
    uint64_t offset = 0;
    uint64_t length = 0;
  };

  /// Reads and validates `.cfe` and the header, footer and length of `.cfs`: every entry inside,
  /// none overlapping, no name twice.
  CompoundDirectory(const store::Directory& directory, std::string segment, const Id& id);

  std::string describe() const override { return data_.file(); }
  std::vector<std::string> list() const override;
  bool exists(const std::string& name) const override;
  uint64_t length(const std::string& name) const override;
  store::Input open(const std::string& name) const override;
  store::Output create(const std::string& name) override;
  void remove(const std::string& name) override;
  void rename(const std::string& from, const std::string& to) override;
  void sync(std::span<const std::string> names) override;
  void sync_metadata() override;

  /// In file order, by ascending offset.
  const std::vector<Entry>& entries() const { return entries_; }
  const store::Input& data() const { return data_; }
  /// Null when there is none of that name.
  const Entry* find(std::string_view name) const;

  /// Verifies the checksums of both files.
  void check_integrity() const;
  /// What belongs to the container alone: headers, entries, padding, footers. The inner files' own
  /// parts come from their readers.
  void visit(const model::FactVisitor& visitor) const;

 private:
  void parse_entries();
  void check_entries() const;

  std::string segment_;
  Id id_;
  store::Input data_;
  store::Input table_;
  std::vector<Entry> entries_;
};

}  // namespace segsmith::codec
