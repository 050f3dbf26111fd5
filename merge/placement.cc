// SPDX-License-Identifier: Apache-2.0
#include "merge/placement.h"

#include <algorithm>

#include "model/columns.h"

namespace segsmith::merge {

Placement::Placement(const DocMap& map, std::span<const SourceDocs> sources)
    : map_(map), new_docs_(sources.size()) {
  size_t filled = 0;
  for (const SourceDocs& source : sources) {
    whole_ &= source.live == nullptr;
    filled += source.max_doc > 0 ? 1 : 0;
  }
  // Runs are maximal, so that one of each source is all of it.
  whole_ &= map.runs().size() == filled;
  for (size_t r = 1; r < map.runs().size(); ++r) {
    whole_ &= map.runs()[r - 1].source < map.runs()[r].source;
  }
  if (whole_) return;
  place();
  order_blocks();
}

/// Fills new_docs_ and block_ends_ in one walk over the runs.
void Placement::place() {
  constexpr auto kBlock = static_cast<int32_t>(model::kColumnBlockDocs);
  std::vector<int32_t> ends(new_docs_.size(), 0);
  for (const Run& run : runs()) {
    auto& end = ends[static_cast<size_t>(run.source)];
    end = std::max(end, run.first + run.count);
  }
  for (size_t s = 0; s < ends.size(); ++s) {
    new_docs_[s].assign(static_cast<size_t>(ends[s]), -1);
    ends[s] = 0;
  }
  int32_t target = 0;
  int32_t block_end = kBlock;
  for (const Run& run : runs()) {
    const auto source = static_cast<size_t>(run.source);
    int32_t* const out = new_docs_[source].data() + run.first;
    for (int32_t i = 0; i < run.count; ++i) out[i] = target + i;
    target += run.count;
    for (; target >= block_end; block_end += kBlock) {
      ends[source] = run.first + run.count - (target - block_end);
      block_ends_.push_back(ends);
    }
    ends[source] = run.first + run.count;
  }
  if (target > block_end - kBlock) block_ends_.push_back(ends);
}

/// Moves `begin` to the end of the block and finds how far from its number each source's documents
/// lie among the block's old ones; how many these are.
size_t Placement::order_block(size_t block, std::vector<int32_t>& begin,
                              std::vector<int32_t>& shift) const {
  size_t old = 0;
  for (size_t s = 0; s < begin.size(); ++s) {
    shift[s] = static_cast<int32_t>(old) - begin[s];
    old += static_cast<size_t>(block_ends_[block][s] - begin[s]);
    begin[s] = block_ends_[block][s];
  }
  return old;
}

/// Fills gather_order_ in a second walk, now that the old documents of each block are known.
void Placement::order_blocks() {
  constexpr size_t kMostOld = UINT16_MAX;
  gather_order_.resize(static_cast<size_t>(num_docs()));
  has_order_.resize(blocks());
  std::vector<int32_t> begin(new_docs_.size(), 0), shift(new_docs_.size());
  size_t target = 0;
  size_t run = 0;
  int32_t done = 0;  // Documents of the run.
  for (size_t block = 0; block < blocks(); ++block) {
    has_order_[block] = order_block(block, begin, shift) <= kMostOld;
    const size_t end = std::min(gather_order_.size(), (block + 1) * model::kColumnBlockDocs);
    while (target < end) {
      const Run& r = runs()[run];
      const size_t n = std::min(end - target, static_cast<size_t>(r.count - done));
      const int32_t from = r.first + done + shift[static_cast<size_t>(r.source)];
      for (size_t i = 0; i < n; ++i) {
        gather_order_[target + i] = static_cast<uint16_t>(from + static_cast<int32_t>(i));
      }
      target += n;
      done += static_cast<int32_t>(n);
      if (done < r.count) continue;
      ++run;
      done = 0;
    }
  }
}

std::span<const uint16_t> Placement::gather_order(size_t block) const {
  if (!has_order_[block]) return {};
  const size_t first = block * model::kColumnBlockDocs;
  return std::span(gather_order_)
      .subspan(first, std::min(model::kColumnBlockDocs, gather_order_.size() - first));
}

}  // namespace segsmith::merge
