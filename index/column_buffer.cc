// SPDX-License-Identifier: Apache-2.0
#include "index/column_buffer.h"

#include <algorithm>
#include <boost/endian/conversion.hpp>
#include <cstring>
#include <numeric>
#include <utility>

#include "model/few_values.h"

namespace segsmith::index {

void NumberBuffer::add_to_last() {
  if (counts_.empty()) counts_.assign(static_cast<size_t>(count_), 1);
  ++counts_.back();
}

void NumberBuffer::make_sparse() {
  docs_.resize(static_cast<size_t>(count_));
  std::iota(docs_.begin(), docs_.end(), 0);
  dense_ = false;
}

void NumberBuffer::replace_last(int64_t value) {
  values_.resize(last_start_);
  values_.push_back(value);
  if (!counts_.empty()) counts_.back() = 1;
}

void NumberBuffer::remove_last() {
  values_.resize(last_start_);
  if (!dense_) docs_.pop_back();
  if (!counts_.empty()) counts_.pop_back();
  --count_;
  last_doc_ = -1;
}

namespace {

/// Puts two values in order. By a mask: of a minimum and a maximum compilers make a branch, which
/// random values mispredict every other time.
void put_in_order(int64_t& low, int64_t& high) {
  const int64_t swapped = (low ^ high) & -static_cast<int64_t>(low > high);
  low ^= swapped;
  high ^= swapped;
}

/// Sorts up to three values without a branch, as most documents of many values have: how many a
/// document has cannot be foreseen either.
void sort_few(int64_t* at, int32_t n) {
  const int64_t second = -static_cast<int64_t>(n > 1), third = -static_cast<int64_t>(n > 2);
  const auto i = static_cast<size_t>(n > 1), last = static_cast<size_t>(n - 1);
  // What is not there is the largest number, and stays behind the others.
  int64_t least = at[0];
  int64_t middle = (at[i] & second) | (INT64_MAX & ~second);
  int64_t most = (at[last] & third) | (INT64_MAX & ~third);
  put_in_order(least, middle);
  put_in_order(least, most);
  put_in_order(middle, most);
  // From the last place on, so that a place which stands for several keeps its own value.
  at[last] = (most & third) | (middle & ~third);
  at[i] = (middle & second) | (least & ~second);
  at[0] = least;
}

}  // namespace

void NumberBuffer::sort_within_documents() {
  int64_t* at = values_.data();
  for (const int32_t n : counts_) {
    if (n <= 3) {
      sort_few(at, n);
    } else {
      std::sort(at, at + n);
    }
    at += n;
  }
}

void NumberBuffer::sort_and_unite_within_documents() {
  const int64_t* from = values_.data();
  int64_t* to = values_.data();
  bool several = false;
  for (int32_t& n : counts_) {
    std::copy(from, from + n, to);
    from += n;
    if (n > 1) {
      if (n <= 3) {
        sort_few(to, n);
      } else {
        std::sort(to, to + n);
      }
      n = static_cast<int32_t>(std::unique(to, to + n) - to);
      several |= n > 1;
    }
    to += n;
  }
  if (counts_.empty()) return;
  values_.resize(static_cast<size_t>(to - values_.data()));
  if (!several) counts_.clear();
}

std::vector<int64_t> NumberBuffer::starts() const {
  std::vector<int64_t> out(counts_.size());
  std::exclusive_scan(counts_.begin(), counts_.end(), out.begin(), int64_t{0});
  return out;
}

void NumberBuffer::permute(const DocPermutation& permutation) {
  const auto n = static_cast<size_t>(count_);
  // order[i] is the position, before, of what becomes the i-th document with a value.
  std::vector<int32_t> own_order;
  std::span<const int32_t> order = permutation.new_to_old;
  if (!dense_ || n != permutation.size()) {
    std::vector<std::pair<int32_t, int32_t>> moved(n);
    for (size_t i = 0; i < n; ++i) {
      const int32_t old = dense_ ? static_cast<int32_t>(i) : docs_[i];
      moved[i] = {permutation.old_to_new[static_cast<size_t>(old)], static_cast<int32_t>(i)};
    }
    constexpr size_t kScatterWorthIt = 16;
    if (n > permutation.size() / kScatterWorthIt) {
      std::vector<int32_t> position_of(permutation.size(), -1);
      for (const auto& [doc, position] : moved) position_of[static_cast<size_t>(doc)] = position;
      // Stored always, kept where there is one: which documents have a value cannot be foreseen.
      moved.resize(n + 1);
      size_t at = 0;
      for (size_t doc = 0; doc < position_of.size(); ++doc) {
        moved[at] = {static_cast<int32_t>(doc), position_of[doc]};
        at += position_of[doc] >= 0 ? 1 : 0;
      }
      moved.resize(n);
    } else {
      std::ranges::sort(moved);
    }
    own_order.resize(n);
    docs_.resize(n);
    dense_ = false;
    for (size_t i = 0; i < n; ++i) std::tie(docs_[i], own_order[i]) = moved[i];
    order = own_order;
  }
  std::vector<int64_t> values(values_.size() + model::kFewValues);
  if (counts_.empty()) {
    for (size_t i = 0; i < n; ++i) values[i] = values_[static_cast<size_t>(order[i])];
  } else {
    const std::vector<int64_t> start = starts();
    std::vector<int32_t> counts(n);
    const int64_t* end = values_.data() + values_.size();
    int64_t* to = values.data();
    for (size_t i = 0; i < n; ++i) {
      const auto position = static_cast<size_t>(order[i]);
      counts[i] = counts_[position];
      to = model::copy_values(values_.data() + start[position], end, static_cast<size_t>(counts[i]),
                              to);
    }
    counts_ = std::move(counts);
  }
  values.resize(values_.size());
  values_ = std::move(values);
}

void NumberBuffer::clear() {
  values_.clear();
  docs_.clear();
  counts_.clear();
  count_ = 0;
  last_doc_ = -1;
  last_start_ = 0;
  dense_ = true;
}

uint64_t ByteArena::add(std::span<const std::byte> value) {
  const uint64_t place = bytes_.size();
  const auto length = static_cast<uint32_t>(value.size());
  bytes_.resize(place + sizeof length + value.size());
  std::memcpy(bytes_.data() + place, &length, sizeof length);
  if (!value.empty())
    std::memcpy(bytes_.data() + place + sizeof length, value.data(), value.size());
  return place;
}

std::span<const std::byte> ByteArena::get(uint64_t place) const {
  uint32_t length;
  std::memcpy(&length, bytes_.data() + place, sizeof length);
  return {bytes_.data() + place + sizeof length, length};
}

namespace {

/// Cuts a buffer into blocks of documents.
class BlockWalker {
 public:
  explicit BlockWalker(const NumberBuffer& buffer) : buffer_(buffer) {}

  void rewind() { doc_ = value_ = 0; }
  bool next(model::NumberBlock& block) {
    const size_t n = std::min(model::kColumnBlockDocs, static_cast<size_t>(buffer_.count()) - doc_);
    if (n == 0) return false;
    size_t values = n;
    block.docs = {{}, static_cast<int32_t>(doc_), n};
    if (!buffer_.docs().empty()) block.docs = {buffer_.docs().subspan(doc_, n), 0, n};
    block.counts = {};
    if (buffer_.multi_valued()) {
      block.counts = buffer_.counts().subspan(doc_, n);
      values = static_cast<size_t>(
          std::accumulate(block.counts.begin(), block.counts.end(), int64_t{0}));
    }
    block.values = buffer_.values().subspan(value_, values);
    doc_ += n;
    value_ += values;
    return true;
  }

 private:
  const NumberBuffer& buffer_;
  size_t doc_ = 0, value_ = 0;
};

class BufferedNumbers final : public model::NumberColumn {
 public:
  explicit BufferedNumbers(const NumberBuffer& buffer) : blocks_(buffer) {}
  void rewind() override { blocks_.rewind(); }
  bool next(model::NumberBlock& block) override { return blocks_.next(block); }

 private:
  BlockWalker blocks_;
};

class BufferedBytes final : public model::BytesColumn {
 public:
  BufferedBytes(const NumberBuffer& buffer, const ByteArena& arena)
      : blocks_(buffer), arena_(arena) {}
  void rewind() override { blocks_.rewind(); }
  bool next(model::DocBlock& docs, model::BytesBlock& values) override {
    model::NumberBlock block;
    if (!blocks_.next(block)) return false;
    docs = block.docs;
    values.offsets.clear();
    values.storage.clear();
    values.offsets.push_back(0);
    for (const int64_t place : block.values) {
      const auto value = arena_.get(static_cast<uint64_t>(place));
      values.storage.insert(values.storage.end(), value.begin(), value.end());
      values.offsets.push_back(values.storage.size());
    }
    values.bytes = values.storage;
    return true;
  }

 private:
  BlockWalker blocks_;
  const ByteArena& arena_;
};

}  // namespace

std::unique_ptr<model::NumberColumn> column_of(const NumberBuffer& buffer) {
  return std::make_unique<BufferedNumbers>(buffer);
}

std::unique_ptr<model::BytesColumn> column_of(const NumberBuffer& buffer, const ByteArena& arena) {
  return std::make_unique<BufferedBytes>(buffer, arena);
}

}  // namespace segsmith::index
