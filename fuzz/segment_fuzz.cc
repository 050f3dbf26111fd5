// SPDX-License-Identifier: Apache-2.0
// Segment-level files. Input: u8 kind (0 .fnm, 1 .si, 2 .liv, 3 segments_N, 4 compound, 5 and 6
// stored fields, 7 one stored document), then the file; kinds of several files: u16 length and
// bytes of each but the last. Footers get a right checksum, so that damage reaches the parsers.
#include "codec/lucene90_compound.h"
#include "codec/lucene90_live_docs.h"
#include "codec/lucene90_stored_fields_reader.h"
#include "codec/lucene90_stored_fields_writer.h"
#include "codec/lucene94_field_infos.h"
#include "codec/lucene99_segment_info.h"
#include "codec/stored_value_codec.h"
#include "fuzz/fuzz_target.h"
#include "index/segment_infos.h"
#include "store/codec_util.h"

namespace segsmith::fuzz {
namespace {

constexpr Id kId{};
constexpr int32_t kMaxDoc = 100;

Bytes with_checksum(std::span<const std::byte> input) {
  Bytes bytes(input.begin(), input.end());
  if (bytes.size() < store::kFooterLength) return bytes;
  const uint32_t crc = store::crc32(0, std::span(bytes).first(bytes.size() - 8));
  for (size_t i = 0; i < 8; ++i) {
    bytes[bytes.size() - 1 - i] = i < 4 ? static_cast<std::byte>(crc >> (8 * i)) : std::byte{0};
  }
  return bytes;
}

void read_fields(store::MemoryDirectory& directory, Parameters& input) {
  directory.put("_0.fnm", with_checksum(input.rest()));
  const auto fields = codec::read_field_infos(directory, "_0", kId, "");
  uint64_t covered = 0;
  codec::visit_field_infos(directory.open("_0.fnm"), kId, "", codec::FieldInfosGeneration::lucene94,
                           [&](const model::Fact& fact) { covered += fact.length; });
  expect(covered == directory.length("_0.fnm"), "facts cover the file");
  store::MemoryDirectory written;
  codec::write_field_infos(written, "_0", kId, "", fields);
}

void read_segment(store::MemoryDirectory& directory, Parameters& input) {
  directory.put("_0.si", with_checksum(input.rest()));
  const auto info = codec::read_segment_info(directory, "_0", kId);
  store::MemoryDirectory written;
  codec::write_segment_info(written, info);
  expect(written.length("_0.si") <= directory.length("_0.si"), "no more was read than was there");
}

void read_live(store::MemoryDirectory& directory, Parameters& input) {
  directory.put("_0_1.liv", with_checksum(input.rest()));
  const BitSet live = codec::read_live_docs(directory, "_0", kId, 1, kMaxDoc, 3);
  expect(live.count() == kMaxDoc - 3, "as many live documents as were promised");
}

void read_commit(store::MemoryDirectory& directory, Parameters& input) {
  directory.put("segments_1", with_checksum(input.rest()));
  const auto infos = index::parse_segment_infos(directory.open("segments_1"), 1);
  for (const auto& segment : infos.segments) index::files_of(segment);
}

void read_compound(store::MemoryDirectory& directory, Parameters& input) {
  directory.put("_0.cfe", with_checksum(input.take(input.u16())));
  directory.put("_0.cfs", with_checksum(input.rest()));
  const codec::CompoundDirectory inside(directory, "_0", kId);
  for (const auto& entry : inside.entries()) {
    expect(inside.open(entry.name).size() == entry.length, "inner files have their lengths");
  }
}

void read_stored(store::MemoryDirectory& directory, Parameters& input,
                 codec::StoredFieldsMode mode) {
  directory.put("_0.fdm", with_checksum(input.take(input.u16())));
  directory.put("_0.fdx", with_checksum(input.take(input.u16())));
  directory.put("_0.fdt", with_checksum(input.rest()));
  const codec::Lucene90StoredFieldsReader reader(directory, "_0", kId, kMaxDoc, mode);
  codec::StoredFieldsCursor cursor(reader);
  for (int32_t doc = 0; doc < kMaxDoc; ++doc) cursor.document(doc);
}

void read_document(Parameters& input) {
  const uint32_t fields = input.u8();
  const store::Input guarded = guarded_input(input.rest());
  std::vector<codec::StoredValue> values;
  if (codec::decode_stored_document(guarded.bytes(), fields, values) == nullptr) {
    expect(values.size() == fields, "as many values as fields");
  }
}

Bytes file_of(const store::Directory& directory, const std::string& name) {
  const store::Input file = directory.open(name);
  return {file.bytes().begin(), file.bytes().end()};
}

Bytes seed_of(uint8_t kind, const store::Directory& directory, std::vector<std::string> files) {
  Bytes seed;
  append(seed, kind, 1);
  for (size_t i = 0; i < files.size(); ++i) {
    const Bytes bytes = file_of(directory, files[i]);
    if (i + 1 < files.size()) append(seed, bytes.size(), 2);
    append(seed, bytes);
  }
  return seed;
}

model::FieldInfos some_fields() {
  std::vector<model::FieldInfo> fields(2);
  fields[0].name = "a";
  fields[0].doc_values_type = model::DocValuesType::sorted_numeric;
  fields[0].skip_index_type = model::SkipIndexType::range;
  fields[0].attributes = {{"PerFieldDocValuesFormat.format", "Lucene90"}};
  fields[1].name = "b";
  fields[1].number = 1;
  fields[1].point_dims = fields[1].point_index_dims = 1;
  fields[1].point_bytes = 8;
  return model::FieldInfos(std::move(fields));
}

model::SegmentInfo some_segment() {
  model::SegmentInfo info;
  info.name = "_0";
  info.max_doc = kMaxDoc;
  info.files = {"_0.si", "_0.fnm"};
  info.attributes = {{"Lucene90StoredFieldsFormat.mode", "BEST_SPEED"}};
  info.sort.push_back({.kind = model::SortFieldKind::sorted_numeric,
                       .field = "a",
                       .missing = model::MissingValue::number,
                       .missing_bits = 7});
  info.sort.push_back({.kind = model::SortFieldKind::sorted_set,
                       .field = "b",
                       .type = model::SortType::string,
                       .missing = model::MissingValue::string_last});
  return info;
}

void write_stored(store::MemoryDirectory& directory, codec::StoredFieldsMode mode) {
  codec::Lucene90StoredFieldsWriter writer(directory, "_0", kId, mode);
  for (int32_t doc = 0; doc < kMaxDoc; ++doc) {
    if (doc % 3 != 0) writer.add_string(doc % 5, "some text that repeats " + std::to_string(doc));
    if (doc % 4 == 1) writer.add_long(6, doc * int64_t{3600000});
    if (doc % 7 == 1) writer.add_double(7, doc / 3.0);
    writer.finish_document();
  }
  writer.finish(kMaxDoc);
}

}  // namespace

void run_one(std::span<const std::byte> bytes) {
  Parameters input(bytes);
  store::MemoryDirectory directory;
  switch (input.u8() % 8) {
    case 0:
      return read_fields(directory, input);
    case 1:
      return read_segment(directory, input);
    case 2:
      return read_live(directory, input);
    case 3:
      return read_commit(directory, input);
    case 4:
      return read_compound(directory, input);
    case 5:
      return read_stored(directory, input, codec::StoredFieldsMode::best_speed);
    case 6:
      return read_stored(directory, input, codec::StoredFieldsMode::best_compression);
    default:
      return read_document(input);
  }
}

std::vector<Bytes> seeds() {
  std::vector<Bytes> all;
  store::MemoryDirectory directory;
  codec::write_field_infos(directory, "_0", kId, "", some_fields());
  all.push_back(seed_of(0, directory, {"_0.fnm"}));
  codec::write_segment_info(directory, some_segment());
  all.push_back(seed_of(1, directory, {"_0.si"}));
  BitSet live(kMaxDoc, true);
  for (const uint64_t doc : {3, 50, 99}) live.clear(doc);
  codec::write_live_docs(directory, "_0", kId, 1, live);
  all.push_back(seed_of(2, directory, {"_0_1.liv"}));

  index::SegmentInfos infos;
  infos.generation = 1;
  infos.segments.resize(1);
  infos.segments[0].info = some_segment();
  infos.segments[0].codec = "Lucene104";
  infos.segments[0].doc_values_files = {{1, {"_0_1_Lucene90_0.dvd"}}};
  infos.segments[0].overlays = {{1, -1, {2, 1}}};
  store::MemoryOutput commit;
  index::write_segment_infos(commit.out(), infos);
  directory.put("segments_1", commit.take());
  all.push_back(seed_of(3, directory, {"segments_1"}));

  codec::write_compound(directory, "_0", kId, std::vector<std::string>{"_0.fnm", "_0.si"});
  all.push_back(seed_of(4, directory, {"_0.cfe", "_0.cfs"}));
  for (const auto mode :
       {codec::StoredFieldsMode::best_speed, codec::StoredFieldsMode::best_compression}) {
    store::MemoryDirectory stored;
    write_stored(stored, mode);
    const auto kind = static_cast<uint8_t>(mode == codec::StoredFieldsMode::best_speed ? 5 : 6);
    all.push_back(seed_of(kind, stored, {"_0.fdm", "_0.fdx", "_0.fdt"}));
  }
  Bytes document;
  append(document, 7, 1);
  append(document, 2, 1);
  codec::StoredValueEncoder encoder(document);
  encoder.field(3, codec::StoredType::int64);
  encoder.tlong(1700000000000);
  encoder.field(4, codec::StoredType::float64);
  encoder.zdouble(0.1);
  all.push_back(document);
  return all;
}

}  // namespace segsmith::fuzz
