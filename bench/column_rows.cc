// SPDX-License-Identifier: Apache-2.0
#include "bench/column_rows.h"

#include <filesystem>
#include <memory>
#include <vector>

#include "bench/generated_documents.h"
#include "bench/timer.h"
#include "index/index_writer.h"
#include "merge/policy_driver.h"
#include "store/directory.h"

namespace segsmith::bench {
namespace {

template <class Work>
int64_t nanos_of(Work&& work) {
  const auto start = Clock::now();
  work();
  return nanos_since(start);
}

}  // namespace

ColumnTimes run_columns(const ColumnRun& run, const std::function<void()>& before_merge) {
  std::filesystem::remove_all(run.output);
  const auto mapping = index::Mapping::load(run.mapping);
  const GeneratedDocuments documents(*mapping);
  index::IndexWriter writer(
      std::make_shared<store::MmapDirectory>(store::MmapDirectory::create_folder(run.output)),
      mapping, {.ram_buffer_bytes = 0, .compound = index::CompoundUse::never});
  ColumnTimes times;
  for (uint64_t doc = 0; doc < run.documents; ++doc) {
    documents.add(writer.buffer(), doc);
    writer.document_added();
    if ((doc + 1) % (run.documents / run.segments) == 0) {
      times.flush_ns += nanos_of([&] { writer.flush(); });
    }
  }
  if (before_merge) before_merge();
  if (run.merge) {
    merge::PolicyDriver driver(merge::Policy::tiered, {.use = index::CompoundUse::never});
    times.merge_ns = nanos_of([&] { writer.force_merge(1, driver); });
  }
  writer.commit();
  return times;
}

/// The last run's index stays for a comparison of bytes.
void column_rows(Timer& timer, const Json& command) {
  const ColumnRun columns{.mapping = command["mapping"],
                          .output = command["output"],
                          .documents = command["documents"],
                          .segments = command["segments"],
                          .merge = true};
  std::vector<int64_t> flush, merge;
  for (int run = -1; run < timer.runs(); ++run) {
    const ColumnTimes times = run_columns(columns);
    if (run < 0) continue;
    flush.push_back(times.flush_ns);
    merge.push_back(times.merge_ns);
  }
  timer.put("flush", flush, 0);
  timer.put("merge", merge, 0);
}

}  // namespace segsmith::bench
