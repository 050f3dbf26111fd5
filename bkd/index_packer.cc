// SPDX-License-Identifier: Apache-2.0
#include "bkd/index_packer.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "bkd/bytes.h"

namespace segsmith::bkd {

namespace {

/// Packs from the last node to the first, because a node tells how long its left subtree is. Bytes
/// are gathered in reverse; what a node inherits from its ancestors is passed down as usual.
class IndexPacker {
 public:
  IndexPacker(const BkdConfig& config, const LeafNodes& nodes)
      : nodes_(nodes),
        bytes_(static_cast<size_t>(config.bytes_per_dim)),
        index_dims_(static_cast<size_t>(config.index_dims)),
        last_split_(config.packed_index_bytes()) {}

  std::vector<std::byte> pack() {
    reversed_.reserve(nodes_.offsets.size() * (bytes_ + 8));
    put_node(0, false, 0, static_cast<int64_t>(nodes_.offsets.size()));
    std::reverse(reversed_.begin(), reversed_.end());
    return std::move(reversed_);
  }

 private:
  /// What a node adds to the state that its children inherit, and how to take it back.
  struct Split {
    size_t dim;
    size_t prefix;
    bool negative;
    std::array<std::byte, kMaxBytesPerDim> replaced;
  };

  uint64_t offset(int64_t leaf) const { return nodes_.offsets[static_cast<size_t>(leaf)]; }

  /// Depth is at most 31: the leaves of a subtree are about halved at each level.
  void put_node(uint64_t base, bool left, int64_t first, int64_t leaves) {
    if (leaves == 1) {
      if (!left) prepend_vlong(offset(first) - base);
      return;
    }
    const int64_t on_left = left_leaves(leaves);
    std::array<std::byte, 32> header;
    Split split;
    const size_t header_size = make_header(header.data(), base, left, first, on_left, split);
    const uint64_t left_most = offset(first);
    negative_ &= ~(uint32_t{1} << split.dim);
    put_node(left_most, false, first + on_left, leaves - on_left);
    const size_t end = reversed_.size();
    negative_ |= uint32_t{1} << split.dim;
    put_node(left_most, true, first, on_left);
    if (on_left != 1) prepend_vint(static_cast<uint32_t>(reversed_.size() - end));
    prepend({header.data(), header_size});
    undo(split);
  }

  /// The node's own bytes: the left-most leaf's offset, the code, the split value's suffix.
  size_t make_header(std::byte* out, uint64_t base, bool left, int64_t first, int64_t on_left,
                     Split& split) {
    std::byte* p = out;
    if (!left) p = put_vlong(p, offset(first) - base);
    const auto index = static_cast<size_t>(first + on_left - 1);
    split.dim = nodes_.split_dims.empty() ? 0 : nodes_.split_dims[index];
    split.negative = negative_ >> split.dim & 1;
    const std::byte* value = &nodes_.split_values[index * bytes_];
    std::byte* last = &last_split_[split.dim * bytes_];
    split.prefix = static_cast<size_t>(std::mismatch(value, value + bytes_, last).first - value);
    int delta = 0;
    if (split.prefix < bytes_) {
      delta = static_cast<int>(value[split.prefix]) - static_cast<int>(last[split.prefix]);
      if (split.negative) delta = -delta;
    }
    const auto code = (static_cast<uint32_t>(delta) * static_cast<uint32_t>(1 + bytes_) +
                       static_cast<uint32_t>(split.prefix)) *
                          static_cast<uint32_t>(index_dims_) +
                      static_cast<uint32_t>(split.dim);
    p = put_vint(p, code);
    std::memcpy(split.replaced.data(), last, bytes_);
    std::memcpy(last, value, bytes_);
    for (size_t i = split.prefix + 1; i < bytes_; ++i) *p++ = value[i];
    return static_cast<size_t>(p - out);
  }

  void undo(const Split& split) {
    std::memcpy(&last_split_[split.dim * bytes_], split.replaced.data(), bytes_);
    const uint32_t bit = uint32_t{1} << split.dim;
    negative_ = split.negative ? negative_ | bit : negative_ & ~bit;
  }

  static std::byte* put_vlong(std::byte* p, uint64_t v) {
    for (; v >= 0x80; v >>= 7) *p++ = static_cast<std::byte>(v | 0x80);
    *p++ = static_cast<std::byte>(v);
    return p;
  }

  void prepend(std::span<const std::byte> bytes) {
    reversed_.insert(reversed_.end(), bytes.rbegin(), bytes.rend());
  }
  void prepend_vlong(uint64_t v) {
    std::array<std::byte, 10> out;
    prepend({out.data(), static_cast<size_t>(put_vlong(out.data(), v) - out.data())});
  }
  void prepend_vint(uint32_t v) { prepend_vlong(v); }

  const LeafNodes& nodes_;
  size_t bytes_;
  size_t index_dims_;
  std::vector<std::byte> last_split_;  ///< By dimension: the split value of the nearest ancestor.
  uint32_t negative_ = 0;              ///< Bit d: the last turn on dimension d went left.
  std::vector<std::byte> reversed_;
};

}  // namespace

int64_t left_leaves(int64_t leaves) {
  const auto full_level = static_cast<int64_t>(std::bit_floor(static_cast<uint64_t>(leaves)));
  return full_level / 2 + std::min(leaves - full_level, full_level / 2);
}

std::vector<std::byte> pack_index(const BkdConfig& config, const LeafNodes& nodes) {
  return IndexPacker(config, nodes).pack();
}

}  // namespace segsmith::bkd
