// SPDX-License-Identifier: Apache-2.0
#include "fuzz/doc_values_shapes.h"

#include <string_view>
#include <utility>

namespace segsmith::fuzz {
namespace {

using model::DocValuesType;

constexpr int32_t kTerms = 64;

/// Ordinals or numbers of a shape, the same on every pass.
class SeedColumn final : public model::NumberColumn {
 public:
  explicit SeedColumn(const Shape& shape) {
    uint64_t random = 1;
    for (int32_t doc = 0; doc < kSeedDocs; ++doc) {
      if (doc % shape.one_in != 0) continue;
      docs_.push_back(doc);
      counts_.push_back(1 + doc % shape.values);
      for (int32_t k = 0; k < counts_.back(); ++k) values_.push_back(value(shape, doc, k, random));
    }
    several_ = shape.values > 1;
  }
  void rewind() override { done_ = false; }
  bool next(model::NumberBlock& block) override {
    if (std::exchange(done_, true)) return false;
    block.docs = {docs_, 0, docs_.size()};
    block.counts = several_ ? std::span<const int32_t>(counts_) : std::span<const int32_t>{};
    block.values = values_;
    return true;
  }

 private:
  static int64_t value(const Shape& shape, int32_t doc, int32_t k, uint64_t& random) {
    const std::string_view name = shape.name;
    if (has_terms(shape.type)) {
      // Every ordinal is used, and those of a document ascend.
      return shape.values > 1 ? doc % 50 + 7 * k : doc / shape.one_in % kTerms;
    }
    if (name == "numeric_table") return int64_t{doc % 5} * 1'000'000'007;
    if (name == "numeric_constant") return 42;
    random = random * 6364136223846793005 + 1442695040888963407;
    return shape.values > 1 ? doc * 10 + k : static_cast<int64_t>(random >> 40) * 100;
  }

  std::vector<int32_t> docs_, counts_;
  std::vector<int64_t> values_;
  bool several_ = false, done_ = false;
};

class SeedBytes final : public model::BytesColumn {
 public:
  explicit SeedBytes(const Shape& shape) : one_in_(shape.one_in) {}
  void rewind() override { done_ = false; }
  bool next(model::DocBlock& docs, model::BytesBlock& values) override {
    if (std::exchange(done_, true)) return false;
    docs_.clear();
    values.offsets.assign(1, 0);
    values.storage.clear();
    for (int32_t doc = 0; doc < kSeedDocs; doc += one_in_) {
      docs_.push_back(doc);
      values.storage.insert(values.storage.end(), static_cast<size_t>(doc % 4), std::byte{7});
      values.offsets.push_back(values.storage.size());
    }
    values.bytes = values.storage;
    docs = {docs_, 0, docs_.size()};
    return true;
  }

 private:
  int32_t one_in_;
  std::vector<int32_t> docs_;
  bool done_ = false;
};

class SeedTerms final : public model::TermsSource {
 public:
  explicit SeedTerms(int64_t size) : size_(size) {}
  int64_t size() const override { return size_; }
  void rewind() override { done_ = false; }
  bool next(model::BytesBlock& terms) override {
    if (std::exchange(done_, true)) return false;
    terms.offsets.assign(1, 0);
    terms.storage.clear();
    for (int64_t i = 0; i < size_; ++i) {
      terms.storage.insert(terms.storage.end(), 20, std::byte{'t'});
      terms.storage.push_back(static_cast<std::byte>(i));
      terms.storage.insert(terms.storage.end(), static_cast<size_t>(i % 9), std::byte{'u'});
      terms.offsets.push_back(terms.storage.size());
    }
    terms.bytes = terms.storage;
    return true;
  }

 private:
  int64_t size_;
  bool done_ = false;
};

void write_field(codec::DocValuesWriter& writer, const model::FieldInfo& info, const Shape& shape) {
  SeedColumn numbers(shape);
  SeedBytes bytes(shape);
  SeedTerms terms(kTerms);
  switch (shape.type) {
    case DocValuesType::numeric:
      return writer.add_numeric(info, numbers);
    case DocValuesType::binary:
      return writer.add_binary(info, bytes);
    case DocValuesType::sorted:
      return writer.add_sorted(info, terms, numbers);
    case DocValuesType::sorted_set:
      return writer.add_sorted_set(info, terms, numbers);
    default:
      return writer.add_sorted_numeric(info, numbers);
  }
}

}  // namespace

model::FieldInfos doc_values_fields() {
  std::vector<model::FieldInfo> infos;
  for (const Shape& shape : kShapes) {
    model::FieldInfo& info = infos.emplace_back();
    info.name = shape.name;
    info.number = static_cast<int32_t>(infos.size()) - 1;
    info.doc_values_type = shape.type;
    if (shape.skip_index) info.skip_index_type = model::SkipIndexType::range;
  }
  return model::FieldInfos(std::move(infos));
}

std::unique_ptr<store::MemoryDirectory> write_shapes(const codec::DocValuesFormat& format,
                                                     size_t first, size_t last) {
  auto directory = std::make_unique<store::MemoryDirectory>();
  const model::FieldInfos infos = doc_values_fields();
  const auto writer = format.writer({.directory = *directory,
                                     .segment = "_0",
                                     .id = Id{},
                                     .max_doc = kSeedDocs,
                                     .suffix = "F_0",
                                     .skip_index_interval_size = 8});
  for (size_t i = first; i < last; ++i) {
    write_field(*writer, *infos.find(static_cast<int32_t>(i)), kShapes[i]);
  }
  writer->finish();
  return directory;
}

}  // namespace segsmith::fuzz
