// SPDX-License-Identifier: Apache-2.0
#include "index/check.h"

#include <algorithm>
#include <set>

#include "codec/file_names.h"
#include "codec/lucene90_compound.h"
#include "index/check_report.h"
#include "index/segment_infos.h"
#include "index/segment_reader.h"
#include "store/codec_util.h"

namespace segsmith::index {
namespace {

/// Checksums of the files inside a damaged `.cfs`, to say which of them the damage hit.
void check_inner_files(const store::Directory& directory, const model::SegmentInfo& info,
                       CheckReport& report) {
  report.guard({}, [&] {
    const codec::CompoundDirectory inside(directory, info.name, info.id);
    for (const auto& entry : inside.entries()) {
      try {
        store::verify_checksum(inside.open(entry.name));
      } catch (const CorruptIndex& e) {
        report.add(finding::kChecksum, inside.data().file(), entry.offset + e.where().offset, {},
                   e.what());
      }
    }
  });
}

/// Level 1: every file of the segment is there and as its checksum says.
void check_checksums(const store::Directory& directory, const model::SegmentCommitInfo& segment,
                     CheckReport& report) {
  const std::vector<std::string> listed = files_of(segment);
  const std::set<std::string> files(listed.begin(), listed.end());
  for (const std::string& file : files) {
    if (!directory.exists(file)) {
      report.add(finding::kMissingFile, file, 0, {},
                 "segment " + segment.info.name + " lists '" + file + "', which is missing");
      continue;
    }
    const bool intact = report.guard({}, [&] { store::verify_checksum(directory.open(file)); });
    if (!intact && file.ends_with("." + std::string(codec::kCompoundDataExtension))) {
      check_inner_files(directory, segment.info, report);
    }
  }
}

SegmentFindings check_segment(const store::Directory& directory, const SegmentInfos& commit,
                              model::SegmentCommitInfo segment, int level) {
  SegmentFindings result;
  result.name = segment.info.name;
  result.deleted = segment.del_count;
  CheckReport report(result.findings);
  const std::string si = codec::segment_file_name(result.name, "", "si");
  if (!directory.exists(si)) {
    report.add(finding::kMissingFile, si, 0, {},
               "the commit lists segment " + result.name + ", but '" + si + "' is missing");
    return result;
  }
  if (!report.guard({}, [&] { read_segment(directory, commit, segment); })) return result;
  result.max_doc = segment.info.max_doc;
  check_checksums(directory, segment, report);
  if (level < 2 || !result.clean()) return result;
  report.guard({}, [&] {
    const auto reader = SegmentReader::open(directory, segment);
    check_structure(*reader, directory, report);
    if (level >= 3 && result.clean()) check_values(*reader, report);
  });
  return result;
}

}  // namespace

bool CheckResult::clean() const {
  return findings.empty() &&
         std::all_of(segments.begin(), segments.end(), [](const auto& s) { return s.clean(); });
}

CheckResult check_index(const store::Directory& directory, int level) {
  if (level < 1 || level > 3) {
    throw InvalidArgument("check level " + std::to_string(level) + ": 1, 2 or 3");
  }
  CheckResult result;
  result.level = level;
  const auto generation = last_commit_generation(directory);
  if (!generation) {
    throw InvalidArgument("'" + directory.describe() + "' holds no index (no segments_N file)");
  }
  CheckReport report(result.findings);
  SegmentInfos commit;
  const bool readable = report.guard({}, [&] {
    commit = parse_segment_infos(directory.open(segments_file_name(*generation)), *generation);
  });
  if (!readable) return result;
  for (const auto& segment : commit.segments) {
    result.segments.push_back(check_segment(directory, commit, segment, level));
  }
  return result;
}

}  // namespace segsmith::index
