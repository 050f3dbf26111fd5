// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "codec/doc_values_format.h"
#include "model/doc_values_iterators.h"
#include "packing/testdata/digest.h"
#include "skipper/skip_blocks.h"
#include "util/error.h"

/// All that a doc-values reader gives, through every kind of call, as one number.
namespace segsmith::codec::testing {

/// What is read of a part that claims to hold more: damaged metadata may claim anything that takes
/// no bytes (a constant).
inline constexpr uint64_t kMostDigested = 3000;

inline void add(segsmith::testing::Digest& digest, const model::Presence& presence) {
  std::vector<int32_t> docs(
      std::min<uint64_t>(static_cast<uint64_t>(presence.max_doc()), kMostDigested));
  docs.resize(presence.docs(0, docs));
  digest.add_all(docs);
  for (size_t i = 0; i < docs.size(); i += 1 + docs.size() / 16) {
    digest.add(static_cast<uint64_t>(presence.rank(docs[i])));
    digest.add(presence.contains(docs[i] + 1));
  }
  BitSet bits(static_cast<uint64_t>(presence.max_doc()));
  presence.into_bit_set(0, presence.max_doc(), bits);
  digest.add(bits.count());
}

inline void add(segsmith::testing::Digest& digest, const model::Numbers& numbers) {
  digest.add(numbers.size());
  const uint64_t n = std::min(numbers.size(), kMostDigested);
  std::vector<int64_t> values(n);
  for (const uint64_t first : {uint64_t{0}, numbers.size() - n}) {
    numbers.values(first, values);
    digest.add_all(values);
  }
  std::vector<uint64_t> positions, words(n / 64 + 1);
  for (uint64_t i = 0; i < n; i += 7) positions.push_back(i);
  std::vector<int64_t> picked(positions.size());
  numbers.gather(positions, picked);
  digest.add_all(picked);
  numbers.range_into_words(0, n, n == 0 ? 0 : values[n / 2], INT64_MAX, words, 0);
  digest.add_all(words);
}

inline void add(segsmith::testing::Digest& digest, const model::BytesBlock& block) {
  for (size_t i = 0; i < block.size(); ++i) digest.add(block[i]);
}

inline void add(segsmith::testing::Digest& digest, const model::Terms& terms) {
  digest.add(static_cast<uint64_t>(terms.size()));
  const auto n = static_cast<size_t>(std::min<int64_t>(terms.size(), kMostDigested));
  model::BytesBlock block;
  terms.terms(0, n, block);
  add(digest, block);
  for (size_t i = 0; i < n; i += 1 + n / 8) {
    const std::vector<std::byte> target(block[i].begin(), block[i].end());
    digest.add(static_cast<uint64_t>(terms.seek_ceil(target).ordinal));
  }
}

inline void add(segsmith::testing::Digest& digest,
                std::shared_ptr<const skipper::SkipIndex> index) {
  for (int level = 0; level < skipper::kMaxLevels; ++level) {
    for (const skipper::Interval& i : index->intervals(level)) {
      digest.add_all(
          std::vector<int64_t>{i.min_doc, i.max_doc, i.min_value, i.max_value, i.doc_count});
    }
  }
  const int64_t middle = index->min_value() / 2 + index->max_value() / 2;
  skipper::SkipBlocks blocks(std::move(index), middle, INT64_MAX);
  skipper::SkipBlock block;
  while (blocks.next(block)) {
    digest.add(static_cast<uint64_t>(block.first_doc));
    digest.add(static_cast<uint64_t>(block.match));
  }
}

/// The numbers or ordinals of a field of any type.
class AnyNumbers final : public model::MultiValuedIterator {
 public:
  explicit AnyNumbers(const model::DocValuesField& field) : MultiValuedIterator(field) {}
  using MultiValuedIterator::next;
};

inline void add(segsmith::testing::Digest& digest, const model::DocValuesField& field) {
  add(digest, *field.presence);
  if (field.numbers) add(digest, *field.numbers);
  if (field.addresses) add(digest, *field.addresses);
  if (field.terms) add(digest, *field.terms);
  if (field.binary) {
    model::BytesBlock block;
    field.binary->values(0, std::min(field.binary->size(), kMostDigested), block);
    add(digest, block);
    if (field.binary->size() > kMostDigested) return;
    model::BinaryDocValues it(field);
    while (it.next_doc() != model::kNoMoreDocs) digest.add(it.binary_value().size());
    return;
  }
  if (field.numbers->size() > kMostDigested) return;
  const auto column = model::number_column(field);
  model::NumberBlock block;
  while (column->next(block)) digest.add(block.values.size());
  AnyNumbers it(field);
  while (it.next_doc() != model::kNoMoreDocs) {
    digest.add(static_cast<uint64_t>(it.doc_id_run_end()));
    for (int32_t i = it.doc_value_count(); i > 0; --i) digest.add(static_cast<uint64_t>(it.next()));
  }
}

/// CorruptIndex and UnsupportedVersion pass through.
inline uint64_t digest_of(const DocValuesReader& reader, const model::FieldInfos& fields) {
  segsmith::testing::Digest digest;
  for (const model::FieldInfo& info : fields) {
    try {
      reader.field(info);
    } catch (const InvalidArgument&) {
      continue;  // The metadata, its checksum made right, ends before this field.
    }
    add(digest, reader.field(info));
    if (const auto index = reader.skip_index(info)) add(digest, index);
    if (reader.field(info).presence->max_doc() <= static_cast<int32_t>(kMostDigested)) {
      reader.visit_field(info, [&](const model::Fact& fact) { digest.add(fact.length); });
    }
  }
  uint64_t facts = 0;
  reader.visit([&](const model::Fact& fact) { facts += fact.length; });
  digest.add(facts);
  return digest.value();
}

}  // namespace segsmith::codec::testing
