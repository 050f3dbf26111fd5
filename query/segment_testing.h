// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <memory>
#include <random>
#include <utility>
#include <vector>

#include "bkd/point_encoding.h"
#include "codec/doc_values_test_support.h"
#include "codec/points_format.h"
#include "codec/points_support.h"
#include "query/range_query.h"

/// Segments of one field in memory, for the tests of queries.
namespace segsmith::query::testing {

using codec::testing::PlainField;
using model::DocValuesType;
using Random = std::mt19937_64;

/// One field of a segment in memory, with doc values, skip index and points.
class Segment {
 public:
  explicit Segment(PlainField plain, const codec::DocValuesFormat& format)
      : plain_(std::move(plain)) {
    plain_.info.skip_index_type = plain_.info.doc_values_type == DocValuesType::binary
                                      ? model::SkipIndexType::none
                                      : model::SkipIndexType::range;
    const Id id = IdSource(1).next();
    codec::testing::write_fields(format,
                                 {.directory = directory_,
                                  .segment = "_0",
                                  .id = id,
                                  .max_doc = plain_.max_doc(),
                                  .suffix = "T_0",
                                  .skip_index_interval_size = 64},
                                 {plain_});
    infos_ = codec::testing::field_infos({plain_});
    reader_ = format.reader({directory_, "_0", id, plain_.max_doc(), "T_0"}, infos_);
    parts_.max_doc = plain_.max_doc();
    parts_.values = &reader_->field(plain_.info);
    parts_.skip_index = reader_->skip_index(plain_.info);
    if (plain_.has_numbers() && codec::points_are_built()) write_points(id);
  }

  FieldParts parts() const { return parts_; }
  const PlainField& plain() const { return plain_; }

 private:
  void write_points(const Id& id) {
    model::FieldInfo info = plain_.info;
    info.point_dims = info.point_index_dims = 1;
    info.point_bytes = 8;
    bkd::PointBuffer buffer(8);
    for (size_t doc = 0; doc < plain_.numbers.size(); ++doc) {
      for (int64_t v : plain_.numbers[doc])
        buffer.add(static_cast<int32_t>(doc), bkd::encode_long(v));
    }
    if (buffer.empty()) return;
    const auto writer = codec::lucene90_points_writer({.directory = directory_,
                                                       .segment = "_0",
                                                       .id = id,
                                                       .max_doc = plain_.max_doc(),
                                                       .suffix = ""});
    writer->add_flush(info, buffer);
    writer->finish();
    points_ = codec::lucene90_points_reader({directory_, "_0", id, plain_.max_doc(), ""},
                                            model::FieldInfos({info}));
    parts_.points = points_->field(info);
  }

  PlainField plain_;
  store::MemoryDirectory directory_;
  model::FieldInfos infos_;
  std::unique_ptr<codec::DocValuesReader> reader_;
  std::unique_ptr<codec::PointsReader> points_;
  FieldParts parts_;
};

inline BitSet random_live_docs(Random& random, int32_t max_doc) {
  BitSet live(static_cast<uint64_t>(max_doc), true);
  for (int i = 0; i < max_doc / 10; ++i) live.clear(random() % live.size());
  return live;
}

template <class Make>
PlainField numbers_field(DocValuesType type, int32_t max_doc, Make&& make) {
  PlainField field;
  field.info.name = "x";
  field.info.doc_values_type = type;
  field.numbers.resize(static_cast<size_t>(max_doc));
  for (int32_t d = 0; d < max_doc; ++d) {
    make(d, field.numbers[static_cast<size_t>(d)]);
    std::sort(field.numbers[static_cast<size_t>(d)].begin(),
              field.numbers[static_cast<size_t>(d)].end());
  }
  return field;
}

template <class Make>
PlainField strings_field(DocValuesType type, int32_t max_doc, Make&& make) {
  PlainField field;
  field.info.name = "x";
  field.info.doc_values_type = type;
  field.strings.resize(static_cast<size_t>(max_doc));
  for (int32_t d = 0; d < max_doc; ++d) make(d, field.strings[static_cast<size_t>(d)]);
  return field;
}

}  // namespace segsmith::query::testing
