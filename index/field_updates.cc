// SPDX-License-Identifier: Apache-2.0
#include "index/field_updates.h"

#include <algorithm>
#include <string>

#include "util/error.h"

namespace segsmith::index {
namespace {

using model::BytesBlock;
using model::DocBlock;
using model::DocValuesField;
using model::NumberBlock;

constexpr int32_t kNoMoreDocs = INT32_MAX;

/// Walks the documents that updates speak of.
class UpdatedDocs {
 public:
  explicit UpdatedDocs(const BitSet& docs) : docs_(docs) { rewind(); }
  void rewind() { at_ = docs_.next_set(0); }
  int32_t doc() const { return at_ < docs_.size() ? static_cast<int32_t>(at_) : kNoMoreDocs; }
  void next() { at_ = docs_.next_set(at_ + 1); }

 private:
  const BitSet& docs_;
  uint64_t at_ = 0;
};

/// A run without holes needs no list of documents.
DocBlock block_of(const std::vector<int32_t>& docs) {
  DocBlock block;
  block.count = docs.size();
  block.first_doc = docs.front();
  if (static_cast<size_t>(docs.back() - docs.front()) + 1 != docs.size()) block.docs = docs;
  return block;
}

class UpdatedNumbers final : public model::NumberColumn {
 public:
  UpdatedNumbers(const FieldUpdates& updates, const DocValuesField* base)
      : updates_(updates),
        base_(base != nullptr ? model::number_column(*base) : nullptr),
        updated_(updates.docs()) {
    rewind();
  }

  void rewind() override {
    updated_.rewind();
    block_ = {};
    at_ = value_ = 0;
    if (base_) base_->rewind();
    base_ended_ = !base_;
  }

  bool next(NumberBlock& block) override {
    docs_.clear();
    counts_.clear();
    values_.clear();
    bool several = false;
    while (docs_.size() < model::kColumnBlockDocs) {
      const int32_t base = base_doc(), update = updated_.doc();
      if (base == kNoMoreDocs && update == kNoMoreDocs) break;
      if (base < update) {
        several |= take_base(base);
        continue;
      }
      if (base == update) skip_base();
      if (updates_.has_value(update)) {
        docs_.push_back(update);
        counts_.push_back(1);
        values_.push_back(updates_.number(update));
      }
      updated_.next();
    }
    if (docs_.empty()) return false;
    block = {block_of(docs_),
             several ? std::span<const int32_t>(counts_) : std::span<const int32_t>{}, values_};
    return true;
  }

 private:
  int32_t base_doc() {
    if (at_ == block_.docs.count && !base_ended_) {
      at_ = value_ = 0;
      base_ended_ = !base_->next(block_);
      if (base_ended_) block_ = {};
    }
    return base_ended_ ? kNoMoreDocs : block_.docs.doc(at_);
  }
  size_t base_values() const {
    return block_.counts.empty() ? 1 : static_cast<size_t>(block_.counts[at_]);
  }
  /// Whether the document has several values.
  bool take_base(int32_t doc) {
    const size_t n = base_values();
    docs_.push_back(doc);
    counts_.push_back(static_cast<int32_t>(n));
    const auto from = block_.values.begin() + static_cast<std::ptrdiff_t>(value_);
    values_.insert(values_.end(), from, from + static_cast<std::ptrdiff_t>(n));
    skip_base();
    return n > 1;
  }
  void skip_base() {
    value_ += base_values();
    ++at_;
  }

  const FieldUpdates& updates_;
  std::unique_ptr<model::NumberColumn> base_;
  UpdatedDocs updated_;
  NumberBlock block_;
  size_t at_ = 0, value_ = 0;
  bool base_ended_ = true;
  std::vector<int32_t> docs_, counts_;
  std::vector<int64_t> values_;
};

class UpdatedBytes final : public model::BytesColumn {
 public:
  UpdatedBytes(const FieldUpdates& updates, const DocValuesField* base)
      : updates_(updates),
        base_(base != nullptr ? model::bytes_column(*base) : nullptr),
        updated_(updates.docs()) {
    rewind();
  }

  void rewind() override {
    updated_.rewind();
    base_docs_ = {};
    at_ = 0;
    if (base_) base_->rewind();
    base_ended_ = !base_;
  }

  bool next(DocBlock& docs, BytesBlock& values) override {
    docs_.clear();
    values.storage.clear();
    values.offsets.assign(1, 0);
    while (docs_.size() < model::kColumnBlockDocs && values.storage.size() < kMostBytes) {
      const int32_t base = base_doc(), update = updated_.doc();
      if (base == kNoMoreDocs && update == kNoMoreDocs) break;
      if (base < update) {
        add(base, base_values_[at_++], values);
        continue;
      }
      if (base == update) ++at_;
      if (updates_.has_value(update)) add(update, updates_.bytes(update), values);
      updated_.next();
    }
    values.bytes = values.storage;
    if (docs_.empty()) return false;
    docs = block_of(docs_);
    return true;
  }

 private:
  static constexpr size_t kMostBytes = size_t{1} << 20;

  int32_t base_doc() {
    if (at_ == base_docs_.count && !base_ended_) {
      at_ = 0;
      base_ended_ = !base_->next(base_docs_, base_values_);
      if (base_ended_) base_docs_ = {};
    }
    return base_ended_ ? kNoMoreDocs : base_docs_.doc(at_);
  }
  void add(int32_t doc, std::span<const std::byte> value, BytesBlock& values) {
    docs_.push_back(doc);
    values.storage.insert(values.storage.end(), value.begin(), value.end());
    values.offsets.push_back(values.storage.size());
  }

  const FieldUpdates& updates_;
  std::unique_ptr<model::BytesColumn> base_;
  UpdatedDocs updated_;
  DocBlock base_docs_;
  BytesBlock base_values_;
  size_t at_ = 0;
  bool base_ended_ = true;
  std::vector<int32_t> docs_;
};

}  // namespace

FieldUpdates::FieldUpdates(model::DocValuesType type, int32_t max_doc)
    : type_(type), docs_(static_cast<uint64_t>(max_doc)), resets_(static_cast<uint64_t>(max_doc)) {
  using enum model::DocValuesType;
  if (type != numeric && type != sorted_numeric && type != binary) {
    throw InvalidArgument("doc values of type " + std::string(model::name_of(type)) +
                          " cannot be updated: only NUMERIC, BINARY and SORTED_NUMERIC can");
  }
}

size_t FieldUpdates::new_place(size_t values) const {
  if (values > UINT32_MAX) throw InvalidArgument("more than 2^32 updates of one field at once");
  return values;
}

void FieldUpdates::assign(const BitSet& docs, size_t place) {
  if (place == 1 && places_.empty()) places_.resize(docs_.size());
  for (uint64_t doc = docs.next_set(0); doc < docs.size(); doc = docs.next_set(doc + 1)) {
    resets_.clear(doc);
    if (!places_.empty()) places_[doc] = static_cast<uint32_t>(place);
  }
  docs_.or_with(docs);
}

void FieldUpdates::set(const BitSet& docs, int64_t value) {
  if (type_ == model::DocValuesType::binary) {
    throw InvalidArgument("a BINARY field takes bytes, not numbers");
  }
  const size_t place = new_place(numbers_.size());
  numbers_.push_back(value);
  assign(docs, place);
}

void FieldUpdates::set(const BitSet& docs, std::span<const std::byte> value) {
  if (type_ != model::DocValuesType::binary) {
    throw InvalidArgument("a field of numbers takes numbers, not bytes");
  }
  const size_t place = new_place(offsets_.size() - 1);
  bytes_.insert(bytes_.end(), value.begin(), value.end());
  offsets_.push_back(bytes_.size());
  assign(docs, place);
}

void FieldUpdates::reset(const BitSet& docs) {
  any_reset_ = true;
  docs_.or_with(docs);
  resets_.or_with(docs);
}

std::span<const std::byte> FieldUpdates::bytes(int32_t doc) const {
  const size_t p = place(doc);
  return std::span(bytes_).subspan(offsets_[p], offsets_[p + 1] - offsets_[p]);
}

std::unique_ptr<model::NumberColumn> FieldUpdates::numbers_over(const DocValuesField* base) const {
  return std::make_unique<UpdatedNumbers>(*this, base);
}

std::unique_ptr<model::BytesColumn> FieldUpdates::bytes_over(const DocValuesField* base) const {
  return std::make_unique<UpdatedBytes>(*this, base);
}

}  // namespace segsmith::index
