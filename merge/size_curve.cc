// SPDX-License-Identifier: Apache-2.0
#include "merge/size_curve.h"

#include <cmath>
#include <iterator>

namespace segsmith::merge {

namespace {

constexpr double kStepsPerDoubling = 8;

}  // namespace

void SizeCurve::add(int64_t documents, uint64_t bytes) {
  if (documents <= 0) return;
  const double log = std::log2(static_cast<double>(documents));
  Step& step = steps_[static_cast<int>(std::floor(log * kStepsPerDoubling))];
  step.segments += 1;
  step.log_documents += log;
  step.bytes += static_cast<double>(bytes);
  step.documents += static_cast<double>(documents);
}

double SizeCurve::bytes_per_document(int64_t documents) const {
  const double log = std::log2(static_cast<double>(documents > 0 ? documents : 1));
  const auto at = [](const Step& step) { return step.log_documents / step.segments; };
  const auto bytes = [](const Step& step) { return step.bytes / step.documents; };
  auto above = steps_.begin();
  while (above != steps_.end() && at(above->second) < log) ++above;
  if (above == steps_.begin()) return bytes(above->second);
  const auto below = std::prev(above);
  if (above == steps_.end()) return bytes(below->second);
  const double share = (log - at(below->second)) / (at(above->second) - at(below->second));
  return bytes(below->second) + share * (bytes(above->second) - bytes(below->second));
}

}  // namespace segsmith::merge
