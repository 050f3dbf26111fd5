// SPDX-License-Identifier: Apache-2.0
#include "bkd/leaf_reader.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <string>
#include <type_traits>

#include "bkd/bytes.h"
#include "bkd/doc_ids_reader.h"

namespace segsmith::bkd {

namespace {

/// Decodes the values of one leaf: a template point holds the shared prefixes, suffixes fill the
/// rest.
class ValuesReader {
 public:
  ValuesReader(store::Cursor& in, const LeafShape& shape, LeafBlock& out)
      : in_(in),
        out_(out),
        dims_(static_cast<size_t>(shape.config.dims)),
        index_dims_(static_cast<size_t>(shape.config.index_dims)),
        bytes_(static_cast<size_t>(shape.config.bytes_per_dim)),
        packed_(shape.config.packed_bytes()),
        count_(static_cast<size_t>(shape.count)) {}

  void read_prefixes() {
    for (size_t dim = 0; dim < dims_; ++dim) {
      const uint64_t at = in_.position();
      const size_t prefix = in_.vint();
      if (prefix > bytes_) {
        in_.input().corrupt(at, "a prefix of at most " + std::to_string(bytes_) + " bytes",
                            std::to_string(prefix));
      }
      std::memcpy(&point_[dim * bytes_], in_.bytes(prefix).data(), prefix);
      offset_[dim] = dim * bytes_ + prefix;
      length_[dim] = bytes_ - prefix;
      suffix_bytes_ += length_[dim];
    }
  }

  void read_values() {
    const uint64_t at = in_.position();
    const int kind = in_.i8();
    if (kind < -2 || kind >= static_cast<int>(dims_)) {
      in_.input().corrupt(at, "-2, -1 or a dimension below " + std::to_string(dims_),
                          std::to_string(kind));
    }
    // Only a leaf of equal values has nothing left after its prefixes; else the byte at which the
    // values first differ must exist.
    if (kind >= 0 && length_[static_cast<size_t>(kind)] == 0) {
      in_.input().corrupt(at, "a dimension whose values differ", std::to_string(kind));
    }
    out_.sorted_dim = kind < 0 ? -1 : kind;
    out_.values.resize(count_ * packed_);
    if (kind == -1) {
      out_.kind = LeafKind::all_equal;
      fill(0, count_);
      return;
    }
    if (index_dims_ != 1) skip_bounds();
    if (kind == -2) {
      out_.kind = LeafKind::low_cardinality;
      read_low();
    } else {
      out_.kind = LeafKind::high_cardinality;
      read_high(static_cast<size_t>(kind));
    }
  }

 private:
  void skip_bounds() {
    for (size_t dim = 0; dim < index_dims_; ++dim) in_.skip(2 * length_[dim]);
  }

  /// Copies the template point to the points [from, from + count).
  void fill(size_t from, size_t count) {
    with_width(packed_, [&](auto width) {
      std::byte* to = out_.values.data() + from * width.size();
      for (size_t i = 0; i < count; ++i, to += width.size()) {
        std::memcpy(to, point_.data(), width.size());
      }
    });
  }

  [[noreturn]] void bad_run(uint64_t at, size_t run, size_t done) const {
    in_.input().corrupt(at, "a run of 1 to " + std::to_string(count_ - done) + " points",
                        std::to_string(run));
  }

  void read_low() {
    for (size_t i = 0; i < count_;) {
      const uint64_t at = in_.position();
      const size_t run = in_.vint();
      if (run == 0 || run > count_ - i) bad_run(at, run, i);
      const std::byte* from = in_.bytes(suffix_bytes_).data();
      for (size_t dim = 0; dim < dims_; ++dim) {
        std::memcpy(&point_[offset_[dim]], from, length_[dim]);
        from += length_[dim];
      }
      fill(i, run);
      i += run;
    }
  }

  void read_high(size_t sorted) {
    const size_t run_byte = offset_[sorted]++;
    --length_[sorted];
    --suffix_bytes_;
    with_width(dims_ == 1 ? packed_ : 0, [&](auto width) {
      for (size_t i = 0; i < count_;) {
        const uint64_t at = in_.position();
        point_[run_byte] = static_cast<std::byte>(in_.u8());
        const size_t run = in_.u8();
        if (run == 0 || run > count_ - i) bad_run(at, run, i);
        const std::byte* from = in_.bytes(run * suffix_bytes_).data();
        size_t done = 0;
        if constexpr (!std::is_same_v<decltype(width), AnyWidth>) {
          done = put_whole_points(width, from, i, run);
        }
        put_points(from + done * suffix_bytes_, i + done, run - done);
        i += run;
      }
    });
  }

  /// One dimension: template and suffix, both copied at full width, so that a suffix runs over into
  /// the next point, which is written after it. Stops short of the leaf's last point and of the
  /// input's end; returns how many points it made.
  template <class Width>
  size_t put_whole_points(Width width, const std::byte* from, size_t first, size_t run) {
    const std::byte* input_end = in_.input().bytes().data() + in_.input().size();
    const auto readable = static_cast<size_t>(input_end - from);
    if (suffix_bytes_ == 0 || readable < width.size()) return 0;
    const size_t in_input = (readable - width.size()) / suffix_bytes_ + 1;
    const size_t count = std::min({run, in_input, count_ - 1 - first});
    std::byte* to = out_.values.data() + first * width.size();
    const size_t offset = offset_[0];
    for (size_t i = 0; i < count; ++i, to += width.size(), from += suffix_bytes_) {
      std::memcpy(to, point_.data(), width.size());
      std::memcpy(to + offset, from, width.size());
    }
    return count;
  }

  void put_points(const std::byte* from, size_t first, size_t count) {
    fill(first, count);
    if (suffix_bytes_ == 0) return;
    std::byte* to = out_.values.data() + first * packed_;
    for (size_t i = 0; i < count; ++i, to += packed_) {
      for (size_t dim = 0; dim < dims_; ++dim) {
        std::memcpy(to + offset_[dim], from, length_[dim]);
        from += length_[dim];
      }
    }
  }

  store::Cursor& in_;
  LeafBlock& out_;
  size_t dims_;
  size_t index_dims_;
  size_t bytes_;
  size_t packed_;
  size_t count_;
  size_t suffix_bytes_ = 0;
  std::array<size_t, kMaxDims> offset_{};
  std::array<size_t, kMaxDims> length_{};
  std::array<std::byte, kMaxDims * kMaxBytesPerDim> point_{};
};

}  // namespace

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
  const auto count = static_cast<size_t>(shape.count);
  if (out.docs.size() < count) out.docs.resize(count);
  out.count = shape.count;
  out.offset = start;
  out.doc_ids_kind =
      decode_doc_ids(in, shape.version, shape.max_doc, std::span(out.docs).first(count));
  out.doc_ids_bytes = static_cast<uint32_t>(in.position() - start);
}

namespace {

void read_values(store::Cursor& in, const LeafShape& shape, LeafBlock& out) {
  ValuesReader values(in, shape, out);
  const uint64_t prefixes = in.position();
  values.read_prefixes();
  const uint64_t start = in.position();
  values.read_values();
  out.prefix_bytes = static_cast<uint32_t>(start - prefixes);
  out.values_bytes = static_cast<uint32_t>(in.position() - start);
}

}  // namespace

void read_leaf(store::Cursor& in, const LeafShape& shape, LeafBlock& out) {
  read_leaf_docs(in, shape, out);
  read_values(in, shape, out);
}

void read_leaf_values(store::Cursor& in, const LeafShape& shape, LeafBlock& out) {
  check_leaf_count(in, shape.count);
  skip_doc_ids(in, shape.count);
  out.count = shape.count;
  read_values(in, shape, out);
}

}  // namespace segsmith::bkd
