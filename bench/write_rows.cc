// SPDX-License-Identifier: Apache-2.0
// Rows of indexing and merging.
#include <filesystem>
#include <string>
#include <vector>

#include "bench/timer.h"
#include "index/build_index.h"
#include "merge/merge_index.h"
#include "merge/policy_driver.h"
#include "store/directory.h"

namespace segsmith::bench {
namespace {

namespace fs = std::filesystem;

merge::Policy policy_of(const index::Mapping& mapping) {
  return mapping.time_based() ? merge::Policy::log_byte_size : merge::Policy::tiered;
}

uint64_t bytes_in(const fs::path& folder) {
  uint64_t bytes = 0;
  for (const auto& entry : fs::directory_iterator(folder)) bytes += entry.file_size();
  return bytes;
}

void bench_index(Timer& timer, const Json& command) {
  const fs::path output = command["output"].get<std::string>();
  std::vector<int64_t> whole, flush, merge;
  uint64_t bytes = 0;
  for (int run = -1; run < timer.runs(); ++run) {
    fs::remove_all(output);
    index::IndexOptions options;
    options.mapping = index::Mapping::load(command["mapping"]);
    options.documents = command["docs"].get<std::vector<std::string>>();
    options.writer.flush_docs = command.value("flush_docs", 0);
    options.writer.ram_buffer_bytes = 0;
    options.force_merge = command.value("force_merge", 0);
    const merge::Policy policy = policy_of(*options.mapping);
    merge::PolicyDriver driver(policy, {});
    options.driver = &driver;
    const auto report = index::build_index(
        std::make_shared<store::MmapDirectory>(store::MmapDirectory::create_folder(output)),
        options);
    bytes = bytes_in(output);
    if (run < 0) continue;
    whole.push_back(static_cast<int64_t>(report.indexing_ns + report.flush_ns));
    flush.push_back(static_cast<int64_t>(report.flush_ns));
    merge.push_back(static_cast<int64_t>(report.merge_ns));
  }
  fs::remove_all(output);
  timer.put("index", whole, static_cast<int64_t>(bytes));
  timer.put("flush", flush, static_cast<int64_t>(bytes));
  if (command.contains("force_merge")) {
    timer.put("forced merge after indexing", merge, static_cast<int64_t>(bytes));
  }
}

void bench_merge(Timer& timer, const Json& command) {
  const fs::path source = command["dir"].get<std::string>(),
                 output = command["output"].get<std::string>();
  std::vector<int64_t> samples;
  uint64_t bytes = 0;
  for (int run = 0; run < timer.runs(); ++run) {
    fs::remove_all(output);
    fs::create_directories(output);
    for (const auto& entry : fs::directory_iterator(source)) {
      if (entry.path().filename() != "write.lock")
        fs::copy(entry.path(), output / entry.path().filename());
    }
    const auto start = Clock::now();
    merge::merge_index(std::make_shared<store::MmapDirectory>(output.string()), {});
    samples.push_back(nanos_since(start));
    bytes = bytes_in(output);
  }
  fs::remove_all(output);
  timer.put("forced merge", samples, static_cast<int64_t>(bytes));
}

}  // namespace

void write_rows(Timer& timer, const Json& command) {
  if (wanted(command, "index")) bench_index(timer, command);
  if (wanted(command, "merge")) bench_merge(timer, command);
}

}  // namespace segsmith::bench
