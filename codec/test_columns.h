// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <numeric>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/columns.h"

/// Column sources over vectors, cut into blocks of any size; for tests.
namespace segsmith::codec::test {

class TestNumbers final : public model::NumberColumn {
 public:
  std::vector<int32_t> docs;
  std::vector<int32_t> counts;  ///< Empty: one value each.
  std::vector<int64_t> values;
  size_t block_docs = model::kColumnBlockDocs;

  /// `count` documents from 0 on, with one value each.
  template <class Value>
  static TestNumbers dense(int32_t count, Value&& value) {
    TestNumbers column;
    column.docs.resize(static_cast<size_t>(count));
    std::iota(column.docs.begin(), column.docs.end(), 0);
    for (int32_t i = 0; i < count; ++i) column.values.push_back(value(i));
    return column;
  }

  void rewind() override { doc_ = value_ = 0; }
  bool next(model::NumberBlock& block) override {
    const size_t n = std::min(block_docs, docs.size() - doc_);
    if (n == 0) return false;
    const auto here = std::span(docs).subspan(doc_, n);
    block.docs = {here, here[0], n};
    if (here.back() - here.front() + 1 == static_cast<int32_t>(n)) block.docs.docs = {};
    size_t values_here = n;
    block.counts = {};
    if (!counts.empty()) {
      block.counts = std::span(counts).subspan(doc_, n);
      values_here = std::accumulate(block.counts.begin(), block.counts.end(), size_t{0});
    }
    block.values = std::span(values).subspan(value_, values_here);
    doc_ += n;
    value_ += values_here;
    return true;
  }

 private:
  size_t doc_ = 0;
  size_t value_ = 0;
};

/// Strings one behind the other.
class TestStrings {
 public:
  void add(std::string_view text) {
    for (const char c : text) bytes_.push_back(static_cast<std::byte>(c));
    offsets_.push_back(bytes_.size());
  }
  size_t size() const { return offsets_.size() - 1; }
  void block(size_t first, size_t count, model::BytesBlock& out) const {
    const auto begin = offsets_.begin() + static_cast<ptrdiff_t>(first);
    out.offsets.assign(begin, begin + static_cast<ptrdiff_t>(count) + 1);
    out.bytes = bytes_;
  }

 private:
  std::vector<uint64_t> offsets_ = {0};
  std::vector<std::byte> bytes_;
};

class TestTerms final : public model::TermsSource {
 public:
  TestStrings terms;
  size_t block_terms = 100;

  int64_t size() const override { return static_cast<int64_t>(terms.size()); }
  void rewind() override { term_ = 0; }
  bool next(model::BytesBlock& block) override {
    const size_t n = std::min(block_terms, terms.size() - term_);
    terms.block(term_, n, block);
    term_ += n;
    return n > 0;
  }

 private:
  size_t term_ = 0;
};

class TestBytes final : public model::BytesColumn {
 public:
  std::vector<int32_t> docs;
  TestStrings values;
  size_t block_docs = 1000;

  void rewind() override { doc_ = 0; }
  bool next(model::DocBlock& block, model::BytesBlock& bytes) override {
    const size_t n = std::min(block_docs, docs.size() - doc_);
    if (n == 0) return false;
    block = {std::span(docs).subspan(doc_, n), docs[doc_], n};
    values.block(doc_, n, bytes);
    doc_ += n;
    return true;
  }

 private:
  size_t doc_ = 0;
};

}  // namespace segsmith::codec::test
