// SPDX-License-Identifier: Apache-2.0
// Expected bytes, lengths and checksums are those of Lucene 10.6.0, printed by
// codec/testdata/DocValuesWriterGoldens.java for the same columns, the id 20 21 ... 2f and the
// suffix "Lucene90_0".
#include "codec/lucene90_doc_values_writer.h"

#include <gtest/gtest.h>

#include <functional>

#include "codec/test_columns.h"
#include "store/codec_util.h"
#include "store/directory.h"
#include "util/error.h"
#include "util/hex.h"

namespace segsmith::codec::lucene90 {
namespace {

using model::DocValuesType;
using test::TestBytes;
using test::TestNumbers;
using test::TestTerms;

/// The generator that made the columns for Lucene: 31 bits a call.
class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed) {}
  int64_t next() {
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;
    return static_cast<int64_t>(state_ >> 33);
  }

 private:
  uint64_t state_;
};

struct File {
  uint64_t length;
  uint32_t checksum;
  const char* body = nullptr;  ///< Hex of what stands between header and footer, of small files.
};

/// Writes one field into a segment of its own.
class OneField {
 public:
  OneField(int32_t max_doc, DocValuesType type, bool skip_index, int32_t interval = 4096)
      : state_{.directory = directory_,
               .segment = "_0",
               .id = {},
               .max_doc = max_doc,
               .suffix = "Lucene90_0",
               .skip_index_interval_size = interval} {
    for (size_t i = 0; i < state_.id.size(); ++i) state_.id[i] = static_cast<std::byte>(0x20 + i);
    field_.name = "f";
    field_.doc_values_type = type;
    if (skip_index) field_.skip_index_type = model::SkipIndexType::range;
    writer_ = make_doc_values_writer(state_);
  }

  DocValuesWriter& writer() { return *writer_; }
  const model::FieldInfo& field() const { return field_; }

  void numeric(TestNumbers column) {
    if (field_.doc_values_type == DocValuesType::numeric) {
      writer_->add_numeric(field_, column);
    } else {
      writer_->add_sorted_numeric(field_, column);
    }
  }
  void ordinals(TestNumbers column, TestTerms terms) {
    if (field_.doc_values_type == DocValuesType::sorted) {
      writer_->add_sorted(field_, terms, column);
    } else {
      writer_->add_sorted_set(field_, terms, column);
    }
  }

  void expect(File dvd, File dvm, File dvs, File dvp) {
    writer_->finish();
    const File expected[] = {dvd, dvm, dvs, dvp};
    const std::string_view codecs[] = {kDataCodec, kMetaCodec, kSkipIndexCodec, kDisiCodec};
    const std::vector<std::string> files = writer_->files();
    ASSERT_EQ(files, (std::vector<std::string>{"_0_Lucene90_0.dvd", "_0_Lucene90_0.dvm",
                                               "_0_Lucene90_0.dvs", "_0_Lucene90_0.dvp"}));
    for (size_t i = 0; i < files.size(); ++i) {
      SCOPED_TRACE(files[i]);
      const store::Input file = directory_.open(files[i]);
      if (expected[i].body != nullptr) {
        const uint64_t header = store::index_header_length(codecs[i], state_.suffix);
        EXPECT_EQ(to_hex(store::without_footer(file).bytes().subspan(header)), expected[i].body);
      }
      EXPECT_EQ(file.size(), expected[i].length);
      EXPECT_NO_THROW(store::verify_checksum(file));
      EXPECT_EQ(store::check_footer(file), expected[i].checksum);
    }
  }

 private:
  store::MemoryDirectory directory_;
  SegmentWriteState state_;
  model::FieldInfo field_;
  std::unique_ptr<DocValuesWriter> writer_;
};

constexpr File kNoSkipIndex = {78, 0x2e1ac2b6, ""};
constexpr File kNoSet = {73, 0xc0145d3f, ""};

TEST(Lucene90DocValuesWriter, NumericOfAllDocumentsWithSkipIndex) {
  OneField one(3, DocValuesType::numeric, true);
  one.numeric(TestNumbers::dense(3, [](int64_t i) { return 10 + i * 10; }));
  one.expect({74, 0xbd8fb146, "24"},
             {202, 0x5776a8a1,
              "0000000000"                                        // field 0, NUMERIC
              "3e000000000000001d00000000000000"                  // skip index
              "1e000000000000000a00000000000000"                  // max, min
              "030000000200000001000000"                          // documents, last, values each
              "ffffffffffffffff0000000000000000ffffff"            // all documents
              "0300000000000000ffffffff02"                        // 3 values of 2 bits
              "0a000000000000000a00000000000000"                  // min 10, gcd 10
              "39000000000000000100000000000000ffffffffffffffff"  // values, no blocks
              "ffffffff"},
             {107, 0xeff14914, "0102000000000000001e000000000000000a0000000000000003000000"},
             kNoSet);
}

TEST(Lucene90DocValuesWriter, NumericOfSomeDocuments) {
  OneField one(5, DocValuesType::numeric, false);
  TestNumbers column;
  column.docs = {1, 4};
  column.values = {-7, 300};
  one.numeric(column);
  one.expect({74, 0x4c644a6f, "02"},
             {158, 0xb6990825,
              "000000000039000000000000000e00000000000000000009"  // set in .dvp, no jumps, power 9
              "0200000000000000ffffffff01f9ffffffffffffff3301000000000000"
              "39000000000000000100000000000000ffffffffffffffffffffffff"},
             kNoSkipIndex, {87, 0x76711055, "0000010001000400ff7f0000ffff"});
}

TEST(Lucene90DocValuesWriter, FieldWithoutDocuments) {
  OneField one(5, DocValuesType::numeric, true);
  one.numeric({});
  one.expect({73, 0xe738b282, ""},
             {202, 0x27d816b2,
              "00000000003e0000000000000000000000000000000000000000000080ffffffffffffff7f"
              "00000000ffffffff00000000"
              "feffffffffffffff0000000000000000ffffff"
              "0000000000000000ffffffff00ffffffffffffff7f0000000000000000"
              "39000000000000000000000000000000ffffffffffffffffffffffff"},
             kNoSkipIndex, kNoSet);
}

TEST(Lucene90DocValuesWriter, SortedNumericOfSeveralValues) {
  OneField one(3, DocValuesType::sorted_numeric, true);
  TestNumbers column;
  column.docs = {0, 2};
  column.counts = {1, 2};
  column.values = {5, 1, 9};
  one.numeric(column);
  one.expect({74, 0xf718f409, "21"},
             {244, 0x33508853,
              "00000000043e000000000000001d0000000000000009000000000000000100000000000000"
              "02000000020000000200000039000000000000000e00000000000000000009"
              "0300000000000000ffffffff0201000000000000000400000000000000"
              "39000000000000000100000000000000ffffffffffffffff"
              "020000003a000000000000001000000000000000000000c03f000000000000000000"  // addresses
              "0000000000000000ffffffff"},
             {107, 0x5970bc80, "0102000000000000000900000000000000010000000000000002000000"},
             {87, 0xcab2cf50, "0000010000000200ff7f0000ffff"});
}

TEST(Lucene90DocValuesWriter, SortedSetOfSeveralValues) {
  OneField one(3, DocValuesType::sorted_set, false);
  TestNumbers column = TestNumbers::dense(3, [](int64_t) { return 0; });
  column.counts = {1, 2, 1};
  column.values = {1, 0, 2, 2};
  TestTerms terms;
  for (const char* term : {"apple", "apricot", "banana"}) terms.terms.add(term);
  one.ordinals(column, terms);
  one.expect({96, 0x822de230, "a104056170706c650dd0427269636f745062616e616e61"},
             {324, 0x68905e60,
              "000000000301ffffffffffffffff0000000000000000ffffff0400000000000000ffffffff02"
              "0000000000000000010000000000000039000000000000000100000000000000ffffffffffffffff"
              "030000003a00000000000000100000000000000000abaaaa3f0000000000000000010100000000000000"
              "0310000000000000000000000000000000000000000000000000"  // terms
              "070000000d0000003b00000000000000150000000000000050000000000000000000000000000000"
              "0a0000000000000000000000000000000000000000000000005000000000000000"  // reverse index
              "000000000000000050000000000000000000000000000000ffffffff"},
             kNoSkipIndex, kNoSet);
}

TEST(Lucene90DocValuesWriter, SortedOfOneTerm) {
  OneField one(2, DocValuesType::sorted, false);
  TestTerms terms;
  terms.terms.add("x");
  one.ordinals(TestNumbers::dense(2, [](int64_t) { return 0; }), terms);
  one.expect({75, 0x1cce7a1a, "0178"},
             {281, 0x7698331f,
              "0000000002ffffffffffffffff0000000000000000ffffff0200000000000000ffffffff00"
              "0000000000000000000000000000000039000000000000000000000000000000ffffffffffffffff"
              "0110000000000000000000000000000000000000000000000000010000000000000039000000000000"
              "0002000000000000003b0000000000000000000000000000000a000000000000000000000000000000"
              "0000000000000000003b0000000000000000000000000000003b000000000000000000000000000000"
              "ffffffff"},
             kNoSkipIndex, kNoSet);
}

TEST(Lucene90DocValuesWriter, BinaryOfVaryingLengths) {
  OneField one(3, DocValuesType::binary, false);
  TestBytes column;
  column.docs = {0, 1, 2};
  for (const std::string_view value : {"\1\2", "", "\3"}) column.values.add(value);
  one.writer().add_binary(one.field(), column);
  one.expect({77, 0x4d1c587d, "01020302"},
             {171, 0xe7853258,
              "000000000139000000000000000300000000000000ffffffffffffffff0000000000000000ffffff"
              "0300000000000000020000003c000000000000001000000000000000000000803f"
              "0000000000000000010100000000000000ffffffff"},
             kNoSkipIndex, kNoSet);
}

/// Every column below is written with blocks of several sizes: where blocks are cut shows nowhere.
class BlockSizes : public testing::TestWithParam<size_t> {};
INSTANTIATE_TEST_SUITE_P(Lucene90DocValuesWriter, BlockSizes,
                         testing::Values(4096, 1, 1000, 16384, 1'000'000));

TEST_P(BlockSizes, VaryingBlocks) {
  Random random(1);
  OneField one(40000, DocValuesType::numeric, true);
  auto column = TestNumbers::dense(
      40000, [&](int64_t i) { return 1'700'000'000'000 + i * 10 + random.next() % 10; });
  column.block_docs = GetParam();
  one.numeric(column);
  one.expect({100075, 0xe1973007}, {202, 0x31d34f32}, {396, 0x55f81de9}, kNoSet);
}

TEST_P(BlockSizes, Table) {
  Random random(2);
  OneField one(5000, DocValuesType::numeric, false);
  auto column = TestNumbers::dense(5000, [&](int64_t) { return random.next() % 200 * 1'000'003; });
  column.block_docs = GetParam();
  one.numeric(column);
  one.expect({5073, 0x47e3dc36}, {158, 0xa520e3a2}, kNoSkipIndex, kNoSet);
}

TEST_P(BlockSizes, CommonDivisor) {
  Random random(3);
  OneField one(5000, DocValuesType::numeric, false);
  auto column = TestNumbers::dense(
      5000, [&](int64_t) { return 1'700'000'000'000 + random.next() % 100'000 * 1000; });
  column.block_docs = GetParam();
  one.numeric(column);
  one.expect({12575, 0x01beaf48}, {158, 0x11070525}, kNoSkipIndex, kNoSet);
}

TEST_P(BlockSizes, Extremes) {
  Random random(4);
  OneField one(5000, DocValuesType::numeric, true);
  auto column = TestNumbers::dense(5000, [&](int64_t) {
    const int64_t k = random.next() % 400;
    return k == 0 ? INT64_MIN : k == 1 ? INT64_MAX : k * k * k;
  });
  column.block_docs = GetParam();
  one.numeric(column);
  one.expect({40073, 0x671e16ab}, {202, 0x3c99bd09}, {136, 0x49597c15}, kNoSet);
}

TEST_P(BlockSizes, TwentyBits) {
  Random random(5);
  OneField one(5000, DocValuesType::numeric, false);
  auto column = TestNumbers::dense(5000, [&](int64_t) { return random.next() & 0xFFFFF; });
  column.block_docs = GetParam();
  one.numeric(column);
  one.expect({12575, 0x361c4bf3}, {158, 0x79e15abe}, kNoSkipIndex, kNoSet);
}

TEST_P(BlockSizes, ConstantRunsGrowSkipIntervals) {
  OneField one(30000, DocValuesType::numeric, true, 10);
  auto column = TestNumbers::dense(30000, [](int64_t i) { return i / 1000 * 5 / 3; });
  column.block_docs = GetParam();
  one.numeric(column);
  one.expect({30073, 0xf26f1bce}, {202, 0x9acc8c47}, {1032, 0x003365c0}, kNoSet);
}

TEST_P(BlockSizes, SparseDenseFullAndEmptyBlocksOfDocuments) {
  Random random(7);
  OneField one(300'000, DocValuesType::numeric, true);
  TestNumbers column;
  for (int32_t doc = 0; doc < 300'000; ++doc) {
    const int64_t k = random.next();
    const int32_t block = doc >> 16;
    const bool has_value = block == 0   ? k % 100 < 2
                           : block == 1 ? k % 2 == 0
                           : block == 2 ? true
                           : block == 3 ? false
                                        : k % 3 != 0;
    if (has_value) column.docs.push_back(doc);
  }
  for (size_t i = 0; i < column.docs.size(); ++i) column.values.push_back(random.next());
  column.block_docs = GetParam();
  one.numeric(column);
  one.expect({499841, 0x5d138110}, {202, 0xb8f4e26b}, {1061, 0x7b300bed}, {19717, 0xfcc46fdd});
}

TEST_P(BlockSizes, SeveralValuesAndSmallSkipIntervals) {
  Random random(8);
  OneField one(9000, DocValuesType::sorted_numeric, true, 7);
  TestNumbers column = TestNumbers::dense(9000, [](int64_t) { return 0; });
  column.values.clear();
  for (int i = 0; i < 9000; ++i)
    column.counts.push_back(1 + static_cast<int32_t>(random.next() % 3));
  for (const int32_t count : column.counts) {
    for (int32_t i = 0; i < count; ++i) column.values.push_back(random.next() % 100'000);
    std::sort(column.values.end() - count, column.values.end());
  }
  column.block_docs = GetParam();
  one.numeric(column);
  one.expect({53824, 0x9e6b9e3e}, {244, 0x4ba57e24}, {42468, 0xae8d58b8}, kNoSet);
}

TEST_P(BlockSizes, TermsWithLongSharedPrefixes) {
  Random random(9);
  OneField one(4000, DocValuesType::sorted, true);
  auto column =
      TestNumbers::dense(4000, [&](int64_t i) { return i < 3000 ? i : random.next() % 3000; });
  TestTerms terms;
  for (size_t i = 0; i < 3000; ++i) {
    const std::string digits = std::to_string(i * 7);
    terms.terms.add(std::string(300, 'p') + std::string(6 - digits.size(), '0') + digits + "/" +
                    std::string(i % 40, 'z'));
  }
  column.block_docs = terms.block_terms = GetParam();
  one.ordinals(column, terms);
  one.expect({51234, 0xe9c3cc44}, {326, 0x048f0307}, {107, 0x273b20b2}, kNoSet);
}

TEST_P(BlockSizes, ReverseIndexAndSeveralOrdinals) {
  Random random(10);
  OneField one(4000, DocValuesType::sorted_set, true, 100);
  TestNumbers column = TestNumbers::dense(4000, [](int64_t) { return 0; });
  column.values.clear();
  for (int64_t i = 0; i < 4000; ++i) {
    const int64_t ordinal = i % 1100;
    const bool two = random.next() % 4 == 0 && ordinal < 1099;
    column.counts.push_back(two ? 2 : 1);
    column.values.push_back(ordinal);
    if (two) column.values.push_back(1099);
  }
  TestTerms terms;
  for (int i = 0; i < 1100; ++i) {
    const std::string digits = std::to_string(i);
    terms.terms.add("host-" + std::string(4 - digits.size(), '0') + digits + ".example.org");
  }
  column.block_docs = terms.block_terms = GetParam();
  one.ordinals(column, terms);
  one.expect({13415, 0x105352e4}, {369, 0x4a79560c}, {1378, 0xc67c4c67}, kNoSet);
}

TEST_P(BlockSizes, BinaryOfSomeDocuments) {
  Random random(11);
  OneField one(7000, DocValuesType::binary, false);
  TestBytes column;
  for (int32_t doc = 0; doc < 7000; ++doc) {
    if (random.next() % 3 == 0) column.docs.push_back(doc);
  }
  for (size_t i = 0; i < column.docs.size(); ++i) {
    std::string value(static_cast<size_t>(random.next() % 50), '\0');
    for (char& c : value) c = static_cast<char>(random.next());
    column.values.add(value);
  }
  column.block_docs = GetParam();
  one.writer().add_binary(one.field(), column);
  one.expect({58740, 0x31123b30}, {171, 0x7b65b7c8}, kNoSkipIndex, {4683, 0xa774d360});
}

TEST(Lucene90DocValuesWriter, RefusesDocumentsOutOfOrderOrRange) {
  for (const std::vector<int32_t>& docs :
       {std::vector<int32_t>{3, 2}, {2, 2}, {1, 5}, {-1, 2}, {0, 4, 3}}) {
    OneField one(5, DocValuesType::numeric, false);
    TestNumbers column;
    column.docs = docs;
    column.values.resize(docs.size());
    column.block_docs = 2;
    EXPECT_THROW(one.numeric(column), InvalidArgument);
  }
}

TEST(Lucene90DocValuesWriter, RefusesSeveralValuesInASingleValuedField) {
  TestNumbers column;
  column.docs = {0, 1};
  column.counts = {1, 2};
  column.values = {0, 0, 1};
  OneField numeric(2, DocValuesType::numeric, false);
  EXPECT_THROW(numeric.numeric(column), InvalidArgument);
  OneField sorted(2, DocValuesType::sorted, false);
  TestTerms terms;
  terms.terms.add("a");
  terms.terms.add("b");
  EXPECT_THROW(sorted.ordinals(column, terms), InvalidArgument);
}

TEST(Lucene90DocValuesWriter, RefusesCountsThatDoNotAddUp) {
  class Wrong final : public model::NumberColumn {
   public:
    std::vector<int32_t> counts;
    void rewind() override { done_ = false; }
    bool next(model::NumberBlock& block) override {
      static constexpr int64_t kValues[] = {1, 2, 3};
      block = {{{}, 0, 2}, counts, kValues};
      return !std::exchange(done_, true);
    }

   private:
    bool done_ = false;
  };
  for (const std::vector<int32_t>& counts : {std::vector<int32_t>{}, {1}, {1, 1}, {0, 3}, {2, 2}}) {
    Wrong column;
    column.counts = counts;
    OneField one(2, DocValuesType::sorted_numeric, false);
    EXPECT_THROW(one.writer().add_sorted_numeric(one.field(), column), InvalidArgument);
  }
}

TEST(Lucene90DocValuesWriter, RefusesTermsThatDoNotAscend) {
  for (const auto& [first, second] : std::vector<std::pair<std::string, std::string>>{
           {"b", "a"}, {"a", "a"}, {"ab", "a"}, {"\xff", "a"}}) {
    OneField one(2, DocValuesType::sorted, false);
    TestTerms terms;
    terms.terms.add(first);
    terms.terms.add(second);
    EXPECT_THROW(one.ordinals(TestNumbers::dense(2, [](int64_t i) { return i; }), terms),
                 InvalidArgument);
  }
}

TEST(Lucene90DocValuesWriter, RefusesOrdinalsThatDoNotCoverTheDictionary) {
  for (const int64_t offset : {-1, 1}) {
    OneField one(2, DocValuesType::sorted, false);
    TestTerms terms;
    terms.terms.add("a");
    terms.terms.add("b");
    EXPECT_THROW(one.ordinals(TestNumbers::dense(2, [&](int64_t i) { return i + offset; }), terms),
                 InvalidArgument);
  }
}

TEST(Lucene90DocValuesWriter, RefusesSkipIntervalsOfOneDocument) {
  EXPECT_THROW(OneField(2, DocValuesType::numeric, true, 1), InvalidArgument);
}

}  // namespace
}  // namespace segsmith::codec::lucene90
