// SPDX-License-Identifier: Apache-2.0
#include "cli/output.h"

#include <cerrno>
#include <cstdio>

#include "util/error.h"

namespace segsmith::cli {

void FormatOption::add_to(CLI::App& command) {
  command.add_option("--format", name_, "table, json, ndjson or csv")
      ->check(CLI::IsMember({"table", "json", "ndjson", "csv"}))
      ->capture_default_str();
}

lab::OutputFormat FormatOption::format() const {
  return lab::parse_output_format(name_).value_or(lab::OutputFormat::table);
}

void print(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) {
    throw IoError("standard output", "write to", errno);
  }
}

std::string examples(std::string_view first, std::string_view second) {
  return "Examples:\n  " + std::string(first) + "\n  " + std::string(second);
}

}  // namespace segsmith::cli
