// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "index/document_parser.h"
#include "index/index_writer.h"
#include "index/mapping.h"
#include "store/directory.h"

/// Indices of a few documents, for tests.
namespace segsmith::testing {

/// `properties` of the mapping: {"n": {"type": "lucene.numeric"}}.
inline std::shared_ptr<const index::Mapping> small_mapping(std::string_view properties,
                                                           std::string_view settings = "{}") {
  return index::Mapping::parse("{\"settings\":" + std::string(settings) +
                                   ",\"mappings\":{\"properties\":" + std::string(properties) +
                                   "}}",
                               "mapping.json");
}

/// Adds documents of number, number * 2, ... to a directory and commits.
inline void build_small_index(std::shared_ptr<store::Directory> directory,
                              std::shared_ptr<const index::Mapping> mapping, int documents,
                              int flush_docs, index::IndexWriterOptions options = {}) {
  options.flush_docs = flush_docs;
  options.seed = 1;
  index::IndexWriter writer(std::move(directory), mapping, options);
  index::DocumentParser parser(mapping, true);
  for (int i = 0; i < documents; ++i) {
    const std::string n = std::to_string(i);
    const std::string line = "{\"n\":" + n + ",\"b\":\"b" + n + "\",\"k\":" + n + ",\"s\":\"s" + n +
                             "\"" + (i % 3 == 0 ? ",\"few\":" + n : "") + "}";
    parser.parse(line, writer.next_seq_no(), writer.buffer());
    writer.document_added();
  }
  writer.commit();
}

}  // namespace segsmith::testing
