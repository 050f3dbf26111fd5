// SPDX-License-Identifier: Apache-2.0
#include "index/new_segment.h"

#include <utility>

#include "index/commit.h"
#include "index/segment_infos.h"
#include "util/error.h"

namespace segsmith::index {

NewSegment::NewSegment(const std::string& path, NewSegmentOptions options)
    : directory_(store::MmapDirectory::create_folder(path)),
      ids_(options.seed),
      target_{.directory = directory_,
              .name = "_0",
              .id = ids_.next(),
              .commit_id = ids_.next(),
              .sort = std::move(options.sort),
              .skip_index_interval_size = options.skip_index_interval_size,
              .source = std::move(options.source)} {
  if (last_commit_generation(directory_)) {
    throw InvalidArgument("folder '" + path + "' already holds an index");
  }
}

SegmentWriter& NewSegment::writer() { return writer_ ? *writer_ : writer_.emplace(target_); }

void NewSegment::commit(const CompoundRule& rule) { commit(writer().finish(rule)); }

void NewSegment::commit(model::SegmentCommitInfo segment) {
  SegmentInfos infos;
  infos.id = ids_.next();
  infos.counter = 1;
  infos.version = 1;
  infos.segments.push_back(std::move(segment));
  index::commit(directory_, infos);
}

}  // namespace segsmith::index
