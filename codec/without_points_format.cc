// SPDX-License-Identifier: Apache-2.0
// The points format where it is left out of the build (SEGSMITH_POINTS=OFF): refusals.
#include "codec/points_format.h"
#include "codec/points_support.h"
#include "util/error.h"

namespace segsmith::codec {

std::unique_ptr<PointsWriter> lucene90_points_writer(const SegmentWriteState& state,
                                                     const PointsWriteOptions& /*options*/) {
  need_points("points of segment " + state.segment);
  return nullptr;
}

std::unique_ptr<PointsReader> lucene90_points_reader(const SegmentReadState& state,
                                                     const model::FieldInfos& fields) {
  for (const model::FieldInfo& field : fields) {
    if (field.has_points()) {
      need_points("segment " + state.segment + " has points of the field '" + field.name + "'");
    }
  }
  return nullptr;
}

}  // namespace segsmith::codec
