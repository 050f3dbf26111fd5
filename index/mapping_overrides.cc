// SPDX-License-Identifier: Apache-2.0
#include <string>

#include "index/mapping.h"
#include "util/error.h"

namespace segsmith::index {
namespace {

/// The metadata fields with points are longs, whatever their spelling in the type table.
const FieldType* type_of(const FieldMapping& field) {
  const FieldType* type = find_field_type(field.type);
  return type != nullptr ? type : find_field_type("long");
}

}  // namespace

std::shared_ptr<const Mapping> Mapping::with_structures(std::string_view field, bool points,
                                                        bool skip_index) const {
  const auto it = by_name_.find(std::string(field));
  if (it == by_name_.end()) throw InvalidArgument("no field '" + std::string(field) + "'");
  auto copy = std::make_shared<Mapping>(*this);
  FieldMapping& target = copy->fields_[static_cast<size_t>(it->second)];
  const FieldType* type = type_of(target);
  if (points && type->point_dims == 0) {
    throw InvalidArgument("field '" + target.name + "' of type " + target.type + " has no points");
  }
  if (skip_index && !model::has_numbers(target.info.doc_values_type)) {
    throw InvalidArgument("field '" + target.name + "' has no doc values for a skip index");
  }
  target.info.point_dims = target.info.point_index_dims = points ? type->point_dims : 0;
  target.info.point_bytes = points ? type->point_bytes : 0;
  target.info.skip_index_type =
      skip_index ? model::SkipIndexType::range : model::SkipIndexType::none;
  return copy;
}

std::shared_ptr<const Mapping> Mapping::with_numbers(std::span<const int32_t> numbers) const {
  auto copy = std::make_shared<Mapping>(*this);
  for (size_t i = 0; i < numbers.size(); ++i) copy->fields_[i].info.number = numbers[i];
  return copy;
}

}  // namespace segsmith::index
