// SPDX-License-Identifier: Apache-2.0
// Trees that Lucene's BKDWriter wrote and what its reader answered about them, line for line:
// testdata (made by compat_tests/point_trees.py --goldens), or the folder that SEGSMITH_POINT_TREES
// names.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "bkd/bkd_reader.h"
#include "bkd/point_tree.h"
#include "bkd/test_trees.h"
#include "util/hex.h"

namespace segsmith::bkd {
namespace {

namespace fs = std::filesystem;
using Packed = std::span<const std::byte>;

std::vector<std::byte> read_file(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  EXPECT_TRUE(in) << path;
  std::stringstream text;
  text << in.rdbuf();
  const std::string all = text.str();
  const auto* from = reinterpret_cast<const std::byte*>(all.data());
  return {from, from + all.size()};
}

/// The visitor that the transcripts were made with: a box, and a running hash of what it met.
class Box final : public IntersectVisitor {
 public:
  Box(const BkdConfig& config, Packed low, Packed high)
      : config_(config), box_(config, low, high) {}

  Relation compare(Packed min, Packed max) override {
    ++compares_;
    return always_crosses ? Relation::crosses : box_.relate(min, max);
  }
  void visit(std::span<const int32_t> docs) override {
    inside_ += docs.size();
    for (const int32_t doc : docs) hash(static_cast<uint32_t>(doc));
  }
  void visit(std::span<const int32_t> docs, Packed values) override {
    filtered_ += docs.size();
    std::vector<uint8_t> mask(docs.size());
    box_.match(values.data(), docs.size(), mask.data());
    const size_t packed = config_.packed_bytes();
    for (size_t i = 0; i < docs.size(); ++i) {
      for (const std::byte b : values.subspan(i * packed, packed)) hash(static_cast<uint32_t>(b));
      if (mask[i] == 0) continue;
      ++matched_;
      hash(static_cast<uint32_t>(docs[i]));
    }
  }
  std::string text() const {
    std::ostringstream out;
    out << inside_ << " inside, " << matched_ << " of " << filtered_ << ", " << compares_
        << " compares, hash " << std::hex;
    out.width(16);
    out.fill('0');
    out << hash_;
    return out.str();
  }
  int compares() const { return compares_; }

  bool always_crosses = false;

 private:
  void hash(uint32_t value) { hash_ = (hash_ ^ value) * 0x100000001b3; }

  BkdConfig config_;
  PointBox box_;
  uint64_t hash_ = 0xcbf29ce484222325;
  int compares_ = 0;
  size_t inside_ = 0, filtered_ = 0, matched_ = 0;
};

/// Asks our reader the questions of a transcript, and writes the lines again.
class Transcript {
 public:
  explicit Transcript(const fs::path& prefix) {
    const auto part = [&](const char* name) { return read_file(prefix.string() + name); };
    store::Cursor meta(test::input(part(".meta"), "meta"));
    meta_ = read_bkd_meta(meta);
    EXPECT_EQ(meta.remaining(), 0u);
    index_ = part(".index");
    data_ = part(".data");
  }

  std::string answer(const std::string& line) {
    const std::string question = line.substr(0, line.find(" = "));
    std::istringstream words(question);
    std::string verb;
    words >> verb;
    return question + " = " + answer(verb, words);
  }
  const BkdReader& tree() const { return *tree_; }

 private:
  std::string answer(const std::string& verb, std::istringstream& words) {
    if (verb == "tree") return begin(words);
    if (verb == "box") return box(words);
    if (verb == "query") return query(words);
    if (verb == "ranges") return ranges(words);
    if (verb == "root") {
      trees_.clear();
      return push(PointTree(*tree_));
    }
    if (verb == "clone") return push(trees_.back().subtree());
    if (verb == "ids" || verb == "values") return visited(verb == "values");
    if (verb == "back") {
      trees_.pop_back();
      return node();
    }
    PointTree& tree = trees_.back();
    const bool moved = verb == "child"     ? tree.move_to_child()
                       : verb == "sibling" ? tree.move_to_sibling()
                                           : tree.move_to_parent();
    return (moved ? "true " : "false ") + node();
  }

  std::string begin(std::istringstream& words) {
    int32_t dims, index_dims, bytes, leaf, max_doc, version;
    words >> dims >> index_dims >> bytes >> leaf >> max_doc >> version;
    EXPECT_EQ(meta_.config, (BkdConfig{dims, index_dims, bytes, leaf}));
    EXPECT_EQ(meta_.version, version);
    tree_ = test::open_tree(meta_, index_, data_, max_doc);
    return std::to_string(tree_->point_count()) + " points " + std::to_string(tree_->doc_count()) +
           " docs " + to_hex(tree_->min_packed()) + " " + to_hex(tree_->max_packed());
  }

  static std::vector<std::byte> bytes(std::istringstream& words) {
    std::string hex;
    words >> hex;
    return from_hex(hex).value();
  }

  std::string box(std::istringstream& words) {
    const auto low = bytes(words);
    const auto high = bytes(words);
    int64_t bound = 0;
    words >> bound;
    Box estimating(tree_->config(), low, high);
    const int64_t points = tree_->estimate_point_count(estimating);
    Box other(tree_->config(), low, high);
    const bool enough = tree_->estimate_point_count(other, bound) >= bound;
    Box visitor(tree_->config(), low, high);
    tree_->intersect(visitor);
    return std::to_string(points) + " points in " + std::to_string(estimating.compares()) +
           " compares, " + std::to_string(tree_->estimate_range(low, high)) + " docs, enough " +
           (enough ? "true" : "false") + "; " + visitor.text();
  }

  std::string count(const PointBox& box) const {
    BitSet docs(static_cast<uint64_t>(tree_->max_doc()), true);
    tree_->into_bit_set(box, docs);
    return std::to_string(docs.count());
  }
  std::string query(std::istringstream& words) const {
    const auto low = bytes(words);
    return count(PointBox(tree_->config(), low, bytes(words)));
  }
  std::string ranges(std::istringstream& words) const {
    std::string name;
    words >> name;
    const RangeRelation relation = name == "intersects" ? RangeRelation::intersects
                                   : name == "within"   ? RangeRelation::within
                                   : name == "contains" ? RangeRelation::contains
                                                        : RangeRelation::crosses;
    const auto low = bytes(words);
    return count(PointBox::of_ranges(tree_->config(), relation, low, bytes(words)));
  }

  std::string push(PointTree tree) {
    trees_.push_back(std::move(tree));
    return node();
  }
  std::string node() const {
    const PointTree& tree = trees_.back();
    return std::to_string(tree.size()) + " " + to_hex(tree.min_packed()) + " " +
           to_hex(tree.max_packed());
  }
  std::string visited(bool values) {
    const std::vector<std::byte> low(tree_->config().packed_index_bytes());
    const std::vector<std::byte> high(low.size(), std::byte{0xFF});
    Box visitor(tree_->config(), low, high);
    visitor.always_crosses = true;
    if (values) {
      trees_.back().visit_doc_values(visitor);
    } else {
      trees_.back().visit_doc_ids(visitor);
    }
    return visitor.text();
  }

  BkdMeta meta_;
  std::vector<std::byte> index_, data_;
  std::shared_ptr<const BkdReader> tree_;
  std::vector<PointTree> trees_;  ///< The clones, the newest last.
};

std::vector<fs::path> prefixes() {
  const char* other = std::getenv("SEGSMITH_POINT_TREES");
  std::vector<fs::path> found;
  for (const auto& entry :
       fs::directory_iterator(other ? other : SEGSMITH_SOURCE_DIR "/bkd/testdata")) {
    if (entry.path().extension() != ".transcript") continue;
    found.push_back(fs::path(entry.path()).replace_extension());
  }
  std::sort(found.begin(), found.end());
  return found;
}

TEST(PointTranscripts, AnswerAsLucene) {
  const auto all = prefixes();
  ASSERT_FALSE(all.empty());
  for (const fs::path& prefix : all) {
    SCOPED_TRACE(prefix);
    Transcript transcript(prefix);
    std::ifstream lines(prefix.string() + ".transcript");
    for (std::string line; std::getline(lines, line);) {
      ASSERT_EQ(transcript.answer(line), line);
    }
  }
}

TEST(PointTranscripts, LeavesAddUpToTheirFile) {
  for (const fs::path& prefix : prefixes()) {
    SCOPED_TRACE(prefix);
    std::ifstream lines(prefix.string() + ".transcript");
    std::string line;
    std::getline(lines, line);
    Transcript transcript(prefix);
    transcript.answer(line);
    uint64_t bytes = 0;
    transcript.tree().for_each_leaf([&](const LeafBlock& leaf) { bytes += leaf.bytes(); });
    EXPECT_EQ(bytes, transcript.tree().leaves().size());
  }
}

}  // namespace
}  // namespace segsmith::bkd
