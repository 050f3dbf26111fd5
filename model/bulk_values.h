// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "model/doc_values.h"

/// Values of many documents at once: a call of a part for each some hundred documents, none for
/// each document. Stateless, so safe from any number of threads. `docs` ascend strictly in [0,
/// max_doc); InvalidArgument otherwise, and for a field of another type. A document without a value
/// is no fault. Documents of a range: Presence::into_bit_set() and model/value_range.h.
namespace segsmith::model {

/// out[i] = the number of docs[i] (its ordinal, where the field has terms), or `default_value` when
/// it has none. For single-valued fields. out.size() == docs.size().
/// NumericDocValues.longValues(size, docs, values, default).
void long_values(const DocValuesField& field, std::span<const int32_t> docs, int64_t default_value,
                 std::span<int64_t> out);

/// The same for the run of documents first, first + 1, ... of out.size().
void long_values(const DocValuesField& field, int32_t first, int64_t default_value,
                 std::span<int64_t> out);

/// Numbers of several documents one after another: those of document i of the call are
/// values[starts[i], starts[i + 1]).
struct MultiValues {
  std::vector<uint64_t> starts;
  std::vector<int64_t> values;

  std::span<const int64_t> operator[](size_t i) const {
    return std::span(values).subspan(starts[i], starts[i + 1] - starts[i]);
  }
};

/// All numbers (or ordinals) of each document, none for one without a value. Any number of values a
/// document; the storage of `out` is used again.
void all_values(const DocValuesField& field, std::span<const int32_t> docs, MultiValues& out);

/// The byte string of each document of a BINARY field: out[i], empty for a document without one.
/// has_value[i] tells them apart from empty strings; has_value.size() == docs.size(). Bytes of a
/// run of documents are not copied where the format keeps them as they are.
/// BinaryDocValues.binaryValues(size, docs, values).
void binary_values(const DocValuesField& field, std::span<const int32_t> docs, BytesBlock& out,
                   std::span<uint8_t> has_value);

}  // namespace segsmith::model
