// SPDX-License-Identifier: Apache-2.0
#include "codec/doc_values_format_cases.h"

namespace segsmith::codec::testing {

std::vector<FormatCase> format_cases() {
  std::vector<FormatCase> cases;
  const auto add = [&](const DocValuesFormat& format, int32_t block_size) {
    FormatCase& c = cases.emplace_back();
    c.format = &format;
    c.options.block_size = block_size;
    c.name = std::string(format.name);
    if (block_size != 0) c.name += "_" + std::to_string(block_size);
  };
  for (const DocValuesFormat& format : doc_values_formats()) {
    if (format.block_sizes.empty()) add(format, 0);
    for (const int32_t size : format.block_sizes) add(format, size);
  }
  add(*cases.back().format, cases.back().options.block_size);
  cases.back().options.compress_binary = false;
  cases.back().name += "_plain_binary";
  return cases;
}

void PrintTo(const FormatCase& format, std::ostream* out) { *out << format.name; }

std::vector<const LuceneRelease*> releases_of(const DocValuesFormat& format) {
  if (!format.block_sizes.empty()) return {&kCurrentRelease};
  std::vector<const LuceneRelease*> releases;
  for (const LuceneRelease& release : kLuceneReleases) {
    if (releases.empty() || releases.back()->doc_values_version != release.doc_values_version) {
      releases.push_back(&release);
    }
  }
  return releases;
}

}  // namespace segsmith::codec::testing
