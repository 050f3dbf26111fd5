// SPDX-License-Identifier: Apache-2.0
#include "codec/lucene90_doc_values_reader.h"

#include <algorithm>
#include <utility>

#include "codec/lucene90_indexed_disi_reader.h"
#include "store/codec_util.h"

namespace segsmith::codec::lucene90 {
namespace {

/// BINARY values of one length.
class FixedBinary final : public model::BinaryValues {
 public:
  FixedBinary(uint64_t size, store::Input data, uint64_t length)
      : BinaryValues(size), data_(std::move(data)), length_(length) {}

  void values(uint64_t first, size_t count, model::BytesBlock& out) const override {
    if (count > size() || first > size() - count) {
      data_.corrupt(0, "values up to " + std::to_string(size()), std::to_string(first));
    }
    out.offsets.resize(count + 1);
    for (size_t i = 0; i <= count; ++i) out.offsets[i] = i * length_;
    out.bytes = data_.bytes().subspan(first * length_, count * length_);
  }

 private:
  store::Input data_;
  uint64_t length_;
};

/// BINARY values of their own lengths.
class VariableBinary final : public model::BinaryValues {
 public:
  VariableBinary(uint64_t size, store::Input data, std::shared_ptr<const Addresses> addresses)
      : BinaryValues(size), data_(std::move(data)), addresses_(std::move(addresses)) {}

  void values(uint64_t first, size_t count, model::BytesBlock& out) const override {
    static_assert(sizeof(uint64_t) == sizeof(int64_t));
    if (count > size() || first > size() - count) {
      data_.corrupt(0, "values up to " + std::to_string(size()), std::to_string(first));
    }
    out.offsets.resize(count + 1);
    // Signed and unsigned forms of a type may alias, and the addresses are not negative.
    addresses_->values(first, {reinterpret_cast<int64_t*>(out.offsets.data()), count + 1});
    const uint64_t start = out.offsets.front();
    out.bytes = data_.bytes().subspan(start, out.offsets.back() - start);
    for (uint64_t& offset : out.offsets) offset -= start;
  }

 private:
  store::Input data_;
  std::shared_ptr<const Addresses> addresses_;
};

store::Input slice_of(const store::Input& data, const char* what, const model::FieldInfo& field,
                      int64_t offset, int64_t length) {
  return data.slice(std::string(what) + " of field '" + field.name + "'",
                    static_cast<uint64_t>(offset), static_cast<uint64_t>(length));
}

std::shared_ptr<const model::BinaryValues> open_binary(const FieldEntry& e,
                                                       const store::Input& data) {
  store::Input bytes = slice_of(data, "bytes", *e.field, e.binary_offset, e.binary_length);
  const auto docs = static_cast<uint64_t>(e.docs);
  if (e.addresses) {
    auto addresses = std::make_shared<Addresses>(
        e.addresses->meta,
        slice_of(data, "addresses", *e.field, e.addresses->offset, e.addresses->length),
        e.binary_length);
    return std::make_shared<VariableBinary>(docs, std::move(bytes), std::move(addresses));
  }
  const uint64_t length = docs == 0 ? 0 : static_cast<uint64_t>(e.max_length);
  if (docs * length != bytes.size()) {
    bytes.corrupt(0, std::to_string(docs) + " values of " + std::to_string(length) + " bytes",
                  std::to_string(bytes.size()) + " bytes");
  }
  return std::make_shared<FixedBinary>(docs, std::move(bytes), length);
}

}  // namespace

Lucene90DocValuesReader::File Lucene90DocValuesReader::open_file(const SegmentReadState& state,
                                                                 std::string_view codec,
                                                                 std::string_view extension,
                                                                 int32_t min_version) const {
  File file;
  file.whole = state.directory.open(file_name(state.segment, state.suffix, extension));
  store::parse_checked(file.whole, [&] {
    file.body = store::without_footer(file.whole);
    store::Cursor in(file.body);
    const int32_t version =
        store::check_index_header(in, codec, min_version, kVersionCurrent, state.id, state.suffix);
    file.header_length = in.position();
    if (version_ >= 0 && version != version_) {
      in.corrupt("version " + std::to_string(version_) + " as in the metadata",
                 std::to_string(version));
    }
  });
  return file;
}

Lucene90DocValuesReader::Lucene90DocValuesReader(const SegmentReadState& state,
                                                 const model::FieldInfos& fields)
    : max_doc_(state.max_doc), fields_(fields) {
  // The checksum of the metadata first, as Lucene does: a wrong least value or divisor would else
  // be believed.
  meta_.whole = state.directory.open(file_name(state.segment, state.suffix, kMetaExtension));
  store::verify_checksum(meta_.whole);
  meta_ = open_file(state, kMetaCodec, kMetaExtension, kVersionStart);
  store::parse_checked(meta_.whole, [&] {
    store::Cursor in(meta_.body);
    version_ = store::check_index_header(in, kMetaCodec, kVersionStart, kVersionCurrent, state.id,
                                         state.suffix);
    entries_ = read_field_entries(in, version_, max_doc_, fields_);
    if (in.remaining() != 0) {
      in.corrupt("the footer", std::to_string(in.remaining()) + " bytes before it");
    }
  });
  data_ = open_file(state, kDataCodec, kDataExtension, kVersionStart);
  if (version_ >= kVersionSkipperSeparateFile) {
    skip_ = open_file(state, kSkipIndexCodec, kSkipIndexExtension, kVersionSkipperSeparateFile);
  }
  if (version_ >= kVersionDisiSeparateFile) {
    disi_ = open_file(state, kDisiCodec, kDisiExtension, kVersionDisiSeparateFile);
  }
  // Metadata that does not fit the files: whichever of them is damaged is the primary finding.
  store::parse_checked(meta_.whole, [&] {
    check_layout();
    for (const FieldEntry& entry : entries_) open_.emplace(entry.field->number, open_field(entry));
  });
}

std::shared_ptr<const model::Presence> Lucene90DocValuesReader::open_presence(
    const FieldEntry& entry) const {
  const DocsWithFieldMeta& set = entry.docs_with_field;
  if (set.none()) return model::Presence::none(max_doc_);
  if (set.all()) return model::Presence::all(max_doc_);
  const File& file = disi_file();
  return store::parse_checked(file.whole, [&] {
    return std::make_shared<IndexedDisiPresence>(
        slice_of(file.body, "docs with field", *entry.field, set.offset, set.length), max_doc_,
        entry.docs, set.jump_entries, set.rank_power);
  });
}

Lucene90DocValuesReader::OpenField Lucene90DocValuesReader::open_field(
    const FieldEntry& entry) const {
  OpenField field;
  field.parts.type = entry.field->doc_values_type;
  field.parts.presence = open_presence(entry);
  store::parse_checked(data_.whole, [&] {
    if (entry.field->doc_values_type == model::DocValuesType::binary) {
      field.parts.binary = open_binary(entry, data_.body);
      return;
    }
    field.parts.numbers = open_numbers(entry.numbers, data_.body, entry.field->name);
    if (entry.addresses) {
      field.parts.addresses =
          std::make_shared<Addresses>(entry.addresses->meta,
                                      slice_of(data_.body, "addresses", *entry.field,
                                               entry.addresses->offset, entry.addresses->length),
                                      entry.numbers.num_values);
    }
    // Lucene gives the ordinals of several values a document this cost, numbers their documents.
    if (entry.terms && entry.addresses && entry.docs_with_field.some() && entry.numbers.bits > 0) {
      field.parts.lucene_cost = entry.numbers.num_values;
    }
    if (entry.terms) {
      field.parts.terms = std::make_shared<TermsDict>(*entry.terms, data_.body, entry.field->name);
    }
  });
  if (entry.skip_index) {
    const File& file = skip_file();
    store::parse_checked(file.whole, [&] {
      field.skip_index = std::make_shared<skipper::SkipIndex>(
          *entry.skip_index, slice_of(file.body, "skip index", *entry.field,
                                      entry.skip_index->offset, entry.skip_index->length));
    });
  }
  return field;
}

const Lucene90DocValuesReader::OpenField& Lucene90DocValuesReader::find(
    const model::FieldInfo& field) const {
  const auto found = open_.find(field.number);
  if (found == open_.end()) {
    throw InvalidArgument("field '" + field.name + "' has no doc values in " + meta_.whole.file());
  }
  return found->second;
}

const model::DocValuesField& Lucene90DocValuesReader::field(const model::FieldInfo& field) const {
  return find(field).parts;
}

std::shared_ptr<const skipper::SkipIndex> Lucene90DocValuesReader::skip_index(
    const model::FieldInfo& field) const {
  return find(field).skip_index;
}

void Lucene90DocValuesReader::check_integrity() const {
  store::verify_checksum(meta_.whole);
  store::verify_checksum(data_.whole);
  if (version_ >= kVersionSkipperSeparateFile) store::verify_checksum(skip_.whole);
  if (version_ >= kVersionDisiSeparateFile) store::verify_checksum(disi_.whole);
}

std::unique_ptr<DocValuesReader> make_doc_values_reader(const SegmentReadState& state,
                                                        const model::FieldInfos& fields) {
  return std::make_unique<Lucene90DocValuesReader>(state, fields);
}

}  // namespace segsmith::codec::lucene90
