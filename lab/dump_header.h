// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "codec/lucene90_stored_fields_format.h"
#include "index/index_reader.h"
#include "lab/dump.h"
#include "model/field_info.h"
#include "model/index_sort.h"

namespace segsmith::lab {

/// What the lines of a dump leave out of a segment, and a rebuilt one needs.
struct DumpedSegment {
  std::string name;
  int32_t max_doc = 0;
  bool compound = false;
  bool has_blocks = false;
  codec::StoredFieldsMode stored_fields = codec::StoredFieldsMode::best_speed;
  int32_t skip_index_interval_size = 4096;
  model::IndexSort sort = {};
  /// Without what a dump does not hold (postings, norms, vectors) and without the generations of
  /// updates.
  std::vector<model::FieldInfo> fields = {};
  /// By name of the field; every value of a field has one type.
  std::map<std::string, codec::StoredType> stored_types = {};
  std::string mapped_types = {};  ///< index::MappedTypes::to_text(), or empty.
};

/// The first line of `cat --all`: `{"schema":"segsmith.cat/1","raw","mapping","segments"}`.
struct DumpHeader {
  bool raw = false;
  std::vector<DumpedSegment> segments;
};

/// InvalidArgument for a stored field with values of several types in one segment.
std::string dump_header(const index::IndexReader& reader, bool raw);
/// InvalidArgument begins with `where` and names the member. Segments with a name and max_doc alone
/// have the fields of "mapping".
DumpHeader parse_dump_header(std::string_view line, const std::string& where);

/// The header and every structure: doc_values, points, skip_index, live_docs, stored.
void dump_all(const index::IndexReader& reader, bool raw, const LineSink& sink);

}  // namespace segsmith::lab
