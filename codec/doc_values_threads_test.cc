// SPDX-License-Identifier: Apache-2.0
// Readers and their parts are shared by threads; iterators are one thread's own. Meant for the
// ThreadSanitizer build as much as for the plain one.
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "codec/doc_values_format_cases.h"
#include "codec/doc_values_test_support.h"
#include "model/bulk_values.h"
#include "model/doc_values_iterators.h"
#include "model/value_range.h"

namespace segsmith::codec {
namespace {

using model::DocValuesType;
using testing::PlainField;

constexpr int32_t kDocs = 70000;

PlainField field_of(const std::string& name, int32_t number, DocValuesType type) {
  PlainField f;
  f.info.name = name;
  f.info.number = number;
  f.info.doc_values_type = type;
  if (type != DocValuesType::binary) f.info.skip_index_type = model::SkipIndexType::range;
  return f;
}

std::vector<PlainField> make_fields() {
  std::vector<PlainField> fields;
  fields.push_back(field_of("number", 0, DocValuesType::numeric));
  fields.push_back(field_of("numbers", 1, DocValuesType::sorted_numeric));
  fields.push_back(field_of("words", 2, DocValuesType::sorted_set));
  fields.push_back(field_of("bytes", 3, DocValuesType::binary));
  for (int32_t d = 0; d < kDocs; ++d) {
    const int64_t v = int64_t{d} * 7919 % 100003;
    fields[0].numbers.push_back(v % 3 ? std::vector{v} : std::vector<int64_t>{});
    fields[1].numbers.push_back(v % 5 ? std::vector{v, v + 9} : std::vector<int64_t>{});
    fields[2].strings.push_back({"a" + std::to_string(v % 300), "b" + std::to_string(v % 1500)});
    fields[3].strings.push_back(v % 7 ? std::vector{std::string(static_cast<size_t>(v % 9), 'x')}
                                      : std::vector<std::string>{});
  }
  return fields;
}

uint64_t add(uint64_t sum, uint64_t value) { return (sum ^ value) * 0x9E3779B97F4A7C15 + 1; }

/// Visits everything of a field in every way; the sum of what was seen.
uint64_t sum_of(const model::DocValuesField& field) {
  uint64_t sum = 0;
  std::vector<int32_t> docs;
  for (int32_t d = 1; d < kDocs; d += 1 + d % 3) docs.push_back(d);
  if (field.binary) {
    model::BinaryDocValues it(field);
    while (it.next_doc() != model::kNoMoreDocs) sum = add(sum, it.binary_value().size());
    model::BytesBlock block;
    std::vector<uint8_t> has(docs.size());
    model::binary_values(field, docs, block, has);
    return add(sum, block.bytes.size());
  }
  model::MultiValues values;
  model::all_values(field, docs, values);
  for (const int64_t v : values.values) sum = add(sum, static_cast<uint64_t>(v));
  sum = add(sum, static_cast<uint64_t>(model::ValueRange(field, 100, 60000).count(0, kDocs)));
  if (field.terms) {
    model::SortedSetDocValues it(field);
    while (it.next_doc() != model::kNoMoreDocs) {
      if (it.doc_id() % 50 == 0) sum = add(sum, it.lookup_ord(it.next_ord()).size());
    }
    return sum;
  }
  model::SortedNumericDocValues it(field);
  for (int32_t d = 0; it.advance(d) != model::kNoMoreDocs; d = it.doc_id() + 3) {
    for (int32_t i = it.doc_value_count(); i > 0; --i) {
      sum = add(sum, static_cast<uint64_t>(it.next_value()));
    }
  }
  return sum;
}

class DocValuesThreads : public ::testing::TestWithParam<testing::FormatCase> {};

TEST_P(DocValuesThreads, ShareAReaderWithoutLocks) {
  const auto fields = make_fields();
  const DocValuesFormat& format = *GetParam().format;
  store::MemoryDirectory directory;
  const Id id = IdSource(3).next();
  const SegmentWriteState write{.directory = directory,
                                .segment = "_0",
                                .id = id,
                                .max_doc = kDocs,
                                .suffix = "Test_0",
                                .skip_index_interval_size = 128,
                                .options = GetParam().options};
  testing::write_fields(format, write, fields);
  const SegmentReadState read{directory, "_0", id, kDocs, "Test_0"};
  const auto infos = testing::field_infos(fields);
  // One reader tells what to expect; the threads share another, whose blocks nobody has touched.
  std::vector<uint64_t> expected;
  const auto first = format.reader(read, infos);
  for (const PlainField& f : fields) expected.push_back(sum_of(first->field(f.info)));
  const auto shared = format.reader(read, infos);
  std::atomic<int> wrong{0};
  std::vector<std::thread> threads;
  for (size_t t = 0; t < 6; ++t) {
    threads.emplace_back([&, t] {
      for (size_t i = 0; i < fields.size(); ++i) {
        const size_t f = (i + t) % fields.size();
        if (sum_of(shared->field(fields[f].info)) != expected[f]) ++wrong;
        const auto skip_index = shared->skip_index(fields[f].info);
        if (skip_index && skip_index->intervals(0).empty()) ++wrong;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
}

INSTANTIATE_TEST_SUITE_P(Formats, DocValuesThreads, ::testing::ValuesIn(testing::format_cases()),
                         [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace segsmith::codec
