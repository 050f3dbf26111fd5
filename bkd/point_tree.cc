// SPDX-License-Identifier: Apache-2.0
#include "bkd/point_tree.h"

#include <array>
#include <bit>
#include <cstring>
#include <string>
#include <utility>

#include "bkd/bytes.h"
#include "bkd/doc_ids_reader.h"
#include "bkd/leaf_reader.h"

namespace segsmith::bkd {

namespace {

/// Leaves are numbered by 31 bits.
constexpr size_t kMostLevels = 34;

/// No inner node is longer: two codes and a value.
constexpr size_t kNodeRoom = 4 + kMaxBytesPerDim + 4;

/// Levels of a tree, one more for the base below the root.
size_t levels(int64_t num_leaves) {
  return static_cast<size_t>(std::bit_width(static_cast<uint64_t>(num_leaves))) + 2;
}

/// Nodes on the right edge are all ones in binary; the last leaf below them may not be full.
bool on_right_edge(int64_t node) {
  return (static_cast<uint64_t>(node) & static_cast<uint64_t>(node + 1)) == 0;
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

PointTree PointTree::subtree() const {
  PointTree copy = *this;
  copy.root_ = node_;
  return copy;
}

uint64_t PointTree::add_leaf_delta(uint64_t offset) {
  const uint64_t at = nodes_.position();
  const uint64_t delta = nodes_.vlong();
  if (delta > INT64_MAX - offset) {
    nodes_.input().corrupt(at, "a leaf offset of 63 bits", std::to_string(delta) + " more");
  }
  return offset + delta;
}

/// Bytes of the left subtree of `node`, at the cursor.
uint64_t PointTree::left_bytes(int64_t node) {
  // A left child that is a leaf takes no bytes, and no length then.
  const uint64_t bytes = node * 2 < num_leaves_ ? nodes_.vint() : 0;
  nodes_.need(bytes, "bytes of the left subtree");
  return bytes;
}

/// Reads the data of `node`, a child of the current one (or the root), at the cursor's position.
void PointTree::enter(int64_t node, bool left) {
  const Frame& parent = frame(level_);
  Frame& child = frame(level_ + 1);
  child = {};
  child.leaf_offset = parent.leaf_offset;
  if (!left) child.leaf_offset = add_leaf_delta(child.leaf_offset);
  node_ = node;
  ++level_;
  if (!is_leaf()) read_inner_node(child, left);
}

void PointTree::read_inner_node(Frame& node, bool is_left) {
  const Frame& parent = frame(level_ - 1);
  const uint32_t turned = uint32_t{1} << parent.split_dim;
  node.negative = is_left ? parent.negative | turned : parent.negative & ~turned;
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
  const uint64_t left = left_bytes(node_);
  node.left_position = nodes_.position();
  node.right_position = nodes_.position() + left;
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

int64_t PointTree::leaves_below() const {
  // The left-most and right-most leaves below; the left one may lie a level deeper.
  int64_t first = node_;
  while (first < num_leaves_) first *= 2;
  int64_t last = node_;
  while (last < num_leaves_) last = last * 2 + 1;
  return last >= first ? last - first + 1 : last - first + 1 + num_leaves_;
}

int64_t PointTree::size() const {
  const int64_t full = reader_.config().max_points_in_leaf;
  const int64_t leaves = leaves_below();
  if (!on_right_edge(node_)) return leaves * full;
  return (leaves - 1) * full + (reader_.point_count() - (num_leaves_ - 1) * full);
}

int32_t PointTree::count_of_leaf(int64_t leaf) const {
  const int64_t full = reader_.config().max_points_in_leaf;
  return static_cast<int32_t>(on_right_edge(leaf) ? reader_.point_count() - (num_leaves_ - 1) * full
                                                  : full);
}

/// To the documents of the leaf with this number, whose block begins at `offset`; returns its
/// count.
int32_t PointTree::seek_leaf(int64_t leaf, uint64_t offset) {
  const auto base = static_cast<uint64_t>(reader_.meta().data_offset);
  if (offset < base || offset - base > reader_.leaves().size()) {
    nodes_.corrupt("a leaf from " + std::to_string(base) + " to " +
                       std::to_string(base + reader_.leaves().size()),
                   std::to_string(offset));
  }
  leaves_.seek(offset - base);
  return count_of_leaf(leaf);
}

LeafShape PointTree::leaf_shape() const {
  return {reader_.config(), reader_.meta().version, reader_.max_doc(),
          static_cast<int32_t>(size())};
}

void PointTree::read_leaf(LeafBlock& out) {
  read_leaf_docs(out);
  values_.read_head(leaves_, leaf_shape(), out);
  values_.read_points(leaves_, out);
}

void PointTree::read_leaf_docs(LeafBlock& out) {
  seek_leaf(node_, leaf_offset());
  bkd::read_leaf_docs(leaves_, leaf_shape(), out);
  out.offset = leaf_offset();
}

void PointTree::read_leaf_values(LeafBlock& out) {
  read_leaf_head(out);
  read_leaf_points(out);
}

void PointTree::read_leaf_head(LeafBlock& out) {
  const LeafShape shape = leaf_shape();
  seek_leaf(node_, leaf_offset());
  check_leaf_count(leaves_, shape.count);
  skip_doc_ids(leaves_, shape.count);
  values_.read_head(leaves_, shape, out);
  out.offset = leaf_offset();
}

void PointTree::read_leaf_points(LeafBlock& out) { values_.read_points(leaves_, out); }

/// Without recursion, and back to where it began.
template <class F>
void PointTree::for_each_leaf_below(F visit) {
  const int level = level_;
  for (;;) {
    move_to_first_leaf();
    visit();
    for (;;) {
      if (level_ == level) return;
      if (move_to_sibling()) break;
      move_to_parent();
    }
  }
}

/// Past the coded split value of an inner node, to where its children begin.
void PointTree::skip_inner_node(int64_t node, Frame& out) {
  const auto prefixes = static_cast<uint32_t>(bytes_) + 1;
  const auto index_dims = static_cast<uint32_t>(reader_.config().index_dims);
  const std::byte* const data = nodes_.input().bytes().data();
  if (nodes_.remaining() >= kNodeRoom) {  // The usual case, in one go.
    uint32_t code = 0, left = 0;
    const std::byte* p = get_short_vint(data + nodes_.position(), kNodeRoom, code);
    if (p != nullptr) {
      const size_t prefix = code / index_dims % prefixes;
      if (prefix < bytes_) p += bytes_ - prefix - 1;
      if (node * 2 < num_leaves_) p = get_short_vint(p, 4, left);
    }
    const uint64_t size = nodes_.input().size();
    if (p != nullptr && left <= size - static_cast<uint64_t>(p - data)) {
      out.left_position = static_cast<uint64_t>(p - data);
      out.right_position = out.left_position + left;
      return;
    }
  }
  const uint32_t code = nodes_.vint();
  const size_t prefix = code / index_dims % prefixes;
  if (prefix < bytes_) nodes_.skip(bytes_ - prefix - 1);
  const uint64_t left = left_bytes(node);
  out.left_position = nodes_.position();
  out.right_position = nodes_.position() + left;
}

namespace {

/// Hands over leaves a batch behind their discovery, when the processor has fetched their first
/// bytes: leaves lie far apart, and without this each would be waited for.
template <class F>
class FetchedLeaves {
 public:
  FetchedLeaves(std::span<const std::byte> data, uint64_t base, F& visit)
      : data_(data), base_(base), visit_(visit) {}

  void add(int64_t leaf, uint64_t offset) {
    if (offset - base_ < data_.size()) __builtin_prefetch(data_.data() + (offset - base_));
    batch_[used_++] = {leaf, offset};
    if (used_ == batch_.size()) flush();
  }
  void flush() {
    for (size_t i = 0; i < used_; ++i) visit_(batch_[i].first, batch_[i].second);
    used_ = 0;
  }

 private:
  std::span<const std::byte> data_;
  uint64_t base_;
  F& visit_;
  std::array<std::pair<int64_t, uint64_t>, 32> batch_;
  size_t used_ = 0;
};

}  // namespace

/// The number and offset of every leaf at and below the current node, without following bounds and
/// split values, which nobody asks for there. Nothing moves but the cursor over the nodes.
template <class F>
void PointTree::for_each_leaf_offset_below(F visit) {
  FetchedLeaves<F> leaves(reader_.leaves().bytes(),
                          static_cast<uint64_t>(reader_.meta().data_offset), visit);
  struct Right {
    int64_t node;
    uint64_t position;
    uint64_t leaf_offset;
  };
  std::array<Right, kMostLevels> pending;  // Right children yet to come, the nearest last.
  size_t depth = 0;
  Frame at = frame(level_);
  int64_t node = node_;
  for (;;) {
    while (node < num_leaves_) {
      pending[depth++] = {node * 2 + 1, at.right_position, at.leaf_offset};
      node *= 2;
      if (node >= num_leaves_) break;
      nodes_.seek(at.left_position);
      skip_inner_node(node, at);
    }
    leaves.add(node, at.leaf_offset);
    if (depth == 0) return leaves.flush();
    const Right& right = pending[--depth];
    node = right.node;
    nodes_.seek(right.position);
    at.leaf_offset = add_leaf_delta(right.leaf_offset);
    if (node < num_leaves_) skip_inner_node(node, at);
  }
}

void PointTree::leaves_docs_into(BitSet& out, bool set, LeafBlock& scratch) {
  const BkdMeta& meta = reader_.meta();
  const auto base = static_cast<uint64_t>(meta.data_offset);
  const std::span<const std::byte> data = reader_.leaves().bytes();
  // Where documents ascend with their values, the runs of neighbouring leaves are one.
  uint64_t run_begin = 0;
  uint64_t run_end = 0;
  const auto put_run = [&] {
    set ? out.set_range(run_begin, run_end) : out.clear_range(run_begin, run_end);
  };
  for_each_leaf_offset_below([&](int64_t leaf, uint64_t offset) {
    const int32_t count = count_of_leaf(leaf);
    if (offset - base < data.size()) {
      const auto run = peek_doc_run(data.subspan(offset - base), reader_.max_doc(), count);
      if (run) {
        const auto first = static_cast<uint64_t>(run->first);
        if (first != run_end) {
          put_run();
          run_begin = first;
        }
        run_end = first + static_cast<uint64_t>(count);
        return;
      }
    }
    seek_leaf(leaf, offset);
    check_leaf_count(leaves_, count);
    doc_ids_into_bit_set(leaves_, meta.version, count, set, out, scratch);
  });
  put_run();
}

void PointTree::visit_doc_ids(IntersectVisitor& visitor) {
  const BkdMeta& meta = reader_.meta();
  for_each_leaf_offset_below([&](int64_t leaf, uint64_t offset) {
    const int32_t count = seek_leaf(leaf, offset);
    check_leaf_count(leaves_, count);
    if (block_.docs.size() < static_cast<size_t>(count)) {
      block_.docs.resize(static_cast<size_t>(count));
    }
    bkd::visit_doc_ids(leaves_, meta.version, reader_.max_doc(), count, visitor, block_);
  });
}

void PointTree::visit_doc_values(IntersectVisitor& visitor) {
  for_each_leaf_below([&] { visit_leaf_values(visitor); });
}

void PointTree::visit_leaf_values(IntersectVisitor& visitor) {
  read_leaf_docs(block_);
  values_.read_head(leaves_, leaf_shape(), block_);
  Relation relation = Relation::crosses;
  if (!block_.min_packed.empty()) {
    relation = visitor.compare(block_.min_packed, block_.max_packed);
  }
  if (relation == Relation::outside) return;
  if (relation == Relation::inside) return visitor.visit(block_.doc_ids());
  values_.read_points(leaves_, block_);
  visitor.visit(block_.doc_ids(), block_.values);
}

}  // namespace segsmith::bkd
