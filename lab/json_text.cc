// SPDX-License-Identifier: Apache-2.0
#include "lab/json_text.h"

#include <simdjson.h>

#include <charconv>
#include <cmath>

namespace segsmith::lab {
namespace {

constexpr char kHexDigits[] = "0123456789abcdef";

std::string_view as_text(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

template <class T>
void append_real(std::string& out, T value) {
  if (std::isnan(value)) {
    out += "\"NaN\"";
  } else if (std::isinf(value)) {
    out += value > 0 ? "\"Infinity\"" : "\"-Infinity\"";
  } else {
    char text[64];
    out.append(text, std::to_chars(text, text + sizeof(text), value).ptr);
  }
}

}  // namespace

void append_json_string(std::string& out, std::string_view text) {
  out += '"';
  for (char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (byte >= 0x20) {
      out += c;
    } else if (c == '\n') {
      out += "\\n";
    } else if (c == '\t') {
      out += "\\t";
    } else if (c == '\r') {
      out += "\\r";
    } else if (c == '\b') {
      out += "\\b";
    } else if (c == '\f') {
      out += "\\f";
    } else {
      out += "\\u00";
      out += kHexDigits[byte >> 4];
      out += kHexDigits[byte & 15];
    }
  }
  out += '"';
}

void append_hex_string(std::string& out, std::span<const std::byte> bytes) {
  out += '"';
  for (std::byte b : bytes) {
    out += kHexDigits[static_cast<unsigned>(b) >> 4];
    out += kHexDigits[static_cast<unsigned>(b) & 15];
  }
  out += '"';
}

bool is_utf8(std::span<const std::byte> bytes) {
  const std::string_view text = as_text(bytes);
  return simdjson::validate_utf8(text.data(), text.size());
}

void append_text_or_hex(std::string& out, std::span<const std::byte> bytes) {
  if (is_utf8(bytes)) {
    append_json_string(out, as_text(bytes));
  } else {
    append_hex_string(out, bytes);
  }
}

void append_number(std::string& out, int64_t value) {
  char text[24];
  out.append(text, std::to_chars(text, text + sizeof(text), value).ptr);
}

void append_double(std::string& out, double value) { append_real(out, value); }
void append_float(std::string& out, float value) { append_real(out, value); }

}  // namespace segsmith::lab
