// SPDX-License-Identifier: Apache-2.0
// `.liv`. Input: u32 documents, u32 deleted ones, then the body.
#include "codec/lucene90_live_docs.h"
#include "fuzz/framed_files.h"

namespace segsmith::fuzz {
namespace {

constexpr FileKind kFile{"_0_1.liv", codec::kLiveDocsCodec, "1"};

Bytes written(const BitSet& live) {
  store::MemoryDirectory directory;
  codec::write_live_docs(directory, "_0", kId, 1, live);
  return body_of(directory, kFile);
}

}  // namespace

void run_one(std::span<const std::byte> input) {
  Parameters parameters(input);
  const auto max_doc = static_cast<int32_t>(parameters.u32() & INT32_MAX);
  const auto deleted = static_cast<int32_t>(parameters.u32() & INT32_MAX);
  const auto body = parameters.rest();
  GuardedDirectory directory;
  put_framed(directory, kFile, 0, body);
  const BitSet live = codec::read_live_docs(directory, "_0", kId, 1, max_doc, deleted);
  expect(live.count() + static_cast<uint64_t>(deleted) == static_cast<uint64_t>(max_doc),
         "as many live documents as were promised");
  expect(std::ranges::equal(written(live), body), "the bits come back");
}

std::vector<Bytes> seeds() {
  std::vector<Bytes> all;
  for (const uint64_t max_doc : {1, 64, 100, 1000}) {
    BitSet live(max_doc, true);
    for (uint64_t doc = 0; doc < max_doc; doc += 7) live.clear(doc);
    Bytes seed;
    append(seed, max_doc, 4);
    append(seed, max_doc - live.count(), 4);
    append(seed, written(live));
    all.push_back(seed);
  }
  return all;
}

}  // namespace segsmith::fuzz
