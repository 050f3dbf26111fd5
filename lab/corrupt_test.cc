// SPDX-License-Identifier: Apache-2.0
#include "lab/corrupt.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "index/check.h"
#include "lab/test_index.h"
#include "util/error.h"

namespace segsmith::lab {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::ThrowsMessage;

std::shared_ptr<store::MemoryDirectory> sample() {
  std::string documents;
  for (int i = 0; i < 50; ++i) {
    documents += "{\"n\":" + std::to_string(i * i * 1001) + ",\"s\":\"term" +
                 std::to_string(i % 7) + "\"}\n";
  }
  return test_index(R"({"n":{"type":"long"},"s":{"type":"keyword"}})", documents, 20);
}

Damage damaged(const DamageOptions& options, store::MemoryDirectory& to) {
  return corrupt_index(sample(), to, options);
}

std::vector<std::string> changed_files(const store::Directory& a, const store::Directory& b) {
  std::vector<std::string> changed;
  for (const std::string& name : a.list()) {
    const auto x = a.open(name), y = b.open(name);
    if (!std::ranges::equal(x.bytes(), y.bytes())) changed.push_back(name);
  }
  return changed;
}

TEST(Corrupt, EveryKindIsFoundByItsChecksumAndRepeatsItself) {
  for (const char* kind : {"flip", "truncate", "extend", "swap", "zero"}) {
    for (uint64_t seed = 1; seed <= 30; ++seed) {
      DamageOptions options{.kind = *parse_damage_kind(kind), .seed = seed};
      store::MemoryDirectory first, again;
      const Damage damage = damaged(options, first);
      EXPECT_EQ(damaged(options, again).offset, damage.offset);
      EXPECT_EQ(changed_files(first, again), std::vector<std::string>{});
      EXPECT_THAT(changed_files(*sample(), first), ElementsAre(damage.file)) << kind << seed;
      EXPECT_FALSE(index::check_index(first, 1).clean()) << kind << " " << seed;
    }
  }
}

TEST(Corrupt, TheManifestTellsWhatStoodThere) {
  store::MemoryDirectory copy;
  const Damage damage = damaged({.kind = DamageKind::zero, .seed = 3}, copy);
  const auto before = sample()->open(damage.file), after = copy.open(damage.file);
  EXPECT_TRUE(std::ranges::equal(before.bytes().subspan(damage.offset, damage.before.size()),
                                 damage.before));
  EXPECT_TRUE(
      std::ranges::equal(after.bytes().subspan(damage.offset, damage.after.size()), damage.after));
}

TEST(Corrupt, FixedChecksumsPassAtLevelOne) {
  int passed = 0;
  for (const char* kind : {"flip", "swap", "zero"}) {
    for (uint64_t seed = 1; seed <= 20; ++seed) {
      store::MemoryDirectory copy;
      const Damage damage = damaged({.kind = *parse_damage_kind(kind),
                                     .seed = seed,
                                     .structure = "doc_values",
                                     .fix_crc = true},
                                    copy);
      EXPECT_EQ(damage.structure, "doc_values");
      EXPECT_THAT(damage.fixed_checksums, ElementsAre(damage.inner_file, damage.file));
      for (const auto& segment : index::check_index(copy, 1).segments) {
        for (const auto& finding : segment.findings) EXPECT_NE(finding.code, "checksum");
      }
      ++passed;
    }
  }
  EXPECT_EQ(passed, 60);
}

TEST(Corrupt, AFixedChecksumUndoesNothing) {
  for (uint64_t seed = 1; seed <= 60; ++seed) {
    store::MemoryDirectory copy;
    const Damage damage = damaged(
        {.kind = DamageKind::flip, .seed = seed, .structure = "metadata", .fix_crc = true}, copy);
    const auto before = sample()->open(damage.file), after = copy.open(damage.file);
    EXPECT_NE(before.bytes()[damage.offset], after.bytes()[damage.offset]) << seed;
  }
}

TEST(Corrupt, HitsOnlyTheFieldThatWasNamed) {
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    store::MemoryDirectory copy;
    EXPECT_EQ(damaged({.seed = seed, .structure = "points", .field = "n"}, copy).field, "n");
  }
  store::MemoryDirectory copy;
  EXPECT_THAT([&] { damaged({.structure = "points", .field = "s"}, copy); },
              ThrowsMessage<InvalidArgument>(HasSubstr("structure 'points' field 's'")));
}

TEST(Corrupt, APlaceByName) {
  store::MemoryDirectory copy;
  const Damage damage = damaged({.at = parse_damage_place("_0.fnm:20:0xff")}, copy);
  EXPECT_EQ(damage.file, "_0.cfs");
  EXPECT_EQ(damage.inner_file, "_0.fnm");
  EXPECT_EQ(damage.after, std::vector<std::byte>{std::byte{0xff}});
  EXPECT_THAT(
      [&] {
        store::MemoryDirectory other;
        damaged({.at = parse_damage_place("_0.si:99999")}, other);
      },
      ThrowsMessage<InvalidArgument>(HasSubstr("_0.si:99999: the file has ")));
  for (const char* outside : {"../_0.si:0", "./_0.si:0", "/etc/passwd:0", "_9.si:0"}) {
    EXPECT_THAT(
        [&] {
          store::MemoryDirectory other;
          damaged({.at = parse_damage_place(outside)}, other);
        },
        ThrowsMessage<InvalidArgument>(HasSubstr("the newest commit has no file")));
  }
  for (const char* bad : {"", "x", ":3", "x:", "x:y", "x:3:256", "x:3:"}) {
    EXPECT_THROW(parse_damage_place(bad), InvalidArgument) << bad;
  }
}

TEST(Corrupt, NeverWritesOverAnything) {
  store::MemoryDirectory copy;
  copy.put("_0.si", {});
  EXPECT_THAT([&] { damaged({}, copy); },
              ThrowsMessage<InvalidArgument>(HasSubstr("is not empty")));
}

}  // namespace
}  // namespace segsmith::lab
