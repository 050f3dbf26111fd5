// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "model/doc_values.h"

namespace segsmith::model {

/// One field out of several layers, the newest first: each document has the values of the first
/// layer that has it (org.apache.lucene.index.OverlayNumericDocValues and its kin; DocValues
/// overlays of Lucene 10.6). The last layer is the base, which is never walked: what is kept grows
/// with the runs of documents of the layers above it.
///
/// NUMERIC, BINARY and SORTED_NUMERIC layers of one type over the same documents, at least one.
DocValuesField overlaid_field(std::span<const DocValuesField> layers);

}  // namespace segsmith::model
