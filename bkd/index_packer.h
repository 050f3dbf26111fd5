// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "bkd/bkd_config.h"

namespace segsmith::bkd {

/// The leaves and the splits between them, from left to right: what the packed index is made of.
struct LeafNodes {
  std::vector<uint64_t> offsets;  ///< Of each leaf in `.kdd`, ascending.
  /// Split i lies between the leaves i and i + 1: bytes_per_dim bytes each.
  std::vector<std::byte> split_values;
  /// The dimension of each split; empty when the tree has one index dimension.
  std::vector<uint8_t> split_dims;
};

/// Leaves that go into the left subtree of a node of `leaves` > 1 leaves.
int64_t left_leaves(int64_t leaves);

/// The packed index (BKDWriter.packIndex). docs/format/kdi.md
std::vector<std::byte> pack_index(const BkdConfig& config, const LeafNodes& nodes);

}  // namespace segsmith::bkd
