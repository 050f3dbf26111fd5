// SPDX-License-Identifier: Apache-2.0
#include "codec/lucene90_indexed_disi_writer.h"

#include <algorithm>
#include <bit>
#include <boost/endian/conversion.hpp>
#include <string>

#include "util/bit_set.h"
#include "util/error.h"
#include "util/popcount.h"

namespace segsmith::codec::lucene90 {

namespace {

constexpr int kWordsPerRank = 1 << (kDisiRankPower - 6);
constexpr int kRankEntries = kDisiBlockWords / kWordsPerRank;

}  // namespace

IndexedDisiWriter::IndexedDisiWriter(store::Output& out, int32_t max_doc)
    : out_(out), max_doc_(max_doc) {}

void IndexedDisiWriter::check(const model::DocBlock& docs) const {
  const bool shaped = docs.count > 0 && (docs.dense() || docs.docs.size() == docs.count);
  bool ascending = shaped && docs.doc(0) >= next_doc_ && docs.doc(0) < max_doc_;
  if (ascending && docs.dense()) {
    ascending = docs.count <= static_cast<size_t>(max_doc_ - docs.first_doc);
  } else if (ascending) {
    for (size_t i = 1; i < docs.count; ++i) ascending &= docs.docs[i - 1] < docs.docs[i];
    ascending &= docs.docs.back() < max_doc_;
  }
  if (!ascending) {
    throw InvalidArgument("documents of a column must ascend within [" + std::to_string(next_doc_) +
                          ", " + std::to_string(max_doc_) + ")");
  }
}

void IndexedDisiWriter::add(const model::DocBlock& docs) {
  check(docs);
  const int32_t first = docs.doc(0);
  const int32_t last = docs.doc(docs.count - 1);
  const auto count = static_cast<int32_t>(docs.count);
  const bool run = last - first == count - 1;
  if (!started_ && !(run && first == cardinality_)) begin_set();
  if (started_ && run) add_run(first, count);
  if (started_ && !run) add_docs(docs.docs);
  cardinality_ += count;
  next_doc_ = last + 1;
}

/// Catches up with the gap-free documents 0, 1, ... that came so far.
void IndexedDisiWriter::begin_set() {
  started_ = true;
  start_ = out_.position();
  words_.assign(kDisiBlockWords, 0);
  block_ = 0;
  if (cardinality_ > 0) add_run(0, cardinality_);
}

void IndexedDisiWriter::add_run(int32_t first, int32_t count) {
  while (count > 0) {
    const int32_t block = first >> kDisiBlockShift;
    if (block != block_) {
      flush_block();
      block_ = block;
    }
    const int32_t in_block = first & (kDisiBlockDocs - 1);
    const int32_t n = std::min(count, kDisiBlockDocs - in_block);
    set_bits(words_, static_cast<uint64_t>(in_block), static_cast<uint64_t>(n));
    first += n;
    count -= n;
  }
}

void IndexedDisiWriter::add_docs(std::span<const int32_t> docs) {
  while (!docs.empty()) {
    const int32_t block = docs[0] >> kDisiBlockShift;
    if (block != block_) {
      flush_block();
      block_ = block;
    }
    // One word is gathered in a register; storing it for every document would wait for the last
    // store.
    size_t at = 0;
    uint64_t word = 0;
    size_t i = 0;
    for (; i < docs.size() && (docs[i] >> kDisiBlockShift) == block; ++i) {
      const auto bit = static_cast<uint32_t>(docs[i]) & (kDisiBlockDocs - 1);
      if ((bit >> 6) != at) {
        words_[at] |= word;
        word = 0;
        at = bit >> 6;
      }
      word |= uint64_t{1} << (bit & 63);
    }
    words_[at] |= word;
    docs = docs.subspan(i);
  }
}

/// Writes the block that words_ holds; blocks without documents take no bytes.
void IndexedDisiWriter::flush_block() {
  const auto cardinality = static_cast<int32_t>(count_bits(words_));
  if (cardinality == 0) return;
  note_jumps(block_ + 1);
  write_block(static_cast<uint16_t>(block_), cardinality);
  flushed_cardinality_ += cardinality;
  std::fill(words_.begin(), words_.end(), 0);
}

/// Jump entries for all blocks below `end_block` that have none: skipped ones point at the next.
void IndexedDisiWriter::note_jumps(int32_t end_block) {
  const auto offset = static_cast<int32_t>(out_.position() - start_);
  jumps_.resize(static_cast<size_t>(end_block), Jump{flushed_cardinality_, offset});
}

void IndexedDisiWriter::write_block(uint16_t id, int32_t cardinality) {
  out_.le16(id);
  out_.le16(static_cast<uint16_t>(cardinality - 1));
  if (cardinality == kDisiBlockDocs) return;
  if (cardinality > kDisiMaxSparse) {
    write_rank();
    for (uint64_t& word : words_) boost::endian::native_to_little_inplace(word);
    out_.bytes(std::as_bytes(std::span(words_)));
    return;
  }
  std::array<uint16_t, kDisiMaxSparse> docs;
  size_t n = 0;
  for (size_t i = 0; i < words_.size(); ++i) {
    for (uint64_t word = words_[i]; word != 0; word &= word - 1) {
      const size_t doc = i * 64 + static_cast<size_t>(std::countr_zero(word));
      docs[n++] = boost::endian::native_to_little(static_cast<uint16_t>(doc));
    }
  }
  out_.bytes(std::as_bytes(std::span(docs).first(n)));
}

/// Documents of the block before every 512th, big-endian.
void IndexedDisiWriter::write_rank() {
  std::array<uint16_t, kRankEntries> rank;
  uint32_t before = 0;
  for (size_t entry = 0; entry < kRankEntries; ++entry) {
    rank[entry] = boost::endian::native_to_big(static_cast<uint16_t>(before));
    before += static_cast<uint32_t>(
        count_bits(std::span(words_).subspan(entry * kWordsPerRank, kWordsPerRank)));
  }
  out_.bytes(std::as_bytes(std::span(rank)));
}

DocsWithFieldMeta IndexedDisiWriter::finish() {
  if (!started_) {
    if (cardinality_ == 0) return {kDocsWithFieldNone, 0, -1, -1};
    if (cardinality_ == max_doc_) return {kDocsWithFieldAll, 0, -1, -1};
    begin_set();
  }
  flush_block();
  note_jumps(static_cast<int32_t>(jumps_.size()) + 1);
  // The sentinel keeps readers from running off the end: one document in a block that cannot exist.
  words_.back() = uint64_t{1} << 63;
  write_block(kDisiSentinelBlock, 1);
  const int16_t entries = write_jump_table();
  return {static_cast<int64_t>(start_), static_cast<int64_t>(out_.position() - start_), entries,
          kDisiRankPower};
}

int16_t IndexedDisiWriter::write_jump_table() {
  if (jumps_.size() == 2) return 0;  // One block: there is nothing to jump over.
  for (const Jump& jump : jumps_) {
    out_.le_int(jump.index);
    out_.le_int(jump.offset);
  }
  return static_cast<int16_t>(jumps_.size());
}

}  // namespace segsmith::codec::lucene90
