// SPDX-License-Identifier: Apache-2.0
// `.cfe` and `.cfs`. Input: part (the entries' body), then the body of the data.
#include <map>

#include "codec/lucene90_compound.h"
#include "fuzz/framed_files.h"

namespace segsmith::fuzz {
namespace {

constexpr FileKind kEntries{"_0.cfe", codec::kCompoundEntriesCodec};
constexpr FileKind kData{"_0.cfs", codec::kCompoundDataCodec};

}  // namespace

void run_one(std::span<const std::byte> input) {
  Parameters parameters(input);
  GuardedDirectory directory;
  put_framed(directory, kEntries, 0, parameters.part());
  put_framed(directory, kData, 0, parameters.rest());
  const codec::CompoundDirectory inside(directory, "_0", kId);
  uint64_t end = 0;
  for (const auto& entry : inside.entries()) {
    expect(entry.offset >= end, "entries do not overlap");
    expect(inside.open(entry.name).size() == entry.length, "inner files have their lengths");
    end = entry.offset + entry.length;
  }
  std::map<std::string, uint64_t> covered;
  inside.visit([&](const model::Fact& fact) { covered[fact.file] += fact.length; });
  for (const auto& entry : inside.entries()) covered["_0.cfs"] += entry.length;
  for (const auto& [file, length] : covered) {
    expect(length == directory.length(file), "facts and inner files cover both files");
  }
}

std::vector<Bytes> seeds() {
  std::vector<Bytes> all;
  for (const std::vector<size_t>& lengths : {std::vector<size_t>{}, {5}, {100, 3, 70}}) {
    store::MemoryDirectory directory;
    std::vector<std::string> names;
    for (const size_t length : lengths) {
      const std::string& name = names.emplace_back("_0.f" + std::to_string(names.size()));
      directory.put(name, framed({name, "Inner"}, 0, Bytes(length, std::byte{9})));
    }
    codec::write_compound(directory, "_0", kId, names);
    Bytes seed;
    append_part(seed, body_of(directory, kEntries));
    append(seed, body_of(directory, kData));
    all.push_back(seed);
  }
  return all;
}

}  // namespace segsmith::fuzz
