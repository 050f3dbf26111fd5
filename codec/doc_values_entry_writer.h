// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "codec/doc_values_structures.h"
#include "model/columns.h"
#include "model/field_info.h"
#include "packing/number_kernels.h"
#include "skipper/skip_index.h"
#include "store/output.h"

/// What the writers of Lucene's and Elasticsearch's doc-values formats share: checks of columns,
/// and the parts of `.dvm` that doc_values_entry.h reads.
namespace segsmith::codec {

/// That a block has as many counts or values as documents. InvalidArgument otherwise.
void check_shape(const model::FieldInfo& field, const model::NumberBlock& block,
                 bool may_have_several);
/// Adds the block's counts, which must match its values (InvalidArgument); whether some document
/// has several values.
bool check_counts(const model::FieldInfo& field, const model::NumberBlock& block);
/// Every ordinal of a dictionary is used, so the smallest is 0 and the largest the number of terms
/// less one, and they have no common divisor (`gcd`, 1 where it is not known); else
/// InvalidArgument.
void check_ordinals(const model::FieldInfo& field, packing::MinMax bounds, uint64_t gcd,
                    int64_t terms);

/// That a block has as many strings as documents. InvalidArgument otherwise.
void check_bytes(const model::FieldInfo& field, const model::DocBlock& docs,
                 const model::BytesBlock& values);
void fold_lengths(const model::BytesBlock& values, uint64_t& shortest, uint64_t& longest);
/// All strings of a block, which lie one behind the other.
std::span<const std::byte> whole_of(const model::BytesBlock& values);

void write_skip_meta(const skipper::SkipIndexMeta& skip, bool with_max_value_count,
                     store::Output& meta);
void write_docs_with_field(const DocsWithFieldMeta& docs, store::Output& meta);
/// Offsets of the strings in the data; the lengths are pulled again rather than kept.
void write_binary_addresses(model::BytesColumn& values, int32_t doc_count, store::Output& meta,
                            store::Output& data);

}  // namespace segsmith::codec
