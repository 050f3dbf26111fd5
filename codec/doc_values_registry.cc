// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "codec/doc_values_format.h"
#include "codec/es819_doc_values_format.h"
#include "codec/lucene90_doc_values_format.h"

namespace segsmith::codec {

namespace {

constexpr int32_t kEs87BlockSizes[] = {128};
constexpr int32_t kTsdbBlockSizes[] = {128, 512};
constexpr bool kNotJudged = false;

template <const es819::Family& kFamily>
constexpr DocValuesFormat tsdb_row(std::string_view name, std::span<const int32_t> block_sizes,
                                   bool judged = true) {
  return {.name = name,
          .writer =
              [](const SegmentWriteState& state) {
                return es819::make_doc_values_writer(kFamily, state);
              },
          .reader =
              [](const SegmentReadState& state, const model::FieldInfos& fields) {
                return es819::make_doc_values_reader(kFamily, state, fields);
              },
          .block_sizes = block_sizes,
          .judged = judged};
}

constexpr std::array kFormats = {
    DocValuesFormat{lucene90::kDocValuesFormatName, lucene90::make_doc_values_writer,
                    lucene90::make_doc_values_reader},
    tsdb_row<es819::kEs87>("ES87TSDB", kEs87BlockSizes),
    tsdb_row<es819::kEs819>("ES819TSDB", kTsdbBlockSizes),
    tsdb_row<es819::kEs8193>("ES8193TSDB", kTsdbBlockSizes, kNotJudged),
    tsdb_row<es819::kEs95>("ES95TSDB", kTsdbBlockSizes, kNotJudged),
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
