// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cstring>
#include <string>
#include <utility>

#include "bkd/file_split.h"
#include "bkd/nd_split.h"
#include "bkd/nd_tree.h"
#include "bkd/nd_writer.h"

namespace segsmith::bkd {

namespace {

/// Points in arrays or files (BKDRadixSelector.PathSlice), divided in place or into new ones.
template <class Width, class Size>
class MergeSource {
 public:
  using Slice = PointSlice;

  MergeSource(const NdTarget& target, const NdOrigin& origin, Width width, Size size,
              const SpillBudget& budget)
      : target_(target),
        origin_(origin),
        width_(width),
        size_(size),
        budget_(budget),
        leaf_(target.config, target.version, origin) {}

  Cell bounds(const Slice& slice) const {
    if (slice.memory) {
      return cell_of(target_.config, width_, points(*slice.memory), slice.start,
                     slice.start + slice.count);
    }
    CellBuilder<Width> builder(target_.config, width_);
    const store::Input records = slice.file->read();
    for (size_t at = 0; at < records.size(); at += slice.file->record_bytes()) {
      builder.add(records.bytes().data() + at);
    }
    return builder.cell();
  }

  std::pair<Slice, Slice> split(Slice slice, uint64_t left, size_t dim, const Cell& cell,
                                std::byte* value) {
    if (slice.file) {
      FileSplit<Width, Size> files(target_.config, width_, size_, origin_, budget_);
      return files.split(std::move(slice), left, dim, cell, value);
    }
    const uint64_t k = slice.start + left;
    split_points(points(*slice.memory), origin_, slice.start, slice.start + slice.count, k, dim,
                 cell, value);
    Slice on_left{slice.memory, nullptr, slice.start, left};
    return {std::move(on_left), Slice{std::move(slice.memory), nullptr, k, slice.count - left}};
  }

  void leaf(Slice slice) {
    if (slice.file) slice = into_memory(std::move(slice));
    leaf_.write(points(*slice.memory), slice.start, slice.start + slice.count, target_.data);
  }
  uint64_t position() const { return target_.data.position(); }

 private:
  NdPoints<Width, Size> points(PointBuffer& buffer) const {
    return {target_.config, width_, size_, buffer.values().data(), buffer.docs().data()};
  }

  const NdTarget& target_;
  NdOrigin origin_;
  Width width_;
  Size size_;
  SpillBudget budget_;
  NdLeafWriter leaf_;
};

}  // namespace

NdMergeWriter::NdMergeWriter(const NdTarget& target, uint64_t most_points, uint64_t most_in_memory,
                             SpillFiles* files)
    : target_(target),
      most_in_memory_(most_in_memory),
      files_(files),
      docs_seen_(static_cast<uint64_t>(target.max_doc)) {
  const size_t packed = target.config.packed_bytes();
  // What is counted is every point of the sources, also those of deleted documents, as Lucene does.
  if (files != nullptr && most_points > most_in_memory) {
    file_ = std::make_unique<PointFile>(*files, "spill", packed);
  } else {
    buffer_ = std::make_unique<PointBuffer>(packed);
    buffer_->reserve(most_points);
  }
}

void NdMergeWriter::add(std::span<const int32_t> docs, const std::byte* values) {
  const size_t packed = target_.config.packed_bytes();
  for (const int32_t doc : docs) {
    check_doc(doc, target_.max_doc);
    docs_seen_.set(static_cast<uint64_t>(doc));
  }
  count_ += docs.size();
  if (buffer_) return buffer_->add_all(docs, {values, docs.size() * packed});
  for (size_t i = 0; i < docs.size(); ++i) file_->append(values + i * packed, docs[i]);
}

std::optional<BkdMeta> NdMergeWriter::finish() {
  if (file_) file_->close();
  if (count_ == 0) return std::nullopt;
  const uint64_t doc_count = docs_seen_.count();
  const NdOrigin origin{.flush = false,
                        .distinct = doc_count == count_ || target_.config.one_dimensional(),
                        .doc_bits = 32};
  return with_layout(target_.config, [&](auto width, auto size) {
    MergeSource source(target_, origin, width, size, SpillBudget{most_in_memory_, files_});
    PointSlice all{std::move(buffer_), std::move(file_), 0, count_};
    const Cell cell = source.bounds(all);
    return write_nd_tree(target_, width, source, std::move(all), cell, count_, doc_count);
  });
}

}  // namespace segsmith::bkd
