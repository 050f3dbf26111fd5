// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Names of index files (org.apache.lucene.index.IndexFileNames) and the order in which Lucene's
/// sets hold them, which reaches the bytes of `.si` and `.cfs`.
namespace segsmith::codec {

/// "_0" + "Lucene90_0" + "dvd" is "_0_Lucene90_0.dvd"; an empty suffix or extension leaves its mark
/// out.
inline std::string segment_file_name(std::string_view segment, std::string_view suffix,
                                     std::string_view extension) {
  std::string name(segment);
  if (!suffix.empty()) name.append("_").append(suffix);
  if (!extension.empty()) name.append(".").append(extension);
  return name;
}
/// segments_N and live docs: base, then "_" and the generation in base 36 when it is above 0, then
/// the extension. Generation 0 has no number.
std::string generation_file_name(std::string_view base, std::string_view extension,
                                 uint64_t generation);
/// "_0_Lucene90_0.dvd" is "_Lucene90_0.dvd", "_0.fnm" is ".fnm": what `.cfe` holds.
std::string_view strip_segment_name(std::string_view file);
/// "_0" of any of its files.
std::string_view parse_segment_name(std::string_view file);

/// Whether `name` is a segment's: "_" and a number in base 36.
bool is_segment_name(std::string_view name);
/// Whether `file` is a plain file name that belongs to `segment`; names from damaged files may be
/// paths.
bool is_file_of_segment(std::string_view file, std::string_view segment);
/// "_1.fnm" for ("_0.fnm", "_1"). IndexWriter.addIndexes copies segments under new names but leaves
/// the old ones in `.si`; readers put the segment's own name in their place. Nothing when `file` is
/// not a plain name of any segment's file.
std::optional<std::string> named_for_segment(std::string_view file, std::string_view segment);

/// The iteration order of SegmentInfo.files() after a flush or merge: Lucene collects the created
/// names in a HashSet (`peak` names at its fullest, temporary files included; tables never shrink)
/// and copies it into a fresh one. Ties inside a bucket of the copy follow the first table, then
/// creation order. `peak` of 0 means created.size().
std::vector<std::string> file_set_order(std::span<const std::string> created, size_t peak = 0);
/// That set after `name` joined it, which may grow the table (SegmentInfo.addFile, for the `.si`).
std::vector<std::string> file_set_with(std::span<const std::string> ordered, std::string name);

}  // namespace segsmith::codec
