// SPDX-License-Identifier: Apache-2.0
#include "lab/table.h"

#include <gtest/gtest.h>

namespace segsmith::lab {
namespace {

Table sample() {
  Table table;
  table.schema = "segsmith.sample/1";
  table.columns = {{"name", "Name"}, {"bytes", "Bytes"}};
  table.facts["total"] = 3;
  table.add({"a,\"b\"", 1234567});
  table.add({"c", nullptr});
  return table;
}

TEST(Table, TextAlignsNumbersToTheRight) {
  EXPECT_EQ(render(sample(), OutputFormat::table),
            "Name       Bytes\n-----  ---------\na,\"b\"  1,234,567\nc\n");
}

TEST(Table, CsvQuotesWhatNeedsIt) {
  EXPECT_EQ(render(sample(), OutputFormat::csv), "name,bytes\n\"a,\"\"b\"\"\",1234567\nc,\n");
}

TEST(Table, JsonCarriesSchemaFactsAndRows) {
  const Json json = Json::parse(render(sample(), OutputFormat::json));
  EXPECT_EQ(json["schema"], "segsmith.sample/1");
  EXPECT_EQ(json["total"], 3);
  EXPECT_EQ(json["rows"][0]["bytes"], 1234567);
  EXPECT_TRUE(json["rows"][1]["bytes"].is_null());
}

TEST(Table, NdjsonIsOneRowALine) {
  EXPECT_EQ(render(sample(), OutputFormat::ndjson),
            "{\"name\":\"a,\\\"b\\\"\",\"bytes\":1234567}\n{\"name\":\"c\",\"bytes\":null}\n");
}

TEST(Numbers, AreGroupedAndRounded) {
  EXPECT_EQ(with_thousands(0), "0");
  EXPECT_EQ(with_thousands(-1234), "-1,234");
  EXPECT_EQ(with_thousands(999), "999");
  EXPECT_EQ(rounded(1234.5, 3), "1,234.5");
  EXPECT_EQ(rounded(-0.25, 3), "-0.25");
  EXPECT_EQ(rounded(2.0, 3), "2");
  EXPECT_EQ(figure(0.01234567), "0.01235");
  EXPECT_EQ(figure(12.3456), "12.346");
  EXPECT_EQ(figure(-0.5), "-0.5");
}

}  // namespace
}  // namespace segsmith::lab
