// SPDX-License-Identifier: Apache-2.0
// write_segment DIR: writes arrays as the doc values of one segment and commits it as an index.
#include "index/new_segment.h"
#include "model/array_column.h"
using namespace segsmith::model;
int main(int, char** argv) {
  const std::vector<int64_t> prices = {310, 150, 920, 650}, ratings = {5, 3};
  const std::vector<int32_t> rated = {1, 3};  // Documents 0 and 2 have none.
  FieldInfo price{.name = "price", .number = 0, .doc_values_type = DocValuesType::numeric};
  FieldInfo rating{.name = "rating", .number = 1, .doc_values_type = DocValuesType::numeric};
  ArrayColumn price_column(prices), rating_column(ratings, rated);
  segsmith::index::NewSegment segment(argv[1]);
  segment.writer().begin_columns({price, rating}, 4);
  segment.writer().doc_values(price).add_numeric(price, price_column);
  segment.writer().doc_values(rating).add_numeric(rating, rating_column);
  segment.commit();
}
