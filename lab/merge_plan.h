// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace segsmith::lab {

/// What a merge policy chooses for a state given as one line of JSON (docs/cli.md, mergeplan):
/// `{"policy","set","trigger","max_segments","segments":[...],"merging":[...]}`. The answer is one
/// line, `{"merges":[["_0","_1"]]}`, with `explain` also its reasons. Throws InvalidArgument that
/// names `file`, `line` and the member that is wrong.
std::string merge_plan(std::string_view state, bool explain, std::string_view file, uint64_t line);

}  // namespace segsmith::lab
