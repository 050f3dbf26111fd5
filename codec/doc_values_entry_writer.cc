// SPDX-License-Identifier: Apache-2.0
#include "codec/doc_values_entry_writer.h"

#include <algorithm>
#include <limits>
#include <string>
#include <vector>

#include "packing/direct_monotonic.h"
#include "util/error.h"

namespace segsmith::codec {

void check_shape(const model::FieldInfo& field, const model::NumberBlock& block,
                 bool may_have_several) {
  const bool counted = !block.counts.empty();
  if (counted ? block.counts.size() != block.docs.count || !may_have_several
              : block.values.size() != block.docs.count) {
    throw InvalidArgument("field '" + field.name + "': " + std::to_string(block.docs.count) +
                          " documents came with " + std::to_string(block.values.size()) +
                          " values");
  }
}

bool check_counts(const model::FieldInfo& field, const model::NumberBlock& block) {
  if (block.counts.empty()) return false;
  int32_t least = std::numeric_limits<int32_t>::max();
  int64_t sum = 0;
  for (const int32_t count : block.counts) {
    least = std::min(least, count);
    sum += count;
  }
  if (least < 1 || static_cast<uint64_t>(sum) != block.values.size()) {
    throw InvalidArgument("field '" + field.name +
                          "': the counts of values of a block do not add up");
  }
  return block.values.size() > block.docs.count;
}

void check_ordinals(const model::FieldInfo& field, packing::MinMax bounds, uint64_t gcd,
                    int64_t terms) {
  const bool none = bounds == packing::MinMax{};
  if (none ? terms == 0 : bounds.min == 0 && bounds.max == terms - 1 && gcd <= 1) return;
  throw InvalidArgument("field '" + field.name + "': ordinals do not cover a dictionary of " +
                        std::to_string(terms) + " terms");
}

void check_bytes(const model::FieldInfo& field, const model::DocBlock& docs,
                 const model::BytesBlock& values) {
  if (values.size() == docs.count) return;
  throw InvalidArgument("field '" + field.name + "': " + std::to_string(docs.count) +
                        " documents came with " + std::to_string(values.size()) + " values");
}

void fold_lengths(const model::BytesBlock& values, uint64_t& shortest, uint64_t& longest) {
  for (size_t i = 0; i < values.size(); ++i) {
    const uint64_t length = values.offsets[i + 1] - values.offsets[i];
    shortest = std::min(shortest, length);
    longest = std::max(longest, length);
  }
}

std::span<const std::byte> whole_of(const model::BytesBlock& values) {
  return values.bytes.subspan(values.offsets.front(),
                              values.offsets.back() - values.offsets.front());
}

void write_skip_meta(const skipper::SkipIndexMeta& skip, bool with_max_value_count,
                     store::Output& meta) {
  meta.le_long(skip.offset);
  meta.le_long(skip.length);
  meta.le_long(skip.max_value);
  meta.le_long(skip.min_value);
  meta.le_int(skip.doc_count);
  meta.le_int(skip.max_doc_id);
  if (with_max_value_count) meta.le_int(skip.max_value_count);
}

void write_docs_with_field(const DocsWithFieldMeta& docs, store::Output& meta) {
  meta.le_long(docs.offset);
  meta.le_long(docs.length);
  meta.le16(static_cast<uint16_t>(docs.jump_entries));
  meta.u8(static_cast<uint8_t>(docs.rank_power));
}

void write_binary_addresses(model::BytesColumn& values, int32_t doc_count, store::Output& meta,
                            store::Output& data) {
  const uint64_t start = data.position();
  meta.le64(start);
  meta.vint(kDirectMonotonicBlockShift);
  packing::DirectMonotonicWriter writer(meta, data, static_cast<uint64_t>(doc_count) + 1,
                                        kDirectMonotonicBlockShift);
  std::vector<int64_t> offsets = {0};
  int64_t written = 0;
  writer.add(offsets);
  model::DocBlock block;
  model::BytesBlock bytes;
  values.rewind();
  while (values.next(block, bytes)) {
    offsets.resize(bytes.size());
    for (size_t i = 0; i < bytes.size(); ++i) {
      offsets[i] = written + static_cast<int64_t>(bytes.offsets[i + 1] - bytes.offsets.front());
    }
    writer.add(offsets);
    written = offsets.back();
    block = {};
  }
  writer.finish();
  meta.le64(data.position() - start);
}

}  // namespace segsmith::codec
