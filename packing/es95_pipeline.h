// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "store/input.h"
#include "store/output.h"

/// The stages that a block of numbers goes through in ES95TSDB. Each field of a segment carries a
/// descriptor of its stages; each block says which of them took part, then the packed values, then
/// the numbers of each stage, the last stage's first.
///
/// A new stage is one struct with an id, a name, `encode` and `decode` (es95_stages.h) and its row
/// in es95_pipeline.cc. Format: docs/format/es-tsdb-doc-values.md. Not judged by a released
/// library.
namespace segsmith::packing::es95 {

/// Blocks of 128 and 512 values are written; a descriptor may ask for up to this many.
inline constexpr int kMinBlockShift = 7;
inline constexpr int kMaxBlockShift = 11;
inline constexpr size_t kMaxBlock = size_t{1} << kMaxBlockShift;

enum class StageId : uint8_t {
  delta = 0x01,
  offset = 0x02,
  gcd = 0x03,
  split_delta = 0x04,
  alp_double = 0x05,
  bit_pack = 0xA1,
};
const char* stage_name(StageId id);  ///< "delta", "split-delta", "alp-double", "bit-pack", ...

enum class DataType : uint8_t { long_integer = 0, double_float = 1, single_float = 2 };

/// What a field's values are, for the choice of stages.
enum class Role : uint8_t {
  other,           ///< delta, offset, gcd, bit packing; floats and unknown roles too.
  long_counter,    ///< And `@timestamp`: split delta before.
  double_gauge,    ///< ALP before.
  double_counter,  ///< ALP, then split delta, before.
};

/// The stages of one field, as they stand in its metadata.
struct Descriptor {
  static constexpr size_t kMaxStages = 16;
  int block_shift = 7;  ///< 7 (128 values) or 9 (512); up to kMaxBlockShift is read.
  DataType type = DataType::long_integer;
  std::array<StageId, kMaxStages> ids{};
  size_t stage_count = 0;  ///< The last one is the payload's, bit packing.

  size_t block_size() const { return size_t{1} << block_shift; }
  std::span<const StageId> stages() const { return {ids.data(), stage_count}; }
  /// "split-delta > delta > offset > gcd > bit-pack".
  std::string text() const;
  /// What Elasticsearch writes for a role.
  static Descriptor of(Role role, int block_shift);
  /// CorruptIndex for counts, shifts and orders that cannot be; UnsupportedVersion for a format
  /// version or a stage that is not known.
  static Descriptor read(store::Cursor& in);
  void write(store::Output& out) const;
  friend bool operator==(const Descriptor&, const Descriptor&) = default;
};

/// The splits that a field of this role may have; 0 where there is no split delta.
int max_splits(Role role, int block_shift);

/// Writes the blocks of one field of one segment, in order: ALP remembers what it chose before.
class Encoder {
 public:
  /// InvalidArgument when the descriptor is none that read() would accept.
  Encoder(const Descriptor& descriptor, int max_splits);
  Encoder(Encoder&&) noexcept;
  Encoder& operator=(Encoder&&) noexcept;
  ~Encoder();
  /// descriptor.block_size() values, doubles as sortable longs.
  void encode(std::span<const int64_t> values, store::Output& out);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Decodes the bytes [begin, end) of `data`, exactly one block; CorruptIndex when they are not one.
/// out.size() is the block size. Needs no state, so blocks may be read in any order and by any
/// thread.
void decode(const Descriptor& descriptor, const store::Input& data, uint64_t begin, uint64_t end,
            std::span<int64_t> out);

/// How a block is coded. What does not apply is 0, a gcd of 1, e and f of -1.
struct Shape {
  std::vector<StageId> applied;  ///< In the order of encoding, the payload last.
  int bits = 0;
  int64_t first = 0;             ///< delta
  int64_t min = 0;               ///< offset
  uint64_t gcd = 1;              ///< gcd
  std::vector<uint32_t> splits;  ///< split delta: where runs after the first begin
  int alp_e = -1;
  int alp_f = -1;
  uint32_t exceptions = 0;
  std::string stages() const;  ///< As Descriptor::text.
};
Shape describe(const Descriptor& descriptor, const store::Input& data, uint64_t begin,
               uint64_t end);

}  // namespace segsmith::packing::es95
