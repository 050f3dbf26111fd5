// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "util/error.h"

namespace segsmith::index {

enum class ScalarKind : uint8_t { null, boolean, number, string };

/// One JSON value that is neither object nor array. `text` is the token of a number or boolean, the
/// unescaped text of a string; it lies in the document or in the parser's buffer.
struct JsonScalar {
  ScalarKind kind = ScalarKind::null;
  std::string_view text;
};

/// The same with its own text.
struct OwnedScalar {
  ScalarKind kind = ScalarKind::null;
  std::string text;

  JsonScalar view() const { return {kind, text}; }
};

/// A value that does not fit its field's type; ignore_malformed leaves it out.
class MalformedValue : public InvalidArgument {
 public:
  using InvalidArgument::InvalidArgument;
};

/// Whether a number token has a fraction or an exponent.
inline bool is_fractional(std::string_view number) {
  return number.find_first_of(".eE") != std::string_view::npos;
}

}  // namespace segsmith::index
