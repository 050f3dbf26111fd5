// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "codec/lucene_release.h"
#include "model/facts.h"
#include "model/segment_info.h"
#include "store/directory.h"

/// segments_N: the list of segments that makes a commit. docs/format/segments_n.md
/// org.apache.lucene.index.SegmentInfos
namespace segsmith::index {

inline constexpr std::string_view kSegmentsCodec = "segments";
inline constexpr int32_t kSegmentsVersion74 = 9;
inline constexpr int32_t kSegmentsVersion86 = 10;    ///< Ids of segment commits.
inline constexpr int32_t kSegmentsVersion10_6 = 11;  ///< Doc-values overlays.

/// One commit.
struct SegmentInfos {
  int32_t format = kSegmentsVersion10_6;
  Id id{};
  int64_t generation =
      0;  ///< N of the file it was read from or written to; 0 before the first commit.
  model::Version lucene_version = model::kLucene10_6;
  int32_t created_major = model::kLucene10_6.major;
  int64_t version = 0;   ///< Counts changes of the index.
  uint64_t counter = 0;  ///< Number of the next segment's name.
  /// Oldest release among the segments, as read; writing computes it anew.
  std::optional<model::Version> min_segment_version;
  std::vector<model::SegmentCommitInfo> segments;
  model::StringPairs user_data;

  int64_t max_doc() const;
  /// The next commit is one of `release`: its format and its number.
  void written_by(const codec::LuceneRelease& release);
  /// "_" + counter in base 36; advances the counter.
  std::string next_segment_name();
};

/// Highest N of the segments_N in the directory; nothing when there is none (no index).
std::optional<int64_t> last_commit_generation(const store::Directory& directory);
std::string segments_file_name(int64_t generation);

/// Writes one segments_N to `out` in infos.format (10 or 11), footer included. Lists are written in
/// the order given. InvalidArgument when the format cannot hold them.
void write_segment_infos(store::Output& out, const SegmentInfos& infos);

/// Parses segments_N alone (checksum first): of each segment's `info` only name and id are set.
/// `generation` is the file's own N. Refuses releases before 9 and after 10 by name.
SegmentInfos parse_segment_infos(const store::Input& file, int64_t generation);
/// Reads the `.si` of one parsed segment into it, and checks deletions and versions against the
/// commit.
void read_segment(const store::Directory& directory, const SegmentInfos& infos,
                  model::SegmentCommitInfo& segment);
/// The newest commit with all its `.si` files. InvalidArgument when the directory holds no index.
SegmentInfos read_last_commit(const store::Directory& directory);

/// Every file of one segment at this commit: files of `.si`, live docs, update generations.
std::vector<std::string> files_of(const model::SegmentCommitInfo& segment);
/// The lengths of these files, added up (SegmentCommitInfo.sizeInBytes).
uint64_t segment_bytes(const store::Directory& directory, const model::SegmentCommitInfo& segment);

void visit_segment_infos(const store::Input& file, const SegmentInfos& infos,
                         const model::FactVisitor& visitor);

}  // namespace segsmith::index
