// SPDX-License-Identifier: Apache-2.0
// The iterators answer the scripts of transcripts/ as Lucene 10.6.0 did (made by
// iterator_scripts.py --goldens).
#include <gtest/gtest.h>

#include <filesystem>

#include "compat_tests/transcript.h"
#include "index/line_source.h"

namespace segsmith::compat {
namespace {

namespace fs = std::filesystem;

fs::path folder() { return fs::path(SEGSMITH_SOURCE_DIR) / "compat_tests"; }

std::vector<std::string> names() {
  std::vector<std::string> found;
  const std::string suffix = ".script.ndjson.zst";
  for (const auto& entry : fs::directory_iterator(folder() / "transcripts")) {
    const std::string name = entry.path().filename().string();
    if (name.ends_with(suffix)) found.push_back(name.substr(0, name.size() - suffix.size()));
  }
  std::sort(found.begin(), found.end());
  return found;
}

class Transcript : public testing::TestWithParam<std::string> {};

TEST_P(Transcript, IsAnsweredAsLuceneDid) {
  const auto reader =
      index::IndexReader::open((folder() / "goldens" / GetParam() / "index").string());
  const fs::path base = folder() / "transcripts" / GetParam();
  index::LineSource script(base.string() + ".script.ndjson.zst");
  index::LineSource answers(base.string() + ".answers.ndjson.zst");
  std::string_view line, expected;
  int cases = 0;
  while (script.next(line)) {
    ASSERT_TRUE(answers.next(expected));
    ASSERT_EQ(iterate(*reader, line), expected) << line;
    ++cases;
  }
  EXPECT_FALSE(answers.next(expected));
  EXPECT_GE(cases, 16);
}

INSTANTIATE_TEST_SUITE_P(Lucene10_6_0, Transcript, testing::ValuesIn(names()),
                         [](const auto& name) { return name.param; });

}  // namespace
}  // namespace segsmith::compat
