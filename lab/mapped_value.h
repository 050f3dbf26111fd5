// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "index/mapped_types.h"

/// Values in the form in which documents give them.
namespace segsmith::lab {

/// A doc-values number of the given type as JSON: a date as an ISO string, sortable bits as a
/// number. Types without another form print the integer.
void append_mapped_number(std::string& out, int64_t value, const index::MappedTypes::Entry* type);

/// A doc-values or point byte string: an ip address as text, else UTF-8 text or hex.
void append_mapped_bytes(std::string& out, std::span<const std::byte> bytes, index::FieldKind kind);

}  // namespace segsmith::lab
