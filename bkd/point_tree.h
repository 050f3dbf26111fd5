// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "bkd/bkd_reader.h"
#include "bkd/leaf_reader.h"

namespace segsmith::bkd {

/// A position in a tree and moves from it (PointValues.PointTree). Starts at the root. Holds a
/// reference to the reader, which must outlive it; one thread at a time. Nodes are numbered as in a
/// heap (root 1, children 2n and 2n + 1; leaves from num_leaves on), so the depth is at most 32.
/// A copy moves on its own, in the same tree.
class PointTree {
 public:
  explicit PointTree(const BkdReader& reader);

  /// A tree of its own whose root is the current node (PointTree.clone): it moves no higher.
  PointTree subtree() const;

  /// To the left child; false on a leaf.
  bool move_to_child();
  /// From a left child to its right sibling; false on the root and on right children.
  bool move_to_sibling();
  /// False on the root (of a subtree: on the node that it was made at).
  bool move_to_parent();
  /// Down to the left-most leaf of this node, without moving when it is a leaf.
  void move_to_first_leaf();
  /// To the leaf after this node's subtree in tree order; false, and at the root, when there is
  /// none.
  bool move_to_next_leaf();

  bool is_leaf() const { return node_ >= num_leaves_; }
  bool is_root() const { return node_ == root_; }
  int64_t node() const { return node_; }
  int level() const { return level_; }
  /// Leaves at or under this node.
  int64_t leaves_below() const;
  /// Points under this node.
  int64_t size() const;
  /// Bounds of the cell over the index dimensions.
  std::span<const std::byte> min_packed() const { return min_; }
  std::span<const std::byte> max_packed() const { return max_; }
  /// Inner nodes: the dimension and value that divide the children.
  int split_dim() const { return frames_[static_cast<size_t>(level_)].split_dim; }
  std::span<const std::byte> split_value() const {
    return std::span(split_stack_)
        .subspan(static_cast<size_t>(level_) * packed_ + static_cast<size_t>(split_dim()) * bytes_,
                 bytes_);
  }
  /// Leaves: where the block begins in `.kdd`.
  uint64_t leaf_offset() const { return frames_[static_cast<size_t>(level_)].leaf_offset; }

  /// Decodes the current leaf, whole, or only its documents or values. Documents are below max_doc.
  void read_leaf(LeafBlock& out);
  void read_leaf_docs(LeafBlock& out);
  void read_leaf_values(LeafBlock& out);
  /// The current leaf's prefixes, kind and, where it has them, bounds; and then its points.
  void read_leaf_head(LeafBlock& out);
  void read_leaf_points(LeafBlock& out);
  /// Sets (or clears) the bits of the documents of every leaf at and below the current node, which
  /// stays, in `out`, of max_doc bits.
  void leaf_docs_into(BitSet& out, bool set, LeafBlock& scratch);

  /// The same for every leaf at and below the current node, which stays.
  void leaves_docs_into(BitSet& out, bool set, LeafBlock& scratch);
  /// Hands over the documents of every leaf at and below the current node, which stays.
  void visit_doc_ids(IntersectVisitor& visitor);
  /// Documents and values of every leaf at and below the current node, which stays. Leaves that
  /// hold bounds are compared first: those outside are left out, those inside come without values.
  void visit_doc_values(IntersectVisitor& visitor);

 private:
  struct Frame {
    uint64_t leaf_offset = 0;     ///< Of the left-most leaf below.
    uint64_t left_position = 0;   ///< In the packed index: the left child's data.
    uint64_t right_position = 0;  ///< The right child's.
    int split_dim = 0;
    uint32_t negative = 0;  ///< Bit d: deltas of dimension d are subtracted.
  };

  Frame& frame(int level) { return frames_[static_cast<size_t>(level)]; }
  std::byte* split_values(int level) { return &split_stack_[static_cast<size_t>(level) * packed_]; }
  /// The stretch of `bounds` that the node at `level` divides.
  std::byte* split_stretch(std::vector<std::byte>& bounds, int level) {
    return &bounds[static_cast<size_t>(frame(level).split_dim) * bytes_];
  }
  std::byte* saved_bound(int level) { return &bound_stack_[static_cast<size_t>(level) * bytes_]; }
  void enter(int64_t node, bool left);
  void read_inner_node(Frame& frame, bool left);
  void leave();
  LeafShape leaf_shape() const;
  uint64_t add_leaf_delta(uint64_t offset);
  void skip_inner_node(int64_t node, Frame& out);
  uint64_t left_bytes(int64_t node);
  int32_t count_of_leaf(int64_t leaf) const;
  int32_t seek_leaf(int64_t leaf, uint64_t offset);
  template <class F>
  void for_each_leaf_below(F visit);
  template <class F>
  void for_each_leaf_offset_below(F visit);
  void visit_leaf_values(IntersectVisitor& visitor);

  const BkdReader& reader_;
  size_t bytes_;   ///< Of a dimension.
  size_t packed_;  ///< Of all index dimensions.
  int64_t num_leaves_;
  store::Cursor nodes_;
  store::Cursor leaves_;
  LeafValuesReader values_;
  LeafBlock block_;  ///< Of the visits.
  int64_t root_ = 1;
  int64_t node_ = 1;
  int level_ = 1;
  std::vector<Frame> frames_;           ///< By level; 0 is a base.
  std::vector<std::byte> split_stack_;  ///< By level: the split value of every index dimension.
  std::vector<std::byte> bound_stack_;  ///< By level: the bound that descending replaced.
  std::vector<std::byte> min_, max_;    ///< Of the current cell.
};

}  // namespace segsmith::bkd
