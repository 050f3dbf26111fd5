// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>

/// One function a command: it declares the options and sets the callback that does the work.
/// Results go to standard output; faults leave as exceptions of util/error.h, findings as ExitWith.
namespace segsmith::cli {

void add_index_command(CLI::App& app);
void add_merge_command(CLI::App& app);
void add_delete_command(CLI::App& app);
void add_update_command(CLI::App& app);
void add_mergeplan_command(CLI::App& app);
void add_mergesim_command(CLI::App& app);
void add_info_command(CLI::App& app);
void add_fields_command(CLI::App& app);
void add_sizes_command(CLI::App& app);
void add_bkd_command(CLI::App& app);
void add_dv_command(CLI::App& app);
void add_skip_command(CLI::App& app);
void add_cat_command(CLI::App& app);
void add_check_command(CLI::App& app);
void add_diff_command(CLI::App& app);
void add_gen_command(CLI::App& app);
void add_corrupt_command(CLI::App& app);
void add_query_command(CLI::App& app);
void add_compare_command(CLI::App& app);
void add_race_command(CLI::App& app);

}  // namespace segsmith::cli
