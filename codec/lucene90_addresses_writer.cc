// SPDX-License-Identifier: Apache-2.0
#include "codec/lucene90_addresses_writer.h"

#include <algorithm>
#include <array>

#include "codec/lucene90_doc_values_format.h"

namespace segsmith::codec::lucene90 {

AddressesWriter::AddressesWriter(std::optional<int32_t> doc_count)
    : writer_(meta_.out(), data_.out(),
              doc_count ? static_cast<uint64_t>(*doc_count) + 1
                        : packing::DirectMonotonicWriter::kAnyCount,
              kDirectMonotonicBlockShift) {
  writer_.add(0);
}

void AddressesWriter::add(const model::NumberBlock& block) {
  std::array<int64_t, 512> sums;
  for (size_t i = 0; i < block.docs.count;) {
    const size_t n = std::min(sums.size(), block.docs.count - i);
    for (size_t j = 0; j < n; ++j) {
      values_ += block.counts.empty() ? 1 : block.counts[i + j];
      sums[j] = values_;
    }
    writer_.add(std::span(sums).first(n));
    i += n;
  }
}

void AddressesWriter::add_single_valued(int64_t docs) {
  std::array<int64_t, 512> sums;
  while (docs > 0) {
    const auto n = static_cast<size_t>(std::min<int64_t>(docs, sums.size()));
    for (size_t i = 0; i < n; ++i) sums[i] = ++values_;
    writer_.add(std::span(sums).first(n));
    docs -= static_cast<int64_t>(n);
  }
}

void AddressesWriter::finish(store::Output& meta, store::Output& data) {
  writer_.finish();
  const uint64_t start = data.position();
  data.bytes(data_.take());
  meta.le64(start);
  meta.vint(kDirectMonotonicBlockShift);
  meta.bytes(meta_.take());
  meta.le64(data.position() - start);
}

}  // namespace segsmith::codec::lucene90
