// SPDX-License-Identifier: Apache-2.0
#include "codec/codecs.h"

#include <algorithm>
#include <array>

namespace segsmith::codec {
namespace {

using enum FieldInfosGeneration;

constexpr std::array kCodecs{
    SegmentCodec{"Lucene90", lucene90, false}, SegmentCodec{"Lucene91", lucene90, false},
    SegmentCodec{"Lucene92", lucene90, false}, SegmentCodec{"Lucene94", lucene94, false},
    SegmentCodec{"Lucene95", lucene94, false}, SegmentCodec{"Lucene99", lucene94, true},
    SegmentCodec{"Lucene912", lucene94, true}, SegmentCodec{"Lucene100", lucene94, true},
    SegmentCodec{"Lucene101", lucene94, true}, SegmentCodec{"Lucene103", lucene94, true},
    SegmentCodec{"Lucene104", lucene94, true},
};

}  // namespace

std::span<const SegmentCodec> segment_codecs() { return kCodecs; }

const SegmentCodec* find_segment_codec(std::string_view name) {
  const auto it =
      std::find_if(kCodecs.begin(), kCodecs.end(), [&](const auto& c) { return c.name == name; });
  return it == kCodecs.end() ? nullptr : &*it;
}

const SegmentCodec& segment_codec(std::string_view name, const Where& where) {
  if (const SegmentCodec* codec = find_segment_codec(name)) return *codec;
  std::string known;
  for (const SegmentCodec& codec : kCodecs) {
    known += (known.empty() ? "" : ", ") + std::string(codec.name);
  }
  throw UnsupportedVersion(where, "codec", "'" + std::string(name.substr(0, 64)) + "'", known);
}

}  // namespace segsmith::codec
