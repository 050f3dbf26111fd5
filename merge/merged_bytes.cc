// SPDX-License-Identifier: Apache-2.0
#include "merge/merged_columns.h"

#include <algorithm>
#include <utility>

namespace segsmith::merge {
namespace {

using model::BytesBlock;
using model::DocBlock;
using model::kColumnBlockDocs;

/// Position in the runs of a map: which run, and how many of its documents are done.
class RunWalker {
 public:
  explicit RunWalker(const DocMap& map) : runs_(map.runs()) {}
  void rewind() { *this = RunWalker(runs_); }
  bool done() const { return index_ == runs_.size(); }
  const Run& run() const { return runs_[index_]; }
  int32_t first_doc() const { return run().first + offset_; }
  int32_t end_doc() const { return run().first + run().count; }
  /// What to add to an old document of this run to get the new one.
  int32_t shift() const { return base_ - run().first; }
  /// Continues at old document `doc` of this run, or at the next run when doc is the end.
  void move_to(int32_t doc) {
    offset_ = doc - run().first;
    if (offset_ < run().count) return;
    base_ += run().count;
    offset_ = 0;
    ++index_;
  }

 private:
  explicit RunWalker(std::span<const Run> runs) : runs_(runs) {}
  std::span<const Run> runs_;
  size_t index_ = 0;
  int32_t offset_ = 0;
  int32_t base_ = 0;
};

/// New documents of the block under construction.
class DocCollector {
 public:
  void clear() { docs_.clear(); }
  size_t size() const { return docs_.size(); }
  size_t room() const { return kColumnBlockDocs - docs_.size(); }
  void add(int32_t doc) { docs_.push_back(doc); }
  DocBlock block() const {
    const size_t n = docs_.size();
    const bool dense = n != 0 && docs_.back() - docs_.front() == static_cast<int32_t>(n) - 1;
    if (dense) return {{}, docs_.front(), n};
    return {docs_, 0, n};
  }

 private:
  std::vector<int32_t> docs_;
};

/// First entry at or after `from` of a block whose document is >= doc.
size_t lower_bound(const DocBlock& block, size_t from, int32_t doc) {
  if (block.dense()) {
    const int32_t index = std::max(0, doc - block.first_doc);
    return std::max(from, std::min(block.count, static_cast<size_t>(index)));
  }
  size_t i = from;  // Runs are mostly consumed in order, so the next entry is mostly the one.
  while (i < block.count && block.docs[i] < doc) ++i;
  return i;
}

/// Reading position in one source's byte strings.
struct BytesCursor {
  std::unique_ptr<model::BytesColumn> column;
  DocBlock docs;
  BytesBlock values;
  size_t doc = 0;
  bool ended = false;

  void rewind() {
    if (column) column->rewind();
    docs = {};
    doc = 0;
    ended = column == nullptr;
  }
  bool seek(int32_t target) {
    while (!ended) {
      if (doc < docs.count) {
        doc = lower_bound(docs, doc, target);
        if (doc < docs.count) return true;
      }
      ended = !column->next(docs, values);
      doc = 0;
    }
    return false;
  }
};

class MergedBytes final : public model::BytesColumn {
 public:
  MergedBytes(const DocMap& map, std::vector<std::unique_ptr<model::BytesColumn>> parts)
      : runs_(map) {
    for (auto& part : parts) {
      cursors_.emplace_back();
      cursors_.back().column = std::move(part);
    }
    rewind();
  }

  void rewind() override {
    runs_.rewind();
    for (BytesCursor& cursor : cursors_) cursor.rewind();
  }

  bool next(DocBlock& docs, BytesBlock& out) override {
    docs_.clear();
    out.offsets.assign(1, 0);
    out.storage.clear();
    while (!runs_.done() && docs_.room() != 0 && out.storage.size() < kBlockBytes) {
      fill_from_run(out);
    }
    docs = docs_.block();
    out.bytes = out.storage;
    return docs_.size() != 0;
  }

 private:
  /// Blocks are closed early past this many bytes, so that long values do not pile up.
  static constexpr size_t kBlockBytes = size_t{1} << 20;

  void fill_from_run(BytesBlock& out) {
    BytesCursor& cursor = cursors_[static_cast<size_t>(runs_.run().source)];
    const int32_t end = runs_.end_doc();
    if (!cursor.seek(runs_.first_doc()) || cursor.docs.doc(cursor.doc) >= end) {
      runs_.move_to(end);
      return;
    }
    const size_t stop =
        std::min(lower_bound(cursor.docs, cursor.doc, end), cursor.doc + docs_.room());
    int32_t last = 0;
    while (cursor.doc < stop && out.storage.size() < kBlockBytes) {
      const auto value = cursor.values[cursor.doc];
      out.storage.insert(out.storage.end(), value.begin(), value.end());
      out.offsets.push_back(out.storage.size());
      last = cursor.docs.doc(cursor.doc++);
      docs_.add(last + runs_.shift());
    }
    runs_.move_to(last + 1);
  }

  RunWalker runs_;
  std::vector<BytesCursor> cursors_;
  DocCollector docs_;
};

}  // namespace

std::unique_ptr<model::BytesColumn> merged_bytes(
    const DocMap& map, std::vector<std::unique_ptr<model::BytesColumn>> parts) {
  return std::make_unique<MergedBytes>(map, std::move(parts));
}

}  // namespace segsmith::merge
