// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "index/segment_writer.h"
#include "merge/policy_settings.h"

namespace segsmith::cli {

/// `--policy`, `--set`, `--compound` and `--seed`, which every command that merges has.
struct MergeOptions {
  std::string policy;             ///< Empty: the index decides.
  std::vector<std::string> sets;  ///< KEY=VALUE
  std::string compound = "auto";
  std::optional<uint64_t> seed;

  /// Adds the options to `command`; the object must outlive the parse.
  void add_to(CLI::App& command);
  index::CompoundUse compound_use() const;
  /// InvalidArgument for what is not KEY=VALUE.
  std::vector<merge::PolicySetting> settings() const;
};

}  // namespace segsmith::cli
