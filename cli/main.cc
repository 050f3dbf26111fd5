// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>
#include <string_view>
#include <vector>

#include "cli/commands.h"
#include "cli/exit.h"
#include "index/nearest_name.h"
#include "util/error.h"

namespace segsmith::cli {
namespace {

void add_commands(CLI::App& app) {
  add_index_command(app);
  add_merge_command(app);
  add_delete_command(app);
  add_update_command(app);
  add_mergeplan_command(app);
  add_mergesim_command(app);
  add_info_command(app);
  add_fields_command(app);
  add_sizes_command(app);
  add_bkd_command(app);
  add_dv_command(app);
  add_skip_command(app);
  add_cat_command(app);
  add_check_command(app);
  add_diff_command(app);
  add_gen_command(app);
  add_corrupt_command(app);
  add_query_command(app);
  add_compare_command(app);
  add_race_command(app);
}

int refuse(const char* message) {
  std::fprintf(stderr, "segsmith: %s\n", message);
  return kExitRefused;
}

/// A file that a command opens must never take the place of a standard stream that was closed; its
/// stand-in is opened the wrong way round, so that using the stream fails as it should.
void occupy_closed_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(stream, F_GETFD) != -1) continue;
    if (::open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY) != stream) std::abort();
  }
}

/// What was printed must have arrived before the exit code may say so.
int finish(int code) {
  return std::fflush(stdout) == 0 ? code : refuse("cannot write to standard output");
}

/// Names a first word that is no command, with the nearest one; empty when it is one.
std::string unknown_command(const CLI::App& app, int argc, char** argv) {
  if (argc < 2 || argv[1][0] == '-') return "; segsmith --help lists the commands";
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands({})) names.push_back(command->get_name());
  const std::string word = argv[1];
  if (std::find(names.begin(), names.end(), word) != names.end()) {
    return "; segsmith " + word + " --help lists the options";
  }
  const std::vector<std::string_view> views(names.begin(), names.end());
  return ": unknown command '" + word + "'" + index::suggestion(word, views);
}

int run(int argc, char** argv) {
  occupy_closed_streams();
  std::signal(SIGXFSZ, SIG_IGN);  // A file past its limit is a failed write, not the end.
  CLI::App app{"segsmith reads, writes, merges, queries and compares Lucene segments"};
  app.set_version_flag("--version", std::string("segsmith ") + SEGSMITH_VERSION);
  app.require_subcommand(1);
  app.fallthrough(false);
  add_commands(app);
  try {
    app.parse(argc, argv);
    return finish(kExitHealthy);
  } catch (const CLI::ParseError& e) {
    if (e.get_exit_code() == 0) {  // --help, --version
      app.exit(e);
      return finish(kExitHealthy);
    }
    return refuse((std::string(e.what()) + unknown_command(app, argc, argv)).c_str());
  } catch (const ExitWith& e) {
    return finish(e.code);
  } catch (const std::bad_alloc&) {
    return refuse("out of memory");
  } catch (const std::exception& e) {
    return refuse(e.what());
  }
}

}  // namespace
}  // namespace segsmith::cli

int main(int argc, char** argv) { return segsmith::cli::run(argc, argv); }
