// SPDX-License-Identifier: Apache-2.0
#include "codec/es819_binary_writer.h"

#include <algorithm>
#include <string>

#include "packing/direct_monotonic.h"
#include "util/error.h"

namespace segsmith::codec::es819 {

BinaryBlocksWriter::BinaryBlocksWriter(packing::es819::DocOffsets offsets, BinaryBlockLimits limits,
                                       store::Output& data)
    : encoder_(offsets), limits_(limits), data_(data) {
  addresses_.push_back(static_cast<int64_t>(data.position()));
}

void BinaryBlocksWriter::add(const model::BytesBlock& values) {
  for (size_t i = 0; i < values.size();) {
    // As many values as the block takes, then their bytes at once: they lie one behind the other.
    const size_t from = i;
    const uint64_t start = values.offsets[i];
    uint64_t bytes = raw_.size();
    bool full = false;
    while (i < values.size() && !full) {
      const uint64_t length = values.offsets[i + 1] - values.offsets[i];
      bytes += length;
      if (bytes > INT32_MAX) {
        throw InvalidArgument("a block of binary values of " + std::to_string(bytes) + " bytes");
      }
      lengths_.push_back(static_cast<uint32_t>(length));
      ++i;
      full = bytes >= limits_.bytes || lengths_.size() >= limits_.docs;
    }
    if (i > from) {
      const auto part = values.bytes.subspan(start, values.offsets[i] - start);
      raw_.insert(raw_.end(), part.begin(), part.end());
    }
    if (full) flush();
  }
}

void BinaryBlocksWriter::flush() {
  encoder_.encode(lengths_, raw_, data_);
  max_raw_ = std::max(max_raw_, static_cast<uint32_t>(raw_.size()));
  max_docs_ = std::max(max_docs_, static_cast<uint32_t>(lengths_.size()));
  addresses_.push_back(static_cast<int64_t>(data_.position()));
  doc_counts_.push_back(doc_counts_.back() + static_cast<int64_t>(lengths_.size()));
  lengths_.clear();
  raw_.clear();
}

void BinaryBlocksWriter::finish() {
  if (!lengths_.empty()) flush();
}

void BinaryBlocksWriter::write_tables(store::Output& meta) {
  if (addresses_.size() == 1) return;
  const auto write = [&](std::span<const int64_t> table) {
    const uint64_t start = data_.position();
    packing::DirectMonotonicWriter writer(meta, data_, table.size(), kDirectMonotonicBlockShift);
    writer.add(table);
    writer.finish();
    meta.le64(data_.position() - start);
  };
  meta.le64(data_.position());
  meta.vint(static_cast<uint32_t>(addresses_.size() - 1));
  meta.vint(max_raw_);
  meta.vint(max_docs_);
  meta.vint(kDirectMonotonicBlockShift);
  write(addresses_);
  meta.le64(data_.position());
  write(doc_counts_);
}

}  // namespace segsmith::codec::es819
