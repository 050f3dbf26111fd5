// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace segsmith::testing {

/// The largest single allocation of this thread since the watch began. A test program that uses it
/// has allocation_watch.cc among its sources, which stands in for operator new. One at a time.
class AllocationWatch {
 public:
  AllocationWatch();
  size_t largest() const;
};

}  // namespace segsmith::testing
