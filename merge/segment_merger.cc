// SPDX-License-Identifier: Apache-2.0
#include "merge/segment_merger.h"

#include <algorithm>
#include <chrono>
#include <utility>
#include <vector>

#include "merge/kept_docs.h"
#include "merge/merged_columns.h"
#include "merge/merged_field_infos.h"
#include "merge/ordinal_map.h"
#include "merge/placement.h"
#include "util/error.h"

namespace segsmith::merge {
namespace {

using index::SegmentReader;
using index::SegmentWriter;
using model::DocValuesType;
using model::FieldInfo;

/// Adds the time since its making to a counter.
class Timer {
 public:
  explicit Timer(uint64_t& total) : total_(total), start_(Clock::now()) {}
  ~Timer() {
    total_ += static_cast<uint64_t>(
        std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now() - start_).count());
  }
  Timer(const Timer&) = delete;
  Timer& operator=(const Timer&) = delete;

 private:
  using Clock = std::chrono::steady_clock;
  uint64_t& total_;
  Clock::time_point start_;
};

/// Fields are matched by name: a segment from elsewhere may number them otherwise.
const FieldInfo* doc_values_in(const SegmentReader& source, const FieldInfo& merged) {
  const FieldInfo* info = source.fields().find(merged.name);
  const bool has = info != nullptr && info->doc_values_type == merged.doc_values_type &&
                   source.has_doc_values(*info);
  return has ? info : nullptr;
}

/// The ordinals that the kept documents of a source use; nothing (size 0) when all are kept.
BitSet live_ordinals(const SegmentReader& source, const BitSet* live,
                     const model::DocValuesField& field, const std::string& name) {
  if (live == nullptr) return {};
  BitSet used(static_cast<uint64_t>(field.terms->size()));
  const auto column = model::number_column(field);
  model::NumberBlock block;
  while (column->next(block)) {
    check_ordinals(block.values, field.terms->size(), source.name(), name);
    size_t first = 0;
    for (size_t i = 0; i < block.docs.count; ++i) {
      const size_t n = block.counts.empty() ? 1 : static_cast<size_t>(block.counts[i]);
      if (live->get(static_cast<uint64_t>(block.docs.doc(i)))) {
        for (size_t v = first; v < first + n; ++v) used.set(static_cast<uint64_t>(block.values[v]));
      }
      first += n;
    }
  }
  return used;
}

/// One merge at work: the sources, the order of their documents, the segment being written.
class Merger {
 public:
  Merger(Sources sources, const KeptDocs& kept, const DocMap& map, const Placement& placement,
         SegmentWriter& writer)
      : sources_(sources), kept_(kept), map_(map), placement_(placement), writer_(writer) {}

  void stored_fields(const model::FieldInfos& merged) {
    std::vector<codec::StoredFieldsMergeSource> parts;
    for (size_t s = 0; s < sources_.size(); ++s) {
      parts.emplace_back(sources_[s]->stored_fields(), kept_.of(s) != nullptr,
                         sources_[s]->fields(), merged);
    }
    for (const Run& run : map_.runs()) {
      writer_.stored_fields().merge(parts[static_cast<size_t>(run.source)], run.first, run.count);
    }
  }

  void doc_values() {
    for (const FieldInfo& field : writer_.fields()) {
      if (field.has_doc_values()) doc_values(field);
    }
  }

  void points() {
    std::vector<std::vector<int32_t>> maps(sources_.size());
    for (const FieldInfo& field : writer_.fields()) {
      if (!field.has_points()) continue;
      std::vector<codec::PointsMergeSource> parts;
      for (size_t s = 0; s < sources_.size(); ++s) {
        const FieldInfo* info = sources_[s]->fields().find(field.name);
        if (info == nullptr || !info->has_points() || sources_[s]->points() == nullptr) continue;
        if (maps[s].empty()) {
          maps[s] = map_.mapping(static_cast<int32_t>(s), sources_[s]->max_doc());
        }
        parts.push_back({sources_[s]->points()->field(*info), {maps[s], 0}});
      }
      writer_.points().add_merge(field, parts);
    }
  }

 private:
  void doc_values(const FieldInfo& field) {
    codec::DocValuesWriter& out = writer_.doc_values(field);
    switch (field.doc_values_type) {
      case DocValuesType::binary: {
        const auto column = merged_bytes(map_, bytes_parts(field));
        return out.add_binary(field, *column);
      }
      case DocValuesType::numeric:
      case DocValuesType::sorted_numeric: {
        const auto column = merged_numbers(placement_, number_parts(field, nullptr));
        return field.doc_values_type == DocValuesType::numeric
                   ? out.add_numeric(field, *column)
                   : out.add_sorted_numeric(field, *column);
      }
      case DocValuesType::sorted:
      case DocValuesType::sorted_set: {
        const OrdinalMap ordinals(terms_parts(field));
        const auto terms = ordinals.terms();
        const auto column = merged_numbers(placement_, number_parts(field, &ordinals));
        return field.doc_values_type == DocValuesType::sorted
                   ? out.add_sorted(field, *terms, *column)
                   : out.add_sorted_set(field, *terms, *column);
      }
      case DocValuesType::none:
        break;
    }
  }

  std::vector<NumberPart> number_parts(const FieldInfo& field, const OrdinalMap* ordinals) const {
    std::vector<NumberPart> parts(sources_.size());
    for (size_t s = 0; s < sources_.size(); ++s) {
      const FieldInfo* info = doc_values_in(*sources_[s], field);
      if (info == nullptr) continue;
      parts[s].column = model::number_column(sources_[s]->doc_values(*info));
      if (ordinals == nullptr) continue;
      parts[s].ordinals = ordinals->ordinals(s);
      parts[s].segment = sources_[s]->name();
      parts[s].field = field.name;
    }
    return parts;
  }

  std::vector<std::unique_ptr<model::BytesColumn>> bytes_parts(const FieldInfo& field) const {
    std::vector<std::unique_ptr<model::BytesColumn>> parts(sources_.size());
    for (size_t s = 0; s < sources_.size(); ++s) {
      const FieldInfo* info = doc_values_in(*sources_[s], field);
      if (info != nullptr) parts[s] = model::bytes_column(sources_[s]->doc_values(*info));
    }
    return parts;
  }

  std::vector<TermsPart> terms_parts(const FieldInfo& field) const {
    std::vector<TermsPart> parts(sources_.size());
    for (size_t s = 0; s < sources_.size(); ++s) {
      const FieldInfo* info = doc_values_in(*sources_[s], field);
      if (info == nullptr) continue;
      const model::DocValuesField& values = sources_[s]->doc_values(*info);
      parts[s] = {values.terms, live_ordinals(*sources_[s], kept_.of(s), values, field.name)};
    }
    return parts;
  }

  Sources sources_;
  const KeptDocs& kept_;
  const DocMap& map_;
  const Placement& placement_;
  SegmentWriter& writer_;
};

std::vector<SourceDocs> documents_of(Sources sources, const KeptDocs& kept) {
  std::vector<SourceDocs> docs;
  for (size_t s = 0; s < sources.size(); ++s) docs.push_back({sources[s]->max_doc(), kept.of(s)});
  return docs;
}

DocMap make_doc_map(Sources sources, std::span<const SourceDocs> docs,
                    const model::IndexSort& sort) {
  if (sort.empty()) return concatenate(docs);
  for (const auto& source : sources) {
    if (source->info().sort != sort) {
      throw InvalidArgument("segment " + source->name() + " is not sorted as the index is");
    }
  }
  return interleave(docs, sort_keys(sources, sort));
}

/// The options of one format with blocks of one size, from all sources: what any of them shows to
/// be chosen is chosen, for others may have no field that tells. The newest version.
codec::DocValuesOptions options_of_sources(Sources sources,
                                           const SegmentReader::DocValuesGroup& like) {
  codec::DocValuesOptions options = like.reader->options();
  for (const auto& source : sources) {
    for (const auto& group : source->doc_values_groups()) {
      if (group.format != like.format) continue;
      const codec::DocValuesOptions own = group.reader->options();
      if (own.block_size != options.block_size) continue;
      options.compress_binary &= own.compress_binary;
      options.large_binary_blocks |= own.large_binary_blocks;
      options.prefix_partitions |= own.prefix_partitions;
    }
  }
  options.version = -1;
  return options;
}

/// The format and the size of blocks with which the first source that has the field wrote it, and
/// what the field's numbers are there.
codec::DocValuesChoice choice_of_sources(Sources sources, const FieldInfo& field) {
  codec::DocValuesChoice choice;
  for (const auto& source : sources) {
    const FieldInfo* info = doc_values_in(*source, field);
    if (info == nullptr) continue;
    const auto& group = source->doc_values_group(*info);
    choice.format = group.format;
    choice.options = options_of_sources(sources, group);
    break;
  }
  return choice;
}

/// What the merged segment's `.si` inherits.
index::SegmentTarget with_facts_of(Sources sources, index::SegmentTarget target) {
  for (const auto& source : sources) {
    const model::SegmentInfo& info = source->info();
    target.has_blocks |= info.has_blocks;
    target.oldest_unknown |= !info.min_version;
    if (!info.min_version) continue;
    target.oldest_source =
        std::min(target.oldest_source.value_or(*info.min_version), *info.min_version);
  }
  if (!target.doc_values) {
    target.doc_values = [sources](const FieldInfo& field) {
      return choice_of_sources(sources, field);
    };
  }
  return target;
}

}  // namespace

void check_mergeable(const SegmentReader& source) {
  for (const FieldInfo& field : source.fields()) {
    const auto refuse = [&](const char* what) {
      throw InvalidArgument("segment " + source.name() + ": field '" + field.name + "' has " +
                            what + ", which a merge here cannot rewrite");
    };
    if (field.index_options != 0) refuse("postings");
    if (field.vector_dims != 0) refuse("vectors");
    if (field.has_term_vectors) refuse("term vectors");
  }
}

model::SegmentCommitInfo merge_segments(Sources sources, const index::SegmentTarget& target,
                                        const index::CompoundRule& compound,
                                        uint64_t other_index_bytes, MergeStats* stats) {
  MergeStats own;
  MergeStats& spent = stats != nullptr ? *stats : own;
  for (const auto& source : sources) check_mergeable(*source);
  const KeptDocs kept(sources);
  const std::vector<SourceDocs> docs = documents_of(sources, kept);
  const DocMap map = [&] {
    const Timer timer(spent.doc_map_ns);
    // As Lucene does: a merge must not copy damage into files with good checksums.
    for (const auto& source : sources) source->check_integrity();
    return make_doc_map(sources, docs, target.sort);
  }();
  if (map.num_docs() == 0) throw InvalidArgument("a merge of no live documents makes no segment");
  const Placement placement = [&] {
    const Timer timer(spent.doc_map_ns);
    return Placement(map, docs);
  }();
  SegmentWriter writer(with_facts_of(sources, target));
  writer.begin_columns(merged_field_infos(sources, target.field_numbers), map.num_docs());
  Merger merger(sources, kept, map, placement, writer);
  {
    const Timer timer(spent.stored_fields_ns);
    merger.stored_fields(writer.fields());
  }
  {
    const Timer timer(spent.doc_values_ns);
    merger.doc_values();
  }
  {
    const Timer timer(spent.points_ns);
    merger.points();
  }
  const Timer timer(spent.finish_ns);
  ++spent.merges;
  spent.documents += static_cast<uint64_t>(map.num_docs());
  return writer.finish(compound, other_index_bytes);
}

}  // namespace segsmith::merge
