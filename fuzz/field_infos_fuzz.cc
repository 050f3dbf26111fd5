// SPDX-License-Identifier: Apache-2.0
// `.fnm`. Input: u8 generation (0 Lucene90, 1 Lucene94), u8 version, then the body.
#include "codec/lucene94_field_infos.h"
#include "fuzz/framed_files.h"

namespace segsmith::fuzz {
namespace {

constexpr FileKind kFile{"_0.fnm", codec::kLucene94FieldInfosCodec};
constexpr FileKind kOlderFile{"_0.fnm", codec::kLucene90FieldInfosCodec};

Bytes written(const model::FieldInfos& fields) {
  store::MemoryDirectory directory;
  codec::write_field_infos(directory, "_0", kId, "", fields);
  return body_of(directory, kFile);
}

model::FieldInfos read(const FileKind& kind, int32_t version, std::span<const std::byte> body) {
  const auto generation = kind.codec == kOlderFile.codec ? codec::FieldInfosGeneration::lucene90
                                                         : codec::FieldInfosGeneration::lucene94;
  GuardedDirectory directory;
  put_framed(directory, kind, version, body);
  auto fields = codec::read_field_infos(directory, "_0", kId, "", generation);
  uint64_t covered = 0;
  codec::visit_field_infos(directory.open("_0.fnm"), kId, "", generation,
                           [&](const model::Fact& fact) { covered += fact.length; });
  expect(covered == directory.length("_0.fnm"), "facts cover the file");
  return fields;
}

model::FieldInfos some_fields() {
  std::vector<model::FieldInfo> fields(4);
  for (size_t i = 0; i < fields.size(); ++i) {
    fields[i].name = std::string(1, static_cast<char>('a' + i));
    fields[i].number = static_cast<int32_t>(i);
  }
  fields[0].doc_values_type = model::DocValuesType::sorted_numeric;
  fields[0].skip_index_type = model::SkipIndexType::range;
  fields[0].attributes = {{"PerFieldDocValuesFormat.format", "Lucene90"},
                          {"PerFieldDocValuesFormat.suffix", "0"}};
  fields[1].point_dims = fields[1].point_index_dims = 1;
  fields[1].point_bytes = 8;
  fields[2].doc_values_type = model::DocValuesType::numeric;
  fields[2].doc_values_gen = 3;
  fields[2].is_soft_deletes = true;
  fields[3].index_options = 3;
  fields[3].has_payloads = fields[3].has_term_vectors = true;
  return model::FieldInfos(std::move(fields));
}

}  // namespace

void run_one(std::span<const std::byte> input) {
  Parameters parameters(input);
  const FileKind& kind = parameters.u8() % 2 == 0 ? kOlderFile : kFile;
  const int32_t version = parameters.u8() % 4;
  const auto fields = read(kind, version, parameters.rest());
  const Bytes again = written(fields);
  expect(written(read(kFile, codec::kFieldInfosCurrent, again)) == again,
         "what was read comes back");
}

std::vector<Bytes> seeds() {
  const Bytes body = written(some_fields());
  std::vector<Bytes> all;
  Bytes seed = {std::byte{1}, std::byte{codec::kFieldInfosCurrent}};
  append(seed, body);
  all.push_back(seed);
  // No field: the body of every generation and version.
  const Bytes empty = written({});
  for (uint8_t generation = 0; generation < 2; ++generation) {
    for (uint8_t version = 0; version <= (generation == 0 ? 0 : codec::kFieldInfosCurrent);
         ++version) {
      seed = {std::byte{generation}, std::byte{version}};
      append(seed, empty);
      all.push_back(seed);
    }
  }
  return all;
}

}  // namespace segsmith::fuzz
