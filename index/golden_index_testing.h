// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

/// The committed indices that Lucene 10.6.0 wrote, as paths below the source tree.
namespace segsmith::testing {

inline std::vector<std::string> golden_indices() {
  namespace fs = std::filesystem;
  const fs::path source(SEGSMITH_SOURCE_DIR);
  std::vector<std::string> found;
  for (const char* root : {"codec/testdata/segment_files", "compat_tests/goldens"}) {
    for (const auto& entry : fs::directory_iterator(source / root)) {
      if (!entry.is_directory()) continue;
      const fs::path index =
          fs::exists(entry.path() / "index") ? entry.path() / "index" : entry.path();
      for (const auto& file : fs::directory_iterator(index)) {
        if (!file.path().filename().string().starts_with("segments_")) continue;
        found.push_back(fs::relative(index, source).string());
        break;
      }
    }
  }
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace segsmith::testing
