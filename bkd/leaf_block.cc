// SPDX-License-Identifier: Apache-2.0
#include "bkd/leaf_block.h"

namespace segsmith::bkd {

std::string_view name_of(LeafKind kind) {
  switch (kind) {
    case LeafKind::all_equal:
      return "all_equal";
    case LeafKind::low_cardinality:
      return "low_cardinality";
    case LeafKind::high_cardinality:
      return "high_cardinality";
  }
  return "unknown";
}

std::string_view name_of(DocIdsKind kind) {
  switch (kind) {
    case DocIdsKind::continuous:
      return "continuous";
    case DocIdsKind::bit_set:
      return "bit_set";
    case DocIdsKind::legacy_delta_vint:
      return "legacy_delta_vint";
    case DocIdsKind::delta16:
      return "delta16";
    case DocIdsKind::bits21:
      return "bits21";
    case DocIdsKind::bits24:
      return "bits24";
    case DocIdsKind::bits32:
      return "bits32";
  }
  return "unknown";
}

}  // namespace segsmith::bkd
