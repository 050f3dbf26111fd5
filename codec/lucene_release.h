// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "model/segment_info.h"

/// What each release of Lucene 10 writes, found in its own constants and judged by its bytes.
/// docs/releases.md
namespace segsmith::codec {

/// One release as a writer. Every version number that goes into a file stands here and nowhere
/// else: writers ask the row that their write state carries.
struct LuceneRelease {
  model::Version version;
  std::string_view codec;       ///< Name of its default codec in segments_N.
  int32_t doc_values_version;   ///< Lucene90DocValuesFormat: 0, 2 or 3; no release wrote 1.
  int32_t points_version;       ///< Lucene90PointsFormat: 0 is BKD 9, 1 is BKD 10.
  int32_t segments_version;     ///< SegmentInfos: 11 has doc-values overlays.
  uint64_t compound_alignment;  ///< Where files inside `.cfs` begin.
};

/// All that `--lucene-version` takes, ascending; the last is what is written unless told otherwise.
inline constexpr LuceneRelease kLuceneReleases[] = {
    {{10, 0, 0}, "Lucene100", 0, 0, 10, 8},  {{10, 1, 0}, "Lucene101", 0, 0, 10, 8},
    {{10, 2, 0}, "Lucene101", 0, 1, 10, 8},  {{10, 2, 1}, "Lucene101", 0, 1, 10, 8},
    {{10, 2, 2}, "Lucene101", 0, 1, 10, 8},  {{10, 3, 0}, "Lucene103", 0, 1, 10, 8},
    {{10, 3, 1}, "Lucene103", 0, 1, 10, 8},  {{10, 3, 2}, "Lucene103", 0, 1, 10, 8},
    {{10, 4, 0}, "Lucene104", 0, 1, 10, 64}, {{10, 5, 0}, "Lucene104", 2, 1, 10, 64},
    {{10, 5, 1}, "Lucene104", 2, 1, 10, 64}, {{10, 5, 2}, "Lucene104", 2, 1, 10, 64},
    {{10, 6, 0}, "Lucene104", 3, 1, 11, 64},
};

inline constexpr const LuceneRelease& kCurrentRelease =
    kLuceneReleases[std::size(kLuceneReleases) - 1];

/// The release named "10.4.0". InvalidArgument, which names what there is, for any other text.
const LuceneRelease& lucene_release(std::string_view name);

}  // namespace segsmith::codec
