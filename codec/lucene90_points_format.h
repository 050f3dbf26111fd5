// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "bkd/bkd_config.h"

/// Names and versions of Lucene90PointsFormat; docs/format/kdd.md, kdi.md, kdm.md.
namespace segsmith::codec::lucene90_points {

inline constexpr std::string_view kDataCodec = "Lucene90PointsFormatData";
inline constexpr std::string_view kIndexCodec = "Lucene90PointsFormatIndex";
inline constexpr std::string_view kMetaCodec = "Lucene90PointsFormatMeta";
inline constexpr std::string_view kDataExtension = "kdd";
inline constexpr std::string_view kIndexExtension = "kdi";
inline constexpr std::string_view kMetaExtension = "kdm";

/// Trees of BKD version 9.
inline constexpr int32_t kVersionStart = 0;
/// Trees of BKD version 10 (Lucene 10.2).
inline constexpr int32_t kVersionBkd10 = 1;
inline constexpr int32_t kVersionCurrent = kVersionBkd10;

/// Of the trees in files of a version.
constexpr int32_t bkd_version(int32_t version) {
  return version >= kVersionBkd10 ? bkd::kBkdVersionVectorized : bkd::kBkdVersionMetaFile;
}

}  // namespace segsmith::codec::lucene90_points
