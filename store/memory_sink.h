// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "store/output.h"

namespace segsmith::store {

/// Appends to a vector that it shares with its maker.
class MemorySink final : public Sink {
 public:
  explicit MemorySink(std::shared_ptr<std::vector<std::byte>> data) : data_(std::move(data)) {}
  void write(std::span<const std::byte> block) override {
    data_->insert(data_->end(), block.begin(), block.end());
  }
  void close() override {}

 private:
  std::shared_ptr<std::vector<std::byte>> data_;
};

}  // namespace segsmith::store
