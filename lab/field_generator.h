// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "lab/dice.h"

namespace segsmith::lab {

/// Makes the values of one field, document after document, as JSON text. The kinds and their
/// parameters: docs/fixture-specs.md.
class FieldGenerator {
 public:
  virtual ~FieldGenerator() = default;
  /// Appends the next value.
  virtual void append(Dice& dice, std::string& out) = 0;
};

/// The generator that `spec` describes. InvalidArgument names `field`, the parameter, and the
/// nearest known one, or what was expected.
std::unique_ptr<FieldGenerator> make_field_generator(const std::string& field,
                                                     const nlohmann::ordered_json& spec);

/// Names of the kinds.
std::vector<std::string_view> generator_kinds();

/// Reads the parameters of one object strictly: each has a type and a range, and one that nobody
/// asked for is an error.
class SpecReader {
 public:
  SpecReader(std::string where, const nlohmann::ordered_json& object);

  bool has(std::string_view name) const;
  int64_t whole(std::string_view name, int64_t otherwise, int64_t low = INT64_MIN,
                int64_t high = INT64_MAX);
  double real(std::string_view name, double otherwise, double low, double high);
  std::string text(std::string_view name, std::string otherwise);
  bool flag(std::string_view name, bool otherwise);
  /// A pair [low, high] of whole numbers, or one number for both.
  std::pair<int64_t, int64_t> range(std::string_view name, std::pair<int64_t, int64_t> otherwise,
                                    int64_t low);
  /// The JSON value itself; null where there is none.
  const nlohmann::ordered_json& value(std::string_view name);
  /// InvalidArgument for a parameter that was not asked for.
  void finish() const;

  [[noreturn]] void refuse(std::string_view name, std::string_view expected,
                           const nlohmann::ordered_json& found) const;

 private:
  std::string where_;
  const nlohmann::ordered_json& object_;
  std::vector<std::string> asked_;
};

}  // namespace segsmith::lab
