// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "index/mapping.h"
#include "index/mapping_parameters.h"

namespace segsmith::index {

/// Compiles the JSON of a mapping file; only for Mapping.
class MappingBuilder {
 public:
  std::shared_ptr<const Mapping> build(std::string_view json);

 private:
  void read_settings(const MappingJson& file);
  const MappingJson& properties_of(const MappingJson& file);
  void add_metadata();
  int32_t add_number_metadata(std::string_view name, bool points, bool skip_index);
  void add_properties(const MappingJson& properties, const std::string& prefix, int32_t node,
                      int depth);
  int32_t add_field(const std::string& name, const MappingJson& body, bool is_multi_field);
  bool format_may_skip(std::string_view field) const;
  void check_doc_values_spec() const;
  void set_structures(FieldMapping& field, const FieldType& type, const MappingJson& body) const;
  void set_points(FieldMapping& field, const FieldType& type, const MappingJson& body,
                  bool indexed) const;
  void set_values(FieldMapping& field, const MappingJson& body) const;
  int32_t push_field(FieldMapping field);
  int32_t child_node(int32_t parent, const std::string& name);
  void link_dotted_names();
  void number_fields();
  void resolve_sort();
  void write_notes();

  std::shared_ptr<Mapping> out_ = std::make_shared<Mapping>();
  std::vector<std::string> without_meaning_;     ///< Keys and parameters.
  std::vector<std::string> without_structures_;  ///< Fields.
};

}  // namespace segsmith::index
