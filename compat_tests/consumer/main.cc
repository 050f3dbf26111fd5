// SPDX-License-Identifier: Apache-2.0
// One header of each room up to codec: a field with doc values, a skip index and points is written
// to memory, read back, and asked the same range three ways.
#include <cstdio>
#include <vector>

#include "bkd/point_encoding.h"
#include "codec/doc_values_format.h"
#include "codec/points_format.h"
#include "codec/points_support.h"
#include "model/array_column.h"
#include "packing/direct_format.h"
#include "skipper/skip_blocks.h"
#include "store/directory.h"
#include "util/error.h"
#include "util/id.h"

namespace {

using namespace segsmith;

constexpr int32_t kDocs = 10'000;
constexpr int64_t kLow = 1'000, kHigh = 2'999;

int64_t count_by_values(const model::DocValuesField& field) {
  std::vector<int64_t> values(field.numbers->size());
  field.numbers->values(0, values);
  return std::count_if(values.begin(), values.end(),
                       [](int64_t v) { return v >= kLow && v <= kHigh; });
}

/// Values ascend, so only the blocks at the ends of the range are undecided.
int64_t count_by_skip_index(std::shared_ptr<const skipper::SkipIndex> index) {
  skipper::SkipBlocks blocks(std::move(index), kLow, kHigh);
  skipper::SkipBlock block;
  int64_t count = 0;
  while (blocks.next(block)) {
    for (int32_t doc = block.first_doc; doc < block.end_doc; ++doc)
      count += doc >= kLow && doc <= kHigh;
  }
  return count;
}

/// A library built without points must refuse them by name; then the answer of the others stands.
int64_t count_by_points(store::MemoryDirectory& directory, const Id& id,
                        const model::FieldInfo& field, int64_t without) {
  bkd::PointBuffer points(8);
  for (int32_t doc = 0; doc < kDocs; ++doc) points.add(doc, bkd::encode_long(doc));
  try {
    const auto writer = codec::lucene90_points_writer({directory, "_0", id, kDocs, ""});
    writer->add_flush(field, points);
    writer->finish();
  } catch (const InvalidArgument& refusal) {
    std::printf("%s\n", refusal.what());
    return codec::points_are_built() ? -1 : without;
  }
  const auto reader =
      codec::lucene90_points_reader({directory, "_0", id, kDocs, ""}, model::FieldInfos({field}));
  return reader->field(field)->count_range(bkd::encode_long(kLow), bkd::encode_long(kHigh));
}

}  // namespace

int main() {
  std::vector<int64_t> values(kDocs);
  for (int32_t doc = 0; doc < kDocs; ++doc) values[static_cast<size_t>(doc)] = doc;
  model::FieldInfo field{.name = "n",
                         .doc_values_type = model::DocValuesType::numeric,
                         .skip_index_type = model::SkipIndexType::range,
                         .point_dims = 1,
                         .point_index_dims = 1,
                         .point_bytes = 8};
  store::MemoryDirectory directory;
  const Id id = IdSource(1).next();
  const codec::DocValuesFormat& format = codec::doc_values_formats().front();
  const auto writer = format.writer({directory, "_0", id, kDocs, "D"});
  model::ArrayColumn column(values);
  writer->add_numeric(field, column);
  writer->finish();

  const model::FieldInfos fields({field});
  const auto reader = format.reader({directory, "_0", id, kDocs, "D"}, fields);
  const int64_t by_values = count_by_values(reader->field(field));
  const int64_t by_skip_index = count_by_skip_index(reader->skip_index(field));
  const int64_t by_points = count_by_points(directory, id, field, by_skip_index);
  std::printf("%lld %lld %lld, %d bits\n", static_cast<long long>(by_values),
              static_cast<long long>(by_skip_index), static_cast<long long>(by_points),
              packing::direct_bits_required(kDocs - 1));
  return by_values == 2'000 && by_skip_index == by_values && by_points == by_values ? 0 : 1;
}
