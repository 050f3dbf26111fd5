// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "model/columns.h"

namespace segsmith::index {

/// The distinct terms of one field of the segment being buffered: a hash table over an arena
/// (BytesRefHash). Terms are numbered as they come; ordinals exist once they are sorted.
class TermDictionary {
 public:
  TermDictionary();

  /// The number of `term`, new or known.
  int32_t add(std::span<const std::byte> term);
  int32_t size() const { return static_cast<int32_t>(ends_.size()) - 1; }
  std::span<const std::byte> term(int32_t id) const {
    const uint64_t start = ends_[static_cast<size_t>(id)];
    return {bytes_.data() + start, ends_[static_cast<size_t>(id) + 1] - start};
  }
  /// Heap bytes in use.
  size_t memory() const {
    return bytes_.size() + ends_.size() * sizeof(uint64_t) + slots_.size() * sizeof(Slot);
  }
  void clear();

  /// Numbers of the terms that `used` marks (all when empty), ascending by unsigned bytes: entry i
  /// is the number of the term of ordinal i.
  std::vector<int32_t> sorted(const std::vector<bool>& used) const;

 private:
  struct Slot {
    uint32_t hash = 0;
    int32_t id = -1;
  };

  int32_t find_or_add(std::span<const std::byte> term);
  void grow();

  std::vector<std::byte> bytes_;
  std::vector<uint64_t> ends_{0};  ///< Term i is bytes [ends_[i], ends_[i + 1]).
  std::vector<Slot> slots_;
  size_t mask_ = 0;
  int32_t last_ = 0;  ///< Number of the term that was added last.
};

/// The terms of a dictionary in the order of `sorted`.
std::unique_ptr<model::TermsSource> terms_of(const TermDictionary& dictionary,
                                             std::span<const int32_t> sorted);

}  // namespace segsmith::index
