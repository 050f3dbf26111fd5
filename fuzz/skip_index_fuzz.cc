// SPDX-License-Identifier: Apache-2.0
// Skip indexes. Input: u8 0 (entries: u64 least, u64 greatest value, u32 documents, u32 last
// document, u64 low, u64 high of a range, then the entries) or 1 (a column: u8 interval size, then
// two bytes a document: gap before it, value).
#include <utility>

#include "fuzz/framed_files.h"
#include "skipper/skip_blocks.h"
#include "skipper/skip_index_writer.h"

namespace segsmith::fuzz {
namespace {

using namespace skipper;

struct Column {
  std::vector<int32_t> docs;
  std::vector<int64_t> values;
};

/// Walks the blocks of a range; they move on, whatever the bytes say.
template <class Visit>
void walk(const std::shared_ptr<const SkipIndex>& index, int64_t low, int64_t high, Visit&& visit) {
  SkipBlocks blocks(index, low, high);
  SkipBlock block;
  int32_t end = 0;
  while (blocks.next(block)) {
    expect(block.first_doc >= end && block.end_doc > block.first_doc, "blocks move on");
    end = block.end_doc;
    visit(block);
  }
}

void run_entries(Parameters& parameters) {
  SkipIndexMeta meta;
  meta.min_value = static_cast<int64_t>(parameters.u64());
  meta.max_value = static_cast<int64_t>(parameters.u64());
  meta.doc_count = static_cast<int32_t>(parameters.u32());
  meta.max_doc_id = static_cast<int32_t>(parameters.u32());
  const auto low = static_cast<int64_t>(parameters.u64());
  const auto high = static_cast<int64_t>(parameters.u64());
  const auto entries = parameters.rest();
  meta.length = static_cast<int64_t>(entries.size());
  const auto index = std::make_shared<const SkipIndex>(meta, guarded_input(entries));
  walk(index, low, high, [](const SkipBlock&) {});
  SkipCursor cursor(index);
  for (int32_t doc = 0; cursor.advance(doc); doc = cursor.interval().max_doc + 1) {
    expect(cursor.interval().max_doc >= doc, "the interval ends at or after the document");
  }
  for (int level = 0; level < kMaxLevels; ++level) index->intervals(level);
}

std::shared_ptr<const SkipIndex> write(const Column& column, int32_t interval_size) {
  SkipIndexMeta meta;
  const Bytes entries = written_by([&](store::Output& out) {
    SkipIndexWriter writer(out, interval_size);
    if (!column.docs.empty()) {
      model::NumberBlock block;
      block.docs = {column.docs, 0, column.docs.size()};
      block.values = column.values;
      writer.add(block);
    }
    meta = writer.finish();
  });
  return std::make_shared<const SkipIndex>(meta, guarded_input(entries));
}

/// The blocks against the values: what is proven holds, and what is left out does not match.
void check_blocks(const std::shared_ptr<const SkipIndex>& index, const Column& column, int64_t low,
                  int64_t high) {
  size_t next = 0;
  const auto inside = [&](size_t i) { return low <= column.values[i] && column.values[i] <= high; };
  walk(index, low, high, [&](const SkipBlock& block) {
    for (; next < column.docs.size() && column.docs[next] < block.first_doc; ++next) {
      expect(!inside(next), "no match lies outside the blocks");
    }
    int32_t present = 0;
    for (; next < column.docs.size() && column.docs[next] < block.end_doc; ++next, ++present) {
      expect(block.match == Match::maybe || inside(next), "proven documents match");
    }
    expect(block.match != Match::yes || present == block.end_doc - block.first_doc,
           "proven documents have values");
  });
  for (; next < column.docs.size(); ++next) expect(!inside(next), "no match behind the blocks");
}

void run_column(Parameters& parameters) {
  const int32_t interval_size = 2 + parameters.u8() % 30;
  const auto low = static_cast<int8_t>(parameters.u8());
  const auto high = static_cast<int8_t>(parameters.u8());
  Column column;
  for (int32_t doc = -1; !parameters.rest().empty();) {
    const uint8_t gap = parameters.u8();
    doc += 1 + (gap > 128 ? gap - 128 : 0);
    column.docs.push_back(doc);
    column.values.push_back(static_cast<int8_t>(parameters.u8()));
  }
  const auto index = write(column, interval_size);
  check_blocks(index, column, low, high);
  int32_t docs = 0;
  for (const Interval& interval : index->intervals(0)) docs += interval.doc_count;
  expect(docs == static_cast<int32_t>(column.docs.size()), "every document lies in an interval");
}

Bytes entries_seed(int32_t docs, int32_t step) {
  Column column;
  for (int32_t i = 0; i < docs; ++i) {
    column.docs.push_back(i * step);
    column.values.push_back(i / 20 * 5);
  }
  const auto index = write(column, 4);
  Bytes seed = {std::byte{0}};
  append(seed, static_cast<uint64_t>(index->min_value()), 8);
  append(seed, static_cast<uint64_t>(index->max_value()), 8);
  append(seed, static_cast<uint64_t>(index->doc_count()), 4);
  append(seed, static_cast<uint64_t>(index->meta().max_doc_id), 4);
  append(seed, 10, 8);
  append(seed, 60, 8);
  append(seed, index->entries().bytes());
  return seed;
}

}  // namespace

void run_one(std::span<const std::byte> input) {
  Parameters parameters(input);
  if (parameters.u8() % 2 == 0) return run_entries(parameters);
  run_column(parameters);
}

std::vector<Bytes> seeds() {
  std::vector<Bytes> all;
  for (const int32_t docs : {1, 30, 300}) {
    for (const int32_t step : {1, 3}) all.push_back(entries_seed(docs, step));
  }
  for (const size_t docs : {1, 100, 1500}) {
    Bytes seed = {std::byte{1}, std::byte{4}, std::byte{3}, std::byte{40}};
    for (size_t i = 0; i < docs; ++i) {
      seed.push_back(static_cast<std::byte>(i % 97 == 0 ? 140 : 0));
      seed.push_back(static_cast<std::byte>(i / 16));
    }
    all.push_back(seed);
  }
  return all;
}

}  // namespace segsmith::fuzz
