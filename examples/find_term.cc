// SPDX-License-Identifier: Apache-2.0
// find_term DIR FIELD TERM: the documents whose field holds a term, by its ordinal.
#include <iostream>
#include "index/index_reader.h"
#include "model/doc_values_iterators.h"
int main(int, char** argv) {
  const auto reader = segsmith::index::IndexReader::open(argv[1]);
  for (const auto& segment : reader->segments()) {
    segsmith::model::SortedSetDocValues it(segment->doc_values(segment->field(argv[2])));
    const int64_t ordinal = it.lookup_term(std::as_bytes(std::span(std::string_view(argv[3]))));
    while (ordinal >= 0 && it.next_doc() != segsmith::model::kNoMoreDocs) {
      for (int32_t left = it.doc_value_count(); left > 0; --left) {
        if (it.next_ord() == ordinal) std::cout << segment->name() << " " << it.doc_id() << "\n";
      }
    }
  }
}
