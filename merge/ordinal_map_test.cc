// SPDX-License-Identifier: Apache-2.0
#include "merge/ordinal_map.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <random>
#include <set>
#include <string>

namespace segsmith::merge {
namespace {

/// A dictionary held in memory.
class ListTerms final : public model::Terms {
 public:
  explicit ListTerms(std::vector<std::string> terms)
      : Terms(static_cast<int64_t>(terms.size()), 0), terms_(std::move(terms)) {}
  void terms(int64_t first, size_t count, model::BytesBlock& out) const override {
    out.storage.clear();
    out.offsets.assign(1, 0);
    for (size_t i = 0; i < count; ++i) {
      const std::string& term = terms_[static_cast<size_t>(first) + i];
      const auto bytes = std::as_bytes(std::span<const char>(term));
      out.storage.insert(out.storage.end(), bytes.begin(), bytes.end());
      out.offsets.push_back(out.storage.size());
    }
    out.bytes = out.storage;
  }
  SeekResult seek_ceil(std::span<const std::byte>) const override { return {Seek::end, size()}; }

 private:
  std::vector<std::string> terms_;
};

std::vector<std::string> all_terms(model::TermsSource& source) {
  std::vector<std::string> terms;
  model::BytesBlock block;
  while (source.next(block)) {
    for (size_t i = 0; i < block.size(); ++i) {
      terms.emplace_back(reinterpret_cast<const char*>(block[i].data()), block[i].size());
    }
  }
  return terms;
}

TEST(OrdinalMap, UnitesDictionaries) {
  std::vector<TermsPart> parts(3);
  parts[0].terms = std::make_shared<ListTerms>(std::vector<std::string>{"", "a", "c"});
  parts[2].terms = std::make_shared<ListTerms>(std::vector<std::string>{"a", "b", "c", "cc"});
  const OrdinalMap map(std::move(parts));
  EXPECT_EQ(map.size(), 5);
  EXPECT_EQ(map.ordinals(0), (std::vector<int64_t>{0, 1, 3}));
  EXPECT_EQ(map.ordinals(2), (std::vector<int64_t>{1, 2, 3, 4}));
  const auto terms = map.terms();
  const std::vector<std::string> wanted{"", "a", "b", "c", "cc"};
  EXPECT_EQ(all_terms(*terms), wanted);
  terms->rewind();
  EXPECT_EQ(all_terms(*terms), wanted);
}

TEST(OrdinalMap, LeavesOutTermsThatNoLiveDocumentUses) {
  std::vector<TermsPart> parts(2);
  parts[0].terms = std::make_shared<ListTerms>(std::vector<std::string>{"a", "b", "z"});
  parts[0].live = BitSet(3);
  parts[0].live.set(1);
  parts[1].terms = std::make_shared<ListTerms>(std::vector<std::string>{"c"});
  const OrdinalMap map(std::move(parts));
  EXPECT_EQ(map.ordinals(0), (std::vector<int64_t>{-1, 0, -1}));
  EXPECT_EQ(map.ordinals(1), (std::vector<int64_t>{1}));
  EXPECT_EQ(all_terms(*map.terms()), (std::vector<std::string>{"b", "c"}));
}

TEST(OrdinalMap, ZeroBytesAndPrefixesSortByUnsignedBytesThenLength) {
  std::vector<TermsPart> parts(2);
  const std::string zero("\0", 1), two_zeros("\0\0", 2), high("\xff");
  parts[0].terms = std::make_shared<ListTerms>(std::vector<std::string>{"", two_zeros, high});
  parts[1].terms = std::make_shared<ListTerms>(std::vector<std::string>{zero, "x"});
  EXPECT_EQ(all_terms(*OrdinalMap(std::move(parts)).terms()).size(), 5u);
}

TEST(OrdinalMap, AgreesWithASetOnRandomDictionaries) {
  std::mt19937_64 random(11);
  for (int round = 0; round < 50; ++round) {
    std::set<std::string> united;
    std::vector<TermsPart> parts(1 + random() % 5);
    for (TermsPart& part : parts) {
      std::set<std::string> own;
      for (size_t n = random() % 3000; n-- > 0;)
        own.insert("prefix" + std::to_string(random() % 5000));
      united.insert(own.begin(), own.end());
      part.terms = std::make_shared<ListTerms>(std::vector<std::string>(own.begin(), own.end()));
    }
    const OrdinalMap map(std::move(parts));
    const auto terms = map.terms();
    ASSERT_EQ(all_terms(*terms), std::vector<std::string>(united.begin(), united.end()));
  }
}

}  // namespace
}  // namespace segsmith::merge
