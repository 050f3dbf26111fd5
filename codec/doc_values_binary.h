// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "codec/doc_values_entry.h"
#include "model/doc_values.h"
#include "model/facts.h"
#include "store/input.h"

/// BINARY values that lie one behind the other in `.dvd`, uncompressed: Lucene's, and
/// Elasticsearch's where they are not compressed.
namespace segsmith::codec {

/// `data` is `.dvd` without its footer.
std::shared_ptr<const model::BinaryValues> open_binary(const FieldEntryParts& entry,
                                                       const store::Input& data);
/// The fact of the bytes.
void visit_binary(const FieldEntryParts& entry, const store::Input& data,
                  const model::FactVisitor& visitor);

}  // namespace segsmith::codec
