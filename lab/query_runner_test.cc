// SPDX-License-Identifier: Apache-2.0
#include "lab/query_runner.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lab/test_index.h"
#include "util/error.h"

namespace segsmith::lab {
namespace {

using ::testing::HasSubstr;
using Kind = ConditionText::Kind;

class QueryRunnerTest : public ::testing::Test {
 protected:
  QueryRunnerTest() {
    std::string documents;
    for (int i = 0; i < 100; ++i) {
      documents += R"({"n":)" + std::to_string(i % 10) + R"(,"d":)" + std::to_string(i) + ".5";
      if (i % 2 == 0) documents += R"(,"host":"h)" + std::to_string(i % 4) + "\"";
      documents += "}\n";
    }
    documents += R"({"host":"*"})";
    reader_ = index::IndexReader::open(test_index(
        R"({"n":{"type":"long"},"d":{"type":"double"},"host":{"type":"keyword"}})", documents, 30));
  }
  int64_t count(std::vector<ConditionText> conditions) const {
    return QueryRunner(*reader_, conditions, query::Via::automatic).count(*reader_);
  }
  std::string refusal(std::vector<ConditionText> conditions) const {
    try {
      count(std::move(conditions));
    } catch (const InvalidArgument& e) {
      return e.what();
    }
    return "none";
  }

  std::shared_ptr<const index::IndexReader> reader_;
};

TEST_F(QueryRunnerTest, ConditionsOfEachKind) {
  EXPECT_EQ(count({}), 101);
  EXPECT_EQ(count({{Kind::term, "n=3"}}), 10);
  EXPECT_EQ(count({{Kind::term, "n=3.5"}}), 0);
  EXPECT_EQ(count({{Kind::term, "d=7.5"}}), 1);
  EXPECT_EQ(count({{Kind::term, "host=h2"}}), 25);
  EXPECT_EQ(count({{Kind::term, "host=*"}}), 1);
  EXPECT_EQ(count({{Kind::prefix, "host=h"}}), 50);
  EXPECT_EQ(count({{Kind::prefix, "host="}}), 51);
  EXPECT_EQ(count({{Kind::exists, "host"}}), 51);
  EXPECT_EQ(count({{Kind::range, "n=2..4"}, {Kind::exists, "host"}, {Kind::term, "host=h2"}}), 10);
}

TEST_F(QueryRunnerTest, RefusesWhatIsNoCondition) {
  EXPECT_THAT(refusal({{Kind::term, "n"}}), HasSubstr("is not FIELD=VALUE"));
  EXPECT_THAT(refusal({{Kind::term, "x=1"}}), HasSubstr("no segment has a field 'x'"));
  EXPECT_THAT(refusal({{Kind::exists, "x"}}), HasSubstr("no segment has a field 'x'"));
  EXPECT_THAT(refusal({{Kind::term, "n=a"}}), HasSubstr("expected a number"));
  EXPECT_THAT(refusal({{Kind::term, "n=*"}}), HasSubstr("expected a number"));
  EXPECT_THAT(refusal({{Kind::prefix, "n=1"}}), HasSubstr("a field of text"));
}

TEST_F(QueryRunnerTest, TheFirstByAFieldInItsMappedForm) {
  const std::vector<ConditionText> conditions = {{Kind::term, "n=3"}};
  const QueryRunner runner(*reader_, conditions, query::Via::automatic);
  query::TopStats stats;
  const auto key = parse_sort_key(*reader_, "d:desc");
  std::string lines;
  for (const auto& top : top_documents(*reader_, runner, key, 2, stats)) {
    lines += top_line(*reader_, top, key);
  }
  EXPECT_EQ(lines,
            "{\"segment\":\"_3\",\"doc\":3,\"sort\":93.5}\n"
            "{\"segment\":\"_2\",\"doc\":23,\"sort\":83.5}\n");
  EXPECT_THROW(parse_sort_key(*reader_, "x:desc"), InvalidArgument);
  EXPECT_FALSE(parse_sort_key(*reader_, "d").descending);
}

}  // namespace
}  // namespace segsmith::lab
