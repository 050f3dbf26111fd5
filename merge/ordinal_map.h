// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "model/columns.h"
#include "model/doc_values.h"
#include "util/bit_set.h"

namespace segsmith::merge {

/// One source's dictionary.
struct TermsPart {
  std::shared_ptr<const model::Terms> terms;  ///< Null where the source lacks the field.
  /// Terms that live documents use; empty (size 0) when all of them count.
  BitSet live;
};

/// CorruptIndex unless all `ordinals` of a field are below `size`, the number of its terms: intact
/// bytes may still tell ordinals that no dictionary holds.
void check_ordinals(std::span<const int64_t> ordinals, int64_t size, const std::string& segment,
                    const std::string& field);

/// Maps the ordinals of several sorted dictionaries into their sorted union
/// (org.apache.lucene.index.OrdinalMap).
class OrdinalMap {
 public:
  explicit OrdinalMap(std::vector<TermsPart> parts);

  int64_t size() const { return static_cast<int64_t>(owner_.size()); }
  /// Local to merged ordinal; -1 for a term that no live document uses.
  const std::vector<int64_t>& ordinals(size_t part) const { return maps_[part]; }
  /// The merged dictionary. The map must outlive it.
  std::unique_ptr<model::TermsSource> terms() const;

 private:
  friend class MergedTerms;
  std::vector<TermsPart> parts_;
  std::vector<std::vector<int64_t>> maps_;
  /// First part that holds each merged term.
  std::vector<uint32_t> owner_;
};

}  // namespace segsmith::merge
