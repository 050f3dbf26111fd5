// SPDX-License-Identifier: Apache-2.0
#include "index/segment_flusher.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "bkd/point_buffer.h"
#include "bkd/point_encoding.h"
#include "index/field_hash_order.h"
#include "index/segment_sort.h"

namespace segsmith::index {
namespace {

/// One flush: holds what the fields share.
class Flush {
 public:
  Flush(SegmentBuffer& buffer, SegmentWriter& writer)
      : buffer_(buffer), writer_(writer), terms_(buffer.fields().size()), permutation_(sort()) {}

  void run() {
    begin_columns();
    for (const size_t i : hash_order()) flush_field(buffer_.appearance()[i]);
    flush_stored();
  }

 private:
  const FieldMapping& mapping(int32_t field) const {
    return buffer_.mapping().fields()[static_cast<size_t>(field)];
  }
  FieldBuffer& field_buffer(int32_t field) { return buffer_.fields()[static_cast<size_t>(field)]; }

  std::optional<DocPermutation> sort();
  SortColumn sort_column(const model::SortField& key);
  void fill_keys(const model::SortField& key, const NumberBuffer& numbers,
                 std::span<const int64_t> ordinals, std::vector<int64_t>& keys) const;
  const std::vector<int32_t>& sorted_terms(int32_t field);
  std::vector<int64_t> ordinals_of(int32_t field);
  void begin_columns();
  std::vector<size_t> hash_order() const;
  void flush_field(int32_t field);
  void flush_points(int32_t field, const model::FieldInfo& info);
  void flush_doc_values(int32_t field, const model::FieldInfo& info);
  void flush_stored();

  SegmentBuffer& buffer_;
  SegmentWriter& writer_;
  /// By field: the dictionary in order, once it was asked for.
  std::vector<std::optional<std::vector<int32_t>>> terms_;
  std::optional<DocPermutation> permutation_;
};

const std::vector<int32_t>& Flush::sorted_terms(int32_t field) {
  auto& sorted = terms_[static_cast<size_t>(field)];
  if (!sorted) {
    const FieldBuffer& f = field_buffer(field);
    std::vector<bool> used;
    if (f.rolled_back) {
      used.resize(static_cast<size_t>(f.terms->size()));
      for (const int64_t id : f.numbers.values()) used[static_cast<size_t>(id)] = true;
    }
    sorted = f.terms->sorted(used);
  }
  return *sorted;
}

/// By number of a term, its ordinal.
std::vector<int64_t> Flush::ordinals_of(int32_t field) {
  const auto& sorted = sorted_terms(field);
  std::vector<int64_t> out(static_cast<size_t>(field_buffer(field).terms->size()), -1);
  for (size_t i = 0; i < sorted.size(); ++i) {
    out[static_cast<size_t>(sorted[i])] = static_cast<int64_t>(i);
  }
  return out;
}

void Flush::fill_keys(const model::SortField& key, const NumberBuffer& numbers,
                      std::span<const int64_t> ordinals, std::vector<int64_t>& keys) const {
  const auto key_of = [&](int64_t value) {
    return ordinals.empty() ? value : ordinals[static_cast<size_t>(value)];
  };
  size_t at = 0;
  for (size_t i = 0; i < static_cast<size_t>(numbers.count()); ++i) {
    const auto n = numbers.multi_valued() ? static_cast<size_t>(numbers.counts()[i]) : 1;
    int64_t chosen = key_of(numbers.values()[at]);
    for (size_t v = at + 1; v < at + n; ++v) {
      const int64_t other = key_of(numbers.values()[v]);
      chosen = key.selector == model::SortSelector::max ? std::max(chosen, other)
                                                        : std::min(chosen, other);
    }
    at += n;
    keys[numbers.docs().empty() ? i : static_cast<size_t>(numbers.docs()[i])] = chosen;
  }
}

SortColumn Flush::sort_column(const model::SortField& key) {
  const FieldMapping* mapped = buffer_.mapping().find(key.field);
  const auto field = static_cast<int32_t>(mapped - buffer_.mapping().fields().data());
  const NumberBuffer& numbers = field_buffer(field).numbers;
  SortColumn column{.keys = {}, .reverse = key.reverse};
  int64_t missing = key.missing_bits;
  std::vector<int64_t> ordinals;
  if (key.type == model::SortType::string) {
    ordinals = ordinals_of(field);
    missing = key.missing == model::MissingValue::string_last ? INT32_MAX : INT32_MIN;
  }
  column.keys.assign(static_cast<size_t>(buffer_.documents()), missing);
  fill_keys(key, numbers, ordinals, column.keys);
  return column;
}

std::optional<DocPermutation> Flush::sort() {
  std::vector<SortColumn> columns;
  for (const auto& key : writer_.target().sort) columns.push_back(sort_column(key));
  return sort_documents(columns);
}

void Flush::begin_columns() {
  std::vector<int32_t> fields = buffer_.appearance();
  std::ranges::sort(fields);
  std::vector<model::FieldInfo> infos;
  for (const int32_t field : fields) infos.push_back(mapping(field).info);
  // An index that is appended to numbers fields in its own way.
  std::ranges::sort(infos, {}, &model::FieldInfo::number);
  writer_.begin_columns(std::move(infos), buffer_.documents());
}

std::vector<size_t> Flush::hash_order() const {
  std::vector<std::string_view> names;
  for (const int32_t field : buffer_.appearance()) names.push_back(mapping(field).name);
  return field_hash_order(names);
}

void Flush::flush_field(int32_t field) {
  const model::FieldInfo& info = *writer_.fields().find(mapping(field).info.number);
  FieldBuffer& f = field_buffer(field);
  // The order in which points of several dimensions were added may decide bytes, also in a sorted
  // segment.
  const bool points_first = info.has_points() && info.point_dims > 1;
  if (points_first) flush_points(field, info);
  // In new order ascending documents stay ascending for every consumer below.
  if (permutation_) f.numbers.permute(*permutation_);
  if (info.has_points() && !points_first) flush_points(field, info);
  if (info.has_doc_values()) flush_doc_values(field, info);
}

/// Packed bytes of a number whose point has `width` bytes.
template <class Encode>
void pack_points(const NumberBuffer& numbers, size_t width, bkd::PointBuffer& out, Encode encode) {
  constexpr size_t kBlock = 1024;
  std::vector<int32_t> docs;
  std::vector<std::byte> values(kBlock * width);
  size_t used = 0;
  const auto flush = [&] {
    out.add_all(docs, std::span(values).first(used * width));
    docs.clear();
    used = 0;
  };
  out.reserve(numbers.values().size());
  size_t at = 0;
  for (size_t i = 0; i < static_cast<size_t>(numbers.count()); ++i) {
    const int32_t doc = numbers.docs().empty() ? static_cast<int32_t>(i) : numbers.docs()[i];
    const int32_t n = numbers.multi_valued() ? numbers.counts()[i] : 1;
    for (int32_t v = 0; v < n; ++v) {
      encode(numbers.values()[at++], values.data() + used * width);
      docs.push_back(doc);
      if (++used == kBlock) flush();
    }
  }
  flush();
}

void Flush::flush_points(int32_t field, const model::FieldInfo& info) {
  const FieldBuffer& f = field_buffer(field);
  const auto width = static_cast<size_t>(info.point_dims) * static_cast<size_t>(info.point_bytes);
  bkd::PointBuffer points(width);
  const auto copy = [](const auto& bytes, std::byte* to) {
    std::memcpy(to, bytes.data(), bytes.size());
  };
  if (f.arena) {
    pack_points(f.numbers, width, points, [&](int64_t place, std::byte* to) {
      copy(f.arena->get(static_cast<uint64_t>(place)), to);
    });
  } else if (f.terms) {
    pack_points(f.numbers, width, points, [&](int64_t id, std::byte* to) {
      copy(f.terms->term(static_cast<int32_t>(id)), to);
    });
  } else if (mapping(field).kind == FieldKind::geo_point) {
    pack_points(f.numbers, width, points,
                [&](int64_t v, std::byte* to) { copy(bkd::encode_lat_lon(v), to); });
  } else if (width == 8) {
    pack_points(f.numbers, width, points,
                [&](int64_t v, std::byte* to) { copy(bkd::encode_long(v), to); });
  } else if (width == 4) {
    pack_points(f.numbers, width, points, [&](int64_t v, std::byte* to) {
      copy(bkd::encode_int(static_cast<int32_t>(v)), to);
    });
  } else {
    pack_points(f.numbers, width, points, [&](int64_t v, std::byte* to) {
      copy(bkd::encode_short(static_cast<int16_t>(v)), to);
    });
  }
  if (permutation_ && info.point_dims > 1) points.map_docs(permutation_->old_to_new);
  writer_.points().add_flush(info, points);
}

void Flush::flush_doc_values(int32_t field, const model::FieldInfo& info) {
  FieldBuffer& f = field_buffer(field);
  codec::DocValuesWriter& out = writer_.doc_values(info);
  switch (info.doc_values_type) {
    case model::DocValuesType::binary: {
      const auto column = column_of(f.numbers, *f.arena);
      out.add_binary(info, *column);
      return;
    }
    case model::DocValuesType::numeric: {
      const auto column = column_of(f.numbers);
      out.add_numeric(info, *column);
      return;
    }
    case model::DocValuesType::sorted_numeric: {
      f.numbers.sort_within_documents();
      const auto column = column_of(f.numbers);
      out.add_sorted_numeric(info, *column);
      return;
    }
    default:
      break;
  }
  const std::vector<int64_t> ordinals = ordinals_of(field);
  for (int64_t& value : f.numbers.values()) value = ordinals[static_cast<size_t>(value)];
  f.numbers.sort_and_unite_within_documents();
  const auto column = column_of(f.numbers);
  const auto terms = terms_of(*f.terms, sorted_terms(field));
  if (info.doc_values_type == model::DocValuesType::sorted) {
    out.add_sorted(info, *terms, *column);
  } else {
    out.add_sorted_set(info, *terms, *column);
  }
}

void Flush::flush_stored() {
  const StoredBuffer& stored = buffer_.stored();
  const auto stores = [](const FieldMapping& field) {
    return field.stored || field.kind == FieldKind::source;
  };
  // Without stored values the writer gives each document an empty one.
  if (std::ranges::none_of(buffer_.mapping().fields(), stores)) return;
  for (int32_t doc = 0; doc < stored.documents(); ++doc) {
    const int32_t old = permutation_ ? permutation_->new_to_old[static_cast<size_t>(doc)] : doc;
    stored.write(old, writer_.stored_fields());
  }
}

}  // namespace

model::SegmentCommitInfo flush_segment(SegmentBuffer& buffer, SegmentWriter& writer,
                                       const CompoundRule& compound) {
  Flush(buffer, writer).run();
  return writer.finish(compound);
}

}  // namespace segsmith::index
