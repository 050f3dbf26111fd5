// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>

namespace segsmith::merge {

/// Bytes of a document by the size of its segment, from segments that were seen: larger ones need
/// less (shared tables and dictionaries, better runs under an index sort). Between sizes that were
/// seen it goes straight over the logarithm of the documents, beyond them it stays.
class SizeCurve {
 public:
  /// A segment without deletes. One of no document tells nothing.
  void add(int64_t documents, uint64_t bytes);
  bool empty() const { return steps_.empty(); }
  /// Not for an empty curve.
  double bytes_per_document(int64_t documents) const;

 private:
  struct Step {
    double segments = 0;
    double log_documents = 0;  ///< Sums, as are the bytes.
    double bytes = 0;
    double documents = 0;
  };
  std::map<int, Step> steps_;  ///< By an eighth of the binary logarithm of the documents.
};

}  // namespace segsmith::merge
