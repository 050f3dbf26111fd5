// SPDX-License-Identifier: Apache-2.0
#include "lab/bkd_report.h"

#include <gtest/gtest.h>

#include "util/error.h"

namespace segsmith::lab {
namespace {

std::shared_ptr<const index::IndexReader> golden(const std::string& name) {
  return index::IndexReader::open(SEGSMITH_SOURCE_DIR "/compat_tests/goldens/" + name + "/index");
}

TEST(BkdReport, PartsAddUpToTheFiles) {
  for (const char* name : {"points", "standard", "index_sort", "compound"}) {
    SCOPED_TRACE(name);
    const BkdReport report = bkd_report(*golden(name), "", "");
    ASSERT_FALSE(report.segments.empty());
    for (const BkdSegment& segment : report.segments) {
      uint64_t bytes = 0;
      for (const BkdTree& tree : segment.trees) bytes += tree.bytes();
      for (const BkdPart& part : segment.shared) bytes += part.bytes;
      EXPECT_EQ(bytes, segment.file_bytes);
    }
  }
}

TEST(BkdReport, TellsTheShapeOfATree) {
  const BkdReport report = bkd_report(*golden("standard"), "_0", "_seq_no");
  ASSERT_EQ(report.segments.size(), 1u);
  ASSERT_EQ(report.segments[0].trees.size(), 1u);
  const BkdTree& tree = report.segments[0].trees[0];
  EXPECT_EQ(tree.points, report.segments[0].documents);
  EXPECT_EQ(tree.leaves, (tree.points + 511) / 512);
  EXPECT_EQ(tree.splits_by_dim, std::vector<uint64_t>{static_cast<uint64_t>(tree.leaves) - 1});
  EXPECT_EQ(tree.bytes_per_dim, 8);
  EXPECT_EQ(tree.min, "8000000000000000");
  uint64_t leaves = 0;
  for (const BkdPart& part : tree.parts) leaves += part.part == "doc_ids" ? part.count : 0;
  EXPECT_EQ(leaves, static_cast<uint64_t>(tree.leaves));
}

TEST(BkdTable, RowsAddUpAndSayWhatIsLeft) {
  const Table table = bkd_table(bkd_report(*golden("points"), "", ""), true);
  uint64_t sum = 0;
  for (const auto& row : table.rows) {
    if (row[2] == "(total)") {
      EXPECT_EQ(row[5], sum);
    } else {
      sum += row[5].get<uint64_t>();
    }
    if (row[2] == "unattributed") {
      EXPECT_EQ(row[5], 0);
    }
  }
  EXPECT_EQ(table.facts["bytes"], sum);
  double percent = 0;
  for (const Json& line : table.facts["explanation"]) {
    if (line["field"] == table.facts["trees"][0]["field"]) percent += line["percent"].get<double>();
  }
  EXPECT_NEAR(percent, 100, 1e-9);
}

TEST(BkdReport, RefusesWhatIsNotThere) {
  EXPECT_THROW(bkd_report(*golden("standard"), "_9", ""), InvalidArgument);
  EXPECT_THROW(bkd_report(*golden("standard"), "", "no_such"), InvalidArgument);
}

}  // namespace
}  // namespace segsmith::lab
