// SPDX-License-Identifier: Apache-2.0
#include "codec/lucene_release.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "codec/codecs.h"
#include "util/error.h"

namespace segsmith::codec {
namespace {

TEST(LuceneRelease, IsFoundByItsThreeParts) {
  EXPECT_EQ(lucene_release("10.4.0").doc_values_version, 0);
  EXPECT_EQ(lucene_release("10.5.0").doc_values_version, 2);
  EXPECT_EQ(&lucene_release("10.6.0"), &kCurrentRelease);
}

TEST(LuceneRelease, RefusesWhatWasNeverReleasedAndNamesWhatWas) {
  for (const char* name : {"", "10", "10.4", "10.4.1", "9.12.3", "10.7.0", "10.4.0 ", "010.4.0"}) {
    try {
      lucene_release(name);
      ADD_FAILURE() << name;
    } catch (const InvalidArgument& e) {
      EXPECT_NE(std::string(e.what()).find("10.0.0, 10.1.0"), std::string::npos) << e.what();
    }
  }
}

TEST(LuceneRelease, RowsAscendAndNameCodecsThatCanBeRead) {
  EXPECT_TRUE(std::ranges::is_sorted(kLuceneReleases, {}, &LuceneRelease::version));
  for (const LuceneRelease& release : kLuceneReleases) {
    EXPECT_NE(find_segment_codec(release.codec), nullptr) << release.codec;
  }
  EXPECT_EQ(kCurrentRelease.codec, kDefaultCodec);
  EXPECT_EQ(kCurrentRelease.version, model::kLucene10_6);
}

}  // namespace
}  // namespace segsmith::codec
