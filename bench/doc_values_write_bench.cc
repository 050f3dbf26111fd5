// SPDX-License-Identifier: Apache-2.0
// Writing doc values: one column of a million values a case, in nanoseconds a value. The bytes are
// checksummed and dropped, so that no disk is measured.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <functional>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "codec/lucene90_doc_values_format.h"
#include "store/directory.h"

namespace segsmith {
namespace {

constexpr int32_t kDocs = 1 << 20;

class DroppingSink final : public store::Sink {
 public:
  void write(std::span<const std::byte> block) override { benchmark::DoNotOptimize(block.data()); }
  void close() override {}
};

/// Only what a writer needs.
class DroppingDirectory final : public store::Directory {
 public:
  std::string describe() const override { return "nowhere"; }
  std::vector<std::string> list() const override { return {}; }
  bool exists(const std::string&) const override { return false; }
  uint64_t length(const std::string&) const override { return 0; }
  store::Input open(const std::string&) const override { return {}; }
  store::Output create(const std::string& name) override {
    return store::Output(std::make_unique<DroppingSink>(), name);
  }
  void remove(const std::string&) override {}
  void rename(const std::string&, const std::string&) override {}
  void sync(std::span<const std::string>) override {}
  void sync_metadata() override {}
};

/// A column in memory, as a flush has it.
class MemoryColumn final : public model::NumberColumn {
 public:
  std::vector<int32_t> docs;    ///< Empty: all.
  std::vector<int32_t> counts;  ///< Empty: one each.
  std::vector<int64_t> values;

  void rewind() override { doc_ = value_ = 0; }
  bool next(model::NumberBlock& block) override {
    const size_t total = docs.empty() ? static_cast<size_t>(kDocs) : docs.size();
    const size_t n = std::min(model::kColumnBlockDocs, total - doc_);
    if (n == 0) return false;
    block.docs = {{}, static_cast<int32_t>(doc_), n};
    if (!docs.empty()) block.docs.docs = std::span(docs).subspan(doc_, n);
    size_t values_here = n;
    if (!counts.empty()) {
      block.counts = std::span(counts).subspan(doc_, n);
      values_here = std::accumulate(block.counts.begin(), block.counts.end(), size_t{0});
    }
    block.values = std::span(values).subspan(value_, values_here);
    doc_ += n;
    value_ += values_here;
    return true;
  }

 private:
  size_t doc_ = 0;
  size_t value_ = 0;
};

class MemoryTerms final : public model::TermsSource {
 public:
  explicit MemoryTerms(const std::vector<std::string>& terms) {
    offsets_ = {0};
    for (const std::string& term : terms) {
      for (const char c : term) bytes_.push_back(static_cast<std::byte>(c));
      offsets_.push_back(bytes_.size());
    }
  }
  int64_t size() const override { return static_cast<int64_t>(offsets_.size()) - 1; }
  void rewind() override { done_ = false; }
  bool next(model::BytesBlock& terms) override {
    terms.offsets = offsets_;
    terms.bytes = bytes_;
    return !std::exchange(done_, true);
  }

 private:
  std::vector<uint64_t> offsets_;
  std::vector<std::byte> bytes_;
  bool done_ = false;
};

using Generator = std::function<int64_t(std::mt19937_64&, int64_t i)>;

MemoryColumn dense_column(const Generator& generate) {
  std::mt19937_64 random(42);
  MemoryColumn column;
  column.values.resize(kDocs);
  for (int64_t i = 0; i < kDocs; ++i) column.values[static_cast<size_t>(i)] = generate(random, i);
  return column;
}

model::FieldInfo field_of(model::DocValuesType type, bool skip_index) {
  model::FieldInfo field;
  field.name = "field";
  field.doc_values_type = type;
  if (skip_index) field.skip_index_type = model::SkipIndexType::range;
  return field;
}

void run(benchmark::State& state, size_t values,
         const std::function<void(codec::DocValuesWriter&)>& write) {
  for (auto _ : state) {
    DroppingDirectory directory;
    const auto writer = codec::lucene90::make_doc_values_writer(
        {.directory = directory, .segment = "_0", .id = {}, .max_doc = kDocs, .suffix = {}});
    write(*writer);
    writer->finish();
  }
  state.SetItemsProcessed(static_cast<int64_t>(state.iterations()) * static_cast<int64_t>(values));
  state.counters["ns/value"] = benchmark::Counter(
      static_cast<double>(values) * 1e-9,
      benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

void numeric(benchmark::State& state, const Generator& generate, bool skip_index) {
  MemoryColumn column = dense_column(generate);
  const auto field = field_of(model::DocValuesType::numeric, skip_index);
  run(state, column.values.size(),
      [&](codec::DocValuesWriter& writer) { writer.add_numeric(field, column); });
}

int64_t constant(std::mt19937_64&, int64_t) { return 42; }
int64_t table_of_200(std::mt19937_64& random, int64_t) {
  return static_cast<int64_t>(random() % 200) * 1'000'003;
}
int64_t random_20_bits(std::mt19937_64& random, int64_t) {
  return static_cast<int64_t>(random() >> 44);
}
int64_t random_64_bits(std::mt19937_64& random, int64_t) { return static_cast<int64_t>(random()); }
int64_t seconds(std::mt19937_64& random, int64_t) {
  return 1'700'000'000'000 + static_cast<int64_t>(random() % 100'000) * 1000;
}
int64_t rising_time(std::mt19937_64& random, int64_t i) {
  return 1'700'000'000'000 + i * 10 + static_cast<int64_t>(random() % 10);
}

BENCHMARK_CAPTURE(numeric, constant, constant, false);
BENCHMARK_CAPTURE(numeric, table, table_of_200, false);
BENCHMARK_CAPTURE(numeric, random_20_bits, random_20_bits, false);
BENCHMARK_CAPTURE(numeric, random_64_bits, random_64_bits, false);
BENCHMARK_CAPTURE(numeric, gcd, seconds, false);
BENCHMARK_CAPTURE(numeric, varying_blocks, rising_time, false);
BENCHMARK_CAPTURE(numeric, varying_blocks_skip_index, rising_time, true);
BENCHMARK_CAPTURE(numeric, random_20_bits_skip_index, random_20_bits, true);
BENCHMARK_CAPTURE(numeric, constant_skip_index, constant, true);

void numeric_half_of_the_docs(benchmark::State& state) {
  MemoryColumn column = dense_column(random_20_bits);
  std::mt19937 random(1);
  for (int32_t doc = 0; doc < kDocs; ++doc) {
    if (random() % 2 == 0) column.docs.push_back(doc);
  }
  column.values.resize(column.docs.size());
  const auto field = field_of(model::DocValuesType::numeric, false);
  run(state, column.values.size(),
      [&](codec::DocValuesWriter& writer) { writer.add_numeric(field, column); });
}
BENCHMARK(numeric_half_of_the_docs);

void sorted_numeric_of_two(benchmark::State& state) {
  MemoryColumn column;
  std::mt19937_64 random(1);
  for (int32_t doc = 0; doc < kDocs; ++doc) {
    const int32_t count = 1 + static_cast<int32_t>(random() % 3);
    column.counts.push_back(count);
    for (int32_t i = 0; i < count; ++i)
      column.values.push_back(static_cast<int64_t>(random() >> 40));
    std::sort(column.values.end() - count, column.values.end());
  }
  const auto field = field_of(model::DocValuesType::sorted_numeric, false);
  run(state, column.values.size(),
      [&](codec::DocValuesWriter& writer) { writer.add_sorted_numeric(field, column); });
}
BENCHMARK(sorted_numeric_of_two);

void sorted_set(benchmark::State& state) {
  const int64_t size = state.range(0);
  std::vector<std::string> names;
  for (int64_t i = 0; i < size; ++i) {
    std::string digits = std::to_string(i);
    names.push_back("host-" + std::string(8 - digits.size(), '0') + digits + ".example.org");
  }
  MemoryTerms terms(names);
  MemoryColumn column = dense_column([size](std::mt19937_64& random, int64_t i) {
    return i < size ? i : static_cast<int64_t>(random() % static_cast<uint64_t>(size));
  });
  const auto field = field_of(model::DocValuesType::sorted_set, true);
  run(state, column.values.size(),
      [&](codec::DocValuesWriter& writer) { writer.add_sorted_set(field, terms, column); });
}
BENCHMARK(sorted_set)->Arg(100)->Arg(100'000);

}  // namespace
}  // namespace segsmith
