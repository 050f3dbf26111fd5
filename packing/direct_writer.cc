// SPDX-License-Identifier: Apache-2.0
#include "packing/direct_writer.h"

#include <algorithm>
#include <cstring>
#include <string>

#include "packing/direct_kernels.h"
#include "util/error.h"

namespace segsmith::packing {
namespace {

const kernels::WidthKernels& kernels_of(int bits) {
  const int index = direct_width_index(bits);
  if (index < 0) {
    throw InvalidArgument("packed integers of " + std::to_string(bits) + " bits do not exist");
  }
  return kernels::best_kernels().widths[static_cast<size_t>(index)];
}

}  // namespace

size_t direct_pack(std::span<const int64_t> values, int bits, std::span<std::byte> out) {
  const auto& k = kernels_of(bits);
  const uint64_t bytes = direct_packed_bytes(values.size(), bits);
  if (bytes > out.size()) {
    throw InvalidArgument("no room for " + std::to_string(bytes) + " packed bytes in " +
                          std::to_string(out.size()));
  }
  k.pack(values.data(), values.size(), out.data());
  return static_cast<size_t>(bytes);
}

DirectWriter::DirectWriter(store::Output& out, uint64_t count, int bits)
    : out_(&out),
      left_(count),
      bits_(bits),
      buffer_(std::make_unique_for_overwrite<int64_t[]>(kBlock)),
      packed_(std::make_unique_for_overwrite<std::byte[]>(kBlock * sizeof(int64_t))) {
  kernels_of(bits);
}

void DirectWriter::pack_and_write(std::span<const int64_t> values) {
  const size_t n = direct_pack(values, bits_, {packed_.get(), kBlock * sizeof(int64_t)});
  out_->bytes(std::span<const std::byte>(packed_.get(), n));
}

void DirectWriter::add(std::span<const int64_t> values) {
  if (values.size() > left_) throw InvalidArgument("more packed values than announced");
  left_ -= values.size();
  if (pending_ > 0) {
    const size_t n = std::min(values.size(), kBlock - pending_);
    std::memcpy(buffer_.get() + pending_, values.data(), n * sizeof(int64_t));
    pending_ += n;
    values = values.subspan(n);
    if (pending_ < kBlock) return;
    pack_and_write({buffer_.get(), kBlock});
    pending_ = 0;
  }
  for (; values.size() >= kBlock; values = values.subspan(kBlock)) {
    pack_and_write(values.first(kBlock));
  }
  if (!values.empty()) std::memcpy(buffer_.get(), values.data(), values.size() * sizeof(int64_t));
  pending_ = values.size();
}

void DirectWriter::finish() {
  if (left_ != 0) {
    throw InvalidArgument("packed values end " + std::to_string(left_) + " before the announced");
  }
  if (pending_ > 0) pack_and_write({buffer_.get(), pending_});
  pending_ = 0;
  for (int i = direct_padding_bytes(bits_); i > 0; --i) out_->u8(0);
}

}  // namespace segsmith::packing
