// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "index/segment_buffer.h"
#include "index/segment_writer.h"
#include "model/segment_info.h"

namespace segsmith::index {

/// Writes the buffered documents as the segment that `writer` began (IndexingChain.flush): index
/// sort, columns in Lucene's field hash order, the stored fields that are still buffered, `.fnm`,
/// compound file, `.si`. Uses the buffer up; the caller clears it.
model::SegmentCommitInfo flush_segment(SegmentBuffer& buffer, SegmentWriter& writer,
                                       const CompoundRule& compound);

}  // namespace segsmith::index
