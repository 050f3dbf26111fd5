// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "codec/es819_doc_values_reader_meta.h"
#include "model/doc_values.h"
#include "model/facts.h"
#include "packing/binary_blocks.h"
#include "store/input.h"

/// BINARY values in blocks compressed with zstd, as model::BinaryValues.
namespace segsmith::codec::es819 {

/// The values of an entry that has blocks; `data` is `.dvd` without its footer. CorruptIndex when
/// the tables do not fit the bytes and documents.
std::shared_ptr<const model::BinaryValues> open_binary_blocks(const FieldEntry& entry,
                                                              const store::Input& data,
                                                              packing::es819::DocOffsets offsets);

/// One fact for the bytes, or one a block, and one for each table.
void visit_binary_blocks(const FieldEntry& entry, const store::Input& data, bool blocks,
                         const model::FactVisitor& visitor);

}  // namespace segsmith::codec::es819
