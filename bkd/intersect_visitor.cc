// SPDX-License-Identifier: Apache-2.0
#include "bkd/intersect_visitor.h"

#include <algorithm>
#include <array>
#include <bit>

#include "bkd/bytes.h"

namespace segsmith::bkd {

uint64_t DocWords::word(uint32_t w) const { return load_le<uint64_t>(bytes + 8 * size_t{w}); }

void IntersectVisitor::visit(const DocRun& docs) {
  std::array<int32_t, 512> block;
  for (int32_t done = 0; done < docs.count;) {
    const auto count = std::min<size_t>(block.size(), static_cast<size_t>(docs.count - done));
    for (size_t i = 0; i < count; ++i) block[i] = docs.first + done++;
    visit(std::span<const int32_t>(block).first(count));
  }
}

void IntersectVisitor::visit(const DocWords& docs) {
  std::array<int32_t, 512> block;
  size_t count = 0;
  for (uint32_t w = 0; w < docs.word_count; ++w) {
    const auto base = static_cast<int32_t>((docs.first_word + w) * 64);
    for (uint64_t word = docs.word(w); word != 0; word &= word - 1) {
      if (count == block.size()) {
        visit(std::span<const int32_t>(block));
        count = 0;
      }
      block[count++] = base + std::countr_zero(word);
    }
  }
  if (count > 0) visit(std::span<const int32_t>(block).first(count));
}

}  // namespace segsmith::bkd
