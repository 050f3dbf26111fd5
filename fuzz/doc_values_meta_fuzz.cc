// SPDX-License-Identifier: Apache-2.0
// The entries of Lucene90's `.dvm`, versions 0 to 3. Input: u8 version, u32 documents, then the
// entries. Fields are those of the doc_values entry.
#include "codec/lucene90_doc_values_reader_meta.h"
#include "fuzz/doc_values_shapes.h"
#include "fuzz/framed_files.h"

namespace segsmith::fuzz {
namespace {

using namespace codec::lucene90;

constexpr FileKind kFile{"_0_F_0.dvm", kMetaCodec, "F_0"};

void check(const FieldEntry& entry, int32_t max_doc) {
  expect(entry.docs >= 0 && entry.docs <= max_doc, "documents of the segment");
  if (entry.addresses) {
    expect(entry.addresses->meta.count() == static_cast<uint64_t>(entry.docs) + 1,
           "an address a document");
  }
  if (entry.field->doc_values_type != model::DocValuesType::binary) {
    expect(entry.numbers.num_values >= entry.docs, "a value a document at least");
  }
  expect(entry.skip_index.has_value() == entry.field->has_skip_index(),
         "a skip index where one is");
}

}  // namespace

void run_one(std::span<const std::byte> input) {
  Parameters parameters(input);
  const int32_t version = parameters.u8() % (kVersionCurrent + 1);
  const int32_t max_doc = parameters.count(INT32_MAX - 1);
  const model::FieldInfos fields = doc_values_fields();
  store::Cursor in(guarded_input(parameters.rest()));
  const auto entries = read_field_entries(in, version, max_doc, fields);
  uint64_t end = 0;
  for (const FieldEntry& entry : entries) {
    expect(entry.meta_offset == end, "entries follow one another");
    end += entry.meta_length;
    check(entry, max_doc);
  }
  expect(end + 4 == in.position(), "entries up to the end marker");
}

std::vector<Bytes> seeds() {
  std::vector<Bytes> all;
  const auto& format = *codec::find_doc_values_format(kDocValuesFormatName);
  for (size_t only = 0; only <= kShapes.size(); ++only) {
    const bool whole = only == kShapes.size();
    const auto directory =
        write_shapes(format, whole ? 0 : only, whole ? kShapes.size() : only + 1);
    const Bytes body = body_of(*directory, kFile);
    for (const int32_t version : {2, 3}) {  // Versions 2 and 3 have the same entries.
      Bytes seed = {static_cast<std::byte>(version)};
      append(seed, kSeedDocs - 1, 4);
      append(seed, body);
      all.push_back(seed);
    }
  }
  return all;
}

}  // namespace segsmith::fuzz
