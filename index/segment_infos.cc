// SPDX-License-Identifier: Apache-2.0
#include "index/segment_infos.h"

#include <algorithm>

#include "codec/codecs.h"
#include "codec/file_names.h"
#include "codec/lucene90_live_docs.h"
#include "codec/lucene99_segment_info.h"
#include "store/codec_util.h"
#include "util/base36.h"

namespace segsmith::index {
namespace {

constexpr std::string_view kPrefix = "segments_";
constexpr int32_t kOldestMajor = 9;
constexpr int32_t kNewestMajor = 10;
/// IndexWriter.MAX_DOCS.
constexpr int64_t kMaxDocs = INT32_MAX - 128;

void write_version(store::Output& out, const model::Version& version) {
  out.vint(static_cast<uint32_t>(version.major));
  out.vint(static_cast<uint32_t>(version.minor));
  out.vint(static_cast<uint32_t>(version.bugfix));
}

void write_overlays(store::Output& out, const model::SegmentCommitInfo& segment) {
  out.be_int(static_cast<int32_t>(segment.overlays.size()));
  for (const auto& overlay : segment.overlays) {
    out.be_int(overlay.field);
    out.be_long(overlay.base_gen);
    out.be_int(static_cast<int32_t>(overlay.delta_gens.size()));
    for (const int64_t gen : overlay.delta_gens) out.be_long(gen);
  }
}

void write_segment(store::Output& out, const model::SegmentCommitInfo& segment, int32_t format) {
  out.string(segment.info.name);
  out.bytes(segment.info.id);
  out.string(segment.codec);
  out.be_long(segment.del_gen);
  out.be_int(segment.del_count);
  out.be_long(segment.field_infos_gen);
  out.be_long(segment.doc_values_gen);
  out.be_int(segment.soft_del_count);
  out.u8(segment.commit_id ? 1 : 0);
  if (segment.commit_id) out.bytes(*segment.commit_id);
  out.strings(segment.field_infos_files);
  out.be_int(static_cast<int32_t>(segment.doc_values_files.size()));
  for (const auto& [field, files] : segment.doc_values_files) {
    out.be_int(field);
    out.strings(files);
  }
  if (format >= kSegmentsVersion10_6) write_overlays(out, segment);
}

/// Formats before 10 are read only.
void check_writable(const SegmentInfos& infos) {
  const bool overlays = std::ranges::any_of(
      infos.segments, [](const auto& segment) { return !segment.overlays.empty(); });
  if (infos.format >= kSegmentsVersion10_6 || (infos.format == kSegmentsVersion86 && !overlays)) {
    return;
  }
  throw InvalidArgument("segments_N of version " + std::to_string(infos.format) +
                        (overlays ? " cannot hold doc-values overlays" : " is not written"));
}

/// One segments_N being read.
class Parser {
 public:
  Parser(const store::Input& file, int64_t generation)
      : file_(file), in_(store::without_footer(file)) {
    infos_.generation = generation;
  }

  SegmentInfos run() {
    read_header();
    infos_.version = in_.be_long();
    infos_.counter = in_.vlong();
    const int32_t count = read_count(kSmallestSegment, "segments");
    if (count > 0) infos_.min_segment_version = read_version();
    for (int32_t i = 0; i < count; ++i) infos_.segments.push_back(read_segment());
    infos_.user_data = read_pairs();
    if (in_.remaining() != 0) {
      in_.corrupt("the footer", std::to_string(in_.remaining()) + " more bytes");
    }
    return std::move(infos_);
  }

 private:
  static constexpr uint64_t kSmallestSegment = 40;

  void read_header() {
    infos_.format =
        store::check_header(in_, kSegmentsCodec, kSegmentsVersion74, kSegmentsVersion10_6);
    const auto id = in_.bytes(infos_.id.size());
    std::copy(id.begin(), id.end(), infos_.id.begin());
    const uint64_t at = in_.position();
    const auto raw = in_.bytes(in_.u8());
    const std::string suffix(reinterpret_cast<const char*>(raw.data()), raw.size());
    const std::string expected = to_base36(static_cast<uint64_t>(infos_.generation));
    if (suffix != expected) file_.corrupt(at, "suffix '" + expected + "'", "'" + suffix + "'");
    const uint64_t version_at = in_.position();
    infos_.lucene_version = read_version();
    const uint32_t created = in_.vint();
    check_release(version_at, infos_.lucene_version, created);
    infos_.created_major = static_cast<int32_t>(created);
  }

  void check_release(uint64_t at, const model::Version& version, uint32_t created) {
    if (version.major < kOldestMajor || version.major > kNewestMajor)
      refuse(at, to_string(version));
    if (created > static_cast<uint32_t>(version.major)) {
      file_.corrupt(at, "an index created before " + to_string(version), std::to_string(created));
    }
    if (created < kOldestMajor) refuse(at, std::to_string(created) + ".x (when it was created)");
  }

  [[noreturn]] void refuse(uint64_t at, const std::string& found) {
    throw UnsupportedVersion(file_.where(at), "Lucene release of the index", found, "9.x and 10.x");
  }

  model::Version read_version() {
    model::Version version;
    for (int32_t* part : {&version.major, &version.minor, &version.bugfix}) {
      const uint64_t at = in_.position();
      const uint32_t value = in_.vint();
      if (value > 255) file_.corrupt(at, "a release number of 0 to 255", std::to_string(value));
      *part = static_cast<int32_t>(value);
    }
    return version;
  }

  /// A big-endian count of items of at least `smallest` bytes each.
  int32_t read_count(uint64_t smallest, const std::string& what) {
    const uint64_t at = in_.position();
    const int32_t count = in_.be_int();
    if (count < 0 || static_cast<uint64_t>(count) > in_.remaining() / smallest) {
      file_.corrupt(at, "at most " + std::to_string(in_.remaining() / smallest) + " " + what,
                    std::to_string(count));
    }
    return count;
  }

  int64_t read_generation(const std::string& what) {
    const uint64_t at = in_.position();
    const int64_t generation = in_.be_long();
    if (generation < -1 || generation == 0) {
      file_.corrupt(at, what + " of -1 or above 0", std::to_string(generation));
    }
    return generation;
  }

  int32_t read_deletions(const std::string& what) {
    const int32_t count = in_.be_int();
    if (count < 0) file_.corrupt(in_.position() - 4, what, std::to_string(count));
    return count;
  }

  std::vector<std::string> read_files(const std::string& segment) {
    const uint32_t count = in_.vint();
    in_.need(count, "bytes of a file list");
    std::vector<std::string> files(count);
    for (std::string& file : files) {
      const uint64_t at = in_.position();
      file = in_.string();
      if (!codec::is_file_of_segment(file, segment)) {
        file_.corrupt(at, "a file of segment " + segment, "'" + file.substr(0, 64) + "'");
      }
    }
    return files;
  }

  model::StringPairs read_pairs() {
    const uint32_t count = in_.vint();
    in_.need(uint64_t{count} * 2, "bytes of user data");
    model::StringPairs pairs(count);
    for (auto& [key, value] : pairs) {
      key = in_.string();
      value = in_.string();
    }
    return pairs;
  }

  model::SegmentCommitInfo read_segment() {
    model::SegmentCommitInfo segment;
    const uint64_t name_at = in_.position();
    segment.info.name = in_.string();
    if (!codec::is_segment_name(segment.info.name)) {
      file_.corrupt(name_at, "a segment name", "'" + segment.info.name.substr(0, 64) + "'");
    }
    const auto id = in_.bytes(segment.info.id.size());
    std::copy(id.begin(), id.end(), segment.info.id.begin());
    const uint64_t codec_at = in_.position();
    segment.codec = in_.string();
    codec::segment_codec(segment.codec, file_.where(codec_at));
    segment.del_gen = read_generation("a generation of live docs");
    segment.del_count = read_deletions("a count of deletions");
    segment.field_infos_gen = read_generation("a generation of field infos");
    segment.doc_values_gen = read_generation("a generation of doc values");
    segment.soft_del_count = read_deletions("a count of soft deletions");
    if (infos_.format >= kSegmentsVersion86) read_commit_id(segment);
    segment.field_infos_files = read_files(segment.info.name);
    read_updates(segment);
    if (infos_.format >= kSegmentsVersion10_6) read_overlays(segment);
    return segment;
  }

  void read_commit_id(model::SegmentCommitInfo& segment) {
    const uint8_t mark = in_.u8();
    if (mark > 1) file_.corrupt(in_.position() - 1, "an id mark of 0 or 1", std::to_string(mark));
    if (mark == 0) return;
    const auto id = in_.bytes(sizeof(Id));
    segment.commit_id.emplace();
    std::copy(id.begin(), id.end(), segment.commit_id->begin());
  }

  void read_updates(model::SegmentCommitInfo& segment) {
    const int32_t count = read_count(5, "fields with updates");
    for (int32_t i = 0; i < count; ++i) {
      const int32_t field = in_.be_int();
      segment.doc_values_files.emplace_back(field, read_files(segment.info.name));
    }
  }

  void read_overlays(model::SegmentCommitInfo& segment) {
    const int32_t count = read_count(16, "fields with overlays");
    for (int32_t i = 0; i < count; ++i) {
      model::SegmentCommitInfo::Overlay overlay;
      overlay.field = in_.be_int();
      overlay.base_gen = read_generation("a base generation");
      const uint64_t at = in_.position();
      const int32_t deltas = read_count(8, "overlay generations");
      for (int32_t g = 0; g < deltas; ++g) overlay.delta_gens.push_back(in_.be_long());
      if (deltas == 0 || std::ranges::min(overlay.delta_gens) < 1) {
        file_.corrupt(at, "generations above 0", std::to_string(deltas) + " generations");
      }
      segment.overlays.push_back(std::move(overlay));
    }
  }

  store::Input file_;
  store::Cursor in_;
  SegmentInfos infos_;
};

}  // namespace

int64_t SegmentInfos::max_doc() const {
  int64_t docs = 0;
  for (const auto& segment : segments) docs += segment.info.max_doc;
  return docs;
}

void SegmentInfos::written_by(const codec::LuceneRelease& release) {
  format = release.segments_version;
  lucene_version = release.version;
}

std::string SegmentInfos::next_segment_name() { return "_" + to_base36(counter++); }

std::string segments_file_name(int64_t generation) {
  return std::string(kPrefix) + to_base36(static_cast<uint64_t>(generation));
}

std::optional<int64_t> last_commit_generation(const store::Directory& directory) {
  std::optional<int64_t> last;
  for (const std::string& name : directory.list()) {
    if (!name.starts_with(kPrefix)) continue;
    const auto generation = from_base36(std::string_view(name).substr(kPrefix.size()));
    if (!generation) continue;
    last = std::max(last.value_or(0), static_cast<int64_t>(*generation));
  }
  return last;
}

void write_segment_infos(store::Output& out, const SegmentInfos& infos) {
  check_writable(infos);
  store::write_index_header(out, kSegmentsCodec, infos.format, infos.id,
                            to_base36(static_cast<uint64_t>(infos.generation)));
  write_version(out, infos.lucene_version);
  out.vint(static_cast<uint32_t>(infos.created_major));
  out.be_long(infos.version);
  out.vlong(infos.counter);
  out.be_int(static_cast<int32_t>(infos.segments.size()));
  if (!infos.segments.empty()) {
    const auto oldest = std::min_element(
        infos.segments.begin(), infos.segments.end(),
        [](const auto& a, const auto& b) { return a.info.version < b.info.version; });
    write_version(out, oldest->info.version);
  }
  for (const auto& segment : infos.segments) write_segment(out, segment, infos.format);
  out.string_pairs(infos.user_data);
  store::write_footer(out);
}

SegmentInfos parse_segment_infos(const store::Input& file, int64_t generation) {
  store::verify_checksum(file);
  return Parser(file, generation).run();
}

void read_segment(const store::Directory& directory, const SegmentInfos& infos,
                  model::SegmentCommitInfo& segment) {
  const Where where{segments_file_name(infos.generation), "segment " + segment.info.name, 0};
  const codec::SegmentCodec& codec = codec::segment_codec(segment.codec, where);
  segment.info = codec::read_segment_info(directory, segment.info.name, segment.info.id,
                                          codec.has_blocks_byte);
  const int64_t deleted = int64_t{segment.del_count} + segment.soft_del_count;
  if (deleted > segment.info.max_doc) {
    throw CorruptIndex(where, "at most " + std::to_string(segment.info.max_doc) + " deletions",
                       std::to_string(deleted));
  }
  const model::Version& version = segment.info.version;
  if (version < infos.min_segment_version.value_or(version) ||
      version.major < infos.created_major || !segment.info.min_version) {
    throw CorruptIndex(where, "a segment no older than the commit says, with its oldest release",
                       to_string(version));
  }
  if (segment.info.min_version->major < kOldestMajor || version.major > kNewestMajor) {
    throw UnsupportedVersion(where, "Lucene release of a segment",
                             to_string(*segment.info.min_version), "9.x and 10.x");
  }
}

SegmentInfos read_last_commit(const store::Directory& directory) {
  const auto generation = last_commit_generation(directory);
  if (!generation) {
    throw InvalidArgument("'" + directory.describe() + "' holds no index (no segments_N file)");
  }
  const store::Input file = directory.open(segments_file_name(*generation));
  SegmentInfos infos = parse_segment_infos(file, *generation);
  for (auto& segment : infos.segments) read_segment(directory, infos, segment);
  if (infos.max_doc() > kMaxDocs) {
    file.corrupt(0, "at most " + std::to_string(kMaxDocs) + " documents",
                 std::to_string(infos.max_doc()));
  }
  return infos;
}

std::vector<std::string> files_of(const model::SegmentCommitInfo& segment) {
  std::vector<std::string> files = segment.info.files;
  const std::string si =
      codec::segment_file_name(segment.info.name, "", codec::kSegmentInfoExtension);
  if (std::find(files.begin(), files.end(), si) == files.end()) files.push_back(si);
  if (segment.del_gen > 0) {
    files.push_back(codec::generation_file_name(segment.info.name, codec::kLiveDocsExtension,
                                                static_cast<uint64_t>(segment.del_gen)));
  }
  for (const auto& [field, updates] : segment.doc_values_files) {
    files.insert(files.end(), updates.begin(), updates.end());
  }
  files.insert(files.end(), segment.field_infos_files.begin(), segment.field_infos_files.end());
  return files;
}

uint64_t segment_bytes(const store::Directory& directory, const model::SegmentCommitInfo& segment) {
  uint64_t bytes = 0;
  for (const std::string& file : files_of(segment)) bytes += directory.length(file);
  return bytes;
}

void visit_segment_infos(const store::Input& file, const SegmentInfos& infos,
                         const model::FactVisitor& visitor) {
  const uint64_t header = store::index_header_length(
      kSegmentsCodec, to_base36(static_cast<uint64_t>(infos.generation)));
  const uint64_t end = file.size() - store::kFooterLength;
  visitor({{}, "metadata", "header", file.file(), 0, header});
  visitor({.field = {},
           .structure = "metadata",
           .part = "commit",
           .file = file.file(),
           .offset = header,
           .length = end - header,
           .encoding = {},
           .count = infos.segments.size()});
  visitor({{}, "metadata", "footer", file.file(), end, store::kFooterLength});
}

}  // namespace segsmith::index
