// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <bit>
#include <string>

#include "packing/block_parser.h"
#include "packing/delta_kernels.h"
#include "packing/es819_blocks.h"
#include "packing/tsdb_for.h"
#include "util/bit_set.h"
#include "util/bits.h"
#include "util/error.h"

// A block: a VLong whose trailing one-bits name the coding:
//   v << 1                  one run of v
//   v << 2 | 01             two runs: VInt length of the first, ZLong what the second adds to v
//   011                     packed at the field's bits, not rounded
//   length << 4 | 0111      a cycle: `length` VLongs
namespace segsmith::packing::es819 {
namespace {

constexpr size_t kMaxBytes = 10 + kMaxBlock * 8;
/// A header of 63 bits has no room for more.
constexpr int kMaxSingleRunBits = 62;
constexpr int kMaxTwoRunsBits = 61;

using Coding = OrdinalShape::Coding;

void check_arguments(size_t block_size, int bits) {
  if (block_size == 0 || block_size > kMaxBlock || block_size % kForGroup != 0) {
    throw InvalidArgument("a block of " + std::to_string(block_size) + " ordinals");
  }
  if (!is_for_width(bits)) throw InvalidArgument("ordinals of " + std::to_string(bits) + " bits");
}

/// Length of the cycle that the block repeats, as Elasticsearch looks for it: up to the first value
/// that equals the first. 0 when there is none.
size_t cycle_length(std::span<const int64_t> values) {
  const auto candidates = values.subspan(1, values.size() / 4);
  const auto again = std::ranges::find(candidates, values[0]);
  if (again == candidates.end()) return 0;
  const auto length = static_cast<size_t>(again - candidates.begin()) + 1;
  return length > 1 && repeats(values, length) ? length : 0;
}

/// A block whose bytes were all looked at, but for packed values.
struct Parsed {
  Coding coding = Coding::packed;
  std::span<const std::byte> packed;
  size_t first_run = 0;                       ///< Values of the first of two runs.
  size_t length = 0;                          ///< Of the cycle; 1 or 2 for runs.
  std::array<int64_t, kMaxBlock / 4> values;  ///< Of the cycle or the runs.  NOLINT
};

class OrdinalParser {
 public:
  OrdinalParser(const store::Input& data, uint64_t begin, uint64_t end, int bits, size_t block_size)
      : in_(data, begin, end), size_(in_.remaining()), bits_(bits), block_size_(block_size) {}

  void parse(Parsed& block) {
    const uint64_t header = in_.vlong();
    switch (std::countr_one(header)) {
      case 0:
        block.coding = Coding::single_run;
        block.length = 1;
        block.values[0] = checked(header >> 1);
        break;
      case 1:
        two_runs(header >> 2, block);
        break;
      case 2:
        if (header != 3) in_.corrupt_before(read(), "a header of 3", std::to_string(header));
        block.coding = Coding::packed;
        block.packed = in_.bytes(for_packed_bytes(block_size_, bits_));
        break;
      case 3:
        cycle(header >> 4, block);
        break;
      default:
        in_.corrupt_before(read(), "a header that ends in at most three one-bits",
                           std::to_string(header));
    }
    in_.end();
  }

 private:
  size_t read() const { return size_ - in_.remaining(); }

  int64_t checked(uint64_t ordinal) const {
    if (bits_ < 64 && ordinal >> bits_ != 0) {
      in_.corrupt_before(1, "an ordinal of " + std::to_string(bits_) + " bits",
                         std::to_string(static_cast<int64_t>(ordinal)));
    }
    return static_cast<int64_t>(ordinal);
  }

  void two_runs(uint64_t first, Parsed& block) {
    block.coding = Coding::two_runs;
    block.length = 2;
    block.values[0] = checked(first);
    const uint32_t run = in_.vint();
    if (run == 0 || run >= block_size_) {
      in_.corrupt_before(1, "a first run of 1 to " + std::to_string(block_size_ - 1) + " ordinals",
                         std::to_string(run));
    }
    block.first_run = run;
    block.values[1] = checked(first + static_cast<uint64_t>(in_.zlong()));
  }

  void cycle(uint64_t length, Parsed& block) {
    block.coding = Coding::cycle;
    if (length < 2 || length > block_size_ / 4) {
      in_.corrupt_before(1, "a cycle of 2 to " + std::to_string(block_size_ / 4) + " ordinals",
                         std::to_string(length));
    }
    block.length = static_cast<size_t>(length);
    for (size_t i = 0; i < block.length; ++i) block.values[i] = checked(in_.vlong());
  }

  BlockParser in_;
  size_t size_;
  int bits_;
  size_t block_size_;
};

/// Doubles what is repeated until the block is full.
void fill_cycle(const Parsed& block, std::span<int64_t> out) {
  std::copy_n(block.values.begin(), block.length, out.begin());
  for (size_t done = block.length; done < out.size();) {
    const size_t n = std::min(done, out.size() - done);
    std::copy_n(out.begin(), n, out.begin() + static_cast<ptrdiff_t>(done));
    done += n;
  }
}

struct Wanted {
  size_t first;
  size_t count;
  int64_t low;
  int64_t high;
  std::span<uint64_t> words;
  uint64_t bit_offset;

  bool holds(int64_t value) const { return low <= value && value <= high; }
  /// Sets the bits of the values [from, to) of the block that are asked for.
  void set(size_t from, size_t to) const {
    from = std::max(from, first);
    to = std::min(to, first + count);
    if (from < to) set_bits(words, bit_offset + (from - first), to - from);
  }
};

void set_cycle(const Parsed& block, const Wanted& wanted) {
  size_t phase = wanted.first % block.length;
  // One word at a time; the values are few, so they are compared again each time round.
  for (size_t done = 0; done < wanted.count;) {
    const uint64_t bit = wanted.bit_offset + done;
    const size_t n = std::min<size_t>(64 - (bit & 63), wanted.count - done);
    uint64_t mask = 0;
    for (size_t i = 0; i < n; ++i) {
      mask |= uint64_t{wanted.holds(block.values[phase])} << i;
      phase = phase + 1 == block.length ? 0 : phase + 1;
    }
    wanted.words[bit >> 6] |= mask << (bit & 63);
    done += n;
  }
}

}  // namespace

void encode_ordinals(std::span<const int64_t> values, int bits_per_ordinal, store::Output& out) {
  check_arguments(values.size(), bits_per_ordinal);
  std::array<std::byte, kMaxBytes> buffer;  // NOLINT(*-member-init)
  BlockBytes bytes(buffer.data());
  const size_t runs = count_changes(values) + 1;
  const auto first = static_cast<uint64_t>(values[0]);
  if (runs == 1 && bits_per_ordinal <= kMaxSingleRunBits) {
    bytes.vlong(first << 1);
  } else if (runs == 2 && bits_per_ordinal <= kMaxTwoRunsBits) {
    const auto second = std::ranges::adjacent_find(values, std::not_equal_to<>()) + 1;
    bytes.vlong(first << 2 | 1);
    bytes.vlong(static_cast<uint64_t>(second - values.begin()));
    bytes.zlong(wrapping_sub(*second, values[0]));
  } else if (const size_t length = runs > 2 ? cycle_length(values) : 0; length > 0) {
    bytes.vlong(uint64_t{length} << 4 | 7);
    for (size_t i = 0; i < length; ++i) bytes.vlong(static_cast<uint64_t>(values[i]));
  } else {
    bytes.vlong(3);
    bytes.skip(for_pack(values, bits_per_ordinal, {bytes.at(), kMaxBlock * 8}));
  }
  out.bytes(std::span<const std::byte>(buffer.data(), bytes.at()));
}

void decode_ordinals(const store::Input& data, uint64_t begin, uint64_t end, int bits_per_ordinal,
                     std::span<int64_t> out) {
  check_arguments(out.size(), bits_per_ordinal);
  Parsed block;
  OrdinalParser(data, begin, end, bits_per_ordinal, out.size()).parse(block);
  switch (block.coding) {
    case Coding::single_run:
      return fill_line(out, block.values[0], 0);
    case Coding::two_runs:
      fill_line(out.first(block.first_run), block.values[0], 0);
      return fill_line(out.subspan(block.first_run), block.values[1], 0);
    case Coding::packed:
      return for_unpack(block.packed, bits_per_ordinal, out);
    case Coding::cycle:
      return fill_cycle(block, out);
  }
}

bool ordinals_range_into_words(const store::Input& data, uint64_t begin, uint64_t end,
                               int bits_per_ordinal, size_t block_size, size_t first, size_t count,
                               int64_t low, int64_t high, std::span<uint64_t> words,
                               uint64_t bit_offset) {
  check_arguments(block_size, bits_per_ordinal);
  if (first > block_size || count > block_size - first) {
    throw InvalidArgument("ordinals " + std::to_string(first) + " + " + std::to_string(count) +
                          " of a block of " + std::to_string(block_size));
  }
  Parsed block;
  OrdinalParser(data, begin, end, bits_per_ordinal, block_size).parse(block);
  const Wanted wanted{first, count, low, high, words, bit_offset};
  switch (block.coding) {
    case Coding::single_run:
      if (wanted.holds(block.values[0])) wanted.set(0, block_size);
      return true;
    case Coding::two_runs:
      if (wanted.holds(block.values[0])) wanted.set(0, block.first_run);
      if (wanted.holds(block.values[1])) wanted.set(block.first_run, block_size);
      return true;
    case Coding::cycle:
      set_cycle(block, wanted);
      return true;
    case Coding::packed:
      return false;
  }
  return false;
}

OrdinalShape describe_ordinals(const store::Input& data, uint64_t begin, uint64_t end,
                               int bits_per_ordinal, size_t block_size) {
  check_arguments(block_size, bits_per_ordinal);
  Parsed block;
  OrdinalParser(data, begin, end, bits_per_ordinal, block_size).parse(block);
  OrdinalShape shape;
  shape.coding = block.coding;
  shape.values.assign(block.values.begin(),
                      block.values.begin() + static_cast<ptrdiff_t>(block.length));
  const auto size = static_cast<uint32_t>(block_size);
  const auto first_run = static_cast<uint32_t>(block.first_run);
  if (block.coding == Coding::packed) shape.bits = bits_per_ordinal;
  if (block.coding == Coding::single_run) shape.run_lengths = {size};
  if (block.coding == Coding::two_runs) shape.run_lengths = {first_run, size - first_run};
  return shape;
}

const char* OrdinalShape::name() const {
  switch (coding) {
    case Coding::single_run:
      return "single-run";
    case Coding::two_runs:
      return "two-runs";
    case Coding::packed:
      return "bit-pack";
    case Coding::cycle:
      return "cycle";
  }
  return "";
}

}  // namespace segsmith::packing::es819
