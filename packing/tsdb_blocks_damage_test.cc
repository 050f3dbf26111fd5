// SPDX-License-Identifier: Apache-2.0
// Damage to blocks of Elasticsearch's time-series doc values: a named error or an answer.
#include <gtest/gtest.h>

#include "packing/binary_blocks.h"
#include "packing/es819_blocks.h"
#include "packing/es95_pipeline.h"
#include "packing/testdata/damage_sweep.h"
#include "packing/testdata/digest.h"
#include "packing/testdata/tsdb_blocks.h"

namespace segsmith::packing {
namespace {

using segsmith::testing::Checksum;
using segsmith::testing::DamageSweep;
using segsmith::testing::Digest;

/// Sweeps a file of one block that `write` made and `decode` reads: decode(input, begin, end, out).
template <class Write, class Decode>
void sweep(size_t values, Write&& write, Decode&& decode) {
  store::MemoryOutput out;
  write(out.out());
  store::write_footer(out.out());
  store::MemoryDirectory directory;
  directory.put("block", out.take());
  DamageSweep sweep(directory, [&](const store::Directory& d) {
    const store::Input in = store::without_footer(d.open("block"));
    std::vector<int64_t> found(values);
    decode(in, uint64_t{0}, in.size(), found);
    Digest digest;
    digest.add_all(found);
    return digest.value();
  });
  sweep.run_all(Checksum::absent);
}

TEST(TsdbBlocksDamage, ToNumbersIsAnErrorOrHarmless) {
  for (const int kind : {0, 1, 2, 5, 6, 12, 14}) {
    sweep(
        128,
        [&](store::Output& out) { es819::encode_numbers(goldens::numbers(kind, 128, 3), out); },
        [](const store::Input& in, uint64_t begin, uint64_t end, std::span<int64_t> out) {
          es819::decode_numbers(in, begin, end, out);
          const auto shape = es819::describe_numbers(in, begin, end, out.size());
          EXPECT_FALSE(shape.stages().empty());
          std::vector<uint64_t> words(2);
          if (es819::numbers_range_into_words(in, begin, end, 128, 0, 128, out[0], out[0], words,
                                              0)) {
            EXPECT_EQ(words[1], ~uint64_t{0});
          }
        });
  }
}

TEST(TsdbBlocksDamage, ToOrdinalsIsAnErrorOrHarmless) {
  for (int kind = 0; kind < goldens::kOrdinalKinds; ++kind) {
    const int bits = goldens::ordinal_bits(kind, 128, 1);
    sweep(
        128,
        [&](store::Output& out) {
          es819::encode_ordinals(goldens::ordinals(kind, 128, 1), bits, out);
        },
        [&](const store::Input& in, uint64_t begin, uint64_t end, std::span<int64_t> out) {
          es819::decode_ordinals(in, begin, end, bits, out);
          std::vector<uint64_t> words(2);
          if (es819::ordinals_range_into_words(in, begin, end, bits, 128, 0, 128, out[0], INT64_MAX,
                                               words, 0)) {
            for (size_t i = 0; i < 128; ++i) {
              EXPECT_EQ(words[i / 64] >> (i % 64) & 1, out[i] >= out[0] ? 1u : 0u);
            }
          }
          EXPECT_NE(es819::describe_ordinals(in, begin, end, bits, 128).name(), nullptr);
        });
  }
}

TEST(TsdbBlocksDamage, ToPipelineBlocksIsAnErrorOrHarmless) {
  using es95::Role;
  const std::vector<std::pair<Role, std::vector<int>>> kinds = {{Role::other, {0, 1, 5, 6}},
                                                                {Role::long_counter, {2, 4}},
                                                                {Role::double_counter, {12, 4, 1}}};
  for (const auto& [role, list] : kinds) {
    const auto descriptor = es95::Descriptor::of(role, 7);
    for (const int kind : list) {
      sweep(
          128,
          [&, r = role](store::Output& out) {
            es95::Encoder encoder(descriptor, es95::max_splits(r, 7));
            encoder.encode(goldens::numbers(kind, 128, 5), out);
          },
          [&](const store::Input& in, uint64_t begin, uint64_t end, std::span<int64_t> out) {
            es95::decode(descriptor, in, begin, end, out);
            EXPECT_FALSE(es95::describe(descriptor, in, begin, end).stages().empty());
          });
    }
  }
}

TEST(TsdbBlocksDamage, ToDescriptorsIsAnErrorOrHarmless) {
  sweep(
      1, [](store::Output& out) { es95::Descriptor::of(es95::Role::double_counter, 9).write(out); },
      [](const store::Input& in, uint64_t, uint64_t, std::span<int64_t> out) {
        store::Cursor cursor(in);
        out[0] = static_cast<int64_t>(es95::Descriptor::read(cursor).text().size());
      });
}

TEST(TsdbBlocksDamage, ToBinaryBlocksIsAnErrorOrHarmless) {
  using es819::DocOffsets;
  for (const DocOffsets offsets : {DocOffsets::grouped_vints, DocOffsets::bit_stream}) {
    const std::vector<uint32_t> lengths = {5, 0, 17, 130, 1, 1, 46};
    std::vector<std::byte> raw(200);
    for (size_t i = 0; i < raw.size(); ++i) raw[i] = static_cast<std::byte>(i % 23 * (i % 5));
    sweep(
        208,
        [&](store::Output& out) { es819::BinaryBlockEncoder(offsets).encode(lengths, raw, out); },
        [&](const store::Input& in, uint64_t begin, uint64_t end, std::span<int64_t> out) {
          es819::BinaryBlock block;
          es819::decode_binary_block(in, begin, end, static_cast<uint32_t>(lengths.size()), 200,
                                     offsets, block);
          EXPECT_EQ(block.offsets.back(), block.raw.size());
          for (size_t i = 0; i < block.raw.size(); ++i) out[i] = static_cast<int64_t>(block.raw[i]);
          std::ranges::copy(block.offsets, out.begin() + 200);
        });
  }
}

}  // namespace
}  // namespace segsmith::packing
