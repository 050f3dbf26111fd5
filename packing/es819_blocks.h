// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "store/input.h"
#include "store/output.h"

/// Blocks of numbers and of ordinals in the doc values of ES87TSDB and ES819TSDB; the ordinals also
/// in ES95TSDB. A block has 128 or 512 values, which is the size of the spans; the last block of a
/// field is padded with zeros by the caller, and they take part in every choice.
///
/// Decoders take the bytes [begin, end) of `data`, which must be exactly one block: what does not
/// add up is a CorruptIndex that names the byte. Format: docs/format/es-tsdb-doc-values.md.
namespace segsmith::packing::es819 {

inline constexpr size_t kMaxBlock = 512;

/// Writes a block of numbers: delta, offset, gcd and bit packing, each if it pays by
/// Elasticsearch's rules; the bytes are its writer's.
void encode_numbers(std::span<const int64_t> values, store::Output& out);
void decode_numbers(const store::Input& data, uint64_t begin, uint64_t end, std::span<int64_t> out);

/// Writes a block of ordinals below 2^bits_per_ordinal (1 to 32): one run, two runs, a cycle, or
/// packed.
void encode_ordinals(std::span<const int64_t> values, int bits_per_ordinal, store::Output& out);
void decode_ordinals(const store::Input& data, uint64_t begin, uint64_t end, int bits_per_ordinal,
                     std::span<int64_t> out);

/// Sets bit bit_offset + i of `words` when low <= value first + i of the block <= high, for `count`
/// values, where the coding tells without a value being unpacked: a constant; one run, two runs or
/// a cycle of ordinals. Other bits stay. False, and nothing done, for other codings: decode and
/// compare.
[[nodiscard]] bool numbers_range_into_words(const store::Input& data, uint64_t begin, uint64_t end,
                                            size_t block_size, size_t first, size_t count,
                                            int64_t low, int64_t high, std::span<uint64_t> words,
                                            uint64_t bit_offset);
[[nodiscard]] bool ordinals_range_into_words(const store::Input& data, uint64_t begin, uint64_t end,
                                             int bits_per_ordinal, size_t block_size, size_t first,
                                             size_t count, int64_t low, int64_t high,
                                             std::span<uint64_t> words, uint64_t bit_offset);

/// How a block of numbers is coded. What does not apply is 0, a gcd of 1.
struct NumberShape {
  bool delta = false;
  bool offset = false;
  bool divided = false;
  int bits = 0;
  int64_t first = 0;  ///< With delta: the value before the first, less its delta.
  int64_t min = 0;    ///< What offset added to every value, or delta, after multiplication.
  uint64_t gcd = 1;
  /// The stages that took part, in the order of encoding, as "delta > offset > gcd > bit-pack";
  /// "constant" when nothing is left.
  std::string stages() const;
};
NumberShape describe_numbers(const store::Input& data, uint64_t begin, uint64_t end,
                             size_t block_size);

struct OrdinalShape {
  enum class Coding : uint8_t { single_run, two_runs, packed, cycle };
  Coding coding = Coding::packed;
  int bits = 0;                       ///< Packed only.
  std::vector<int64_t> values;        ///< Of the runs, or of the cycle.
  std::vector<uint32_t> run_lengths;  ///< Of one or two runs.
  const char* name() const;           ///< "single-run", "two-runs", "bit-pack" or "cycle".
};
OrdinalShape describe_ordinals(const store::Input& data, uint64_t begin, uint64_t end,
                               int bits_per_ordinal, size_t block_size);

}  // namespace segsmith::packing::es819
