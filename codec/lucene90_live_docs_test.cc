// SPDX-License-Identifier: Apache-2.0
#include "codec/lucene90_live_docs.h"

#include "codec/damage_testing.h"
#include "util/hex.h"

namespace segsmith::codec {
namespace {

using testing::bytes_of;

Id header_id(const store::Directory& directory, const std::string& file) {
  store::Cursor in(directory.open(file), store::header_length(kLiveDocsCodec));
  const auto raw = in.bytes(16);
  Id id;
  std::copy(raw.begin(), raw.end(), id.begin());
  return id;
}

TEST(LiveDocs, ReadsAndWritesWhatLuceneWrote) {
  const auto folder = testing::load_folder("codec/testdata/segment_files/loose");
  const auto& directory = *folder;
  const Id id = header_id(directory, "_0_1.liv");
  const BitSet live = read_live_docs(directory, "_0", id, 1, 3, 1);
  EXPECT_TRUE(live.get(0));
  EXPECT_FALSE(live.get(1));
  EXPECT_TRUE(live.get(2));
  store::MemoryDirectory written;
  EXPECT_EQ(write_live_docs(written, "_0", id, 1, live), "_0_1.liv");
  EXPECT_EQ(bytes_of(written, "_0_1.liv"), bytes_of(directory, "_0_1.liv"));
}

TEST(LiveDocs, WordsAreLittleEndianAndGhostBitsZero) {
  store::MemoryDirectory directory;
  BitSet live(65, true);
  live.clear(0);
  EXPECT_EQ(write_live_docs(directory, "_0", {}, 46656, live), "_0_1000.liv");
  const auto bytes = bytes_of(directory, "_0_1000.liv");
  const auto header = store::index_header_length(kLiveDocsCodec, "1000");
  EXPECT_EQ(to_hex(std::span(bytes).subspan(header, 16)), "feffffffffffffff0100000000000000");
  EXPECT_EQ(read_live_docs(directory, "_0", {}, 46656, 65, 1).count(), 64u);
}

TEST(LiveDocs, CountsMustAgreeWithTheCommit) {
  store::MemoryDirectory directory;
  BitSet live(10, true);
  live.clear(3);
  write_live_docs(directory, "_0", {}, 1, live);
  EXPECT_THROW(read_live_docs(directory, "_0", {}, 1, 10, 2), CorruptIndex);
  EXPECT_THROW(read_live_docs(directory, "_0", {}, 1, 100, 1), CorruptIndex);
  EXPECT_THROW(read_live_docs(directory, "_0", {}, 1, 3, 0), CorruptIndex);  // A ghost bit.
}

TEST(LiveDocs, DamageIsNamed) {
  const auto folder = testing::load_folder("codec/testdata/segment_files/loose");
  auto& directory = *folder;
  const Id id = header_id(directory, "_0_1.liv");
  testing::DamageSweep sweep(directory, [&](const store::Directory& d) {
    testing::Digest digest;
    digest.add_all(read_live_docs(d, "_0", id, 1, 3, 1).words());
    return digest.value();
  });
  sweep.run("_0_1.liv", testing::Checksum::at_open);
}

}  // namespace
}  // namespace segsmith::codec
