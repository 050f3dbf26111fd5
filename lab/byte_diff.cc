// SPDX-License-Identifier: Apache-2.0
#include "lab/byte_diff.h"

#include <algorithm>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "codec/lucene90_compound.h"
#include "codec/lucene99_segment_info.h"
#include "index/segment_infos.h"
#include "store/codec_util.h"
#include "util/hex.h"

namespace segsmith::lab {
namespace {

using Bytes = std::vector<std::byte>;

Bytes copy_of(const store::Input& input) { return {input.bytes().begin(), input.bytes().end()}; }

/// Zeroes the id after a header at `start` and the checksum at the end of [start, start + length).
void mask(Bytes& bytes, uint64_t start, uint64_t length) {
  store::Cursor in(
      store::Input(nullptr, std::span<const std::byte>(bytes).subspan(start, length), ""));
  if (length < 32 || in.be32() != store::kCodecMagic) return;
  in.string();
  in.skip(4);
  std::fill_n(bytes.begin() + static_cast<std::ptrdiff_t>(start + in.position()), 16, std::byte{0});
  std::fill_n(bytes.begin() + static_cast<std::ptrdiff_t>(start + length - 8), 8, std::byte{0});
}

std::string hex_at(const Bytes& bytes, size_t at) {
  return at < bytes.size() ? "0x" + to_hex({&bytes[at], 1}) : "the end";
}

/// Nothing when they are equal. Files are named by the caller.
std::optional<ByteDifference> first_difference(const Bytes& a, const Bytes& b) {
  if (a == b) return std::nullopt;
  const auto at =
      static_cast<size_t>(std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first - a.begin());
  return ByteDifference{{},
                        {},
                        at,
                        hex_at(a, at) + " in the first, " + hex_at(b, at) +
                            " in the second (lengths " + std::to_string(a.size()) + " and " +
                            std::to_string(b.size()) + ")"};
}

std::optional<ByteDifference> other(std::string what) {
  return ByteDifference{{}, {}, 0, std::move(what)};
}

std::optional<ByteDifference> compare_plain(const store::Input& a, const store::Input& b) {
  Bytes in_a = copy_of(a), in_b = copy_of(b);
  mask(in_a, 0, in_a.size());
  mask(in_b, 0, in_b.size());
  return first_difference(in_a, in_b);
}

/// All of a segment but its id and diagnostics.
std::optional<ByteDifference> compare_segments(const model::SegmentInfo& a,
                                               const model::SegmentInfo& b) {
  const auto content = [](const model::SegmentInfo& s) {
    return std::tie(s.name, s.version, s.min_version, s.max_doc, s.compound, s.has_blocks, s.files,
                    s.attributes, s.sort);
  };
  if (content(a) == content(b)) return std::nullopt;
  return other("another content");
}

std::optional<ByteDifference> compare_compound(const store::Directory& a,
                                               const model::SegmentInfo& in_a,
                                               const store::Directory& b,
                                               const model::SegmentInfo& in_b) {
  const codec::CompoundDirectory inner_a(a, in_a.name, in_a.id), inner_b(b, in_b.name, in_b.id);
  if (inner_a.list() != inner_b.list()) return other("other inner files");
  for (const std::string& name : inner_a.list()) {
    if (auto found = compare_plain(inner_a.open(name), inner_b.open(name))) {
      found->inner_file = name;
      return found;
    }
  }
  const auto masked = [](const codec::CompoundDirectory& inner) {
    Bytes bytes = copy_of(inner.data());
    for (const auto& entry : inner.entries()) mask(bytes, entry.offset, entry.length);
    mask(bytes, 0, bytes.size());
    return bytes;
  };
  return first_difference(masked(inner_a), masked(inner_b));
}

std::optional<ByteDifference> compare_commits(const index::SegmentInfos& a,
                                              const index::SegmentInfos& b) {
  const auto content = [](const index::SegmentInfos& c) {
    return std::tie(c.format, c.generation, c.lucene_version, c.created_major, c.counter,
                    c.user_data);
  };
  if (content(a) != content(b)) return other("another content");
  if (a.segments.size() != b.segments.size()) return other("another number of segments");
  for (size_t i = 0; i < a.segments.size(); ++i) {
    const auto &x = a.segments[i], &y = b.segments[i];
    const bool same = std::tie(x.codec, x.del_gen, x.del_count, x.soft_del_count, x.field_infos_gen,
                               x.doc_values_gen, x.field_infos_files, x.doc_values_files) ==
                      std::tie(y.codec, y.del_gen, y.del_count, y.soft_del_count, y.field_infos_gen,
                               y.doc_values_gen, y.field_infos_files, y.doc_values_files);
    if (!same || x.commit_id.has_value() != y.commit_id.has_value()) {
      return other("segment " + x.info.name + " differs");
    }
  }
  return std::nullopt;
}

}  // namespace

std::string ByteDifference::text() const {
  return file + ": " + (inner_file.empty() ? "" : inner_file + ": ") +
         (offset > 0 ? "at " + std::to_string(offset) + ": " : "") + what;
}

std::vector<ByteDifference> byte_differences(const store::Directory& a, const store::Directory& b) {
  std::vector<ByteDifference> found;
  const auto report = [&](const std::string& file, std::optional<ByteDifference> difference) {
    if (!difference) return;
    difference->file = file;
    found.push_back(std::move(*difference));
  };
  const auto files_of = [](const store::Directory& directory) {
    std::set<std::string> names;
    for (const std::string& name : directory.list()) {
      if (name != "write.lock") names.insert(name);
    }
    return names;
  };
  const std::set<std::string> in_a = files_of(a), in_b = files_of(b);
  for (const std::string& name : in_b) {
    if (!in_a.contains(name)) report(name, other("only in the second"));
  }
  const index::SegmentInfos commit_a = index::read_last_commit(a);
  const index::SegmentInfos commit_b = index::read_last_commit(b);
  report("segments_N", compare_commits(commit_a, commit_b));
  for (const std::string& name : in_a) {
    if (!in_b.contains(name)) report(name, other("only in the first"));
  }
  for (const std::string& name : in_a) {
    const bool own_content =
        name.starts_with("segments_") || name.ends_with(".si") || name.ends_with(".cfs");
    if (!own_content && in_b.contains(name))
      report(name, compare_plain(a.open(name), b.open(name)));
  }
  for (const auto& segment : commit_a.segments) {
    const model::SegmentInfo& x = segment.info;
    const auto other_side = std::find_if(
        commit_b.segments.begin(), commit_b.segments.end(),
        [&](const model::SegmentCommitInfo& candidate) { return candidate.info.name == x.name; });
    if (other_side == commit_b.segments.end()) continue;
    const model::SegmentInfo& y = other_side->info;
    report(x.name + ".si", compare_segments(x, y));
    if (x.compound && y.compound) report(x.name + ".cfs", compare_compound(a, x, b, y));
  }
  return found;
}

}  // namespace segsmith::lab
