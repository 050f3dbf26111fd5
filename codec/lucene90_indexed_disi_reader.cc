// SPDX-License-Identifier: Apache-2.0
#include "codec/lucene90_indexed_disi_reader.h"

#include <algorithm>
#include <bit>
#include <boost/endian/conversion.hpp>
#include <string>
#include <utility>

#include "codec/lucene90_doc_values_format.h"
#include "util/popcount.h"

namespace segsmith::codec::lucene90 {
namespace {

constexpr size_t kDenseBytes = kDisiBlockWords * sizeof(uint64_t);
constexpr uint32_t kBlockMask = kDisiBlockDocs - 1;

const unsigned char* raw(const std::byte* p) { return reinterpret_cast<const unsigned char*>(p); }
uint16_t load_short(const std::byte* p) { return boost::endian::load_little_u16(raw(p)); }
uint64_t load_word(const std::byte* p) { return boost::endian::load_little_u64(raw(p)); }

/// All ones from bit `from` on, and all ones below bit `to` (1..64).
uint64_t mask_from(uint32_t from) { return ~uint64_t{0} << (from & 63); }
uint64_t mask_below(uint32_t to) { return ~uint64_t{0} >> (63 - ((to - 1) & 63)); }

std::string block_name(size_t index) { return "block " + std::to_string(index); }

}  // namespace

IndexedDisiPresence::IndexedDisiPresence(store::Input blocks_and_jumps, int32_t max_doc,
                                         int64_t cardinality, int jump_entries, int rank_power)
    : Presence(Kind::some, max_doc, static_cast<int32_t>(cardinality)),
      data_(std::move(blocks_and_jumps)),
      jump_entries_(jump_entries),
      rank_power_(rank_power) {
  if (rank_power_ != -1 && (rank_power_ < 7 || rank_power_ > 15)) {
    data_.corrupt(0, "a rank power of 7 to 15, or -1", std::to_string(rank_power_));
  }
  if (cardinality < 1 || cardinality >= max_doc) {
    data_.corrupt(0, "between 1 and " + std::to_string(max_doc - 1) + " documents",
                  std::to_string(cardinality));
  }
  if (data_.size() > UINT32_MAX) {
    data_.corrupt(0, "a set of less than 4 GB", std::to_string(data_.size()) + " bytes");
  }
  blocks_.resize((static_cast<size_t>(max_doc) + kBlockMask) >> kDisiBlockShift);
  verified_ = std::vector<std::atomic<uint8_t>>(blocks_.size());
  read_blocks();
}

size_t IndexedDisiPresence::rank_table_bytes() const {
  return rank_power_ == -1 ? 0 : static_cast<size_t>(kDisiBlockWords) >> (rank_power_ - 7);
}

bool IndexedDisiPresence::at_sentinel(const store::Cursor& in, size_t index, int32_t count) const {
  return index == kDisiSentinelBlock && count == 1 && in.remaining() >= 2 &&
         load_short(bytes_at(static_cast<uint32_t>(in.position()))) == kBlockMask;
}

void IndexedDisiPresence::read_block(store::Cursor& in, size_t index, Block& b) {
  if (b.count <= kDisiMaxSparse) {
    b.method = Method::sparse;
    b.offset = static_cast<uint32_t>(in.position());
    in.skip(2 * static_cast<uint64_t>(b.count));
  } else if (b.count == kDisiBlockDocs) {
    b.method = Method::all;
    if ((index + 1) << kDisiBlockShift > static_cast<size_t>(max_doc())) {
      in.corrupt("documents below " + std::to_string(max_doc()), "a full block");
    }
  } else {
    b.method = Method::dense;
    in.skip(rank_table_bytes());
    b.offset = static_cast<uint32_t>(in.position());
    in.skip(kDenseBytes);
  }
}

void IndexedDisiPresence::read_blocks() {
  store::Cursor in(data_);
  std::vector<int64_t> offsets(blocks_.size(), -1);
  int32_t total = 0;
  size_t next = 0;
  while (true) {
    const uint64_t start = in.position();
    const size_t index = in.le16();
    const int32_t count = in.le16() + 1;
    if (at_sentinel(in, index, count)) {
      sentinel_offset_ = start;
      break;
    }
    if (index < next || index >= blocks_.size() || count > cardinality() - total) {
      data_.corrupt(start,
                    "a block from " + std::to_string(next) + " to " +
                        std::to_string(blocks_.size() - 1) + " of at most " +
                        std::to_string(cardinality() - total) + " documents",
                    block_name(index) + " of " + std::to_string(count));
    }
    offsets[index] = static_cast<int64_t>(start);
    blocks_[index].count = count;
    read_block(in, index, blocks_[index]);
    for (; next <= index; ++next) blocks_[next].rank = total;
    total += count;
  }
  if (total != cardinality()) {
    data_.corrupt(sentinel_offset_, std::to_string(cardinality()) + " documents",
                  std::to_string(total));
  }
  // Gaps take the offset of the next block: what the jump table says of them.
  auto following = static_cast<int64_t>(sentinel_offset_);
  for (size_t i = next; i-- > 0;) {
    if (offsets[i] < 0) offsets[i] = following;
    following = offsets[i];
  }
  offsets.resize(next);
  for (; next < blocks_.size(); ++next) blocks_[next].rank = total;
  check_jump_table(offsets);
}

void IndexedDisiPresence::check_jump_table(std::span<const int64_t> offsets) const {
  // One entry a block and one for the sentinel; none when a single block needs no jumping. The
  // count is kept in 16 bits, which the largest segments overflow.
  const size_t entries = offsets.size() == 1 ? 0 : offsets.size() + 1;
  store::Cursor in(data_, sentinel_offset_ + 6);
  if (static_cast<int16_t>(entries) != jump_entries_ || in.remaining() != entries * 8) {
    in.corrupt(std::to_string(entries) + " jump entries",
               std::to_string(jump_entries_) + " in " + std::to_string(in.remaining()) + " bytes");
  }
  for (size_t i = 0; i < entries; ++i) {
    const bool last = i == offsets.size();
    const int64_t rank = last ? cardinality() : blocks_[i].rank;
    const int64_t offset = last ? static_cast<int64_t>(sentinel_offset_) : offsets[i];
    const uint64_t at = in.position();
    const int32_t found_rank = in.le_int();
    const int32_t found_offset = in.le_int();
    if (found_rank != rank || found_offset != offset) {
      data_.corrupt(at, "jump entry (" + std::to_string(rank) + ", " + std::to_string(offset) + ")",
                    "(" + std::to_string(found_rank) + ", " + std::to_string(found_offset) + ")");
    }
  }
}

void IndexedDisiPresence::verify(size_t index) const {
  if (blocks_[index].method == Method::sparse) verify_sparse(index);
  if (blocks_[index].method == Method::dense) verify_dense(index);
  verified_[index].store(1, std::memory_order_relaxed);
}

void IndexedDisiPresence::verify_sparse(size_t index) const {
  const Block& b = blocks_[index];
  const std::byte* p = bytes_at(b.offset);
  bool ascending = true;
  for (int32_t i = 1; i < b.count; ++i) {
    ascending &= load_short(p + 2 * i) > load_short(p + 2 * i - 2);
  }
  if (!ascending) data_.corrupt(b.offset, "ascending documents", block_name(index) + " is not");
  const size_t last = (index << kDisiBlockShift) + load_short(p + 2 * (b.count - 1));
  if (last >= static_cast<size_t>(max_doc())) {
    data_.corrupt(b.offset, "documents below " + std::to_string(max_doc()), std::to_string(last));
  }
}

void IndexedDisiPresence::verify_dense(size_t index) const {
  const Block& b = blocks_[index];
  const size_t words_per_rank =
      rank_power_ == -1 ? kDisiBlockWords : size_t{1} << (rank_power_ - 6);
  const std::byte* ranks = bytes_at(b.offset) - rank_table_bytes();
  std::array<uint64_t, kDisiBlockWords> words;
  for (size_t w = 0; w < words.size(); ++w) words[w] = load_word(bytes_at(b.offset) + 8 * w);
  uint64_t total = 0;
  for (size_t w = 0, r = 0; w < words.size(); w += words_per_rank, ++r) {
    if (rank_power_ != -1 && boost::endian::load_big_u16(raw(ranks + 2 * r)) != total) {
      data_.corrupt(static_cast<uint64_t>(ranks + 2 * r - bytes_at(0)),
                    "rank " + std::to_string(total) + " of " + block_name(index),
                    std::to_string(boost::endian::load_big_u16(raw(ranks + 2 * r))));
    }
    total += count_bits(std::span(words).subspan(w, words_per_rank));
  }
  if (total != static_cast<uint64_t>(b.count)) {
    data_.corrupt(b.offset, std::to_string(b.count) + " documents in " + block_name(index),
                  std::to_string(total));
  }
  const size_t valid = static_cast<size_t>(max_doc()) - (index << kDisiBlockShift);
  if (valid < static_cast<size_t>(kDisiBlockDocs)) {
    uint64_t past = words[valid >> 6] & mask_from(static_cast<uint32_t>(valid));
    for (size_t w = (valid >> 6) + 1; w < words.size(); ++w) past |= words[w];
    if (past != 0) {
      data_.corrupt(b.offset, "documents below " + std::to_string(max_doc()), "more");
    }
  }
}

size_t IndexedDisiPresence::sparse_index(const Block& b, uint32_t low) const {
  const std::byte* p = bytes_at(b.offset);
  size_t from = 0;
  for (size_t length = static_cast<size_t>(b.count); length > 0;) {
    const size_t half = length / 2;
    const bool below = load_short(p + 2 * (from + half)) < low;
    from = below ? from + half + 1 : from;
    length = below ? length - half - 1 : half;
  }
  return from;
}

int32_t IndexedDisiPresence::rank_in_block(const Block& b, uint32_t low) const {
  switch (b.method) {
    case Method::empty:
      return 0;
    case Method::all:
      return static_cast<int32_t>(low);
    case Method::sparse:
      return static_cast<int32_t>(sparse_index(b, low));
    case Method::dense:
      break;
  }
  uint32_t word = 0;
  int32_t rank = 0;
  if (rank_power_ != -1) {
    const uint32_t entry = low >> rank_power_;
    const std::byte* ranks = bytes_at(b.offset) - rank_table_bytes();
    rank = boost::endian::load_big_u16(raw(ranks + 2 * entry));
    word = (entry << rank_power_) >> 6;
  }
  const std::byte* p = bytes_at(b.offset);
  for (; word < low >> 6; ++word) rank += std::popcount(load_word(p + 8 * word));
  return rank + std::popcount(load_word(p + 8 * word) & ~mask_from(low));
}

bool IndexedDisiPresence::contains_in_block(const Block& b, uint32_t low) const {
  switch (b.method) {
    case Method::empty:
      return false;
    case Method::all:
      return true;
    case Method::sparse: {
      const size_t i = sparse_index(b, low);
      return i < static_cast<size_t>(b.count) && load_short(bytes_at(b.offset) + 2 * i) == low;
    }
    case Method::dense:
      return (load_word(bytes_at(b.offset) + 8 * (low >> 6)) >> (low & 63)) & 1;
  }
  return false;
}

bool IndexedDisiPresence::contains(int32_t doc) const {
  if (doc < 0 || doc >= max_doc()) return false;
  const Block& b = block(static_cast<size_t>(doc) >> kDisiBlockShift);
  return contains_in_block(b, static_cast<uint32_t>(doc) & kBlockMask);
}

void IndexedDisiPresence::positions(std::span<const int32_t> docs, std::span<int64_t> out) const {
  for (size_t i = 0; i < docs.size(); ++i) {
    const Block& b = block(static_cast<size_t>(docs[i]) >> kDisiBlockShift);
    const uint32_t low = static_cast<uint32_t>(docs[i]) & kBlockMask;
    out[i] = contains_in_block(b, low) ? b.rank + rank_in_block(b, low) : -1;
  }
}

int32_t IndexedDisiPresence::run_end(int32_t doc) const {
  const Block& b = block(static_cast<size_t>(doc) >> kDisiBlockShift);
  if (b.method == Method::all) return (doc | static_cast<int32_t>(kBlockMask)) + 1;
  if (b.method != Method::dense) return doc + 1;
  const uint32_t word = (static_cast<uint32_t>(doc) & kBlockMask) >> 6;
  return load_word(bytes_at(b.offset) + 8 * word) == ~uint64_t{0} ? (doc | 63) + 1 : doc + 1;
}

int64_t IndexedDisiPresence::rank(int32_t doc) const {
  if (doc >= max_doc()) return cardinality();
  const Block& b = block(static_cast<size_t>(doc) >> kDisiBlockShift);
  return b.rank + rank_in_block(b, static_cast<uint32_t>(doc) & kBlockMask);
}

size_t IndexedDisiPresence::docs_of_block(size_t index, uint32_t low,
                                          std::span<int32_t> out) const {
  const Block& b = block(index);
  const int32_t base = static_cast<int32_t>(index << kDisiBlockShift);
  size_t n = 0;
  if (b.method == Method::sparse) {
    const size_t first = sparse_index(b, low);
    n = std::min(out.size(), static_cast<size_t>(b.count) - first);
    const std::byte* p = bytes_at(b.offset) + 2 * first;
    for (size_t i = 0; i < n; ++i) out[i] = base + load_short(p + 2 * i);
  } else if (b.method == Method::all) {
    n = std::min<size_t>(out.size(), static_cast<size_t>(kDisiBlockDocs) - low);
    for (size_t i = 0; i < n; ++i) out[i] = base + static_cast<int32_t>(low + i);
  } else if (b.method == Method::dense) {
    // A run of words at a time, copied out of the mapping, where they need not be aligned.
    std::array<uint64_t, 64> words;
    for (uint32_t w = low >> 6; w < kDisiBlockWords && n < out.size();) {
      const auto count = static_cast<uint32_t>(
          std::min({words.size(), size_t{kDisiBlockWords} - w, out.size() - n}));
      for (uint32_t i = 0; i < count; ++i) words[i] = load_word(bytes_at(b.offset) + 8 * (w + i));
      if (w == low >> 6) words[0] &= mask_from(low);
      n += list_bits(std::span<const uint64_t>(words).first(count),
                     base + static_cast<int32_t>(w << 6), out.subspan(n));
      w += count;
    }
  }
  return n;
}

size_t IndexedDisiPresence::docs(int32_t from, std::span<int32_t> out) const {
  from = std::max(from, 0);
  if (from >= max_doc()) return 0;
  size_t n = 0;
  uint32_t low = static_cast<uint32_t>(from) & kBlockMask;
  for (size_t i = static_cast<size_t>(from) >> kDisiBlockShift;
       i < blocks_.size() && n < out.size(); ++i, low = 0) {
    n += docs_of_block(i, low, out.subspan(n));
  }
  return n;
}

void IndexedDisiPresence::into_bit_set(int32_t from, int32_t to, BitSet& out) const {
  from = std::max(from, 0);
  to = std::min(to, max_doc());
  while (from < to) {
    const size_t index = static_cast<size_t>(from) >> kDisiBlockShift;
    const size_t base = index << kDisiBlockShift;
    const size_t end = std::min(static_cast<size_t>(to), base + kDisiBlockDocs);
    const Block& b = block(index);
    const uint32_t low = static_cast<uint32_t>(from) & kBlockMask;
    const uint32_t high = static_cast<uint32_t>(end - base);  // 1..65536
    if (b.method == Method::all) {
      out.set_range(static_cast<uint64_t>(from), end);
    } else if (b.method == Method::sparse) {
      const size_t last = sparse_index(b, high);
      for (size_t i = sparse_index(b, low); i < last; ++i) {
        out.set(base + load_short(bytes_at(b.offset) + 2 * i));
      }
    } else if (b.method == Method::dense) {
      const std::byte* p = bytes_at(b.offset);
      uint64_t* words = out.words().data() + (base >> 6);
      const uint32_t first = low >> 6, last = (high - 1) >> 6;
      for (uint32_t w = first; w <= last; ++w) {
        uint64_t bits = load_word(p + 8 * w);
        if (w == first) bits &= mask_from(low);
        if (w == last) bits &= mask_below(high);
        words[w] |= bits;
      }
    }
    from = static_cast<int32_t>(end);
  }
}

void IndexedDisiPresence::check() const {
  for (size_t i = 0; i < blocks_.size(); ++i) verify(i);
}

void IndexedDisiPresence::visit(const model::Fact& base, const model::FactVisitor& visitor) const {
  uint64_t end = 0;
  int64_t index = 0;
  const auto emit = [&](uint64_t length, const char* encoding, uint64_t count) {
    model::Fact fact = base;
    fact.block = index;
    fact.first = index < 0 ? 0 : static_cast<uint64_t>(index) << kDisiBlockShift;
    fact.offset = base.offset + end;
    fact.length = length;
    fact.encoding = encoding;
    fact.count = count;
    visitor(fact);
    end += length;
  };
  for (const Block& b : blocks_) {
    const auto count = static_cast<uint64_t>(b.count);
    if (b.method == Method::sparse) emit(4 + 2 * count, "sparse", count);
    if (b.method == Method::dense) emit(4 + rank_table_bytes() + kDenseBytes, "dense", count);
    if (b.method == Method::all) emit(4, "all", count);
    ++index;
  }
  index = -1;
  emit(6, "sentinel", 0);
  if (data_.size() > end) emit(data_.size() - end, "jump_table", (data_.size() - end) / 8);
}

}  // namespace segsmith::codec::lucene90
