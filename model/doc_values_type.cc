// SPDX-License-Identifier: Apache-2.0
#include "model/doc_values_type.h"

namespace segsmith::model {

std::string_view name_of(DocValuesType type) {
  switch (type) {
    case DocValuesType::none:
      return "NONE";
    case DocValuesType::numeric:
      return "NUMERIC";
    case DocValuesType::binary:
      return "BINARY";
    case DocValuesType::sorted:
      return "SORTED";
    case DocValuesType::sorted_set:
      return "SORTED_SET";
    case DocValuesType::sorted_numeric:
      return "SORTED_NUMERIC";
  }
  return "UNKNOWN";
}

}  // namespace segsmith::model
