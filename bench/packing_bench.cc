// SPDX-License-Identifier: Apache-2.0
#include <benchmark/benchmark.h>

#include <random>
#include <string>
#include <vector>

#include "packing/direct_kernels.h"
#include "packing/direct_monotonic.h"
#include "packing/direct_reader.h"
#include "packing/direct_writer.h"
#include "packing/lz4.h"

// Kernels over 4,096 values, so that 32 KB of decoded longs stay in the first cache.
namespace segsmith::packing {
namespace {

constexpr size_t kBlock = 4096;

std::vector<std::byte> random_bytes(size_t n) {
  std::mt19937_64 random(42);
  std::vector<std::byte> bytes(n);
  for (std::byte& b : bytes) b = static_cast<std::byte>(random());
  return bytes;
}

void count_values(benchmark::State& state, size_t values) {
  state.SetItemsProcessed(static_cast<int64_t>(state.iterations() * values));
  state.counters["ns/value"] =
      benchmark::Counter(static_cast<double>(state.iterations() * values) / 1e9,
                         benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

const kernels::KernelSet& set_of(benchmark::State& state) {
  const auto sets = kernels::supported_kernels();
  const kernels::KernelSet& set = *sets[static_cast<size_t>(state.range(0))];
  state.SetLabel(set.name);
  return set;
}

const kernels::WidthKernels& width_of(benchmark::State& state) {
  const int index = direct_width_index(static_cast<int>(state.range(1)));
  return set_of(state).widths[static_cast<size_t>(index)];
}

void DirectUnpack(benchmark::State& state) {
  const auto& kernel = width_of(state);
  const auto bytes = random_bytes(direct_byte_count(kBlock, static_cast<int>(state.range(1))));
  std::vector<int64_t> out(kBlock);
  const kernels::Run run = {bytes.data(), bytes.size(), 0, kBlock};
  for (auto _ : state) {
    kernel.unpack(run, out.data());
    benchmark::DoNotOptimize(out.data());
    benchmark::ClobberMemory();
  }
  count_values(state, kBlock);
}

void DirectAffine(benchmark::State& state) {
  const auto& kernel = width_of(state);
  const auto bytes = random_bytes(direct_byte_count(kBlock, static_cast<int>(state.range(1))));
  std::vector<int64_t> out(kBlock);
  const kernels::Run run = {bytes.data(), bytes.size(), 0, kBlock};
  for (auto _ : state) {
    kernel.affine(run, out.data(), 1000, 1700000000000);
    benchmark::DoNotOptimize(out.data());
    benchmark::ClobberMemory();
  }
  count_values(state, kBlock);
}

void DirectTable(benchmark::State& state) {
  const auto& kernel = width_of(state);
  const auto bits = static_cast<int>(state.range(1));
  const auto bytes = random_bytes(direct_byte_count(kBlock, bits));
  std::vector<int64_t> out(kBlock);
  std::vector<int64_t> table(size_t{1} << bits, 77);
  const kernels::Run run = {bytes.data(), bytes.size(), 0, kBlock};
  for (auto _ : state) {
    benchmark::DoNotOptimize(kernel.table(run, out.data(), table.data(), table.size()));
    benchmark::ClobberMemory();
  }
  count_values(state, kBlock);
}

void DirectRange(benchmark::State& state) {
  const auto& kernel = width_of(state);
  const auto bits = static_cast<int>(state.range(1));
  const auto bytes = random_bytes(direct_byte_count(kBlock, bits));
  std::vector<uint64_t> words(kBlock / 64);
  const kernels::Run run = {bytes.data(), bytes.size(), 0, kBlock};
  const uint64_t largest = bits == 64 ? ~uint64_t{0} : (uint64_t{1} << bits) - 1;
  for (auto _ : state) {
    kernel.range(run, largest / 4, largest / 2, words.data(), 0);
    benchmark::DoNotOptimize(words.data());
    benchmark::ClobberMemory();
  }
  count_values(state, kBlock);
}

void DirectPack(benchmark::State& state) {
  const auto& kernel = width_of(state);
  const auto bits = static_cast<int>(state.range(1));
  std::vector<int64_t> values(kBlock);
  const auto bytes = random_bytes(direct_byte_count(kBlock, bits));
  direct_unpack(bytes, bits, 0, values);
  std::vector<std::byte> out(bytes.size());
  for (auto _ : state) {
    kernel.pack(values.data(), values.size(), out.data());
    benchmark::DoNotOptimize(out.data());
    benchmark::ClobberMemory();
  }
  count_values(state, kBlock);
}

/// Every kernel set of this machine at every width up to `max_bits`.
template <int MaxBits>
void sets_and_widths(benchmark::internal::Benchmark* bench) {
  for (size_t set = 0; set < kernels::supported_kernels().size(); ++set) {
    for (const int bits : kDirectWidths) {
      if (bits <= MaxBits) {
        bench->Args({static_cast<int64_t>(set), bits});
      }
    }
  }
}

BENCHMARK(DirectUnpack)->Apply(sets_and_widths<64>);
BENCHMARK(DirectAffine)->Apply(sets_and_widths<64>);
BENCHMARK(DirectTable)->Apply(sets_and_widths<8>);
BENCHMARK(DirectRange)->Apply(sets_and_widths<64>);
BENCHMARK(DirectPack)->Apply(sets_and_widths<64>);

std::vector<int64_t> ascending(size_t n) {
  std::mt19937_64 random(7);
  std::vector<int64_t> values(n);
  int64_t current = 0;
  for (int64_t& v : values) v = current += static_cast<int64_t>(random() % 100);
  return values;
}

void DirectMonotonicWrite(benchmark::State& state) {
  const auto values = ascending(1 << 20);
  for (auto _ : state) {
    store::MemoryOutput meta;
    store::MemoryOutput data;
    DirectMonotonicWriter writer(meta.out(), data.out(), values.size(), 16);
    writer.add(values);
    writer.finish();
    benchmark::DoNotOptimize(data.out().checksum());
  }
  count_values(state, values.size());
}
BENCHMARK(DirectMonotonicWrite);

void DirectMonotonicRead(benchmark::State& state) {
  const auto values = ascending(1 << 20);
  store::MemoryOutput meta;
  store::MemoryOutput data;
  DirectMonotonicWriter writer(meta.out(), data.out(), values.size(), 16);
  writer.add(values);
  writer.finish();
  const auto input = [](std::vector<std::byte> bytes) {
    auto owner = std::make_shared<std::vector<std::byte>>(std::move(bytes));
    return store::Input(owner, *owner, "bench");
  };
  store::Cursor in(input(meta.take()));
  const DirectMonotonicReader reader(DirectMonotonicMeta::read(in, values.size(), 16),
                                     input(data.take()));
  std::vector<int64_t> out(kBlock);
  for (auto _ : state) {
    for (size_t i = 0; i < values.size(); i += kBlock) {
      reader.values(i, out);
      benchmark::DoNotOptimize(out.data());
      benchmark::ClobberMemory();
    }
  }
  count_values(state, values.size());
}
BENCHMARK(DirectMonotonicRead);

/// Lines like those of a log, as stored fields hold them.
std::vector<std::byte> text(size_t n) {
  std::mt19937_64 random(11);
  std::string made;
  while (made.size() < n) {
    made += "{\"@timestamp\":\"2026-12-01T00:0" + std::to_string(random() % 10) + ":0" +
            std::to_string(random() % 10) + ".000Z\",\"host\":\"host-0" +
            std::to_string(random() % 4) + "\",\"cpu.user\":" + std::to_string(random() % 100000) +
            ",\"cpu.system\":" + std::to_string(random() % 100000) + "}";
  }
  const auto bytes = std::as_bytes(std::span<const char>(made).first(n));
  return {bytes.begin(), bytes.end()};
}

void Lz4Compress(benchmark::State& state) {
  const auto data = text(static_cast<size_t>(state.range(0)));
  Lz4FastTable table;
  std::vector<std::byte> out;
  for (auto _ : state) {
    out.clear();
    lz4_compress(data, data.size() / 12, table, out);
    benchmark::DoNotOptimize(out.data());
  }
  state.SetBytesProcessed(static_cast<int64_t>(state.iterations() * (data.size() * 11 / 12)));
}
BENCHMARK(Lz4Compress)->Arg(1000)->Arg(12000)->Arg(100000);

void Lz4Decompress(benchmark::State& state) {
  const auto data = text(static_cast<size_t>(state.range(0)));
  const size_t dict = data.size() / 12;
  Lz4FastTable table;
  std::vector<std::byte> packed;
  lz4_compress(data, dict, table, packed);
  std::vector<std::byte> out(data.begin(), data.begin() + static_cast<long>(dict));
  out.resize(data.size() + 32);
  for (auto _ : state) {
    const auto result = lz4_try_decompress(packed, data.size() - dict, out, dict);
    benchmark::DoNotOptimize(result.consumed);
    benchmark::ClobberMemory();
  }
  state.SetBytesProcessed(static_cast<int64_t>(state.iterations() * (data.size() - dict)));
}
BENCHMARK(Lz4Decompress)->Arg(1000)->Arg(12000)->Arg(100000);

}  // namespace
}  // namespace segsmith::packing
