// SPDX-License-Identifier: Apache-2.0
#include "model/doc_values.h"

#include <algorithm>
#include <array>
#include <utility>

namespace segsmith::model {
namespace {

class EmptyPresence final : public Presence {
 public:
  explicit EmptyPresence(int32_t max_doc) : Presence(Kind::none, max_doc, 0) {}
  bool contains(int32_t) const override { return false; }
  int64_t rank(int32_t) const override { return 0; }
  size_t docs(int32_t, std::span<int32_t>) const override { return 0; }
  void into_bit_set(int32_t, int32_t, BitSet&) const override {}
  void positions(std::span<const int32_t>, std::span<int64_t> out) const override {
    std::fill(out.begin(), out.end(), -1);
  }
};

class FullPresence final : public Presence {
 public:
  explicit FullPresence(int32_t max_doc) : Presence(Kind::all, max_doc, max_doc) {}
  bool contains(int32_t doc) const override { return doc >= 0 && doc < max_doc(); }
  int64_t rank(int32_t doc) const override { return doc; }
  size_t docs(int32_t from, std::span<int32_t> out) const override {
    const int32_t left = std::max(0, max_doc() - from);
    const size_t n = std::min(out.size(), static_cast<size_t>(left));
    for (size_t i = 0; i < n; ++i) out[i] = from + static_cast<int32_t>(i);
    return n;
  }
  void into_bit_set(int32_t from, int32_t to, BitSet& out) const override {
    out.set_range(static_cast<uint64_t>(from), static_cast<uint64_t>(to));
  }
  void positions(std::span<const int32_t> docs, std::span<int64_t> out) const override {
    std::copy(docs.begin(), docs.end(), out.begin());
  }
  int32_t run_end(int32_t) const override { return max_doc(); }
};

/// Walks the documents of a presence in blocks.
class DocWalker {
 public:
  explicit DocWalker(std::shared_ptr<const Presence> presence) : presence_(std::move(presence)) {}
  void rewind() {
    next_doc_ = 0;
    position_ = 0;
  }
  /// Value position of the first document of the last block.
  uint64_t position() const { return position_ - count_; }
  bool next(DocBlock& block) {
    if (presence_->kind() == Presence::Kind::all) {
      const int32_t left = presence_->max_doc() - next_doc_;
      count_ = std::min(kColumnBlockDocs, static_cast<size_t>(std::max(0, left)));
      block = {{}, next_doc_, count_};
      next_doc_ += static_cast<int32_t>(count_);
    } else {
      buffer_.resize(kColumnBlockDocs);
      count_ = presence_->docs(next_doc_, buffer_);
      block = {std::span<const int32_t>(buffer_).first(count_), 0, count_};
      if (count_ != 0) next_doc_ = buffer_[count_ - 1] + 1;
    }
    position_ += count_;
    return count_ != 0;
  }
  /// Leaves all but the first `keep` documents of the last block (at least one) to the next.
  void cut(DocBlock& block, size_t keep) {
    next_doc_ = block.doc(keep - 1) + 1;
    position_ -= count_ - keep;
    count_ = keep;
    if (!block.dense()) block.docs = block.docs.first(keep);
    block.count = keep;
  }

 private:
  std::shared_ptr<const Presence> presence_;
  std::vector<int32_t> buffer_;
  int32_t next_doc_ = 0;
  uint64_t position_ = 0;
  size_t count_ = 0;
};

class FieldNumberColumn final : public NumberColumn {
  static constexpr int64_t kMostValues = int64_t{1} << 20;  ///< Of a block of several documents.

 public:
  explicit FieldNumberColumn(const DocValuesField& field) : field_(field), docs_(field.presence) {}
  void rewind() override { docs_.rewind(); }
  bool next(NumberBlock& block) override {
    if (!docs_.next(block.docs)) return false;
    size_t n = block.docs.count;
    uint64_t first = docs_.position(), count = n;
    block.counts = {};
    if (field_.addresses) {
      starts_.resize(n + 1);
      field_.addresses->values(first, starts_);
      // Documents of very many values come in shorter blocks, so that memory stays bounded.
      const auto end = std::partition_point(starts_.begin() + 2, starts_.end(), [&](int64_t start) {
        return start - starts_.front() <= kMostValues;
      });
      if (end != starts_.end()) {
        n = static_cast<size_t>(end - starts_.begin()) - 1;
        docs_.cut(block.docs, n);
      }
      counts_.resize(n);
      for (size_t i = 0; i < n; ++i) counts_[i] = static_cast<int32_t>(starts_[i + 1] - starts_[i]);
      first = static_cast<uint64_t>(starts_[0]);
      count = static_cast<uint64_t>(starts_[n] - starts_[0]);
      block.counts = counts_;
    }
    values_.resize(count);
    field_.numbers->values(first, values_);
    block.values = values_;
    return true;
  }

 private:
  DocValuesField field_;
  DocWalker docs_;
  std::vector<int64_t> starts_, values_;
  std::vector<int32_t> counts_;
};

class FieldBytesColumn final : public BytesColumn {
 public:
  explicit FieldBytesColumn(const DocValuesField& field) : field_(field), docs_(field.presence) {}
  void rewind() override { docs_.rewind(); }
  bool next(DocBlock& docs, BytesBlock& values) override {
    if (!docs_.next(docs)) return false;
    field_.binary->values(docs_.position(), docs.count, values);
    return true;
  }

 private:
  DocValuesField field_;
  DocWalker docs_;
};

class FieldTermsSource final : public TermsSource {
 public:
  explicit FieldTermsSource(std::shared_ptr<const Terms> terms) : terms_(std::move(terms)) {}
  int64_t size() const override { return terms_->size(); }
  void rewind() override { next_ = 0; }
  bool next(BytesBlock& block) override {
    const int64_t n = std::min<int64_t>(1024, terms_->size() - next_);
    if (n <= 0) return false;
    terms_->terms(next_, static_cast<size_t>(n), block);
    next_ += n;
    return true;
  }

 private:
  std::shared_ptr<const Terms> terms_;
  int64_t next_ = 0;
};

}  // namespace

std::shared_ptr<const Presence> Presence::none(int32_t max_doc) {
  return std::make_shared<EmptyPresence>(max_doc);
}

std::shared_ptr<const Presence> Presence::all(int32_t max_doc) {
  return std::make_shared<FullPresence>(max_doc);
}

void Presence::positions(std::span<const int32_t> docs, std::span<int64_t> out) const {
  for (size_t i = 0; i < docs.size(); ++i) out[i] = contains(docs[i]) ? rank(docs[i]) : -1;
}

void Numbers::gather(std::span<const uint64_t> positions, std::span<int64_t> out) const {
  for (size_t i = 0; i < positions.size();) {
    size_t run = 1;
    while (i + run < positions.size() && positions[i + run] == positions[i] + run) ++run;
    values(positions[i], out.subspan(i, run));
    i += run;
  }
}

void Numbers::range_into_words(uint64_t first, uint64_t count, int64_t low, int64_t high,
                               std::span<uint64_t> words, uint64_t bit_offset) const {
  std::array<int64_t, 512> block;
  for (uint64_t done = 0; done < count;) {
    const size_t n = static_cast<size_t>(std::min<uint64_t>(block.size(), count - done));
    values(first + done, std::span(block).first(n));
    for (size_t i = 0; i < n; ++i) {
      const uint64_t bit = bit_offset + done + i;
      words[bit >> 6] |= uint64_t{block[i] >= low && block[i] <= high} << (bit & 63);
    }
    done += n;
  }
}

std::vector<std::byte> Terms::term(int64_t ordinal) const {
  BytesBlock block;
  terms(ordinal, 1, block);
  const auto bytes = block[0];
  return {bytes.begin(), bytes.end()};
}

std::unique_ptr<NumberColumn> number_column(const DocValuesField& field) {
  return std::make_unique<FieldNumberColumn>(field);
}

std::unique_ptr<BytesColumn> bytes_column(const DocValuesField& field) {
  return std::make_unique<FieldBytesColumn>(field);
}

std::unique_ptr<TermsSource> terms_source(std::shared_ptr<const Terms> terms) {
  return std::make_unique<FieldTermsSource>(std::move(terms));
}

}  // namespace segsmith::model
