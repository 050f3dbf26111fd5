// SPDX-License-Identifier: Apache-2.0
#include "lab/rebuild.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

#include "index/check.h"
#include "lab/content_diff.h"
#include "lab/dump_header.h"
#include "lab/test_index.h"
#include "store/directory.h"
#include "util/error.h"

namespace segsmith::lab {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// Of this test alone: others run beside it.
std::string temporary_file() {
  const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
  std::string name = std::string(test->test_suite_name()) + "." + test->name() + ".ndjson";
  std::ranges::replace(name, '/', '_');
  return ::testing::TempDir() + name;
}

std::string dumped(const index::IndexReader& reader) {
  std::string text;
  dump_all(reader, true, [&](std::string_view lines) { text += lines; });
  return text;
}

std::shared_ptr<store::MemoryDirectory> rebuilt(const std::string& text) {
  const std::string path = temporary_file();
  std::ofstream(path, std::ios::binary) << text;
  index::LineSource lines(path);
  auto directory = std::make_shared<store::MemoryDirectory>();
  try {
    rebuild(lines, {}, directory);
  } catch (const Error&) {
    EXPECT_THAT(directory->list(), IsEmpty()) << "nothing is left of a failed run";
    throw;
  }
  return directory;
}

std::string refusal(const std::string& text) {
  try {
    rebuilt(text);
  } catch (const InvalidArgument& e) {
    return e.what();
  }
  return "none";
}

std::string shown(const std::vector<ContentDifference>& differences) {
  std::string text;
  for (const auto& d : differences) {
    text +=
        d.structure + " " + d.segment + " " + d.field + ": " + d.first + " | " + d.second + "\n";
  }
  return text;
}

/// Golden indices that Lucene wrote.
class Goldens : public ::testing::TestWithParam<const char*> {};

TEST_P(Goldens, ComeBackEqual) {
  const auto reader = index::IndexReader::open(SEGSMITH_SOURCE_DIR "/compat_tests/goldens/" +
                                               std::string(GetParam()) + "/index");
  const auto directory = rebuilt(dumped(*reader));
  const auto again = index::IndexReader::open(directory);
  EXPECT_EQ(shown(content_differences(*reader, *again)), "");
  EXPECT_TRUE(index::check_index(*directory, 3).clean());
}

INSTANTIATE_TEST_SUITE_P(All, Goldens,
                         ::testing::Values("binary", "compound", "index_sort", "logsdb_merged",
                                           "numeric_blocks", "numeric_encodings", "points",
                                           "points_nd", "skip_index", "sparse", "standard",
                                           "stored_deflate", "stored_lz4", "terms",
                                           "updates_overlays", "updates_resets",
                                           "updates_soft_deletes"),
                         [](const auto& p) { return std::string(p.param); });

TEST(Rebuild, AStreamOfNamesAndAMappingIsEnough) {
  const auto directory = rebuilt(
      R"({"schema":"segsmith.cat/1","mapping":{"mappings":{"properties":{"x":{"type":"lucene.numeric"},"s":{"type":"lucene.sorted_set"}}}},"segments":[{"name":"_3","max_doc":3}]})"
      "\n"
      R"({"segment":"_3","field":"s","doc":1,"values":["61","62"]})"
      "\n"
      R"({"segment":"_3","field":"x","doc":0,"values":[7]})"
      "\n"
      R"({"segment":"_3","deleted":[2]})"
      "\n");
  const auto reader = index::IndexReader::open(directory);
  ASSERT_EQ(reader->segments().size(), 1u);
  EXPECT_EQ(reader->segments()[0]->name(), "_3");
  EXPECT_EQ(reader->num_docs(), 2);
  EXPECT_THAT(dumped(*reader),
              HasSubstr(R"({"segment":"_3","field":"s","doc":1,"values":["61","62"]})"));
}

std::string small() {
  return dumped(*index::IndexReader::open(test_index(
      R"({"x":{"type":"long"},"k":{"type":"keyword"}})", "{\"x\":1,\"k\":\"a\"}\n{\"x\":2}\n")));
}

/// `small()` with the first line that has `what` replaced by `with`.
std::string changed(std::string_view what, std::string_view with) {
  std::string text = small();
  const size_t at = text.find(what, text.find('\n'));
  EXPECT_NE(at, std::string::npos) << text;
  const size_t begin = text.rfind('\n', at) + 1;
  return text.replace(begin, text.find('\n', at) - begin, with);
}

TEST(Rebuild, NamesFileLineAndMember) {
  EXPECT_THAT(refusal(""), HasSubstr("found nothing"));
  EXPECT_THAT(refusal("{}\n"), HasSubstr("line 1: expected the first line of cat --all --raw"));
  const std::string value = R"("field":"x","doc":0)";
  EXPECT_THAT(refusal(changed(value, "{")), HasSubstr("expected an object"));
  EXPECT_THAT(refusal(changed(value, R"({"segment":"_9","field":"x","doc":0,"values":[1]})")),
              HasSubstr("no segment '_9'"));
  EXPECT_THAT(refusal(changed(value, R"({"segment":"_0","field":"y","doc":0,"values":[1]})")),
              HasSubstr("no field 'y'"));
  EXPECT_THAT(refusal(changed(value, R"({"segment":"_0","field":"x","doc":2,"values":[1]})")),
              HasSubstr("\"doc\": expected 0 to 1, found 2"));
  EXPECT_THAT(refusal(changed(value, R"({"segment":"_0","field":"x","doc":0,"values":["00"]})")),
              HasSubstr("\"values\": expected 64-bit numbers"));
  EXPECT_THAT(refusal(changed(value, R"({"segment":"_0","field":"x","doc":0,"values":[]})")),
              HasSubstr("at least one"));
  EXPECT_THAT(refusal(changed("\"point\"", R"({"segment":"_0","field":"x","doc":0,"point":"00"})")),
              HasSubstr("\"point\": expected 8 bytes, found 1"));
  EXPECT_THAT(refusal(changed("\"fields\":", R"({"segment":"_0","doc":1,"fields":{}})")),
              HasSubstr("expected each document once, next 0 of 2, found 1"));
  EXPECT_THAT(refusal(changed("\"deleted\"", R"({"segment":"_0","deleted":[2]})")),
              HasSubstr("found 2"));
}

TEST(Rebuild, AnIndexThatIsThereStays) {
  const auto directory = test_index(R"({"x":{"type":"long"}})", "{\"x\":1}\n");
  const std::string path = temporary_file();
  std::ofstream(path, std::ios::binary) << small();
  index::LineSource lines(path);
  EXPECT_THROW(rebuild(lines, {}, directory), InvalidArgument);
  EXPECT_EQ(index::IndexReader::open(directory)->max_doc(), 1);
}

}  // namespace
}  // namespace segsmith::lab
