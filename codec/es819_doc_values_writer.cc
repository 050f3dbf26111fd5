// SPDX-License-Identifier: Apache-2.0
#include "codec/es819_doc_values_writer.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "codec/doc_values_entry_writer.h"
#include "codec/es819_binary_writer.h"
#include "codec/es819_primary_sort.h"
#include "codec/file_names.h"
#include "codec/lucene90_addresses_writer.h"
#include "codec/lucene90_terms_dict_writer.h"
#include "store/codec_util.h"
#include "util/error.h"

namespace segsmith::codec::es819 {
namespace {

int32_t version_of(const Family& family, const DocValuesOptions& options) {
  if (options.version < 0) return family.written_version;
  constexpr int32_t kNoVersion = 3;
  if (options.version < family.versions.min || options.version > family.versions.max ||
      options.version == kNoVersion) {
    throw InvalidArgument(std::string(family.name) + " has no version " +
                          std::to_string(options.version));
  }
  return options.version;
}

int block_shift_of(const Family& family, const Features& features,
                   const DocValuesOptions& options) {
  if (options.block_size == 0 || options.block_size == 1 << kSmallBlockShift) {
    return kSmallBlockShift;
  }
  if (options.block_size == 1 << kLargeBlockShift && features.block_shift) return kLargeBlockShift;
  throw InvalidArgument(std::string(family.name) + " has no blocks of " +
                        std::to_string(options.block_size) + " values");
}

packing::es95::Role role_of(const DocValuesOptions& options, const model::FieldInfo& field) {
  if (options.role) return options.role(field);
  return field.name == "@timestamp" ? packing::es95::Role::long_counter
                                    : packing::es95::Role::other;
}

/// Ordinals of a block must not leave the dictionary.
void check_inside(const model::FieldInfo& field, packing::MinMax bounds, int64_t terms) {
  if (bounds != packing::MinMax{} && (bounds.min < 0 || bounds.max >= terms)) {
    check_ordinals(field, bounds, 1, terms);
  }
}

}  // namespace

std::unique_ptr<DocValuesWriter> make_doc_values_writer(const Family& family,
                                                        const SegmentWriteState& state) {
  return std::make_unique<TsdbDocValuesWriter>(family, state);
}

TsdbDocValuesWriter::TsdbDocValuesWriter(const Family& family, const SegmentWriteState& state)
    : family_(family),
      version_(version_of(family, state.options)),
      features_(features_of(family, version_)),
      state_(state),
      block_shift_(block_shift_of(family, features_, state.options)),
      data_(create(family.data_codec, kDataExtension)),
      meta_(create(family.meta_codec, kMetaExtension)) {
  if (features_.skip_file) skip_index_ = create(family.skip_codec, kSkipIndexExtension);
  if (features_.block_shift) meta_.u8(static_cast<uint8_t>(block_shift_));
}

store::Output TsdbDocValuesWriter::create(std::string_view codec, std::string_view extension) {
  std::string name = segment_file_name(state_.segment, state_.suffix, extension);
  store::Output out = state_.directory.create(name);
  files_.push_back(std::move(name));
  store::write_index_header(out, codec, version_, state_.id, state_.suffix);
  return out;
}

void TsdbDocValuesWriter::finish() {
  meta_.le_int(kEndOfFields);
  const auto end = [](store::Output& out) {
    store::write_footer(out);
    out.close();
  };
  end(meta_);
  end(data_);
  if (skip_index_) end(*skip_index_);
}

bool TsdbDocValuesWriter::is_primary(const model::FieldInfo& field) const {
  const std::string_view primary = primary_sort_field(state_.primary_sort);
  return !primary.empty() && field.name == primary;
}

store::Output* TsdbDocValuesWriter::skip_index_output(const model::FieldInfo& field) {
  if (!field.has_skip_index()) return nullptr;
  return skip_index_ ? &*skip_index_ : &data_;
}

bool TsdbDocValuesWriter::needs_survey(const Column& column) const {
  const model::FieldInfo& field = column.field;
  return (field.has_skip_index() && !skip_index_) || features_.docs_before_values ||
         (features_.terms_first && field.doc_values_type == model::DocValuesType::sorted_set) ||
         (column.ordinals() && is_primary(field));
}

void TsdbDocValuesWriter::take_survey(Column& column) {
  ColumnSurvey survey(column.field, state_.max_doc, skip_index_output(column.field),
                      state_.skip_index_interval_size);
  model::NumberBlock block;
  column.values.rewind();
  while (column.values.next(block)) {
    survey.add(block);
    block = {};
  }
  column.facts = survey.finish();
}

bool TsdbDocValuesWriter::has_ranges(const Column& column) const {
  const int64_t terms = column.terms->size();
  return !family_.es87 && is_primary(column.field) && column.facts && state_.max_doc > 1 &&
         terms > 0 && !column.facts->multi_valued() &&
         column.facts->num_docs / terms >= kMinDocsPerOrdinal;
}

BlockCoding TsdbDocValuesWriter::coding_of(const Column& column) const {
  if (column.ordinals()) return OrdinalBlocks{bits_per_ordinal(column.terms->size())};
  if (!features_.pipelines) return PlainBlocks{};
  const packing::es95::Role role = role_of(state_.options, column.field);
  const auto descriptor = packing::es95::Descriptor::of(role, block_shift_);
  return PipelineBlocks{descriptor, packing::es95::Encoder(
                                        descriptor, packing::es95::max_splits(role, block_shift_))};
}

/// One pass over a column that hands its blocks to `values`, and finds the facts and the running
/// counts unless they are known.
template <class Values>
void TsdbDocValuesWriter::pass(Column& column, Values&& values) {
  std::optional<ColumnSurvey> survey;
  if (!column.facts) {
    survey.emplace(column.field, state_.max_doc, skip_index_output(column.field),
                   state_.skip_index_interval_size);
  } else {
    if (column.ordinals())
      check_ordinals(column.field, column.facts->bounds, 1, column.terms->size());
    if (column.facts->multi_valued()) column.running_counts.emplace(column.facts->num_docs);
  }
  auto& counts = column.running_counts;
  int64_t docs = 0;
  model::NumberBlock block;
  column.values.rewind();
  while (column.values.next(block)) {
    if (survey) {
      survey->add(block);
      if (column.ordinals()) check_inside(column.field, survey->bounds(), column.terms->size());
    }
    if (!counts && block.values.size() > block.docs.count) {
      counts.emplace(std::nullopt);
      counts->add_single_valued(docs);
    }
    if (counts) counts->add(block);
    docs += static_cast<int64_t>(block.docs.count);
    if (column.partitions) column.partitions->add(block);
    values(block);
    block = {};
  }
  if (!survey) return;
  column.facts = survey->finish();
  if (column.ordinals())
    check_ordinals(column.field, column.facts->bounds, 1, column.terms->size());
}

/// Values, index of blocks, documents and running counts go to `.dvd`, what describes them to the
/// column.
void TsdbDocValuesWriter::encode(Column& column) {
  if (!column.facts && needs_survey(column)) take_survey(column);
  store::MemoryOutput numbers, encoding, addresses;
  if (features_.docs_before_values) {
    write_docs(column.facts->docs, column.facts->doc_set, numbers.out());
  }
  if (column.ordinals() && column.terms->size() == 1) {
    pass(column, [](const model::NumberBlock&) {});
    column.first_begins_at_zero = true;
    if (column.facts->num_values > 0) write_one_ordinal(encoding.out(), data_);
  } else if (column.ordinals() && has_ranges(column)) {
    RangesWriter ranges(column.field.name, column.terms->size());
    pass(column, [&](const model::NumberBlock& block) { ranges.add(block); });
    column.first_begins_at_zero = true;
    ranges.finish(state_.max_doc, encoding.out(), data_);
  } else {
    BlocksWriter blocks(block_shift_, coding_of(column), data_);
    pass(column, [&](const model::NumberBlock& block) { blocks.add(block.values); });
    blocks.finish(encoding.out(), features_.ordinal_shift);
  }
  const ColumnFacts& facts = *column.facts;
  numbers.out().le_long(facts.num_values);
  if (features_.doc_count_in_numbers) numbers.out().le_int(facts.num_docs);
  numbers.out().bytes(encoding.take());
  if (!features_.docs_before_values) write_docs(facts.docs, facts.doc_set, numbers.out());
  column.numbers = numbers.take();
  if (!column.running_counts) return;
  column.running_counts->finish(addresses.out(), data_);
  column.addresses = addresses.take();
}

void TsdbDocValuesWriter::write_docs(const DocsWithFieldMeta& docs, std::span<const std::byte> set,
                                     store::Output& meta) {
  DocsWithFieldMeta placed = docs;
  if (docs.some()) {
    placed.offset += static_cast<int64_t>(data_.position());
    data_.bytes(set);
  }
  write_docs_with_field(placed, meta);
}

void TsdbDocValuesWriter::begin_entry(const model::FieldInfo& field, FieldType type,
                                      const std::optional<skipper::SkipIndexMeta>& skip_index) {
  meta_.le_int(field.number);
  meta_.u8(static_cast<uint8_t>(type));
  if (skip_index) write_skip_meta(*skip_index, features_.max_value_count, meta_);
}

void TsdbDocValuesWriter::add_numeric(const model::FieldInfo& field, model::NumberColumn& values) {
  Column column{.field = field, .values = values};
  encode(column);
  begin_entry(field, FieldType::numeric, column.facts->skip_index);
  meta_.bytes(column.numbers);
}

/// Numbers of documents that may have several.
void TsdbDocValuesWriter::write_several(const Column& column) {
  meta_.bytes(column.numbers);
  if (!features_.doc_count_in_numbers) meta_.le_int(column.facts->num_docs);
  meta_.bytes(column.addresses);
}

void TsdbDocValuesWriter::add_sorted_numeric(const model::FieldInfo& field,
                                             model::NumberColumn& values) {
  Column column{.field = field, .values = values};
  encode(column);
  begin_entry(field, FieldType::sorted_numeric, column.facts->skip_index);
  write_several(column);
}

/// The dictionary where it comes first, and the ordinals; one a document.
void TsdbDocValuesWriter::encode_sorted(Column& column) {
  // A skip index in the same file comes before all.
  if (!column.facts && needs_survey(column)) take_survey(column);
  if (features_.terms_first) {
    store::MemoryOutput dictionary;
    lucene90::write_terms_dict(*column.terms, dictionary.out(), data_);
    column.dictionary = dictionary.take();
  }
  if (features_.partitions && state_.options.prefix_partitions && is_primary(column.field)) {
    column.partitions.emplace(*column.terms);
  }
  encode(column);
}

/// The rest of a SORTED entry, behind what begins it.
void TsdbDocValuesWriter::write_sorted(Column& column) {
  meta_.bytes(column.dictionary);
  meta_.bytes(column.numbers);
  if (!features_.terms_first) lucene90::write_terms_dict(*column.terms, meta_, data_);
  if (!features_.partitions || !is_primary(column.field)) return;
  if (column.partitions) {
    column.partitions->write(column.first_begins_at_zero, meta_, data_);
  } else {
    meta_.u8(0);
  }
}

void TsdbDocValuesWriter::add_sorted(const model::FieldInfo& field, model::TermsSource& terms,
                                     model::NumberColumn& ordinals) {
  Column column{.field = field, .values = ordinals, .terms = &terms};
  encode_sorted(column);
  begin_entry(field, FieldType::sorted, column.facts->skip_index);
  write_sorted(column);
}

void TsdbDocValuesWriter::add_sorted_set(const model::FieldInfo& field, model::TermsSource& terms,
                                         model::NumberColumn& ordinals) {
  Column column{.field = field, .values = ordinals, .terms = &terms};
  if (needs_survey(column)) take_survey(column);
  if (!features_.terms_first || column.facts->multi_valued()) {
    encode(column);
  } else {
    encode_sorted(column);
  }
  begin_entry(field, FieldType::sorted_set, column.facts->skip_index);
  meta_.u8(column.facts->multi_valued() ? kSortedSetMultiValued : kSortedSetSingleValued);
  if (column.facts->multi_valued()) {
    write_several(column);
    lucene90::write_terms_dict(terms, meta_, data_);
  } else {
    write_sorted(column);
  }
}

void TsdbDocValuesWriter::add_binary(const model::FieldInfo& field, model::BytesColumn& values) {
  const bool compress = features_.binary_mode && state_.options.compress_binary;
  begin_entry(field, FieldType::binary, std::nullopt);
  if (features_.binary_mode) meta_.u8(compress ? kBinaryZstd : kBinaryPlain);
  store::MemoryOutput set;
  lucene90::IndexedDisiWriter docs(set.out(), state_.max_doc);
  std::optional<BinaryBlocksWriter> blocks;
  if (compress) {
    blocks.emplace(family_.doc_offsets,
                   state_.options.large_binary_blocks ? kLargeBinaryBlocks : kSmallBinaryBlocks,
                   data_);
  }
  const uint64_t start = data_.position();
  uint64_t shortest = std::numeric_limits<int32_t>::max();
  uint64_t longest = 0;
  model::DocBlock block;
  model::BytesBlock bytes;
  values.rewind();
  while (values.next(block, bytes)) {
    check_bytes(field, block, bytes);
    docs.add(block);
    fold_lengths(bytes, shortest, longest);
    if (blocks) {
      blocks->add(bytes);
    } else {
      data_.bytes(whole_of(bytes));
    }
    block = {};
  }
  if (blocks) blocks->finish();
  meta_.le64(start);
  meta_.le64(data_.position() - start);
  const DocsWithFieldMeta placed = docs.finish();
  write_docs(placed, placed.some() ? set.take() : std::vector<std::byte>{}, meta_);
  meta_.le_int(docs.cardinality());
  meta_.le32(static_cast<uint32_t>(shortest));
  meta_.le32(static_cast<uint32_t>(longest));
  if (blocks) {
    blocks->write_tables(meta_);
  } else if (longest > shortest) {
    write_binary_addresses(values, docs.cardinality(), meta_, data_);
  }
}

}  // namespace segsmith::codec::es819
