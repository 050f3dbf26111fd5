// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <csignal>
#include <cstdio>
#include <cstdlib>
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
    const int code = app.exit(e);
    return code == 0 ? finish(kExitHealthy) : kExitRefused;
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
