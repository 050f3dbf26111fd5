// SPDX-License-Identifier: Apache-2.0
#include "index/line_source.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/iostreams/copy.hpp>
#include <boost/iostreams/device/array.hpp>
#include <boost/iostreams/filter/gzip.hpp>
#include <boost/iostreams/filter/zstd.hpp>
#include <boost/iostreams/filtering_stream.hpp>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <vector>

#include "index/bulk_line.h"
#include "util/error.h"

namespace segsmith::index {
namespace {

namespace io = boost::iostreams;
using ::testing::ElementsAre;

class LineSourceTest : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ =
        std::filesystem::temp_directory_path() /
        ("segsmith-lines-" + std::to_string(::testing::UnitTest::GetInstance()->random_seed()) +
         "-" + ::testing::UnitTest::GetInstance()->current_test_info()->name());
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string write(const std::string& name, const std::string& bytes) {
    const std::string path = folder_ / name;
    std::ofstream(path, std::ios::binary) << bytes;
    return path;
  }
  template <class Compressor>
  static std::string compressed(const std::string& text) {
    std::ostringstream out;
    io::filtering_ostream filter;
    filter.push(Compressor());
    filter.push(out);
    filter << text;
    filter.reset();
    return out.str();
  }
  static std::vector<std::string> lines_of(const std::string& path) {
    LineSource source(path);
    std::vector<std::string> out;
    for (std::string_view line; source.next(line);) out.emplace_back(line);
    EXPECT_EQ(source.line_number(), static_cast<int64_t>(out.size()));
    return out;
  }
  /// Lines of every length around the buffer's size.
  static std::string long_text() {
    std::string text;
    for (size_t i = 0; i < 50; ++i) text += std::string(i * 9973 + 1, 'x') + "\n";
    return text + std::string(3 << 20, 'y');
  }

  std::filesystem::path folder_;
};

TEST_F(LineSourceTest, EndsLinesAtBothKindsOfEnds) {
  EXPECT_THAT(lines_of(write("a", "one\r\ntwo\n\n three \nlast")),
              ElementsAre("one", "two", "", " three ", "last"));
  EXPECT_THAT(lines_of(write("b", "one\n")), ElementsAre("one"));
  EXPECT_TRUE(lines_of(write("c", "")).empty());
}

TEST_F(LineSourceTest, LongLinesCrossBuffers) {
  const auto lines = lines_of(write("a", long_text()));
  ASSERT_EQ(lines.size(), 51u);
  for (size_t i = 0; i < 50; ++i) EXPECT_EQ(lines[i], std::string(i * 9973 + 1, 'x'));
  EXPECT_EQ(lines[50].size(), size_t{3} << 20);
}

TEST_F(LineSourceTest, CompressedFilesOpenByTheirNames) {
  const std::string text = long_text();
  const auto expected = lines_of(write("a", text));
  EXPECT_EQ(lines_of(write("a.gz", compressed<io::gzip_compressor>(text))), expected);
  EXPECT_EQ(lines_of(write("a.zst", compressed<io::zstd_compressor>(text))), expected);
}

TEST_F(LineSourceTest, CompressedFilesMayBeJoined) {
  EXPECT_THAT(lines_of(write("a.gz", compressed<io::gzip_compressor>("one\n") +
                                         compressed<io::gzip_compressor>("two\n"))),
              ElementsAre("one", "two"));
  EXPECT_THAT(lines_of(write("a.zst", compressed<io::zstd_compressor>("one\n") +
                                          compressed<io::zstd_compressor>("two\n"))),
              ElementsAre("one", "two"));
}

TEST_F(LineSourceTest, DamagedCompressionIsAnError) {
  const std::string text(200000, 'x');
  for (const auto& [name, bytes] : {std::pair{"a.gz", compressed<io::gzip_compressor>(text)},
                                    std::pair{"a.zst", compressed<io::zstd_compressor>(text)}}) {
    for (const size_t cut : {size_t{1}, bytes.size() / 2, bytes.size() - 1}) {
      EXPECT_THROW(lines_of(write(name, bytes.substr(0, cut))), IoError)
          << name << " cut at " << cut;
    }
    EXPECT_THROW(lines_of(write(name, "no compression at all")), IoError) << name;
  }
}

TEST_F(LineSourceTest, MissingFilesAndFoldersAreErrors) {
  EXPECT_THROW(LineSource(folder_ / "nowhere"), IoError);
  EXPECT_THROW(LineSource{folder_.string()}, IoError);
}

TEST(BulkLine, OnlyObjectsWithOneActionAreActions) {
  EXPECT_EQ(parse_bulk_action(R"({"index": {}})"), BulkAction::index);
  EXPECT_EQ(parse_bulk_action(R"({"create": {"_id": "1"}})"), BulkAction::create);
  EXPECT_EQ(parse_bulk_action(R"({"delete": {"_id": "1"}})"), BulkAction::delete_);
  for (const char* text :
       {R"({"index": 1})", R"({"index": {}, "x": 1})", R"({"x": {}})", "{}", "[]", "{", ""}) {
    EXPECT_FALSE(parse_bulk_action(text)) << text;
  }
}

}  // namespace
}  // namespace segsmith::index
