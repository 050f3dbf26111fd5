// SPDX-License-Identifier: Apache-2.0
// A page of docs/format shows whole files in blocks "```hex name=FILE", lines "offset: bytes".
// Every block must be an intact file; a page with a reader also says in a block "```expect" what is
// in it.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "docs/page_readers.h"
#include "store/codec_util.h"
#include "util/hex.h"

namespace segsmith::docs {
namespace {

namespace fs = std::filesystem;

const fs::path kPages = fs::path(SEGSMITH_SOURCE_DIR) / "docs" / "format";

/// Pages whose examples are read by tests beside their formats: codec/*_pages_test.cc, which
/// compare the values that the page tells of.
const std::vector<std::string> kReadElsewhere{
    "dvd", "dvm", "dvp", "dvs", "kdd", "kdi", "kdm", "es-tsdb-doc-values", "es95-doc-values"};

struct Page {
  std::map<std::string, std::vector<std::byte>> files;
  Lines expected;
};

/// "0010: 3f d7 ..." appended; the offset must be where the bytes go.
void append_hex(const std::string& line, std::vector<std::byte>& bytes) {
  const size_t colon = line.find(": ");
  ASSERT_NE(colon, std::string::npos) << line;
  EXPECT_EQ(std::stoull(line.substr(0, colon), nullptr, 16), bytes.size()) << line;
  std::string digits = line.substr(colon + 2);
  digits.erase(std::remove(digits.begin(), digits.end(), ' '), digits.end());
  const auto more = from_hex(digits);
  ASSERT_TRUE(more.has_value()) << line;
  bytes.insert(bytes.end(), more->begin(), more->end());
}

Page read_page(const std::string& name) {
  static const std::string kHex = "```hex name=";
  std::ifstream in(kPages / (name + ".md"));
  EXPECT_TRUE(in.good()) << name;
  Page page;
  std::string open;  // What fence we are in: a file's name, "expect", or nothing.
  for (std::string line; std::getline(in, line);) {
    if (line == "```") {
      open.clear();
    } else if (line.starts_with(kHex)) {
      open = line.substr(kHex.size());
      EXPECT_TRUE(page.files.emplace(open, std::vector<std::byte>{}).second) << open;
    } else if (line == "```expect") {
      open = "expect";
    } else if (open == "expect") {
      page.expected.push_back(line);
    } else if (!open.empty()) {
      append_hex(line, page.files[open]);
    }
  }
  return page;
}

std::vector<std::string> all_pages() {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(kPages)) {
    if (entry.path().extension() == ".md") names.push_back(entry.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

class FormatPage : public ::testing::TestWithParam<std::string> {};

TEST_P(FormatPage, ShowsWholeIntactFiles) {
  const Page page = read_page(GetParam());
  EXPECT_FALSE(page.files.empty());
  for (const auto& [name, bytes] : page.files) {
    store::MemoryDirectory directory;
    directory.put(name, bytes);
    EXPECT_NO_THROW(store::verify_checksum(directory.open(name))) << name;
  }
}

TEST_P(FormatPage, ReaderFindsWhatThePageSays) {
  const auto& readers = page_readers();
  const auto reader = std::find_if(readers.begin(), readers.end(),
                                   [&](const auto& r) { return r.page == GetParam(); });
  if (reader == readers.end()) {
    EXPECT_TRUE(std::count(kReadElsewhere.begin(), kReadElsewhere.end(), GetParam()))
        << "no reader knows this page";
    return;
  }
  const Page page = read_page(GetParam());
  store::MemoryDirectory examples;
  for (const auto& [name, bytes] : page.files) examples.put(name, bytes);
  for (const std::string& other : reader->with) {
    for (const auto& [name, bytes] : read_page(other).files) examples.put(name, bytes);
  }
  EXPECT_FALSE(page.expected.empty());
  EXPECT_EQ(reader->read(examples), page.expected);
}

INSTANTIATE_TEST_SUITE_P(Docs, FormatPage, ::testing::ValuesIn(all_pages()), [](const auto& info) {
  std::string name = info.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

}  // namespace
}  // namespace segsmith::docs
