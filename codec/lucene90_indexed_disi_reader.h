// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "model/doc_values.h"
#include "model/facts.h"
#include "store/input.h"

/// Reading of docs-with-field sets: blocks of 65,536 documents as shorts, as bit sets with rank
/// tables, or full. docs/format/dvp.md; org.apache.lucene.codecs.lucene90.IndexedDISI.
namespace segsmith::codec::lucene90 {

/// A set of documents over a mapping. The block headers and the jump table are checked when it is
/// opened; the contents of a block (order, cardinality, rank table) once, when it is first touched.
class IndexedDisiPresence final : public model::Presence {
 public:
  /// `blocks_and_jumps` are the bytes that the docs-with-field quad names. CorruptIndex unless they
  /// hold exactly `cardinality` documents below max_doc.
  IndexedDisiPresence(store::Input blocks_and_jumps, int32_t max_doc, int64_t cardinality,
                      int jump_entries, int rank_power);

  bool contains(int32_t doc) const override;
  int64_t rank(int32_t doc) const override;
  size_t docs(int32_t from, std::span<int32_t> out) const override;
  void into_bit_set(int32_t from, int32_t to, BitSet& out) const override;
  void positions(std::span<const int32_t> docs, std::span<int64_t> out) const override;
  /// As IndexedDISI.docIDRunEnd: to the end of a full block or of a full word of a dense one.
  int32_t run_end(int32_t doc) const override;

  /// Checks the contents of every block, whether touched before or not.
  void check() const;
  /// One fact a block, one for the sentinel, one for the jump table; `base` gives field, structure,
  /// part, file and the offset of the set.
  void visit(const model::Fact& base, const model::FactVisitor& visitor) const;

 private:
  enum class Method : uint8_t { empty, sparse, dense, all };
  struct Block {
    uint32_t offset = 0;  ///< Of the shorts, or of the 1,024 words.
    int32_t rank = 0;     ///< Documents of the set before this block.
    int32_t count = 0;
    Method method = Method::empty;
  };

  void read_blocks();
  void read_block(store::Cursor& in, size_t index, Block& b);
  bool at_sentinel(const store::Cursor& in, size_t index, int32_t count) const;
  void check_jump_table(std::span<const int64_t> offsets) const;
  void verify(size_t index) const;
  void verify_sparse(size_t index) const;
  void verify_dense(size_t index) const;
  /// The block, verified.
  const Block& block(size_t index) const {
    if (verified_[index].load(std::memory_order_relaxed) == 0) verify(index);
    return blocks_[index];
  }
  const std::byte* bytes_at(uint32_t offset) const { return data_.bytes().data() + offset; }
  size_t rank_table_bytes() const;
  int32_t rank_in_block(const Block& b, uint32_t low) const;
  bool contains_in_block(const Block& b, uint32_t low) const;
  size_t sparse_index(const Block& b, uint32_t low) const;
  size_t docs_of_block(size_t index, uint32_t low, std::span<int32_t> out) const;

  store::Input data_;
  int jump_entries_;
  int rank_power_;
  uint64_t sentinel_offset_ = 0;
  std::vector<Block> blocks_;  ///< By document >> 16, up to the last document of the segment.
  mutable std::vector<std::atomic<uint8_t>> verified_;
};

}  // namespace segsmith::codec::lucene90
