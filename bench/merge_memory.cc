// SPDX-License-Identifier: Apache-2.0
// How much a forced merge allocates at its peak: makes an index of generated documents in ten
// segments, merges it into one and prints the most bytes that were allocated at once meanwhile,
// beyond what was before. Mapped files are not in it.
#include <malloc.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>

#include "bench/column_rows.h"

namespace {

size_t allocated = 0, peak = 0;  // One thread.

void* counted(void* p) {
  if (p == nullptr) throw std::bad_alloc();
  allocated += malloc_usable_size(p);
  peak = std::max(peak, allocated);
  return p;
}

void release(void* p) noexcept {
  if (p != nullptr) allocated -= malloc_usable_size(p);
  std::free(p);
}

}  // namespace

void* operator new(size_t size) { return counted(std::malloc(size)); }
void* operator new(size_t size, std::align_val_t alignment) {
  const auto step = static_cast<size_t>(alignment);
  return counted(std::aligned_alloc(step, (size + step - 1) / step * step));
}
void operator delete(void* p) noexcept { release(p); }
void operator delete(void* p, size_t) noexcept { release(p); }
void operator delete(void* p, std::align_val_t) noexcept { release(p); }
void operator delete(void* p, size_t, std::align_val_t) noexcept { release(p); }

int main(int argc, char** argv) {
  if (argc != 4) {
    std::fprintf(stderr, "usage: segsmith_merge_memory MAPPING OUTPUT DOCUMENTS\n");
    return 2;
  }
  try {
    size_t before = 0;
    segsmith::bench::run_columns({.mapping = argv[1],
                                  .output = argv[2],
                                  .documents = std::strtoull(argv[3], nullptr, 10),
                                  .merge = true},
                                 [&] { before = peak = allocated; });
    std::printf("%zu\n", peak - before);
    return 0;
  } catch (const std::exception& e) {
    std::fprintf(stderr, "segsmith_merge_memory: %s\n", e.what());
    return 2;
  }
}
