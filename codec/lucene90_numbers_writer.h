// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "codec/lucene90_doc_values_format.h"
#include "codec/number_statistics.h"
#include "packing/direct_writer.h"
#include "store/output.h"

namespace segsmith::codec::lucene90 {

/// How the numbers of one column are stored; docs/format/dvd.md lists the four.
struct NumberEncoding {
  enum class Kind : uint8_t {
    constant,        ///< No bytes: every value is `min` (or there is none).
    table,           ///< Positions in a sorted table of at most 256 values.
    single_block,    ///< (value - min) / gcd at one width.
    varying_blocks,  ///< The same with a width and a minimum for every 16384 values.
  };
  Kind kind = Kind::constant;
  int bits = 0;  ///< Width; 0 for constant and varying blocks.
  int64_t min = 0;
  int64_t gcd = 0;
  std::span<const int64_t> table = {};  ///< Lives as long as the statistics.
};

/// Lucene's choice (Lucene90DocValuesConsumer.writeValues); sorts the unique values of
/// `statistics`.
NumberEncoding choose_encoding(NumberStatistics& statistics);

/// Writes the values of a column to `.dvd` in the encoding that was chosen for it.
class NumbersWriter {
 public:
  /// All outlive the writer; `statistics` are those of exactly the values that come.
  NumbersWriter(const NumberEncoding& encoding, NumberStatistics& statistics, store::Output& data);

  void add(std::span<const int64_t> values);
  /// The offset of the table of blocks, or kNoBlockTable.
  int64_t finish();

 private:
  void encode(std::span<const int64_t> values, int64_t min);
  void add_to_blocks(std::span<const int64_t> values);
  void begin_block();
  int64_t write_block_table();

  const NumberEncoding& encoding_;
  NumberStatistics& statistics_;
  store::Output& data_;
  packing::ExactDivisor divisor_;
  std::optional<packing::DirectWriter> writer_;  ///< Of the column, or of the current block.
  uint64_t done_ = 0;                            ///< Values before the current call.
  std::vector<uint64_t> block_offsets_;
  std::vector<int64_t> buffer_;
};

}  // namespace segsmith::codec::lucene90
