// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "bkd/bkd_config.h"
#include "bkd/leaf_block.h"
#include "store/input.h"

namespace segsmith::bkd {

/// What a leaf is checked against.
struct LeafShape {
  BkdConfig config;
  int32_t version = kBkdVersionCurrent;
  int32_t max_doc = 0;
  int32_t count = 0;  ///< Points that the leaf must have.
};

/// Decodes the leaf at in.position() into `out`; CorruptIndex where it is damaged.
void read_leaf(store::Cursor& in, const LeafShape& shape, LeafBlock& out);
/// Only the documents; `out.values` is left alone.
void read_leaf_docs(store::Cursor& in, const LeafShape& shape, LeafBlock& out);
/// Only the values; `out.docs` is left alone.
void read_leaf_values(store::Cursor& in, const LeafShape& shape, LeafBlock& out);
/// Reads the count that begins a leaf and checks it.
void check_leaf_count(store::Cursor& in, int32_t count);

}  // namespace segsmith::bkd
