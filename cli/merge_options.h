// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <optional>
#include <string>

#include "index/segment_writer.h"

namespace segsmith::cli {

/// `--policy`, `--compound` and `--seed`, which every command that merges has.
struct MergeOptions {
  std::string policy;  ///< Empty: the index decides.
  std::string compound = "auto";
  std::optional<uint64_t> seed;

  /// Adds the options to `command`; the object must outlive the parse.
  void add_to(CLI::App& command);
  index::CompoundUse compound_use() const;
};

}  // namespace segsmith::cli
