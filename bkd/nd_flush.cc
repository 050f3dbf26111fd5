// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bit>
#include <string>

#include "bkd/nd_split.h"
#include "bkd/nd_tree.h"
#include "bkd/nd_writer.h"
#include "util/error.h"

namespace segsmith::bkd {

namespace {

/// Points that are all in one array, which is divided in place.
template <class Width, class Size>
class FlushSource {
 public:
  struct Slice {
    size_t from, to;
  };
  using Points = NdPoints<Width, Size>;

  FlushSource(const NdTarget& target, const NdOrigin& origin, Width width, const Points& points)
      : target_(target),
        origin_(origin),
        width_(width),
        points_(points),
        leaf_(target.config, target.version, origin) {}

  Cell bounds(const Slice& slice) const {
    return cell_of(target_.config, width_, points_, slice.from, slice.to);
  }
  std::pair<Slice, Slice> split(Slice slice, uint64_t left, size_t dim, const Cell& cell,
                                std::byte* value) {
    const size_t k = slice.from + left;
    split_points(points_, origin_, slice.from, slice.to, k, dim, cell, value);
    return {{slice.from, k}, {k, slice.to}};
  }
  void leaf(Slice slice) { leaf_.write(points_, slice.from, slice.to, target_.data); }
  uint64_t position() const { return target_.data.position(); }

 private:
  const NdTarget& target_;
  NdOrigin origin_;
  Width width_;
  Points points_;
  NdLeafWriter leaf_;
};

/// How many documents there are.
uint64_t count_docs(std::span<const int32_t> docs, int32_t max_doc) {
  BitSet seen(static_cast<uint64_t>(max_doc));
  for (const int32_t doc : docs) {
    check_doc(doc, max_doc);
    seen.set(static_cast<uint64_t>(doc));
  }
  return seen.count();
}

}  // namespace

void check_doc(int32_t doc, int32_t max_doc) {
  if (doc >= 0 && doc < max_doc) return;
  throw InvalidArgument("a point of document " + std::to_string(doc) + " in a segment of " +
                        std::to_string(max_doc));
}

BkdMeta write_nd_flush(const NdTarget& target, std::span<std::byte> values,
                       std::span<int32_t> docs) {
  const uint64_t doc_count = count_docs(docs, target.max_doc);
  const NdOrigin origin{
      .flush = true,
      .distinct = doc_count == docs.size(),
      .doc_bits =
          std::max(1, static_cast<int>(std::bit_width(static_cast<uint32_t>(target.max_doc - 1))))};
  return with_layout(target.config, [&](auto width, auto size) {
    const NdPoints points(target.config, width, size, values.data(), docs.data());
    FlushSource source(target, origin, width, points);
    const Cell cell = source.bounds({0, docs.size()});
    return write_nd_tree(target, width, source, {0, docs.size()}, cell, docs.size(), doc_count);
  });
}

}  // namespace segsmith::bkd
