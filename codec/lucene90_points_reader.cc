// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "codec/lucene90_points_format.h"

#include "codec/file_names.h"
#include "codec/points_format.h"
#include "store/codec_util.h"

namespace segsmith::codec {

namespace {

using namespace lucene90_points;

/// One field's entry of `.kdm`.
struct Entry {
  model::FieldInfo field;
  bkd::BkdMeta meta;
  uint64_t offset = 0;  ///< In `.kdm`.
  uint64_t length = 0;
  std::shared_ptr<const bkd::BkdReader> reader;
};

/// What `.kdm` holds besides the fields, and where it lies.
struct Layout {
  uint64_t header = 0;  ///< Bytes of the index header of `.kdm`.
  uint64_t end = 0;     ///< Position of the closing -1.
  uint64_t index_length = 0;
  uint64_t data_length = 0;
};

/// Lucene90PointsReader.
class Lucene90PointsReader final : public PointsReader {
 public:
  Lucene90PointsReader(const SegmentReadState& state, const model::FieldInfos& fields)
      : state_(state),
        data_(open(kDataExtension)),
        meta_(open(kMetaExtension)),
        index_(open(kIndexExtension)) {
    store::verify_checksum(meta_);
    version_ = read_header(meta_, kMetaCodec, layout_.header);
    read_fields(fields);
    check_lengths();
    data_header_ = check_version(data_, kDataCodec);
    index_header_ = check_version(index_, kIndexCodec);
    make_readers();
  }

  std::shared_ptr<const bkd::BkdReader> field(const model::FieldInfo& field) const override {
    for (const Entry& entry : entries_) {
      if (entry.field.number == field.number) return entry.reader;
    }
    return nullptr;
  }

  void check_integrity() const override {
    store::verify_checksum(data_);
    store::verify_checksum(index_);
    store::verify_checksum(meta_);
  }

  void visit(const model::FactVisitor& visitor) const override {
    visit_data(visitor);
    visit_index(visitor);
    visit_meta(visitor);
  }

 private:
  store::Input open(std::string_view extension) const {
    return state_.directory.open(segment_file_name(state_.segment, state_.suffix, extension));
  }

  int32_t read_header(const store::Input& file, std::string_view codec, uint64_t& length) const {
    store::Cursor in(file);
    const int32_t version = store::check_index_header(in, codec, kVersionStart, kVersionCurrent,
                                                      state_.id, state_.suffix);
    length = in.position();
    return version;
  }

  /// The header's length, once its version agrees with that of `.kdm`.
  uint64_t check_version(const store::Input& file, std::string_view codec) const {
    uint64_t length = 0;
    const int32_t version = store::parse_checked(file, [&] {
      store::check_footer(file);
      return read_header(file, codec, length);
    });
    if (version != version_) {
      file.corrupt(0, "version " + std::to_string(version_) + ", as the metadata has",
                   std::to_string(version));
    }
    return length;
  }

  void read_fields(const model::FieldInfos& fields) {
    store::Cursor in(store::without_footer(meta_), layout_.header);
    for (;;) {
      layout_.end = in.position();
      const int32_t number = in.le_int();
      if (number == -1) break;
      const model::FieldInfo* field = fields.find(number);
      if (field == nullptr || !field->has_points()) {
        in.corrupt("the number of a field with points", std::to_string(number));
      }
      if (this->field(*field) != nullptr) in.corrupt("a field once", field->name + " again");
      Entry entry{*field, bkd::read_bkd_meta(in), layout_.end, 0, nullptr};
      entry.length = in.position() - layout_.end;
      check_shape(in, entry);
      entries_.push_back(std::move(entry));
    }
    layout_.index_length = in.le64();
    layout_.data_length = in.le64();
    if (in.remaining() != 0) {
      in.corrupt("the end of the metadata", std::to_string(in.remaining()) + " more bytes");
    }
  }

  void check_shape(const store::Cursor& in, const Entry& entry) const {
    const bkd::BkdConfig& config = entry.meta.config;
    const model::FieldInfo& field = entry.field;
    if (config.dims != field.point_dims || config.index_dims != field.point_index_dims ||
        config.bytes_per_dim != field.point_bytes) {
      in.corrupt("points of " + std::to_string(field.point_dims) + " dimensions of " +
                     std::to_string(field.point_bytes) + " bytes for field '" + field.name + "'",
                 std::to_string(config.dims) + " of " + std::to_string(config.bytes_per_dim));
    }
  }

  void check_lengths() const {
    const auto check = [&](const store::Input& file, uint64_t length) {
      if (file.size() != length) {
        file.corrupt(
            std::min(file.size(), length), std::to_string(length) + " bytes, as the metadata says",
            std::to_string(file.size()) + (file.size() < length ? " (truncated)" : " (extended)"));
      }
    };
    check(index_, layout_.index_length);
    check(data_, layout_.data_length);
  }

  /// Trees lie one after another in both files, in the order of the metadata.
  void make_readers() {
    const store::Input data = store::without_footer(data_);
    const store::Input index = store::without_footer(index_);
    uint64_t index_at = index_header_;
    uint64_t data_at = data_header_;
    for (size_t i = 0; i < entries_.size(); ++i) {
      Entry& entry = entries_[i];
      const uint64_t end = i + 1 < entries_.size()
                               ? static_cast<uint64_t>(entries_[i + 1].meta.data_offset)
                               : data.size();
      if (static_cast<uint64_t>(entry.meta.data_offset) != data_at ||
          static_cast<uint64_t>(entry.meta.index_offset) != index_at) {
        meta_.corrupt(entry.offset,
                      "leaves at " + std::to_string(data_at) + " and an index at " +
                          std::to_string(index_at) + " for field '" + entry.field.name + "'",
                      std::to_string(entry.meta.data_offset) + " and " +
                          std::to_string(entry.meta.index_offset));
      }
      entry.reader = std::make_shared<bkd::BkdReader>(entry.meta, index, data, end, state_.max_doc);
      data_at = end;
      index_at += static_cast<uint64_t>(entry.meta.index_length);
    }
    if (index_at != index.size() || data_at != data.size()) {
      meta_.corrupt(layout_.end, "trees up to the ends of both files",
                    std::to_string(index.size() - index_at) + " and " +
                        std::to_string(data.size() - data_at) + " bytes left");
    }
  }

  void visit_data(const model::FactVisitor& visitor) const {
    const std::string& file = data_.file();
    visitor({"", "points", "header", file, 0, data_header_});
    for (const Entry& entry : entries_) {
      model::Fact fact{entry.field.name,
                       "points",
                       "leaves",
                       file,
                       static_cast<uint64_t>(entry.meta.data_offset),
                       entry.reader->leaves().size()};
      fact.count = static_cast<uint64_t>(entry.meta.num_leaves);
      visitor(fact);
    }
    visit_footer(visitor, data_);
  }

  void visit_index(const model::FactVisitor& visitor) const {
    const std::string& file = index_.file();
    visitor({"", "points", "header", file, 0, index_header_});
    for (const Entry& entry : entries_) {
      model::Fact fact{entry.field.name,
                       "points",
                       "index",
                       file,
                       static_cast<uint64_t>(entry.meta.index_offset),
                       static_cast<uint64_t>(entry.meta.index_length)};
      fact.count = static_cast<uint64_t>(entry.meta.num_leaves) - 1;
      visitor(fact);
    }
    visit_footer(visitor, index_);
  }

  void visit_meta(const model::FactVisitor& visitor) const {
    const std::string& file = meta_.file();
    visitor({"", "points", "header", file, 0, layout_.header});
    for (const Entry& entry : entries_) {
      model::Fact fact{entry.field.name, "points", "metadata", file, entry.offset, entry.length};
      fact.count = static_cast<uint64_t>(entry.meta.point_count);
      visitor(fact);
    }
    visitor({"", "points", "metadata", file, layout_.end,
             meta_.size() - store::kFooterLength - layout_.end});
    visit_footer(visitor, meta_);
  }

  static void visit_footer(const model::FactVisitor& visitor, const store::Input& file) {
    visitor({"", "points", "footer", file.file(), file.size() - store::kFooterLength,
             store::kFooterLength});
  }

  SegmentReadState state_;
  store::Input data_;
  store::Input meta_;
  store::Input index_;
  int32_t version_ = 0;
  Layout layout_;
  uint64_t data_header_ = 0;
  uint64_t index_header_ = 0;
  std::vector<Entry> entries_;
};

}  // namespace

std::unique_ptr<PointsReader> lucene90_points_reader(const SegmentReadState& state,
                                                     const model::FieldInfos& fields) {
  return std::make_unique<Lucene90PointsReader>(state, fields);
}

}  // namespace segsmith::codec
