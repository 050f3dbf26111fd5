// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "bkd/intersect_visitor.h"
#include "bkd/leaf_block.h"
#include "store/input.h"
#include "util/bit_set.h"

/// Document ids of a leaf (DocIdsWriter.readInts). docs/format/kdd.md
namespace segsmith::bkd {

/// Reads marker and out.size() ids of a tree of `version`. All ids lie in [0, max_doc), else
/// CorruptIndex.
DocIdsKind decode_doc_ids(store::Cursor& in, int32_t version, int32_t max_doc,
                          std::span<int32_t> out);

/// Reads marker and `count` ids and hands them to the visitor as they are written: as a run, as
/// words, or listed. `scratch.docs` has room for them.
DocIdsKind visit_doc_ids(store::Cursor& in, int32_t version, int32_t max_doc, int32_t count,
                         IntersectVisitor& visitor, LeafBlock& scratch);

/// The same, straight into a bit set of max_doc bits: sets them, or clears them.
DocIdsKind doc_ids_into_bit_set(store::Cursor& in, int32_t version, int32_t count, bool set,
                                BitSet& out, LeafBlock& scratch);

/// The run of a leaf whose block is `leaf`: count, marker and first document, without the ceremony
/// of the others. Nothing where the documents are no run, or something is unusual about them: then
/// the others tell what.
std::optional<DocRun> peek_doc_run(std::span<const std::byte> leaf, int32_t max_doc, int32_t count);

/// Moves past marker and `count` ids.
void skip_doc_ids(store::Cursor& in, int32_t count);

}  // namespace segsmith::bkd
