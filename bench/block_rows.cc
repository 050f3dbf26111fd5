// SPDX-License-Identifier: Apache-2.0
// "blocks": encoding and decoding blocks of time-series doc values in memory. The values are left
// in files of plain longs, DIR/PATTERN, for Java's side.
#include <fstream>
#include <string>
#include <vector>

#include "bench/block_patterns.h"
#include "bench/timer.h"
#include "packing/es819_blocks.h"
#include "store/input.h"
#include "store/output.h"

namespace segsmith::bench {
namespace {

/// Values of a row: their packed blocks stay in the second cache.
constexpr size_t kValues = 64 * 512;

/// Swallows what is written, full buffers at a time.
class NullSink : public store::Sink {
 public:
  void write(std::span<const std::byte>) override {}
  void close() override {}
};

struct Encoded {
  store::Input data;
  std::vector<uint64_t> ends;
};

Encoded encode(std::span<const int64_t> values, size_t block) {
  store::MemoryOutput out;
  Encoded encoded;
  for (size_t first = 0; first < values.size(); first += block) {
    packing::es819::encode_numbers(values.subspan(first, block), out.out());
    encoded.ends.push_back(out.out().position());
  }
  auto bytes = std::make_shared<std::vector<std::byte>>(out.take());
  const std::span<const std::byte> view = *bytes;
  encoded.data = store::Input(std::move(bytes), view, "blocks");
  return encoded;
}

template <class Fold>
int64_t decode(const Encoded& encoded, std::span<int64_t> block, Fold fold) {
  uint64_t sum = 0;
  uint64_t begin = 0;
  for (const uint64_t end : encoded.ends) {
    packing::es819::decode_numbers(encoded.data, begin, end, block);
    sum += fold(block);
    begin = end;
  }
  return static_cast<int64_t>(sum);
}

void measure(Timer& timer, const std::string& pattern, std::span<const int64_t> values,
             size_t size) {
  const std::string name = pattern + " " + std::to_string(size);
  const Encoded encoded = encode(values, size);
  store::Output out(std::make_unique<NullSink>(), "memory");
  timer.measure(
      "encode " + name,
      [&] {
        const uint64_t before = out.position();
        for (size_t first = 0; first < values.size(); first += size) {
          packing::es819::encode_numbers(values.subspan(first, size), out);
        }
        return static_cast<int64_t>(out.position() - before);
      },
      [&] { return int64_t{store::crc32(0, encoded.data.bytes())}; });
  std::vector<int64_t> block(size);
  const auto last = [](std::span<const int64_t> b) { return static_cast<uint64_t>(b.back()); };
  const auto all = [](std::span<const int64_t> b) {
    uint64_t sum = 0;
    for (const int64_t v : b) sum += static_cast<uint64_t>(v);
    return sum;
  };
  timer.measure(
      "decode " + name, [&] { return decode(encoded, block, last); },
      [&] { return decode(encoded, block, all); });
}

}  // namespace

void block_rows(Timer& timer, const Json& command) {
  const std::string folder = command.at("dir");
  for (const std::string pattern : command.at("patterns")) {
    const std::vector<int64_t> values = block_values(pattern, kValues);
    // Little-endian, as every machine that this builds for.
    std::ofstream(folder + "/" + pattern, std::ios::binary)
        .write(reinterpret_cast<const char*>(values.data()),
               static_cast<std::streamsize>(values.size() * sizeof(int64_t)));
    for (const size_t size : command.at("block_sizes")) measure(timer, pattern, values, size);
  }
}

}  // namespace segsmith::bench
