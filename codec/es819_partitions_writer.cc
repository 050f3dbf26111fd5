// SPDX-License-Identifier: Apache-2.0
#include "codec/es819_partitions_writer.h"

#include <algorithm>

#include "codec/es819_doc_values_format.h"

namespace segsmith::codec::es819 {
namespace {

/// The first kPrefixBits bits of a term, missing ones 0.
uint32_t prefix_of(std::span<const std::byte> term) {
  uint32_t bits = 0;
  for (size_t i = 0; i < 3; ++i) {
    bits = bits << 8 | (i < term.size() ? static_cast<uint32_t>(term[i]) : 0);
  }
  return bits >> (24 - kPrefixBits);
}

}  // namespace

PartitionsWriter::PartitionsWriter(model::TermsSource& terms) {
  model::BytesBlock block;
  int64_t ordinal = 0;
  terms.rewind();
  while (terms.next(block)) {
    for (size_t i = 0; i < block.size(); ++i, ++ordinal) {
      const uint32_t prefix = prefix_of(block[i]);
      if (!prefixes_.empty() && prefixes_.back() == prefix) continue;
      prefixes_.push_back(prefix);
      first_ordinals_.push_back(ordinal);
    }
  }
}

void PartitionsWriter::add(const model::NumberBlock& ordinals) {
  auto from = ordinals.values.begin();
  while (start_docs_.size() < prefixes_.size()) {
    from = std::lower_bound(from, ordinals.values.end(), first_ordinals_[start_docs_.size()]);
    if (from == ordinals.values.end()) return;
    start_docs_.push_back(ordinals.docs.doc(static_cast<size_t>(from - ordinals.values.begin())));
  }
}

void PartitionsWriter::write(bool first_begins_at_zero, store::Output& meta, store::Output& data) {
  if (first_begins_at_zero && !start_docs_.empty()) start_docs_.front() = 0;
  meta.u8(1);
  meta.u8(kPrefixBits);
  const uint64_t start = data.position();
  data.vint(static_cast<uint32_t>(prefixes_.size()));
  uint32_t previous = 0;
  for (const uint32_t prefix : prefixes_) {
    data.vint(prefix - previous);
    previous = prefix;
  }
  int32_t previous_doc = 0;
  for (const int32_t doc : start_docs_) {
    data.vint(static_cast<uint32_t>(doc - previous_doc));
    previous_doc = doc;
  }
  meta.le64(start);
  meta.vlong(data.position() - start);
}

}  // namespace segsmith::codec::es819
