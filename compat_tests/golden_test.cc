// SPDX-License-Identifier: Apache-2.0
// Every golden index (made by the Lucene release of its options.json, see goldens/make_goldens.py)
// is read and compared with Lucene's own dump, and written again from its documents and compared
// byte by byte.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "codec/lucene_release.h"
#include "codec/points_support.h"
#include "index/build_index.h"
#include "index/check.h"
#include "index/index_reader.h"
#include "index/line_source.h"
#include "lab/byte_diff.h"
#include "lab/dump.h"
#include "lab/sizes.h"
#include "merge/merge_index.h"
#include "merge/policy_driver.h"
#include "store/directory.h"
#include "util/error.h"

namespace segsmith::compat {
namespace {

namespace fs = std::filesystem;

fs::path goldens() { return fs::path(SEGSMITH_SOURCE_DIR) / "compat_tests" / "goldens"; }

/// Where a golden's file is: in its own folder, or beside it where goldens of several formats share
/// documents, options and expected values.
fs::path place_of(const fs::path& golden, const std::string& file) {
  for (const fs::path& folder : {golden, golden.parent_path()}) {
    for (const char* compressed : {"", ".zst"}) {
      if (fs::exists(folder / (file + compressed))) return folder / (file + compressed);
    }
  }
  return {};
}

/// The goldens that have `part`: index/ is in all, mapping.json where documents made them, merged/
/// where Lucene merged them. "numeric_blocks", "time_series/numbers/es87"
std::vector<std::string> golden_names(const char* part) {
  std::vector<std::string> names;
  for (const auto& entry : fs::recursive_directory_iterator(goldens())) {
    if (!entry.is_directory() || entry.path().filename() != "index") continue;
    const fs::path golden = entry.path().parent_path();
    if (fs::exists(golden / part)) names.push_back(fs::relative(golden, goldens()).string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

/// Those that a mapping can ask for: none leaves binary values of ES819TSDB uncompressed.
std::vector<std::string> written_golden_names() {
  auto names = golden_names("mapping.json");
  std::erase(names, "time_series/binary_none/es819_128");
  return names;
}

std::string lines_of(const std::string& path) {
  std::string text;
  index::LineSource lines(path);
  std::string_view line;
  while (lines.next(line)) text.append(line).append("\n");
  return text;
}

nlohmann::json options_of(const fs::path& golden) {
  std::ifstream in(place_of(golden, "options.json"));
  return nlohmann::json::parse(in);
}

index::CompoundUse compound_use(const std::string& name) {
  if (name == "always") return index::CompoundUse::always;
  return name == "never" ? index::CompoundUse::never : index::CompoundUse::automatic;
}

std::shared_ptr<store::MemoryDirectory> rewrite(const fs::path& golden) {
  const auto options = options_of(golden);
  index::IndexOptions run;
  run.mapping = index::Mapping::load((golden / "mapping.json").string());
  run.documents = {place_of(golden, "docs.ndjson").string()};
  run.writer.flush_docs = options["flush_docs"];
  run.writer.ram_buffer_bytes = 0;
  run.writer.compound = compound_use(options["compound"]);
  run.writer.release = &codec::lucene_release(options.value("lucene_version", "10.6.0"));
  run.force_merge = options["force_merge"];
  run.writer.points_budget_mb = options.value("points_budget", run.writer.points_budget_mb);
  const merge::Policy policy =
      run.mapping->time_based() ? merge::Policy::log_byte_size : merge::Policy::tiered;
  merge::PolicyDriver driver(policy,
                             {run.writer.compound, run.mapping->settings().compound_format});
  run.driver = &driver;
  auto directory = std::make_shared<store::MemoryDirectory>();
  index::build_index(directory, run);
  return directory;
}

std::vector<std::string> texts(const std::vector<lab::ByteDifference>& differences) {
  std::vector<std::string> texts;
  for (const lab::ByteDifference& difference : differences) texts.push_back(difference.text());
  return texts;
}

class Golden : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    if (codec::points_are_built()) return;
    try {
      index::IndexReader::open(index());
    } catch (const InvalidArgument& refusal) {
      GTEST_SKIP() << refusal.what();
    }
  }
  fs::path folder() const { return goldens() / GetParam(); }
  std::shared_ptr<store::MmapDirectory> index() const {
    return std::make_shared<store::MmapDirectory>((folder() / "index").string());
  }
};

TEST_P(Golden, IsReadAsLuceneReadsIt) {
  const auto reader = index::IndexReader::open(index());
  for (const char* structure : {"doc_values", "points", "skip_index", "live_docs", "stored"}) {
    std::string ours;
    lab::dump(*reader, {.structure = structure, .segment = {}, .field = {}, .raw = true},
              [&](std::string_view lines) { ours += lines; });
    const std::string expected =
        lines_of(place_of(folder(), "expected." + std::string(structure) + ".ndjson").string());
    ASSERT_EQ(ours.size(), expected.size()) << structure;
    ASSERT_TRUE(ours == expected) << structure;
  }
}

class WrittenGolden : public Golden {};

TEST_P(WrittenGolden, IsWrittenByteForByte) {
  const auto ours = rewrite(folder());
  EXPECT_EQ(texts(lab::byte_differences(*index(), *ours)), std::vector<std::string>{});
}

class MergedGolden : public Golden {};

TEST_P(MergedGolden, IsMergedByteForByte) {
  auto ours = std::make_shared<store::MemoryDirectory>();
  for (const std::string& file : index()->list()) {
    const store::Input source = index()->open(file);
    ours->put(file, {source.bytes().begin(), source.bytes().end()});
  }
  merge::merge_index(ours, {.request = {.kind = index::MergeKind::forced},
                            .policy = merge::Policy::tiered,
                            .compound = {},
                            .seed = {}});
  const store::MmapDirectory merged((folder() / "merged").string());
  EXPECT_EQ(texts(lab::byte_differences(merged, *ours)), std::vector<std::string>{});
}

TEST_P(Golden, ChecksCleanAtEveryLevel) {
  for (int level = 1; level <= 3; ++level) {
    EXPECT_TRUE(index::check_index(*index(), level).clean()) << "level " << level;
  }
}

TEST_P(Golden, SizesAddUpToTheFileLengths) {
  const lab::IndexSizes sizes = lab::index_sizes(*index::IndexReader::open(index()));
  uint64_t sum = sizes.unattributed;
  for (const lab::SizeRow& row : sizes.rows) sum += row.bytes;
  EXPECT_EQ(sum, sizes.total);
  EXPECT_EQ(sizes.unattributed, 0u);
}

const auto kName = [](const auto& golden) {
  std::string name = golden.param;
  std::ranges::replace(name, '/', '_');
  return name;
};

INSTANTIATE_TEST_SUITE_P(Lucene, Golden, testing::ValuesIn(golden_names("index")), kName);
INSTANTIATE_TEST_SUITE_P(Lucene, WrittenGolden, testing::ValuesIn(written_golden_names()), kName);
INSTANTIATE_TEST_SUITE_P(Lucene, MergedGolden, testing::ValuesIn(golden_names("merged")), kName);

TEST(IndexCompare, SeesAFlippedByteOutsideIdsAndChecksumsOnly) {
  const fs::path golden = goldens() / "standard";
  const store::MmapDirectory original((golden / "index").string());
  for (const std::string& name : original.list()) {
    if (!name.ends_with(".dvd") && !name.ends_with(".fdt")) continue;
    const store::Input input = original.open(name);  // Keeps the mapping.
    const auto bytes = input.bytes();
    for (const auto& [offset, visible] :
         {std::pair<size_t, bool>{bytes.size() / 2, true}, {bytes.size() - 1, false}}) {
      store::MemoryDirectory copy;
      for (const std::string& file : original.list()) {
        const store::Input source = original.open(file);
        std::vector<std::byte> content(source.bytes().begin(), source.bytes().end());
        if (file == name) content[offset] ^= std::byte{1};
        copy.put(file, std::move(content));
      }
      EXPECT_EQ(lab::byte_differences(original, copy).empty(), !visible)
          << name << " at " << offset;
    }
  }
}

}  // namespace
}  // namespace segsmith::compat
