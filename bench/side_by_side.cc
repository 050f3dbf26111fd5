// SPDX-License-Identifier: Apache-2.0
// Our side of the run against Java: takes one JSON command as compat_tests/java's `bench` does and
// prints samples in nanoseconds of one operation each, with a checksum to compare before the times.
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "index/build_index.h"
#include "index/index_reader.h"
#include "lab/range_runner.h"
#include "merge/forced_merge_driver.h"
#include "merge/merge_index.h"
#include "store/directory.h"
#include "util/error.h"

namespace segsmith::bench {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;
using Json = nlohmann::ordered_json;
using Reader = index::IndexReader;

constexpr int64_t kSampleNanos = 1'000'000;
constexpr size_t kBlock = 4096;

int64_t nanos_since(Clock::time_point start) {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now() - start).count();
}

/// Samples of one operation, each of at least a millisecond of repetitions.
class Bench {
 public:
  explicit Bench(const Json& command)
      : runs_(command.value("runs", 15)),
        warmup_nanos_(command.value("warmup_ms", 200) * 1'000'000L) {}

  void measure(const std::string& name, const std::function<int64_t()>& operation) {
    const int64_t checksum = operation();
    const auto warm = Clock::now();
    int64_t loops = 0;
    do {
      operation();
      ++loops;
    } while (nanos_since(warm) < warmup_nanos_);
    const int64_t once = std::max<int64_t>(1, nanos_since(warm) / loops);
    loops = std::max<int64_t>(1, kSampleNanos / once);
    std::vector<int64_t> samples;
    for (int i = 0; i < runs_; ++i) {
      const auto start = Clock::now();
      for (int64_t k = 0; k < loops; ++k) {
        if (operation() != checksum) throw InvalidArgument(name + " gave two checksums");
      }
      samples.push_back(nanos_since(start) / loops);
    }
    put(name, samples, checksum);
  }

  void put(const std::string& name, const std::vector<int64_t>& samples, int64_t checksum) {
    results_[name] = {{"ns", samples}, {"checksum", checksum}};
  }
  int runs() const { return runs_; }
  const Json& results() const { return results_; }

 private:
  int runs_;
  int64_t warmup_nanos_;
  Json results_ = Json::object();
};

merge::Policy policy_of(const index::Mapping& mapping) {
  return mapping.time_based() ? merge::Policy::log_byte_size : merge::Policy::tiered;
}

uint64_t bytes_in(const fs::path& folder) {
  uint64_t bytes = 0;
  for (const auto& entry : fs::directory_iterator(folder)) bytes += entry.file_size();
  return bytes;
}

void bench_index(Bench& bench, const Json& command) {
  const fs::path output = command["output"].get<std::string>();
  std::vector<int64_t> whole, flush, merge;
  uint64_t bytes = 0;
  for (int run = -1; run < bench.runs(); ++run) {
    fs::remove_all(output);
    index::IndexOptions options;
    options.mapping = index::Mapping::load(command["mapping"]);
    options.documents = command["docs"].get<std::vector<std::string>>();
    options.writer.flush_docs = command.value("flush_docs", 0);
    options.writer.ram_buffer_bytes = 0;
    options.force_merge = command.value("force_merge", 0);
    const merge::Policy policy = policy_of(*options.mapping);
    merge::ForcedMergeDriver driver(policy, merge::default_merge_factor(policy), {});
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
  bench.put("index", whole, static_cast<int64_t>(bytes));
  bench.put("flush", flush, static_cast<int64_t>(bytes));
  if (command.contains("force_merge")) {
    bench.put("forced merge after indexing", merge, static_cast<int64_t>(bytes));
  }
}

void bench_merge(Bench& bench, const Json& command) {
  const fs::path source = command["dir"].get<std::string>(),
                 output = command["output"].get<std::string>();
  std::vector<int64_t> samples;
  uint64_t bytes = 0;
  for (int run = 0; run < bench.runs(); ++run) {
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
  bench.put("forced merge", samples, static_cast<int64_t>(bytes));
}

/// Sum of all values through the column source: documents and values in blocks.
int64_t sequential(const Reader& reader, const std::string& name) {
  uint64_t sum = 0;
  for (const auto& segment : reader.segments()) {
    const auto parts = lab::field_parts(*segment, name);
    if (parts.values == nullptr) continue;
    const auto column = model::number_column(*parts.values);
    model::NumberBlock block;
    while (column->next(block)) {
      for (int64_t v : block.values) sum += static_cast<uint64_t>(v);
    }
  }
  return static_cast<int64_t>(sum);
}

/// Sum by blocks of values.
int64_t bulk(const Reader& reader, const std::string& name) {
  std::vector<int64_t> values(kBlock);
  uint64_t sum = 0;
  for (const auto& segment : reader.segments()) {
    const auto parts = lab::field_parts(*segment, name);
    if (parts.values == nullptr) continue;
    const model::Numbers& numbers = *parts.values->numbers;
    for (uint64_t first = 0; first < numbers.size(); first += kBlock) {
      const std::span block(values.data(), std::min<uint64_t>(kBlock, numbers.size() - first));
      numbers.values(first, block);
      for (int64_t v : block) sum += static_cast<uint64_t>(v);
    }
  }
  return static_cast<int64_t>(sum);
}

std::vector<std::string> number_fields(const Reader& reader) {
  std::vector<std::string> names;
  for (const auto& segment : reader.segments()) {
    for (const auto& field : segment->fields()) {
      const bool numbers = field.doc_values_type == model::DocValuesType::numeric ||
                           field.doc_values_type == model::DocValuesType::sorted_numeric;
      if (numbers && std::find(names.begin(), names.end(), field.name) == names.end()) {
        names.push_back(field.name);
      }
    }
  }
  return names;
}

bool single_valued(const Reader& reader, const std::string& name) {
  for (const auto& segment : reader.segments()) {
    const auto parts = lab::field_parts(*segment, name);
    if (parts.values != nullptr && !parts.values->single_valued()) return false;
  }
  return true;
}

void bench_decode(Bench& bench, const Reader& reader, const Json& command) {
  std::vector<std::string> fields = number_fields(reader);
  if (command.contains("fields")) fields = command["fields"].get<std::vector<std::string>>();
  for (const std::string& field : fields) {
    if (!command.value("bulk_only", false)) {
      bench.measure("sequential decode of " + field, [&] { return sequential(reader, field); });
    }
    if (single_valued(reader, field)) {
      bench.measure("bulk decode of " + field, [&] { return bulk(reader, field); });
    }
  }
}

std::string text_of(const Json& end) { return end.is_null() ? "*" : end.dump(); }

int64_t collect(const Reader& reader, const query::FieldRange& range, query::Via via,
                std::vector<BitSet>& bits) {
  int64_t count = 0;
  for (size_t s = 0; s < reader.segments().size(); ++s) {
    const auto& segment = *reader.segments()[s];
    bits[s].clear_range(0, bits[s].size());
    query::range_into_bit_set(lab::field_parts(segment, range.field), range, via, bits[s]);
    count += static_cast<int64_t>(bits[s].count());
  }
  return count;
}

bool has_structure(const Reader& reader, const std::string& field, query::Via via) {
  for (const auto& segment : reader.segments()) {
    const auto parts = lab::field_parts(*segment, field);
    if (parts.values == nullptr && parts.points == nullptr) continue;
    if (via == query::Via::points && parts.points == nullptr) return false;
    if (via == query::Via::skipper && parts.skip_index == nullptr) return false;
  }
  return true;
}

void bench_ranges(Bench& bench, const Reader& reader, const Json& ranges) {
  std::vector<BitSet> bits;
  for (const auto& segment : reader.segments())
    bits.emplace_back(static_cast<uint64_t>(segment->max_doc()));
  for (const Json& item : ranges) {
    const std::string field = item["field"];
    const std::string name = field + "=" + text_of(item["lo"]) + ".." + text_of(item["hi"]);
    query::NumberRange bounds;
    if (item["lo"].is_number()) bounds.low = item["lo"];
    if (item["hi"].is_number()) bounds.high = item["hi"];
    const query::FieldRange range{field, bounds};
    if (single_valued(reader, field)) {
      bench.measure("range to bitset " + name,
                    [&] { return collect(reader, range, query::Via::scan, bits); });
    }
    for (query::Via via : {query::Via::points, query::Via::skipper}) {
      if (!has_structure(reader, field, via)) continue;
      const lab::RangeRunner runner(range, via);
      const std::string way(query::name_of(via));
      bench.measure(way + " count " + name, [&] { return runner.count(reader); });
      bench.measure(way + " collect " + name, [&] { return collect(reader, range, via, bits); });
    }
  }
}

int run(const char* text) {
  const Json command = Json::parse(text);
  const auto what = command["what"].get<std::vector<std::string>>();
  const auto wanted = [&](const char* part) {
    return std::find(what.begin(), what.end(), part) != what.end();
  };
  Bench bench(command);
  if (wanted("index")) bench_index(bench, command);
  if (wanted("merge")) bench_merge(bench, command);
  if (wanted("decode") || wanted("ranges")) {
    const auto reader = Reader::open(command["dir"].get<std::string>());
    if (wanted("decode")) bench_decode(bench, *reader, command);
    if (wanted("ranges")) bench_ranges(bench, *reader, command["ranges"]);
  }
  std::printf("%s\n", Json{{"results", bench.results()}}.dump().c_str());
  return 0;
}

}  // namespace
}  // namespace segsmith::bench

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: segsmith_side_by_side JSON\n");
    return 2;
  }
  try {
    return segsmith::bench::run(argv[1]);
  } catch (const std::exception& e) {
    std::fprintf(stderr, "segsmith_side_by_side: %s\n", e.what());
    return 2;
  }
}
