// SPDX-License-Identifier: Apache-2.0
#include "codec/es819_doc_values_reader.h"

#include <map>
#include <string>
#include <utility>

#include "codec/doc_values_binary.h"
#include "codec/es819_binary.h"
#include "codec/es819_primary_sort.h"
#include "store/codec_util.h"

namespace segsmith::codec::es819 {
namespace {

/// The role whose stages these are.
packing::es95::Role role_of(const packing::es95::Descriptor& descriptor) {
  using packing::es95::Role;
  for (const Role role : {Role::long_counter, Role::double_gauge, Role::double_counter}) {
    if (packing::es95::Descriptor::of(role, descriptor.block_shift) == descriptor) return role;
  }
  return Role::other;
}

/// Whether some block is larger than the small limits allow: a block ends with the value that
/// reaches them. Where none is, both write the same bytes but in rare cases, and small ones are
/// assumed.
bool has_large_blocks(const FieldEntry& entry) {
  if (!entry.binary_blocks) return false;
  const BinaryBlocksMeta& blocks = *entry.binary_blocks;
  return blocks.max_docs > kSmallBinaryBlocks.docs ||
         blocks.max_raw >= kSmallBinaryBlocks.bytes + static_cast<uint32_t>(entry.max_length);
}

}  // namespace

TsdbDocValuesReader::TsdbDocValuesReader(const Family& family, const SegmentReadState& state,
                                         const model::FieldInfos& fields)
    : FieldsReader(state.max_doc, fields), family_(family) {
  open_meta(state, family.meta_codec, kMetaExtension, family.versions);
  const Features features = features_of(family, version());
  store::parse_checked(meta_.whole, [&] {
    store::Cursor in(meta_.body, meta_.header_length);
    metadata_ = read_meta(in, features, max_doc_, fields_, primary_sort_field(state.primary_sort));
    if (in.remaining() != 0) {
      in.corrupt("the footer", std::to_string(in.remaining()) + " bytes before it");
    }
  });
  // The facts count the shift of blocks, which belongs to no field, with the header.
  if (features.block_shift) ++meta_.header_length;
  data_ =
      open_doc_values_file(state, family.data_codec, kDataExtension, family.versions, version());
  if (features.skip_file) {
    skip_ = open_doc_values_file(state, family.skip_codec, kSkipIndexExtension,
                                 {kVersionSkipperSeparateFile, kVersionCurrent}, version());
  }
  // Metadata that does not fit the files: whichever of them is damaged is the primary finding.
  store::parse_checked(meta_.whole, [&] {
    check_layout();
    for (const FieldEntry& e : metadata_.entries) open_.emplace(e.field->number, open_field(e));
  });
}

DocValuesOptions TsdbDocValuesReader::options() const {
  DocValuesOptions options;
  options.block_size = 1 << metadata_.block_shift;
  options.version = version();
  std::map<std::string, packing::es95::Role, std::less<>> roles;
  for (const FieldEntry& e : metadata_.entries) {
    if (e.field->doc_values_type == model::DocValuesType::binary) {
      options.compress_binary &= e.binary_compressed || family_.es87;
      options.large_binary_blocks |= has_large_blocks(e);
    }
    options.prefix_partitions |= e.partitions.has_value();
    if (e.numbers.pipeline) roles[e.field->name] = role_of(*e.numbers.pipeline);
  }
  if (!roles.empty()) {
    options.role = [roles = std::move(roles)](const model::FieldInfo& field) {
      const auto found = roles.find(field.name);
      return found == roles.end() ? packing::es95::Role::other : found->second;
    };
  }
  return options;
}

NumbersContext TsdbDocValuesReader::context_of(const FieldEntry& entry,
                                               std::shared_ptr<const model::Presence> presence) {
  return {.field = entry.field->name,
          .terms = entry.terms ? entry.terms->size : -1,
          .presence = std::move(presence)};
}

FieldsReader::OpenField TsdbDocValuesReader::open_field(const FieldEntry& e) const {
  OpenField field = open_common(e, e.numbers.num_values);
  store::parse_checked(data_.whole, [&] {
    if (e.field->doc_values_type == model::DocValuesType::binary) {
      field.parts.binary = e.binary_blocks ? open_binary_blocks(e, data_.body, family_.doc_offsets)
                                           : open_binary(e, data_.body);
    } else {
      field.parts.numbers =
          open_numbers(e.numbers, data_.body, context_of(e, field.parts.presence));
    }
  });
  return field;
}

void TsdbDocValuesReader::add_data_extents(size_t index, std::vector<Extent>& extents) const {
  const FieldEntry& e = metadata_.entries[index];
  if (e.field->doc_values_type == model::DocValuesType::binary) {
    add_extent(extents, e, e.binary_offset, e.binary_length);
    if (e.binary_blocks) {
      const BinaryBlocksMeta& blocks = *e.binary_blocks;
      add_extent(extents, e, blocks.addresses_offset, blocks.addresses_length);
      add_extent(extents, e, blocks.doc_counts_offset, blocks.doc_counts_length);
    }
  } else if (e.numbers.kind != NumbersMeta::Kind::empty) {
    add_extent(extents, e, e.numbers.values_offset, e.numbers.values_length);
    // Where there is no index its offset is that of nothing.
    if (e.numbers.kind == NumbersMeta::Kind::blocks) {
      add_extent(extents, e, e.numbers.index_offset, e.numbers.index_length);
    }
  }
  if (e.addresses) add_extent(extents, e, e.addresses->offset, e.addresses->length);
  add_terms_extents(extents, e);
  if (e.partitions) add_extent(extents, e, e.partitions->offset, e.partitions->length);
}

void TsdbDocValuesReader::visit_values(size_t index, FactDetail detail,
                                       const model::FactVisitor& visitor) const {
  const FieldEntry& e = metadata_.entries[index];
  const bool blocks = detail == FactDetail::blocks;
  if (e.field->doc_values_type != model::DocValuesType::binary) {
    const NumbersContext context = context_of(e, find(*e.field).parts.presence);
    visit_numbers(e.numbers, data_.body, context, blocks,
                  fact_of(e, "doc_values", "values", data_.whole, 0, 0, 0), visitor);
  } else if (e.binary_blocks) {
    visit_binary_blocks(e, data_.body, blocks, visitor);
  } else {
    visit_binary(e, data_.whole, visitor);
  }
  if (e.partitions) {
    visitor(fact_of(e, "doc_values", "prefix_partitions", data_.whole, e.partitions->offset,
                    e.partitions->length, 0));
  }
}

std::unique_ptr<DocValuesReader> make_doc_values_reader(const Family& family,
                                                        const SegmentReadState& state,
                                                        const model::FieldInfos& fields) {
  return std::make_unique<TsdbDocValuesReader>(family, state, fields);
}

}  // namespace segsmith::codec::es819
