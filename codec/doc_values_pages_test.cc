// SPDX-License-Identifier: Apache-2.0
// The examples of docs/format/{dvd,dvm,dvs,dvp}.md and es-tsdb-doc-values.md are one segment: what
// the pages show is what the writers make of the pages' table, and the readers give that table
// back.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <ostream>
#include <sstream>
#include <string>
#include <vector>

#include "codec/doc_values_format.h"
#include "codec/test_columns.h"
#include "store/directory.h"
#include "util/hex.h"

namespace segsmith::codec {
namespace {

using model::DocValuesType;

/// A format with what its page shows.
struct Example {
  const char* format;
  const char* page;                     ///< Of all its files; null: each has its own.
  std::vector<const char*> extensions;  ///< Of its files.
  std::vector<int> order;               ///< In which the fields are written.
  bool skip_index;                      ///< Of the field `bytes`.
};

void PrintTo(const Example& example, std::ostream* out) { *out << example.format; }

/// The bytes of the block "```hex name=..." of a page: lines "offset: bytes".
std::vector<std::byte> example_of(const Example& example, const std::string& extension) {
  const std::string name = example.page == nullptr ? extension : example.page;
  const std::filesystem::path page =
      std::filesystem::path(SEGSMITH_SOURCE_DIR) / "docs" / "format" / (name + ".md");
  std::ifstream in(page);
  EXPECT_TRUE(in) << page;
  const std::string fence = "```hex name=_0_" + std::string(example.format) + "_0." + extension;
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

class PagesExample : public ::testing::TestWithParam<Example> {
 protected:
  PagesExample() {
    for (size_t i = 0; i < id_.size(); ++i) id_[i] = static_cast<std::byte>(0x20 + i);
    if (GetParam().skip_index) bytes_.skip_index_type = model::SkipIndexType::range;
  }

  std::string suffix() const { return std::string(GetParam().format) + "_0"; }
  std::string file(const char* extension) const { return "_0_" + suffix() + "." + extension; }
  void write(DocValuesWriter& writer, int field) const;

  Id id_{};
  store::MemoryDirectory directory_;
  model::FieldInfo bytes_ = field_of(0, "bytes", DocValuesType::numeric);
  model::FieldInfo host_ = field_of(1, "host", DocValuesType::sorted_set);
  model::FieldInfo code_ = field_of(2, "code", DocValuesType::sorted_numeric);
  model::FieldInfo raw_ = field_of(3, "raw", DocValuesType::binary);
};

void PagesExample::write(DocValuesWriter& writer, int field) const {
  if (field == 0) {
    test::TestNumbers bytes;
    bytes.docs = {0, 1, 3};
    bytes.values = {10, 30, 20};
    writer.add_numeric(bytes_, bytes);
  } else if (field == 1) {
    test::TestTerms terms;
    for (const char* term : {"apple", "apricot", "banana"}) terms.terms.add(term);
    static constexpr int64_t kHosts[] = {1, 0, 2, 2};
    auto hosts = test::TestNumbers::dense(4, [](int32_t doc) { return kHosts[doc]; });
    writer.add_sorted_set(host_, terms, hosts);
  } else if (field == 2) {
    auto codes = test::TestNumbers::dense(4, [](int32_t) { return 0; });
    codes.counts = {1, 2, 1, 1};
    codes.values = {5, 1, 9, 5, 5};
    writer.add_sorted_numeric(code_, codes);
  } else {
    test::TestBytes raw;
    raw.docs = {0, 1, 2, 3};
    for (const char* value : {"ab", "", "c", "d"}) raw.values.add(value);
    writer.add_binary(raw_, raw);
  }
}

TEST_P(PagesExample, IsWhatTheWriterMakes) {
  const auto writer = find_doc_values_format(GetParam().format)
                          ->writer({.directory = directory_,
                                    .segment = "_0",
                                    .id = id_,
                                    .max_doc = 4,
                                    .suffix = suffix()});
  for (const int field : GetParam().order) write(*writer, field);
  writer->finish();
  for (const char* extension : GetParam().extensions) {
    const store::Input made = directory_.open(file(extension));
    EXPECT_EQ(to_hex(made.bytes()), to_hex(example_of(GetParam(), extension))) << extension;
  }
}

TEST_P(PagesExample, IsWhatTheReaderUnderstands) {
  for (const char* extension : GetParam().extensions) {
    directory_.put(file(extension), example_of(GetParam(), extension));
  }
  const model::FieldInfos fields({bytes_, host_, code_, raw_});
  const auto reader = find_doc_values_format(GetParam().format)
                          ->reader({directory_, "_0", id_, 4, suffix()}, fields);
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
  const auto skip_index = reader->skip_index(bytes_);
  ASSERT_EQ(skip_index != nullptr, GetParam().skip_index);
  if (skip_index) {
    EXPECT_EQ(skip_index->max_value(), 30);
  }
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

/// No writer of a release made this one: it is a golden's, which other tests read and write.
TEST(PagesExampleOfEs95, IsAGoldens) {
  const Example example{"ES95TSDB", "es95-doc-values", {"dvm", "dvs"}, {}, false};
  const store::MmapDirectory golden(std::string(SEGSMITH_SOURCE_DIR) +
                                    "/compat_tests/tsdb_goldens/es95-128-widths/flush");
  for (const std::string extension : example.extensions) {
    const store::Input file = golden.open("_0_ES95TSDB_0." + extension);
    EXPECT_EQ(to_hex(file.bytes()), to_hex(example_of(example, extension))) << extension;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Formats, PagesExample,
    ::testing::Values(
        Example{"Lucene90", nullptr, {"dvd", "dvm", "dvs", "dvp"}, {0, 1, 2, 3}, true},
        Example{"ES819TSDB", "es-tsdb-doc-values", {"dvd", "dvm"}, {1, 3, 0, 2}, true},
        Example{"ES87TSDB", "es-tsdb-doc-values", {"dvd", "dvm"}, {1, 3, 0, 2}, false}),
    [](const auto& test) { return std::string(test.param.format); });

}  // namespace
}  // namespace segsmith::codec
