// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "index/segment_reader.h"
#include "merge/doc_map.h"
#include "model/index_sort.h"

namespace segsmith::merge {

using Sources = std::span<const std::shared_ptr<const index::SegmentReader>>;

/// The keys by which sorted sources are interleaved (org.apache.lucene.index.IndexSorter): numbers
/// in their sortable form, strings as ordinals of the sources' united dictionary, documents without
/// a value by the sort field's missing value. 8 bytes a document and key.
std::vector<SortKeys> sort_keys(Sources sources, const model::IndexSort& sort);

}  // namespace segsmith::merge
