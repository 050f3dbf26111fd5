// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace segsmith::bkd {

/// Most bytes that encode_doc_ids makes of `count` ids.
constexpr size_t max_doc_ids_bytes(size_t count) { return 4 * count + 32; }

/// Writes marker and ids of a leaf's documents (DocIdsWriter.writeDocIds; docs/format/kdd.md) at
/// `out`, which has room for max_doc_ids_bytes, in the coding that Lucene chooses for trees of BKD
/// version 9 or 10; returns how many bytes. `docs` is not empty.
size_t encode_doc_ids(std::span<const int32_t> docs, int32_t version, std::byte* out);

}  // namespace segsmith::bkd
