// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

/// Loops over the document ids of a block k-d leaf (docs/format/kdd.md), one set per kind of
/// processor. Unchecked: the caller has seen that the bytes are there, and looks at the answers
/// before it uses an id as an index.
namespace segsmith::packing {

/// Bytes of `count` ids of 21 bits: three to eight bytes, the last one or two in three each.
constexpr size_t doc_ids_21_bytes(size_t count) {
  const size_t third = count / 3 & ~size_t{15};
  const size_t rest = count - 3 * third;
  return 8 * third + rest / 3 * 8 + rest % 3 * 3;
}

struct DocIdKernels {
  const char* name;
  /// Each of the next five unpacks `count` ids to `out` and returns the largest, all being taken as
  /// unsigned. Two bytes an id; `min` is added, and must be below 2^31.
  uint32_t (*delta16)(const std::byte* in, size_t count, uint32_t min, int32_t* out);
  /// doc_ids_21_bytes(count) bytes.
  uint32_t (*bits21)(const std::byte* in, size_t count, int32_t* out);
  /// Three bytes an id, as BKD 10 lays them out, and as BKD 9 did.
  uint32_t (*bits24)(const std::byte* in, size_t count, int32_t* out);
  uint32_t (*bits24_before_10)(const std::byte* in, size_t count, int32_t* out);
  /// Four bytes an id.
  uint32_t (*bits32)(const std::byte* in, size_t count, int32_t* out);
  /// Sets, or clears, bit docs[i] of `words`.
  void (*set_bits)(const int32_t* docs, size_t count, uint64_t* words);
  void (*clear_bits)(const int32_t* docs, size_t count, uint64_t* words);
  /// Largest of `count` numbers of two bytes.
  uint32_t (*max16)(const std::byte* in, size_t count);
  /// Sets, or clears, bit min + d for each number d of two bytes, whose largest is `max`, without
  /// unpacking them: their order does not matter. `scratch` has kDeltaScratch bytes, all zero
  /// before and after.
  void (*set_deltas)(const std::byte* in, size_t count, uint32_t min, uint32_t max, bool set,
                     uint64_t* words, uint8_t* scratch);
};

/// Room for a byte a document where a leaf's documents lie near one another.
inline constexpr size_t kDeltaSpread = 8192;
inline constexpr size_t kDeltaScratch = kDeltaSpread + 128;

/// Those that this processor can run, the plain one first; for tests.
std::vector<const DocIdKernels*> available_doc_id_kernels();
/// The last of them, chosen once.
const DocIdKernels& doc_id_kernels();

}  // namespace segsmith::packing
