// SPDX-License-Identifier: Apache-2.0
#include "model/overlaid_field.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <random>

namespace segsmith::model {
namespace {

using Values = std::map<int32_t, std::vector<int64_t>>;  ///< Of each document.

class ListedPresence final : public Presence {
 public:
  ListedPresence(int32_t max_doc, std::vector<int32_t> docs)
      : Presence(docs.empty() ? Kind::none : Kind::some, max_doc,
                 static_cast<int32_t>(docs.size())),
        docs_(std::move(docs)) {}
  bool contains(int32_t doc) const override { return std::ranges::binary_search(docs_, doc); }
  int64_t rank(int32_t doc) const override {
    return std::ranges::lower_bound(docs_, doc) - docs_.begin();
  }
  size_t docs(int32_t from, std::span<int32_t> out) const override {
    const auto first = docs_.begin() + rank(from);
    const auto n =
        std::min<std::ptrdiff_t>(docs_.end() - first, static_cast<std::ptrdiff_t>(out.size()));
    std::copy_n(first, n, out.begin());
    return static_cast<size_t>(n);
  }
  void into_bit_set(int32_t from, int32_t to, BitSet& out) const override {
    for (const int32_t doc : docs_) {
      if (doc >= from && doc < to) out.set(static_cast<uint64_t>(doc));
    }
  }

 private:
  std::vector<int32_t> docs_;
};

class ListedNumbers final : public Numbers {
 public:
  explicit ListedNumbers(std::vector<int64_t> values)
      : Numbers(values.size()), values_(std::move(values)) {}
  void values(uint64_t first, std::span<int64_t> out) const override {
    std::copy_n(values_.begin() + static_cast<std::ptrdiff_t>(first), out.size(), out.begin());
  }

 private:
  std::vector<int64_t> values_;
};

/// Value v as v bytes of 'x'.
class CountedBinary final : public BinaryValues {
 public:
  explicit CountedBinary(std::vector<int64_t> lengths)
      : BinaryValues(lengths.size()), lengths_(std::move(lengths)) {}
  void values(uint64_t first, size_t count, BytesBlock& out) const override {
    out.storage.clear();
    out.offsets.assign(1, 0);
    for (size_t i = 0; i < count; ++i) {
      out.storage.resize(out.storage.size() + static_cast<size_t>(lengths_[first + i]),
                         std::byte{'x'});
      out.offsets.push_back(out.storage.size());
    }
    out.bytes = out.storage;
  }

 private:
  std::vector<int64_t> lengths_;
};

DocValuesField layer_of(DocValuesType type, int32_t max_doc, const Values& values, bool addressed) {
  std::vector<int32_t> docs;
  std::vector<int64_t> numbers, addresses{0};
  for (const auto& [doc, of_doc] : values) {
    docs.push_back(doc);
    numbers.insert(numbers.end(), of_doc.begin(), of_doc.end());
    addresses.push_back(static_cast<int64_t>(numbers.size()));
  }
  DocValuesField field{.type = type};
  field.presence = std::make_shared<ListedPresence>(max_doc, docs);
  if (type == DocValuesType::binary) {
    field.binary = std::make_shared<CountedBinary>(numbers);
  } else {
    field.numbers = std::make_shared<ListedNumbers>(numbers);
    if (addressed) field.addresses = std::make_shared<ListedNumbers>(addresses);
  }
  return field;
}

Values values_of(const DocValuesField& field) {
  Values values;
  if (field.binary) {
    const auto column = bytes_column(field);
    DocBlock docs;
    BytesBlock bytes;
    while (column->next(docs, bytes)) {
      for (size_t i = 0; i < docs.count; ++i) {
        values[docs.doc(i)] = {static_cast<int64_t>(bytes[i].size())};
      }
    }
    return values;
  }
  const auto column = number_column(field);
  NumberBlock block;
  while (column->next(block)) {
    size_t at = 0;
    for (size_t i = 0; i < block.docs.count; ++i) {
      const size_t n = block.counts.empty() ? 1 : static_cast<size_t>(block.counts[i]);
      for (size_t v = 0; v < n; ++v) values[block.docs.doc(i)].push_back(block.values[at++]);
    }
  }
  return values;
}

void expect_presence(const Presence& presence, const Values& expected, int32_t max_doc) {
  ASSERT_EQ(presence.cardinality(), static_cast<int32_t>(expected.size()));
  int64_t rank = 0;
  BitSet bits(static_cast<uint64_t>(max_doc));
  presence.into_bit_set(0, max_doc, bits);
  for (int32_t doc = 0; doc < max_doc; ++doc) {
    ASSERT_EQ(presence.rank(doc), rank) << doc;
    ASSERT_EQ(presence.contains(doc), expected.contains(doc)) << doc;
    ASSERT_EQ(bits.get(static_cast<uint64_t>(doc)), expected.contains(doc)) << doc;
    std::vector<int32_t> next(1);
    const auto found = expected.lower_bound(doc);
    ASSERT_EQ(presence.docs(doc, next), found == expected.end() ? 0U : 1U) << doc;
    if (found != expected.end()) ASSERT_EQ(next[0], found->first) << doc;
    rank += expected.contains(doc);
  }
  ASSERT_EQ(presence.rank(max_doc), rank);
  BitSet part(static_cast<uint64_t>(max_doc));
  presence.into_bit_set(max_doc / 3, max_doc / 2, part);
  for (int32_t doc = 0; doc < max_doc; ++doc) {
    const bool inside = doc >= max_doc / 3 && doc < max_doc / 2;
    ASSERT_EQ(part.get(static_cast<uint64_t>(doc)), inside && expected.contains(doc)) << doc;
  }
}

TEST(OverlaidField, GivesEachDocumentTheNewestValuesOfRandomLayers) {
  std::mt19937 random(7);
  for (int round = 0; round < 300; ++round) {
    SCOPED_TRACE(round);
    const auto max_doc = static_cast<int32_t>(1 + random() % 60);
    const DocValuesType type = std::array{DocValuesType::numeric, DocValuesType::sorted_numeric,
                                          DocValuesType::binary}[random() % 3];
    const size_t count = 2 + random() % 4;
    std::vector<DocValuesField> layers;
    Values expected;
    for (size_t l = 0; l < count; ++l) {
      const bool addressed = type == DocValuesType::sorted_numeric && random() % 2 == 0;
      const uint32_t density = random() % 5;  // 0: an empty layer, 4: nearly all.
      Values values;
      for (int32_t doc = 0; doc < max_doc; ++doc) {
        if (random() % 5 >= density) continue;
        const size_t n = addressed ? 1 + random() % 3 : 1;
        for (size_t v = 0; v < n; ++v) values[doc].push_back(static_cast<int64_t>(random() % 99));
      }
      layers.push_back(layer_of(type, max_doc, values, addressed));
      expected.insert(values.begin(), values.end());  // The newest come first.
    }
    const DocValuesField field = overlaid_field(layers);
    expect_presence(*field.presence, expected, max_doc);
    ASSERT_EQ(values_of(field), expected);
  }
}

TEST(OverlaidField, OfOneLayerIsThatLayer) {
  const DocValuesField layer = layer_of(DocValuesType::numeric, 3, {{1, {5}}}, false);
  EXPECT_EQ(overlaid_field({&layer, 1}).numbers, layer.numbers);
}

TEST(OverlaidField, StandsOverABaseWithoutAnyDocument) {
  const DocValuesField layers[] = {layer_of(DocValuesType::binary, 4, {{0, {2}}, {3, {7}}}, false),
                                   {.type = DocValuesType::binary, .presence = Presence::none(4)}};
  EXPECT_EQ(values_of(overlaid_field(layers)), (Values{{0, {2}}, {3, {7}}}));
}

}  // namespace
}  // namespace segsmith::model
