// SPDX-License-Identifier: Apache-2.0
#include "index/field_updates.h"

#include <gtest/gtest.h>

#include <map>
#include <string>

#include "model/overlaid_field.h"
#include "util/error.h"

namespace segsmith::index {
namespace {

using model::DocValuesType;

BitSet docs_of(int32_t max_doc, std::initializer_list<int> docs) {
  BitSet bits(static_cast<uint64_t>(max_doc));
  for (const int doc : docs) bits.set(static_cast<uint64_t>(doc));
  return bits;
}

/// Values by position, as a reader has them.
class FixedNumbers final : public model::Numbers {
 public:
  explicit FixedNumbers(std::vector<int64_t> values)
      : Numbers(values.size()), values_(std::move(values)) {}
  void values(uint64_t first, std::span<int64_t> out) const override {
    std::copy_n(values_.begin() + static_cast<std::ptrdiff_t>(first), out.size(), out.begin());
  }

 private:
  std::vector<int64_t> values_;
};

/// Every document has twice its number, and the odd ones that and 1000 more.
model::DocValuesField base_field(int32_t max_doc, bool several) {
  std::vector<int64_t> values, addresses{0};
  for (int32_t doc = 0; doc < max_doc; ++doc) {
    values.push_back(doc * 2);
    if (several && doc % 2 == 1) values.push_back(doc * 2 + 1000);
    addresses.push_back(static_cast<int64_t>(values.size()));
  }
  model::DocValuesField field;
  field.type = several ? DocValuesType::sorted_numeric : DocValuesType::numeric;
  field.presence = model::Presence::all(max_doc);
  field.numbers = std::make_shared<FixedNumbers>(values);
  if (several) field.addresses = std::make_shared<FixedNumbers>(addresses);
  return field;
}

std::map<int32_t, std::vector<int64_t>> read(model::NumberColumn& column) {
  std::map<int32_t, std::vector<int64_t>> values;
  model::NumberBlock block;
  column.rewind();
  while (column.next(block)) {
    size_t at = 0;
    for (size_t i = 0; i < block.docs.count; ++i) {
      const auto n = block.counts.empty() ? 1 : static_cast<size_t>(block.counts[i]);
      for (size_t v = 0; v < n; ++v) values[block.docs.doc(i)].push_back(block.values[at++]);
    }
    EXPECT_EQ(at, block.values.size());
  }
  return values;
}

TEST(FieldUpdates, LieOverTheBase) {
  constexpr int32_t kMaxDoc = 10000;  // More than two blocks.
  for (const bool several : {false, true}) {
    const auto base = base_field(kMaxDoc, several);
    FieldUpdates updates(base.type, kMaxDoc);
    updates.set(docs_of(kMaxDoc, {0, 7, 4096, 9999}), int64_t{-5});
    updates.set(docs_of(kMaxDoc, {7, 8}), int64_t{6});
    updates.reset(docs_of(kMaxDoc, {9, 4095}));
    auto expected = read(*model::number_column(base));
    for (const int doc : {0, 4096, 9999}) expected[doc] = {-5};
    expected[7] = expected[8] = {6};
    expected.erase(9);
    expected.erase(4095);
    const auto column = updates.numbers_over(&base);
    EXPECT_EQ(read(*column), expected);
    EXPECT_EQ(read(*column), expected) << "in a second pass";
  }
}

TEST(FieldUpdates, AloneAreTheUpdatedDocuments) {
  FieldUpdates updates(DocValuesType::numeric, 10);
  EXPECT_FALSE(updates.any());
  updates.set(docs_of(10, {3, 4}), int64_t{1});
  EXPECT_TRUE(updates.any());
  EXPECT_FALSE(updates.any_reset());
  EXPECT_EQ(read(*updates.numbers_over(nullptr)),
            (std::map<int32_t, std::vector<int64_t>>{{3, {1}}, {4, {1}}}));
  updates.reset(docs_of(10, {3}));
  updates.set(docs_of(10, {3}), int64_t{2});
  EXPECT_TRUE(updates.any_reset()) << "as Lucene counts them";
  EXPECT_EQ(read(*updates.numbers_over(nullptr)),
            (std::map<int32_t, std::vector<int64_t>>{{3, {2}}, {4, {1}}}));
}

TEST(FieldUpdates, OfBytes) {
  FieldUpdates updates(DocValuesType::binary, 100);
  const std::string one = "one", none;
  updates.set(docs_of(100, {1, 2, 3}), std::as_bytes(std::span(one)));
  updates.set(docs_of(100, {2, 99}), std::as_bytes(std::span(none)));
  updates.reset(docs_of(100, {3}));
  const auto column = updates.bytes_over(nullptr);
  for (int pass = 0; pass < 2; ++pass) {
    model::DocBlock docs;
    model::BytesBlock values;
    ASSERT_TRUE(column->next(docs, values));
    ASSERT_EQ(docs.count, 3u);
    EXPECT_EQ(docs.doc(0), 1);
    EXPECT_EQ(values[0].size(), 3u);
    EXPECT_EQ(docs.doc(1), 2);
    EXPECT_EQ(values[1].size(), 0u);
    EXPECT_EQ(docs.doc(2), 99);
    EXPECT_FALSE(column->next(docs, values));
    column->rewind();
  }
}

TEST(FieldUpdates, RefuseOtherTypes) {
  EXPECT_THROW(FieldUpdates(DocValuesType::sorted, 1), InvalidArgument);
  FieldUpdates numbers(DocValuesType::numeric, 1), bytes(DocValuesType::binary, 1);
  EXPECT_THROW(numbers.set(docs_of(1, {0}), std::span<const std::byte>()), InvalidArgument);
  EXPECT_THROW(bytes.set(docs_of(1, {0}), int64_t{1}), InvalidArgument);
}

}  // namespace
}  // namespace segsmith::index
