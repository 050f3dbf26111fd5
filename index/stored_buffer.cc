// SPDX-License-Identifier: Apache-2.0
#include "index/stored_buffer.h"

#include <algorithm>
#include <bit>

namespace segsmith::index {

using codec::StoredType;

void StoredBuffer::add_bytes(int32_t field, StoredType type, std::span<const std::byte> value) {
  values_.push_back(
      {field, type, static_cast<uint32_t>(value.size()), static_cast<int64_t>(bytes_.size())});
  bytes_.insert(bytes_.end(), value.begin(), value.end());
}

void StoredBuffer::add_number(int32_t field, StoredType type, int64_t value) {
  values_.push_back({field, type, 0, value});
}

void StoredBuffer::end_document() {
  const auto first = values_.begin() + static_cast<ptrdiff_t>(starts_.back().value);
  if (!std::ranges::is_sorted(first, values_.end(), {}, &Value::field)) {
    std::ranges::stable_sort(first, values_.end(), {}, &Value::field);
  }
  starts_.push_back({values_.size(), bytes_.size()});
}

void StoredBuffer::roll_back() {
  values_.resize(starts_.back().value);
  bytes_.resize(starts_.back().byte);
}

void StoredBuffer::write(int32_t document, codec::Lucene90StoredFieldsWriter& out) const {
  const auto doc = static_cast<size_t>(document);
  for (uint64_t i = starts_[doc].value; i < starts_[doc + 1].value; ++i) {
    const Value& v = values_[i];
    const std::span<const std::byte> bytes(bytes_.data() + v.number * (v.length != 0), v.length);
    switch (v.type) {
      case StoredType::string:
        out.add_string(v.field, {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
        break;
      case StoredType::bytes:
        out.add_bytes(v.field, bytes);
        break;
      case StoredType::int32:
        out.add_int(v.field, static_cast<int32_t>(v.number));
        break;
      case StoredType::int64:
        out.add_long(v.field, v.number);
        break;
      case StoredType::float32:
        out.add_float(v.field, std::bit_cast<float>(static_cast<int32_t>(v.number)));
        break;
      case StoredType::float64:
        out.add_double(v.field, std::bit_cast<double>(v.number));
        break;
    }
  }
  out.finish_document();
}

void StoredBuffer::clear() {
  bytes_.clear();
  values_.clear();
  starts_.assign(1, Start{});
}

}  // namespace segsmith::index
