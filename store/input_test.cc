// SPDX-License-Identifier: Apache-2.0
#include "store/input.h"

#include <gtest/gtest.h>

#include <vector>

#include "util/hex.h"

namespace segsmith::store {
namespace {

Input input_of(std::string_view hex) {
  auto owner = std::make_shared<std::vector<std::byte>>(*from_hex(hex));
  return {owner, *owner, "test"};
}

Cursor cursor_of(std::string_view hex) { return Cursor(input_of(hex)); }

TEST(Input, SlicesKeepTheAbsoluteOffset) {
  const Input file = input_of("000102030405060708");
  const Input part = file.slice("values", 2, 5).slice("block", 1, 3);
  EXPECT_EQ(to_hex(part.bytes()), "030405");
  try {
    part.corrupt(2, "a", "b");
  } catch (const CorruptIndex& e) {
    EXPECT_EQ(e.where().file, "test");
    EXPECT_EQ(e.where().slice, "block");
    EXPECT_EQ(e.where().offset, 5U);
  }
}

TEST(Input, InnerFilesCountFromTheirStart) {
  const Input inner = input_of("000102030405").as_file("_0.fnm", 3, 2);
  EXPECT_EQ(inner.where(1).file, "_0.fnm");
  EXPECT_EQ(inner.where(1).offset, 1U);
  EXPECT_EQ(inner.where(1).slice, "");
}

TEST(Input, RefusesSlicesOutside) {
  const Input file = input_of("00010203");
  EXPECT_NO_THROW(file.slice("all", 0, 4));
  EXPECT_NO_THROW(file.slice("none", 4, 0));
  for (const auto& [offset, length] : std::vector<std::pair<uint64_t, uint64_t>>{
           {0, 5}, {4, 1}, {5, 0}, {1, UINT64_MAX}, {UINT64_MAX, 1}, {UINT64_MAX, UINT64_MAX}}) {
    EXPECT_THROW(file.slice("x", offset, length), CorruptIndex) << offset << " " << length;
  }
}

TEST(Input, BytesOutliveTheirFirstHolder) {
  Input part;
  {
    const Input whole = input_of("a1a2a3");
    part = whole.slice("part", 1, 1);
  }
  EXPECT_EQ(to_hex(part.bytes()), "a2");
}

TEST(Cursor, ReadsBothByteOrders) {
  Cursor in = cursor_of("0102030405060708");
  EXPECT_EQ(in.le64(), 0x0807060504030201U);
  in.seek(0);
  EXPECT_EQ(in.be64(), 0x0102030405060708U);
  in.seek(0);
  EXPECT_EQ(in.le16(), 0x0201U);
  EXPECT_EQ(in.be16(), 0x0304U);
  EXPECT_EQ(in.le32(), 0x08070605U);
  in.seek(4);
  EXPECT_EQ(in.be32(), 0x05060708U);
  EXPECT_EQ(cursor_of("ff").i8(), -1);
  EXPECT_EQ(cursor_of("feff").le_short(), -2);
}

TEST(Cursor, EveryReadChecksWhatIsLeft) {
  EXPECT_THROW(cursor_of("").u8(), CorruptIndex);
  EXPECT_THROW(cursor_of("00").le16(), CorruptIndex);
  EXPECT_THROW(cursor_of("000000").be32(), CorruptIndex);
  EXPECT_THROW(cursor_of("00000000000000").le64(), CorruptIndex);
  EXPECT_THROW(cursor_of("80").vint(), CorruptIndex);
  EXPECT_THROW(cursor_of("8080").vlong(), CorruptIndex);
  EXPECT_THROW(cursor_of("05616263").string(), CorruptIndex);
  EXPECT_THROW(cursor_of("00").bytes(2), CorruptIndex);
  EXPECT_THROW(cursor_of("00").skip(UINT64_MAX), CorruptIndex);
  EXPECT_THROW(cursor_of("00").seek(2), CorruptIndex);
}

TEST(VInt, RoundsTheLimits) {
  EXPECT_EQ(cursor_of("00").vint(), 0U);
  EXPECT_EQ(cursor_of("7f").vint(), 127U);
  EXPECT_EQ(cursor_of("8001").vint(), 128U);
  EXPECT_EQ(cursor_of("ffffffff07").vint(), uint32_t{INT32_MAX});
  EXPECT_EQ(cursor_of("ffffffff0f").vint(), UINT32_MAX);
}

TEST(VInt, RejectsFiveByteOverflow) {
  EXPECT_THROW(cursor_of("ffffffff1f").vint(), CorruptIndex);
  EXPECT_THROW(cursor_of("808080808001").vint(), CorruptIndex);
  EXPECT_THROW(cursor_of("ffffffffff").vint(), CorruptIndex);
}

TEST(VInt, ErrorPointsAtTheByteThatIsWrong) {
  try {
    cursor_of("ffffffff1f").vint();
    FAIL();
  } catch (const CorruptIndex& e) {
    EXPECT_EQ(e.where().offset, 4U);
  }
}

TEST(VLong, NineBytesAtMost) {
  EXPECT_EQ(cursor_of("808080808080808040").vlong(), uint64_t{1} << 62);
  EXPECT_EQ(cursor_of("ffffffffffffffff7f").vlong(), uint64_t{INT64_MAX});
  EXPECT_THROW(cursor_of("ffffffffffffffffff01").vlong(), CorruptIndex);
  EXPECT_THROW(cursor_of("80808080808080808000").vlong(), CorruptIndex);
}

TEST(ZLong, ReachesBothEnds) {
  EXPECT_EQ(cursor_of("09").zlong(), -5);
  EXPECT_EQ(cursor_of("ffffffffffffffffff01").zlong(), INT64_MIN);
  EXPECT_EQ(cursor_of("feffffffffffffffff01").zlong(), INT64_MAX);
  EXPECT_THROW(cursor_of("ffffffffffffffffff02").zlong(), CorruptIndex);
  EXPECT_EQ(cursor_of("09").zint(), -5);
  EXPECT_EQ(cursor_of("ffffffff0f").zint(), INT32_MIN);
}

TEST(Cursor, StringLengthIsCheckedBeforeItIsBelieved) {
  // 2^31 - 1 bytes announced, three there.
  EXPECT_THROW(cursor_of("ffffffff07616263").string(), CorruptIndex);
  EXPECT_EQ(cursor_of("03616263").string(), "abc");
  EXPECT_EQ(cursor_of("00").string(), "");
}

}  // namespace
}  // namespace segsmith::store
