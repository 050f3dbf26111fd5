// SPDX-License-Identifier: Apache-2.0
// Damage to the entries of skip indexes of one to four levels. Entries carry no checksum of their
// own, so what is asked of them here is a named error or an answer.
#include <gtest/gtest.h>

#include <utility>

#include "model/array_column.h"
#include "packing/testdata/damage_sweep.h"
#include "packing/testdata/digest.h"
#include "skipper/skip_blocks.h"
#include "skipper/skip_index_writer.h"

namespace segsmith::skipper {
namespace {

constexpr const char* kFile = "entries";

uint64_t read(const store::Directory& directory, SkipIndexMeta meta) {
  const store::Input file = directory.open(kFile);
  const store::Input entries = store::without_footer(file).slice("entries", 0, file.size() - 16);
  meta.length = static_cast<int64_t>(entries.size());
  const auto index = std::make_shared<const SkipIndex>(meta, entries);
  testing::Digest digest;
  for (int level = 0; level < kMaxLevels; ++level) {
    for (const Interval& i : index->intervals(level))
      digest.add(static_cast<uint64_t>(i.max_value));
  }
  for (const int32_t step : {1, 50, 700}) {
    SkipCursor cursor(index);
    for (int32_t doc = 0; cursor.advance(doc); doc = cursor.interval().max_doc + step) {
      digest.add(static_cast<uint64_t>(cursor.interval().doc_count));
    }
  }
  SkipBlocks blocks(index, 40, 90);
  SkipBlock block;
  while (blocks.next(block)) digest.add(static_cast<uint64_t>(block.end_doc));
  return digest.value();
}

/// Every `step`th byte.
void sweep(size_t docs, int32_t interval_size, size_t step) {
  std::vector<int64_t> values(docs);
  for (size_t i = 0; i < docs; ++i) values[i] = static_cast<int64_t>(i * i % 101);
  store::MemoryOutput entries;
  SkipIndexWriter writer(entries.out(), interval_size);
  model::ArrayColumn column(values);
  model::NumberBlock block;
  while (column.next(block)) writer.add(block);
  const SkipIndexMeta meta = writer.finish();
  store::write_footer(entries.out());
  store::MemoryDirectory directory;
  directory.put(kFile, entries.take());
  testing::DamageSweep sweep(directory, [&](const store::Directory& d) { return read(d, meta); });
  sweep.thin_out(step);
  sweep.run(kFile, testing::Checksum::on_demand);
  EXPECT_GT(sweep.refused(), directory.length(kFile) / step);
}

TEST(SkipIndexDamage, OfOneLevelIsAnErrorOrHarmless) { sweep(20, 4, 1); }

TEST(SkipIndexDamage, OfThreeLevelsIsAnErrorOrHarmless) { sweep(150, 2, 1); }

TEST(SkipIndexDamage, OfFourLevelsIsAnErrorOrHarmless) { sweep(1100, 2, 7); }

}  // namespace
}  // namespace segsmith::skipper
