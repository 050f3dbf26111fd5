// SPDX-License-Identifier: Apache-2.0
// A double v is kept as the whole number m nearest v * 10^e * 10^-f, and comes back as
// m * 10^f * 10^-e. Which pair (e, f) is taken, and whether at all, is Elasticsearch's choice.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <string>

#include "packing/alp_kernels.h"
#include "packing/delta_kernels.h"
#include "packing/es95_stages.h"
#include "util/bits.h"

namespace segsmith::packing::es95 {
namespace {

constexpr int kMaxExponent = 18;
constexpr size_t kSamples = 64;
constexpr size_t kCandidates = 5;
/// Candidates in a row that do not improve, after which the rest are not tried.
constexpr int kPatience = 2;
/// A cached pair may have exceptions at this share of the values, in percent.
constexpr size_t kCachedPercent = 5;
constexpr int64_t kStrideSpread = 16;
/// Bits that an exception costs beside its position.
constexpr uint64_t kExceptionBits = 64;
/// Exceptions take 80 bits, and must not take more than half of what is saved.
constexpr int64_t kBitsPerException = 160;

// Literals are rounded correctly. Java's Math.pow gives the same on x86, but its strict version
// differs in the last bit for 10^-5, 10^-11 and 10^-17.
constexpr std::array<double, kMaxExponent + 1> kPower = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,
                                                         1e7,  1e8,  1e9,  1e10, 1e11, 1e12, 1e13,
                                                         1e14, 1e15, 1e16, 1e17, 1e18};
constexpr std::array<double, kMaxExponent + 1> kNegativePower = {
    1e-0,  1e-1,  1e-2,  1e-3,  1e-4,  1e-5,  1e-6,  1e-7,  1e-8, 1e-9,
    1e-10, 1e-11, 1e-12, 1e-13, 1e-14, 1e-15, 1e-16, 1e-17, 1e-18};

struct Pair {
  int e = 0;
  int f = 0;
  double encoding() const { return kPower[e] * kNegativePower[f]; }
  double decoding() const { return kPower[f] * kNegativePower[e]; }
  bool operator==(const Pair&) const = default;
};

double double_of(int64_t sortable) {
  return std::bit_cast<double>(sortable ^ ((sortable >> 63) & INT64_MAX));
}

double nearest(double v, double factor) { return static_cast<double>(alp_nearest(v * factor)); }

/// Values that rise or fall by nearly the same step as sortable longs are delta's.
bool has_near_constant_stride(std::span<const int64_t> values, std::span<int64_t> scratch) {
  const int64_t first = wrapping_sub(values[1], values[0]);
  if (first == 0) return false;
  const MinMax bounds = take_deltas(values, scratch);
  const int64_t spread = wrapping_sub(bounds.max, bounds.min);
  return spread >= 0 && spread <= kStrideSpread;
}

/// Digits behind the point, as far as they show.
int digits(double magnitude) {
  const double fraction = magnitude - std::floor(magnitude);
  if (fraction == 0) return 0;
  for (int p = 1; p < kMaxExponent; ++p) {
    const double scaled = fraction * kPower[p];
    if (std::fabs(scaled - nearest(fraction, kPower[p])) < 1e-9) return p;
  }
  return kMaxExponent;
}

/// The pair that a value votes for: the first that brings it back.
Pair vote_of(double v) {
  if (!std::isfinite(v) || v == 0) return {};
  const int p = digits(std::fabs(v));
  for (int e = p; e <= kMaxExponent; ++e) {
    const Pair pair{e, 0};
    if (nearest(v, pair.encoding()) * pair.decoding() == v) return pair;
  }
  for (int e = std::max(p, 1); e <= kMaxExponent; ++e) {
    for (int f = 1; f <= e; ++f) {
      const Pair pair{e, f};
      const double mantissa = nearest(v, pair.encoding());
      // Not as decoding() does it: two multiplications.
      if (mantissa * kPower[f] * kNegativePower[e] == v) return pair;
    }
  }
  return {};
}

struct Candidates {
  std::array<Pair, kCandidates> pairs;
  size_t count = 0;
};

/// The pairs with most votes, the smaller first where votes are equal.
Candidates find_candidates(std::span<const int64_t> values) {
  struct Votes {
    Pair pair;
    int count;
  };
  std::array<Votes, 2 * kSamples> votes;  // NOLINT(*-member-init)
  size_t distinct = 0;
  for (size_t i = 0; i < values.size(); i += std::max<size_t>(1, values.size() / kSamples)) {
    const Pair pair = vote_of(double_of(values[i]));
    const auto end = votes.begin() + static_cast<ptrdiff_t>(distinct);
    const auto known =
        std::find_if(votes.begin(), end, [&](const Votes& v) { return v.pair == pair; });
    if (known == end) {
      votes[distinct++] = {pair, 1};
    } else {
      ++known->count;
    }
  }
  const auto end = votes.begin() + static_cast<ptrdiff_t>(distinct);
  std::sort(votes.begin(), end, [](const Votes& a, const Votes& b) {
    if (a.count != b.count) return a.count > b.count;
    return a.pair.e != b.pair.e ? a.pair.e < b.pair.e : a.pair.f < b.pair.f;
  });
  Candidates found;
  found.count = std::min(distinct, kCandidates);
  for (size_t i = 0; i < found.count; ++i) found.pairs[i] = votes[i].pair;
  return found;
}

/// A block of doubles tried with pairs.
class Trial {
 public:
  Trial(std::span<const int64_t> values, FieldState& state)
      : values_(values), mantissas_(state.scratch), restored_(state.more) {}

  /// Makes the mantissas of a pair; its exceptions.
  size_t transform(Pair pair) {
    pair_ = pair;
    alp_mantissas(values_, pair.encoding(), mantissas_);
    alp_doubles(mantissas_, pair.decoding(), restored_);
    early_ = fit(0, kShortPositions);
    late_ = fit(kShortPositions, values_.size());
    return early_.exceptions + late_.exceptions;
  }

  /// Estimated bits of what transform() made.
  uint64_t cost() const {
    MinMax good = early_.good;
    good.fold(late_.good);
    const size_t exceptions = early_.exceptions + late_.exceptions;
    const int64_t range = wrapping_sub(good.max, good.min);
    const auto width =
        static_cast<uint64_t>(range <= 0 ? 1 : std::bit_width(static_cast<uint64_t>(range)));
    return width * (values_.size() - exceptions) + kExceptionBits * exceptions +
           8 * early_.exceptions + 16 * late_.exceptions;
  }

  /// Bits that the largest mantissa has less than the largest value.
  int saved_bits() const {
    return std::bit_width(joined_magnitudes(values_)) -
           std::bit_width(joined_magnitudes(mantissas_));
  }

  /// Appends the pair and the exceptions, and puts the mantissas over `values`, those tried.
  void commit(std::span<int64_t> values, BlockBytes& meta) const {
    meta.u8(static_cast<uint8_t>(pair_.e));
    meta.u8(static_cast<uint8_t>(pair_.f));
    meta.vlong(early_.exceptions + late_.exceptions);
    for (size_t i = 0; i < values.size(); ++i) {
      if (values[i] == restored_[i]) continue;
      meta.vlong(i);
      meta.le64(static_cast<uint64_t>(values[i]));
    }
    std::ranges::copy(mantissas_, values.begin());
  }

 private:
  /// Positions below have a VInt of one byte.
  static constexpr size_t kShortPositions = 128;

  AlpFit fit(size_t from, size_t to) const {
    to = std::min(to, values_.size());
    if (from >= to) return {};
    const auto part = [&](std::span<const int64_t> all) { return all.subspan(from, to - from); };
    return alp_fit(part(values_), part(restored_), part(mantissas_));
  }

  std::span<const int64_t> values_;
  std::span<int64_t> mantissas_;
  std::span<int64_t> restored_;
  Pair pair_;
  AlpFit early_;
  AlpFit late_;
};

/// The cheapest of the candidates, of which the last ones may go untried, and of (0, 0).
Pair choose(Trial& trial, const Candidates& candidates) {
  Pair best;
  uint64_t least = UINT64_MAX;
  bool plain_tried = false;
  int worse = 0;
  for (size_t i = 0; i < candidates.count && worse < kPatience; ++i) {
    const Pair pair = candidates.pairs[i];
    plain_tried |= pair == Pair{};
    trial.transform(pair);
    if (trial.cost() < least) {
      least = trial.cost();
      best = pair;
      worse = 0;
    } else {
      ++worse;
    }
  }
  if (!plain_tried) {
    trial.transform({});
    if (trial.cost() < least) best = {};
  }
  return best;
}

}  // namespace

bool AlpDouble::encode(std::span<int64_t> values, FieldState& state, BlockBytes& meta) {
  AlpCache& cache = state.alp;
  if (has_near_constant_stride(values, state.scratch)) {
    cache.set = false;
    return false;
  }
  Trial trial(values, state);
  if (cache.set) {
    const size_t exceptions = trial.transform({cache.e, cache.f});
    if (exceptions <= values.size() * kCachedPercent / 100 &&
        static_cast<int64_t>(exceptions) <= cache.limit) {
      trial.commit(values, meta);
      return true;
    }
  }
  const Pair best = choose(trial, find_candidates(values));
  const auto exceptions = static_cast<int64_t>(trial.transform(best));
  const int saved = trial.saved_bits();
  if (saved <= 0) return false;
  const int64_t limit = saved * static_cast<int64_t>(values.size()) / kBitsPerException;
  // A block that declines here leaves the cache as it was.
  if (exceptions > limit) return false;
  cache = {true, best.e, best.f, limit};
  trial.commit(values, meta);
  return true;
}

void AlpDouble::decode(BlockValues& block, BlockParser& in, Shape* shape) {
  const std::span<int64_t> values = block.get();
  const int e = in.u8();
  const int f = in.u8();
  if (e > kMaxExponent || f > kMaxExponent) {
    in.corrupt_before(2, "exponents of 0 to " + std::to_string(kMaxExponent),
                      std::to_string(e) + " and " + std::to_string(f));
  }
  const uint32_t exceptions = in.vint();
  if (exceptions > values.size()) {
    in.corrupt_before(1, "at most " + std::to_string(values.size()) + " exceptions",
                      std::to_string(exceptions));
  }
  alp_doubles(values, Pair{e, f}.decoding(), values);
  uint32_t next = 0;
  for (uint32_t i = 0; i < exceptions; ++i) {
    const uint32_t position = in.vint();
    if (position < next || position >= values.size()) {
      in.corrupt_before(
          1,
          "an exception from " + std::to_string(next) + " to " + std::to_string(values.size() - 1),
          std::to_string(position));
    }
    next = position + 1;
    values[position] = static_cast<int64_t>(in.le64());
  }
  if (shape == nullptr) return;
  shape->alp_e = e;
  shape->alp_f = f;
  shape->exceptions = exceptions;
}

}  // namespace segsmith::packing::es95
