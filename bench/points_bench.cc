// SPDX-License-Identifier: Apache-2.0
// One-dimensional points: sorting and writing a flush, merging ten trees, counting and collecting
// ranges. A million points of 8 bytes a case unless it says otherwise; nanoseconds a point, or a
// query.
#include <benchmark/benchmark.h>

#include <random>
#include <vector>

#include "bkd/bkd_reader.h"
#include "bkd/bkd_writer.h"
#include "bkd/point_encoding.h"
#include "store/output.h"

namespace segsmith::bkd {
namespace {

constexpr int32_t kDocs = 1 << 20;

enum Kind : int64_t { random_longs, timestamps, ascending, few, random_ints, addresses };

struct Points {
  BkdConfig config;
  std::vector<std::byte> values;
  std::vector<int32_t> docs;
};

void append(std::vector<std::byte>& out, std::span<const std::byte> value) {
  out.insert(out.end(), value.begin(), value.end());
}

Points make_points(int64_t kind, int32_t count, uint64_t seed = 1, int64_t first = 0) {
  std::mt19937_64 random(seed);
  Points points;
  points.config.bytes_per_dim = kind == random_ints ? 4 : kind == addresses ? 16 : 8;
  for (int32_t doc = 0; doc < count; ++doc) {
    points.docs.push_back(doc);
    switch (kind) {
      case random_longs:
        append(points.values, encode_long(static_cast<int64_t>(random())));
        break;
      case timestamps:
        append(points.values,
               encode_long(1'700'000'000'000 + 10 * doc + static_cast<int64_t>(random() % 2000)));
        break;
      case ascending:
        append(points.values, encode_long(first + doc));
        break;
      case few:
        append(points.values, encode_long(static_cast<int64_t>(random() % 20) * 1000));
        break;
      case random_ints:
        append(points.values, encode_int(static_cast<int32_t>(random())));
        break;
      default:
        append(points.values, encode_long(static_cast<int64_t>(random() % 4)));
        append(points.values, encode_long(static_cast<int64_t>(random())));
        break;
    }
  }
  return points;
}

class CountingSink final : public store::Sink {
 public:
  void write(std::span<const std::byte> block) override { benchmark::DoNotOptimize(block.data()); }
  void close() override {}
};

store::Output nowhere() { return {std::make_unique<CountingSink>(), "nowhere"}; }

std::shared_ptr<const BkdReader> write_tree(Points points, int32_t max_doc) {
  store::MemoryOutput index;
  store::MemoryOutput data;
  const auto meta = BkdWriter(points.config, max_doc)
                        .write_flush(points.values, points.docs, index.out(), data.out());
  const auto input = [](std::vector<std::byte> bytes) {
    auto owner = std::make_shared<std::vector<std::byte>>(std::move(bytes));
    return store::Input(owner, *owner, "memory");
  };
  const auto leaves = input(data.take());
  return std::make_shared<BkdReader>(*meta, input(index.take()), leaves, leaves.size(), max_doc);
}

void set_rate(benchmark::State& state, double points) {
  state.counters["ns/point"] =
      benchmark::Counter(points * static_cast<double>(state.iterations()) / 1e9,
                         benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

void BM_PointsFlush(benchmark::State& state) {
  const auto count = static_cast<int32_t>(state.range(1));
  const Points original = make_points(state.range(0), count);
  for (auto _ : state) {
    state.PauseTiming();
    Points points = original;
    store::Output index = nowhere();
    store::Output data = nowhere();
    state.ResumeTiming();
    BkdWriter(points.config, count).write_flush(points.values, points.docs, index, data);
  }
  set_rate(state, count);
}
BENCHMARK(BM_PointsFlush)
    ->ArgNames({"kind", "points"})
    ->ArgsProduct({{random_longs, timestamps, ascending, few, random_ints, addresses}, {kDocs}})
    ->Args({random_longs, 10 * kDocs})
    ->Args({timestamps, 10 * kDocs})
    ->Unit(benchmark::kMillisecond);

void BM_PointsMerge(benchmark::State& state) {
  constexpr int32_t kSegments = 10;
  std::vector<MergeSource> sources;
  for (int32_t s = 0; s < kSegments; ++s) {
    const int64_t first = int64_t{s} * kDocs / kSegments;
    const auto seed = static_cast<uint64_t>(s) + 1;
    sources.push_back(
        {write_tree(make_points(state.range(0), kDocs / kSegments, seed, first), kDocs / kSegments),
         {{}, s * (kDocs / kSegments)}});
  }
  for (auto _ : state) {
    store::Output index = nowhere();
    store::Output data = nowhere();
    BkdWriter(sources[0].reader->config(), kDocs).write_merge(sources, index, data);
  }
  set_rate(state, kDocs);
}
BENCHMARK(BM_PointsMerge)
    ->ArgNames({"kind"})
    ->ArgsProduct({{random_longs, timestamps, ascending, few, random_ints, addresses}})
    ->Unit(benchmark::kMillisecond);

/// Bounds that take the given part (in thousandths) of the values, from a quarter on.
std::pair<PointBytes<8>, PointBytes<8>> bounds(int64_t kind, int64_t thousandths) {
  if (kind == random_longs) {
    const int64_t step = INT64_MAX / 500;
    return {encode_long(INT64_MIN / 2), encode_long(INT64_MIN / 2 + step * thousandths)};
  }
  const int64_t start = 1'700'000'000'000 + 10 * (kDocs / 4);
  return {encode_long(start), encode_long(start + kDocs / 100 * thousandths)};
}

void BM_PointsCount(benchmark::State& state) {
  const auto tree = write_tree(make_points(state.range(0), kDocs), kDocs);
  const auto [low, high] = bounds(state.range(0), state.range(1));
  for (auto _ : state) benchmark::DoNotOptimize(tree->count_range(low, high));
}
BENCHMARK(BM_PointsCount)
    ->ArgNames({"kind", "per_mille"})
    ->ArgsProduct({{random_longs, timestamps}, {1, 500}});

void BM_PointsCollect(benchmark::State& state) {
  const auto tree = write_tree(make_points(state.range(0), kDocs), kDocs);
  const auto [low, high] = bounds(state.range(0), state.range(1));
  BitSet docs(kDocs);
  for (auto _ : state) tree->range_into_bit_set(low, high, docs);
  set_rate(state, static_cast<double>(docs.count()));
}
BENCHMARK(BM_PointsCollect)
    ->ArgNames({"kind", "per_mille"})
    ->ArgsProduct({{random_longs, timestamps}, {10, 400, 700}})
    ->Unit(benchmark::kMicrosecond);

void BM_PointsEveryLeaf(benchmark::State& state) {
  const auto tree = write_tree(make_points(state.range(0), kDocs), kDocs);
  for (auto _ : state) {
    tree->for_each_leaf(
        [](const LeafBlock& leaf) { benchmark::DoNotOptimize(leaf.values.data()); });
  }
  set_rate(state, kDocs);
}
BENCHMARK(BM_PointsEveryLeaf)
    ->ArgNames({"kind"})
    ->ArgsProduct({{random_longs, timestamps, ascending, few, random_ints, addresses}})
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace segsmith::bkd
