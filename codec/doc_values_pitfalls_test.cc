// SPDX-License-Identifier: Apache-2.0
// Faults that ports of doc values are known for, one test each.
#include <gtest/gtest.h>

#include <cstring>

#include "codec/doc_values_iterators_testing.h"
#include "codec/lucene90_numbers.h"
#include "model/bulk_values.h"
#include "model/doc_values_iterators.h"
#include "packing/direct_format.h"
#include "packing/direct_writer.h"
#include "packing/testdata/guarded_bytes.h"
#include "store/output.h"

namespace segsmith::codec {
namespace {

using model::DocValuesType;
using testing::PlainField;

PlainField numbers_of(const std::string& name, int32_t number,
                      std::vector<std::vector<int64_t>> values) {
  PlainField f;
  f.info.name = name;
  f.info.number = number;
  f.info.doc_values_type = DocValuesType::numeric;
  f.numbers = std::move(values);
  return f;
}

PlainField strings_of(DocValuesType type, std::vector<std::vector<std::string>> values) {
  PlainField f;
  f.info.name = "strings";
  f.info.number = 0;
  f.info.doc_values_type = type;
  f.strings = std::move(values);
  return f;
}

/// Fields written and opened again.
class Written {
 public:
  explicit Written(std::vector<PlainField> fields) : fields_(std::move(fields)) {
    const DocValuesFormat& format = *find_doc_values_format("Lucene90");
    const Id id = IdSource(3).next();
    const int32_t max_doc = fields_.front().max_doc();
    testing::write_fields(
        format,
        {.directory = directory, .segment = "_0", .id = id, .max_doc = max_doc, .suffix = "T_0"},
        fields_);
    infos_ = testing::field_infos(fields_);
    reader_ = format.reader({directory, "_0", id, max_doc, "T_0"}, infos_);
  }
  const model::DocValuesField& field(size_t i = 0) const { return reader_->field(fields_[i].info); }
  void expect_all() const {
    std::mt19937_64 random(1);
    for (size_t i = 0; i < fields_.size(); ++i) {
      testing::expect_field(fields_[i], field(i), random, 10);
      testing::expect_iterators(fields_[i], field(i), random, 5);
    }
  }

  store::MemoryDirectory directory;

 private:
  std::vector<PlainField> fields_;
  model::FieldInfos infos_;
  std::unique_ptr<DocValuesReader> reader_;
};

TEST(DocValuesPitfalls, NegativeNumbersAndTheEndsOfTheDomainSurviveEachWidth) {
  std::vector<PlainField> fields;
  for (int width = 1; width < 64; ++width) {
    const int64_t wide = int64_t{1} << (width - 1);
    fields.push_back(numbers_of("w" + std::to_string(width), width,
                                {{-128}, {-10}, {127}, {wide}, {-wide}, {wide - 1}}));
  }
  fields.push_back(numbers_of("ends", 0, {{INT64_MIN}, {0}, {INT64_MAX}, {-1}, {1}, {0}}));
  Written(std::move(fields)).expect_all();
}

TEST(DocValuesPitfalls, AllOnesOf32Bits) {
  std::vector<std::vector<int64_t>> values(128, {0xFFFFFFFF});
  Written constant({numbers_of("x", 0, values)});
  constant.expect_all();
  values[77] = {0};
  values[78] = {5};
  Written two({numbers_of("x", 0, values)});
  two.expect_all();
}

TEST(DocValuesPitfalls, ZeroInTheFirstDocumentIsAValueAndTheSecondHasNone) {
  const Written written({numbers_of("x", 0, {{0}, {}})});
  EXPECT_TRUE(written.field().presence->contains(0));
  EXPECT_FALSE(written.field().presence->contains(1));
  // As a merge copies it: through a column over what was read.
  const auto column = model::number_column(written.field());
  model::NumberBlock block;
  ASSERT_TRUE(column->next(block));
  ASSERT_EQ(block.docs.count, 1u);
  EXPECT_EQ(block.docs.doc(0), 0);
  EXPECT_FALSE(column->next(block));
}

/// Hands out every value in the same buffer.
class OneBufferColumn final : public model::BytesColumn {
 public:
  void rewind() override { next_ = 0; }
  bool next(model::DocBlock& docs, model::BytesBlock& values) override {
    static constexpr const char* kValues[] = {"a", "bbbb", "cc", "ddd"};
    if (next_ == 4) return false;
    buffer_.assign(buffer_.size(), std::byte{'#'});
    const size_t length = std::strlen(kValues[next_]);
    std::memcpy(buffer_.data(), kValues[next_], length);
    values.offsets = {0, length};
    values.bytes = buffer_;
    docs = {{}, static_cast<int32_t>(next_++), 1};
    return true;
  }

 private:
  size_t next_ = 0;
  std::vector<std::byte> buffer_ = std::vector<std::byte>(8);
};

TEST(DocValuesPitfalls, BytesOfOneBufferAreNotAliased) {
  const DocValuesFormat& format = *find_doc_values_format("Lucene90");
  store::MemoryDirectory directory;
  const Id id = IdSource(3).next();
  PlainField plain = strings_of(DocValuesType::binary, {{"a"}, {"bbbb"}, {"cc"}, {"ddd"}});
  OneBufferColumn column;
  const auto writer = format.writer(
      {.directory = directory, .segment = "_0", .id = id, .max_doc = 4, .suffix = "T_0"});
  writer->add_binary(plain.info, column);
  writer->finish();
  const auto infos = testing::field_infos({plain});
  const auto reader = format.reader({directory, "_0", id, 4, "T_0"}, infos);
  std::mt19937_64 random(1);
  testing::expect_field(plain, reader->field(plain.info), random, 10);
  testing::expect_iterators(plain, reader->field(plain.info), random, 10);
}

TEST(DocValuesPitfalls, TopOrdinalsOfTheLastDocumentAreReadWithoutReadingPastTheEnd) {
  // 20 bits are needed past 2^19 terms; the other widths end as sharply.
  for (const int width : {1, 2, 4, 8, 12, 16, 20, 24, 28, 32, 40, 48, 56, 64}) {
    const uint64_t count = width == 20 ? (uint64_t{1} << 19) + 3 : 1003;
    // No field of 64 bits holds less than its minimum, here 0.
    const auto top = static_cast<int64_t>(~uint64_t{0} >> (64 - std::min(width, 63)));
    store::MemoryOutput out;
    packing::DirectWriter writer(out.out(), count, width);
    std::vector<int64_t> values(count);
    for (uint64_t i = 0; i < count; ++i) values[i] = static_cast<int64_t>(i) & top;
    values[count - 1] = top;
    writer.add(values);
    writer.finish();
    GuardedBytes guarded(out.take());
    lucene90::NumericEncoding encoding;
    encoding.num_values = static_cast<int64_t>(count);
    encoding.bits = width;
    encoding.length = static_cast<int64_t>(guarded.span().size());
    const auto numbers =
        lucene90::open_numbers(encoding, store::Input(nullptr, guarded.span(), "_0.dvd"), "x");
    for (const uint64_t n : {1U, 2U, 5U, 64U, 600U}) {
      std::vector<int64_t> tail(n);
      numbers->values(count - n, tail);
      ASSERT_TRUE(std::equal(tail.rbegin(), tail.rend(), values.rbegin())) << width;
      std::vector<uint64_t> words(n / 64 + 1);
      numbers->range_into_words(count - n, n, top, top, words, 0);
      ASSERT_TRUE((words[(n - 1) / 64] >> ((n - 1) % 64)) & 1) << width;
    }
    const std::vector<uint64_t> positions = {0, count / 2, count - 1};
    std::vector<int64_t> gathered(3);
    numbers->gather(positions, gathered);
    ASSERT_EQ(gathered[2], top);
  }
}

TEST(DocValuesPitfalls, CountsPastThirtyTwoBits) {
  lucene90::NumericEncoding encoding;
  encoding.num_values = int64_t{1} << 33;
  encoding.min = -5;
  const auto numbers = lucene90::open_numbers(encoding, store::Input(nullptr, {}, "_0.dvd"), "x");
  EXPECT_EQ(numbers->size(), uint64_t{1} << 33);
  EXPECT_EQ(numbers->value((uint64_t{1} << 33) - 1), -5);
  EXPECT_THROW(numbers->value(uint64_t{1} << 33), Error);
}

TEST(DocValuesPitfalls, SeeksStayConsistentInDictionariesAroundABlock) {
  for (const size_t size : {0U, 1U, 64U, 65U}) {
    std::vector<std::vector<std::string>> values(70);
    for (size_t i = 0; i < size; ++i) values[i] = {"t" + std::to_string(100 + i)};
    const Written written({strings_of(DocValuesType::sorted_set, values)});
    model::TermsEnum it(written.field().terms);
    using Seek = model::Terms::Seek;
    EXPECT_EQ(it.seek_ceil({}), size == 0 ? Seek::end : Seek::not_found);
    EXPECT_EQ(it.ordinal(), 0);
    for (size_t ordinal = 0; ordinal < size; ++ordinal) {
      ASSERT_EQ(it.term().back(), static_cast<std::byte>('0' + ordinal % 10));
      ASSERT_EQ(it.next(), ordinal + 1 < size);
    }
    if (size > 0) {
      it.seek_exact(int64_t{0});
      EXPECT_EQ(it.term().size(), 4u);
      EXPECT_EQ(it.next(), size > 1);
    }
    written.expect_all();
  }
}

TEST(DocValuesPitfalls, ReadersOfALargeValueKeepNoCopyOfIt) {
  std::vector<std::vector<std::string>> values(50, {"tiny"});
  values[20] = {std::string(size_t{16} << 20, 'L')};
  const Written written({strings_of(DocValuesType::binary, values)});
  const store::Input file = written.directory.open("_0_T_0.dvd");
  std::vector<model::BinaryDocValues> readers(1000, model::BinaryDocValues(written.field()));
  for (auto& it : readers) {
    ASSERT_TRUE(it.advance_exact(20));
    const auto value = it.binary_value();
    ASSERT_EQ(value.size(), size_t{16} << 20);
    ASSERT_GE(value.data(), file.bytes().data());
    ASSERT_LE(value.data() + value.size(), file.bytes().data() + file.size());
  }
}

TEST(DocValuesPitfalls, TheSameNumbersAreTheSameBytesEachTime) {
  const auto bytes = [] {
    const Written written({numbers_of("x", 0, {{1000}, {1010}, {1020}, {1030}})});
    const store::Input file = written.directory.open("_0_T_0.dvd");
    return std::vector<std::byte>(file.bytes().begin(), file.bytes().end());
  };
  EXPECT_EQ(bytes(), bytes());
}

}  // namespace
}  // namespace segsmith::codec
