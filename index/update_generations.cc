// SPDX-License-Identifier: Apache-2.0
#include "index/update_generations.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "codec/doc_values_format.h"
#include "codec/lucene94_field_infos.h"
#include "model/field_attributes.h"
#include "model/overlaid_field.h"
#include "util/base36.h"
#include "util/error.h"
#include "util/java_hash.h"

namespace segsmith::index {
namespace {

using model::DocValuesType;
using model::FieldInfo;
using Overlay = model::SegmentCommitInfo::Overlay;
using Files = std::vector<std::string>;
using FilesOfFields = std::vector<std::pair<int32_t, Files>>;

const std::string kFormatKey = "PerFieldDocValuesFormat.format";
const std::string kSuffixKey = "PerFieldDocValuesFormat.suffix";
constexpr const char* kDefaultFormat = "Lucene90";
constexpr const char* kDefaultSuffix = "0";

/// Over this part of the documents, overlays are written together with their base.
constexpr double kDenseFrom = 0.5;

/// The generation of "_0_1_Lucene90_0.dvd".
int64_t generation_of(std::string_view file) {
  const size_t begin = file.find('_', 1) + 1;
  const size_t end = file.find_first_of("_.", begin);
  return static_cast<int64_t>(from_base36(file.substr(begin, end - begin)).value_or(0));
}

class Generations {
 public:
  Generations(store::Directory& directory, const SegmentReader& reader, int32_t max_overlays,
              NextGenerations& next, model::SegmentCommitInfo& info)
      : directory_(directory),
        reader_(reader),
        max_overlays_(max_overlays),
        next_(next),
        info_(info) {
    for (const FieldInfo& field : reader.fields()) {
      FieldInfo& copy = fields_.emplace_back(field);
      copy.attributes = model::attributes_as_read(std::move(copy.attributes));
      copy.attributes = model::attributes_in_map_order(copy.attributes, copy.attributes.size());
    }
  }

  /// A field that no document of the segment has is numbered after those that some have, whatever
  /// its number elsewhere (FieldNumbers.constructFieldInfo).
  void add_missing(const std::string& name, DocValuesType type, bool soft_deletes) {
    if (find(name) != nullptr) return;
    int32_t number = 0;
    for (const FieldInfo& field : fields_) number = std::max(number, field.number + 1);
    FieldInfo& added = fields_.emplace_back();
    added.name = name;
    added.number = number;
    added.doc_values_type = type;
    added.is_soft_deletes = soft_deletes;
  }

  void write(const std::string& name, const FieldUpdates& updates) {
    FieldInfo& field = *find(name);
    const Overlay before = overlay_of(field);
    const bool sparse = max_overlays_ > 0 && !updates.any_reset();
    const bool full = sparse && before.delta_gens.size() >= static_cast<size_t>(max_overlays_);
    std::optional<model::DocValuesField> united;
    bool dense = !sparse;
    if (full) {
      int64_t covered = 0;
      united = unite(field, before.delta_gens, covered);
      dense = static_cast<double>(covered) >= kDenseFrom * info_.info.max_doc;
    }
    const FieldInfo* known = reader_.fields().find(name);
    const model::DocValuesField* base = nullptr;
    if (dense && known != nullptr && reader_.has_doc_values(*known)) {
      base = &reader_.doc_values(*known);
    } else if (!dense && united) {
      base = &*united;
    }
    const int64_t generation = next_.doc_values++;
    made_.emplace_back(field.number, write_files(field, generation, updates, base));
    info_.doc_values_gen = generation;

    Overlay after{field.number, before.base_gen, {}};
    if (!dense) {
      after.delta_gens = {generation};
      if (!united) {
        after.delta_gens.insert(after.delta_gens.end(), before.delta_gens.begin(),
                                before.delta_gens.end());
      }
    }
    overlays_.push_back(std::move(after));
  }

  void finish() {
    const int64_t generation = next_.field_infos++;
    // Lucene numbers them so, not by appearance.
    std::ranges::sort(fields_, {}, &FieldInfo::number);
    info_.field_infos_files = {codec::write_field_infos(
        directory_, info_.info.name, info_.info.id, to_base36(static_cast<uint64_t>(generation)),
        model::FieldInfos(std::move(fields_)))};
    info_.field_infos_gen = generation;
    note_files();
    note_overlays();
  }

 private:
  FieldInfo* find(std::string_view name) {
    const auto found = std::ranges::find(fields_, name, &FieldInfo::name);
    return found == fields_.end() ? nullptr : &*found;
  }

  Overlay overlay_of(const FieldInfo& field) const {
    const auto found = std::ranges::find(info_.overlays, field.number, &Overlay::field);
    return found != info_.overlays.end() ? *found : Overlay{field.number, field.doc_values_gen, {}};
  }

  /// The overlays without their base.
  model::DocValuesField unite(const FieldInfo& field, const std::vector<int64_t>& generations,
                              int64_t& covered) const {
    std::vector<model::DocValuesField> layers;
    for (const int64_t generation : generations) {
      for (const auto& group : reader_.doc_values_groups()) {
        if (group.generation != generation || group.fields.find(field.number) == nullptr) continue;
        layers.push_back(group.reader->field(field));
        covered += layers.back().presence->cardinality();
      }
    }
    return model::overlaid_field(layers);
  }

  Files write_files(FieldInfo& field, int64_t generation, const FieldUpdates& updates,
                    const model::DocValuesField* base) {
    std::string format(field.attribute(kFormatKey)), suffix(field.attribute(kSuffixKey));
    if (format.empty()) format = kDefaultFormat;
    if (suffix.empty()) suffix = kDefaultSuffix;
    const codec::DocValuesFormat* row = codec::find_doc_values_format(format);
    if (row == nullptr) throw InvalidArgument("doc-values format '" + format + "' is not built");
    field.doc_values_gen = generation;
    model::put_attribute(field.attributes, kFormatKey, format);
    model::put_attribute(field.attributes, kSuffixKey, suffix);
    const auto writer = row->writer(
        {.directory = directory_,
         .segment = info_.info.name,
         .id = info_.info.id,
         .max_doc = info_.info.max_doc,
         .suffix = to_base36(static_cast<uint64_t>(generation)) + "_" + format + "_" + suffix,
         .primary_sort = info_.info.sort.empty() ? nullptr : &info_.info.sort.front()});
    if (updates.type() == DocValuesType::binary) {
      writer->add_binary(field, *updates.bytes_over(base));
    } else if (updates.type() == DocValuesType::numeric) {
      writer->add_numeric(field, *updates.numbers_over(base));
    } else {
      writer->add_sorted_numeric(field, *updates.numbers_over(base));
    }
    writer->finish();
    return writer->files();
  }

  /// Fields and files in the orders of Lucene's maps and sets, which segments_N shows.
  void note_files() {
    FilesOfFields all = made_;
    for (const auto& [field, files] : info_.doc_values_files) {
      const auto made = std::ranges::find(all, field, &FilesOfFields::value_type::first);
      if (made == all.end()) {
        all.emplace_back(field, files);
        continue;
      }
      for (const std::string& file : files) {
        if (is_read(field, generation_of(file))) made->second.push_back(file);
      }
    }
    std::vector<int32_t> numbers;
    for (auto& [field, files] : all) {
      numbers.push_back(field);
      Files ordered;
      for (const size_t i : java_hash_map_order(files)) ordered.push_back(files[i]);
      files = std::move(ordered);
    }
    info_.doc_values_files.clear();
    for (const size_t i : java_hash_map_order(numbers)) info_.doc_values_files.push_back(all[i]);
  }

  bool is_read(int32_t field, int64_t generation) const {
    const Overlay& overlay = *std::ranges::find(overlays_, field, &Overlay::field);
    return !overlay.delta_gens.empty() &&
           (overlay.base_gen == generation ||
            std::ranges::find(overlay.delta_gens, generation) != overlay.delta_gens.end());
  }

  void note_overlays() {
    std::vector<Overlay> all;
    for (const Overlay& before : info_.overlays) {
      const auto after = std::ranges::find(overlays_, before.field, &Overlay::field);
      if (after == overlays_.end()) {
        all.push_back(before);
      } else if (!after->delta_gens.empty()) {
        all.push_back(*after);
      }
    }
    for (const Overlay& made : overlays_) {
      const bool known = std::ranges::find(all, made.field, &Overlay::field) != all.end();
      if (!known && !made.delta_gens.empty()) all.push_back(made);
    }
    std::vector<int32_t> numbers;
    for (const Overlay& overlay : all) numbers.push_back(overlay.field);
    info_.overlays.clear();
    for (const size_t i : java_hash_map_order(numbers)) info_.overlays.push_back(all[i]);
  }

  store::Directory& directory_;
  const SegmentReader& reader_;
  int32_t max_overlays_;
  NextGenerations& next_;
  model::SegmentCommitInfo& info_;
  std::vector<FieldInfo> fields_;
  FilesOfFields made_;
  std::vector<Overlay> overlays_;  ///< Of the fields that are written now; may be empty ones.
};

}  // namespace

NextGenerations NextGenerations::after(const model::SegmentCommitInfo& info, int64_t highest) {
  // A commit without generations says -1.
  const auto above = [&](int64_t generation) {
    return static_cast<int64_t>(static_cast<uint64_t>(std::max({generation, highest, int64_t{0}})) +
                                1);
  };
  return {above(info.del_gen), above(info.field_infos_gen), above(info.doc_values_gen)};
}

void write_update_generations(store::Directory& directory, const SegmentReader& reader,
                              const std::string& soft_deletes,
                              std::span<const std::pair<std::string, FieldUpdates>> updates,
                              int32_t max_overlays, NextGenerations& next,
                              model::SegmentCommitInfo& info) {
  Generations generations(directory, reader, max_overlays, next, info);
  std::vector<std::string> names;
  for (const auto& [name, update] : updates) names.push_back(name);
  // Lucene keeps pending updates in a map by field name.
  const std::vector<size_t> order = java_hash_map_order(names);
  for (const size_t i : order) {
    generations.add_missing(names[i], updates[i].second.type(), names[i] == soft_deletes);
  }
  for (const size_t i : order) generations.write(names[i], updates[i].second);
  generations.finish();
}

}  // namespace segsmith::index
