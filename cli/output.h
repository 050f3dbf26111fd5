// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <string_view>

#include "lab/table.h"

namespace segsmith::cli {

/// `--format table|json|ndjson|csv`, table by default.
class FormatOption {
 public:
  /// Adds the option to `command`; the object must outlive the parse.
  void add_to(CLI::App& command);
  lab::OutputFormat format() const;

 private:
  std::string name_ = "table";
};

/// Writes to standard output; IoError when that fails (a closed pipe, a full disk).
void print(std::string_view text);

/// The text that every --help ends with.
std::string examples(std::string_view first, std::string_view second);

}  // namespace segsmith::cli
