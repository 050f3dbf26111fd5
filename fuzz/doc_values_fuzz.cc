// SPDX-License-Identifier: Apache-2.0
// Doc values of one segment. Input: u8 row of the registry, u32 documents, u32 length of each file
// of the seed's order, then the files. Fields are the seeds' own: one of each type and shape.
#include <algorithm>
#include <array>
#include <map>
#include <numeric>

#include "codec/doc_values_format.h"
#include "fuzz/fuzz_target.h"
#include "skipper/skip_blocks.h"
#include "util/error.h"

namespace segsmith::fuzz {
namespace {

using model::DocValuesType;

constexpr int32_t kSeedDocs = 900;
constexpr int32_t kTerms = 64;
constexpr std::array<const char*, 4> kExtensions = {"dvd", "dvm", "dvs", "dvp"};
/// What a run decodes of a field that claims to hold more.
constexpr uint64_t kMostValues = 50000;

struct Shape {
  const char* name;
  DocValuesType type;
  bool skip_index;
  int values;  ///< Most of a document.
  int one_in;  ///< Documents that have some.
};
constexpr std::array<Shape, 11> kShapes = {{
    {"numeric", DocValuesType::numeric, true, 1, 1},
    {"numeric_table", DocValuesType::numeric, false, 1, 1},
    {"numeric_constant", DocValuesType::numeric, true, 1, 2},
    {"numeric_sparse", DocValuesType::numeric, false, 1, 7},
    {"sorted", DocValuesType::sorted, true, 1, 1},
    {"sorted_sparse", DocValuesType::sorted, false, 1, 3},
    {"sorted_numeric", DocValuesType::sorted_numeric, true, 3, 2},
    {"sorted_set", DocValuesType::sorted_set, true, 3, 1},
    {"sorted_set_single", DocValuesType::sorted_set, false, 1, 1},
    {"binary", DocValuesType::binary, false, 1, 1},
    {"binary_sparse", DocValuesType::binary, false, 1, 5},
}};

model::FieldInfos fields() {
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

/// Files by name over given memory, for reading.
class Files final : public store::Directory {
 public:
  std::map<std::string, store::Input> files;

  std::string describe() const override { return "fuzz"; }
  std::vector<std::string> list() const override { return {}; }
  bool exists(const std::string& name) const override { return files.contains(name); }
  uint64_t length(const std::string& name) const override { return files.at(name).size(); }
  store::Input open(const std::string& name) const override { return files.at(name); }
  store::Output create(const std::string& name) override { throw IoError(name, "read-only"); }
  void remove(const std::string&) override {}
  void rename(const std::string&, const std::string&) override {}
  void sync(std::span<const std::string>) override {}
  void sync_metadata() override {}
};

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

void read_numbers(const model::Numbers& numbers) {
  const uint64_t n = std::min(numbers.size(), kMostValues);
  std::vector<int64_t> values(n), some;
  numbers.values(0, values);
  numbers.values(numbers.size() - n, values);
  std::vector<uint64_t> positions;
  for (uint64_t p = 0; p < n; p += 1 + p % 61) positions.push_back(p);
  some.resize(positions.size());
  numbers.gather(positions, some);
  std::vector<uint64_t> words(n / 64 + 1, 0);
  numbers.range_into_words(0, n, -5, 700'000'000, words, 0);
}

void read_terms(const model::Terms& terms) {
  model::BytesBlock block;
  const auto n = static_cast<size_t>(std::min<int64_t>(terms.size(), 200));
  terms.terms(0, n, block);
  terms.terms(terms.size() - static_cast<int64_t>(n), n, block);
  for (size_t i = 0; i < n; i += 13) {
    const std::vector<std::byte> target(block[i].begin(), block[i].end());
    const auto found = terms.seek_ceil(target);
    expect(found.ordinal >= 0 && found.ordinal <= terms.size(), "ordinals lie in the dictionary");
  }
}

void read_presence(const model::Presence& presence) {
  std::vector<int32_t> docs(std::min<size_t>(static_cast<size_t>(presence.max_doc()), kMostValues));
  docs.resize(presence.docs(0, docs));
  for (size_t i = 0; i < docs.size(); i += 1 + docs.size() / 50) {
    expect(presence.contains(docs[i]), "a document of the set is contained");
    expect(presence.rank(docs[i]) == static_cast<int64_t>(i), "ranks count the documents before");
  }
  BitSet bits(static_cast<uint64_t>(presence.max_doc()));
  presence.into_bit_set(0, presence.max_doc(), bits);
  expect(bits.count() == static_cast<uint64_t>(presence.cardinality()), "all are set");
}

void read_skip_index(const std::shared_ptr<const skipper::SkipIndex>& index) {
  for (int level = 0; level < skipper::kMaxLevels; ++level) index->intervals(level);
  skipper::SkipBlocks blocks(index, 1000, 500'000'000);
  skipper::SkipBlock block;
  int32_t end = 0;
  while (blocks.next(block)) {
    expect(block.first_doc >= end && block.end_doc > block.first_doc, "blocks move on");
    end = block.end_doc;
  }
}

void read_field(const model::DocValuesField& field) {
  read_presence(*field.presence);
  if (field.numbers) read_numbers(*field.numbers);
  if (field.addresses) read_numbers(*field.addresses);
  if (field.terms) read_terms(*field.terms);
  if (field.binary) {
    model::BytesBlock block;
    field.binary->values(0, field.binary->size(), block);
    expect(block.size() == field.binary->size(), "every document has its bytes");
  }
  if (field.numbers && field.numbers->size() <= kMostValues) {
    const auto column = model::number_column(field);
    model::NumberBlock block;
    while (column->next(block)) expect(!block.values.empty(), "blocks have values");
  }
}

}  // namespace

void run_one(std::span<const std::byte> input) {
  Parameters parameters(input);
  const auto formats = codec::doc_values_formats();
  const codec::DocValuesFormat& format = formats[parameters.u8() % formats.size()];
  const auto max_doc =
      static_cast<int32_t>(1 + (parameters.u16() | parameters.u16() << 16) % 200000);
  std::array<size_t, kExtensions.size()> lengths;
  for (size_t& length : lengths) length = parameters.u16() | size_t{parameters.u16()} << 16;
  Files directory;
  for (size_t i = 0; i < lengths.size(); ++i) {
    const std::string name = "_0_F_0." + std::string(kExtensions[i]);
    auto memory = std::make_shared<GuardedBytes>(parameters.take(lengths[i]));
    const std::span<const std::byte> view = memory->span();
    directory.files[name] = store::Input(std::move(memory), view, name);
  }
  const model::FieldInfos infos = fields();
  const auto reader = format.reader({directory, "_0", Id{}, max_doc, "F_0"}, infos);
  reader->visit([](const model::Fact&) {});
  for (const model::FieldInfo& info : infos) {
    try {
      reader->field(info);
    } catch (const InvalidArgument&) {
      continue;  // The metadata ends before this field.
    }
    read_field(reader->field(info));
    if (const auto index = reader->skip_index(info)) read_skip_index(index);
  }
}

std::vector<Bytes> seeds() {
  std::vector<Bytes> all;
  const model::FieldInfos infos = fields();
  for (size_t row = 0; row < codec::doc_values_formats().size(); ++row) {
    const codec::DocValuesFormat& format = codec::doc_values_formats()[row];
    // Each field alone, then all together.
    for (size_t only = 0; only <= kShapes.size(); ++only) {
      store::MemoryDirectory directory;
      const auto writer = format.writer({.directory = directory,
                                         .segment = "_0",
                                         .id = Id{},
                                         .max_doc = kSeedDocs,
                                         .suffix = "F_0",
                                         .skip_index_interval_size = 8});
      for (size_t i = 0; i < kShapes.size(); ++i) {
        if (only == i || only == kShapes.size()) {
          write_field(*writer, *infos.find(static_cast<int32_t>(i)), kShapes[i]);
        }
      }
      writer->finish();
      Bytes seed;
      append(seed, row, 1);
      append(seed, kSeedDocs - 1, 4);
      for (const char* extension : kExtensions) {
        append(seed, directory.length("_0_F_0." + std::string(extension)), 4);
      }
      for (const char* extension : kExtensions) {
        append(seed, directory.open("_0_F_0." + std::string(extension)).bytes());
      }
      all.push_back(seed);
    }
  }
  return all;
}

}  // namespace segsmith::fuzz
