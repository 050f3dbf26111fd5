// SPDX-License-Identifier: Apache-2.0
#include "codec/lucene90_terms_dict_reader.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "codec/lucene90_doc_values_format.h"
#include "packing/lz4.h"
#include "util/bits.h"

namespace segsmith::codec::lucene90 {
namespace {

using Bytes = std::span<const std::byte>;

/// Unsigned order of bytes, shorter first.
int compare(Bytes a, Bytes b) {
  const size_t n = std::min(a.size(), b.size());
  const int order = n == 0 ? 0 : std::memcmp(a.data(), b.data(), n);
  if (order != 0) return order;
  return a.size() < b.size() ? -1 : a.size() > b.size();
}

/// Bounded reading of bytes without a copy of their Input; a read past the end yields nothing and
/// is remembered.
class Entries {
 public:
  explicit Entries(Bytes bytes, size_t position = 0) : bytes_(bytes), position_(position) {}

  bool failed() const { return failed_; }
  size_t position() const { return position_; }
  size_t remaining() const { return bytes_.size() - position_; }
  uint32_t u8() {
    if (position_ >= bytes_.size()) return fail();
    return static_cast<uint32_t>(bytes_[position_++]);
  }
  uint32_t vint() {
    uint32_t value = 0;
    for (int shift = 0; shift < 35; shift += 7) {
      const uint32_t b = u8();
      value |= (b & 0x7F) << shift;
      if (b < 0x80) return value;
    }
    return fail();
  }
  Bytes take(size_t count) {
    if (count > remaining()) {
      fail();
      return {};
    }
    const Bytes part = bytes_.subspan(position_, count);
    position_ += count;
    return part;
  }

 private:
  uint32_t fail() {
    failed_ = true;
    position_ = bytes_.size();
    return 0;
  }

  Bytes bytes_;
  size_t position_;
  bool failed_ = false;
};

/// Memory of the calling thread, so that readers share nothing and calls allocate nothing for long.
struct Scratch {
  std::vector<std::byte> block;
  std::vector<std::byte> term;
};

Scratch& scratch() {
  static thread_local Scratch memory;
  return memory;
}

/// What LZ4 may touch behind the output, for its wide copies.
constexpr size_t kSlack = 64;

store::Input part(const store::Input& data, const char* what, const std::string& field,
                  int64_t offset, int64_t length) {
  return data.slice(std::string(what) + " of field '" + field + "'", static_cast<uint64_t>(offset),
                    static_cast<uint64_t>(length));
}

}  // namespace

TermsDict::TermsDict(const TermsDictMeta& meta, const store::Input& data, const std::string& field)
    : Terms(meta.size, meta.max_term_length),
      max_block_length_(meta.max_block_length),
      terms_(part(data, "terms", field, meta.terms_offset, meta.terms_length)),
      index_(part(data, "reverse index", field, meta.index_offset, meta.index_length)),
      block_addresses_(meta.block_addresses,
                       part(data, "terms addresses", field, meta.block_addresses_offset,
                            meta.block_addresses_length)),
      index_addresses_(meta.index_addresses,
                       part(data, "reverse index addresses", field, meta.index_addresses_offset,
                            meta.index_addresses_length)) {
  const int64_t end = index_addresses_.get(index_addresses_.count() - 1);
  if (static_cast<uint64_t>(end) != index_.size()) {
    index_.corrupt(0, "a reverse index of " + std::to_string(end) + " bytes",
                   std::to_string(index_.size()));
  }
  if (size() > 0 && block_addresses_.get(0) != 0) {
    terms_.corrupt(0, "the first block at 0", std::to_string(block_addresses_.get(0)));
  }
}

size_t TermsDict::block_size(int64_t block) const {
  return static_cast<size_t>(
      std::min<int64_t>(kTermsBlockSize, size() - (block << kTermsBlockShift)));
}

uint64_t TermsDict::block_start(int64_t block) const {
  const auto start = static_cast<uint64_t>(block_addresses_.get(static_cast<uint64_t>(block)));
  if (start >= terms_.size()) {
    terms_.corrupt(terms_.size(), "block " + std::to_string(block) + " inside the terms",
                   "address " + std::to_string(start));
  }
  return start;
}

std::span<const std::byte> TermsDict::first_term(int64_t block) const {
  const uint64_t start = block_start(block);
  Entries in(terms_.bytes(), start);
  const uint32_t length = in.vint();
  const Bytes term = in.take(length);
  if (in.failed() || length > static_cast<uint32_t>(max_term_length())) {
    terms_.corrupt(start, "a term of at most " + std::to_string(max_term_length()) + " bytes",
                   std::to_string(length));
  }
  return term;
}

std::span<const std::byte> TermsDict::decompress(uint64_t at, Bytes first) const {
  Entries in(terms_.bytes(), at);
  const uint32_t length = in.vint();
  // A byte of LZ4 stands for at most 255 of output, so the allocation follows what is there.
  if (in.failed() || length > static_cast<uint32_t>(max_block_length_) ||
      length / 256 > in.remaining()) {
    terms_.corrupt(at, "a block of at most " + std::to_string(max_block_length_) + " bytes",
                   std::to_string(length));
  }
  std::vector<std::byte>& block = scratch().block;
  const size_t needed = first.size() + length + kSlack;
  if (block.size() < needed) block.resize(needed);
  std::copy(first.begin(), first.end(), block.begin());
  const auto result = packing::lz4_try_decompress(terms_.bytes().subspan(in.position()), length,
                                                  block, first.size());
  if (result.error != nullptr) {
    terms_.corrupt(in.position() + result.consumed, result.error, "other bytes");
  }
  return std::span(block).subspan(first.size(), length);
}

template <class Visit>
void TermsDict::walk_block(int64_t block, Visit&& visit) const {
  const Bytes first = first_term(block);
  if (!visit(first)) return;
  const size_t count = block_size(block);
  if (count == 1) return;
  const auto at = static_cast<uint64_t>(first.data() - terms_.bytes().data()) + first.size();
  Entries in(decompress(at, first));
  std::vector<std::byte>& term = scratch().term;
  term.assign(first.begin(), first.end());
  size_t length = first.size();
  for (size_t i = 1; i < count; ++i) {
    const uint32_t token = in.u8();
    size_t prefix = token & 0x0F;
    size_t suffix_length = 1 + (token >> 4);
    if (prefix == 15) prefix += in.vint();
    if (suffix_length == 16) suffix_length += in.vint();
    const Bytes suffix = in.take(suffix_length);
    if (in.failed() || prefix > length ||
        suffix_length > static_cast<size_t>(max_term_length()) -
                            std::min<size_t>(prefix, static_cast<size_t>(max_term_length()))) {
      terms_.corrupt(
          at, "term " + std::to_string(i) + " of the block",
          "prefix " + std::to_string(prefix) + ", suffix " + std::to_string(suffix_length));
    }
    length = prefix + suffix_length;
    if (term.size() < length) term.resize(length);
    std::memcpy(term.data() + prefix, suffix.data(), suffix_length);
    if (!visit(Bytes(term.data(), length))) return;
  }
  if (in.remaining() != 0) {
    terms_.corrupt(at, "the end of the block", std::to_string(in.remaining()) + " more bytes");
  }
}

void TermsDict::terms(int64_t first, size_t count, model::BytesBlock& out) const {
  if (first < 0 || first > size() || count > static_cast<size_t>(size() - first)) {
    terms_.corrupt(0, "ordinals below " + std::to_string(size()),
                   std::to_string(first) + " + " + std::to_string(count));
  }
  out.offsets.clear();
  out.offsets.push_back(0);
  out.storage.clear();
  int64_t next = first;
  const int64_t end = first + static_cast<int64_t>(count);
  while (next < end) {
    const int64_t block = next >> kTermsBlockShift;
    int64_t ordinal = block << kTermsBlockShift;
    walk_block(block, [&](Bytes term) {
      if (ordinal++ < next) return true;
      out.storage.insert(out.storage.end(), term.begin(), term.end());
      out.offsets.push_back(out.storage.size());
      return ++next < end;
    });
  }
  out.bytes = out.storage;
}

void TermsDict::visit_blocks(const model::Fact& base, const model::FactVisitor& visitor) const {
  const auto blocks = static_cast<int64_t>(block_addresses_.count());
  model::Fact fact = base;
  for (int64_t i = 0; i < blocks; ++i) {
    const uint64_t start = block_start(i);
    const uint64_t end = i + 1 < blocks ? block_start(i + 1) : terms_.size();
    if (end < start) {
      terms_.corrupt(start, "block " + std::to_string(i + 1) + " behind it", std::to_string(end));
    }
    fact.block = i;
    fact.first = static_cast<uint64_t>(i) << kTermsBlockShift;
    fact.count = block_size(i);
    fact.offset = base.offset + start;
    fact.length = end - start;
    fact.encoding = fact.count == 1 ? "raw" : "lz4";
    visitor(fact);
  }
}

std::span<const std::byte> TermsDict::index_entry(int64_t index) const {
  const auto start = static_cast<uint64_t>(index_addresses_.get(static_cast<uint64_t>(index)));
  const auto end = static_cast<uint64_t>(index_addresses_.get(static_cast<uint64_t>(index) + 1));
  if (start > end || end > index_.size()) {
    index_.corrupt(0, "entry " + std::to_string(index) + " inside the reverse index",
                   std::to_string(start) + " to " + std::to_string(end));
  }
  return index_.bytes().subspan(start, end - start);
}

int64_t TermsDict::seek_index(Bytes target) const {
  int64_t low = 0, high = (size() - 1) >> kReverseIndexShift;
  while (low <= high) {
    const int64_t middle = (low + high) / 2;
    if (compare(index_entry(middle), target) <= 0) {
      low = middle + 1;
    } else {
      high = middle - 1;
    }
  }
  return high;
}

int64_t TermsDict::seek_block(Bytes target) const {
  const int64_t index = seek_index(target);
  if (index < 0) return -1;
  constexpr int kBlocksShift = kReverseIndexShift - kTermsBlockShift;
  int64_t low = index << kBlocksShift;
  int64_t high =
      std::min((index + 1) << kBlocksShift, (size() + kTermsBlockSize - 1) >> kTermsBlockShift) - 1;
  while (low <= high) {
    const int64_t middle = (low + high) / 2;
    if (compare(first_term(middle), target) <= 0) {
      low = middle + 1;
    } else {
      high = middle - 1;
    }
  }
  return high;
}

model::Terms::SeekResult TermsDict::seek_ceil(Bytes target) const {
  if (size() == 0) return {Seek::end, 0};
  const int64_t block = seek_block(target);
  if (block < 0) return {Seek::not_found, 0};
  SeekResult result{Seek::not_found, block << kTermsBlockShift};
  walk_block(block, [&](Bytes term) {
    const int order = compare(term, target);
    if (order == 0) result.status = Seek::found;
    if (order >= 0) return false;
    ++result.ordinal;
    return true;
  });
  if (result.ordinal == size()) result.status = Seek::end;
  return result;
}

}  // namespace segsmith::codec::lucene90
