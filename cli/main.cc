// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>
#include <string>

#include "cli/commands.h"
#include "cli/exit.h"
#include "util/error.h"

namespace segsmith::cli {
namespace {

void add_commands(CLI::App& app) {
  add_index_command(app);
  add_merge_command(app);
  add_info_command(app);
  add_fields_command(app);
  add_sizes_command(app);
  add_cat_command(app);
  add_check_command(app);
  add_query_command(app);
  add_compare_command(app);
  add_race_command(app);
}

int refuse(const char* message) {
  std::fprintf(stderr, "segsmith: %s\n", message);
  return kExitRefused;
}

int run(int argc, char** argv) {
  CLI::App app{"segsmith reads, writes, merges, queries and compares Lucene segments"};
  app.set_version_flag("--version", std::string("segsmith ") + SEGSMITH_VERSION);
  app.require_subcommand(1);
  app.fallthrough(false);
  add_commands(app);
  try {
    app.parse(argc, argv);
    if (std::fflush(stdout) != 0) return refuse("cannot write to standard output");
    return kExitHealthy;
  } catch (const CLI::ParseError& e) {
    const int code = app.exit(e);
    return code == 0 ? kExitHealthy : kExitRefused;
  } catch (const ExitWith& e) {
    std::fflush(stdout);
    return e.code;
  } catch (const std::bad_alloc&) {
    return refuse("out of memory");
  } catch (const std::exception& e) {
    return refuse(e.what());
  }
}

}  // namespace
}  // namespace segsmith::cli

int main(int argc, char** argv) { return segsmith::cli::run(argc, argv); }
