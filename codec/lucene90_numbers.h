// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "model/doc_values.h"
#include "model/facts.h"
#include "packing/direct_monotonic.h"
#include "store/input.h"

/// The numeric encodings of Lucene90 doc values as model::Numbers. docs/format/dvd.md; the inner
/// LongValues of org.apache.lucene.codecs.lucene90.Lucene90DocValuesProducer.
namespace segsmith::codec::lucene90 {

/// How the values of a field are kept, as `.dvm` says; checked for shape, not yet against `.dvd`.
struct NumericEncoding {
  int64_t num_values = 0;
  std::vector<int64_t> table;   ///< Ascending values that the packed numbers index; empty: none.
  bool varying_blocks = false;  ///< Blocks of 16,384 values, each with its own width and minimum.
  int bits = 0;                 ///< Width of the packed values; 0 for a constant.
  int64_t min = 0;              ///< Value = packed * gcd + min.
  int64_t gcd = 1;
  int64_t offset = 0;  ///< Of the values in `.dvd`.
  int64_t length = 0;  ///< Of the values, a block table included.
  int64_t block_table_offset = -1;
};

/// The values over `data`, the whole `.dvd` file without its footer. CorruptIndex when the lengths
/// do not fit the count and width, or a block or its table entry is wrong.
std::shared_ptr<const model::Numbers> open_numbers(const NumericEncoding& encoding,
                                                   const store::Input& data,
                                                   const std::string& field);

/// One fact, or one a block and one for the block table; `base` gives field, structure and file.
void visit_numbers(const NumericEncoding& encoding, const store::Input& data,
                   const model::Fact& base, const model::FactVisitor& visitor);

/// Running counts or offsets of a field, 0 at the start and `last` at the end. Every block read is
/// checked to ascend inside [0, last] by at most 2^31 - 1, so differences of neighbours are counts.
class Addresses final : public model::Numbers {
 public:
  /// CorruptIndex unless the ends are 0 and `last`.
  Addresses(packing::DirectMonotonicMeta meta, store::Input data, int64_t last);

  void values(uint64_t first, std::span<int64_t> out) const override;

 private:
  packing::DirectMonotonicReader reader_;
  store::Input data_;
  int64_t last_;
};

}  // namespace segsmith::codec::lucene90
