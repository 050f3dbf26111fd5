// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "merge/sort_keys.h"
#include "util/bit_set.h"

namespace segsmith::merge {

/// The documents of each source that a merge takes: those that live and have no value in the
/// source's soft-deletes field (org.apache.lucene.index.PendingSoftDeletes).
class KeptDocs {
 public:
  /// `sources` must outlive it.
  explicit KeptDocs(Sources sources);

  /// Null when all are kept.
  const BitSet* of(size_t source) const {
    return kept_[source] ? &*kept_[source] : sources_[source]->live_docs();
  }

 private:
  Sources sources_;
  std::vector<std::optional<BitSet>> kept_;  ///< Where some are soft-deleted.
};

}  // namespace segsmith::merge
