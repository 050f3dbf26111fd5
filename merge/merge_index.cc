// SPDX-License-Identifier: Apache-2.0
#include "merge/merge_index.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "index/commit_writer.h"
#include "index/index_reader.h"
#include "index/mapped_types.h"
#include "index/pending_merges.h"
#include "merge/policy_driver.h"
#include "util/error.h"

namespace segsmith::merge {
namespace {

using index::SegmentReader;
using SegmentPtr = std::shared_ptr<const SegmentReader>;

Policy default_policy(const std::vector<SegmentPtr>& segments) {
  const bool time_based = std::any_of(segments.begin(), segments.end(), [](const SegmentPtr& s) {
    return s->fields().find("@timestamp") != nullptr;
  });
  return time_based ? Policy::log_byte_size : Policy::tiered;
}

/// The compression of the sources' stored fields; Lucene's default where they differ.
codec::StoredFieldsMode stored_fields_mode(const std::vector<SegmentPtr>& segments) {
  const codec::StoredFieldsMode mode = segments.front()->stored_fields().mode();
  const bool alike = std::all_of(segments.begin(), segments.end(), [&](const SegmentPtr& s) {
    return s->stored_fields().mode() == mode;
  });
  return alike ? mode : codec::StoredFieldsMode::best_speed;
}

/// The mapping types that the sources' diagnostics tell, those of the newest one.
std::string mapped_types(const std::vector<SegmentPtr>& sources) {
  const auto types = index::MappedTypes::of(sources.back()->info());
  return types.empty() ? std::string{} : types.to_text();
}

/// One merge run over an index: its segments now, and the files made that no commit holds yet.
class IndexMerge {
 public:
  /// `writer` of the directory; null to plan only.
  IndexMerge(std::shared_ptr<store::Directory> directory, const MergeIndexOptions& options,
             index::CommitWriter* writer)
      : directory_(std::move(directory)),
        writer_(writer),
        reader_(index::IndexReader::open(directory_)),
        infos_(writer_ != nullptr ? writer_->infos() : reader_->commit()),
        segments_(reader_->segments()),
        field_numbers_(field_numbers(segments_)),
        compound_(options.compound),
        policy_(options.policy.value_or(default_policy(segments_))),
        driver_(policy_, options.compound, options.settings),
        request_(options.request) {}

  MergeIndexReport run() {
    MergeIndexReport report;
    report.policy = policy_;
    report.segments_before = segments_.size();
    for (const auto& segment : infos_.segments)
      report.bytes_before += index::segment_bytes(*directory_, segment);
    merge();
    if (merged_) commit();
    report.segments_after = segments_.size();
    for (const auto& segment : infos_.segments)
      report.bytes_after += index::segment_bytes(*directory_, segment);
    report.stats = driver_.stats();
    return report;
  }

  MergePlan plan() const {
    MergePlan plan{.policy = policy_, .segments = sizes()};
    plan.merges = driver_.explain(request_, plan.segments, &plan.why);
    return plan;
  }

 private:
  std::vector<index::SegmentSize> sizes() const {
    return index::segment_sizes(*directory_, infos_.segments);
  }

  static model::FieldNumbers field_numbers(const std::vector<SegmentPtr>& segments) {
    model::FieldNumbers numbers;
    for (const SegmentPtr& segment : segments) {
      for (const model::FieldInfo& field : segment->fields()) numbers.add_or_get(field);
    }
    return numbers;
  }

  void merge() {
    index::run_merges(
        request_, driver_, [&] { return sizes(); },
        [&](const std::vector<std::string>& names) {
          std::vector<SegmentPtr> sources;
          for (const std::string& name : names) sources.push_back(segment(name));
          return merge_one(sources);
        });
  }

  SegmentPtr segment(const std::string& name) const {
    return *std::find_if(segments_.begin(), segments_.end(),
                         [&](const SegmentPtr& s) { return s->name() == name; });
  }

  /// Returns the name of the new segment.
  std::string merge_one(const std::vector<SegmentPtr>& sources) {
    const index::SegmentTarget target{.directory = *directory_,
                                      .name = infos_.next_segment_name(),
                                      .id = writer_->ids().next(),
                                      .commit_id = writer_->ids().next(),
                                      .sort = sources.front()->info().sort,
                                      .stored_fields = stored_fields_mode(sources),
                                      .source = "merge",
                                      .mapped_types = mapped_types(sources),
                                      .field_numbers = field_numbers_};
    uint64_t others = 0;
    for (size_t i = 0; i < segments_.size(); ++i) {
      if (std::find(sources.begin(), sources.end(), segments_[i]) == sources.end()) {
        others += index::segment_bytes(*directory_, infos_.segments[i]);
      }
    }
    model::SegmentCommitInfo merged = driver_.merge(sources, target, compound_, others);
    std::string name = merged.info.name;
    merged_ = true;
    replace(sources, std::move(merged));
    return name;
  }

  /// Puts the merged segment where the first of its sources stood.
  void replace(const std::vector<SegmentPtr>& sources, model::SegmentCommitInfo merged) {
    const SegmentPtr opened = SegmentReader::open(*directory_, merged);
    bool placed = false;
    std::vector<SegmentPtr> segments;
    std::vector<model::SegmentCommitInfo> infos;
    for (size_t i = 0; i < segments_.size(); ++i) {
      const bool source = std::find(sources.begin(), sources.end(), segments_[i]) != sources.end();
      if (source && placed) continue;
      segments.push_back(source ? opened : segments_[i]);
      infos.push_back(source ? merged : infos_.segments[i]);
      placed |= source;
    }
    segments_ = std::move(segments);
    infos_.segments = std::move(infos);
  }

  void commit() {
    writer_->infos() = infos_;
    writer_->changed();
    writer_->commit();
  }

  std::shared_ptr<store::Directory> directory_;
  index::CommitWriter* writer_;
  std::shared_ptr<const index::IndexReader> reader_;
  index::SegmentInfos infos_;
  std::vector<SegmentPtr> segments_;
  model::FieldNumbers field_numbers_;
  index::CompoundRule compound_;
  Policy policy_;
  PolicyDriver driver_;
  index::MergeRequest request_;
  bool merged_ = false;
};

}  // namespace

MergeIndexReport merge_index(std::shared_ptr<store::Directory> directory,
                             const MergeIndexOptions& options) {
  // A folder without an index is refused before anything is made or removed in it.
  if (!index::last_commit_generation(*directory)) index::read_last_commit(*directory);
  index::CommitWriter writer(directory, {.seed = options.seed});
  return IndexMerge(std::move(directory), options, &writer).run();
}

MergePlan plan_merges(std::shared_ptr<store::Directory> directory,
                      const MergeIndexOptions& options) {
  return IndexMerge(std::move(directory), options, nullptr).plan();
}

}  // namespace segsmith::merge
