// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "packing/testdata/split_mix.h"

/// The repeatable blocks of TsdbGoldens.java; what Elasticsearch 9.3.3 made of them is in
/// tsdb_goldens.txt.
namespace segsmith::packing::goldens {

inline constexpr int kNumberKinds = 17;
inline constexpr int kOrdinalKinds = 8;

/// Bits of a double in an order that is that of the numbers (NumericUtils.doubleToSortableLong).
inline int64_t sortable_double(double value) {
  const auto bits = std::bit_cast<int64_t>(value);
  return bits ^ ((bits >> 63) & INT64_MAX);
}

/// What a block's values are drawn from.
struct NumberSource {
  Random random;
  int64_t base = 0;
  int64_t step = 0;
  int shift = 0;
  int cut = 0;
  int64_t max = 0;
  int64_t min = 0;
  int64_t now = 0;

  NumberSource(int kind, int n, int seed)
      : random(static_cast<uint64_t>(kind * int64_t{1000003} + n * int64_t{131} + seed)) {
    const auto wide = static_cast<int64_t>(random.next());
    base = wide >> random.below(64);
    step = 1 + random.below(5000);
    shift = random.below(64);
    cut = random.below(n);
    const uint64_t large = random.next();
    max = static_cast<int64_t>(large >> (1 + random.below(40)));
    min = (max >> 2) + random.below(5) - 2;
    now = base >> 2;
  }
  int64_t next_signed() { return static_cast<int64_t>(random.next()); }
  /// Wraps as Java's addition does.
  int64_t move(int64_t by) {
    return now = static_cast<int64_t>(static_cast<uint64_t>(now) + static_cast<uint64_t>(by));
  }
  int64_t plus_base(int64_t by) const {
    return static_cast<int64_t>(static_cast<uint64_t>(base) + static_cast<uint64_t>(by));
  }
};

inline int64_t number(NumberSource& s, int kind, int n, int seed, int i) {
  constexpr std::array<int64_t, 7> kExtremes = {INT64_MIN,     INT64_MAX,    0, -1, 1,
                                                INT64_MIN + 1, INT64_MAX - 1};
  Random& r = s.random;
  switch (kind) {
    case 0:
      return s.base;
    case 1:
      return s.step * 10 + r.below(1000);
    case 2:
      return s.move(r.below(20));
    case 3:
      return s.move(-(r.below(1000) * s.step));
    case 4:
      return s.now = r.below(50) == 0 ? 0 : s.move(r.below(100));
    case 5:
      return s.plus_base(s.step * r.below(1000));
    case 6:
      return 1700000000000 + i * int64_t{1000} + (seed % 2 == 0 ? 0 : r.below(3));
    case 7:
      return s.next_signed() >> s.shift;
    case 8:
      return static_cast<int64_t>(r.next() >> s.shift);
    case 9:
      if (i % 3 < 2) return i % 3 == 0 ? s.min : s.max;
      return s.min + static_cast<int64_t>(r.next() >> 1) % (s.max - s.min + 1);
    case 10:
      return kExtremes[static_cast<size_t>(r.below(kExtremes.size()))];
    case 11:
      return s.move(r.below(60) == 0 ? r.below(9) : 0);
    case 12:
      return sortable_double(r.below(100000) / 100.0);
    case 13:
      return i < s.cut ? s.move(r.below(20)) : 0;
    case 14:
      return r.below(2) == 0 ? 0 : INT64_MIN;
    case 15: {
      const int64_t multiple = s.step << s.shift % 40;
      return s.next_signed() / multiple * multiple;
    }
    default:
      return i < s.cut ? s.base : s.plus_base(i < s.cut + seed % 3 ? i : n);
  }
}

inline std::vector<int64_t> numbers(int kind, int n, int seed) {
  NumberSource source(kind, n, seed);
  std::vector<int64_t> values(static_cast<size_t>(n));
  for (int i = 0; i < n; ++i) values[static_cast<size_t>(i)] = number(source, kind, n, seed, i);
  return values;
}

inline int ordinal_bits(int kind, int n, int seed) {
  return 2 + Random(static_cast<uint64_t>(kind * int64_t{7919} + n * int64_t{31} + seed)).below(31);
}

inline std::vector<int64_t> ordinals(int kind, int n, int seed) {
  Random random(static_cast<uint64_t>(kind * int64_t{1000033} + n * int64_t{137} + seed));
  const int bits = ordinal_bits(kind, n, seed);
  const auto any_ordinal = [&] { return static_cast<int64_t>(random.next() >> (64 - bits)); };
  std::vector<int64_t> v(static_cast<size_t>(n));
  const auto cut = static_cast<size_t>(1 + random.below(n - 1));
  const auto length = static_cast<size_t>(2 + random.below(n / 3));
  const int64_t first = any_ordinal();
  const int64_t second = any_ordinal();
  for (size_t i = 0; i < v.size(); ++i) {
    const int64_t any = any_ordinal();
    if (kind == 0) v[i] = first;
    if (kind == 1) v[i] = i < cut ? first : second;
    if (kind == 2 || kind == 3 || kind == 6) v[i] = i < length ? any : v[i - length];
    if (kind == 4) v[i] = any;
    if (kind == 5) v[i] = random.below(3);
    if (kind == 7 && i < cut) v[i] = i / 16 % 2 == 0 ? first : second;
    if (kind == 6 && i == length / 2) v[i] = v[0];
  }
  if (kind == 3) v[cut] ^= 1;
  return v;
}

/// Values of `bits` bits, as the lines "for" have them.
inline std::vector<int64_t> for_values(int bits, int n) {
  Random random(static_cast<uint64_t>(bits * int64_t{1000003} + n));
  std::vector<int64_t> values(static_cast<size_t>(n));
  for (int64_t& v : values) v = static_cast<int64_t>(random.next() >> (64 - bits));
  return values;
}

}  // namespace segsmith::packing::goldens
