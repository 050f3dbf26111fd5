// SPDX-License-Identifier: Apache-2.0
// Boxes over points of two dimensions, in a tree that Lucene wrote, against every point looked at.
#include "query/points_range.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <iterator>
#include <random>

#include "bkd/bkd_reader.h"
#include "util/error.h"

namespace segsmith::query {
namespace {

constexpr int32_t kMaxDoc = 600;
constexpr size_t kBytes = 4;

store::Input input(const std::string& part) {
  std::ifstream in(SEGSMITH_SOURCE_DIR "/bkd/testdata/random_2d." + part, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  EXPECT_FALSE(text.empty()) << part;
  auto bytes = std::make_shared<std::vector<std::byte>>(text.size());
  std::memcpy(bytes->data(), text.data(), text.size());
  return {bytes, *bytes, part};
}

class PointsRange : public testing::Test {
 protected:
  PointsRange() {
    store::Cursor meta(input("meta"));
    const store::Input data = input("data");
    parts_.points = std::make_shared<bkd::BkdReader>(bkd::read_bkd_meta(meta), input("index"), data,
                                                     data.size(), kMaxDoc);
    parts_.max_doc = kMaxDoc;
    parts_.points->for_each_leaf([&](const bkd::LeafBlock& leaf) {
      for (size_t i = 0; i < leaf.doc_ids().size(); ++i) {
        const auto* value = leaf.values.data() + i * 2 * kBytes;
        points_.push_back({leaf.docs[i], {value, value + 2 * kBytes}});
      }
    });
  }

  using Packed = std::vector<std::byte>;
  static FieldRange box(std::optional<Packed> low, std::optional<Packed> high) {
    return {"p", BytesRange{std::move(low), std::move(high)}};
  }

  FieldParts parts_;
  std::vector<std::pair<int32_t, Packed>> points_;
};

TEST_F(PointsRange, BoxesEqualBruteForce) {
  std::mt19937_64 random(7);
  for (int round = 0; round < 200; ++round) {
    Packed low = points_[random() % points_.size()].second;
    Packed high = points_[random() % points_.size()].second;
    for (size_t dim = 0; dim < 2 && round % 8 != 0; ++dim) {
      if (std::memcmp(&low[dim * kBytes], &high[dim * kBytes], kBytes) > 0) {
        std::swap_ranges(&low[dim * kBytes], &low[dim * kBytes] + kBytes, &high[dim * kBytes]);
      }
    }
    BitSet expected(kMaxDoc);
    int64_t count = 0;
    for (const auto& [doc, value] : points_) {
      bool inside = true;
      for (size_t at = 0; at < value.size(); at += kBytes) {
        inside &= std::memcmp(&value[at], &low[at], kBytes) >= 0 &&
                  std::memcmp(&value[at], &high[at], kBytes) <= 0;
      }
      if (!inside) continue;
      expected.set(static_cast<uint64_t>(doc));
      ++count;
    }
    const FieldRange range = box(low, high);
    BitSet found(kMaxDoc);
    range_into_bit_set(parts_, range, Via::points, found);
    EXPECT_TRUE(std::ranges::equal(found.words(), expected.words())) << round;
    EXPECT_EQ(count_range(parts_, range, Via::points), static_cast<int64_t>(expected.count()));
    EXPECT_EQ(points_count(parts_, range), count);
  }
}

TEST_F(PointsRange, OpenEndsAreThoseOfEveryDimension) {
  EXPECT_EQ(count_range(parts_, box({}, {}), Via::points), kMaxDoc);
}

TEST_F(PointsRange, RefusesNumbersOtherSizesAndExclusiveEnds) {
  EXPECT_THROW(count_range(parts_, {"p", NumberRange{1, 2}}, Via::points), InvalidArgument);
  EXPECT_THROW(count_range(parts_, box(Packed(kBytes), {}), Via::points), InvalidArgument);
  BytesRange exclusive{Packed(2 * kBytes), {}};
  exclusive.include_low = false;
  EXPECT_THROW(count_range(parts_, {"p", exclusive}, Via::points), InvalidArgument);
}

}  // namespace
}  // namespace segsmith::query
