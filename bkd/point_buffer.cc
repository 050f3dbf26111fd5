// SPDX-License-Identifier: Apache-2.0
#include "bkd/point_buffer.h"

#include <string>

namespace segsmith::bkd {

void PointBuffer::add_all(std::span<const int32_t> docs, std::span<const std::byte> values) {
  if (values.size() != docs.size() * packed_bytes_) {
    throw InvalidArgument("points of " + std::to_string(packed_bytes_) +
                          " bytes: " + std::to_string(docs.size()) + " documents with " +
                          std::to_string(values.size()) + " bytes");
  }
  values_.insert(values_.end(), values.begin(), values.end());
  docs_.insert(docs_.end(), docs.begin(), docs.end());
}

void PointBuffer::map_docs(std::span<const int32_t> new_docs) {
  for (int32_t& doc : docs_) {
    if (doc < 0 || static_cast<size_t>(doc) >= new_docs.size()) {
      throw InvalidArgument("no new number for document " + std::to_string(doc));
    }
    doc = new_docs[static_cast<size_t>(doc)];
  }
}

void PointBuffer::reserve(size_t points) {
  values_.reserve(points * packed_bytes_);
  docs_.reserve(points);
}

void PointBuffer::clear() {
  values_.clear();
  docs_.clear();
}

void PointBuffer::release() {
  values_ = {};
  docs_ = {};
}

}  // namespace segsmith::bkd
