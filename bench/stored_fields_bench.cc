// SPDX-License-Identifier: Apache-2.0
// Stored fields: writing documents, reading them in order, merging by whole chunks and by document.
#include <benchmark/benchmark.h>

#include <cstdio>
#include <random>
#include <string>
#include <vector>

#include "codec/lucene90_stored_fields_writer.h"

namespace segsmith::codec {
namespace {

constexpr int32_t kDocuments = 100'000;

/// Documents like those of a metrics index: one JSON object of about 120 bytes each.
const std::vector<std::string>& documents() {
  static const std::vector<std::string> all = [] {
    std::mt19937 random(1);
    std::vector<std::string> made;
    for (int i = 0; i < kDocuments; ++i) {
      char line[200];
      std::snprintf(line, sizeof line,
                    "{\"@timestamp\":\"2026-01-01T%02d:%02d:%02d.000Z\",\"host\":\"host-%02u\","
                    "\"metric\":\"cpu.user\",\"cpu\":\"cpu%d\",\"value\":%u}",
                    i / 3600 % 24, i / 60 % 60, i % 60, static_cast<unsigned>(random() % 7), i % 4,
                    static_cast<unsigned>(random() % 100000));
      made.emplace_back(line);
    }
    return made;
  }();
  return all;
}

int64_t total_bytes() {
  int64_t bytes = 0;
  for (const std::string& document : documents()) bytes += static_cast<int64_t>(document.size());
  return bytes;
}

void write(store::Directory& directory, const std::string& segment, StoredFieldsMode mode) {
  Lucene90StoredFieldsWriter writer(directory, segment, {}, mode);
  for (const std::string& document : documents()) {
    writer.add_document(0, std::as_bytes(std::span<const char>(document)));
  }
  writer.finish(kDocuments);
}

StoredFieldsMode mode_of(const benchmark::State& state) {
  return static_cast<StoredFieldsMode>(state.range(0));
}

void BM_StoredFieldsWrite(benchmark::State& state) {
  documents();
  for (auto _ : state) {
    store::MemoryDirectory directory;
    write(directory, "_0", mode_of(state));
  }
  state.SetBytesProcessed(state.iterations() * total_bytes());
  state.SetItemsProcessed(state.iterations() * kDocuments);
}

void BM_StoredFieldsRead(benchmark::State& state) {
  store::MemoryDirectory directory;
  write(directory, "_0", mode_of(state));
  const Lucene90StoredFieldsReader reader(directory, "_0", {}, kDocuments, mode_of(state));
  for (auto _ : state) {
    StoredFieldsCursor cursor(reader);
    size_t bytes = 0;
    for (int32_t doc = 0; doc < kDocuments; ++doc) bytes += cursor.document(doc)[0].bytes.size();
    benchmark::DoNotOptimize(bytes);
  }
  state.SetBytesProcessed(state.iterations() * total_bytes());
  state.SetItemsProcessed(state.iterations() * kDocuments);
}

/// range(1): whether documents are deleted, which forbids copying whole chunks.
void BM_StoredFieldsMerge(benchmark::State& state) {
  store::MemoryDirectory source;
  write(source, "_0", mode_of(state));
  const Lucene90StoredFieldsReader reader(source, "_0", {}, kDocuments, mode_of(state));
  model::FieldInfo field;
  field.name = "_source";
  const model::FieldInfos fields({field});
  for (auto _ : state) {
    store::MemoryDirectory target;
    Lucene90StoredFieldsWriter writer(target, "_1", {}, mode_of(state));
    StoredFieldsMergeSource from(reader, state.range(1) != 0, fields, fields);
    writer.merge(from, 0, kDocuments);
    writer.finish(kDocuments);
  }
  state.SetBytesProcessed(state.iterations() * total_bytes());
  state.SetItemsProcessed(state.iterations() * kDocuments);
}

BENCHMARK(BM_StoredFieldsWrite)->ArgName("deflate")->Arg(0)->Arg(1)->Unit(benchmark::kMillisecond);
BENCHMARK(BM_StoredFieldsRead)->ArgName("deflate")->Arg(0)->Arg(1)->Unit(benchmark::kMillisecond);
BENCHMARK(BM_StoredFieldsMerge)
    ->ArgNames({"deflate", "deleted"})
    ->Args({0, 0})
    ->Args({0, 1})
    ->Args({1, 0})
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace segsmith::codec
