// SPDX-License-Identifier: Apache-2.0
#include "merge/kept_docs.h"

#include <algorithm>

namespace segsmith::merge {
namespace {

std::optional<BitSet> without_soft_deleted(const index::SegmentReader& source) {
  const auto field = std::ranges::find_if(source.fields(), &model::FieldInfo::is_soft_deletes);
  if (field == source.fields().end() || !source.has_doc_values(*field)) return {};
  const model::Presence& deleted = *source.doc_values(*field).presence;
  if (deleted.cardinality() == 0) return {};
  const BitSet* live = source.live_docs();
  BitSet kept = live != nullptr ? *live : BitSet(static_cast<uint64_t>(source.max_doc()), true);
  std::vector<int32_t> docs(model::kColumnBlockDocs);
  size_t n = docs.size();
  for (int32_t from = 0; n == docs.size(); from = docs.back() + 1) {
    n = deleted.docs(from, docs);
    for (size_t i = 0; i < n; ++i) kept.clear(static_cast<uint64_t>(docs[i]));
  }
  return kept;
}

}  // namespace

KeptDocs::KeptDocs(Sources sources) : sources_(sources) {
  for (const auto& source : sources) kept_.push_back(without_soft_deleted(*source));
}

}  // namespace segsmith::merge
