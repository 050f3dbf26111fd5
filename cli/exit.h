// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace segsmith::cli {

/// Exit codes of the program (docs/cli.md).
inline constexpr int kExitHealthy = 0;
inline constexpr int kExitFindings = 1;
inline constexpr int kExitRefused = 2;

/// Thrown by a command whose work was done but that has findings to report through the exit code.
struct ExitWith {
  int code;
};

}  // namespace segsmith::cli
