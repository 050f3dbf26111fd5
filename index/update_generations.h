// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>

#include "index/field_updates.h"
#include "index/segment_reader.h"
#include "model/segment_info.h"
#include "store/directory.h"

namespace segsmith::index {

/// The generations of a segment's next files (SegmentCommitInfo.getNextWriteDelGen and its kin).
struct NextGenerations {
  int64_t live_docs = 1;
  int64_t field_infos = 1;
  int64_t doc_values = 1;

  /// One above the commit's, and above `highest`, which any file of the segment had.
  static NextGenerations after(const model::SegmentCommitInfo& info, int64_t highest);
};

/// Writes doc-values updates of one segment: one generation of doc values for each field, then one
/// of field infos (ReadersAndUpdates.writeFieldUpdates), and notes them in `info`. `reader` shows
/// the segment as it was. A field that the segment lacks is added to it. Fields come in the order
/// of their updates; `soft_deletes` is the name of the index's soft-deletes field, or empty.
///
/// With `max_overlays` 0, or when a field loses values, a generation is dense: all values of the
/// field. Else it holds the updated documents alone, over those before it; when there are as many
/// as that already, they are united, with the base too once they cover half of the documents.
void write_update_generations(store::Directory& directory, const SegmentReader& reader,
                              const std::string& soft_deletes,
                              std::span<const std::pair<std::string, FieldUpdates>> updates,
                              int32_t max_overlays, NextGenerations& next,
                              model::SegmentCommitInfo& info);

}  // namespace segsmith::index
