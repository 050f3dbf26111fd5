// SPDX-License-Identifier: Apache-2.0
#include "codec/es819_binary.h"

#include <algorithm>
#include <atomic>
#include <string>
#include <utility>

#include "codec/doc_values_files.h"
#include "packing/direct_monotonic.h"
#include "util/bits.h"

namespace segsmith::codec::es819 {
namespace {

using packing::es819::BinaryBlock;

/// Where the blocks of a field lie and which values they hold.
class Blocks {
 public:
  struct Place {
    uint64_t begin, end;    ///< In the data.
    uint64_t first, count;  ///< Values.
  };

  Blocks(const FieldEntry& entry, const store::Input& data)
      : data_(data),
        meta_(*entry.binary_blocks),
        addresses_(meta_.addresses, slice_of(data, "addresses", *entry.field,
                                             meta_.addresses_offset, meta_.addresses_length)),
        doc_counts_(meta_.doc_counts, slice_of(data, "documents of blocks", *entry.field,
                                               meta_.doc_counts_offset, meta_.doc_counts_length)) {
    const uint64_t blocks = meta_.block_count();
    const int64_t first = addresses_.get(0), last = addresses_.get(blocks);
    if (first != entry.binary_offset || wrapping_sub(last, first) != entry.binary_length) {
      data.corrupt(static_cast<uint64_t>(meta_.addresses_offset),
                   "blocks from " + std::to_string(entry.binary_offset) + " on, of " +
                       std::to_string(entry.binary_length) + " bytes",
                   "addresses from " + std::to_string(first) + " to " + std::to_string(last));
    }
    if (doc_counts_.get(0) != 0 || doc_counts_.get(blocks) != entry.docs) {
      data.corrupt(static_cast<uint64_t>(meta_.doc_counts_offset),
                   "blocks of " + std::to_string(entry.docs) + " documents",
                   std::to_string(doc_counts_.get(blocks)));
    }
  }

  const store::Input& data() const { return data_; }
  const BinaryBlocksMeta& meta() const { return meta_; }
  uint64_t count() const { return meta_.block_count(); }

  Place place(uint64_t block) const {
    const int64_t begin = addresses_.get(block), end = addresses_.get(block + 1);
    const int64_t first = doc_counts_.get(block), next = doc_counts_.get(block + 1);
    if (begin < 0 || end < begin || static_cast<uint64_t>(end) > data_.size() || first < 0 ||
        next <= first || next - first > meta_.max_docs) {
      data_.corrupt(static_cast<uint64_t>(meta_.doc_counts_offset),
                    "block " + std::to_string(block) + " of 1 to " +
                        std::to_string(meta_.max_docs) + " documents, inside the data",
                    std::to_string(first) + " to " + std::to_string(next) + ", at " +
                        std::to_string(begin) + " to " + std::to_string(end));
    }
    return {static_cast<uint64_t>(begin), static_cast<uint64_t>(end), static_cast<uint64_t>(first),
            static_cast<uint64_t>(next - first)};
  }

  /// The block that holds a value.
  uint64_t block_of(uint64_t value) const {
    uint64_t low = 0, high = count();
    while (high - low > 1) {
      const uint64_t middle = low + (high - low) / 2;
      if (doc_counts_.get(middle) <= static_cast<int64_t>(value)) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return low;
  }

 private:
  store::Input data_;
  BinaryBlocksMeta meta_;
  packing::DirectMonotonicReader addresses_;
  packing::DirectMonotonicReader doc_counts_;
};

/// The block that a thread decoded last, for callers that come back for its neighbours.
struct LastBlock {
  uint64_t owner = 0;  ///< Number of the values that it is of; 0 for none.
  uint64_t block = 0;
  BinaryBlock decoded;
};

uint64_t next_owner() {
  static std::atomic<uint64_t> last{0};
  return ++last;
}

class ChunkedBinary final : public model::BinaryValues {
 public:
  ChunkedBinary(uint64_t size, Blocks blocks, packing::es819::DocOffsets offsets)
      : BinaryValues(size), blocks_(std::move(blocks)), offsets_(offsets), owner_(next_owner()) {}

  void values(uint64_t first, size_t count, model::BytesBlock& out) const override {
    if (count > size() || first > size() - count) {
      blocks_.data().corrupt(0, "values up to " + std::to_string(size()), std::to_string(first));
    }
    out.offsets.assign(1, 0);
    out.offsets.reserve(count + 1);
    out.storage.clear();
    if (count > 0) {
      uint64_t block = blocks_.block_of(first);
      for (size_t done = 0; done < count; ++block)
        done += append(block, first + done, count - done, out);
    }
    out.bytes = out.storage;
  }

 private:
  /// Appends up to `count` values of a block from value `first` on; how many.
  size_t append(uint64_t number, uint64_t first, size_t count, model::BytesBlock& out) const {
    const Blocks::Place place = blocks_.place(number);
    if (first < place.first || first - place.first >= place.count) {
      blocks_.data().corrupt(place.begin, "the block of value " + std::to_string(first),
                             "one from " + std::to_string(place.first) + " on");
    }
    const BinaryBlock& block = decoded(number, place);
    const auto from = static_cast<size_t>(first - place.first);
    const auto n = static_cast<size_t>(std::min<uint64_t>(count, place.count - from));
    const auto begin = block.offsets[from], end = block.offsets[from + n];
    const uint64_t base = out.storage.size();
    out.storage.insert(out.storage.end(), block.raw.begin() + begin, block.raw.begin() + end);
    for (size_t i = 1; i <= n; ++i) out.offsets.push_back(base + block.offsets[from + i] - begin);
    return n;
  }

  /// Valid until the thread's next call for any field.
  const BinaryBlock& decoded(uint64_t number, const Blocks::Place& place) const {
    thread_local LastBlock last;
    if (last.owner != owner_ || last.block != number) {
      last.owner = 0;  // Unless decoding comes through.
      packing::es819::decode_binary_block(blocks_.data(), place.begin, place.end,
                                          static_cast<uint32_t>(place.count),
                                          blocks_.meta().max_raw, offsets_, last.decoded);
      last.owner = owner_;
      last.block = number;
    }
    return last.decoded;
  }

  Blocks blocks_;
  packing::es819::DocOffsets offsets_;
  uint64_t owner_;
};

}  // namespace

std::shared_ptr<const model::BinaryValues> open_binary_blocks(const FieldEntry& entry,
                                                              const store::Input& data,
                                                              packing::es819::DocOffsets offsets) {
  return std::make_shared<ChunkedBinary>(static_cast<uint64_t>(entry.docs), Blocks(entry, data),
                                         offsets);
}

void visit_binary_blocks(const FieldEntry& e, const store::Input& data, bool blocks,
                         const model::FactVisitor& visitor) {
  const BinaryBlocksMeta& meta = *e.binary_blocks;
  model::Fact fact = fact_of(e, "doc_values", "values", data, e.binary_offset, e.binary_length,
                             static_cast<uint64_t>(e.docs));
  fact.encoding = "zstd";
  fact.min = e.min_length;
  fact.max = e.max_length;
  if (blocks) {
    const Blocks places(e, data);
    for (uint64_t b = 0; b < places.count(); ++b) {
      const Blocks::Place place = places.place(b);
      fact.block = static_cast<int64_t>(b);
      fact.offset = place.begin;
      fact.length = place.end - place.begin;
      fact.first = place.first;
      fact.count = place.count;
      visitor(fact);
    }
  } else {
    visitor(fact);
  }
  const FactDetail detail = blocks ? FactDetail::blocks : FactDetail::parts;
  visit_monotonic(meta.addresses, detail,
                  fact_of(e, "doc_values", "chunk_addresses", data, meta.addresses_offset,
                          meta.addresses_length, meta.addresses.count()),
                  visitor);
  visit_monotonic(meta.doc_counts, detail,
                  fact_of(e, "doc_values", "chunk_docs", data, meta.doc_counts_offset,
                          meta.doc_counts_length, meta.doc_counts.count()),
                  visitor);
}

}  // namespace segsmith::codec::es819
