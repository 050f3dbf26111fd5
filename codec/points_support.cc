// SPDX-License-Identifier: Apache-2.0
#include "codec/points_support.h"

#include "util/error.h"

namespace segsmith::codec {

bool points_are_built() {
#ifdef SEGSMITH_WITHOUT_POINTS
  return false;
#else
  return true;
#endif
}

void need_points(const std::string& what) {
  if (!points_are_built()) throw InvalidArgument(what + ": this segsmith was built without points");
}

}  // namespace segsmith::codec
