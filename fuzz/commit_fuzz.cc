// SPDX-License-Identifier: Apache-2.0
// segments_N. Input: u8 format, then the body.
#include "fuzz/framed_files.h"
#include "index/segment_infos.h"

namespace segsmith::fuzz {
namespace {

constexpr FileKind kFile{"segments_1", index::kSegmentsCodec, "1"};

Bytes body(const index::SegmentInfos& infos) {
  store::MemoryDirectory directory;
  directory.put("segments_1",
                written_by([&](store::Output& out) { index::write_segment_infos(out, infos); }));
  return body_of(directory, kFile);
}

index::SegmentInfos read(int32_t format, std::span<const std::byte> bytes) {
  auto infos =
      index::parse_segment_infos(guarded_input(framed(kFile, format, bytes), "segments_1"), 1);
  infos.id = kId;
  infos.format = index::kSegmentsVersion10_6;  // Older ones are not all written.
  return infos;
}

index::SegmentInfos some_commit() {
  index::SegmentInfos infos;
  infos.id = kId;
  infos.generation = 1;
  infos.counter = 40;
  infos.user_data = {{"history_uuid", "x"}};
  infos.segments.resize(2);
  for (size_t i = 0; i < 2; ++i) {
    infos.segments[i].info.name = i == 0 ? "_0" : "_zz";
    infos.segments[i].codec = i == 0 ? "Lucene104" : "Lucene912";
  }
  infos.segments[0].del_gen = 2;
  infos.segments[0].del_count = 7;
  infos.segments[0].commit_id = kId;
  infos.segments[0].field_infos_gen = 1;
  infos.segments[0].field_infos_files = {"_0_1.fnm"};
  infos.segments[0].doc_values_files = {{1, {"_0_1_Lucene90_0.dvd", "_0_1_Lucene90_0.dvm"}}};
  infos.segments[0].overlays = {{1, -1, {2, 1}}};
  return infos;
}

}  // namespace

void run_one(std::span<const std::byte> input) {
  Parameters parameters(input);
  const int32_t format = index::kSegmentsVersion74 + parameters.u8() % 4;
  const auto infos = read(format, parameters.rest());
  for (const auto& segment : infos.segments) index::files_of(segment);
  const Bytes again = body(infos);
  expect(body(read(index::kSegmentsVersion10_6, again)) == again, "what was read comes back");
}

std::vector<Bytes> seeds() {
  std::vector<Bytes> all;
  index::SegmentInfos none;
  none.id = kId;
  none.generation = 1;
  for (const auto& infos : {none, some_commit()}) {
    Bytes seed = {std::byte{index::kSegmentsVersion10_6 - index::kSegmentsVersion74}};
    append(seed, body(infos));
    all.push_back(seed);
  }
  return all;
}

}  // namespace segsmith::fuzz
