// SPDX-License-Identifier: Apache-2.0
#include "merge/kept_docs.h"

#include <gtest/gtest.h>

#include "index/index_reader.h"

namespace segsmith::merge {
namespace {

std::shared_ptr<const index::IndexReader> open_golden(const std::string& name) {
  return index::IndexReader::open(std::string(SEGSMITH_SOURCE_DIR) + "/compat_tests/goldens/" +
                                  name + "/index");
}

TEST(KeptDocs, LeavesOutDeletedAndSoftDeletedDocuments) {
  const auto index = open_golden("updates_soft_deletes");
  const KeptDocs kept(index->segments());
  int32_t soft_deleted = 0;
  for (size_t s = 0; s < index->segments().size(); ++s) {
    const model::SegmentCommitInfo& commit = index->segments()[s]->commit_info();
    soft_deleted += commit.soft_del_count;
    ASSERT_NE(kept.of(s), nullptr);
    EXPECT_EQ(kept.of(s)->count(),
              static_cast<uint64_t>(commit.num_docs() - commit.soft_del_count));
  }
  EXPECT_GT(soft_deleted, 0);
}

TEST(KeptDocs, AreNullWhereNothingIsDeleted) {
  const auto index = open_golden("updates_overlays");
  const KeptDocs kept(index->segments());
  for (size_t s = 0; s < index->segments().size(); ++s) EXPECT_EQ(kept.of(s), nullptr);
}

}  // namespace
}  // namespace segsmith::merge
