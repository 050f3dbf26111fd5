// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "store/input.h"
#include "store/output.h"

/// The integers at the head of a stored-fields chunk (StoredFieldsInts, docs/format/fdt.md): a
/// single value is a VInt; else byte 0 and a VInt when all are equal; else byte 8, 16 or 32, each
/// full 128 values transposed into little-endian longs, the rest one after another.
namespace segsmith::packing {

/// At least one value, none negative (InvalidArgument).
void write_stored_ints(std::span<const int32_t> values, store::Output& out);

/// Fills `out`, whose length the caller has checked against the bytes left or a known limit.
/// CorruptIndex for an unknown width, too few bytes, or a value above INT32_MAX.
void read_stored_ints(store::Cursor& in, std::span<int32_t> out);

}  // namespace segsmith::packing
