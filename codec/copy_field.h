// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "codec/doc_values_format.h"
#include "model/doc_values.h"
#include "model/field_info.h"

namespace segsmith::codec {

/// Hands a field that was read to a writer, value by value the same; `field.doc_values_type` must
/// be that of `values` (InvalidArgument). The writer may be another format's, or have other
/// settings.
void copy_field(const model::FieldInfo& field, const model::DocValuesField& values,
                DocValuesWriter& writer);

}  // namespace segsmith::codec
