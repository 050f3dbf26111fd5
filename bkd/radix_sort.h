// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace segsmith::bkd {

/// Sorts `count` words ascending; `scratch` has room for as many. Meant for blocks that fit the
/// cache: one or two counting passes over the leading bits that tell most words apart, then repair
/// of what these left.
void radix_sort(uint64_t* words, uint64_t* scratch, size_t count);

}  // namespace segsmith::bkd
