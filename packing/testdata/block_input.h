// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "packing/testdata/guarded_bytes.h"
#include "store/input.h"
#include "store/output.h"

/// Blocks as the tests write and read them.
namespace segsmith::packing::testing {

/// What `write` puts into an Output.
template <class Write>
std::vector<std::byte> written(Write&& write) {
  store::MemoryOutput out;
  write(out.out());
  return out.take();
}

/// A block from offset 1 to the end, so that offsets matter, on memory that ends at a guard page.
inline store::Input block_input(std::span<const std::byte> block) {
  auto memory = std::make_shared<GuardedBytes>(block.size() + 1);
  std::ranges::copy(block, memory->span().begin() + 1);
  const std::span<const std::byte> view = memory->span();
  return {std::move(memory), view, "blocks"};
}

/// f(0), f(1), ...
template <class F>
std::vector<int64_t> filled(size_t n, F&& f) {
  std::vector<int64_t> values(n);
  for (size_t i = 0; i < n; ++i) values[i] = f(static_cast<int64_t>(i));
  return values;
}

}  // namespace segsmith::packing::testing
