// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "model/doc_values.h"
#include "model/facts.h"
#include "packing/direct_monotonic.h"
#include "store/input.h"

/// Reading of terms dictionaries: blocks of 64 terms with shared prefixes, compressed with LZ4
/// behind their first term, and the reverse index over every 1,024th. docs/format/dvd.md;
/// org.apache.lucene.codecs.lucene90.Lucene90DocValuesProducer.TermsDict.
namespace segsmith::codec::lucene90 {

/// What `.dvm` says of a dictionary; offsets lie in `.dvd`.
struct TermsDictMeta {
  int64_t size = 0;
  packing::DirectMonotonicMeta block_addresses;
  int32_t max_term_length = 0;
  int32_t max_block_length = 0;
  int64_t terms_offset = 0;
  int64_t terms_length = 0;
  int64_t block_addresses_offset = 0;
  int64_t block_addresses_length = 0;
  packing::DirectMonotonicMeta index_addresses;
  int64_t index_offset = 0;
  int64_t index_length = 0;
  int64_t index_addresses_offset = 0;
  int64_t index_addresses_length = 0;
};

/// A dictionary over the mapping. Blocks are decoded per call into memory of the calling thread.
class TermsDict final : public model::Terms {
 public:
  /// `data` is the whole `.dvd` without its footer. CorruptIndex when a part does not lie inside.
  TermsDict(const TermsDictMeta& meta, const store::Input& data, const std::string& field);

  void terms(int64_t first, size_t count, model::BytesBlock& out) const override;
  SeekResult seek_ceil(std::span<const std::byte> target) const override;
  /// One fact a block; `base` gives field, structure, part, file and the offset of the terms.
  void visit_blocks(const model::Fact& base, const model::FactVisitor& visitor) const;

 private:
  size_t block_size(int64_t block) const;
  uint64_t block_start(int64_t block) const;
  std::span<const std::byte> first_term(int64_t block) const;
  /// Calls visit(term) for each term of the block in order until it answers false.
  template <class Visit>
  void walk_block(int64_t block, Visit&& visit) const;
  /// The uncompressed entries behind the first term; valid until the thread's next call.
  std::span<const std::byte> decompress(uint64_t at, std::span<const std::byte> first) const;
  std::span<const std::byte> index_entry(int64_t index) const;
  /// The last entry of the reverse index, or the last block of it, whose first term is at or below
  /// `target`; -1 when the first term is above.
  int64_t seek_index(std::span<const std::byte> target) const;
  int64_t seek_block(std::span<const std::byte> target) const;

  int32_t max_block_length_;
  store::Input terms_;
  store::Input index_;
  packing::DirectMonotonicReader block_addresses_;
  packing::DirectMonotonicReader index_addresses_;
};

}  // namespace segsmith::codec::lucene90
