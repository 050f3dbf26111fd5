// SPDX-License-Identifier: Apache-2.0
#include "bkd/point_tree.h"

#include <bit>
#include <cstring>
#include <string>

#include "bkd/doc_ids_reader.h"
#include "bkd/leaf_reader.h"

namespace segsmith::bkd {

namespace {

/// Levels of a tree, one more for the base below the root.
size_t levels(int64_t num_leaves) {
  return static_cast<size_t>(std::bit_width(static_cast<uint64_t>(num_leaves))) + 2;
}

}  // namespace

PointTree::PointTree(const BkdReader& reader)
    : reader_(reader),
      bytes_(static_cast<size_t>(reader.config().bytes_per_dim)),
      packed_(reader.config().packed_index_bytes()),
      num_leaves_(reader.num_leaves()),
      nodes_(reader.index()),
      leaves_(reader.leaves()),
      level_(0),
      frames_(levels(num_leaves_)),
      split_stack_(levels(num_leaves_) * packed_),
      bound_stack_(levels(num_leaves_) * bytes_),
      min_(reader.min_packed().begin(), reader.min_packed().end()),
      max_(reader.max_packed().begin(), reader.max_packed().end()) {
  enter(1, false);
}

/// Reads the data of `node`, a child of the current one (or the root), at the cursor's position.
void PointTree::enter(int64_t node, bool left) {
  const Frame& parent = frame(level_);
  Frame& child = frame(level_ + 1);
  child = {};
  child.leaf_offset = parent.leaf_offset;
  if (!left) {
    const uint64_t at = nodes_.position();
    const uint64_t delta = nodes_.vlong();
    if (delta > INT64_MAX - child.leaf_offset) {
      nodes_.input().corrupt(at, "a leaf offset of 63 bits", std::to_string(delta) + " more");
    }
    child.leaf_offset += delta;
  }
  node_ = node;
  ++level_;
  if (!is_leaf()) read_inner_node(child, left);
}

void PointTree::read_inner_node(Frame& node, bool left) {
  const Frame& parent = frame(level_ - 1);
  const uint32_t turned = uint32_t{1} << parent.split_dim;
  node.negative = left ? parent.negative | turned : parent.negative & ~turned;
  std::memcpy(split_values(level_), split_values(level_ - 1), packed_);

  const auto index_dims = static_cast<uint32_t>(reader_.config().index_dims);
  const auto prefixes = static_cast<uint32_t>(bytes_) + 1;
  const uint32_t code = nodes_.vint();
  node.split_dim = static_cast<int>(code % index_dims);
  const size_t prefix = code / index_dims % prefixes;
  if (prefix < bytes_) {
    auto delta = static_cast<int32_t>(code / index_dims / prefixes);
    if (node.negative >> node.split_dim & 1) delta = -delta;
    std::byte* value = split_values(level_) + static_cast<size_t>(node.split_dim) * bytes_;
    value[prefix] = static_cast<std::byte>(static_cast<int32_t>(value[prefix]) + delta);
    const auto rest = nodes_.bytes(bytes_ - prefix - 1);
    std::memcpy(value + prefix + 1, rest.data(), rest.size());
  }
  // A left child that is a leaf takes no bytes, and no length then.
  const uint64_t left_bytes = node_ * 2 < num_leaves_ ? nodes_.vint() : 0;
  nodes_.need(left_bytes, "bytes of the left subtree");
  node.left_position = nodes_.position();
  node.right_position = nodes_.position() + left_bytes;
}

bool PointTree::move_to_child() {
  if (is_leaf()) return false;
  std::byte* bound = split_stretch(max_, level_);
  std::memcpy(saved_bound(level_), bound, bytes_);
  std::memcpy(bound, split_value().data(), bytes_);
  nodes_.seek(frame(level_).left_position);
  enter(node_ * 2, true);
  return true;
}

/// To the parent, with its bounds.
void PointTree::leave() {
  const bool left = (node_ & 1) == 0;
  node_ /= 2;
  --level_;
  std::memcpy(split_stretch(left ? max_ : min_, level_), saved_bound(level_), bytes_);
}

bool PointTree::move_to_sibling() {
  if (is_root() || (node_ & 1) != 0) return false;
  leave();
  std::byte* bound = split_stretch(min_, level_);
  std::memcpy(saved_bound(level_), bound, bytes_);
  std::memcpy(bound, split_value().data(), bytes_);
  nodes_.seek(frame(level_).right_position);
  enter(node_ * 2 + 1, false);
  return true;
}

bool PointTree::move_to_parent() {
  if (is_root()) return false;
  leave();
  return true;
}

void PointTree::move_to_first_leaf() {
  while (move_to_child()) {
  }
}

bool PointTree::move_to_next_leaf() {
  while (!move_to_sibling()) {
    if (!move_to_parent()) return false;
  }
  move_to_first_leaf();
  return true;
}

int64_t PointTree::size() const {
  // The left-most and right-most leaves below; the left one may lie a level deeper.
  int64_t first = node_;
  while (first < num_leaves_) first *= 2;
  int64_t last = node_;
  while (last < num_leaves_) last = last * 2 + 1;
  const int64_t leaves = last >= first ? last - first + 1 : last - first + 1 + num_leaves_;
  const int64_t full = reader_.config().max_points_in_leaf;
  // Nodes on the right edge are all ones in binary; the last leaf below them may not be full.
  const bool right_edge = (static_cast<uint64_t>(node_) & static_cast<uint64_t>(node_ + 1)) == 0;
  if (!right_edge) return leaves * full;
  return (leaves - 1) * full + (reader_.point_count() - (num_leaves_ - 1) * full);
}

void PointTree::seek_leaf() {
  const auto base = static_cast<uint64_t>(reader_.meta().data_offset);
  if (leaf_offset() < base || leaf_offset() - base > reader_.leaves().size()) {
    nodes_.corrupt("a leaf from " + std::to_string(base) + " to " +
                       std::to_string(base + reader_.leaves().size()),
                   std::to_string(leaf_offset()));
  }
  leaves_.seek(leaf_offset() - base);
}

LeafShape PointTree::leaf_shape() const {
  return {reader_.config(), reader_.meta().version, reader_.max_doc(),
          static_cast<int32_t>(size())};
}

void PointTree::read_leaf(LeafBlock& out) {
  seek_leaf();
  bkd::read_leaf(leaves_, leaf_shape(), out);
  out.offset = leaf_offset();
}

void PointTree::read_leaf_docs(LeafBlock& out) {
  seek_leaf();
  bkd::read_leaf_docs(leaves_, leaf_shape(), out);
  out.offset = leaf_offset();
}

void PointTree::read_leaf_values(LeafBlock& out) {
  seek_leaf();
  bkd::read_leaf_values(leaves_, leaf_shape(), out);
  out.offset = leaf_offset();
}

void PointTree::leaf_docs_into(BitSet& out, bool set, LeafBlock& scratch) {
  seek_leaf();
  const auto count = static_cast<int32_t>(size());
  check_leaf_count(leaves_, count);
  if (scratch.docs.size() < static_cast<size_t>(count)) {
    scratch.docs.resize(static_cast<size_t>(count));
  }
  doc_ids_into_bit_set(leaves_, reader_.meta().version, count, set, out, scratch.docs);
}

}  // namespace segsmith::bkd
