// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <utility>

#include "bkd/bkd_meta.h"
#include "bkd/index_packer.h"
#include "bkd/nd_builder.h"
#include "bkd/nd_writer.h"
#include "util/bits.h"

namespace segsmith::bkd {

/// InvalidArgument unless `doc` is one of the segment's.
void check_doc(int32_t doc, int32_t max_doc);

/// Leaves, then the packed index, of `count` points of `docs` documents in `cell`.
template <class Width, class Source>
BkdMeta write_nd_tree(const NdTarget& target, Width width, Source& source,
                      typename Source::Slice points, const Cell& cell, uint64_t count,
                      uint64_t docs) {
  BkdMeta meta;
  meta.version = target.version;
  meta.config = target.config;
  meta.num_leaves = static_cast<int32_t>(
      ceil_div(count, static_cast<uint64_t>(target.config.max_points_in_leaf)));
  meta.min_packed = cell.min;
  meta.max_packed = cell.max;
  meta.point_count = static_cast<int64_t>(count);
  meta.doc_count = static_cast<int32_t>(docs);
  meta.data_offset = static_cast<int64_t>(target.data.position());
  NdBuilder<Width, Source> builder(target.config, width, source, meta.num_leaves);
  const auto index = pack_index(target.config, builder.build(std::move(points), cell));
  meta.index_length = static_cast<int32_t>(index.size());
  meta.index_offset = static_cast<int64_t>(target.index.position());
  target.index.bytes(index);
  return meta;
}

}  // namespace segsmith::bkd
