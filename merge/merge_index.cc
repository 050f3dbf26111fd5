// SPDX-License-Identifier: Apache-2.0
#include "merge/merge_index.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "index/commit.h"
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
  IndexMerge(std::shared_ptr<store::Directory> directory, const MergeIndexOptions& options)
      : directory_(std::move(directory)),
        reader_(index::IndexReader::open(directory_)),
        infos_(reader_->commit()),
        segments_(reader_->segments()),
        field_numbers_(field_numbers(segments_)),
        compound_(options.compound),
        ids_(options.seed),
        policy_(options.policy.value_or(default_policy(segments_))),
        driver_(policy_, options.compound, options.settings),
        request_(options.request) {}

  MergeIndexReport run() {
    MergeIndexReport report;
    report.policy = policy_;
    report.segments_before = segments_.size();
    for (const auto& segment : infos_.segments)
      report.bytes_before += index::segment_bytes(*directory_, segment);
    try {
      merge();
      if (!made_.empty()) commit();
    } catch (...) {
      discard();
      throw;
    }
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
                                      .id = ids_.next(),
                                      .commit_id = ids_.next(),
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
    made_.push_back(merged);
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
    ++infos_.version;
    infos_.id = ids_.next();
    infos_.written_by(codec::kCurrentRelease);
    index::commit(*directory_, infos_);
    made_.clear();
    index::remove_unused_files(*directory_, infos_);
  }

  void discard() {
    for (const model::SegmentCommitInfo& segment : made_) {
      for (const std::string& file : segment.info.files) {
        if (directory_->exists(file)) directory_->remove(file);
      }
    }
  }

  std::shared_ptr<store::Directory> directory_;
  std::shared_ptr<const index::IndexReader> reader_;
  index::SegmentInfos infos_;
  std::vector<SegmentPtr> segments_;
  model::FieldNumbers field_numbers_;
  index::CompoundRule compound_;
  IdSource ids_;
  Policy policy_;
  PolicyDriver driver_;
  index::MergeRequest request_;
  std::vector<model::SegmentCommitInfo> made_;
};

}  // namespace

MergeIndexReport merge_index(std::shared_ptr<store::Directory> directory,
                             const MergeIndexOptions& options) {
  return IndexMerge(std::move(directory), options).run();
}

MergePlan plan_merges(std::shared_ptr<store::Directory> directory,
                      const MergeIndexOptions& options) {
  return IndexMerge(std::move(directory), options).plan();
}

}  // namespace segsmith::merge
