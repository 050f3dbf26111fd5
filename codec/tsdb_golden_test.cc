// SPDX-License-Identifier: Apache-2.0
// Segments in Elasticsearch's time-series formats, written again from what was read of them and
// compared byte by byte; those in the newer formats, which no released library writes, are also
// compared with the values that were indexed. compat_tests/tsdb_goldens/README.md
#include <gtest/gtest.h>
#include <zstd.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "codec/copy_field.h"
#include "codec/doc_values_format.h"
#include "codec/lucene90_compound.h"
#include "codec/lucene94_field_infos.h"
#include "codec/lucene99_segment_info.h"
#include "store/codec_util.h"
#include "store/directory.h"
#include "util/error.h"
#include "util/hex.h"

namespace segsmith::codec {
namespace {

namespace fs = std::filesystem;
using model::DocValuesType;

fs::path judged_goldens() {
  return fs::path(SEGSMITH_SOURCE_DIR) / "compat_tests" / "goldens" / "time_series";
}
fs::path goldens() { return fs::path(SEGSMITH_SOURCE_DIR) / "compat_tests" / "tsdb_goldens"; }

/// Every folder with segments below `root`, named from there.
std::vector<std::string> folders_of(const fs::path& root) {
  std::set<std::string> names;
  for (const auto& entry : fs::recursive_directory_iterator(root)) {
    if (entry.path().extension() == ".si") {
      names.insert(fs::relative(entry.path().parent_path(), root).string());
    }
  }
  return {names.begin(), names.end()};
}

std::vector<std::string> segment_names(const store::Directory& directory) {
  std::vector<std::string> names;
  for (const std::string& file : directory.list()) {
    if (file.ends_with(".si")) names.push_back(file.substr(0, file.size() - 3));
  }
  std::sort(names.begin(), names.end());
  return names;
}

std::string unpacked(const fs::path& path) {
  const store::MmapDirectory folder(path.parent_path().string());
  const store::Input file = folder.open(path.filename().string());
  std::string text(ZSTD_getFrameContentSize(file.bytes().data(), file.size()), '\0');
  const size_t n = ZSTD_decompress(text.data(), text.size(), file.bytes().data(), file.size());
  EXPECT_EQ(n, text.size()) << path;
  return text;
}

/// Doc values of one format and suffix.
struct Group {
  const DocValuesFormat* format = nullptr;
  std::string suffix;  ///< "ES819TSDB_0"
  model::FieldInfos fields;
  std::unique_ptr<DocValuesReader> reader;
};

/// One segment of a golden: its `.si`, `.fnm` and doc values.
struct Segment {
  Segment(const store::Directory& directory, const std::string& name) {
    const std::string file = name + "." + std::string(kSegmentInfoExtension);
    Id id;
    store::Cursor in(directory.open(file), store::header_length(kSegmentInfoCodec));
    std::ranges::copy(in.bytes(id.size()), id.begin());
    info = read_segment_info(directory, name, id);
    if (info.compound) compound = std::make_unique<CompoundDirectory>(directory, name, id);
    files = info.compound ? compound.get() : &directory;
    fields = read_field_infos(*files, name, id, "");
    std::map<std::string, std::vector<model::FieldInfo>> by_suffix;
    for (const model::FieldInfo& field : fields) {
      if (!field.has_doc_values()) continue;
      by_suffix[std::string(field.attribute("PerFieldDocValuesFormat.format")) + "_" +
                std::string(field.attribute("PerFieldDocValuesFormat.suffix"))]
          .push_back(field);
    }
    for (auto& [suffix, own] : by_suffix) {
      Group& group = groups.emplace_back();
      group.format = find_doc_values_format(suffix.substr(0, suffix.find('_')));
      group.suffix = suffix;
      group.fields = model::FieldInfos(std::move(own));
      group.reader = group.format->reader({*files, name, id, info.max_doc, suffix, primary_sort()},
                                          group.fields);
    }
  }
  const model::SortField* primary_sort() const {
    return info.sort.empty() ? nullptr : &info.sort.front();
  }
  const DocValuesReader& reader_of(const model::FieldInfo& field) const {
    for (const Group& group : groups) {
      if (group.fields.find(field.number) != nullptr) return *group.reader;
    }
    throw InvalidArgument(field.name);
  }

  model::SegmentInfo info;
  model::FieldInfos fields;
  std::unique_ptr<store::Directory> compound;
  const store::Directory* files = nullptr;
  std::vector<Group> groups;
};

/// The bodies of the fields as the list of expected values has them.
class Bodies {
 public:
  explicit Bodies(const Segment& segment) : segment_(segment) {
    for (const model::FieldInfo& info : segment.fields) add(info);
  }
  std::vector<std::string> lines;

 private:
  void add(const model::FieldInfo& info) {
    if (!info.has_doc_values()) return;
    const model::DocValuesField& field = segment_.reader_of(info).field(info);
    std::string title = "-- " + kind(info.doc_values_type) + " " + info.name;
    if (field.terms) title += " terms=" + std::to_string(field.terms->size());
    lines.push_back(title);
    if (info.doc_values_type == DocValuesType::binary) {
      add_binary(field);
    } else {
      add_numbers(field);
    }
    if (const auto skip = segment_.reader_of(info).skip_index(info)) add_skip_index(info, *skip);
  }
  static std::string kind(DocValuesType type) {
    switch (type) {
      case DocValuesType::numeric:
        return "numeric";
      case DocValuesType::sorted_numeric:
        return "sorted_numeric";
      case DocValuesType::sorted:
        return "sorted";
      case DocValuesType::sorted_set:
        return "sorted_set";
      default:
        return "binary";
    }
  }
  void add_numbers(const model::DocValuesField& field) {
    const auto column = model::number_column(field);
    model::NumberBlock block;
    while (column->next(block)) {
      size_t v = 0;
      for (size_t i = 0; i < block.docs.count; ++i) {
        std::string line = std::to_string(block.docs.doc(i)) + "\t";
        const size_t n = block.counts.empty() ? 1 : static_cast<size_t>(block.counts[i]);
        for (size_t k = 0; k < n; ++k, ++v) {
          if (k > 0) line += ",";
          line += field.terms ? to_hex(field.terms->term(block.values[v]))
                              : std::to_string(block.values[v]);
        }
        lines.push_back(line);
      }
    }
  }
  void add_binary(const model::DocValuesField& field) {
    const auto column = model::bytes_column(field);
    model::DocBlock docs;
    model::BytesBlock values;
    while (column->next(docs, values)) {
      for (size_t i = 0; i < docs.count; ++i) {
        lines.push_back(std::to_string(docs.doc(i)) + "\t" + to_hex(values[i]));
      }
    }
  }
  void add_skip_index(const model::FieldInfo& info, const skipper::SkipIndex& skip) {
    const auto& meta = skip.meta();
    lines.push_back("-- skipper " + info.name + " min=" + std::to_string(meta.min_value) + " max=" +
                    std::to_string(meta.max_value) + " docCount=" + std::to_string(meta.doc_count) +
                    " maxValueCount=" + std::to_string(meta.max_value_count));
    skip.visit_entries([&](uint64_t, std::span<const skipper::Interval> levels) {
      std::string line;
      for (size_t l = 0; l < levels.size(); ++l) {
        const skipper::Interval& i = levels[l];
        line += (l == 0 ? "L" : " L") + std::to_string(l) + ":" + std::to_string(i.min_doc) + "," +
                std::to_string(i.max_doc) + "," + std::to_string(i.min_value) + "," +
                std::to_string(i.max_value) + "," + std::to_string(i.doc_count);
      }
      lines.push_back(line);
    });
  }

  const Segment& segment_;
};

/// The fields in the order of their entries in the metadata.
std::vector<const model::FieldInfo*> order_of(const codec::DocValuesReader& reader,
                                              const model::FieldInfos& fields) {
  std::vector<std::pair<uint64_t, const model::FieldInfo*>> places;
  reader.visit([&](const model::Fact& fact) {
    if (fact.part == "field_entry") places.emplace_back(fact.offset, fields.find(fact.field));
  });
  std::sort(places.begin(), places.end());
  std::vector<const model::FieldInfo*> order;
  for (const auto& place : places) order.push_back(place.second);
  return order;
}

class TsdbGolden : public ::testing::TestWithParam<std::string> {
 protected:
  fs::path folder() const { return goldens() / GetParam(); }
  std::string kind() const { return folder().filename().string(); }
  const store::MmapDirectory directory_{folder().string()};

  /// Of the list that holds flushed and merged segments, those of this golden.
  std::vector<std::string> expected_bodies() const {
    std::vector<std::string> lines;
    const std::string text = unpacked(folder().parent_path() / "expected.txt.zst");
    bool here = false;
    for (size_t start = 0; start < text.size();) {
      const size_t end = std::min(text.find('\n', start), text.size());
      const std::string_view line = std::string_view(text).substr(start, end - start);
      start = end + 1;
      if (line.starts_with("#### ")) here = line.substr(5) == kind();
      const bool body = !line.starts_with("==") && !line.starts_with("#") &&
                        !line.starts_with("field\t") && !line.starts_with("_") &&
                        !line.starts_with("segments_");
      if (here && body) lines.emplace_back(line);
    }
    return lines;
  }
};

TEST_P(TsdbGolden, HoldsTheValuesThatWereIndexed) {
  std::vector<std::string> found;
  for (const std::string& name : segment_names(directory_)) {
    const Bodies bodies(Segment(directory_, name));
    found.insert(found.end(), bodies.lines.begin(), bodies.lines.end());
  }
  const auto expected = expected_bodies();
  for (size_t i = 0; i < std::min(found.size(), expected.size()); ++i) {
    ASSERT_EQ(found[i].substr(0, 500), expected[i].substr(0, 500)) << "line " << i;
    ASSERT_TRUE(found[i] == expected[i]) << "line " << i;
  }
  EXPECT_EQ(found.size(), expected.size());
}

/// Writes what the readers of a segment read, and compares.
void expect_written_again(const Segment& segment, int32_t interval) {
  for (const Group& group : segment.groups) {
    store::MemoryDirectory again;
    const auto writer = group.format->writer({.directory = again,
                                              .segment = segment.info.name,
                                              .id = segment.info.id,
                                              .max_doc = segment.info.max_doc,
                                              .suffix = group.suffix,
                                              .skip_index_interval_size = interval,
                                              .primary_sort = segment.primary_sort(),
                                              .options = group.reader->options()});
    for (const model::FieldInfo* field : order_of(*group.reader, group.fields)) {
      copy_field(*field, group.reader->field(*field), *writer);
    }
    writer->finish();
    for (const std::string& file : writer->files()) {
      const store::Input ours = again.open(file), theirs = segment.files->open(file);
      const auto [a, b] = std::ranges::mismatch(ours.bytes(), theirs.bytes());
      EXPECT_TRUE(a == ours.bytes().end() && b == theirs.bytes().end())
          << file << " differs at " << a - ours.bytes().begin() << " of " << ours.size() << " and "
          << theirs.size() << " bytes";
    }
  }
}

TEST_P(TsdbGolden, IsWrittenByteForByte) {
  for (const std::string& name : segment_names(directory_)) {
    expect_written_again(Segment(directory_, name), 4096);
  }
}

/// Goldens that Elasticsearch's own classes made: tests of the whole program read their values.
class JudgedGolden : public ::testing::TestWithParam<std::string> {};

TEST_P(JudgedGolden, IsWrittenByteForByte) {
  const store::MmapDirectory directory((judged_goldens() / GetParam()).string());
  const int32_t interval = GetParam().starts_with("skip_index") ? 2 : 4096;
  for (const std::string& name : segment_names(directory)) {
    expect_written_again(Segment(directory, name), interval);
  }
}

std::string test_name(const ::testing::TestParamInfo<std::string>& test) {
  std::string name = test.param;
  std::ranges::replace_if(
      name, [](char c) { return c == '-' || c == '/' || c == '.'; }, '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(All, TsdbGolden, ::testing::ValuesIn(folders_of(goldens())), test_name);
INSTANTIATE_TEST_SUITE_P(All, JudgedGolden, ::testing::ValuesIn(folders_of(judged_goldens())),
                         test_name);

}  // namespace
}  // namespace segsmith::codec
