// SPDX-License-Identifier: Apache-2.0
#include "model/segment_info.h"

namespace segsmith::model {

std::string to_string(const Version& v) {
  return std::to_string(v.major) + "." + std::to_string(v.minor) + "." + std::to_string(v.bugfix);
}

}  // namespace segsmith::model
