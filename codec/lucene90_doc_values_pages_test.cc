// SPDX-License-Identifier: Apache-2.0
// The example of docs/format/{dvd,dvm,dvs,dvp}.md is one segment: what the pages show is what the
// writer makes of the pages' table, and the reader gives that table back.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "codec/lucene90_doc_values_format.h"
#include "codec/test_columns.h"
#include "store/directory.h"
#include "util/hex.h"

namespace segsmith::codec::lucene90 {
namespace {

using model::DocValuesType;

/// The bytes of the block "```hex name=..." of a page: lines "offset: bytes".
std::vector<std::byte> example_of(const std::string& extension) {
  const std::filesystem::path page =
      std::filesystem::path(SEGSMITH_SOURCE_DIR) / "docs" / "format" / (extension + ".md");
  std::ifstream in(page);
  EXPECT_TRUE(in) << page;
  const std::string fence = "```hex name=_0_Lucene90_0." + extension;
  std::string line;
  while (std::getline(in, line) && line != fence) {
  }
  std::string digits;
  while (std::getline(in, line) && line != "```") {
    std::istringstream words(line.substr(line.find(':') + 1));
    for (std::string word; words >> word;) digits += word;
  }
  const auto bytes = from_hex(digits);
  EXPECT_TRUE(bytes.has_value() && !bytes->empty()) << page;
  return bytes.value_or(std::vector<std::byte>{});
}

model::FieldInfo field_of(int32_t number, const char* name, DocValuesType type) {
  model::FieldInfo field;
  field.number = number;
  field.name = name;
  field.doc_values_type = type;
  return field;
}

class PagesExample : public testing::Test {
 protected:
  PagesExample() {
    for (size_t i = 0; i < id_.size(); ++i) id_[i] = static_cast<std::byte>(0x20 + i);
    bytes_.skip_index_type = model::SkipIndexType::range;
  }

  Id id_{};
  store::MemoryDirectory directory_;
  model::FieldInfo bytes_ = field_of(0, "bytes", DocValuesType::numeric);
  model::FieldInfo host_ = field_of(1, "host", DocValuesType::sorted_set);
  model::FieldInfo code_ = field_of(2, "code", DocValuesType::sorted_numeric);
  model::FieldInfo raw_ = field_of(3, "raw", DocValuesType::binary);
};

TEST_F(PagesExample, IsWhatTheWriterMakes) {
  const auto writer = make_doc_values_writer(
      {.directory = directory_, .segment = "_0", .id = id_, .max_doc = 4, .suffix = "Lucene90_0"});
  test::TestNumbers bytes;
  bytes.docs = {0, 1, 3};
  bytes.values = {10, 30, 20};
  writer->add_numeric(bytes_, bytes);

  test::TestTerms terms;
  for (const char* term : {"apple", "apricot", "banana"}) terms.terms.add(term);
  static constexpr int64_t kHosts[] = {1, 0, 2, 2};
  auto hosts = test::TestNumbers::dense(4, [](int32_t doc) { return kHosts[doc]; });
  writer->add_sorted_set(host_, terms, hosts);

  auto codes = test::TestNumbers::dense(4, [](int32_t) { return 0; });
  codes.counts = {1, 2, 1, 1};
  codes.values = {5, 1, 9, 5, 5};
  writer->add_sorted_numeric(code_, codes);

  test::TestBytes raw;
  raw.docs = {0, 1, 2, 3};
  for (const char* value : {"ab", "", "c", "d"}) raw.values.add(value);
  writer->add_binary(raw_, raw);
  writer->finish();

  for (const std::string extension : {"dvd", "dvm", "dvs", "dvp"}) {
    const store::Input file = directory_.open("_0_Lucene90_0." + extension);
    EXPECT_EQ(to_hex(file.bytes()), to_hex(example_of(extension))) << extension;
  }
}

TEST_F(PagesExample, IsWhatTheReaderUnderstands) {
  for (const std::string extension : {"dvd", "dvm", "dvs", "dvp"}) {
    directory_.put("_0_Lucene90_0." + extension, example_of(extension));
  }
  const model::FieldInfos fields({bytes_, host_, code_, raw_});
  const auto reader = make_doc_values_reader(
      {.directory = directory_, .segment = "_0", .id = id_, .max_doc = 4, .suffix = "Lucene90_0"},
      fields);
  reader->check_integrity();

  const auto numbers = [&](const model::FieldInfo& field) {
    const model::Numbers& part = *reader->field(field).numbers;
    std::vector<int64_t> values(part.size());
    part.values(0, values);
    return values;
  };
  EXPECT_EQ(numbers(bytes_), (std::vector<int64_t>{10, 30, 20}));
  EXPECT_FALSE(reader->field(bytes_).presence->contains(2));
  EXPECT_EQ(reader->field(bytes_).presence->cardinality(), 3);
  ASSERT_NE(reader->skip_index(bytes_), nullptr);
  EXPECT_EQ(reader->skip_index(bytes_)->max_value(), 30);
  EXPECT_EQ(reader->skip_index(host_), nullptr);

  EXPECT_EQ(numbers(host_), (std::vector<int64_t>{1, 0, 2, 2}));
  const auto banana = reader->field(host_).terms->term(2);
  EXPECT_EQ(to_hex(banana), "62616e616e61");

  EXPECT_EQ(numbers(code_), (std::vector<int64_t>{5, 1, 9, 5, 5}));
  std::vector<int64_t> addresses(5);
  reader->field(code_).addresses->values(0, addresses);
  EXPECT_EQ(addresses, (std::vector<int64_t>{0, 1, 3, 4, 5}));

  model::BytesBlock raw;
  reader->field(raw_).binary->values(0, 4, raw);
  ASSERT_EQ(raw.size(), 4u);
  EXPECT_EQ(to_hex(raw[0]), "6162");
  EXPECT_EQ(raw[1].size(), 0u);
  EXPECT_EQ(to_hex(raw[3]), "64");
}

}  // namespace
}  // namespace segsmith::codec::lucene90
