// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "index/check_report.h"

namespace segsmith::index {

/// Level 3: documents of a sorted segment are in the declared order.
void check_sort_order(const SegmentReader& segment, CheckReport& report);

}  // namespace segsmith::index
