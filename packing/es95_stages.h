// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "packing/block_parser.h"
#include "packing/es95_pipeline.h"

/// The stages of ES95TSDB. Each is a struct with
///   kId, kName;
///   encode: changes the values of a block and appends its numbers to `meta`; or declines: returns
///           false, and has left both alone;
///   decode: reads its numbers, undoes its change, and tells `shape`, which may be null, of it.
/// Arithmetic wraps as Java's long does. Internal to es95_pipeline.h.
namespace segsmith::packing::es95 {

/// What ALP remembers from one block of a field to the next.
struct AlpCache {
  bool set = false;
  int e = 0;
  int f = 0;
  int64_t limit = 0;  ///< Exceptions that a block may have.
};

/// What stages keep while a field of a segment is written, and room to work in.
struct FieldState {
  int max_splits = 0;
  AlpCache alp;
  std::span<int64_t> scratch;  ///< As many as a block has values.
  std::span<int64_t> more;     ///< The same again.
};

/// The values of a block while it is decoded. They are unpacked when a stage first looks at them,
/// with what stages before only multiplied or added.
class BlockValues {
 public:
  /// `bits` may be 0: no packed bytes, all values 0.
  BlockValues(std::span<const std::byte> packed, int bits, std::span<int64_t> out)
      : packed_(packed), bits_(bits), out_(out) {}

  size_t size() const { return out_.size(); }
  void multiply(int64_t by);
  void add(int64_t what);
  /// Each value becomes `before` and the sum of all up to it.
  void add_up(int64_t before);
  std::span<int64_t> get();

 private:
  std::span<const std::byte> packed_;
  int bits_;
  std::span<int64_t> out_;
  bool unpacked_ = false;
  int64_t mul_ = 1;
  int64_t add_ = 0;
};

/// ZLong first - its difference; values become differences of neighbours, the first the second's.
struct Delta {
  static constexpr StageId kId = StageId::delta;
  static constexpr const char* kName = "delta";
  static bool encode(std::span<int64_t> values, FieldState& state, BlockBytes& meta);
  static void decode(BlockValues& values, BlockParser& in, Shape* shape);
};

/// ZLong minimum, which is subtracted.
struct Offset {
  static constexpr StageId kId = StageId::offset;
  static constexpr const char* kName = "offset";
  static bool encode(std::span<int64_t> values, FieldState& state, BlockBytes& meta);
  static void decode(BlockValues& values, BlockParser& in, Shape* shape);
};

/// VLong divisor - 2.
struct Gcd {
  static constexpr StageId kId = StageId::gcd;
  static constexpr const char* kName = "gcd";
  static bool encode(std::span<int64_t> values, FieldState& state, BlockBytes& meta);
  static void decode(BlockValues& values, BlockParser& in, Shape* shape);
};

/// Delta over runs between changes of direction: VInt k, k VInts where runs begin, k + 1 ZLongs.
struct SplitDelta {
  static constexpr StageId kId = StageId::split_delta;
  static constexpr const char* kName = "split-delta";
  static bool encode(std::span<int64_t> values, FieldState& state, BlockBytes& meta);
  static void decode(BlockValues& values, BlockParser& in, Shape* shape);
};

/// Adaptive lossless floating point (Afroozeh, Kuffo, Boncz: ALP, SIGMOD 2023): doubles as decimal
/// mantissas. Byte e, byte f, VInt exceptions, each a VInt position and the sortable long.
struct AlpDouble {
  static constexpr StageId kId = StageId::alp_double;
  static constexpr const char* kName = "alp-double";
  static bool encode(std::span<int64_t> values, FieldState& state, BlockBytes& meta);
  static void decode(BlockValues& values, BlockParser& in, Shape* shape);
};

/// Bytes that a stage may append at most: e, f, their number, and every value an exception.
inline constexpr size_t kMaxStageBytes = 2 + 2 + kMaxBlock * (2 + 8);

}  // namespace segsmith::packing::es95
