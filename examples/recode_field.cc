// SPDX-License-Identifier: Apache-2.0
// recode_field DIR FIELD NEW_DIR: one field of the first segment again, with finer skip intervals.
#include "codec/copy_field.h"
#include "index/index_reader.h"
#include "index/new_segment.h"
using namespace segsmith;
int main(int, char** argv) {
  const auto reader = index::IndexReader::open(argv[1]);
  const auto& old = *reader->segments().front();
  model::FieldInfo field = old.field(argv[2]);
  field.skip_index_type = model::SkipIndexType::range;
  field.point_dims = field.point_index_dims = field.point_bytes = 0;
  index::NewSegment segment(argv[3], {.skip_index_interval_size = 128});
  segment.writer().begin_columns({field}, old.max_doc());
  codec::copy_field(field, old.doc_values(field), segment.writer().doc_values(field));
  segment.commit();
}
