// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

#include "codec/lucene_release.h"
#include "index/line_source.h"
#include "store/directory.h"

namespace segsmith::lab {

struct RebuildOptions {
  uint64_t seed = 1;  ///< Of ids.
  const codec::LuceneRelease* release = &codec::kCurrentRelease;
};

/// Makes an index of what `cat --all --raw` printed (lab/dump_header.h): the same segments with the
/// same documents, values, points, deletes and stored fields, and one commit. Values that updates
/// changed are written as the segment's own; skip indexes are built anew. Lines come as cat prints
/// them: all of a field together, its documents ascending. InvalidArgument begins with file and
/// line, and says which member is wrong; the directory then holds nothing.
void rebuild(index::LineSource& lines, const RebuildOptions& options,
             std::shared_ptr<store::Directory> directory);

}  // namespace segsmith::lab
