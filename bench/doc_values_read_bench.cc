// SPDX-License-Identifier: Apache-2.0
// Reading doc values and answering ranges over them: one field of a million documents a case, in
// nanoseconds a value (of the field, or of what the name says).
#include <benchmark/benchmark.h>

#include <functional>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "codec/doc_values_format.h"
#include "query/range_query.h"
#include "store/directory.h"

namespace segsmith {
namespace {

constexpr int32_t kDocs = 1 << 20;
/// Documents of a call, as queries and aggregations take them.
constexpr size_t kBlock = 4096;

using Generator = std::function<int64_t(std::mt19937_64&, int64_t doc)>;
/// Documents that have the field.
using Chooser = std::function<bool(std::mt19937_64&, int32_t doc)>;

class VectorColumn final : public model::NumberColumn {
 public:
  std::vector<int32_t> docs;
  std::vector<int64_t> values;

  void rewind() override { done_ = 0; }
  bool next(model::NumberBlock& block) override {
    const size_t n = std::min(model::kColumnBlockDocs, docs.size() - done_);
    if (n == 0) return false;
    block = {{std::span(docs).subspan(done_, n), 0, n}, {}, std::span(values).subspan(done_, n)};
    done_ += n;
    return true;
  }

 private:
  size_t done_ = 0;
};

/// A field written and read back in memory.
class Field {
 public:
  Field(const Generator& generate, const Chooser& has, bool skip_index) {
    info_.name = "field";
    info_.doc_values_type = model::DocValuesType::numeric;
    if (skip_index) info_.skip_index_type = model::SkipIndexType::range;
    std::mt19937_64 random(42);
    VectorColumn column;
    for (int32_t doc = 0; doc < kDocs; ++doc) {
      if (!has(random, doc)) continue;
      column.docs.push_back(doc);
      column.values.push_back(generate(random, doc));
    }
    const codec::DocValuesFormat& format = codec::doc_values_formats().front();
    const auto writer = format.writer(
        {.directory = directory_, .segment = "_0", .id = {}, .max_doc = kDocs, .suffix = "B_0"});
    writer->add_numeric(info_, column);
    writer->finish();
    reader_ = format.reader({directory_, "_0", {}, kDocs, "B_0"}, model::FieldInfos({info_}));
  }

  const model::DocValuesField& parts() const { return reader_->field(info_); }
  query::FieldParts query_parts() const {
    query::FieldParts parts;
    parts.max_doc = kDocs;
    parts.values = &this->parts();
    parts.skip_index = reader_->skip_index(info_);
    return parts;
  }

 private:
  model::FieldInfo info_;
  store::MemoryDirectory directory_;
  std::unique_ptr<codec::DocValuesReader> reader_;
};

bool every_doc(std::mt19937_64&, int32_t) { return true; }
bool two_of_three(std::mt19937_64& random, int32_t) { return random() % 3 != 0; }
bool one_of_fifty(std::mt19937_64& random, int32_t) { return random() % 50 == 0; }

Generator bits(int width) {
  return [width](std::mt19937_64& random, int64_t) {
    return static_cast<int64_t>(random() >> (64 - width));
  };
}
int64_t table(std::mt19937_64& random, int64_t) {
  return static_cast<int64_t>(random() % 200) * 1'000'003;
}
int64_t gcd(std::mt19937_64& random, int64_t) {
  return 1'700'000'000'000 + static_cast<int64_t>(random() % 100'000) * 1000;
}
int64_t rising_time(std::mt19937_64& random, int64_t doc) {
  return 1'700'000'000'000 + doc * 10 + static_cast<int64_t>(random() % 10);
}

void set_items(benchmark::State& state, uint64_t items) {
  state.SetItemsProcessed(static_cast<int64_t>(state.iterations() * items));
  state.counters["ns/value"] = benchmark::Counter(
      static_cast<double>(items) * 1e-9,
      benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

void bulk_decode(benchmark::State& state, const Generator& generate) {
  const Field field(generate, every_doc, false);
  const model::Numbers& numbers = *field.parts().numbers;
  std::vector<int64_t> block(kBlock);
  for (auto _ : state) {
    for (uint64_t first = 0; first < numbers.size(); first += kBlock) {
      numbers.values(first, block);
      benchmark::DoNotOptimize(block.data());
      benchmark::ClobberMemory();
    }
  }
  set_items(state, numbers.size());
}

void range_to_bit_set(benchmark::State& state, const Generator& generate) {
  const Field field(generate, every_doc, false);
  const model::Numbers& numbers = *field.parts().numbers;
  std::array<int64_t, 3> sample{};
  for (size_t i = 0; i < 3; ++i) sample[i] = numbers.value(i * 1000);
  std::sort(sample.begin(), sample.end());
  BitSet matches(kDocs);
  for (auto _ : state) {
    numbers.range_into_words(0, kDocs, sample[0], sample[2], matches.words(), 0);
    benchmark::ClobberMemory();
  }
  set_items(state, kDocs);
}

void gather_every(benchmark::State& state, const Generator& generate) {
  const Field field(generate, every_doc, false);
  std::vector<uint64_t> positions;
  for (uint64_t p = 0; p < kDocs; p += static_cast<uint64_t>(state.range(0)))
    positions.push_back(p);
  std::vector<int64_t> out(positions.size());
  for (auto _ : state) {
    field.parts().numbers->gather(positions, out);
    benchmark::ClobberMemory();
  }
  set_items(state, positions.size());
}

void presence_docs(benchmark::State& state, const Chooser& has) {
  const Field field(bits(8), has, false);
  const model::Presence& presence = *field.parts().presence;
  std::vector<int32_t> docs(kBlock);
  for (auto _ : state) {
    int32_t next = 0;
    while (const size_t n = presence.docs(next, docs)) next = docs[n - 1] + 1;
    benchmark::DoNotOptimize(next);
  }
  set_items(state, static_cast<uint64_t>(presence.cardinality()));
}

void presence_into_bit_set(benchmark::State& state, const Chooser& has) {
  const Field field(bits(8), has, false);
  BitSet out(kDocs);
  for (auto _ : state) {
    field.parts().presence->into_bit_set(0, kDocs, out);
    benchmark::ClobberMemory();
  }
  set_items(state, kDocs);
}

void presence_rank(benchmark::State& state, const Chooser& has) {
  const Field field(bits(8), has, false);
  int64_t sum = 0;
  for (auto _ : state) {
    for (int32_t doc = 0; doc < kDocs; doc += 997) sum += field.parts().presence->rank(doc);
  }
  benchmark::DoNotOptimize(sum);
  set_items(state, kDocs / 997);
}

/// A tenth of the values, around the middle.
query::FieldRange middle_of(const Field& field) {
  std::vector<int64_t> values(field.parts().numbers->size());
  field.parts().numbers->values(0, values);
  std::sort(values.begin(), values.end());
  return {"field",
          query::NumberRange{values[values.size() * 9 / 20], values[values.size() * 11 / 20]}};
}

void range_count(benchmark::State& state, const Generator& generate, const Chooser& has,
                 query::Via via) {
  const Field field(generate, has, true);
  const query::FieldRange range = middle_of(field);
  const query::FieldParts parts = field.query_parts();
  int64_t count = 0;
  for (auto _ : state) count += query::count_range(parts, range, via);
  benchmark::DoNotOptimize(count);
  set_items(state, kDocs);
}

void range_collect(benchmark::State& state, const Generator& generate, const Chooser& has,
                   query::Via via) {
  const Field field(generate, has, true);
  const query::FieldRange range = middle_of(field);
  const query::FieldParts parts = field.query_parts();
  BitSet out(kDocs);
  for (auto _ : state) {
    query::range_into_bit_set(parts, range, via, out);
    benchmark::ClobberMemory();
  }
  set_items(state, kDocs);
}

using query::Via;

BENCHMARK_CAPTURE(bulk_decode, bits_8, bits(8));
BENCHMARK_CAPTURE(bulk_decode, bits_12, bits(12));
BENCHMARK_CAPTURE(bulk_decode, bits_16, bits(16));
BENCHMARK_CAPTURE(bulk_decode, bits_20, bits(20));
BENCHMARK_CAPTURE(bulk_decode, bits_32, bits(32));
BENCHMARK_CAPTURE(bulk_decode, bits_40, bits(40));
BENCHMARK_CAPTURE(bulk_decode, bits_64, bits(64));
BENCHMARK_CAPTURE(bulk_decode, table, table);
BENCHMARK_CAPTURE(bulk_decode, gcd, gcd);
BENCHMARK_CAPTURE(bulk_decode, varying_blocks, rising_time);
BENCHMARK_CAPTURE(range_to_bit_set, bits_8, bits(8));
BENCHMARK_CAPTURE(range_to_bit_set, bits_20, bits(20));
BENCHMARK_CAPTURE(range_to_bit_set, bits_32, bits(32));
BENCHMARK_CAPTURE(range_to_bit_set, gcd, gcd);
BENCHMARK_CAPTURE(range_to_bit_set, varying_blocks, rising_time);
BENCHMARK_CAPTURE(gather_every, bits_20, bits(20))->Arg(2)->Arg(100);
BENCHMARK_CAPTURE(gather_every, varying_blocks, rising_time)->Arg(2)->Arg(100);
BENCHMARK_CAPTURE(presence_docs, dense, two_of_three);
BENCHMARK_CAPTURE(presence_docs, sparse, one_of_fifty);
BENCHMARK_CAPTURE(presence_into_bit_set, dense, two_of_three);
BENCHMARK_CAPTURE(presence_into_bit_set, sparse, one_of_fifty);
BENCHMARK_CAPTURE(presence_rank, dense, two_of_three);
BENCHMARK_CAPTURE(presence_rank, sparse, one_of_fifty);
BENCHMARK_CAPTURE(range_count, scan_random, bits(20), every_doc, Via::scan);
BENCHMARK_CAPTURE(range_count, skipper_random, bits(20), every_doc, Via::skipper);
BENCHMARK_CAPTURE(range_count, skipper_time, rising_time, every_doc, Via::skipper);
BENCHMARK_CAPTURE(range_count, skipper_time_dense, rising_time, two_of_three, Via::skipper);
BENCHMARK_CAPTURE(range_collect, skipper_random, bits(20), every_doc, Via::skipper);
BENCHMARK_CAPTURE(range_collect, skipper_time, rising_time, every_doc, Via::skipper);
BENCHMARK_CAPTURE(range_collect, scan_dense, bits(20), two_of_three, Via::scan);
BENCHMARK_CAPTURE(range_collect, scan_sparse, bits(20), one_of_fifty, Via::scan);

}  // namespace
}  // namespace segsmith
