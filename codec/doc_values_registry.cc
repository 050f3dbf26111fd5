// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "codec/doc_values_format.h"
#include "codec/lucene90_doc_values_format.h"

namespace segsmith::codec {

namespace {

constexpr std::array kFormats = {
    DocValuesFormat{lucene90::kDocValuesFormatName, lucene90::make_doc_values_writer,
                    lucene90::make_doc_values_reader},
};

}  // namespace

std::span<const DocValuesFormat> doc_values_formats() { return kFormats; }

const DocValuesFormat* find_doc_values_format(std::string_view name) {
  const auto* row =
      std::find_if(kFormats.begin(), kFormats.end(),
                   [&](const DocValuesFormat& format) { return format.name == name; });
  return row == kFormats.end() ? nullptr : row;
}

}  // namespace segsmith::codec
