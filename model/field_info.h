// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/doc_values_type.h"

namespace segsmith::model {

using StringPairs = std::vector<std::pair<std::string, std::string>>;

/// What a segment knows of one field (org.apache.lucene.index.FieldInfo); one entry of `.fnm`.
struct FieldInfo {
  std::string name;
  int32_t number = 0;
  bool has_term_vectors = false;
  bool omits_norms = false;
  bool has_payloads = false;
  bool is_soft_deletes = false;
  bool is_parent = false;
  uint8_t index_options = 0;  ///< 0 none, 1 docs, 2 + freqs, 3 + positions, 4 + offsets, 5 custom.
  DocValuesType doc_values_type = DocValuesType::none;
  SkipIndexType skip_index_type = SkipIndexType::none;
  int64_t doc_values_gen = -1;
  StringPairs attributes = {};  ///< In the order in which they are written.
  int32_t point_dims = 0;
  int32_t point_index_dims = 0;
  int32_t point_bytes = 0;  ///< Bytes a dimension.
  int32_t vector_dims = 0;
  uint8_t vector_encoding = 1;  ///< FLOAT32: what Lucene writes for fields without vectors.
  uint8_t vector_similarity = 0;

  bool has_points() const { return point_dims > 0; }
  bool has_doc_values() const { return doc_values_type != DocValuesType::none; }
  bool has_skip_index() const { return skip_index_type != SkipIndexType::none; }
  /// Value of an attribute, or an empty view.
  std::string_view attribute(std::string_view key) const;
};

/// The fields of a segment, in the order of `.fnm` (which is number order for what we write).
class FieldInfos {
 public:
  FieldInfos() = default;
  explicit FieldInfos(std::vector<FieldInfo> fields);

  size_t size() const { return fields_.size(); }
  auto begin() const { return fields_.begin(); }
  auto end() const { return fields_.end(); }
  /// Null when there is none.
  const FieldInfo* find(std::string_view name) const;
  const FieldInfo* find(int32_t number) const;
  bool has_doc_values() const;
  bool has_points() const;
  /// Gives the field of that number an attribute, in the place of one that it has or behind the
  /// others; InvalidArgument when there is no such field.
  void set_attribute(int32_t number, std::string_view key, std::string_view value);

 private:
  std::vector<FieldInfo> fields_;
  std::vector<uint32_t> by_name_;    ///< Places in fields_, names ascending.
  std::vector<uint32_t> by_number_;  ///< The same, numbers ascending.
};

}  // namespace segsmith::model
