// SPDX-License-Identifier: Apache-2.0
#include "codec/lucene90_doc_values_reader.h"

#include <string>
#include <utility>

#include "codec/doc_values_binary.h"
#include "store/codec_util.h"

namespace segsmith::codec::lucene90 {

Lucene90DocValuesReader::Lucene90DocValuesReader(const SegmentReadState& state,
                                                 const model::FieldInfos& fields)
    : FieldsReader(state.max_doc, fields) {
  constexpr VersionRange kVersions{kVersionStart, kVersionCurrent};
  open_meta(state, kMetaCodec, kMetaExtension, kVersions);
  store::parse_checked(meta_.whole, [&] {
    store::Cursor in(meta_.body, meta_.header_length);
    entries_ = read_field_entries(in, version(), max_doc_, fields_);
    if (in.remaining() != 0) {
      in.corrupt("the footer", std::to_string(in.remaining()) + " bytes before it");
    }
  });
  data_ = open_doc_values_file(state, kDataCodec, kDataExtension, kVersions, version());
  if (version() >= kVersionSkipperSeparateFile) {
    skip_ = open_doc_values_file(state, kSkipIndexCodec, kSkipIndexExtension,
                                 {kVersionSkipperSeparateFile, kVersionCurrent}, version());
  }
  if (version() >= kVersionDisiSeparateFile) {
    disi_ = open_doc_values_file(state, kDisiCodec, kDisiExtension,
                                 {kVersionDisiSeparateFile, kVersionCurrent}, version());
  }
  // Metadata that does not fit the files: whichever of them is damaged is the primary finding.
  store::parse_checked(meta_.whole, [&] {
    check_layout();
    for (const FieldEntry& entry : entries_) open_.emplace(entry.field->number, open_field(entry));
  });
}

FieldsReader::OpenField Lucene90DocValuesReader::open_field(const FieldEntry& entry) const {
  OpenField field = open_common(entry, entry.numbers.num_values);
  store::parse_checked(data_.whole, [&] {
    if (entry.field->doc_values_type == model::DocValuesType::binary) {
      field.parts.binary = open_binary(entry, data_.body);
    } else {
      field.parts.numbers = open_numbers(entry.numbers, data_.body, entry.field->name);
    }
  });
  // Lucene gives the ordinals of several values a document this cost, numbers their documents.
  if (entry.terms && entry.addresses && entry.docs_with_field.some() && entry.numbers.bits > 0) {
    field.parts.lucene_cost = entry.numbers.num_values;
  }
  return field;
}

void Lucene90DocValuesReader::add_data_extents(size_t index, std::vector<Extent>& extents) const {
  const FieldEntry& e = entries_[index];
  if (e.field->doc_values_type == model::DocValuesType::binary) {
    add_extent(extents, e, e.binary_offset, e.binary_length);
  } else {
    add_extent(extents, e, e.numbers.offset, e.numbers.length);
  }
  if (e.addresses) add_extent(extents, e, e.addresses->offset, e.addresses->length);
  add_terms_extents(extents, e);
}

void Lucene90DocValuesReader::visit_values(size_t index, FactDetail,
                                           const model::FactVisitor& visitor) const {
  const FieldEntry& e = entries_[index];
  if (e.field->doc_values_type == model::DocValuesType::binary) {
    visit_binary(e, data_.whole, visitor);
  } else {
    visit_numbers(e.numbers, data_.body, fact_of(e, "doc_values", "values", data_.whole, 0, 0, 0),
                  visitor);
  }
}

std::unique_ptr<DocValuesReader> make_doc_values_reader(const SegmentReadState& state,
                                                        const model::FieldInfos& fields) {
  return std::make_unique<Lucene90DocValuesReader>(state, fields);
}

}  // namespace segsmith::codec::lucene90
