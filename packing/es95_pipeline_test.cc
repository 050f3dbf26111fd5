// SPDX-License-Identifier: Apache-2.0
#include "packing/es95_pipeline.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <limits>
#include <optional>
#include <set>
#include <string>

#include "packing/testdata/block_input.h"
#include "packing/testdata/tsdb_blocks.h"
#include "util/error.h"
#include "util/hex.h"

namespace segsmith::packing::es95 {
namespace {

using goldens::sortable_double;
using packing::testing::block_input;
using packing::testing::filled;
using packing::testing::written;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr std::array kRoles = {Role::other, Role::long_counter, Role::double_gauge,
                               Role::double_counter};

/// Writes blocks of one field, and reads each back.
class Field {
 public:
  explicit Field(Role role, int shift = 7)
      : descriptor_(Descriptor::of(role, shift)), encoder_(descriptor_, max_splits(role, shift)) {}

  std::vector<std::byte> encode(std::span<const int64_t> values) {
    auto block = written([&](store::Output& out) { encoder_.encode(values, out); });
    const store::Input in = block_input(block);
    std::vector<int64_t> back(values.size());
    decode(descriptor_, in, 1, in.size(), back);
    EXPECT_TRUE(std::ranges::equal(back, values)) << "does not come back";
    return block;
  }
  Shape shape(std::span<const int64_t> values) {
    const store::Input in = block_input(encode(values));
    return describe(descriptor_, in, 1, in.size());
  }
  const Descriptor& descriptor() const { return descriptor_; }

 private:
  Descriptor descriptor_;
  Encoder encoder_;
};

size_t size_of(Role role, int shift, std::span<const int64_t> values) {
  return Field(role, shift).encode(values).size();
}

template <class F>
std::vector<int64_t> doubles(size_t n, F&& f) {
  return filled(n, [&](int64_t i) { return sortable_double(f(i)); });
}

/// Runs of a counter of step 10,000, each of which begins 10^9 below the one before, the last at 0.
std::vector<int64_t> counter(size_t n, int64_t flips) {
  const auto length = static_cast<int64_t>(n) / (flips + 1);
  return filled(n, [&](int64_t i) {
    const int64_t run = std::min(i / length, flips);
    return (flips - run) * 1000000000 + (i - run * length) * 10000;
  });
}

TEST(Es95Pipeline, DescriptorsAreElasticsearchs) {
  const auto hex_of = [](Role role, int shift) {
    return to_hex(written([&](store::Output& out) { Descriptor::of(role, shift).write(out); }));
  };
  EXPECT_EQ(hex_of(Role::other, 7),
            "0104070001"
            "0203a1");
  EXPECT_EQ(hex_of(Role::long_counter, 9),
            "01050900"
            "04010203a1");
  EXPECT_EQ(hex_of(Role::double_gauge, 7),
            "01050701"
            "05010203a1");
  EXPECT_EQ(hex_of(Role::double_counter, 9),
            "01060901"
            "0504010203a1");
  EXPECT_EQ(Descriptor::of(Role::double_counter, 9).text(),
            "alp-double > split-delta > delta > offset > gcd > bit-pack");
  EXPECT_EQ(max_splits(Role::long_counter, 9), 16);
  EXPECT_EQ(max_splits(Role::double_counter, 7), 4);
  EXPECT_EQ(max_splits(Role::double_counter, 9), 16);
  EXPECT_EQ(max_splits(Role::other, 9), 0);
}

TEST(Es95Pipeline, DescriptorsThatCannotBeAreNamed) {
  const auto read = [](const char* hex) {
    const auto bytes = *from_hex(hex);
    store::Cursor in(block_input(bytes), 1);
    return Descriptor::read(in);
  };
  EXPECT_EQ(read("01050701"
                 "05010203a1"),
            Descriptor::of(Role::double_gauge, 7));
  EXPECT_THROW(read("0204070001"
                    "0203a1"),
               UnsupportedVersion);
  EXPECT_THROW(read("0102070006a1"), UnsupportedVersion);
  EXPECT_THROW(read("01000700"), CorruptIndex);
  EXPECT_THROW(read("01110700"), CorruptIndex);
  EXPECT_THROW(read("01010600a1"), CorruptIndex);
  EXPECT_THROW(read("01010c00a1"), CorruptIndex);
  EXPECT_THROW(read("01010703a1"), CorruptIndex);
  EXPECT_THROW(read("0101070001"), CorruptIndex);
  EXPECT_THROW(read("01020700a1a1"), CorruptIndex);
  EXPECT_THROW(read("01040700"
                    "01"),
               CorruptIndex);
}

// Sizes that upstream's own tests hold for these blocks.
TEST(Es95Pipeline, CountersHaveElasticsearchsSizes) {
  EXPECT_EQ(size_of(Role::long_counter, 7, counter(128, 1)), 15u);
  EXPECT_EQ(size_of(Role::long_counter, 9, counter(512, 1)), 16u);
  EXPECT_EQ(size_of(Role::long_counter, 7, counter(128, 16)), 105u);
  EXPECT_EQ(size_of(Role::long_counter, 9, counter(512, 16)), 117u);
  EXPECT_EQ(size_of(Role::long_counter, 7, counter(128, 17)), 340u);
  EXPECT_EQ(size_of(Role::long_counter, 9, counter(512, 17)), 1348u);
  EXPECT_EQ(size_of(Role::other, 7, counter(128, 1)), 276u);
  EXPECT_EQ(size_of(Role::other, 9, counter(512, 1)), 1092u);
}

TEST(Es95Pipeline, DoublesHaveElasticsearchsSizes) {
  const auto expect = [](size_t with_alp, size_t without, auto&& f) {
    const auto values = doubles(128, f);
    EXPECT_EQ(size_of(Role::double_gauge, 7, values), with_alp);
    EXPECT_EQ(size_of(Role::other, 7, values), without);
  };
  expect(102, 131, [](int64_t i) { return 60.0 + static_cast<double>(i % 41 - 20); });
  expect(275, 780, [](int64_t i) { return static_cast<double>(10000 + i % 41 - 20) / 100.0; });
  expect(258, 780, [](int64_t i) { return static_cast<double>(2250 + i % 21 - 10) / 100.0; });
  expect(7, 12, [](int64_t) { return 42.5; });
  expect(8, 41, [](int64_t i) { return 1000.0 + static_cast<double>(i); });
  expect(102, 1035, [](int64_t i) { return static_cast<double>(i % 41 - 20) / 100.0; });
}

/// The role whose stages a descriptor has.
Role role_of(const Descriptor& descriptor) {
  for (const Role role : kRoles) {
    if (Descriptor::of(role, descriptor.block_shift) == descriptor) return role;
  }
  ADD_FAILURE() << "no role has " << descriptor.text();
  return Role::other;
}

// The first blocks of fields of indices that upstream's sources of mid-2026 wrote.
TEST(Es95Pipeline, BytesAreThoseOfWrittenIndices) {
  std::ifstream file(std::string(SEGSMITH_SOURCE_DIR) + "/packing/testdata/es95_blocks.txt");
  std::optional<Encoder> encoder;
  Descriptor descriptor;
  size_t blocks = 0;
  std::set<std::string> stages;
  std::string name;
  for (std::string kind; file >> kind;) {
    std::string hex;
    if (kind == "field") file >> name;
    file >> hex;
    const auto bytes = *from_hex(hex);
    const store::Input in = block_input(bytes);
    if (kind == "field") {
      store::Cursor cursor(in, 1);
      descriptor = Descriptor::read(cursor);
      encoder.emplace(descriptor, max_splits(role_of(descriptor), descriptor.block_shift));
      continue;
    }
    std::vector<int64_t> values(descriptor.block_size());
    decode(descriptor, in, 1, in.size(), values);
    stages.insert(describe(descriptor, in, 1, in.size()).stages());
    EXPECT_EQ(to_hex(written([&](store::Output& out) { encoder->encode(values, out); })), hex)
        << name;
    ++blocks;
  }
  EXPECT_GT(blocks, 50u);
  EXPECT_GT(stages.size(), 10u);
}

TEST(Es95Pipeline, RunsEndAtTurnsAndAtResets) {
  Field field(Role::long_counter);
  EXPECT_THAT(field.shape(counter(128, 1)).splits, ElementsAre(64));
  EXPECT_EQ(field.shape(counter(128, 1)).stages(), "split-delta > offset > bit-pack");
  // A turn that stays.
  const auto turn = filled(128, [](int64_t i) { return i < 50 ? i * 7 : 700 - i * 7; });
  EXPECT_THAT(field.shape(turn).splits, ElementsAre(51));
  // A last run of one value is none.
  EXPECT_TRUE(
      field.shape(filled(128, [](int64_t i) { return i < 127 ? i * 7 : 0; })).splits.empty());
  EXPECT_THAT(field.shape(filled(128, [](int64_t i) { return i < 126 ? i * 7 : 0; })).splits,
              ElementsAre(126));
  // No more splits than the field may have.
  const auto saw = [](int64_t teeth) {
    return filled(128, [=](int64_t i) { return i < 6 * teeth ? i % 6 * 100 : 0; });
  };
  EXPECT_EQ(field.shape(saw(16)).splits.size(), 16u);
  EXPECT_TRUE(field.shape(saw(17)).splits.empty());
}

TEST(Es95Pipeline, SmallNegativeMinimaStay) {
  Field field(Role::other);
  const auto with_min = [&](int64_t min) {
    return field.shape(filled(128, [&](int64_t i) { return i % 2 == 0 ? min : 400 + i % 3; }));
  };
  EXPECT_EQ(with_min(-1).stages(), "bit-pack");
  EXPECT_EQ(with_min(-1).bits, 64);
  EXPECT_EQ(with_min(-99).stages(), "bit-pack");
  EXPECT_EQ(with_min(-100).stages(), "offset > bit-pack");
  EXPECT_EQ(with_min(100).min, 100);
}

TEST(Es95Pipeline, GcdOfTheLargestPowerIsShifted) {
  Field field(Role::other);
  const auto shape = field.shape(filled(128, [](int64_t i) { return i % 3 == 0 ? INT64_MIN : 0; }));
  EXPECT_EQ(shape.stages(), "gcd > bit-pack");
  EXPECT_EQ(shape.gcd, uint64_t{1} << 63);
  EXPECT_EQ(shape.bits, 64);
}

TEST(Es95Pipeline, SpecialDoublesAreExceptions) {
  Field field(Role::double_gauge);
  auto values = doubles(128, [](int64_t i) { return static_cast<double>(i / 2 * 37 % 64) / 4.0; });
  EXPECT_EQ(field.shape(values).exceptions, 0u);
  values[3] = sortable_double(std::numeric_limits<double>::quiet_NaN());
  values[90] = sortable_double(-0.0);
  const auto shape = field.shape(values);
  EXPECT_EQ(shape.exceptions, 2u);
  EXPECT_EQ(shape.applied.front(), StageId::alp_double);
  // An infinity's mantissa is so large that nothing is saved.
  values[70] = sortable_double(-std::numeric_limits<double>::infinity());
  EXPECT_EQ(Field(Role::double_gauge).shape(values).alp_e, -1);
}

TEST(Es95Pipeline, DoublesOfANearConstantStrideForgetThePair) {
  Field field(Role::double_gauge);
  const auto gauge =
      doubles(128, [](int64_t i) { return static_cast<double>(i * 37 % 64) / 100.0; });
  EXPECT_EQ(field.shape(gauge).applied.front(), StageId::alp_double);
  const auto stride =
      filled(128, [](int64_t i) { return sortable_double(1.5) + i * 1000 + i % 3; });
  EXPECT_NE(field.shape(stride).applied.front(), StageId::alp_double);
  EXPECT_EQ(field.shape(gauge).applied.front(), StageId::alp_double);
}

TEST(Es95Pipeline, BlocksOfEveryKindRoleAndSizeComeBack) {
  for (const Role role : kRoles) {
    for (const int shift : {7, 9, 11}) {
      for (int kind = 0; kind < goldens::kNumberKinds; ++kind) {
        Field field(role, shift);
        for (int seed = 0; seed < 6; ++seed) {
          field.encode(goldens::numbers(kind, 1 << shift, seed));
          ASSERT_FALSE(HasFailure()) << "kind " << kind << " seed " << seed << " shift " << shift;
        }
      }
    }
  }
}

TEST(Es95Pipeline, DoublesOfEverySizeComeBack) {
  goldens::Random random(7);
  for (const Role role : {Role::double_gauge, Role::double_counter}) {
    Field field(role);
    for (int round = 0; round < 200; ++round) {
      const double scale = std::pow(10.0, random.below(40) - 20);
      const int special = random.below(40);
      field.encode(doubles(128, [&](int64_t i) {
        if (random.below(40) < special) return std::bit_cast<double>(random.next());
        return static_cast<double>(random.below(1 << (1 + round % 30)) - i) * scale;
      }));
    }
  }
}

TEST(Es95Pipeline, DamageIsNamed) {
  const auto message = [](Role role, const char* hex) -> std::string {
    const auto bytes = *from_hex(hex);
    const store::Input in = block_input(bytes);
    std::vector<int64_t> out(128);
    try {
      decode(Descriptor::of(role, 7), in, 1, in.size(), out);
    } catch (const CorruptIndex& e) {
      return e.what();
    }
    return "no error";
  };
  EXPECT_EQ(message(Role::other, "0800"), "no error");
  EXPECT_THAT(message(Role::other, "0000"), HasSubstr("bits of 4 stages, the last one set"));
  EXPECT_THAT(message(Role::other, "1800"), HasSubstr("bits of 4 stages"));
  EXPECT_THAT(message(Role::other, "0819"), HasSubstr("0 to 24, 32, 40, 48, 56 or 64"));
  EXPECT_THAT(message(Role::other, "0801"), HasSubstr("16 bytes of the block"));
  EXPECT_THAT(message(Role::other, "080000"), HasSubstr("the end of the block"));
  EXPECT_THAT(message(Role::other, "0900"), HasSubstr("1 byte of the block"));
  EXPECT_THAT(message(Role::other, "0c00ffffffffffffffff7f"), HasSubstr("a divisor up to 2^63"));
  EXPECT_THAT(message(Role::long_counter, "110000"), HasSubstr("1 to 64 splits"));
  EXPECT_THAT(message(Role::long_counter, "110041"), HasSubstr("1 to 64 splits"));
  EXPECT_THAT(message(Role::long_counter, "11000205050000"), HasSubstr("a split from 6 to 127"));
  EXPECT_THAT(message(Role::long_counter, "1100018001"), HasSubstr("a split from 1 to 127"));
  EXPECT_THAT(message(Role::double_gauge, "11001300"), HasSubstr("exponents of 0 to 18"));
  EXPECT_THAT(message(Role::double_gauge, "110002008101"), HasSubstr("at most 128 exceptions"));
  EXPECT_THAT(message(Role::double_gauge, "11000200018001"),
              HasSubstr("an exception from 0 to 127"));
  EXPECT_THAT(message(Role::double_gauge, "110002000105"), HasSubstr("8 bytes of the block"));
}

TEST(Es95Pipeline, RefusesOtherBlocksThanItsOwn) {
  Encoder encoder(Descriptor::of(Role::other, 7), 0);
  store::MemoryOutput out;
  EXPECT_THROW(encoder.encode(std::vector<int64_t>(512), out.out()), InvalidArgument);
  EXPECT_THROW(Encoder(Descriptor{}, 0), InvalidArgument);
  EXPECT_THROW(Encoder(Descriptor::of(Role::long_counter, 7), 65), InvalidArgument);
}

}  // namespace
}  // namespace segsmith::packing::es95
