// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace segsmith::bkd {

/// Sorts `count` words ascending; `scratch` has room for as many. Meant for blocks that fit the
/// cache: one or two counting passes over the leading bits that tell most words apart, then repair
/// of what these left.
void radix_sort(uint64_t* words, uint64_t* scratch, size_t count);
/// The same where it is known that word - base has at most `bits` bits.
void radix_sort(uint64_t* words, uint64_t* scratch, size_t count, uint64_t base, int bits);

}  // namespace segsmith::bkd
