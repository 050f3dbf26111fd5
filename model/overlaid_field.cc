// SPDX-License-Identifier: Apache-2.0
#include "model/overlaid_field.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace segsmith::model {
namespace {

using Layers = std::vector<DocValuesField>;

/// Consecutive documents that have their values from consecutive positions of one layer.
struct Run {
  int32_t first_doc = 0;
  int32_t count = 0;
  uint32_t layer = 0;
  int64_t position = 0;  ///< Of the first document in the layer.
  int64_t rank = 0;      ///< Of the first document in the whole field.
  int64_t base_end = 0;  ///< Documents of the base before the end of the run.

  int32_t end_doc() const { return first_doc + count; }
};

void add_doc(std::vector<Run>& runs, int32_t doc, uint32_t layer, int64_t position) {
  if (!runs.empty()) {
    Run& last = runs.back();
    if (last.layer == layer && last.end_doc() == doc && last.position + last.count == position) {
      ++last.count;
      return;
    }
  }
  runs.push_back({.first_doc = doc, .count = 1, .layer = layer, .position = position});
}

/// `newer` and, between them, the documents of an older layer.
std::vector<Run> below(const std::vector<Run>& newer, const Presence& older, uint32_t layer) {
  std::vector<Run> all;
  std::vector<int32_t> docs(kColumnBlockDocs);
  size_t next = 0;
  int64_t position = 0;
  for (int32_t from = 0;;) {
    const size_t n = older.docs(from, docs);
    for (size_t i = 0; i < n; ++i, ++position) {
      while (next < newer.size() && newer[next].first_doc <= docs[i]) all.push_back(newer[next++]);
      const bool hidden = next > 0 && docs[i] < newer[next - 1].end_doc();
      if (!hidden) add_doc(all, docs[i], layer, position);
    }
    if (n < docs.size()) break;
    from = docs[n - 1] + 1;
  }
  all.insert(all.end(), newer.begin() + static_cast<std::ptrdiff_t>(next), newer.end());
  return all;
}

/// The runs of all layers above the base, with their ranks.
std::vector<Run> runs_of(const Layers& layers) {
  std::vector<Run> runs;
  for (size_t layer = 0; layer + 1 < layers.size(); ++layer) {
    runs = below(runs, *layers[layer].presence, static_cast<uint32_t>(layer));
  }
  const Presence& base = *layers.back().presence;
  int64_t rank = 0, base_end = 0;
  for (Run& run : runs) {
    rank += base.rank(run.first_doc) - base_end;
    run.rank = rank;
    run.base_end = base_end = base.rank(run.end_doc());
    rank += run.count;
  }
  return runs;
}

class OverlaidPresence final : public Presence {
 public:
  static std::shared_ptr<const Presence> make(std::shared_ptr<const Presence> base,
                                              std::vector<Run> runs) {
    int64_t docs = base->cardinality();
    if (!runs.empty()) {
      const Run& last = runs.back();
      docs += last.rank + last.count - last.base_end;
    }
    const Kind kind = docs == 0 ? Kind::none : docs == base->max_doc() ? Kind::all : Kind::some;
    return std::make_shared<OverlaidPresence>(kind, static_cast<int32_t>(docs), std::move(base),
                                              std::move(runs));
  }

  OverlaidPresence(Kind kind, int32_t docs, std::shared_ptr<const Presence> base,
                   std::vector<Run> runs)
      : Presence(kind, base->max_doc(), docs), base_(std::move(base)), runs_(std::move(runs)) {}

  bool contains(int32_t doc) const override {
    const size_t after = runs_from(doc + 1);
    return (after > 0 && doc < runs_[after - 1].end_doc()) || base_->contains(doc);
  }

  int64_t rank(int32_t doc) const override {
    const size_t after = runs_from(doc);
    if (after == 0) return base_->rank(doc);
    const Run& run = runs_[after - 1];
    if (doc < run.end_doc()) return run.rank + (doc - run.first_doc);
    return run.rank + run.count + base_->rank(doc) - run.base_end;
  }

  size_t docs(int32_t from, std::span<int32_t> out) const override {
    size_t n = 0;
    size_t next = runs_from(from);
    if (next > 0 && from < runs_[next - 1].end_doc()) --next;
    while (n < out.size() && from < max_doc()) {
      if (next < runs_.size() && from >= runs_[next].first_doc) {
        const int32_t end = runs_[next++].end_doc();
        for (; from < end && n < out.size(); ++from) out[n++] = from;
        continue;
      }
      const int32_t end = next < runs_.size() ? runs_[next].first_doc : max_doc();
      const size_t got = base_->docs(from, out.subspan(n));
      const auto first = out.begin() + static_cast<std::ptrdiff_t>(n);
      n = static_cast<size_t>(
          std::lower_bound(first, first + static_cast<std::ptrdiff_t>(got), end) - out.begin());
      from = end;
    }
    return n;
  }

  void into_bit_set(int32_t from, int32_t to, BitSet& out) const override {
    base_->into_bit_set(from, to, out);
    size_t run = runs_from(from);
    if (run > 0) --run;
    for (; run < runs_.size() && runs_[run].first_doc < to; ++run) {
      const int32_t first = std::max(from, runs_[run].first_doc);
      const int32_t end = std::min(to, runs_[run].end_doc());
      if (first < end) out.set_range(static_cast<uint64_t>(first), static_cast<uint64_t>(end));
    }
  }

 private:
  /// Runs that begin before `doc`.
  size_t runs_from(int32_t doc) const {
    return static_cast<size_t>(std::ranges::lower_bound(runs_, doc, {}, &Run::first_doc) -
                               runs_.begin());
  }

  std::shared_ptr<const Presence> base_;
  std::vector<Run> runs_;
};

/// Positions of the whole that come from consecutive positions of one layer. Pieces follow one
/// another without a gap.
struct Piece {
  uint64_t start = 0;  ///< In the whole.
  uint64_t count = 0;
  uint32_t layer = 0;
  uint64_t position = 0;  ///< In the layer.
};

using Pieces = std::vector<Piece>;

void add_piece(Pieces& pieces, uint32_t layer, int64_t position, int64_t count) {
  if (count == 0) return;
  const uint64_t start = pieces.empty() ? 0 : pieces.back().start + pieces.back().count;
  pieces.push_back({start, static_cast<uint64_t>(count), layer, static_cast<uint64_t>(position)});
}

/// By rank of the document.
Pieces pieces_of(const std::vector<Run>& runs, const Layers& layers) {
  const auto base = static_cast<uint32_t>(layers.size() - 1);
  const Presence& presence = *layers.back().presence;
  Pieces pieces;
  int64_t base_end = 0;
  for (const Run& run : runs) {
    add_piece(pieces, base, base_end, presence.rank(run.first_doc) - base_end);
    add_piece(pieces, run.layer, run.position, run.count);
    base_end = run.base_end;
  }
  add_piece(pieces, base, base_end, presence.cardinality() - base_end);
  return pieces;
}

/// Where the values of a layer's document begin.
uint64_t first_value(const DocValuesField& layer, uint64_t position) {
  return layer.addresses ? static_cast<uint64_t>(layer.addresses->value(position)) : position;
}

/// By position of the value.
Pieces value_pieces(const Pieces& by_rank, const Layers& layers) {
  Pieces pieces;
  for (const Piece& piece : by_rank) {
    const DocValuesField& layer = layers[piece.layer];
    const uint64_t first = first_value(layer, piece.position);
    const uint64_t end = first_value(layer, piece.position + piece.count);
    add_piece(pieces, piece.layer, static_cast<int64_t>(first), static_cast<int64_t>(end - first));
  }
  return pieces;
}

uint64_t size_of(const Pieces& pieces) {
  return pieces.empty() ? 0 : pieces.back().start + pieces.back().count;
}

/// Calls each(piece, offset in it, count, offset in the request) along [first, first + count).
template <class Each>
void along(const Pieces& pieces, uint64_t first, uint64_t count, Each&& each) {
  auto piece = std::ranges::upper_bound(pieces, first, {}, &Piece::start);
  if (piece != pieces.begin()) --piece;
  for (uint64_t done = 0; done < count; ++piece) {
    const uint64_t offset = first + done - piece->start;
    const uint64_t n = std::min(count - done, piece->count - offset);
    each(*piece, offset, n, done);
    done += n;
  }
}

class OverlaidNumbers final : public Numbers {
 public:
  OverlaidNumbers(Layers layers, Pieces pieces)
      : Numbers(size_of(pieces)), layers_(std::move(layers)), pieces_(std::move(pieces)) {}

  void values(uint64_t first, std::span<int64_t> out) const override {
    along(pieces_, first, out.size(), [&](const Piece& p, uint64_t at, uint64_t n, uint64_t done) {
      layers_[p.layer].numbers->values(p.position + at, out.subspan(done, n));
    });
  }

 private:
  Layers layers_;
  Pieces pieces_;
};

/// Running counts of values by rank; one more than there are documents.
class OverlaidAddresses final : public Numbers {
 public:
  OverlaidAddresses(Layers layers, Pieces by_rank, uint64_t value_count)
      : Numbers(size_of(by_rank) + 1),
        layers_(std::move(layers)),
        pieces_(std::move(by_rank)),
        value_count_(value_count) {
    uint64_t values = 0;
    for (const Piece& piece : pieces_) {
      const DocValuesField& layer = layers_[piece.layer];
      first_values_.push_back(values);
      values +=
          first_value(layer, piece.position + piece.count) - first_value(layer, piece.position);
    }
  }

  void values(uint64_t first, std::span<int64_t> out) const override {
    const bool to_the_end = !out.empty() && first + out.size() == size();
    if (to_the_end) out.back() = static_cast<int64_t>(value_count_);
    const size_t count = out.size() - (to_the_end ? 1 : 0);
    along(pieces_, first, count, [&](const Piece& p, uint64_t at, uint64_t n, uint64_t done) {
      const DocValuesField& layer = layers_[p.layer];
      const std::span<int64_t> part = out.subspan(done, n);
      if (layer.addresses) {
        layer.addresses->values(p.position + at, part);
      } else {
        for (size_t i = 0; i < n; ++i) part[i] = static_cast<int64_t>(p.position + at + i);
      }
      const uint64_t values_before = first_values_[static_cast<size_t>(&p - pieces_.data())];
      const auto shift = static_cast<int64_t>(values_before - first_value(layer, p.position));
      for (int64_t& address : part) address += shift;
    });
  }

 private:
  Layers layers_;
  Pieces pieces_;
  std::vector<uint64_t> first_values_;  ///< Values before each piece.
  uint64_t value_count_;
};

class OverlaidBinary final : public BinaryValues {
 public:
  OverlaidBinary(Layers layers, Pieces pieces)
      : BinaryValues(size_of(pieces)), layers_(std::move(layers)), pieces_(std::move(pieces)) {}

  void values(uint64_t first, size_t count, BytesBlock& out) const override {
    out.storage.clear();
    out.offsets.assign(1, 0);
    BytesBlock part;
    along(pieces_, first, count, [&](const Piece& p, uint64_t at, uint64_t n, uint64_t) {
      layers_[p.layer].binary->values(p.position + at, n, part);
      for (size_t i = 0; i < part.size(); ++i) {
        out.storage.insert(out.storage.end(), part[i].begin(), part[i].end());
        out.offsets.push_back(out.storage.size());
      }
    });
    out.bytes = out.storage;
  }

 private:
  Layers layers_;
  Pieces pieces_;
};

}  // namespace

DocValuesField overlaid_field(std::span<const DocValuesField> given) {
  if (given.size() == 1) return given.front();
  Layers layers(given.begin(), given.end());
  std::vector<Run> runs = runs_of(layers);
  Pieces by_rank = pieces_of(runs, layers);
  DocValuesField field;
  field.type = layers.back().type;
  field.presence = OverlaidPresence::make(layers.back().presence, std::move(runs));
  if (field.type == DocValuesType::binary) {
    field.binary = std::make_shared<OverlaidBinary>(std::move(layers), std::move(by_rank));
    return field;
  }
  const bool single = std::ranges::all_of(
      layers, [](const DocValuesField& layer) { return layer.single_valued(); });
  if (single) {
    field.numbers = std::make_shared<OverlaidNumbers>(std::move(layers), std::move(by_rank));
    return field;
  }
  Pieces by_value = value_pieces(by_rank, layers);
  field.addresses =
      std::make_shared<OverlaidAddresses>(layers, std::move(by_rank), size_of(by_value));
  field.numbers = std::make_shared<OverlaidNumbers>(std::move(layers), std::move(by_value));
  return field;
}

}  // namespace segsmith::model
