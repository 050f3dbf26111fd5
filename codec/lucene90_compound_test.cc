// SPDX-License-Identifier: Apache-2.0
#include "codec/lucene90_compound.h"

#include "codec/damage_testing.h"
#include "codec/file_names.h"

namespace segsmith::codec {
namespace {

using testing::bytes_of;
using testing::load_folder;

Id header_id(const store::Directory& directory) {
  store::Cursor in(directory.open("_0.cfe"), store::header_length(kCompoundEntriesCodec));
  const auto raw = in.bytes(16);
  Id id;
  std::copy(raw.begin(), raw.end(), id.begin());
  return id;
}

/// A file of `length` bytes with header and footer.
void put_file(store::MemoryDirectory& directory, const std::string& name, const Id& id,
              uint64_t length) {
  store::Output out = directory.create(name);
  store::write_index_header(out, "T", 0, id, "");
  while (out.position() + store::kFooterLength < length) out.u8(7);
  store::write_footer(out);
  out.close();
}

TEST(Compound, ReadsWhatLuceneWrote) {
  const auto folder = load_folder("codec/testdata/segment_files/compound");
  const auto& directory = *folder;
  const CompoundDirectory inside(directory, "_0", header_id(directory));
  EXPECT_EQ(inside.list(), (std::vector<std::string>{"_0.fdm", "_0.fdt", "_0.fdx", "_0.fnm"}));
  for (const auto& entry : inside.entries()) {
    EXPECT_EQ(entry.offset % kCompoundAlignment, 0u);
    store::verify_checksum(inside.open(entry.name));
  }
  inside.check_integrity();
  EXPECT_THROW(inside.open("_0.dvd"), IoError);
}

TEST(Compound, WritesTheBytesThatLuceneWrote) {
  const auto folder = load_folder("codec/testdata/segment_files/compound");
  const auto& directory = *folder;
  const Id id = header_id(directory);
  const CompoundDirectory inside(directory, "_0", id);
  store::MemoryDirectory written;
  for (const auto& entry : inside.entries()) written.put(entry.name, bytes_of(inside, entry.name));
  const std::vector<std::string> created{"_0.fdm", "_0.fdt", "_0.fdx", "_0.fnm"};
  write_compound(written, "_0", id, file_set_order(created));
  EXPECT_EQ(bytes_of(written, "_0.cfs"), bytes_of(directory, "_0.cfs"));
  EXPECT_EQ(bytes_of(written, "_0.cfe"), bytes_of(directory, "_0.cfe"));
}

/// Lucene's heap does not keep the order of equal lengths: after the first is taken, the last comes
/// up.
TEST(Compound, EqualLengthsComeOutOfLucenesHeap) {
  store::MemoryDirectory directory;
  const std::vector<std::string> files{"_0.a", "_0.b", "_0.c", "_0.d", "_0.e"};
  for (const auto& file : files) put_file(directory, file, {}, file == "_0.e" ? 60 : 80);
  write_compound(directory, "_0", {}, files);
  const CompoundDirectory inside(directory, "_0", {});
  std::vector<std::string> order;
  for (const auto& entry : inside.entries()) order.push_back(entry.name);
  EXPECT_EQ(order, (std::vector<std::string>{"_0.e", "_0.b", "_0.d", "_0.c", "_0.a"}));
}

TEST(Compound, RefusesToCopyDamagedOrForeignFiles) {
  store::MemoryDirectory directory;
  put_file(directory, "_0.a", {}, 80);
  const std::vector<std::string> files{"_0.a"};
  EXPECT_THROW(write_compound(directory, "_0", IdSource(3).next(), files), CorruptIndex);
  testing::Bytes bytes = bytes_of(directory, "_0.a");
  bytes[50] ^= std::byte{1};
  directory.put("_0.a", bytes);
  EXPECT_THROW(write_compound(directory, "_1", {}, files), CorruptIndex);
}

TEST(Compound, InsideIsReadOnly) {
  const auto folder = load_folder("codec/testdata/segment_files/compound");
  const auto& directory = *folder;
  CompoundDirectory inside(directory, "_0", header_id(directory));
  EXPECT_THROW(inside.create("_0.x"), InvalidArgument);
  EXPECT_THROW(inside.remove("_0.fnm"), InvalidArgument);
}

TEST(Compound, EntriesMustLieInsideTheDataApart) {
  store::MemoryDirectory directory;
  put_file(directory, "_0.a", {}, 80);
  put_file(directory, "_0.b", {}, 90);
  write_compound(directory, "_0", {}, std::vector<std::string>{"_0.a", "_0.b"});
  testing::Bytes table = bytes_of(directory, "_0.cfe");
  // Name, offset 8 bytes, length 8 bytes: the first entry's length grows into the second.
  const auto at = store::index_header_length(kCompoundEntriesCodec, "") + 1 + 3 + 8;
  table[at] = std::byte{200};
  directory.put("_0.cfe", testing::with_checksum(table));
  EXPECT_THROW(CompoundDirectory(directory, "_0", {}), CorruptIndex);
}

TEST(Compound, FactsAndInnerFilesCoverBothFiles) {
  const auto folder = load_folder("codec/testdata/segment_files/compound");
  const auto& directory = *folder;
  const CompoundDirectory inside(directory, "_0", header_id(directory));
  uint64_t data = 0, table = 0;
  inside.visit([&](const model::Fact& f) { (f.file == "_0.cfs" ? data : table) += f.length; });
  for (const auto& entry : inside.entries()) data += entry.length;
  EXPECT_EQ(data, directory.length("_0.cfs"));
  EXPECT_EQ(table, directory.length("_0.cfe"));
}

TEST(Compound, DamageIsNamed) {
  const auto folder = load_folder("codec/testdata/segment_files/compound");
  auto& directory = *folder;
  const Id id = header_id(directory);
  testing::DamageSweep sweep(directory, [&](const store::Directory& d) {
    const CompoundDirectory inside(d, "_0", id);
    inside.check_integrity();
    testing::Digest digest;
    for (const auto& entry : inside.entries()) {
      digest.add(entry.name);
      digest.add(inside.open(entry.name).bytes());
    }
    return digest.value();
  });
  sweep.run("_0.cfe", testing::Checksum::at_open);
  sweep.run("_0.cfs", testing::Checksum::at_open);
}

}  // namespace
}  // namespace segsmith::codec
