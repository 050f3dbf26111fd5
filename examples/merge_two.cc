// SPDX-License-Identifier: Apache-2.0
// merge_two DIR_A DIR_B NEW_DIR: the live documents of two indices as one segment of a third.
#include "index/index_reader.h"
#include "index/new_segment.h"
#include "merge/segment_merger.h"
using namespace segsmith;
int main(int, char** argv) {
  std::vector<std::shared_ptr<const index::SegmentReader>> sources;
  const auto a = index::IndexReader::open(argv[1]), b = index::IndexReader::open(argv[2]);
  for (const auto& reader : {a, b}) {
    sources.insert(sources.end(), reader->segments().begin(), reader->segments().end());
  }
  index::NewSegment segment(argv[3], {.sort = sources.front()->info().sort, .source = "merge"});
  segment.commit(merge::merge_segments(sources, segment.target(), {}, 0, nullptr));
}
