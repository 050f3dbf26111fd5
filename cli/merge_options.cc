// SPDX-License-Identifier: Apache-2.0
#include "cli/merge_options.h"

namespace segsmith::cli {

void MergeOptions::add_to(CLI::App& command) {
  command
      .add_option("--policy", policy,
                  "tiered, log_byte_size or log_doc: which segments, and the documents' order")
      ->check(CLI::IsMember({"tiered", "log_byte_size", "time_based", "log_doc"}));
  command
      .add_option("--set", sets,
                  "KEY=VALUE of the policy, as merge_factor=10 (the keys of mergeplan); repeatable")
      ->allow_extra_args(false);
  command.add_option("--compound", compound, "auto, always or never")
      ->check(CLI::IsMember({"auto", "always", "never"}))
      ->capture_default_str();
  command.add_option("--seed", seed, "Repeatable segment ids");
}

std::vector<merge::PolicySetting> MergeOptions::settings() const {
  std::vector<merge::PolicySetting> settings;
  for (const std::string& text : sets) settings.push_back(merge::parse_policy_setting(text));
  return settings;
}

index::CompoundUse MergeOptions::compound_use() const {
  if (compound == "always") return index::CompoundUse::always;
  return compound == "never" ? index::CompoundUse::never : index::CompoundUse::automatic;
}

}  // namespace segsmith::cli
