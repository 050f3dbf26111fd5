// SPDX-License-Identifier: Apache-2.0
#include "store/output.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include <random>

#include "store/input.h"
#include "util/error.h"
#include "util/hex.h"

namespace segsmith::store {
namespace {

TEST(Output, WritesBothByteOrders) {
  MemoryOutput memory;
  memory.out().le16(0x0102);
  memory.out().le32(0x01020304);
  memory.out().le64(0x0102030405060708);
  memory.out().be16(0x0102);
  memory.out().be32(0x01020304);
  memory.out().be64(0x0102030405060708);
  memory.out().le_int(-2);
  EXPECT_EQ(to_hex(memory.take()),
            "0201"
            "04030201"
            "0807060504030201"
            "0102"
            "01020304"
            "0102030405060708"
            "feffffff");
}

TEST(Output, VariableLengthsReadBack) {
  std::vector<uint64_t> values = {0, 1, 127, 128, 16383, 16384, UINT32_MAX, INT64_MAX};
  MemoryOutput memory;
  for (const uint64_t v : values) memory.out().vlong(v);
  for (const int64_t v : {INT64_MIN, int64_t{-1}, int64_t{0}, INT64_MAX}) memory.out().zlong(v);
  for (const int32_t v : {INT32_MIN, -1, 0, INT32_MAX}) memory.out().zint(v);
  memory.out().vint(UINT32_MAX);
  auto owner = std::make_shared<std::vector<std::byte>>(memory.take());
  Cursor in(Input(owner, *owner, "test"));
  for (const uint64_t v : values) EXPECT_EQ(in.vlong(), v);
  for (const int64_t v : {INT64_MIN, int64_t{-1}, int64_t{0}, INT64_MAX}) EXPECT_EQ(in.zlong(), v);
  for (const int32_t v : {INT32_MIN, -1, 0, INT32_MAX}) EXPECT_EQ(in.zint(), v);
  EXPECT_EQ(in.vint(), UINT32_MAX);
  EXPECT_EQ(in.remaining(), 0U);
}

TEST(Output, RunningChecksumIsThatOfAllBytes) {
  std::mt19937_64 random(4);
  MemoryOutput memory;
  for (int i = 0; i < 300; ++i) {
    std::vector<std::byte> part(random() % 2000);
    for (std::byte& b : part) b = static_cast<std::byte>(random());
    memory.out().bytes(std::span<const std::byte>(part));
    memory.out().u8(7);
    if (i % 100 == 0) {
      const auto so_far = memory.take();
      EXPECT_EQ(memory.out().position(), so_far.size());
      EXPECT_EQ(memory.out().checksum(), crc32(0, so_far));
    }
  }
  const auto all = memory.take();
  EXPECT_GT(all.size(), size_t{1} << 17) << "more than the buffer";
  EXPECT_EQ(memory.out().checksum(), crc32(0, all));
}

TEST(Crc32, IsZlibsPolynomialAtEveryLengthAndSeed) {
  EXPECT_EQ(crc32(0, std::as_bytes(std::span<const char>("123456789", 9))), 0xCBF43926U);
  std::vector<std::byte> bytes(300);
  for (size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::byte>(i * 31);
  for (size_t n = 0; n <= bytes.size(); ++n) {
    const auto part = std::span<const std::byte>(bytes).first(n);
    const auto* raw = reinterpret_cast<const Bytef*>(bytes.data());
    EXPECT_EQ(crc32(0, part), ::crc32(0, raw, static_cast<uInt>(n))) << n;
    EXPECT_EQ(crc32(0x12345678, part),
              n == 0 ? 0x12345678 : ::crc32(0x12345678, raw, static_cast<uInt>(n)));
  }
}

TEST(Output, AlignsToPowersOfTwo) {
  MemoryOutput memory;
  EXPECT_EQ(memory.out().align(64), 0U);
  memory.out().u8(1);
  EXPECT_EQ(memory.out().align(64), 64U);
  EXPECT_EQ(memory.out().align(64), 64U);
  EXPECT_EQ(memory.take().size(), 64U);
}

/// Takes `capacity` bytes, then is a full disk.
class FullDisk final : public Sink {
 public:
  explicit FullDisk(size_t capacity) : left_(capacity) {}
  void write(std::span<const std::byte> block) override {
    if (block.size() > left_) throw IoError("disk", "write", ENOSPC);
    left_ -= block.size();
  }
  void close() override {}

 private:
  size_t left_;
};

TEST(Output, AFullDiskSurfacesAtTheWriteOrTheClose) {
  Output out(std::make_unique<FullDisk>(100), "f");
  const std::vector<std::byte> small(90);
  out.bytes(std::span<const std::byte>(small));
  EXPECT_NO_THROW(out.checksum());
  out.bytes(std::span<const std::byte>(small));
  EXPECT_THROW(out.close(), IoError);
}

}  // namespace
}  // namespace segsmith::store
