// SPDX-License-Identifier: Apache-2.0
// Blocks of Elasticsearch's time-series doc values: 64 blocks a round, so that what is decoded
// stays in the second cache.
#include <benchmark/benchmark.h>

#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "bench/block_patterns.h"
#include "packing/binary_blocks.h"
#include "packing/es819_blocks.h"
#include "packing/es95_pipeline.h"
#include "packing/tsdb_for.h"
#include "packing/tsdb_for_kernels.h"

namespace segsmith::packing {
namespace {

constexpr size_t kBlocks = 64;

void count_values(benchmark::State& state, size_t values, size_t bytes) {
  state.SetItemsProcessed(static_cast<int64_t>(state.iterations() * values));
  state.counters["ns/value"] =
      benchmark::Counter(static_cast<double>(state.iterations() * values) / 1e9,
                         benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
  if (bytes > 0) {
    state.counters["bytes/value"] = static_cast<double>(bytes) / static_cast<double>(values);
  }
}

/// The pattern of a row, and its values, doubles as sortable longs.
std::string_view pattern_of(const benchmark::State& state) {
  return bench::kBlockPatterns[static_cast<size_t>(state.range(1))];
}

std::vector<int64_t> values_of(benchmark::State& state, size_t count) {
  state.SetLabel(std::string(pattern_of(state)));
  return bench::block_values(pattern_of(state), count);
}

/// Encoded blocks, and where each ends.
struct Blocks {
  store::Input data;
  std::vector<uint64_t> ends;
};

template <class Encode>
Blocks encoded(std::span<const int64_t> values, size_t size, Encode&& encode) {
  store::MemoryOutput out;
  Blocks blocks;
  for (size_t first = 0; first < values.size(); first += size) {
    encode(values.subspan(first, size), out.out());
    blocks.ends.push_back(out.out().position());
  }
  auto bytes = std::make_shared<std::vector<std::byte>>(out.take());
  const std::span<const std::byte> view = *bytes;
  blocks.data = store::Input(std::move(bytes), view, "blocks");
  return blocks;
}

/// Swallows what is written.
class NullSink : public store::Sink {
 public:
  void write(std::span<const std::byte> block) override { benchmark::DoNotOptimize(block.data()); }
  void close() override {}
};

template <class Encode>
void run_encode(benchmark::State& state, Encode&& encode) {
  const auto size = static_cast<size_t>(state.range(0));
  const auto values = values_of(state, size * kBlocks);
  const std::span<const int64_t> all = values;
  const Blocks blocks = encoded(all, size, encode);
  store::Output out(std::make_unique<NullSink>(), "null");
  for (auto _ : state) {
    for (size_t first = 0; first < values.size(); first += size) {
      encode(all.subspan(first, size), out);
    }
  }
  count_values(state, values.size(), blocks.data.size());
}

template <class Encode, class Decode>
void run_decode(benchmark::State& state, Encode&& encode, Decode&& decode) {
  const auto size = static_cast<size_t>(state.range(0));
  const auto values = values_of(state, size * kBlocks);
  const Blocks blocks = encoded(values, size, encode);
  std::vector<int64_t> out(size);
  for (auto _ : state) {
    uint64_t begin = 0;
    for (const uint64_t end : blocks.ends) {
      decode(blocks.data, begin, end, std::span<int64_t>(out));
      benchmark::DoNotOptimize(out.data());
      benchmark::ClobberMemory();
      begin = end;
    }
  }
  count_values(state, values.size(), blocks.data.size());
}

void Es819Encode(benchmark::State& state) { run_encode(state, es819::encode_numbers); }
void Es819Decode(benchmark::State& state) {
  run_decode(state, es819::encode_numbers, es819::decode_numbers);
}

es95::Role role_of(const benchmark::State& state) {
  const std::string_view pattern = pattern_of(state);
  if (pattern == "counter" || pattern == "timestamp") return es95::Role::long_counter;
  return pattern == "decimals" ? es95::Role::double_gauge : es95::Role::other;
}

void Es95Encode(benchmark::State& state) {
  const int shift = state.range(0) == 512 ? 9 : 7;
  const es95::Role role = role_of(state);
  es95::Encoder encoder(es95::Descriptor::of(role, shift), es95::max_splits(role, shift));
  run_encode(state, [&](std::span<const int64_t> values, store::Output& out) {
    encoder.encode(values, out);
  });
}
void Es95Decode(benchmark::State& state) {
  const int shift = state.range(0) == 512 ? 9 : 7;
  const es95::Role role = role_of(state);
  const auto descriptor = es95::Descriptor::of(role, shift);
  es95::Encoder encoder(descriptor, es95::max_splits(role, shift));
  run_decode(
      state,
      [&](std::span<const int64_t> values, store::Output& out) { encoder.encode(values, out); },
      [&](const store::Input& data, uint64_t begin, uint64_t end, std::span<int64_t> out) {
        es95::decode(descriptor, data, begin, end, out);
      });
}

void ForUnpack(benchmark::State& state) {
  const auto& sets = kernels::available_for_kernels();
  const kernels::ForKernels& set = *sets[static_cast<size_t>(state.range(0))];
  state.SetLabel(set.name);
  const auto bits = static_cast<int>(state.range(1));
  const auto unpack = set.widths[kernels::for_lane_index(bits)].add;
  const size_t step = for_packed_bytes(kForGroup, bits);
  std::vector<std::byte> packed(step * kBlocks, std::byte{0x5A});
  std::vector<int64_t> out(kForGroup);
  for (auto _ : state) {
    for (size_t at = 0; at < packed.size(); at += step) {
      unpack(packed.data() + at, out.data(), 7);
      benchmark::DoNotOptimize(out.data());
      benchmark::ClobberMemory();
    }
  }
  count_values(state, kBlocks * kForGroup, 0);
}

void BinaryDecode(benchmark::State& state) {
  const auto offsets = static_cast<es819::DocOffsets>(state.range(0));
  std::mt19937_64 random(42);
  std::vector<uint32_t> lengths(1024);
  std::vector<std::byte> raw;
  for (uint32_t& length : lengths) {
    length = static_cast<uint32_t>(60 + random() % 60);
    for (uint32_t i = 0; i < length; ++i)
      raw.push_back(static_cast<std::byte>('a' + random() % 12));
  }
  store::MemoryOutput out;
  es819::BinaryBlockEncoder(offsets).encode(lengths, raw, out.out());
  auto bytes = std::make_shared<std::vector<std::byte>>(out.take());
  const std::span<const std::byte> view = *bytes;
  const store::Input data(std::move(bytes), view, "block");
  es819::BinaryBlock block;
  for (auto _ : state) {
    es819::decode_binary_block(data, 0, data.size(), 1024, static_cast<uint32_t>(raw.size()),
                               offsets, block);
    benchmark::DoNotOptimize(block.raw.data());
  }
  state.SetBytesProcessed(static_cast<int64_t>(state.iterations() * raw.size()));
}

void all_patterns(benchmark::internal::Benchmark* bench) {
  for (const int size : {128, 512}) {
    for (size_t pattern = 0; pattern < bench::kBlockPatterns.size(); ++pattern) {
      bench->Args({size, static_cast<int64_t>(pattern)});
    }
  }
}

void all_widths(benchmark::internal::Benchmark* bench) {
  for (size_t set = 0; set < kernels::available_for_kernels().size(); ++set) {
    for (const int bits : {1, 3, 5, 8, 11, 16, 20, 24, 32}) {
      bench->Args({static_cast<int64_t>(set), bits});
    }
  }
}

BENCHMARK(Es819Encode)->Apply(all_patterns);
BENCHMARK(Es819Decode)->Apply(all_patterns);
BENCHMARK(Es95Encode)->Apply(all_patterns);
BENCHMARK(Es95Decode)->Apply(all_patterns);
BENCHMARK(ForUnpack)->Apply(all_widths);
BENCHMARK(BinaryDecode)->Arg(0)->Arg(1);

}  // namespace
}  // namespace segsmith::packing
