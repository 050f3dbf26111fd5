// SPDX-License-Identifier: Apache-2.0
#include "bkd/bkd_meta.h"
#include "codec/lucene90_points_format.h"

#include "codec/file_names.h"
#include "codec/points_format.h"
#include "store/codec_util.h"
#include "util/error.h"

namespace segsmith::codec {

namespace {

using namespace lucene90_points;

/// Lucene90PointsWriter: all fields share the three files.
class Lucene90PointsWriter final : public PointsWriter {
 public:
  Lucene90PointsWriter(const SegmentWriteState& state, const PointsWriteOptions& options)
      : max_doc_(state.max_doc),
        version_(state.release->points_version),
        spill_(state.directory, state.segment),
        tree_options_{.version = bkd_version(state.release->points_version),
                      .max_mb_sort_in_heap = options.max_mb_sort_in_heap,
                      .spill = &spill_},
        data_(create(state, kDataExtension, kDataCodec)),
        meta_(create(state, kMetaExtension, kMetaCodec)),
        index_(create(state, kIndexExtension, kIndexCodec)) {}

  void add_flush(const model::FieldInfo& field, bkd::PointBuffer& points) override {
    bkd::BkdWriter writer(config_of(field), max_doc_, tree_options_);
    add(field, writer.write_flush(points.values(), points.docs(), index_, data_));
  }

  void add_merge(const model::FieldInfo& field,
                 std::span<const PointsMergeSource> sources) override {
    std::vector<PointsMergeSource> present;
    for (const auto& source : sources) {
      if (source.reader != nullptr) present.push_back(source);
    }
    bkd::BkdWriter writer(config_of(field), max_doc_, tree_options_);
    add(field, writer.write_merge(present, index_, data_));
  }

  void finish() override {
    meta_.le_int(-1);
    store::write_footer(index_);
    store::write_footer(data_);
    meta_.le_long(static_cast<int64_t>(index_.position()));
    meta_.le_long(static_cast<int64_t>(data_.position()));
    store::write_footer(meta_);
    for (store::Output* out : {&meta_, &index_, &data_}) out->close();
  }

  std::vector<std::string> files() const override {
    return {data_.name(), meta_.name(), index_.name()};
  }
  size_t peak_temporary_files() const override { return spill_.peak(); }

 private:
  store::Output create(const SegmentWriteState& state, std::string_view extension,
                       std::string_view codec) const {
    store::Output out =
        state.directory.create(segment_file_name(state.segment, state.suffix, extension));
    store::write_index_header(out, codec, version_, state.id, state.suffix);
    return out;
  }

  static bkd::BkdConfig config_of(const model::FieldInfo& field) {
    return {field.point_dims, field.point_index_dims, field.point_bytes,
            bkd::kDefaultMaxPointsInLeaf};
  }

  /// A field of which no point is left has no entry.
  void add(const model::FieldInfo& field, const std::optional<bkd::BkdMeta>& tree) {
    if (!tree) return;
    meta_.le_int(field.number);
    bkd::write_bkd_meta(meta_, *tree);
  }

  int32_t max_doc_;
  int32_t version_;
  bkd::SpillFiles spill_;
  bkd::BkdWriterOptions tree_options_;
  store::Output data_;
  store::Output meta_;
  store::Output index_;
};

}  // namespace

std::unique_ptr<PointsWriter> lucene90_points_writer(const SegmentWriteState& state,
                                                     const PointsWriteOptions& options) {
  return std::make_unique<Lucene90PointsWriter>(state, options);
}

}  // namespace segsmith::codec
