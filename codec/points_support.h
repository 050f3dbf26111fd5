// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace segsmith::codec {

/// Whether this library was built with points (SEGSMITH_POINTS). Without, no index that has points
/// is opened and none is written.
bool points_are_built();

/// InvalidArgument "WHAT: this segsmith was built without points" where they are not.
void need_points(const std::string& what);

}  // namespace segsmith::codec
