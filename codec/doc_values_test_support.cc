// SPDX-License-Identifier: Apache-2.0
#include "codec/doc_values_test_support.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

namespace segsmith::codec::testing {
namespace {

using model::DocValuesType;

std::span<const std::byte> bytes_of(const std::string& s) {
  return std::as_bytes(std::span(s.data(), s.size()));
}
std::string string_of(std::span<const std::byte> b) {
  return {reinterpret_cast<const char*>(b.data()), b.size()};
}

uint64_t below(std::mt19937_64& random, uint64_t bound) {
  return bound == 0 ? 0 : random() % bound;
}

void expect_presence(const PlainField& expected, const model::Presence& found,
                     std::mt19937_64& random, int samples) {
  const int32_t max_doc = expected.max_doc();
  std::vector<int32_t> docs;
  std::vector<int64_t> ranks;
  for (int32_t doc = 0; doc < max_doc; ++doc) {
    ranks.push_back(static_cast<int64_t>(docs.size()));
    if (expected.count(doc) > 0) docs.push_back(doc);
  }
  ranks.push_back(static_cast<int64_t>(docs.size()));
  ASSERT_EQ(found.max_doc(), max_doc);
  ASSERT_EQ(found.cardinality(), static_cast<int32_t>(docs.size()));
  std::vector<int32_t> all(docs.size() + 1);
  ASSERT_EQ(found.docs(0, all), docs.size());
  all.pop_back();
  ASSERT_EQ(all, docs);
  for (int i = 0; i < samples; ++i) {
    const auto doc = static_cast<int32_t>(below(random, static_cast<uint64_t>(max_doc) + 1));
    ASSERT_EQ(found.rank(doc), ranks[static_cast<size_t>(doc)]) << "doc " << doc;
    if (doc < max_doc) {
      ASSERT_EQ(found.contains(doc), expected.count(doc) > 0) << "doc " << doc;
    }
    std::vector<int32_t> some(below(random, 300));
    const size_t n = found.docs(doc, some);
    const auto first = static_cast<size_t>(ranks[static_cast<size_t>(doc)]);
    ASSERT_EQ(n, std::min(some.size(), docs.size() - first));
    ASSERT_TRUE(std::equal(some.begin(), some.begin() + static_cast<ptrdiff_t>(n),
                           docs.begin() + static_cast<ptrdiff_t>(first)));
    const auto end = static_cast<int32_t>(below(random, static_cast<uint64_t>(max_doc - doc) + 1) +
                                          static_cast<uint64_t>(doc));
    BitSet bits(static_cast<uint64_t>(max_doc));
    found.into_bit_set(doc, end, bits);
    ASSERT_EQ(bits.count(), static_cast<uint64_t>(ranks[static_cast<size_t>(end)]) - first);
    for (uint64_t d = bits.next_set(0); d < bits.size(); d = bits.next_set(d + 1)) {
      ASSERT_GE(static_cast<int32_t>(d), doc);
      ASSERT_LT(static_cast<int32_t>(d), end);
      ASSERT_GT(expected.count(static_cast<int32_t>(d)), 0U);
    }
  }
  EXPECT_FALSE(found.contains(-1));
  EXPECT_FALSE(found.contains(max_doc));
}

void expect_numbers(const std::vector<int64_t>& expected, const model::Numbers& found,
                    std::mt19937_64& random, int samples) {
  ASSERT_EQ(found.size(), expected.size());
  std::vector<int64_t> all(expected.size());
  found.values(0, all);
  ASSERT_EQ(all, expected);
  for (int i = 0; i < samples && !expected.empty(); ++i) {
    const uint64_t first = below(random, expected.size());
    const uint64_t count = below(random, std::min<uint64_t>(40000, expected.size() - first) + 1);
    std::vector<int64_t> some(count);
    found.values(first, some);
    ASSERT_TRUE(
        std::equal(some.begin(), some.end(), expected.begin() + static_cast<ptrdiff_t>(first)));
    // Bounds that are values, near values, or the ends of the domain.
    const auto bound = [&](int64_t open) -> int64_t {
      if (random() % 8 == 0) return open;
      return static_cast<int64_t>(static_cast<uint64_t>(expected[below(random, expected.size())]) +
                                  random() % 3 - 1);
    };
    int64_t low = bound(INT64_MIN), high = bound(INT64_MAX);
    if (low > high && random() % 4 != 0) std::swap(low, high);
    const uint64_t shift = random() % 130;
    std::vector<uint64_t> words((count + shift) / 64 + 2, 0);
    words[0] |= 1;
    found.range_into_words(first, count, low, high, words, shift);
    for (uint64_t k = 0; k < words.size() * 64; ++k) {
      const bool inside = k >= shift && k - shift < count;
      const int64_t v = inside ? expected[first + k - shift] : 0;
      const bool want = k == 0 || (inside && low <= v && v <= high);
      if (k == 0 && shift == 0) continue;
      ASSERT_EQ((words[k >> 6] >> (k & 63)) & 1, want)
          << "value " << v << " in [" << low << ", " << high << "] at " << k;
    }
  }
  for (uint64_t gap : {1U, 3U, 50U, 5000U}) {
    std::vector<uint64_t> positions;
    for (uint64_t p = below(random, gap); p < expected.size(); p += 1 + below(random, 2 * gap)) {
      positions.push_back(p);
    }
    std::vector<int64_t> gathered(positions.size());
    found.gather(positions, gathered);
    for (size_t i = 0; i < positions.size(); ++i) {
      ASSERT_EQ(gathered[i], expected[positions[i]]) << "position " << positions[i];
    }
  }
  std::vector<int64_t> beyond(1);
  EXPECT_THROW(found.values(expected.size(), beyond), Error);
}

void expect_terms(const std::vector<std::string>& expected, const model::Terms& found,
                  std::mt19937_64& random, int samples) {
  ASSERT_EQ(found.size(), static_cast<int64_t>(expected.size()));
  model::BytesBlock block;
  for (size_t first = 0; first < expected.size(); first += 1000) {
    const size_t n = std::min<size_t>(1000, expected.size() - first);
    found.terms(static_cast<int64_t>(first), n, block);
    ASSERT_EQ(block.size(), n);
    for (size_t i = 0; i < n; ++i) ASSERT_EQ(string_of(block[i]), expected[first + i]);
  }
  const auto seek = [&](const std::string& target) {
    const auto at = std::lower_bound(expected.begin(), expected.end(), target);
    const auto result = found.seek_ceil(bytes_of(target));
    ASSERT_EQ(result.ordinal, at - expected.begin()) << target;
    ASSERT_EQ(result.status, at == expected.end() ? model::Terms::Seek::end
                             : *at == target      ? model::Terms::Seek::found
                                                  : model::Terms::Seek::not_found);
  };
  seek("");
  seek("\xff\xff");
  for (int i = 0; i < samples && !expected.empty(); ++i) {
    const size_t first = below(random, expected.size());
    const size_t n = below(random, std::min<size_t>(200, expected.size() - first) + 1);
    found.terms(static_cast<int64_t>(first), n, block);
    ASSERT_EQ(block.size(), n);
    for (size_t k = 0; k < n; ++k) ASSERT_EQ(string_of(block[k]), expected[first + k]);
    std::string target = expected[first];
    ASSERT_EQ(string_of(found.term(static_cast<int64_t>(first))), target);
    seek(target);
    seek(target + std::string(1, '\0'));
    if (!target.empty()) {
      seek(target.substr(0, target.size() - 1));
      target[below(random, target.size())] ^= static_cast<char>(1 << random() % 7);
      seek(target);
    }
  }
}

void expect_binary(const std::vector<std::string>& expected, const model::BinaryValues& found,
                   std::mt19937_64& random, int samples) {
  ASSERT_EQ(found.size(), expected.size());
  model::BytesBlock block;
  for (int i = 0; i <= samples; ++i) {
    const uint64_t first = i == 0 ? 0 : below(random, expected.size() + 1);
    const size_t n = i == 0 ? expected.size() : below(random, expected.size() - first + 1);
    found.values(first, n, block);
    ASSERT_EQ(block.size(), n);
    for (size_t k = 0; k < n; ++k) ASSERT_EQ(string_of(block[k]), expected[first + k]);
  }
}

/// The columns over the parts give back the documents and values.
void expect_columns(const PlainField& expected, const model::DocValuesField& found) {
  const auto ordinals = expected.ordinals();
  const auto column = model::number_column(found);
  model::NumberBlock block;
  int32_t next = 0;
  while (column->next(block)) {
    size_t v = 0;
    for (size_t i = 0; i < block.docs.count; ++i) {
      const int32_t doc = block.docs.doc(i);
      for (; next < doc; ++next) ASSERT_EQ(ordinals[static_cast<size_t>(next)].size(), 0U);
      const size_t n = block.counts.empty() ? 1 : static_cast<size_t>(block.counts[i]);
      const auto values = block.values.subspan(v, n);
      ASSERT_THAT(values, ::testing::ElementsAreArray(ordinals[static_cast<size_t>(doc)]));
      v += n;
      ++next;
    }
    ASSERT_EQ(v, block.values.size());
  }
}

class PlainNumberColumn final : public model::NumberColumn {
 public:
  explicit PlainNumberColumn(const PlainField& field) : values_(field.ordinals()) {}
  void rewind() override { next_ = 0; }
  bool next(model::NumberBlock& block) override {
    docs_.clear();
    counts_.clear();
    flat_.clear();
    const size_t size = 1 + random_() % 3000;
    for (; next_ < values_.size() && docs_.size() < size; ++next_) {
      if (values_[next_].empty()) continue;
      docs_.push_back(static_cast<int32_t>(next_));
      counts_.push_back(static_cast<int32_t>(values_[next_].size()));
      flat_.insert(flat_.end(), values_[next_].begin(), values_[next_].end());
    }
    if (docs_.empty()) return false;
    block.docs = {docs_, 0, docs_.size()};
    if (docs_.back() - docs_.front() + 1 == static_cast<int32_t>(docs_.size())) {
      block.docs = {{}, docs_.front(), docs_.size()};
    }
    const bool single = flat_.size() == docs_.size();
    block.counts = single ? std::span<const int32_t>{} : std::span<const int32_t>(counts_);
    block.values = flat_;
    return true;
  }

 private:
  std::vector<std::vector<int64_t>> values_;
  size_t next_ = 0;
  std::vector<int32_t> docs_, counts_;
  std::vector<int64_t> flat_;
  std::mt19937_64 random_{7};
};

class PlainBytesColumn final : public model::BytesColumn {
 public:
  explicit PlainBytesColumn(const PlainField& field) : field_(field) {}
  void rewind() override { next_ = 0; }
  bool next(model::DocBlock& docs, model::BytesBlock& values) override {
    docs_.clear();
    values.storage.clear();
    values.offsets.assign(1, 0);
    const size_t size = 1 + random_() % 500;
    for (; next_ < field_.strings.size() && docs_.size() < size; ++next_) {
      if (field_.strings[next_].empty()) continue;
      docs_.push_back(static_cast<int32_t>(next_));
      const auto bytes = bytes_of(field_.strings[next_][0]);
      values.storage.insert(values.storage.end(), bytes.begin(), bytes.end());
      values.offsets.push_back(values.storage.size());
    }
    values.bytes = values.storage;
    docs = {docs_, 0, docs_.size()};
    return !docs_.empty();
  }

 private:
  const PlainField& field_;
  size_t next_ = 0;
  std::vector<int32_t> docs_;
  std::mt19937_64 random_{8};
};

class PlainTermsSource final : public model::TermsSource {
 public:
  explicit PlainTermsSource(const PlainField& field) : terms_(field.dictionary()) {}
  int64_t size() const override { return static_cast<int64_t>(terms_.size()); }
  void rewind() override { next_ = 0; }
  bool next(model::BytesBlock& block) override {
    if (next_ == terms_.size()) return false;
    block.storage.clear();
    block.offsets.assign(1, 0);
    for (size_t n = 1 + random_() % 100; n > 0 && next_ < terms_.size(); --n, ++next_) {
      const auto bytes = bytes_of(terms_[next_]);
      block.storage.insert(block.storage.end(), bytes.begin(), bytes.end());
      block.offsets.push_back(block.storage.size());
    }
    block.bytes = block.storage;
    return true;
  }

 private:
  std::vector<std::string> terms_;
  size_t next_ = 0;
  std::mt19937_64 random_{9};
};

}  // namespace

std::vector<std::string> PlainField::dictionary() const {
  std::set<std::string> terms;
  for (const auto& values : strings) terms.insert(values.begin(), values.end());
  return {terms.begin(), terms.end()};
}

std::vector<std::vector<int64_t>> PlainField::ordinals() const {
  if (has_numbers()) return numbers;
  const auto terms = dictionary();
  std::vector<std::vector<int64_t>> ordinals(strings.size());
  for (size_t doc = 0; doc < strings.size(); ++doc) {
    for (const auto& s : strings[doc]) {
      ordinals[doc].push_back(std::lower_bound(terms.begin(), terms.end(), s) - terms.begin());
    }
    std::sort(ordinals[doc].begin(), ordinals[doc].end());
  }
  return ordinals;
}

void expect_field(const PlainField& expected, const model::DocValuesField& found,
                  std::mt19937_64& random, int samples) {
  SCOPED_TRACE("field " + expected.info.name);
  ASSERT_EQ(found.type, expected.info.doc_values_type);
  ASSERT_NO_FATAL_FAILURE(expect_presence(expected, *found.presence, random, samples));
  if (found.type == DocValuesType::binary) {
    std::vector<std::string> flat;
    for (const auto& values : expected.strings)
      flat.insert(flat.end(), values.begin(), values.end());
    ASSERT_NO_FATAL_FAILURE(expect_binary(flat, *found.binary, random, samples));
    return;
  }
  std::vector<int64_t> flat, starts{0};
  for (const auto& values : expected.ordinals()) {
    flat.insert(flat.end(), values.begin(), values.end());
    if (!values.empty()) starts.push_back(static_cast<int64_t>(flat.size()));
  }
  ASSERT_NO_FATAL_FAILURE(expect_numbers(flat, *found.numbers, random, samples));
  ASSERT_EQ(found.single_valued(), flat.size() + 1 == starts.size());
  if (found.addresses) {
    ASSERT_NO_FATAL_FAILURE(expect_numbers(starts, *found.addresses, random, samples));
  }
  ASSERT_NO_FATAL_FAILURE(expect_columns(expected, found));
  ASSERT_EQ(found.terms != nullptr, has_terms(found.type));
  if (found.terms) {
    ASSERT_NO_FATAL_FAILURE(expect_terms(expected.dictionary(), *found.terms, random, samples));
  }
}

void expect_skip_index(const PlainField& expected, const skipper::SkipIndex& found) {
  SCOPED_TRACE("skip index of " + expected.info.name);
  const auto values = expected.ordinals();
  int32_t docs = 0, last = -1, most = 0;
  for (size_t doc = 0; doc < values.size(); ++doc) {
    if (values[doc].empty()) continue;
    ++docs;
    last = static_cast<int32_t>(doc);
    most = std::max(most, static_cast<int32_t>(values[doc].size()));
  }
  EXPECT_EQ(found.doc_count(), docs);
  EXPECT_EQ(found.meta().max_doc_id, last);
  EXPECT_TRUE(found.meta().max_value_count == most || found.meta().max_value_count == -1);
  for (int level = 0; level < skipper::kMaxLevels; ++level) {
    int32_t seen = 0;
    for (const skipper::Interval& i : found.intervals(level)) {
      int32_t count = 0;
      int64_t low = INT64_MAX, high = INT64_MIN;
      for (auto doc = static_cast<size_t>(i.min_doc); doc <= static_cast<size_t>(i.max_doc);
           ++doc) {
        if (values[doc].empty()) continue;
        ++count;
        low = std::min(low, values[doc].front());
        high = std::max(high, values[doc].back());
      }
      ASSERT_EQ(i.doc_count, count);
      ASSERT_EQ(i.min_value, low);
      ASSERT_EQ(i.max_value, high);
      seen += count;
    }
    if (level == 0) {
      EXPECT_EQ(seen, docs);
    }
  }
}

std::unique_ptr<model::NumberColumn> plain_numbers(const PlainField& field) {
  return std::make_unique<PlainNumberColumn>(field);
}
std::unique_ptr<model::BytesColumn> plain_bytes(const PlainField& field) {
  return std::make_unique<PlainBytesColumn>(field);
}
std::unique_ptr<model::TermsSource> plain_terms(const PlainField& field) {
  return std::make_unique<PlainTermsSource>(field);
}

void write_fields(const DocValuesFormat& format, const SegmentWriteState& state,
                  const std::vector<PlainField>& fields) {
  const auto writer = format.writer(state);
  for (const PlainField& field : fields) {
    const auto numbers = plain_numbers(field);
    const auto bytes = plain_bytes(field);
    const auto terms = plain_terms(field);
    switch (field.info.doc_values_type) {
      case DocValuesType::numeric:
        writer->add_numeric(field.info, *numbers);
        break;
      case DocValuesType::binary:
        writer->add_binary(field.info, *bytes);
        break;
      case DocValuesType::sorted:
        writer->add_sorted(field.info, *terms, *numbers);
        break;
      case DocValuesType::sorted_set:
        writer->add_sorted_set(field.info, *terms, *numbers);
        break;
      case DocValuesType::sorted_numeric:
        writer->add_sorted_numeric(field.info, *numbers);
        break;
      case DocValuesType::none:
        break;
    }
  }
  writer->finish();
}

model::FieldInfos field_infos(const std::vector<PlainField>& fields) {
  std::vector<model::FieldInfo> infos;
  for (const PlainField& field : fields) infos.push_back(field.info);
  return model::FieldInfos(std::move(infos));
}

}  // namespace segsmith::codec::testing
