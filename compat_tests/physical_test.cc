// SPDX-License-Identifier: Apache-2.0
// The rows of `dv` and `skip` over every golden index: they cover their files byte by byte, and
// tell the widths and bounds that follow from the values as Lucene dumped them.
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <numeric>
#include <set>

#include "index/line_source.h"
#include "lab/physical.h"
#include "util/error.h"

namespace segsmith::compat {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

fs::path goldens() { return fs::path(SEGSMITH_SOURCE_DIR) / "compat_tests" / "goldens"; }

std::vector<std::string> golden_names() {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(goldens())) {
    if (fs::exists(entry.path() / "options.json"))
      names.push_back(entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

/// Lucene's dump of a structure.
std::vector<json> dump_of(const std::string& golden, const std::string& structure) {
  const fs::path plain = goldens() / golden / ("expected." + structure + ".ndjson");
  index::LineSource lines(fs::exists(plain) ? plain.string() : plain.string() + ".zst");
  std::vector<json> rows;
  std::string_view line;
  while (lines.next(line)) rows.push_back(json::parse(line));
  return rows;
}

/// Rows as objects, through the same text that the program prints.
template <class Header, class Rows>
std::vector<json> rows_of(const index::IndexReader& reader, const lab::PhysicalOptions& options,
                          Header&& header, Rows&& rows) {
  std::vector<json> found;
  const lab::Table table = header(options);
  rows(reader, options, [&](const std::vector<lab::Json>& row) {
    ASSERT_EQ(row.size(), table.columns.size());
    found.push_back(json::parse(lab::render_row(table, row, lab::OutputFormat::ndjson)));
  });
  return found;
}

std::vector<json> dv_of(const index::IndexReader& reader, const lab::PhysicalOptions& options) {
  return rows_of(reader, options, lab::dv_header, lab::dv_rows);
}
std::vector<json> skip_of(const index::IndexReader& reader, const lab::PhysicalOptions& options) {
  return rows_of(reader, options, lab::skip_header, lab::skip_rows);
}

/// The width that Lucene packs numbers up to `range` with.
int width_of(uint64_t range) {
  for (const int width : {1, 2, 4, 8, 12, 16, 20, 24, 28, 32, 40, 48, 56}) {
    if (range >> width == 0) return width;
  }
  return 64;
}

class Physical : public testing::TestWithParam<std::string> {
 protected:
  std::shared_ptr<const index::IndexReader> reader_ =
      index::IndexReader::open((goldens() / GetParam() / "index").string());
};

/// The rows that lie in a file follow one another up to its end.
void expect_files_covered(const index::IndexReader& reader, const std::vector<json>& rows,
                          const std::string& extension) {
  struct Part {
    uint64_t offset, length;
  };
  std::map<std::pair<std::string, std::string>, std::vector<Part>> files;
  for (const json& row : rows) {
    if (row["file"].is_null()) continue;
    const bool compound = !row["inner_file"].is_null();
    const auto file = row[compound ? "inner_file" : "file"].get<std::string>();
    const auto offset = row[compound ? "inner_offset" : "offset"].get<uint64_t>();
    files[{row["segment"].get<std::string>(), file}].push_back(
        {offset, row["length"].get<uint64_t>()});
  }
  uint64_t total = 0;
  for (auto& [key, parts] : files) {
    const auto& [segment, file] = key;
    EXPECT_NE(file.find(extension), std::string::npos);
    std::sort(parts.begin(), parts.end(), [](const Part& a, const Part& b) {
      return std::pair(a.offset, a.length) < std::pair(b.offset, b.length);
    });
    uint64_t end = 0;
    for (const Part& part : parts) {
      ASSERT_EQ(part.offset, end) << file;
      end += part.length;
    }
    for (const auto& s : reader.segments()) {
      if (s->name() != segment) continue;
      // Updates stand beside the compound file.
      const store::Directory& home = s->core().exists(file) ? s->core() : reader.directory();
      EXPECT_EQ(end, home.length(file)) << file;
    }
    total += end;
  }
  EXPECT_EQ(rows.back()["length"], total);
  EXPECT_EQ(rows.back()["field"], "(total)");
  EXPECT_EQ(rows[rows.size() - 2]["structure"], "unattributed");
  EXPECT_EQ(rows[rows.size() - 2]["length"], 0);
}

TEST_P(Physical, RowsOfDvCoverTheFilesByteByByte) {
  const auto rows = dv_of(*reader_, {});
  ASSERT_NO_FATAL_FAILURE(expect_files_covered(*reader_, rows, ".dv"));
}

TEST_P(Physical, RowsOfSkipCoverDvsByteByByte) {
  const auto rows = skip_of(*reader_, {});
  for (const json& row : rows) {
    const auto* file = row["inner_file"].is_null() ? &row["file"] : &row["inner_file"];
    if (file->is_string() && file->get<std::string>().ends_with(".dvd")) {
      GTEST_SKIP() << "version 0 has its skip indexes among the values, in .dvd";
    }
  }
  ASSERT_NO_FATAL_FAILURE(expect_files_covered(*reader_, rows, ".dvs"));
}

TEST_P(Physical, SummedBlocksHaveTheBytesOfAll) {
  uint64_t blocks = 0, sums = 0;
  for (const json& row : dv_of(*reader_, {})) blocks += row["length"].get<uint64_t>();
  const lab::PhysicalOptions summed{.segment = {}, .field = {}, .every_block = false};
  for (const json& row : dv_of(*reader_, summed)) sums += row["length"].get<uint64_t>();
  EXPECT_EQ(sums, blocks);
}

TEST_P(Physical, FieldsAddUpToTheWholeWithTheEdges) {
  uint64_t whole = 0, fields = 0;
  std::set<std::string> names;
  for (const json& row : dv_of(*reader_, {})) {
    const auto name = row["field"].get<std::string>();
    if (name[0] == '(') {
      if (name == "(no field)") whole -= row["length"].get<uint64_t>();
      if (name == "(total)") whole += row["length"].get<uint64_t>();
    } else {
      names.insert(name);
    }
  }
  for (const std::string& name : names) {
    fields += dv_of(*reader_, {.segment = {}, .field = name}).back()["length"].get<uint64_t>();
  }
  EXPECT_EQ(fields, whole);
}

/// Blocks of numbers against the values themselves.
void expect_numbers(const json& row, const std::vector<int64_t>& values, uint64_t first,
                    uint64_t gcd) {
  const auto count = row["count"].get<uint64_t>();
  ASSERT_LE(first + count, values.size());
  const auto begin = values.begin() + static_cast<ptrdiff_t>(first);
  const auto [min, max] = std::minmax_element(begin, begin + static_cast<ptrdiff_t>(count));
  EXPECT_EQ(row["min"], *min);
  EXPECT_EQ(row["max"], *max);
  const auto encoding = row["encoding"].get<std::string>();
  const uint64_t range = static_cast<uint64_t>(*max) - static_cast<uint64_t>(*min);
  if (range == 0) {
    EXPECT_EQ(row["bits"], 0);
  } else if (encoding == "table") {
    const std::set<int64_t> unique(values.begin(), values.end());
    EXPECT_EQ(row["bits"], width_of(unique.size() - 1));
  } else {
    EXPECT_EQ(row["bits"], width_of(range / gcd)) << encoding;
  }
}

TEST_P(Physical, WidthsAndBoundsFollowFromTheValues) {
  std::map<std::pair<std::string, std::string>, std::vector<int64_t>> values;
  for (const json& row : dump_of(GetParam(), "doc_values")) {
    for (const json& v : row["values"]) {
      if (!v.is_number_integer()) continue;
      values[{row["segment"].get<std::string>(), row["field"].get<std::string>()}].push_back(
          v.get<int64_t>());
    }
  }
  std::set<std::pair<std::string, std::string>> updated;
  for (const auto& segment : reader_->segments()) {
    for (const model::FieldInfo& field : segment->fields()) {
      if (field.doc_values_gen >= 0) updated.emplace(segment->name(), field.name);
    }
  }
  std::map<std::pair<std::string, std::string>, uint64_t> done;
  for (const json& row : dv_of(*reader_, {})) {
    if (row["structure"] != "values" || row["count"] == 0) continue;
    const std::pair key(row["segment"].get<std::string>(), row["field"].get<std::string>());
    if (!values.contains(key)) continue;  // Bytes.
    if (updated.contains(key)) continue;  // The dump has the newest values, the rows have all.
    const std::vector<int64_t>& all = values[key];
    uint64_t gcd = 0;
    for (const int64_t v : all) {
      const bool large = v < -(int64_t{1} << 62) || v >= int64_t{1} << 62;
      gcd = large ? 1 : std::gcd(gcd, static_cast<uint64_t>(std::abs(v - all[0])));
      if (gcd == 1) break;
    }
    ASSERT_NO_FATAL_FAILURE(expect_numbers(row, all, done[key], std::max<uint64_t>(1, gcd))) << row;
    done[key] += row["count"].get<uint64_t>();
  }
  for (const auto& [key, all] : values) {
    if (!updated.contains(key)) EXPECT_EQ(done[key], all.size()) << key.second;
  }
}

TEST_P(Physical, IntervalsAreThoseThatLuceneReads) {
  std::vector<json> expected = dump_of(GetParam(), "skip_index"), found;
  for (const json& row : skip_of(*reader_, {})) {
    if (row["structure"] != "interval") continue;
    json line;
    for (const char* key : {"segment", "field", "level", "min_doc", "max_doc", "min_value",
                            "max_value", "doc_count"}) {
      line[key] = row[key];
    }
    found.push_back(line);
  }
  std::sort(expected.begin(), expected.end());
  std::sort(found.begin(), found.end());
  EXPECT_EQ(found, expected);
}

TEST_P(Physical, EveryUnitIsExplained) {
  for (const json& row : dv_of(*reader_, {.segment = {}, .field = {}, .explain = true})) {
    if (row["field"].get<std::string>()[0] == '(') continue;
    EXPECT_FALSE(row["why"].get<std::string>().empty()) << row;
  }
  for (const json& row : skip_of(*reader_, {.segment = {}, .field = {}, .explain = true})) {
    if (row["field"].get<std::string>()[0] == '(') continue;
    EXPECT_FALSE(row["why"].get<std::string>().empty()) << row;
  }
}

INSTANTIATE_TEST_SUITE_P(Lucene10_6_0, Physical, testing::ValuesIn(golden_names()),
                         [](const auto& golden) { return golden.param; });

TEST(PhysicalRows, SayWhatDecidedAnEncoding) {
  const auto reader =
      index::IndexReader::open((goldens() / "numeric_encodings" / "index").string());
  const auto why = [&](const std::string& field) -> std::string {
    const lab::PhysicalOptions options{.segment = {}, .field = field, .explain = true};
    for (const json& row : dv_of(*reader, options)) {
      if (row["structure"] == "values") return row["why"];
    }
    return {};
  };
  EXPECT_EQ(why("constant"), "one value only: no bytes");
  EXPECT_TRUE(why("table").starts_with("40 different values take 8 bits as places in a table; "))
      << why("table");
  EXPECT_TRUE(why("gcd").starts_with("gcd 3,600,000, 12 bits: range 0..99")) << why("gcd");
  EXPECT_NE(why("gcd").find("more than 256 different values, so no table"), std::string::npos);
  EXPECT_NE(why("min_to_zero").find("would save none"), std::string::npos) << why("min_to_zero");
  EXPECT_TRUE(why("bits_08").starts_with("8 bits: range 0..25")) << why("bits_08");
}

TEST(PhysicalRows, RefuseUnknownSegmentsAndFields) {
  const auto reader = index::IndexReader::open((goldens() / "standard" / "index").string());
  EXPECT_THROW(dv_of(*reader, {.segment = "_zz", .field = {}}), InvalidArgument);
  EXPECT_THROW(dv_of(*reader, {.segment = {}, .field = "no such field"}), InvalidArgument);
  EXPECT_THROW(skip_of(*reader, {.segment = {}, .field = "no such field"}), InvalidArgument);
}

}  // namespace
}  // namespace segsmith::compat
