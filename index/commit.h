// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "index/segment_infos.h"
#include "store/directory.h"

namespace segsmith::index {

/// Makes `infos` the next commit of the directory in Lucene's order: files of the segments synced,
/// pending_segments_N written and synced, renamed to segments_N, directory synced. N is one above
/// the highest present; `infos.generation` becomes N. On failure the pending file is removed and
/// the directory still shows its old commit. Returns the file's name. An existing commit is never
/// replaced.
std::string commit(store::Directory& directory, SegmentInfos& infos);

/// Removes files that no commit but `keep` needs: older segments_N and the segment files that only
/// they use (KeepOnlyLastCommitDeletionPolicy). Files that are not an index's stay. Returns the
/// names removed.
std::vector<std::string> remove_unused_files(store::Directory& directory, const SegmentInfos& keep);

}  // namespace segsmith::index
