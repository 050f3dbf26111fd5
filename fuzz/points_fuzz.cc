// SPDX-License-Identifier: Apache-2.0
// Points of a segment. Input: u8 version, u32 documents, parts: the bodies of `.kdm` and `.kdi`;
// then that of `.kdd`.
#include <map>

#include "codec/lucene90_points_format.h"
#include "codec/points_format.h"
#include "fuzz/framed_files.h"
#include "fuzz/point_values.h"

namespace segsmith::fuzz {
namespace {

using namespace codec::lucene90_points;

constexpr FileKind kMeta{"_0.kdm", kMetaCodec};
constexpr FileKind kIndex{"_0.kdi", kIndexCodec};
constexpr FileKind kData{"_0.kdd", kDataCodec};
/// Bounds the time of a run: equal values take no bytes.
constexpr int64_t kMostPoints = 1 << 16;

model::FieldInfos fields() {
  std::vector<model::FieldInfo> infos(3);
  for (size_t i = 0; i < infos.size(); ++i) {
    infos[i].name = "f" + std::to_string(i);
    infos[i].number = static_cast<int32_t>(i);
    infos[i].point_dims = infos[i].point_index_dims = i == 2 ? 2 : 1;
    infos[i].point_bytes = i == 1 ? 8 : 4;
  }
  return model::FieldInfos(std::move(infos));
}

/// The lengths of both files stand in front of the body's end, so a change of length is no damage.
Bytes with_lengths(std::span<const std::byte> body, uint64_t index, uint64_t data) {
  Bytes meta(body.begin(), body.end());
  if (meta.size() < 16) return meta;
  meta.resize(meta.size() - 16);
  append(meta, index, 8);
  append(meta, data, 8);
  return meta;
}

void read_field(const bkd::BkdReader& tree) {
  if (tree.point_count() > kMostPoints) return;
  int64_t points = 0;
  tree.for_each_leaf([&](const bkd::LeafBlock& leaf) { points += leaf.count; });
  expect(points == tree.point_count(), "all points, once");
}

}  // namespace

void run_one(std::span<const std::byte> input) {
  Parameters parameters(input);
  const int32_t version = parameters.u8() % 3;
  const int32_t max_doc = parameters.count(1 << 20);
  const auto meta = parameters.part();
  GuardedDirectory directory;
  put_framed(directory, kIndex, version, parameters.part());
  put_framed(directory, kData, version, parameters.rest());
  put_framed(directory, kMeta, version,
             with_lengths(meta, directory.length("_0.kdi"), directory.length("_0.kdd")));
  const model::FieldInfos infos = fields();
  const auto reader = codec::lucene90_points_reader({directory, "_0", kId, max_doc, ""}, infos);
  std::map<std::string, uint64_t> covered;
  reader->visit([&](const model::Fact& fact) { covered[fact.file] += fact.length; });
  for (const auto& [file, length] : covered) {
    expect(length == directory.length(file), "facts cover the files");
  }
  for (const model::FieldInfo& info : infos) {
    if (const auto tree = reader->field(info)) read_field(*tree);
  }
}

std::vector<Bytes> seeds() {
  std::vector<Bytes> all;
  const model::FieldInfos infos = fields();
  for (const size_t points : {0, 1, 700}) {
    store::MemoryDirectory directory;
    const auto writer = codec::lucene90_points_writer({directory, "_0", kId, 700, ""});
    for (const int32_t number : {0, 1}) {
      if (points == 0) break;
      const model::FieldInfo& info = *infos.find(number);
      bkd::PointBuffer buffer(static_cast<size_t>(info.point_bytes));
      std::vector<int32_t> docs;
      for (size_t i = 0; i < points; ++i) docs.push_back(static_cast<int32_t>(i * 37 % 700));
      buffer.add_all(docs, point_values(points, buffer.packed_bytes(), 77));
      writer->add_flush(info, buffer);
    }
    writer->finish();
    Bytes seed = {std::byte{kVersionCurrent}};
    append(seed, 699, 4);
    append_part(seed, body_of(directory, kMeta));
    append_part(seed, body_of(directory, kIndex));
    append(seed, body_of(directory, kData));
    all.push_back(seed);
  }
  return all;
}

}  // namespace segsmith::fuzz
