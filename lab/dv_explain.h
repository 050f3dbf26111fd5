// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "codec/number_statistics.h"
#include "model/doc_values.h"
#include "model/facts.h"

namespace segsmith::lab {

/// Says in words why the physical units of one field are encoded as they are. Numbers are counted
/// once, as a writer counts them.
class DvExplainer {
 public:
  /// `field` must outlive it.
  explicit DvExplainer(const model::DocValuesField& field);

  /// `min` and `max` of the unit's values, where it has some.
  std::string why(const model::Fact& fact, std::optional<int64_t> min, std::optional<int64_t> max);

 private:
  std::string why_numbers(const model::Fact& fact, int64_t min, int64_t max);
  std::string why_one_width(const model::Fact& fact);
  std::string why_no_table(int bits);
  std::string why_block(const model::Fact& fact, int64_t min, int64_t max) const;
  std::string why_no_blocks() const;

  const model::DocValuesField& field_;
  std::optional<codec::NumberStatistics> statistics_;
};

}  // namespace segsmith::lab
