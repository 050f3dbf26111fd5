// SPDX-License-Identifier: Apache-2.0
#include "bkd/one_dim_writer.h"

#include <algorithm>
#include <cstring>
#include <string>

#include "util/error.h"

namespace segsmith::bkd {

OneDimWriter::OneDimWriter(const BkdConfig& config, int32_t version, int32_t max_doc,
                           bool distinct_docs, store::Output& data)
    : config_(config),
      packed_(config.packed_bytes()),
      data_(data),
      leaf_writer_(config, version),
      values_(static_cast<size_t>(config.max_points_in_leaf) * packed_ + kLeafSlack),
      docs_(static_cast<size_t>(config.max_points_in_leaf)),
      max_doc_(max_doc),
      distinct_docs_(distinct_docs),
      docs_seen_(distinct_docs ? 0 : static_cast<uint64_t>(max_doc)) {
  meta_.version = version;
  meta_.config = config;
  meta_.data_offset = static_cast<int64_t>(data.position());
}

void OneDimWriter::add(const std::byte* values, const int32_t* docs, size_t count) {
  while (count > 0) {
    const size_t n = std::min(count, room());
    std::memcpy(this->values(), values, n * packed_);
    std::memcpy(this->docs(), docs, n * sizeof(int32_t));
    commit(n);
    values += n * packed_;
    docs += n;
    count -= n;
  }
}

void OneDimWriter::write_leaf() {
  if (nodes_.offsets.empty()) {
    meta_.min_packed.assign(values_.data(), values_.data() + packed_);
  } else {
    nodes_.split_values.insert(nodes_.split_values.end(), values_.data(), values_.data() + packed_);
  }
  const std::byte* last = values_.data() + (count_ - 1) * packed_;
  meta_.max_packed.assign(last, last + packed_);
  const std::span<const int32_t> docs(docs_.data(), count_);
  uint32_t largest = 0;
  for (const int32_t doc : docs) largest = std::max(largest, static_cast<uint32_t>(doc));
  if (largest >= static_cast<uint32_t>(max_doc_)) {
    throw InvalidArgument("a point of document " + std::to_string(static_cast<int32_t>(largest)) +
                          " in a segment of " + std::to_string(max_doc_));
  }
  if (!distinct_docs_) {
    for (const int32_t doc : docs) docs_seen_.set(static_cast<uint64_t>(doc));
  }
  nodes_.offsets.push_back(data_.position());
  leaf_writer_.write_sorted({docs, values_.data()}, data_);
  meta_.point_count += static_cast<int64_t>(count_);
  count_ = 0;
}

std::optional<BkdMeta> OneDimWriter::finish(store::Output& index) {
  if (count_ > 0) write_leaf();
  if (meta_.point_count == 0) return std::nullopt;
  meta_.num_leaves = static_cast<int32_t>(nodes_.offsets.size());
  meta_.doc_count = static_cast<int32_t>(distinct_docs_ ? static_cast<uint64_t>(meta_.point_count)
                                                        : docs_seen_.count());
  const auto packed_index = pack_index(config_, nodes_);
  meta_.index_length = static_cast<int32_t>(packed_index.size());
  meta_.index_offset = static_cast<int64_t>(index.position());
  index.bytes(packed_index);
  return meta_;
}

}  // namespace segsmith::bkd
