// SPDX-License-Identifier: Apache-2.0
#include "codec/doc_values_binary.h"

#include <string>
#include <utility>

#include "codec/doc_values_files.h"
#include "codec/lucene90_numbers.h"

namespace segsmith::codec {
namespace {

/// BINARY values of one length.
class FixedBinary final : public model::BinaryValues {
 public:
  FixedBinary(uint64_t size, store::Input data, uint64_t length)
      : BinaryValues(size), data_(std::move(data)), length_(length) {}

  void values(uint64_t first, size_t count, model::BytesBlock& out) const override {
    if (count > size() || first > size() - count) {
      data_.corrupt(0, "values up to " + std::to_string(size()), std::to_string(first));
    }
    out.offsets.resize(count + 1);
    for (size_t i = 0; i <= count; ++i) out.offsets[i] = i * length_;
    out.bytes = data_.bytes().subspan(first * length_, count * length_);
  }

 private:
  store::Input data_;
  uint64_t length_;
};

/// BINARY values of their own lengths.
class VariableBinary final : public model::BinaryValues {
 public:
  VariableBinary(uint64_t size, store::Input data,
                 std::shared_ptr<const lucene90::Addresses> addresses)
      : BinaryValues(size), data_(std::move(data)), addresses_(std::move(addresses)) {}

  void values(uint64_t first, size_t count, model::BytesBlock& out) const override {
    static_assert(sizeof(uint64_t) == sizeof(int64_t));
    if (count > size() || first > size() - count) {
      data_.corrupt(0, "values up to " + std::to_string(size()), std::to_string(first));
    }
    out.offsets.resize(count + 1);
    // Signed and unsigned forms of a type may alias, and the addresses are not negative.
    addresses_->values(first, {reinterpret_cast<int64_t*>(out.offsets.data()), count + 1});
    const uint64_t start = out.offsets.front();
    out.bytes = data_.bytes().subspan(start, out.offsets.back() - start);
    for (uint64_t& offset : out.offsets) offset -= start;
  }

 private:
  store::Input data_;
  std::shared_ptr<const lucene90::Addresses> addresses_;
};

}  // namespace

std::shared_ptr<const model::BinaryValues> open_binary(const FieldEntryParts& e,
                                                       const store::Input& data) {
  store::Input bytes = slice_of(data, "bytes", *e.field, e.binary_offset, e.binary_length);
  const auto docs = static_cast<uint64_t>(e.docs);
  if (e.addresses) {
    auto addresses = std::make_shared<lucene90::Addresses>(
        e.addresses->meta,
        slice_of(data, "addresses", *e.field, e.addresses->offset, e.addresses->length),
        e.binary_length);
    return std::make_shared<VariableBinary>(docs, std::move(bytes), std::move(addresses));
  }
  const uint64_t length = docs == 0 ? 0 : static_cast<uint64_t>(e.max_length);
  if (docs * length != bytes.size()) {
    bytes.corrupt(0, std::to_string(docs) + " values of " + std::to_string(length) + " bytes",
                  std::to_string(bytes.size()) + " bytes");
  }
  return std::make_shared<FixedBinary>(docs, std::move(bytes), length);
}

void visit_binary(const FieldEntryParts& e, const store::Input& data,
                  const model::FactVisitor& visitor) {
  model::Fact fact = fact_of(e, "doc_values", "values", data, e.binary_offset, e.binary_length,
                             static_cast<uint64_t>(e.docs));
  fact.encoding = e.addresses ? "variable" : "fixed";
  if (e.docs > 0) {
    fact.min = e.min_length;
    fact.max = e.max_length;
  }
  visitor(fact);
}

}  // namespace segsmith::codec
