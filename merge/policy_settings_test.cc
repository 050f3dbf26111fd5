// SPDX-License-Identifier: Apache-2.0
#include "merge/policy_settings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "merge/log_merge_policy.h"
#include "merge/tiered_merge_policy.h"
#include "util/error.h"

namespace segsmith::merge {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

TEST(PolicySettings, DefaultsAreLucenes) {
  const auto tiered = make_policy(Policy::tiered, {});
  const auto& t = dynamic_cast<const TieredMergePolicy&>(*tiered).settings();
  EXPECT_EQ(t.floor_segment_bytes, 16 << 20);
  EXPECT_EQ(t.segments_per_tier, 8.0);
  const auto log = make_policy(Policy::log_byte_size, {});
  EXPECT_EQ(dynamic_cast<const LogMergePolicy&>(*log).settings().max_merge_size, int64_t{2} << 30);
}

TEST(PolicySettings, SettersByTheirNames) {
  const auto policy =
      make_policy(Policy::log_byte_size, elasticsearch_settings(Policy::log_byte_size));
  const auto& log = dynamic_cast<const LogMergePolicy&>(*policy).settings();
  EXPECT_EQ(log.merge_factor, 32);
  EXPECT_EQ(log.min_merge_size, 2 << 20);
  EXPECT_EQ(log.max_merge_size, int64_t{100} << 30);
}

TEST(PolicySettings, NamesTheNearestOfAnUnknownKey) {
  EXPECT_THAT(
      [] {
        make_policy(Policy::tiered, {{"segment_per_tier", 3.0}});
      },
      ThrowsMessage<InvalidArgument>(HasSubstr("did you mean 'segments_per_tier'")));
  EXPECT_THAT(
      [] {
        make_policy(Policy::tiered, {{"merge_factor", 3.0}});
      },
      ThrowsMessage<InvalidArgument>(HasSubstr("has no setting \"merge_factor\"")));
}

TEST(PolicySettings, SayWhichValuesTheyTake) {
  EXPECT_THAT(
      [] {
        make_policy(Policy::tiered, {{"segments_per_tier", 1.5}});
      },
      ThrowsMessage<InvalidArgument>(
          HasSubstr("segments_per_tier: expected a number of at least 2, found 1.5")));
  EXPECT_THAT(
      [] {
        make_policy(Policy::tiered, {{"deletes_pct_allowed", 0.0}});
      },
      ThrowsMessage<InvalidArgument>(HasSubstr("above 0 and at most 50")));
  EXPECT_THAT(
      [] {
        make_policy(Policy::log_doc, {{"merge_factor", 2.5}});
      },
      ThrowsMessage<InvalidArgument>(HasSubstr("a whole number of at least 2")));
  EXPECT_THAT(
      [] {
        make_policy(Policy::log_doc, {{"calibrate_size_by_deletes", 1.0}});
      },
      ThrowsMessage<InvalidArgument>(HasSubstr("expected true or false")));
}

TEST(PolicySettings, OfAMapping) {
  const std::map<std::string, std::string> given{{"floor_segment", "4mb"}, {"merge_factor", "7"}};
  const auto tiered = settings_of_mapping(Policy::tiered, given);
  ASSERT_EQ(tiered.size(), 1u);
  EXPECT_EQ(tiered[0].key, "floor_segment_mb");
  EXPECT_EQ(std::get<double>(tiered[0].value), 4.0);
  const auto log = settings_of_mapping(Policy::log_byte_size, given);
  ASSERT_EQ(log.size(), 1u);
  EXPECT_EQ(std::get<double>(log[0].value), 7.0);
  EXPECT_THAT(
      [] {
        settings_of_mapping(Policy::tiered, {{"floor_segment", "big"}});
      },
      ThrowsMessage<InvalidArgument>(HasSubstr("floor_segment: expected a size")));
}

TEST(PolicySettings, TextOfASetting) {
  const PolicySetting number = parse_policy_setting("floor_segment_mb=2.5");
  EXPECT_EQ(number.key, "floor_segment_mb");
  EXPECT_EQ(std::get<double>(number.value), 2.5);
  EXPECT_FALSE(std::get<bool>(parse_policy_setting("calibrate_size_by_deletes=false").value));
  for (const char* bad : {"", "=3", "x", "x=", "x=3y", "x=nan", "x=inf"}) {
    EXPECT_THROW(parse_policy_setting(bad), InvalidArgument) << bad;
  }
}

}  // namespace
}  // namespace segsmith::merge
