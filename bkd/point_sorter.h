// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "bkd/one_dim_writer.h"

namespace segsmith::bkd {

/// Hands points to `out` in the order of value, then document. `values` holds docs.size() packed
/// values of `width` bytes. Both arrays are reordered; less than 2 MB is needed besides.
void sort_points(size_t width, std::span<std::byte> values, std::span<int32_t> docs,
                 OneDimWriter& out);

}  // namespace segsmith::bkd
