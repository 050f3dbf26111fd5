// SPDX-License-Identifier: Apache-2.0
#include "model/field_schema.h"

#include "util/error.h"

namespace segsmith::model {
namespace {

constexpr std::string_view kIndexOptions = "index options";
constexpr std::string_view kDocValuesType = "doc-values type";
constexpr std::string_view kSkipIndex = "doc-values skip index";
constexpr std::string_view kPoints = "points";
constexpr std::string_view kVectors = "vectors";
constexpr std::string_view kSoftDeletes = "use for soft deletes";
constexpr std::string_view kParent = "use for parent documents";

}  // namespace

std::string_view schema_difference(const FieldInfo& a, const FieldInfo& b) {
  if (a.index_options != b.index_options) return kIndexOptions;
  if (a.index_options != 0 &&
      (a.has_term_vectors != b.has_term_vectors || a.omits_norms != b.omits_norms)) {
    return kIndexOptions;
  }
  if (a.doc_values_type != b.doc_values_type) return kDocValuesType;
  // A field has points or a skip index, rarely both: points say more.
  if (a.point_dims != b.point_dims || a.point_index_dims != b.point_index_dims ||
      a.point_bytes != b.point_bytes) {
    return kPoints;
  }
  if (a.skip_index_type != b.skip_index_type) return kSkipIndex;
  if (a.vector_dims != b.vector_dims || a.vector_encoding != b.vector_encoding ||
      a.vector_similarity != b.vector_similarity) {
    return kVectors;
  }
  if (a.is_soft_deletes != b.is_soft_deletes) return kSoftDeletes;
  if (a.is_parent != b.is_parent) return kParent;
  return {};
}

std::string describe_structure(const FieldInfo& field, std::string_view difference) {
  if (difference == kDocValuesType) {
    return field.has_doc_values()
               ? "doc values of type " + std::string(name_of(field.doc_values_type))
               : "no doc values";
  }
  if (difference == kPoints) {
    if (!field.has_points()) return "no points";
    return "points of " + std::to_string(field.point_dims) + " x " +
           std::to_string(field.point_bytes) + " bytes";
  }
  bool has = false;
  if (difference == kSkipIndex) has = field.has_skip_index();
  if (difference == kVectors) has = field.vector_dims != 0;
  if (difference == kSoftDeletes) has = field.is_soft_deletes;
  if (difference == kParent) has = field.is_parent;
  if (difference == kIndexOptions) {
    return "index options " + std::to_string(field.index_options);
  }
  return (has ? "a " : "no ") + std::string(difference);
}

void IndexFields::add(const FieldInfo& field, std::string_view where) {
  const auto [known, added] = fields_.try_emplace(field.name, field);
  const std::string_view difference = schema_difference(known->second, field);
  if (!difference.empty()) {
    throw InvalidArgument(std::string(where) + ": field '" + field.name + "' disagrees in its " +
                          std::string(difference) + ": the index has " +
                          describe_structure(known->second, difference) + ", this has " +
                          describe_structure(field, difference));
  }
  if (!field.is_soft_deletes) return;
  if (!soft_deletes_.empty() && soft_deletes_ != field.name) {
    throw InvalidArgument(std::string(where) + ": field '" + field.name +
                          "' is used for soft deletes, but the index uses '" + soft_deletes_ + "'");
  }
  soft_deletes_ = field.name;
}

const FieldInfo* IndexFields::find(std::string_view name) const {
  const auto found = fields_.find(name);
  return found == fields_.end() ? nullptr : &found->second;
}

}  // namespace segsmith::model
