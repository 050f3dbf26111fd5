// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "index/date_format.h"
#include "index/field_type.h"
#include "index/json_scalar.h"
#include "index/mapping_settings.h"
#include "model/field_info.h"
#include "model/index_sort.h"

namespace segsmith::index {

enum class TimeSeriesMetric : uint8_t { none, counter, gauge };

inline model::FieldInfo unnumbered_field() {
  model::FieldInfo info;
  info.number = -1;
  return info;
}

/// One field of a mapping.
struct FieldMapping {
  std::string name;  ///< Dotted.
  std::string type;  ///< As the mapping file spells it.
  FieldKind kind = FieldKind::no_structure;
  /// Name, number and structures that every segment of the index shares. Number -1 without
  /// structures.
  model::FieldInfo info = unnumbered_field();
  std::optional<model::SortType> sort_type;
  bool stored = false;
  bool coerce = true;
  bool ignore_malformed = false;
  uint32_t ignore_above = UINT32_MAX;  ///< UTF-16 units.
  double scaling_factor = 1;
  std::shared_ptr<const DateFormat> date_format;
  /// The value that null (and "" where numbers are coerced) stands for.
  std::optional<OwnedScalar> null_value;
  bool dimension = false;
  TimeSeriesMetric metric = TimeSeriesMetric::none;
  /// Positions in Mapping::fields of the fields that take the same values.
  std::vector<int32_t> multi_fields;

  bool has_structures() const {
    return info.has_doc_values() || info.has_points() || stored || kind == FieldKind::source;
  }
  /// Several JSON arrays may be one value.
  bool takes_arrays() const { return kind == FieldKind::geo_point || kind == FieldKind::raw_point; }
};

/// Lets string-keyed tables be asked with views.
struct NameHash {
  using is_transparent = void;
  size_t operator()(std::string_view name) const { return std::hash<std::string_view>{}(name); }
};
template <class Value>
using NameTable = std::unordered_map<std::string, Value, NameHash, std::equal_to<>>;

/// A place in the documents: an object or a field.
struct ObjectNode {
  /// A mapped name below an object: a child's, or the dotted path of something deeper.
  struct Child {
    std::string name;
    int32_t node = -1;  ///< Position in Mapping::nodes.
  };

  int32_t field = -1;  ///< Position in Mapping::fields, or -1 for an object.
  std::string path;    ///< Dotted; empty for the root.
  std::vector<Child> children;
  NameTable<int32_t> by_name;  ///< Positions in `children`.
};

/// A mapping file: the body of Elasticsearch's create-index call, compiled. Immutable.
class Mapping {
 public:
  /// InvalidArgument for unknown names (with the nearest known one), refused types, settings and
  /// modes; `file` begins the message.
  static std::shared_ptr<const Mapping> parse(std::string_view json, std::string_view file);
  /// Reads and parses; IoError when the file cannot be read.
  static std::shared_ptr<const Mapping> load(const std::string& path);

  /// A copy in which the field has points, a skip index, both or none, whatever the mapping file
  /// says: the arms of an experiment. InvalidArgument for an unknown field or one that cannot have
  /// them.
  std::shared_ptr<const Mapping> with_structures(std::string_view field, bool points,
                                                 bool skip_index) const;

  /// A copy whose fields have other numbers, position by position; -1 for those without structures.
  std::shared_ptr<const Mapping> with_numbers(std::span<const int32_t> numbers) const;

  const Settings& settings() const { return settings_; }
  /// Metadata fields first, then the mapping's order; fields without structures are among them.
  const std::vector<FieldMapping>& fields() const { return fields_; }
  /// Null for an unknown name.
  const FieldMapping* find(std::string_view name) const;
  /// nodes()[0] is the root.
  const std::vector<ObjectNode>& nodes() const { return nodes_; }
  const model::IndexSort& sort() const { return sort_; }

  /// Positions of the metadata fields, -1 where the mapping has none.
  int32_t seq_no() const { return seq_no_; }
  int32_t primary_term() const { return primary_term_; }
  int32_t version() const { return version_; }
  int32_t source() const { return source_; }
  /// Documents outside the mapping's names are kept whole.
  bool keeps_unmapped() const { return source_ >= 0; }
  /// With which format, and which of its options, the doc values of a field are written.
  codec::DocValuesChoice doc_values_choice(const model::FieldInfo& field) const;
  /// LogByteSize is the default policy: logsdb, or a date `@timestamp`.
  bool time_based() const;
  /// One line each, for the user: what was accepted without meaning here.
  const std::vector<std::string>& notes() const { return notes_; }

 private:
  friend class MappingBuilder;

  Settings settings_;
  std::vector<FieldMapping> fields_;
  NameTable<int32_t> by_name_;
  std::vector<ObjectNode> nodes_;
  model::IndexSort sort_;
  std::vector<std::string> notes_;
  int32_t seq_no_ = -1, primary_term_ = -1, version_ = -1, source_ = -1;
};

}  // namespace segsmith::index
