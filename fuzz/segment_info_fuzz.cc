// SPDX-License-Identifier: Apache-2.0
// `.si`. Input: u8 whether the codec's generation has the blocks byte, then the body.
#include "codec/lucene99_segment_info.h"
#include "fuzz/framed_files.h"

namespace segsmith::fuzz {
namespace {

constexpr FileKind kFile{"_0.si", codec::kSegmentInfoCodec};

Bytes written(const model::SegmentInfo& info) {
  store::MemoryDirectory directory;
  codec::write_segment_info(directory, info);
  return body_of(directory, kFile);
}

model::SegmentInfo read(std::span<const std::byte> body, bool has_blocks_byte) {
  GuardedDirectory directory;
  put_framed(directory, kFile, 0, body);
  return codec::read_segment_info(directory, "_0", kId, has_blocks_byte);
}

model::SegmentInfo some_segment() {
  model::SegmentInfo info;
  info.name = "_0";
  info.max_doc = 100;
  info.files = {"_0.si", "_0.fnm"};
  info.diagnostics = {{"source", "flush"}, {"os", "Linux"}};
  info.attributes = {{"Lucene90StoredFieldsFormat.mode", "BEST_SPEED"}};
  info.sort.push_back({.kind = model::SortFieldKind::sorted_numeric,
                       .field = "a",
                       .missing = model::MissingValue::number,
                       .missing_bits = 7});
  info.sort.push_back({.kind = model::SortFieldKind::sorted_set,
                       .field = "b",
                       .type = model::SortType::string,
                       .missing = model::MissingValue::string_last});
  return info;
}

}  // namespace

void run_one(std::span<const std::byte> input) {
  Parameters parameters(input);
  const bool has_blocks_byte = parameters.u8() % 2 != 0;
  const auto info = read(parameters.rest(), has_blocks_byte);
  const Bytes again = written(info);
  expect(written(read(again, true)) == again, "what was read comes back");
}

std::vector<Bytes> seeds() {
  std::vector<Bytes> all;
  auto info = some_segment();
  for (const bool sorted : {true, false}) {
    if (!sorted) info.sort.clear();
    Bytes seed = {std::byte{1}};
    append(seed, written(info));
    all.push_back(seed);
  }
  return all;
}

}  // namespace segsmith::fuzz
