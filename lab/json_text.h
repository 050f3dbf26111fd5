// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

/// Appending JSON pieces to a line, for dumps of millions of lines.
namespace segsmith::lab {

/// A quoted string with only the escapes that JSON demands. `text` must be UTF-8.
void append_json_string(std::string& out, std::string_view text);
void append_hex_string(std::string& out, std::span<const std::byte> bytes);
/// Text where the bytes are UTF-8, else hex digits.
void append_text_or_hex(std::string& out, std::span<const std::byte> bytes);
void append_number(std::string& out, int64_t value);
/// Shortest decimal that reads back equal; NaN and infinities as strings.
void append_double(std::string& out, double value);
void append_float(std::string& out, float value);
/// Well-formed UTF-8 (no overlong forms, no surrogates).
bool is_utf8(std::span<const std::byte> bytes);

}  // namespace segsmith::lab
