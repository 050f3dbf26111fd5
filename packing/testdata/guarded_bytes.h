// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstring>
#include <new>
#include <span>

namespace segsmith {

/// Memory whose last byte lies right before a page that may not be touched (and whose first byte,
/// when it fills whole pages, right behind one): any over-read ends the test program.
class GuardedBytes {
 public:
  explicit GuardedBytes(size_t size) : size_(size) {
    page_ = static_cast<size_t>(sysconf(_SC_PAGESIZE));
    inner_ = (size + page_ - 1) / page_ * page_;
    void* all = mmap(nullptr, inner_ + 2 * page_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (all == MAP_FAILED) throw std::bad_alloc();
    base_ = static_cast<std::byte*>(all);
    if (inner_ > 0 && mprotect(base_ + page_, inner_, PROT_READ | PROT_WRITE) != 0) {
      munmap(all, inner_ + 2 * page_);
      throw std::bad_alloc();
    }
  }
  explicit GuardedBytes(std::span<const std::byte> bytes) : GuardedBytes(bytes.size()) {
    if (!bytes.empty()) std::memcpy(span().data(), bytes.data(), bytes.size());
  }
  GuardedBytes(const GuardedBytes&) = delete;
  GuardedBytes& operator=(const GuardedBytes&) = delete;
  ~GuardedBytes() { munmap(base_, inner_ + 2 * page_); }

  std::span<std::byte> span() { return {base_ + page_ + inner_ - size_, size_}; }

 private:
  size_t size_;
  size_t page_ = 0;
  size_t inner_ = 0;
  std::byte* base_ = nullptr;
};

}  // namespace segsmith
