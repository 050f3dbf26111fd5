// SPDX-License-Identifier: Apache-2.0
#include "packing/direct_kernels.h"

#include <gtest/gtest.h>

#include <cstring>
#include <string>

#include "packing/testdata/golden_inputs.h"
#include "packing/testdata/guarded_bytes.h"

// Every kernel set of this machine against plain bit arithmetic, on memory that ends at a guard
// page.
namespace segsmith::packing::kernels {
namespace {

using goldens::Random;
using PackedRun = kernels::Run;  // testing::Test has a Run of its own.

uint64_t value_at(std::span<const std::byte> packed, int bits, uint64_t index) {
  uint64_t value = 0;
  for (int b = 0; b < bits; ++b) {
    const uint64_t bit = index * static_cast<uint64_t>(bits) + static_cast<uint64_t>(b);
    value |= (static_cast<uint64_t>(packed[bit / 8]) >> (bit % 8) & 1) << b;
  }
  return value;
}

std::vector<std::byte> random_bytes(size_t n, uint64_t seed) {
  Random random(seed);
  std::vector<std::byte> bytes(n);
  for (std::byte& b : bytes) b = static_cast<std::byte>(random.next());
  return bytes;
}

struct Case {
  const KernelSet* set;
  size_t width;
};

class DirectKernels : public testing::TestWithParam<Case> {
 protected:
  /// Calls check(run, expected values) for many lengths, firsts and sizes of the packed bytes.
  template <class Check>
  void for_each_run(Check check) {
    const auto width = static_cast<uint64_t>(bits());
    for (const uint64_t total : {1, 2, 3, 7, 8, 9, 15, 16, 17, 31, 63, 64, 65, 127, 129, 400}) {
      const auto bytes = random_bytes(direct_packed_bytes(total, bits()), total * 64 + width);
      GuardedBytes packed(bytes);
      for (uint64_t first = 0; first < total; first += first < 10 ? 1 : 23) {
        for (const uint64_t left : {uint64_t{0}, uint64_t{1}, uint64_t{5}, uint64_t{70}}) {
          if (left >= total - first) continue;
          const PackedRun run = {packed.span().data(), bytes.size(), first,
                                 static_cast<size_t>(total - first - left)};
          std::vector<uint64_t> values(run.count);
          for (size_t i = 0; i < run.count; ++i) values[i] = value_at(bytes, bits(), first + i);
          ASSERT_NO_FATAL_FAILURE(check(run, values))
              << GetParam().set->name << " " << bits() << " bits, first " << first << ", count "
              << run.count << " of " << total;
        }
      }
    }
  }

  int bits() const { return kDirectWidths[GetParam().width]; }
  const WidthKernels& kernels() const { return GetParam().set->widths[GetParam().width]; }
  uint64_t largest() const { return bits() == 64 ? ~uint64_t{0} : (uint64_t{1} << bits()) - 1; }
};

TEST_P(DirectKernels, UnpackEveryRun) {
  for_each_run([&](const PackedRun& run, const std::vector<uint64_t>& values) {
    GuardedBytes memory(run.count * 8);
    auto* out = reinterpret_cast<int64_t*>(memory.span().data());
    kernels().unpack(run, out);
    for (size_t i = 0; i < run.count; ++i) ASSERT_EQ(static_cast<uint64_t>(out[i]), values[i]) << i;
  });
}

TEST_P(DirectKernels, MultiplyAndAddWrapping) {
  const int64_t pairs[][2] = {{1, -7}, {1000, INT64_MAX}, {-3, 5}, {INT64_MIN, 1}, {1, 0}};
  for_each_run([&](const PackedRun& run, const std::vector<uint64_t>& values) {
    GuardedBytes memory(run.count * 8);
    auto* out = reinterpret_cast<int64_t*>(memory.span().data());
    for (const auto& [mul, add] : pairs) {
      kernels().affine(run, out, mul, add);
      for (size_t i = 0; i < run.count; ++i) {
        const uint64_t expected =
            values[i] * static_cast<uint64_t>(mul) + static_cast<uint64_t>(add);
        ASSERT_EQ(static_cast<uint64_t>(out[i]), expected) << i;
      }
    }
  });
}

TEST_P(DirectKernels, LookUpAndNoticeValuesOutsideTheTable) {
  for_each_run([&](const PackedRun& run, const std::vector<uint64_t>& values) {
    const uint64_t top = *std::max_element(values.begin(), values.end());
    if (top > 300) return;
    std::vector<int64_t> table(top + 1);
    for (size_t i = 0; i < table.size(); ++i) table[i] = static_cast<int64_t>(i * i) - 50;
    GuardedBytes guarded(std::as_bytes(std::span<const int64_t>(table)));
    const auto* start = reinterpret_cast<const int64_t*>(guarded.span().data());
    std::vector<int64_t> out(run.count);
    ASSERT_TRUE(kernels().table(run, out.data(), start, table.size()));
    for (size_t i = 0; i < run.count; ++i) ASSERT_EQ(out[i], table[values[i]]) << i;
    if (top == 0) return;
    GuardedBytes short_table(std::as_bytes(std::span<const int64_t>(table).first(top)));
    ASSERT_FALSE(kernels().table(run, out.data(),
                                 reinterpret_cast<const int64_t*>(short_table.span().data()), top));
  });
}

TEST_P(DirectKernels, SetTheBitsOfARangeAndNoOthers) {
  Random random(17);
  for_each_run([&](const PackedRun& run, const std::vector<uint64_t>& values) {
    for (int round = 0; round < 4; ++round) {
      uint64_t low = values[random.next() % values.size()];
      uint64_t high = values[random.next() % values.size()];
      if (low > high) std::swap(low, high);
      if (round == 2) low = 0;
      if (round == 3) high = largest();
      const uint64_t bit = random.next() % 130;
      std::vector<uint64_t> words((bit + run.count + 63) / 64);
      for (uint64_t& w : words) w = random.next() & random.next() & random.next();
      std::vector<uint64_t> expected = words;
      for (size_t i = 0; i < run.count; ++i) {
        const uint64_t at = bit + i;
        if (low <= values[i] && values[i] <= high) expected[at / 64] |= uint64_t{1} << (at % 64);
      }
      GuardedBytes memory(std::as_bytes(std::span<const uint64_t>(words)));
      kernels().range(run, low, high, reinterpret_cast<uint64_t*>(memory.span().data()), bit);
      ASSERT_EQ(std::memcmp(memory.span().data(), expected.data(), expected.size() * 8), 0)
          << low << " to " << high << " at bit " << bit;
    }
  });
}

TEST_P(DirectKernels, PackToExactlyTheBytes) {
  for_each_run([&](const PackedRun& run, const std::vector<uint64_t>& values) {
    GuardedBytes in(std::as_bytes(std::span<const uint64_t>(values)));
    GuardedBytes out(direct_packed_bytes(run.count, bits()));
    kernels().pack(reinterpret_cast<const int64_t*>(in.span().data()), run.count,
                   out.span().data());
    for (size_t i = 0; i < run.count; ++i)
      ASSERT_EQ(value_at(out.span(), bits(), i), values[i]) << i;
    const uint64_t used = run.count * static_cast<uint64_t>(bits()) % 8;
    if (used != 0) {
      ASSERT_EQ(static_cast<unsigned>(out.span().back()) >> used, 0U)
          << "bits behind the last value";
    }
  });
}

std::vector<Case> all_cases() {
  std::vector<Case> cases;
  for (const KernelSet* set : supported_kernels()) {
    for (size_t w = 0; w < kDirectWidths.size(); ++w) cases.push_back({set, w});
  }
  return cases;
}

INSTANTIATE_TEST_SUITE_P(Sets, DirectKernels, testing::ValuesIn(all_cases()), [](const auto& one) {
  return std::string(one.param.set->name) + "_" + std::to_string(kDirectWidths[one.param.width]);
});

void check_line(const KernelSet& set, float slope, size_t count, uint64_t first) {
  Random random(count);
  std::vector<int64_t> out(count);
  for (int64_t& v : out) v = static_cast<int64_t>(random.next() >> 40);
  std::vector<int64_t> expected = out;
  for (size_t i = 0; i < count; ++i) {
    const float product = slope * static_cast<float>(first + i);
    expected[i] += -12345 + static_cast<int64_t>(product);
  }
  set.add_line(out.data(), count, first, -12345, slope);
  ASSERT_EQ(out, expected) << set.name << ": " << slope << " from " << first;
}

TEST(DirectKernelSets, LineIsOneFloatMultiplication) {
  for (const KernelSet* set : supported_kernels()) {
    for (const float slope :
         {0.0F, 1.0F, 0.3333333F, 123456.79F, -2.5F, 1e10F, 1e12F, -7e11F, 1e-8F}) {
      for (const size_t count : {0, 1, 3, 4, 7, 8, 9, 100}) {
        for (const uint64_t first : {0, 5, 65'537, 4'194'204}) {
          ASSERT_NO_FATAL_FAILURE(check_line(*set, slope, count, first));
        }
      }
    }
  }
}

TEST(DirectKernelSets, ScalarIsAlwaysFirst) {
  ASSERT_FALSE(supported_kernels().empty());
  EXPECT_EQ(supported_kernels().front(), &scalar_kernels());
  EXPECT_EQ(&best_kernels(), supported_kernels().back());
}

}  // namespace
}  // namespace segsmith::packing::kernels
