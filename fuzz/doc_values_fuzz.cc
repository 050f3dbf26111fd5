// SPDX-License-Identifier: Apache-2.0
// Doc values of one segment. Input: u8 row of the registry, u32 documents, u32 length of each file
// of the seed's order, then the files, whose
// checksums are made right. Fields are the seeds' own: one of each type and shape.
#include "codec/doc_values_format.h"
#include "fuzz/doc_values_shapes.h"
#include "packing/testdata/fix_checksum.h"
#include "packing/testdata/guarded_directory.h"
#include "skipper/skip_blocks.h"

namespace segsmith::fuzz {
namespace {

/// What a run decodes of a field that claims to hold more.
constexpr uint64_t kMostValues = 50000;

void read_numbers(const model::Numbers& numbers) {
  const uint64_t n = std::min(numbers.size(), kMostValues);
  std::vector<int64_t> values(n), some;
  numbers.values(0, values);
  numbers.values(numbers.size() - n, values);
  std::vector<uint64_t> positions;
  for (uint64_t p = 0; p < n; p += 1 + p % 61) positions.push_back(p);
  some.resize(positions.size());
  numbers.gather(positions, some);
  std::vector<uint64_t> words(n / 64 + 1, 0);
  numbers.range_into_words(0, n, -5, 700'000'000, words, 0);
}

void read_terms(const model::Terms& terms) {
  model::BytesBlock block;
  const auto n = static_cast<size_t>(std::min<int64_t>(terms.size(), 200));
  terms.terms(0, n, block);
  terms.terms(terms.size() - static_cast<int64_t>(n), n, block);
  for (size_t i = 0; i < n; i += 13) {
    const std::vector<std::byte> target(block[i].begin(), block[i].end());
    const auto found = terms.seek_ceil(target);
    expect(found.ordinal >= 0 && found.ordinal <= terms.size(), "ordinals lie in the dictionary");
  }
}

void read_presence(const model::Presence& presence) {
  std::vector<int32_t> docs(std::min<size_t>(static_cast<size_t>(presence.max_doc()), kMostValues));
  docs.resize(presence.docs(0, docs));
  for (size_t i = 0; i < docs.size(); i += 1 + docs.size() / 50) {
    expect(presence.contains(docs[i]), "a document of the set is contained");
    expect(presence.rank(docs[i]) == static_cast<int64_t>(i), "ranks count the documents before");
  }
  BitSet bits(static_cast<uint64_t>(presence.max_doc()));
  presence.into_bit_set(0, presence.max_doc(), bits);
  expect(bits.count() == static_cast<uint64_t>(presence.cardinality()), "all are set");
}

void read_skip_index(const std::shared_ptr<const skipper::SkipIndex>& index) {
  for (int level = 0; level < skipper::kMaxLevels; ++level) index->intervals(level);
  skipper::SkipBlocks blocks(index, 1000, 500'000'000);
  skipper::SkipBlock block;
  int32_t end = 0;
  while (blocks.next(block)) {
    expect(block.first_doc >= end && block.end_doc > block.first_doc, "blocks move on");
    end = block.end_doc;
  }
}

void read_field(const model::DocValuesField& field) {
  read_presence(*field.presence);
  if (field.numbers) read_numbers(*field.numbers);
  if (field.addresses) read_numbers(*field.addresses);
  if (field.terms) read_terms(*field.terms);
  if (field.binary) {
    model::BytesBlock block;
    field.binary->values(0, field.binary->size(), block);
    expect(block.size() == field.binary->size(), "every document has its bytes");
  }
  if (field.numbers && field.numbers->size() <= kMostValues) {
    const auto column = model::number_column(field);
    model::NumberBlock block;
    while (column->next(block)) expect(!block.values.empty(), "blocks have values");
  }
}

}  // namespace

void run_one(std::span<const std::byte> input) {
  Parameters parameters(input);
  const auto formats = codec::doc_values_formats();
  const codec::DocValuesFormat& format = formats[parameters.u8() % formats.size()];
  const int32_t max_doc = parameters.count(200000);
  std::array<size_t, kExtensions.size()> lengths;
  for (size_t& length : lengths) length = parameters.u32();
  GuardedDirectory directory;
  for (size_t i = 0; i < lengths.size(); ++i) {
    const std::string name = "_0_F_0." + std::string(kExtensions[i]);
    directory.put(name, parameters.take(lengths[i]));
    testing::fix_checksum(directory.bytes(name));
  }
  const model::FieldInfos infos = doc_values_fields();
  const auto reader = format.reader({directory, "_0", Id{}, max_doc, "F_0"}, infos);
  reader->visit([](const model::Fact&) {});
  for (const model::FieldInfo& info : infos) {
    try {
      reader->field(info);
    } catch (const InvalidArgument&) {
      continue;  // The metadata ends before this field.
    }
    read_field(reader->field(info));
    if (const auto index = reader->skip_index(info)) read_skip_index(index);
  }
}

/// A file of a seed; nothing where the format has none of that kind.
std::span<const std::byte> bytes_of(const store::MemoryDirectory& directory,
                                    std::string_view extension) {
  const std::string name = "_0_F_0." + std::string(extension);
  return directory.exists(name) ? directory.open(name).bytes() : std::span<const std::byte>{};
}

std::vector<Bytes> seeds() {
  std::vector<Bytes> all;
  const auto formats = codec::doc_values_formats();
  for (size_t row = 0; row < formats.size(); ++row) {
    // Each field alone, then all together.
    for (size_t only = 0; only <= kShapes.size(); ++only) {
      const bool whole = only == kShapes.size();
      const auto directory =
          write_shapes(formats[row], whole ? 0 : only, whole ? kShapes.size() : only + 1);
      Bytes seed;
      append(seed, row, 1);
      append(seed, kSeedDocs - 1, 4);
      for (const char* extension : kExtensions) {
        append(seed, bytes_of(*directory, extension).size(), 4);
      }
      for (const char* extension : kExtensions) {
        append(seed, bytes_of(*directory, extension));
      }
      all.push_back(seed);
    }
  }
  return all;
}

}  // namespace segsmith::fuzz
