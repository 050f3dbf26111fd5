// SPDX-License-Identifier: Apache-2.0
#include "packing/testdata/allocation_watch.h"

#include <algorithm>
#include <cstdlib>
#include <new>

namespace {

thread_local size_t largest_allocation = 0;

}  // namespace

// Also the kind that does not throw, which std::stable_sort asks for its buffer.
void* operator new(size_t size, const std::nothrow_t& /*tag*/) noexcept {
  largest_allocation = std::max(largest_allocation, size);
  return std::malloc(size == 0 ? 1 : size);
}
void* operator new(size_t size) {
  void* const memory = operator new(size, std::nothrow);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, size_t) noexcept { std::free(memory); }
void operator delete(void* memory, const std::nothrow_t& /*tag*/) noexcept { std::free(memory); }

namespace segsmith::testing {

AllocationWatch::AllocationWatch() { largest_allocation = 0; }

size_t AllocationWatch::largest() const { return largest_allocation; }

}  // namespace segsmith::testing
