// SPDX-License-Identifier: Apache-2.0
#include "index/mapping.h"

#include <algorithm>
#include <fstream>
#include <sstream>

#include "index/mapping_builder.h"
#include "packing/es95_pipeline.h"
#include "util/error.h"

namespace segsmith::index {

std::shared_ptr<const Mapping> Mapping::parse(std::string_view json, std::string_view file) {
  try {
    return MappingBuilder().build(json);
  } catch (const InvalidArgument& e) {
    throw InvalidArgument("mapping '" + std::string(file) + "': " + e.what());
  }
}

std::shared_ptr<const Mapping> Mapping::load(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw IoError(path, "open", errno);
  std::ostringstream text;
  text << in.rdbuf();
  if (!in || text.fail()) throw IoError(path, "read", errno);
  return parse(text.view(), path);
}

const FieldMapping* Mapping::find(std::string_view name) const {
  const auto found = by_name_.find(name);
  return found == by_name_.end() ? nullptr : &fields_[static_cast<size_t>(found->second)];
}

codec::DocValuesChoice Mapping::doc_values_choice(const model::FieldInfo& info) const {
  codec::DocValuesChoice choice = settings_.doc_values.of(info.name);
  // Elasticsearch's mapping tells its codec what a number is: what it measures, and its type.
  choice.options.role = [this](const model::FieldInfo& of) {
    using packing::es95::Role;
    if (of.name == "@timestamp") return Role::long_counter;
    const FieldMapping* field = find(of.name);
    if (field == nullptr || field->metric == TimeSeriesMetric::none) return Role::other;
    const bool counter = field->metric == TimeSeriesMetric::counter;
    switch (field->kind) {
      case FieldKind::int64:
      case FieldKind::int32:
      case FieldKind::int16:
      case FieldKind::int8:
        return counter ? Role::long_counter : Role::other;
      case FieldKind::float64:
        return counter ? Role::double_counter : Role::double_gauge;
      default:
        return Role::other;
    }
  };
  return choice;
}

bool Mapping::time_based() const {
  if (settings_.mode == IndexMode::logsdb) return true;
  const FieldMapping* timestamp = find("@timestamp");
  return timestamp != nullptr && timestamp->has_structures() &&
         (timestamp->kind == FieldKind::date || timestamp->kind == FieldKind::date_nanos);
}

}  // namespace segsmith::index
