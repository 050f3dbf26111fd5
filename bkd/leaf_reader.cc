// SPDX-License-Identifier: Apache-2.0
#include "bkd/leaf_reader.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <type_traits>

#include "bkd/bytes.h"
#include "bkd/doc_ids_reader.h"

namespace segsmith::bkd {

void LeafValuesReader::read_head(store::Cursor& in, const LeafShape& shape, LeafBlock& out) {
  dims_ = static_cast<size_t>(shape.config.dims);
  index_dims_ = static_cast<size_t>(shape.config.index_dims);
  bytes_ = static_cast<size_t>(shape.config.bytes_per_dim);
  packed_ = shape.config.packed_bytes();
  count_ = static_cast<size_t>(shape.count);
  out.count = shape.count;
  const uint64_t start = in.position();
  read_prefixes(in, out);
  out.prefix_bytes = static_cast<uint32_t>(in.position() - start);
  read_kind(in, out);
  const uint64_t bounds = in.position();
  out.min_packed.clear();
  out.max_packed.clear();
  if (index_dims_ != 1 && out.kind != LeafKind::all_equal) read_bounds(in, out);
  out.bounds_bytes = static_cast<uint32_t>(in.position() - bounds);
}

void LeafValuesReader::read_prefixes(store::Cursor& in, LeafBlock& out) {
  suffix_bytes_ = 0;
  for (size_t dim = 0; dim < dims_; ++dim) {
    const uint64_t at = in.position();
    const size_t prefix = in.vint();
    if (prefix > bytes_) {
      in.input().corrupt(at, "a prefix of at most " + std::to_string(bytes_) + " bytes",
                         std::to_string(prefix));
    }
    std::memcpy(&point_[dim * bytes_], in.bytes(prefix).data(), prefix);
    out.prefix_lengths[dim] = static_cast<uint8_t>(prefix);
    offset_[dim] = dim * bytes_ + prefix;
    length_[dim] = bytes_ - prefix;
    suffix_bytes_ += length_[dim];
  }
}

void LeafValuesReader::read_kind(store::Cursor& in, LeafBlock& out) {
  const uint64_t at = in.position();
  const int kind = in.i8();
  if (kind < -2 || kind >= static_cast<int>(dims_)) {
    in.input().corrupt(at, "-2, -1 or a dimension below " + std::to_string(dims_),
                       std::to_string(kind));
  }
  // Only a leaf of equal values has nothing left after its prefixes; else the byte at which the
  // values first differ must exist.
  if (kind >= 0 && length_[static_cast<size_t>(kind)] == 0) {
    in.input().corrupt(at, "a dimension whose values differ", std::to_string(kind));
  }
  if (kind == -1 && suffix_bytes_ != 0) {
    in.input().corrupt(at, "prefixes that are the whole value of a leaf of equal values",
                       std::to_string(suffix_bytes_) + " bytes less");
  }
  out.sorted_dim = kind < 0 ? -1 : kind;
  out.kind = kind == -1   ? LeafKind::all_equal
             : kind == -2 ? LeafKind::low_cardinality
                          : LeafKind::high_cardinality;
}

void LeafValuesReader::read_bounds(store::Cursor& in, LeafBlock& out) {
  const size_t packed = index_dims_ * bytes_;
  out.min_packed.assign(point_.begin(), point_.begin() + static_cast<ptrdiff_t>(packed));
  out.max_packed = out.min_packed;
  for (size_t dim = 0; dim < index_dims_; ++dim) {
    for (auto* bound : {&out.min_packed, &out.max_packed}) {
      std::memcpy(bound->data() + offset_[dim], in.bytes(length_[dim]).data(), length_[dim]);
    }
  }
}

void LeafValuesReader::read_points(store::Cursor& in, LeafBlock& out) {
  out.values.resize(count_ * packed_);
  out.run_bytes = out.suffix_bytes = 0;
  switch (out.kind) {
    case LeafKind::all_equal:
      fill(out, 0, count_);
      break;
    case LeafKind::low_cardinality:
      read_low(in, out);
      break;
    case LeafKind::high_cardinality:
      read_high(in, out);
      break;
  }
}

/// Copies the template point to the points [from, from + count).
void LeafValuesReader::fill(LeafBlock& out, size_t from, size_t count) const {
  with_width(packed_, [&](auto width) {
    std::byte* to = out.values.data() + from * width.size();
    for (size_t i = 0; i < count; ++i, to += width.size()) {
      std::memcpy(to, point_.data(), width.size());
    }
  });
}

void LeafValuesReader::bad_run(const store::Cursor& in, uint64_t at, size_t run,
                               size_t done) const {
  in.input().corrupt(at, "a run of 1 to " + std::to_string(count_ - done) + " points",
                     std::to_string(run));
}

void LeafValuesReader::read_low(store::Cursor& in, LeafBlock& out) {
  for (size_t i = 0; i < count_;) {
    const uint64_t at = in.position();
    const size_t run = in.vint();
    if (run == 0 || run > count_ - i) bad_run(in, at, run, i);
    out.run_bytes += static_cast<uint32_t>(in.position() - at);
    const std::byte* from = in.bytes(suffix_bytes_).data();
    out.suffix_bytes += static_cast<uint32_t>(suffix_bytes_);
    for (size_t dim = 0; dim < dims_; ++dim) {
      std::memcpy(&point_[offset_[dim]], from, length_[dim]);
      from += length_[dim];
    }
    fill(out, i, run);
    i += run;
  }
}

void LeafValuesReader::read_high(store::Cursor& in, LeafBlock& out) {
  const auto sorted = static_cast<size_t>(out.sorted_dim);
  const size_t run_byte = offset_[sorted]++;
  --length_[sorted];
  --suffix_bytes_;
  const uint64_t start = in.position();
  with_width(dims_ == 1 ? packed_ : 0, [&](auto width) {
    for (size_t i = 0; i < count_;) {
      const uint64_t at = in.position();
      point_[run_byte] = static_cast<std::byte>(in.u8());
      const size_t run = in.u8();
      if (run == 0 || run > count_ - i) bad_run(in, at, run, i);
      ++out.run_bytes;
      const std::byte* from = in.bytes(run * suffix_bytes_).data();
      size_t done = 0;
      if constexpr (!std::is_same_v<decltype(width), AnyWidth>) {
        done = put_whole_points(width, in, from, i, run, out);
      }
      put_points(from + done * suffix_bytes_, i + done, run - done, out);
      i += run;
    }
  });
  out.suffix_bytes = static_cast<uint32_t>(in.position() - start) - out.run_bytes;
}

/// One dimension: template and suffix, both copied at full width, so that a suffix runs over into
/// the next point, which is written after it. Stops short of the leaf's last point and of the
/// input's end; returns how many points it made.
template <class Width>
size_t LeafValuesReader::put_whole_points(Width width, const store::Cursor& in,
                                          const std::byte* from, size_t first, size_t run,
                                          LeafBlock& out) const {
  const std::byte* input_end = in.input().bytes().data() + in.input().size();
  const auto readable = static_cast<size_t>(input_end - from);
  if (suffix_bytes_ == 0 || readable < width.size()) return 0;
  const size_t in_input = (readable - width.size()) / suffix_bytes_ + 1;
  const size_t count = std::min({run, in_input, count_ - 1 - first});
  std::byte* to = out.values.data() + first * width.size();
  const size_t offset = offset_[0];
  for (size_t i = 0; i < count; ++i, to += width.size(), from += suffix_bytes_) {
    std::memcpy(to, point_.data(), width.size());
    std::memcpy(to + offset, from, width.size());
  }
  return count;
}

void LeafValuesReader::put_points(const std::byte* from, size_t first, size_t count,
                                  LeafBlock& out) const {
  fill(out, first, count);
  if (suffix_bytes_ == 0) return;
  std::byte* to = out.values.data() + first * packed_;
  for (size_t i = 0; i < count; ++i, to += packed_) {
    for (size_t dim = 0; dim < dims_; ++dim) {
      std::memcpy(to + offset_[dim], from, length_[dim]);
      from += length_[dim];
    }
  }
}

void check_leaf_count(store::Cursor& in, int32_t count) {
  const uint64_t at = in.position();
  const uint32_t found = in.vint();
  if (found != static_cast<uint32_t>(count)) {
    in.input().corrupt(at, "a leaf of " + std::to_string(count) + " points", std::to_string(found));
  }
}

void read_leaf_docs(store::Cursor& in, const LeafShape& shape, LeafBlock& out) {
  const uint64_t start = in.position();
  check_leaf_count(in, shape.count);
  const uint64_t ids = in.position();
  const auto count = static_cast<size_t>(shape.count);
  if (out.docs.size() < count) out.docs.resize(count);
  out.count = shape.count;
  out.offset = start;
  out.doc_ids_kind =
      decode_doc_ids(in, shape.version, shape.max_doc, std::span(out.docs).first(count));
  out.header_bytes = static_cast<uint32_t>(ids - start) + 1;
  out.doc_ids_bytes = static_cast<uint32_t>(in.position() - ids);
}

void read_leaf(store::Cursor& in, const LeafShape& shape, LeafBlock& out) {
  read_leaf_docs(in, shape, out);
  LeafValuesReader values;
  values.read_head(in, shape, out);
  values.read_points(in, out);
}

void read_leaf_values(store::Cursor& in, const LeafShape& shape, LeafBlock& out) {
  check_leaf_count(in, shape.count);
  skip_doc_ids(in, shape.count);
  LeafValuesReader values;
  values.read_head(in, shape, out);
  values.read_points(in, out);
}

}  // namespace segsmith::bkd
