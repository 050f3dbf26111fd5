// SPDX-License-Identifier: Apache-2.0
// Damage to the encodings of this room, none of which carries a checksum of its own: a named error
// or an answer.
#include <gtest/gtest.h>

#include "packing/direct_monotonic.h"
#include "packing/lz4.h"
#include "packing/stored_ints.h"
#include "packing/testdata/damage_sweep.h"
#include "packing/testdata/digest.h"

namespace segsmith::packing {
namespace {

using testing::Checksum;
using testing::DamageSweep;
using testing::Digest;

/// A file of what `write` puts into an Output, with the footer that a sweep needs.
template <class Write>
void put(store::MemoryDirectory& directory, const std::string& name, Write&& write) {
  store::MemoryOutput out;
  write(out.out());
  store::write_footer(out.out());
  directory.put(name, out.take());
}

store::Input body(const store::Directory& directory, const std::string& name) {
  return store::without_footer(directory.open(name));
}

TEST(PackingDamage, ToStoredIntsIsAnErrorOrHarmless) {
  for (const int32_t scale : {0, 1, 300, 9000000}) {
    for (const size_t count : {1, 40, 140}) {
      std::vector<int32_t> values(count);
      for (size_t i = 0; i < count; ++i) values[i] = static_cast<int32_t>(i) * scale;
      store::MemoryDirectory directory;
      put(directory, "ints", [&](store::Output& out) { write_stored_ints(values, out); });
      DamageSweep sweep(directory, [&](const store::Directory& d) {
        store::Cursor in(body(d, "ints"));
        std::vector<int32_t> found(count);
        read_stored_ints(in, found);
        Digest digest;
        digest.add_all(found);
        return digest.value();
      });
      sweep.run_all(Checksum::absent);
    }
  }
}

TEST(PackingDamage, ToMonotonicSequencesIsAnErrorOrHarmless) {
  for (const int64_t step : {int64_t{0}, int64_t{5}, int64_t{1} << 40}) {
    std::vector<int64_t> values(50);
    for (size_t i = 0; i < values.size(); ++i) {
      values[i] = static_cast<int64_t>(i) * step + static_cast<int64_t>(i % 3) * (step / 7);
    }
    store::MemoryDirectory directory;
    store::MemoryOutput meta, data;
    DirectMonotonicWriter writer(meta.out(), data.out(), values.size(), 4);
    writer.add(values);
    writer.finish();
    put(directory, "meta", [&](store::Output& out) { out.bytes(meta.take()); });
    put(directory, "data", [&](store::Output& out) { out.bytes(data.take()); });
    DamageSweep sweep(directory, [](const store::Directory& d) {
      store::Cursor in(body(d, "meta"));
      const DirectMonotonicReader reader(DirectMonotonicMeta::read(in, 50, 4), body(d, "data"));
      std::vector<int64_t> found(reader.count());
      reader.values(0, found);
      Digest digest;
      digest.add_all(found);
      for (size_t i = 0; i < found.size(); ++i) EXPECT_EQ(reader.get(i), found[i]);
      digest.add(static_cast<uint64_t>(reader.binary_search(0, found.size(), 7)));
      return digest.value();
    });
    sweep.run_all(Checksum::absent);
  }
}

TEST(PackingDamage, ToLz4IsAnErrorOrHarmless) {
  std::vector<std::byte> plain(400);
  for (size_t i = 0; i < plain.size(); ++i)
    plain[i] = static_cast<std::byte>(i % 60 < 40 ? i % 7 : i);
  for (const size_t dictionary : {0, 100}) {
    Lz4FastTable table;
    std::vector<std::byte> packed;
    lz4_compress(plain, dictionary, table, packed);
    store::MemoryDirectory directory;
    put(directory, "lz4", [&](store::Output& out) { out.bytes(packed); });
    DamageSweep sweep(directory, [&](const store::Directory& d) {
      store::Cursor in(body(d, "lz4"));
      GuardedBytes out(plain.size());
      std::copy_n(plain.begin(), dictionary, out.span().begin());
      lz4_decompress(in, plain.size() - dictionary, out.span(), dictionary);
      Digest digest;
      digest.add(std::span<const std::byte>(out.span()));
      return digest.value();
    });
    sweep.run_all(Checksum::absent);
  }
}

}  // namespace
}  // namespace segsmith::packing
