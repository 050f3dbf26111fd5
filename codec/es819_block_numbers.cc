// SPDX-License-Identifier: Apache-2.0
#include "codec/es819_block_numbers.h"

namespace segsmith::codec::es819 {

void compare_into_words(std::span<const int64_t> values, int64_t low, int64_t high,
                        std::span<uint64_t> words, uint64_t bit_offset) {
  const uint64_t width = static_cast<uint64_t>(high) - static_cast<uint64_t>(low);
  for (size_t i = 0; i < values.size();) {
    const uint64_t bit = bit_offset + i;
    const auto n = static_cast<unsigned>(std::min<uint64_t>(values.size() - i, 64 - (bit & 63)));
    uint64_t mask = 0;
    for (unsigned k = 0; k < n; ++k) {
      const uint64_t above = static_cast<uint64_t>(values[i + k]) - static_cast<uint64_t>(low);
      mask |= uint64_t{above <= width} << k;
    }
    words[bit >> 6] |= mask << (bit & 63);
    i += n;
  }
}

BlockIndex::BlockIndex(packing::DirectMonotonicReader offsets, store::Input values)
    : offsets_(std::move(offsets)), values_(std::move(values)) {
  if (offsets_.count() > 0 && offsets_.get(0) != 0) {
    values_.corrupt(0, "the first block at the start of the values",
                    "at " + std::to_string(offsets_.get(0)));
  }
}

void BlockIndex::ends(uint64_t first, std::span<int64_t> out) const {
  const bool last = first + out.size() > offsets_.count();
  offsets_.values(first, last ? out.first(out.size() - 1) : out);
  if (last) out.back() = static_cast<int64_t>(values_.size());
  bool ascending = out.front() >= 0 && static_cast<uint64_t>(out.back()) <= values_.size();
  for (size_t i = 1; i < out.size(); ++i) ascending &= out[i - 1] <= out[i];
  if (!ascending) {
    values_.corrupt(0, "blocks that follow one another up to " + std::to_string(values_.size()),
                    "others among " + std::to_string(out.size() - 1) + " from " +
                        std::to_string(first) + " on");
  }
}

}  // namespace segsmith::codec::es819
