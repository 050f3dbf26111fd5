// SPDX-License-Identifier: Apache-2.0
#include "codec/doc_values_fields_reader.h"

#include <string>
#include <utility>

#include "codec/file_names.h"
#include "codec/lucene90_numbers.h"
#include "store/codec_util.h"

namespace segsmith::codec {

void FieldsReader::open_meta(const SegmentReadState& state, std::string_view codec,
                             std::string_view extension, VersionRange versions) {
  store::verify_checksum(
      state.directory.open(segment_file_name(state.segment, state.suffix, extension)));
  meta_ = open_doc_values_file(state, codec, extension, versions);
}

FieldsReader::OpenField FieldsReader::open_common(const FieldEntryParts& entry,
                                                  int64_t num_values) const {
  OpenField field;
  field.parts.type = entry.field->doc_values_type;
  field.parts.presence = open_presence(entry, disi_file(), max_doc_);
  store::parse_checked(data_.whole, [&] {
    if (entry.addresses && entry.field->doc_values_type != model::DocValuesType::binary) {
      field.parts.addresses = std::make_shared<lucene90::Addresses>(
          entry.addresses->meta,
          slice_of(data_.body, "addresses", *entry.field, entry.addresses->offset,
                   entry.addresses->length),
          num_values);
    }
    if (entry.terms) {
      field.parts.terms =
          std::make_shared<lucene90::TermsDict>(*entry.terms, data_.body, entry.field->name);
    }
  });
  if (entry.skip_index) {
    const DocValuesFile& file = skip_file();
    store::parse_checked(file.whole, [&] {
      field.skip_index = std::make_shared<skipper::SkipIndex>(
          *entry.skip_index, slice_of(file.body, "skip index", *entry.field,
                                      entry.skip_index->offset, entry.skip_index->length));
    });
  }
  return field;
}

const FieldsReader::OpenField& FieldsReader::find(const model::FieldInfo& field) const {
  const auto found = open_.find(field.number);
  if (found == open_.end()) {
    throw InvalidArgument("field '" + field.name + "' has no doc values in " + meta_.whole.file());
  }
  return found->second;
}

std::vector<const DocValuesFile*> FieldsReader::files() const {
  std::vector<const DocValuesFile*> all;
  for (const DocValuesFile* file : {&data_, &meta_, &skip_, &disi_}) {
    if (file->version >= 0) all.push_back(file);
  }
  return all;
}

void FieldsReader::check_integrity() const {
  store::verify_checksum(meta_.whole);
  for (const DocValuesFile* file : files()) {
    if (file != &meta_) store::verify_checksum(file->whole);
  }
}

void FieldsReader::check_layout() const {
  for (const DocValuesFile* file : files()) {
    std::vector<Extent> extents;
    for (size_t i = 0; i < entry_count(); ++i) {
      const FieldEntryParts& e = entry(i);
      if (file == &data_) add_data_extents(i, extents);
      if (file == &skip_file() && e.skip_index) {
        add_extent(extents, e, e.skip_index->offset, e.skip_index->length);
      }
      if (file == &disi_file() && e.docs_with_field.some()) {
        add_extent(extents, e, e.docs_with_field.offset, e.docs_with_field.length);
      }
    }
    store::parse_checked(file->whole, [&] { check_extents(std::move(extents), *file); });
  }
}

void FieldsReader::visit_entry(size_t index, FactDetail detail,
                               const model::FactVisitor& visitor) const {
  const FieldEntryParts& e = entry(index);
  visitor(fact_of(e, "metadata", "field_entry", meta_.whole, static_cast<int64_t>(e.meta_offset),
                  static_cast<int64_t>(e.meta_length), 1));
  const model::DocValuesField& parts = find(*e.field).parts;
  visit_presence(e, *parts.presence, detail, disi_file().whole, visitor);
  visit_values(index, detail, visitor);
  visit_addresses(e, detail, data_.whole, visitor);
  if (e.terms) visit_terms(e, *parts.terms, detail, data_.whole, visitor);
  visit_skip_index(e, skip_file().whole, visitor);
}

void FieldsReader::visit_field(const model::FieldInfo& field,
                               const model::FactVisitor& visitor) const {
  find(field);  // Throws for a field that is not here.
  for (size_t i = 0; i < entry_count(); ++i) {
    if (entry(i).field->number != field.number) continue;
    store::parse_checked(data_.whole, [&] { visit_entry(i, FactDetail::blocks, visitor); });
  }
}

void FieldsReader::visit(const model::FactVisitor& visitor) const {
  std::map<std::string, std::vector<model::Fact>> by_file;
  store::parse_checked(data_.whole, [&] {
    for (size_t i = 0; i < entry_count(); ++i) {
      visit_entry(i, FactDetail::parts,
                  [&](const model::Fact& fact) { by_file[fact.file].push_back(fact); });
    }
  });
  by_file[meta_.whole.file()].push_back(end_of_fields(meta_));
  for (const DocValuesFile* file : files()) {
    emit_facts(std::move(by_file[file->whole.file()]), *file, visitor);
  }
}

}  // namespace segsmith::codec
