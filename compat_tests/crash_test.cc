// SPDX-License-Identifier: Apache-2.0
// Every write, sync, rename and removal of every writer fails, tears or is the last one of the
// process, in turn. After each the last commit opens and is clean, and the same work done again
// succeeds.
#include <gtest/gtest.h>

#include <functional>
#include <set>

#include "index/check.h"
#include "index/index_reader.h"
#include "index/index_updater.h"
#include "index/small_index_testing.h"
#include "merge/merge_index.h"
#include "store/fault_directory_testing.h"

namespace segsmith {
namespace {

using testing::Fault;
using testing::FaultDirectory;
using Directory = std::shared_ptr<store::Directory>;

constexpr std::string_view kProperties =
    R"({"n": {"type": "lucene.numeric"}, "b": {"type": "lucene.binary"},
        "k": {"type": "lucene.sorted_numeric", "skip_index": true}, "s": {"type": "lucene.sorted"},
        "few": {"type": "lucene.numeric"}})";

struct Work {
  const char* name;
  std::function<void(Directory)> before;  ///< Makes the index that the work is done to.
  std::function<void(Directory)> work;
  int64_t docs_before;
  int64_t docs_after;
};

void build(Directory directory) {
  testing::build_small_index(std::move(directory), testing::small_mapping(kProperties), 30, 10,
                             {.compound = index::CompoundUse::never});
}

void build_compound(Directory directory) {
  testing::build_small_index(std::move(directory), testing::small_mapping(kProperties), 30, 10, {});
}

BitSet bits(std::initializer_list<int> docs) {
  BitSet bits(10);
  for (const int doc : docs) bits.set(static_cast<uint64_t>(doc));
  return bits;
}

void remove_documents(Directory directory) {
  index::IndexUpdater updater(std::move(directory));
  updater.delete_documents(0, bits({1, 2}));
  BitSet all = bits({});
  all.set_range(0, 10);
  updater.delete_documents(1, all);
  updater.commit();
}

void soft_delete(Directory directory) {
  index::IndexUpdater updater(std::move(directory), {.soft_deletes = "gone"});
  updater.soft_delete(0, bits({1, 2}));
  updater.soft_delete(2, bits({0}));
  updater.commit();
}

void update(Directory directory) {
  index::IndexUpdater updater(std::move(directory), {.max_overlays = 1});
  updater.update(0, bits({3, 4}), "n", int64_t{77});
  updater.commit();
  updater.update(0, bits({5}), "n", int64_t{78});
  updater.update(2, bits({5}), "b", std::as_bytes(std::span("x", 1)));
  updater.commit();
}

void merge(Directory directory) {
  merge::MergeIndexOptions options;
  options.request = {index::MergeKind::forced, 1};
  merge::merge_index(std::move(directory), options);
}

void build_and_delete(Directory directory) {
  build(directory);
  remove_documents(directory);
}

const Work kWorks[] = {
    {"index", [](Directory) {}, build, 0, 30},
    {"index compound", [](Directory) {}, build_compound, 0, 30},
    {"delete", build, remove_documents, 30, 18},
    {"soft delete", build, soft_delete, 30, 30},
    {"update", build, update, 30, 30},
    {"merge", build_and_delete, merge, 18, 18},
};

/// Nothing is there but what the newest commit holds.
void expect_no_leftovers(const store::Directory& directory, const std::string& where) {
  const auto infos = index::read_last_commit(directory);
  std::set<std::string> used{index::segments_file_name(infos.generation)};
  for (const auto& segment : infos.segments) {
    for (const std::string& file : index::files_of(segment)) used.insert(file);
  }
  for (const std::string& file : directory.list())
    EXPECT_TRUE(used.contains(file)) << where << ": " << file;
}

void expect_clean(const store::Directory& directory, const std::string& where) {
  const index::CheckResult result = index::check_index(directory, 3);
  for (const auto& segment : result.segments) {
    for (const auto& f : segment.findings)
      ADD_FAILURE() << where << ": " << f.file << ": " << f.message;
  }
  for (const auto& f : result.findings)
    ADD_FAILURE() << where << ": " << f.file << ": " << f.message;
}

/// Returns false when the work ends before call `at`.
bool run(const Work& work, Fault fault, int64_t at) {
  const std::string where = std::string(work.name) + ", call " + std::to_string(at);
  const auto faulty = std::make_shared<FaultDirectory>(fault, 0);
  work.before(faulty);
  faulty->arm(at);
  bool failed = false;
  try {
    work.work(faulty);
  } catch (const IoError&) {
    failed = true;
  }
  const bool reached = faulty->calls() >= at;
  const auto left = fault == Fault::fail ? std::make_shared<store::MemoryDirectory>()
                                         : faulty->after_power_loss();
  if (fault == Fault::fail) {
    for (const std::string& name : faulty->list()) {
      const auto file = faulty->open(name);
      left->put(name, {file.bytes().begin(), file.bytes().end()});
    }
  }
  bool done = false;
  if (index::last_commit_generation(*left)) {
    expect_clean(*left, where);
    const int64_t docs = index::IndexReader::open(left)->num_docs();
    EXPECT_TRUE(docs == work.docs_before || docs == work.docs_after) << where << ": " << docs;
    EXPECT_TRUE(failed || docs == work.docs_after) << where << ": a success that is none";
    done = docs != work.docs_before;
  } else {
    EXPECT_TRUE(failed && work.docs_before == 0) << where;
  }
  if (done) {
    index::CommitWriter next(left);  // Removes what is left over.
  } else {
    work.work(left);
  }
  expect_clean(*left, where + ", again");
  EXPECT_EQ(index::IndexReader::open(left)->num_docs(), work.docs_after) << where;
  expect_no_leftovers(*left, where);
  return reached;
}

class CrashTest : public ::testing::TestWithParam<Fault> {};

TEST_P(CrashTest, EveryCallOfEveryWriter) {
  for (const Work& work : kWorks) {
    int64_t at = 1;
    while (run(work, GetParam(), at) && !HasFailure()) ++at;
    EXPECT_GT(at, 5) << work.name;
  }
}

INSTANTIATE_TEST_SUITE_P(Faults, CrashTest,
                         ::testing::Values(Fault::fail, Fault::stop, Fault::tear));

}  // namespace
}  // namespace segsmith
