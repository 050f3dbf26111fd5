// SPDX-License-Identifier: Apache-2.0
#include "util/hex.h"

#include <gtest/gtest.h>

#include "util/id.h"

namespace segsmith {
namespace {

TEST(Hex, ReadsWhatItWrites) {
  std::vector<std::byte> bytes(256);
  for (size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::byte>(i);
  EXPECT_EQ(from_hex(to_hex(bytes)), bytes);
  EXPECT_EQ(to_hex({}), "");
  EXPECT_EQ(from_hex("0aFf"), (std::vector<std::byte>{std::byte{10}, std::byte{255}}));
}

TEST(Hex, RefusesOddLengthsAndOtherCharacters) {
  for (const char* text : {"0", "abc", "0g", " 0", "0x10", "--"}) {
    EXPECT_EQ(from_hex(text), std::nullopt) << text;
  }
}

TEST(IdSource, RepeatsWithTheSameSeedOnly) {
  IdSource a(7);
  IdSource b(7);
  IdSource other(8);
  const Id first = a.next();
  EXPECT_EQ(first, b.next());
  EXPECT_NE(first, other.next());
  EXPECT_NE(first, a.next());
  EXPECT_EQ(to_string(first).size(), 32U);
}

TEST(IdSource, DiffersWithoutASeed) {
  IdSource a;
  IdSource b;
  EXPECT_NE(a.next(), b.next());
}

}  // namespace
}  // namespace segsmith
