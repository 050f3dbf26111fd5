// SPDX-License-Identifier: Apache-2.0
#include "codec/lucene90_doc_values_writer.h"

#include <algorithm>
#include <limits>

#include "codec/doc_values_entry_writer.h"
#include "codec/file_names.h"
#include "codec/lucene90_terms_dict_writer.h"
#include "store/codec_util.h"
#include "util/error.h"

namespace segsmith::codec::lucene90 {

std::unique_ptr<DocValuesWriter> make_doc_values_writer(const SegmentWriteState& state) {
  return std::make_unique<Lucene90DocValuesWriter>(state);
}

Lucene90DocValuesWriter::Lucene90DocValuesWriter(const SegmentWriteState& state)
    : state_(state),
      version_(state.release->doc_values_version),
      data_(create(kDataCodec, kDataExtension)),
      meta_(create(kMetaCodec, kMetaExtension)) {
  if (has_file(kVersionSkipperSeparateFile)) {
    skip_index_ = create(kSkipIndexCodec, kSkipIndexExtension);
  }
  if (has_file(kVersionDisiSeparateFile)) disi_ = create(kDisiCodec, kDisiExtension);
}

store::Output Lucene90DocValuesWriter::create(std::string_view codec, std::string_view extension) {
  if (state_.skip_index_interval_size < 2) {
    throw InvalidArgument("skip index interval size must be at least 2, got " +
                          std::to_string(state_.skip_index_interval_size));
  }
  std::string name = segment_file_name(state_.segment, state_.suffix, extension);
  store::Output out = state_.directory.create(name);
  files_.push_back(std::move(name));
  store::write_index_header(out, codec, version_, state_.id, state_.suffix);
  return out;
}

std::vector<std::string> Lucene90DocValuesWriter::files() const { return files_; }

void Lucene90DocValuesWriter::finish() {
  meta_.le_int(kEndOfFields);
  const auto end = [](store::Output& out) {
    store::write_footer(out);
    out.close();
  };
  end(meta_);
  end(data_);
  if (skip_index_) end(*skip_index_);
  if (disi_) end(*disi_);
}

void Lucene90DocValuesWriter::begin_field(const model::FieldInfo& field, FieldType type) {
  meta_.le_int(field.number);
  meta_.u8(static_cast<uint8_t>(type));
}

void Lucene90DocValuesWriter::add_numeric(const model::FieldInfo& field,
                                          model::NumberColumn& values) {
  NumberSurvey found = survey(field, values, false);
  if (found.multi_valued) {
    throw InvalidArgument("NUMERIC field '" + field.name + "' has a document with several values");
  }
  begin_field(field, FieldType::numeric);
  write_skip_meta(found);
  write_values(values, found);
}

void Lucene90DocValuesWriter::add_sorted_numeric(const model::FieldInfo& field,
                                                 model::NumberColumn& values) {
  NumberSurvey found = survey(field, values, false);
  begin_field(field, FieldType::sorted_numeric);
  write_skip_meta(found);
  write_addressed_numbers(values, found);
}

void Lucene90DocValuesWriter::add_sorted(const model::FieldInfo& field, model::TermsSource& terms,
                                         model::NumberColumn& ordinals) {
  NumberSurvey found = survey(field, ordinals, true);
  check_ordinals(field, found.statistics.whole(), found.statistics.gcd(), terms.size());
  if (found.multi_valued) {
    throw InvalidArgument("SORTED field '" + field.name + "' has a document with several values");
  }
  begin_field(field, FieldType::sorted);
  write_skip_meta(found);
  write_values(ordinals, found);
  write_terms_dict(terms, meta_, data_);
}

void Lucene90DocValuesWriter::add_sorted_set(const model::FieldInfo& field,
                                             model::TermsSource& terms,
                                             model::NumberColumn& ordinals) {
  NumberSurvey found = survey(field, ordinals, true);
  check_ordinals(field, found.statistics.whole(), found.statistics.gcd(), terms.size());
  begin_field(field, FieldType::sorted_set);
  write_skip_meta(found);
  if (found.multi_valued) {
    meta_.u8(kSortedSetMultiValued);
    write_addressed_numbers(ordinals, found);
  } else {
    meta_.u8(kSortedSetSingleValued);
    write_values(ordinals, found);
  }
  write_terms_dict(terms, meta_, data_);
}

Lucene90DocValuesWriter::NumberSurvey Lucene90DocValuesWriter::survey(const model::FieldInfo& field,
                                                                      model::NumberColumn& column,
                                                                      bool ordinals) {
  NumberSurvey found(ordinals);
  std::optional<skipper::SkipIndexWriter> skip;
  if (field.has_skip_index()) {
    if (&skip_index_output() == &disi_output()) {
      found.skip_index = write_skip_index(field, column);
    } else {
      skip.emplace(skip_index_output(), state_.skip_index_interval_size);
    }
  }
  IndexedDisiWriter docs(disi_output(), state_.max_doc);
  const bool may_have_several = model::is_multi_valued(field.doc_values_type);
  model::NumberBlock block;
  column.rewind();
  while (column.next(block)) {
    check_shape(field, block, may_have_several);
    found.multi_valued |= check_counts(field, block);
    docs.add(block.docs);
    if (skip) skip->add(block);
    found.statistics.add(block.values);
    block = {};
  }
  found.statistics.finish();
  found.docs_with_field = docs.finish();
  found.doc_count = docs.cardinality();
  if (skip) found.skip_index = skip->finish();
  return found;
}

/// A pass of its own, where the documents go into the same file behind it.
skipper::SkipIndexMeta Lucene90DocValuesWriter::write_skip_index(const model::FieldInfo& field,
                                                                 model::NumberColumn& column) {
  skipper::SkipIndexWriter skip(skip_index_output(), state_.skip_index_interval_size);
  model::NumberBlock block;
  column.rewind();
  while (column.next(block)) {
    check_shape(field, block, model::is_multi_valued(field.doc_values_type));
    check_counts(field, block);
    skip.add(block);
    block = {};
  }
  return skip.finish();
}

void Lucene90DocValuesWriter::write_skip_meta(const NumberSurvey& found) {
  if (!found.skip_index) return;
  codec::write_skip_meta(*found.skip_index, has_file(kVersionSkipperMaxValueCount), meta_);
}

void Lucene90DocValuesWriter::write_addressed_numbers(model::NumberColumn& column,
                                                      NumberSurvey& found) {
  if (!found.multi_valued) {
    write_values(column, found);
    meta_.le_int(found.doc_count);
    return;
  }
  AddressesWriter addresses(found.doc_count);
  write_values(column, found, &addresses);
  meta_.le_int(found.doc_count);
  addresses.finish(meta_, data_);
}

void Lucene90DocValuesWriter::write_values(model::NumberColumn& column, NumberSurvey& found,
                                           AddressesWriter* addresses) {
  const NumberEncoding encoding = choose_encoding(found.statistics);
  write_docs_with_field(found.docs_with_field, meta_);
  meta_.le64(found.statistics.count());
  const bool blocks = encoding.kind == NumberEncoding::Kind::varying_blocks;
  const auto table_size = static_cast<int32_t>(encoding.table.size());
  meta_.le_int(blocks ? kVaryingBlocks : table_size > 0 ? table_size : kNoTable);
  for (const int64_t value : encoding.table) meta_.le_long(value);
  meta_.u8(blocks ? kVaryingBitsPerValue : static_cast<uint8_t>(encoding.bits));
  meta_.le_long(encoding.min);
  meta_.le_long(encoding.gcd);

  const uint64_t start = data_.position();
  const int64_t block_table = encode_values(column, encoding, found, addresses);
  meta_.le64(start);
  meta_.le64(data_.position() - start);
  meta_.le_long(block_table);
}

/// The second pass; the offset of the table of blocks.
int64_t Lucene90DocValuesWriter::encode_values(model::NumberColumn& column,
                                               const NumberEncoding& encoding, NumberSurvey& found,
                                               AddressesWriter* addresses) {
  NumbersWriter writer(encoding, found.statistics, data_);
  if (encoding.kind != NumberEncoding::Kind::constant || addresses != nullptr) {
    model::NumberBlock block;
    column.rewind();
    while (column.next(block)) {
      writer.add(block.values);
      if (addresses != nullptr) addresses->add(block);
      block = {};
    }
  }
  return writer.finish();
}

void Lucene90DocValuesWriter::add_binary(const model::FieldInfo& field,
                                         model::BytesColumn& values) {
  begin_field(field, FieldType::binary);
  const uint64_t start = data_.position();
  IndexedDisiWriter docs(disi_output(), state_.max_doc);
  const bool docs_follow = &disi_output() == &data_;
  uint64_t shortest = std::numeric_limits<int32_t>::max();
  uint64_t longest = 0;
  model::DocBlock block;
  model::BytesBlock bytes;
  values.rewind();
  while (values.next(block, bytes)) {
    check_bytes(field, block, bytes);
    if (!docs_follow) docs.add(block);
    fold_lengths(bytes, shortest, longest);
    data_.bytes(whole_of(bytes));
    block = {};
  }
  meta_.le64(start);
  meta_.le64(data_.position() - start);
  if (docs_follow) add_docs(values, docs);
  write_docs_with_field(docs.finish(), meta_);
  meta_.le_int(docs.cardinality());
  meta_.le32(static_cast<uint32_t>(shortest));
  meta_.le32(static_cast<uint32_t>(longest));
  if (longest > shortest) write_binary_addresses(values, docs.cardinality(), meta_, data_);
}

/// A pass of its own, where the documents go behind the strings.
void Lucene90DocValuesWriter::add_docs(model::BytesColumn& values, IndexedDisiWriter& docs) {
  model::DocBlock block;
  model::BytesBlock bytes;
  values.rewind();
  while (values.next(block, bytes)) {
    docs.add(block);
    block = {};
  }
}

}  // namespace segsmith::codec::lucene90
