// SPDX-License-Identifier: Apache-2.0
#include "codec/lucene90_terms_dict_writer.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "codec/lucene90_doc_values_format.h"
#include "packing/direct_monotonic.h"
#include "packing/lz4.h"
#include "util/error.h"

namespace segsmith::codec::lucene90 {

namespace {

using Bytes = std::span<const std::byte>;

/// Most bytes of lengths in front of a suffix: the token and two VInts.
constexpr size_t kMaxEntryHeader = 11;

size_t common_prefix(Bytes a, Bytes b) {
  const size_t n = std::min(a.size(), b.size());
  size_t i = 0;
  while (n - i >= sizeof(uint64_t)) {
    uint64_t x;
    uint64_t y;
    std::memcpy(&x, a.data() + i, sizeof(x));
    std::memcpy(&y, b.data() + i, sizeof(y));
    if (x != y) break;
    i += sizeof(uint64_t);
  }
  while (i < n && a[i] == b[i]) ++i;
  return i;
}

size_t put_vint(std::byte* to, size_t value) {
  size_t n = 0;
  for (; value >= 0x80; value >>= 7) to[n++] = static_cast<std::byte>(value | 0x80);
  to[n++] = static_cast<std::byte>(value);
  return n;
}

/// Builds both structures while the terms pass by; what follows the blocks in the files is small
/// (8 bytes a block) and kept until the end.
class TermsDictWriter {
 public:
  TermsDictWriter(store::Output& meta, store::Output& data)
      : meta_(meta), data_(data), start_(data.position()) {}

  void add(const model::BytesBlock& block) {
    for (size_t i = 0; i < block.size(); ++i) add_term(block[i]);
    if (block.size() == 0) return;
    // The block's bytes may go away with the next call.
    previous_storage_.assign(previous_.begin(), previous_.end());
    previous_ = previous_storage_;
  }

  void finish(int64_t size) {
    if (size != ordinal_) {
      throw InvalidArgument("a terms source of " + std::to_string(size) + " terms gave " +
                            std::to_string(ordinal_));
    }
    flush_block();
    write_blocks_meta();
    write_reverse_index();
  }

 private:
  void add_term(Bytes term) {
    const size_t prefix = ordinal_ == 0 ? 0 : checked_prefix(term);
    if (ordinal_ % kReverseIndexSize == 0) add_to_reverse_index(term, prefix);
    if (ordinal_ % kTermsBlockSize == 0) {
      flush_block();
      begin_block(term);
    } else {
      add_suffix(term, prefix);
    }
    max_length_ = std::max(max_length_, term.size());
    previous_ = term;
    ++ordinal_;
  }

  size_t checked_prefix(Bytes term) const {
    const size_t prefix = common_prefix(previous_, term);
    if (prefix == term.size() || (prefix < previous_.size() && term[prefix] < previous_[prefix])) {
      throw InvalidArgument("terms must ascend: ordinal " + std::to_string(ordinal_) +
                            " is not greater than the one before it");
    }
    return prefix;
  }

  void begin_block(Bytes term) {
    addresses_.push_back(static_cast<int64_t>(data_.position() - start_));
    data_.vint(static_cast<uint32_t>(term.size()));
    data_.bytes(term);
    buffer_.assign(term.begin(), term.end());
    dictionary_length_ = term.size();
  }

  void add_suffix(Bytes term, size_t prefix) {
    const size_t suffix = term.size() - prefix;
    std::byte header[kMaxEntryHeader];
    size_t n = 0;
    header[n++] = static_cast<std::byte>(std::min<size_t>(prefix, 15) |
                                         std::min<size_t>(15, suffix - 1) << 4);
    if (prefix >= 15) n += put_vint(header + n, prefix - 15);
    if (suffix >= 16) n += put_vint(header + n, suffix - 16);
    buffer_.insert(buffer_.end(), header, header + n);
    const Bytes tail = term.subspan(prefix);
    buffer_.insert(buffer_.end(), tail.begin(), tail.end());
  }

  /// Compresses the terms after the block's first one, with that as the dictionary. A block of one
  /// term has nothing to compress and no length either.
  void flush_block() {
    const size_t length = buffer_.size() - dictionary_length_;
    if (length == 0) return;
    compressed_.clear();
    packing::lz4_compress(buffer_, dictionary_length_, table_, compressed_);
    data_.vint(static_cast<uint32_t>(length));
    data_.bytes(compressed_);
    max_block_length_ = std::max(max_block_length_, length);
    buffer_.clear();
    dictionary_length_ = 0;
  }

  /// The shortest prefix that tells the term from the one before it; nothing for the first.
  void add_to_reverse_index(Bytes term, size_t prefix) {
    index_addresses_.push_back(static_cast<int64_t>(index_.size()));
    const Bytes key = term.first(ordinal_ == 0 ? 0 : prefix + 1);
    index_.insert(index_.end(), key.begin(), key.end());
  }

  void write_monotonic(std::span<const int64_t> values) {
    packing::DirectMonotonicWriter writer(meta_, data_, values.size(), kDirectMonotonicBlockShift);
    writer.add(values);
    writer.finish();
  }

  void write_range_since(uint64_t start) {
    meta_.le64(start);
    meta_.le64(data_.position() - start);
  }

  void write_blocks_meta() {
    const uint64_t addresses_start = data_.position();
    meta_.vlong(static_cast<uint64_t>(ordinal_));
    meta_.le_int(kDirectMonotonicBlockShift);
    write_monotonic(addresses_);
    meta_.le32(static_cast<uint32_t>(max_length_));
    meta_.le32(static_cast<uint32_t>(max_block_length_));
    meta_.le64(start_);
    meta_.le64(addresses_start - start_);
    write_range_since(addresses_start);
  }

  void write_reverse_index() {
    const uint64_t start = data_.position();
    data_.bytes(index_);
    const uint64_t addresses_start = data_.position();
    index_addresses_.push_back(static_cast<int64_t>(index_.size()));
    meta_.le_int(kReverseIndexShift);
    write_monotonic(index_addresses_);
    meta_.le64(start);
    meta_.le64(addresses_start - start);
    write_range_since(addresses_start);
  }

  store::Output& meta_;
  store::Output& data_;
  uint64_t start_;
  int64_t ordinal_ = 0;
  Bytes previous_;
  std::vector<std::byte> previous_storage_;
  std::vector<std::byte> buffer_;  ///< The block's first term, then the entries of the others.
  size_t dictionary_length_ = 0;
  std::vector<std::byte> compressed_;
  packing::Lz4FastTable
      table_;  ///< Remembers earlier blocks, as Lucene's does: it shows in the bytes.
  std::vector<int64_t> addresses_;
  std::vector<int64_t> index_addresses_;
  std::vector<std::byte> index_;
  size_t max_length_ = 0;
  size_t max_block_length_ = 0;
};

}  // namespace

void write_terms_dict(model::TermsSource& terms, store::Output& meta, store::Output& data) {
  TermsDictWriter writer(meta, data);
  model::BytesBlock block;
  terms.rewind();
  while (terms.next(block)) writer.add(block);
  writer.finish(terms.size());
}

}  // namespace segsmith::codec::lucene90
