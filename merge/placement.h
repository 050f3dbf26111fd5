// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "merge/doc_map.h"

namespace segsmith::merge {

/// A DocMap from the sources' side: where their documents go, a block of new documents at a time.
/// Made once and used by every column. 6 bytes a document, nothing where sources are concatenated
/// as they are.
class Placement {
 public:
  /// `sources` are those of which `map`, which must outlive this, was made.
  Placement(const DocMap& map, std::span<const SourceDocs> sources);

  std::span<const Run> runs() const { return map_.runs(); }
  int32_t num_docs() const { return map_.num_docs(); }
  /// The runs are all documents of source 0, then all of source 1, and so on; nothing below is made
  /// then.
  bool whole() const { return whole_; }

  /// New document of each old one, -1 where it is deleted, up to the last one that lives.
  std::span<const int32_t> new_docs(size_t source) const { return new_docs_[source]; }
  /// New documents are taken in blocks of model::kColumnBlockDocs.
  size_t blocks() const { return block_ends_.size(); }
  /// Documents of `source` before this one are in `block` or in blocks before it.
  int32_t block_end(size_t block, size_t source) const { return block_ends_[block][source]; }
  /// Where each new document of the block is found among the old ones of the block, those of source
  /// 0 first, deleted ones included. Empty for the rare block that is spread over too many old
  /// ones.
  std::span<const uint16_t> gather_order(size_t block) const;

 private:
  void place();
  void order_blocks();
  size_t order_block(size_t block, std::vector<int32_t>& begin, std::vector<int32_t>& shift) const;

  const DocMap& map_;
  bool whole_ = true;
  std::vector<std::vector<int32_t>> new_docs_;    ///< By source.
  std::vector<std::vector<int32_t>> block_ends_;  ///< By block and source.
  std::vector<uint16_t> gather_order_;            ///< By new document.
  std::vector<bool> has_order_;                   ///< By block.
};

}  // namespace segsmith::merge
