// SPDX-License-Identifier: Apache-2.0
// Indices for the side-by-side run: doc values alone, each field of one kind, from a formula of the
// document, so that nothing but the index is kept.
#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "bench/timer.h"
#include "bkd/point_buffer.h"
#include "bkd/point_encoding.h"
#include "index/new_segment.h"

namespace segsmith::bench {
namespace {

/// 64 bits that look random, of a document of a field (SplitMix64's mixing).
uint64_t mix(uint64_t seed, uint64_t doc) {
  uint64_t x = (doc + seed * 0x632BE59BD9B4E019) * 0x9E3779B97F4A7C15;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EB;
  return x ^ (x >> 31);
}

/// One field: which documents have a value, and which.
struct Formula {
  std::function<bool(int32_t doc)> has = [](int32_t) { return true; };
  std::function<int64_t(int32_t doc)> value;
};

constexpr int64_t kTime = 1'700'000'000'000;

Formula formula(const std::string& kind) {
  uint64_t seed = 0;
  for (const char c : kind) seed = seed * 31 + static_cast<unsigned char>(c);
  const auto random = [seed](int32_t doc) { return mix(seed, static_cast<uint64_t>(doc)); };
  const auto below = [random](int64_t n) {
    return [random, n](int32_t doc) {
      return static_cast<int64_t>(random(doc) % static_cast<uint64_t>(n));
    };
  };
  Formula made;
  if (kind.starts_with("bits_")) {
    const int bits = std::stoi(kind.substr(5));
    made.value = [random, bits](int32_t doc) {
      return static_cast<int64_t>(random(doc) >> (64 - bits));
    };
  } else if (kind == "gcd") {
    made.value = [v = below(100'000)](int32_t doc) { return kTime + v(doc) * 1000; };
  } else if (kind == "table") {
    made.value = [v = below(200)](int32_t doc) { return v(doc) * 1'000'003 - 77; };
  } else if (kind == "time") {
    made.value = [v = below(10)](int32_t doc) { return kTime + doc * int64_t{10} + v(doc); };
  } else if (kind == "late_time") {  // Up to 20 s late, so leaves hold documents out of order.
    made.value = [v = below(20'000)](int32_t doc) { return kTime + doc * int64_t{10} - v(doc); };
  } else if (kind == "sparse" || kind == "dense") {
    const int every = kind == "sparse" ? 50 : 3;
    made.has = [v = below(every), kind](int32_t doc) {
      return (v(doc) == 0) == (kind == "sparse");
    };
    made.value = [random](int32_t doc) { return static_cast<int64_t>(random(doc) >> 44); };
  } else {
    throw InvalidArgument("no formula for a field '" + kind + "'");
  }
  return made;
}

class FormulaColumn final : public model::NumberColumn {
 public:
  FormulaColumn(Formula made, int32_t max_doc) : made_(std::move(made)), max_doc_(max_doc) {}

  void rewind() override { doc_ = 0; }
  bool next(model::NumberBlock& block) override {
    docs_.clear();
    values_.clear();
    for (; doc_ < max_doc_ && docs_.size() < model::kColumnBlockDocs; ++doc_) {
      if (!made_.has(doc_)) continue;
      docs_.push_back(doc_);
      values_.push_back(made_.value(doc_));
    }
    block = {{docs_, 0, docs_.size()}, {}, values_};
    return !docs_.empty();
  }

 private:
  Formula made_;
  int32_t max_doc_;
  int32_t doc_ = 0;
  std::vector<int32_t> docs_;
  std::vector<int64_t> values_;
};

/// The same values as points of 8 bytes.
void write_points(index::SegmentWriter& writer, const model::FieldInfo& field, int32_t docs) {
  const Formula made = formula(field.name);
  bkd::PointBuffer points(8);
  points.reserve(static_cast<size_t>(docs));
  for (int32_t doc = 0; doc < docs; ++doc) {
    if (made.has(doc)) points.add(doc, bkd::encode_long(made.value(doc)));
  }
  writer.points().add_flush(field, points);
}

}  // namespace

/// {"dir", "docs", "fields": [kinds], "skip_index": [kinds], "points": [kinds]}: one segment; each
/// field is named as its kind.
Json make_index(const Json& command) {
  const int32_t docs = command["docs"];
  const auto among = [&](const char* list, const std::string& kind) {
    const auto kinds = command.value(list, std::vector<std::string>());
    return std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
  };
  std::vector<model::FieldInfo> fields;
  for (const std::string& kind : command["fields"].get<std::vector<std::string>>()) {
    model::FieldInfo field{.name = kind,
                           .number = static_cast<int32_t>(fields.size()),
                           .doc_values_type = model::DocValuesType::numeric};
    if (among("skip_index", kind)) field.skip_index_type = model::SkipIndexType::range;
    if (among("points", kind)) {
      field.point_dims = field.point_index_dims = 1;
      field.point_bytes = 8;
    }
    fields.push_back(field);
  }
  index::NewSegment segment(command["dir"].get<std::string>(), {.seed = 42});
  segment.writer().begin_columns(fields, docs);
  for (const auto& field : fields) {
    FormulaColumn column(formula(field.name), docs);
    segment.writer().doc_values(field).add_numeric(field, column);
    if (field.has_points()) write_points(segment.writer(), field, docs);
  }
  segment.commit();
  return {{"docs", docs}};
}

}  // namespace segsmith::bench
