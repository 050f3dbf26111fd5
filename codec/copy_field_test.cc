// SPDX-License-Identifier: Apache-2.0
#include "codec/copy_field.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "codec/doc_values_format_cases.h"
#include "codec/doc_values_test_support.h"
#include "util/error.h"

namespace segsmith::codec {
namespace {

using model::DocValuesType;
using testing::PlainField;

constexpr int32_t kDocs = 5000;

PlainField field_of(DocValuesType type, int32_t number) {
  PlainField field;
  field.info.name = std::string(model::name_of(type));
  field.info.number = number;
  field.info.doc_values_type = type;
  if (type != DocValuesType::binary) field.info.skip_index_type = model::SkipIndexType::range;
  const bool numbers = type == DocValuesType::numeric || type == DocValuesType::sorted_numeric;
  if (numbers) field.numbers.resize(kDocs);
  if (!numbers) field.strings.resize(kDocs);
  for (int32_t doc = 0; doc < kDocs; ++doc) {
    const int32_t values = doc % 3 == 2 ? 0 : model::is_multi_valued(type) ? 1 + doc % 2 : 1;
    for (int32_t i = 0; i < values; ++i) {
      const int64_t value = int64_t{doc % 700} * 3 + i;
      if (numbers) field.numbers[static_cast<size_t>(doc)].push_back(value);
      if (!numbers) field.strings[static_cast<size_t>(doc)].push_back("t" + std::to_string(value));
    }
    if (!numbers)
      std::sort(field.strings[static_cast<size_t>(doc)].begin(),
                field.strings[static_cast<size_t>(doc)].end());
  }
  return field;
}

std::vector<std::byte> bytes_of(const store::MemoryDirectory& directory, const std::string& name) {
  const store::Input file = directory.open(name);
  return {file.bytes().begin(), file.bytes().end()};
}

TEST(CopyField, MakesTheSameBytesOfEveryTypeInEveryFormat) {
  const std::vector<PlainField> fields = {
      field_of(DocValuesType::numeric, 0), field_of(DocValuesType::sorted_numeric, 1),
      field_of(DocValuesType::sorted, 2), field_of(DocValuesType::sorted_set, 3),
      field_of(DocValuesType::binary, 4)};
  const Id id = IdSource(9).next();
  for (const testing::FormatCase& choice : testing::format_cases()) {
    const DocValuesFormat& format = *choice.format;
    store::MemoryDirectory original, copy;
    testing::write_fields(format,
                          {.directory = original,
                           .segment = "_0",
                           .id = id,
                           .max_doc = kDocs,
                           .suffix = "T",
                           .options = choice.options},
                          fields);
    const auto reader =
        format.reader({original, "_0", id, kDocs, "T"}, testing::field_infos(fields));
    const auto writer = format.writer({.directory = copy,
                                       .segment = "_0",
                                       .id = id,
                                       .max_doc = kDocs,
                                       .suffix = "T",
                                       .options = choice.options});
    for (const PlainField& field : fields) {
      copy_field(field.info, reader->field(field.info), *writer);
    }
    writer->finish();
    ASSERT_EQ(copy.list(), original.list()) << format.name;
    for (const std::string& name : copy.list()) {
      EXPECT_EQ(bytes_of(copy, name), bytes_of(original, name)) << choice.name << " " << name;
    }
  }
}

TEST(CopyField, RefusesAnotherType) {
  const std::vector<PlainField> fields = {field_of(DocValuesType::numeric, 0)};
  const DocValuesFormat& format = doc_values_formats().front();
  const Id id = IdSource(9).next();
  store::MemoryDirectory directory;
  testing::write_fields(
      format, {.directory = directory, .segment = "_0", .id = id, .max_doc = kDocs, .suffix = "T"},
      fields);
  const auto reader =
      format.reader({directory, "_0", id, kDocs, "T"}, testing::field_infos(fields));
  store::MemoryDirectory other;
  const auto writer = format.writer(
      {.directory = other, .segment = "_0", .id = id, .max_doc = kDocs, .suffix = "T"});
  model::FieldInfo binary = fields[0].info;
  binary.doc_values_type = DocValuesType::binary;
  EXPECT_THROW(copy_field(binary, reader->field(fields[0].info), *writer), InvalidArgument);
}

}  // namespace
}  // namespace segsmith::codec
