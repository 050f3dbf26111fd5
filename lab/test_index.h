// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "index/document_parser.h"
#include "index/index_reader.h"
#include "index/index_writer.h"
#include "index/mapping.h"
#include "store/directory.h"

namespace segsmith::lab {

/// A small index in memory for tests: documents are JSON lines, `properties` the mapping's.
inline std::shared_ptr<store::MemoryDirectory> test_index(std::string_view properties,
                                                          std::string_view documents,
                                                          int64_t flush_docs = 0,
                                                          uint64_t seed = 1) {
  const auto mapping = index::Mapping::parse(
      "{\"mappings\":{\"properties\":" + std::string(properties) + "}}", "mapping.json");
  auto directory = std::make_shared<store::MemoryDirectory>();
  index::IndexWriter writer(directory, mapping, {.flush_docs = flush_docs, .seed = seed});
  index::DocumentParser parser(mapping, false);
  while (!documents.empty()) {
    const size_t end = std::min(documents.find('\n'), documents.size());
    const std::string line = std::string(documents.substr(0, end)) + std::string(64, '\0');
    parser.parse(std::string_view(line).substr(0, end), writer.documents(), writer.buffer());
    writer.document_added();
    documents.remove_prefix(std::min(end + 1, documents.size()));
  }
  writer.commit();
  return directory;
}

}  // namespace segsmith::lab
