// SPDX-License-Identifier: Apache-2.0
// Rows of decoding and of ranges over an index.
#include <malloc.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <string>
#include <vector>

#include "bench/timer.h"
#include "index/index_reader.h"
#include "lab/range_runner.h"

namespace segsmith::bench {
namespace {

using Reader = index::IndexReader;

/// Documents of a call, on Java's side too: 16 KB of values leave room in the first cache for what
/// is read.
constexpr size_t kBlock = 2048;

/// In four sums: with one, the loop takes one or two cycles a step by where the compiler happens to
/// put it, which is as long as decoding takes.
uint64_t sum_of(std::span<const int64_t> values) {
  std::array<uint64_t, 8> sums{};
  size_t i = 0;
  for (; values.size() - i >= sums.size(); i += sums.size()) {
    for (size_t k = 0; k < sums.size(); ++k) sums[k] += static_cast<uint64_t>(values[i + k]);
  }
  for (; i < values.size(); ++i) sums[0] += static_cast<uint64_t>(values[i]);
  return std::accumulate(sums.begin(), sums.end(), uint64_t{0});
}

/// Sum of all values through the column source: documents and values in blocks.
int64_t sequential(const Reader& reader, const std::string& name) {
  uint64_t sum = 0;
  for (const auto& segment : reader.segments()) {
    const auto parts = lab::field_parts(*segment, name);
    if (parts.values == nullptr) continue;
    const auto column = model::number_column(*parts.values);
    model::NumberBlock block;
    while (column->next(block)) {
      sum += sum_of(block.values);
    }
  }
  return static_cast<int64_t>(sum);
}

/// All values by blocks; sums what `fold` makes of each.
template <class Fold>
int64_t bulk(const Reader& reader, const std::string& name, Fold fold) {
  std::vector<int64_t> values(kBlock);
  uint64_t sum = 0;
  for (const auto& segment : reader.segments()) {
    const auto parts = lab::field_parts(*segment, name);
    if (parts.values == nullptr) continue;
    const model::Numbers& numbers = *parts.values->numbers;
    for (uint64_t first = 0; first < numbers.size(); first += kBlock) {
      const std::span block(values.data(), std::min<uint64_t>(kBlock, numbers.size() - first));
      numbers.values(first, block);
      sum += fold(block);
    }
  }
  return static_cast<int64_t>(sum);
}

/// The time of decoding alone: a block's last value stands for it, and the sums of all values are
/// compared beside.
void measure_bulk(Timer& timer, const Reader& reader, const std::string& field) {
  timer.measure(
      "bulk decode of " + field,
      [&] {
        return bulk(reader, field, [](std::span<const int64_t> block) {
          return static_cast<uint64_t>(block.back());
        });
      },
      [&] { return bulk(reader, field, sum_of); });
}

std::vector<std::string> number_fields(const Reader& reader) {
  std::vector<std::string> names;
  for (const auto& segment : reader.segments()) {
    for (const auto& field : segment->fields()) {
      const bool numbers = field.doc_values_type == model::DocValuesType::numeric ||
                           field.doc_values_type == model::DocValuesType::sorted_numeric;
      if (numbers && std::find(names.begin(), names.end(), field.name) == names.end()) {
        names.push_back(field.name);
      }
    }
  }
  return names;
}

bool single_valued(const Reader& reader, const std::string& name) {
  for (const auto& segment : reader.segments()) {
    const auto parts = lab::field_parts(*segment, name);
    if (parts.values != nullptr && !parts.values->single_valued()) return false;
  }
  return true;
}

/// Then values by position are values by document, which is what Java's bulk call gives.
bool every_doc_has_one(const Reader& reader, const std::string& name) {
  for (const auto& segment : reader.segments()) {
    const auto parts = lab::field_parts(*segment, name);
    if (parts.values != nullptr && parts.values->presence->kind() != model::Presence::Kind::all) {
      return false;
    }
  }
  return single_valued(reader, name);
}

void bench_decode(Timer& timer, const Reader& reader, const Json& command) {
  std::vector<std::string> fields = number_fields(reader);
  if (command.contains("fields")) fields = command["fields"].get<std::vector<std::string>>();
  for (const std::string& field : fields) {
    if (!command.value("bulk_only", false)) {
      timer.measure("sequential decode of " + field, [&] { return sequential(reader, field); });
    }
    if (every_doc_has_one(reader, field)) measure_bulk(timer, reader, field);
  }
}

std::string text_of(const Json& end) { return end.is_null() ? "*" : end.dump(); }

int64_t collect(const Reader& reader, const query::FieldRange& range, query::Via via,
                std::vector<BitSet>& bits) {
  int64_t count = 0;
  for (size_t s = 0; s < reader.segments().size(); ++s) {
    const auto& segment = *reader.segments()[s];
    bits[s].clear_range(0, bits[s].size());
    query::range_into_bit_set(lab::field_parts(segment, range.field), range, via, bits[s]);
    count += static_cast<int64_t>(bits[s].count());
  }
  return count;
}

bool has_structure(const Reader& reader, const std::string& field, query::Via via) {
  for (const auto& segment : reader.segments()) {
    const auto parts = lab::field_parts(*segment, field);
    if (parts.values == nullptr && parts.points == nullptr) continue;
    if (via == query::Via::points && parts.points == nullptr) return false;
    if (via == query::Via::skipper && parts.skip_index == nullptr) return false;
  }
  return true;
}

/// The "ways" of a range item, or all that the field has.
bool asks_for(const Json& item, const std::string& way) {
  if (!item.contains("ways")) return true;
  const Json& ways = item["ways"];
  return std::find(ways.begin(), ways.end(), way) != ways.end();
}

void bench_range(Timer& timer, const Reader& reader, const Json& item, std::vector<BitSet>& bits) {
  const std::string field = item["field"];
  const std::string name = field + "=" + text_of(item["lo"]) + ".." + text_of(item["hi"]);
  query::NumberRange bounds;
  if (item["lo"].is_number()) bounds.low = item["lo"];
  if (item["hi"].is_number()) bounds.high = item["hi"];
  const query::FieldRange range{field, bounds};
  if (single_valued(reader, field) && asks_for(item, "range to bitset")) {
    timer.measure("range to bitset " + name,
                  [&] { return collect(reader, range, query::Via::scan, bits); });
  }
  for (query::Via via : {query::Via::points, query::Via::skipper}) {
    if (!has_structure(reader, field, via)) continue;
    const lab::RangeRunner runner(range, via);
    const std::string way(query::name_of(via));
    if (asks_for(item, way + " count")) {
      timer.measure(way + " count " + name, [&] { return runner.count(reader); });
    }
    if (asks_for(item, way + " collect")) {
      timer.measure(way + " collect " + name, [&] { return collect(reader, range, via, bits); });
    }
  }
}

void bench_ranges(Timer& timer, const Reader& reader, const Json& command) {
  std::vector<BitSet> bits;
  for (const auto& segment : reader.segments())
    bits.emplace_back(static_cast<uint64_t>(segment->max_doc()));
  for (const Json& item : command["ranges"]) bench_range(timer, reader, item, bits);
}

/// Bytes that malloc has handed out.
int64_t heap_bytes() {
  const struct mallinfo2 info = mallinfo2();
  return static_cast<int64_t>(info.uordblks + info.hblkhd);
}

/// What an open index holds on the heap once every field's parts are built.
void measure_heap(Timer& timer, const std::string& dir) {
  const int64_t before = heap_bytes();
  const auto reader = Reader::open(dir);
  for (const auto& segment : reader->segments()) {
    for (const auto& field : segment->fields()) lab::field_parts(*segment, field.name);
  }
  const int64_t bytes = heap_bytes() - before;
  timer.put("heap of an open reader", {bytes}, bytes);
}

}  // namespace

void read_rows(Timer& timer, const Json& command) {
  const std::string dir = command["dir"];
  if (wanted(command, "open")) measure_heap(timer, dir);
  const auto reader = Reader::open(dir);
  if (wanted(command, "decode")) bench_decode(timer, *reader, command);
  if (wanted(command, "ranges")) bench_ranges(timer, *reader, command);
}

}  // namespace segsmith::bench
