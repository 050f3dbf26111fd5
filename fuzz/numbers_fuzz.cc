// SPDX-License-Identifier: Apache-2.0
// The numeric encodings of doc values. Input: u8 kind (0 constant, 1 table, 2 one width, 3 blocks),
// u32 values, u8 width, u64 least value, u64 divisor, u16 start of the block table, u64 low and u64
// high of a range, part (the table, 8 bytes a value), then the packed values.
#include "codec/lucene90_numbers.h"
#include "codec/lucene90_numbers_writer.h"
#include "fuzz/framed_files.h"
#include "packing/direct_format.h"
#include "packing/direct_reader.h"

namespace segsmith::fuzz {
namespace {

using namespace codec::lucene90;

enum Kind : uint8_t { kConstant, kTable, kOneWidth, kBlocks };
constexpr uint32_t kMostValues = 40000;

struct Case {
  NumericEncoding encoding;
  int64_t low = 0;
  int64_t high = 0;
  Bytes data;
};

std::vector<int64_t> table_of(std::span<const std::byte> part) {
  Parameters values(part);
  std::vector<int64_t> table(std::min<size_t>(part.size() / 8, kMaxTableSize));
  for (int64_t& value : table) value = static_cast<int64_t>(values.u64());
  std::ranges::sort(table);
  table.erase(std::unique(table.begin(), table.end()), table.end());
  return table;
}

/// Only what the parser of the metadata lets through.
Case parse(std::span<const std::byte> input) {
  Parameters parameters(input);
  const unsigned kind = parameters.u8() % 4;
  Case made;
  NumericEncoding& e = made.encoding;
  e.num_values = parameters.u32() % kMostValues;
  e.bits = packing::kDirectWidths[parameters.u8() % packing::kDirectWidths.size()];
  e.min = static_cast<int64_t>(parameters.u64());
  e.gcd = static_cast<int64_t>(std::max<uint64_t>(1, parameters.u64() & INT64_MAX));
  const uint16_t block_table = parameters.u16();
  made.low = static_cast<int64_t>(parameters.u64());
  made.high = static_cast<int64_t>(parameters.u64());
  auto table = table_of(parameters.part());
  if (kind == kConstant) e.bits = 0;
  if (kind == kTable && !table.empty()) e.table = std::move(table);
  if (kind == kBlocks) {
    e.varying_blocks = true;
    e.bits = -1;
    e.block_table_offset = block_table;
  }
  made.data.assign(parameters.rest().begin(), parameters.rest().end());
  e.length = static_cast<int64_t>(made.data.size());
  return made;
}

/// Whether some value runs over 64 bits: then the order of packed numbers is not that of values,
/// and ranges, which are answered on packed numbers, mean nothing. No writer makes such bytes.
bool runs_over(const Case& c) {
  bool over = false;
  visit_numbers(c.encoding, guarded_input(c.data), {}, [&](const model::Fact& block) {
    if (block.part == "block_table" || block.bits <= 0 || !c.encoding.table.empty()) return;
    const size_t header = c.encoding.varying_blocks ? 13 : 0;
    std::vector<int64_t> packed(block.count);
    packing::direct_unpack(std::span(c.data).subspan(block.offset + header, block.length - header),
                           block.bits, 0, packed);
    for (const int64_t value : packed) {
      const auto whole = static_cast<__int128>(static_cast<uint64_t>(value)) * c.encoding.gcd;
      over |= whole + *block.min > INT64_MAX;
    }
  });
  return over;
}

void check_gather(const model::Numbers& numbers, std::span<const int64_t> values, size_t gap) {
  std::vector<uint64_t> positions;
  for (size_t i = gap / 2; i < values.size(); i += 1 + i % gap) positions.push_back(i);
  std::vector<int64_t> found(positions.size());
  numbers.gather(positions, found);
  for (size_t i = 0; i < found.size(); ++i) {
    expect(found[i] == values[positions[i]], "gathered values are those of the positions");
  }
}

void check_range(const model::Numbers& numbers, std::span<const int64_t> values, int64_t low,
                 int64_t high) {
  const uint64_t first = values.size() / 5, count = values.size() - first;
  constexpr uint64_t kShift = 37;
  std::vector<uint64_t> found((count + kShift) / 64 + 1), expected(found.size());
  numbers.range_into_words(first, count, low, high, found, kShift);
  for (uint64_t i = 0; i < count; ++i) {
    const bool inside = low <= values[first + i] && values[first + i] <= high;
    expected[(i + kShift) / 64] |= uint64_t{inside} << ((i + kShift) % 64);
  }
  expect(found == expected, "a range of packed values is that of the values");
}

NumericEncoding write(std::span<const int64_t> values, Bytes& data) {
  codec::NumberStatistics statistics(false);
  statistics.add(values);
  statistics.finish();
  const NumberEncoding chosen = choose_encoding(statistics);
  NumericEncoding e;
  e.num_values = static_cast<int64_t>(values.size());
  e.bits = chosen.bits;
  e.min = chosen.min;
  e.gcd = chosen.gcd;
  e.table.assign(chosen.table.begin(), chosen.table.end());
  e.varying_blocks = chosen.kind == NumberEncoding::Kind::varying_blocks;
  data = written_by([&](store::Output& out) {
    if (chosen.kind == NumberEncoding::Kind::constant) return;
    NumbersWriter writer(chosen, statistics, out);
    writer.add(values);
    e.block_table_offset = writer.finish();
  });
  e.length = static_cast<int64_t>(data.size());
  return e;
}

}  // namespace

void run_one(std::span<const std::byte> input) {
  const Case c = parse(input);
  const auto numbers = open_numbers(c.encoding, guarded_input(c.data), "f");
  std::vector<int64_t> values(numbers->size());
  numbers->values(0, values);
  for (size_t i = 0; i < values.size(); i += 1 + values.size() / 50) {
    expect(numbers->value(i) == values[i], "one value is that of the run");
  }
  for (const size_t gap : {2, 900}) check_gather(*numbers, values, gap);
  if (!runs_over(c)) check_range(*numbers, values, c.low, c.high);

  Bytes data;
  const NumericEncoding encoding = write(values, data);
  const auto again = open_numbers(encoding, guarded_input(data), "f");
  std::vector<int64_t> back(values.size());
  again->values(0, back);
  expect(back == values, "what was written is read");
  check_range(*again, values, c.low, c.high);
}

std::vector<Bytes> seeds() {
  std::vector<Bytes> all;
  const auto add = [&](size_t count, auto&& value) {
    std::vector<int64_t> values(count);
    for (size_t i = 0; i < count; ++i) values[i] = value(static_cast<int64_t>(i));
    Bytes data;
    const NumericEncoding e = write(values, data);
    const auto& widths = packing::kDirectWidths;
    Bytes seed = {static_cast<std::byte>(e.varying_blocks   ? kBlocks
                                         : !e.table.empty() ? kTable
                                         : e.bits == 0      ? kConstant
                                                            : kOneWidth)};
    append(seed, count, 4);
    append(seed, static_cast<uint64_t>(std::ranges::find(widths, e.bits) - widths.begin()), 1);
    append(seed, static_cast<uint64_t>(e.min), 8);
    append(seed, static_cast<uint64_t>(e.gcd), 8);
    append(seed, static_cast<uint64_t>(e.block_table_offset), 2);
    append(seed, static_cast<uint64_t>(values[count / 2]), 8);
    append(seed, static_cast<uint64_t>(values[count / 2] + 1000), 8);
    Bytes table;
    for (const int64_t v : e.table) append(table, static_cast<uint64_t>(v), 8);
    append_part(seed, table);
    append(seed, data);
    all.push_back(seed);
  };
  add(50, [](int64_t) { return 7; });
  add(300, [](int64_t i) { return i % 5 * 1'000'000'007; });
  for (const int bits : {1, 2, 4, 8, 12, 16, 20, 24, 28, 32, 40, 48, 56, 64}) {
    add(600, [bits](int64_t i) {
      const auto mixed = static_cast<uint64_t>(i) * 0x9E3779B97F4A7C15;
      return static_cast<int64_t>(mixed >> (64 - bits)) * (bits < 32 ? 3 : 1) - 5;
    });
  }
  add(17000, [](int64_t i) { return i < 16384 ? i % 16 : i << 20; });
  add(33000, [](int64_t i) { return i / 16384 == 1 ? 5 : i * i % 4001; });
  return all;
}

}  // namespace segsmith::fuzz
