// SPDX-License-Identifier: Apache-2.0
#include "docs/page_readers.h"

#include <algorithm>

#include "codec/lucene90_compound.h"
#include "codec/lucene90_live_docs.h"
#include "codec/lucene90_stored_fields_reader.h"
#include "codec/lucene94_field_infos.h"
#include "codec/lucene99_segment_info.h"
#include "index/segment_infos.h"
#include "store/codec_util.h"
#include "util/hex.h"

namespace segsmith::docs {
namespace {

using store::Directory;

/// The envelope's own fields, whatever the codec.
struct Header {
  std::string codec;
  int32_t version;
  Id id;
  std::string suffix;
};

Header header_of(const Directory& directory, const std::string& file) {
  store::Cursor in(directory.open(file));
  Header header;
  in.be32();
  header.codec = in.string();
  header.version = in.be_int();
  const auto id = in.bytes(header.id.size());
  std::copy(id.begin(), id.end(), header.id.begin());
  const auto suffix = in.bytes(in.u8());
  header.suffix.assign(reinterpret_cast<const char*>(suffix.data()), suffix.size());
  return header;
}

std::string number(int64_t value) { return std::to_string(value); }

Lines read_envelope(const Directory& directory) {
  const std::string file = directory.list().at(0);
  const Header header = header_of(directory, file);
  store::verify_checksum(directory.open(file));
  const auto bytes = directory.open(file).bytes();
  return {"codec = " + header.codec, "version = " + number(header.version),
          "suffix = " + header.suffix, "checksum = " + to_hex(bytes.last(4))};
}

Lines read_segments_n(const Directory& directory) {
  const auto infos = index::parse_segment_infos(directory.open("segments_2"), 2);
  Lines lines{"format = " + number(infos.format), "lucene = " + to_string(infos.lucene_version),
              "created = " + number(infos.created_major), "version = " + number(infos.version),
              "counter = " + number(static_cast<int64_t>(infos.counter))};
  for (const auto& segment : infos.segments) {
    lines.push_back("segment " + segment.info.name + " = " + segment.codec + ", delGen " +
                    number(segment.del_gen) + ", delCount " + number(segment.del_count) +
                    ", softDelCount " + number(segment.soft_del_count));
  }
  return lines;
}

std::string describe_sort(const model::SortField& key) {
  constexpr const char* kKinds[] = {"SortField", "SortedNumericSortField", "SortedSetSortField"};
  constexpr const char* kTypes[] = {"STRING", "INT", "LONG", "FLOAT", "DOUBLE"};
  return "sort " + key.field + " = " + kKinds[static_cast<size_t>(key.kind)] + " " +
         kTypes[static_cast<size_t>(key.type)] + (key.reverse ? " reverse" : "") +
         (key.selector == model::SortSelector::max ? " MAX" : " MIN") + " missing " +
         number(key.missing_bits);
}

Lines read_si(const Directory& directory) {
  const auto info = codec::read_segment_info(directory, "_0", header_of(directory, "_0.si").id);
  Lines lines{"version = " + to_string(info.version),
              "min_version = " + to_string(info.min_version.value()),
              "max_doc = " + number(info.max_doc),
              std::string("compound = ") + (info.compound ? "yes" : "no"),
              "diagnostics = " + number(static_cast<int64_t>(info.diagnostics.size())),
              "files = " + number(static_cast<int64_t>(info.files.size()))};
  for (const auto& [key, value] : info.attributes) lines.push_back(key + " = " + value);
  for (const auto& key : info.sort) lines.push_back(describe_sort(key));
  return lines;
}

std::string describe_field(const model::FieldInfo& field) {
  std::string text = field.name + " = number " + number(field.number);
  if (field.has_doc_values()) text += ", " + std::string(name_of(field.doc_values_type));
  if (field.has_skip_index()) text += ", skip index";
  if (field.has_points()) {
    text += ", points " + number(field.point_dims) + "/" + number(field.point_index_dims) + "x" +
            number(field.point_bytes);
  }
  if (field.has_doc_values()) {
    text += ", format " + std::string(field.attribute("PerFieldDocValuesFormat.format")) + "_" +
            std::string(field.attribute("PerFieldDocValuesFormat.suffix"));
  }
  return text;
}

model::FieldInfos fields_of(const Directory& directory) {
  return codec::read_field_infos(directory, "_0", header_of(directory, "_0.fnm").id, "");
}

Lines read_fnm(const Directory& directory) {
  Lines lines;
  for (const auto& field : fields_of(directory)) lines.push_back(describe_field(field));
  return lines;
}

codec::Lucene90StoredFieldsReader stored_reader(const Directory& directory) {
  return {directory, "_0", header_of(directory, "_0.fdm").id, 3,
          codec::StoredFieldsMode::best_speed};
}

std::string describe_value(const codec::StoredValue& value, const model::FieldInfos& fields) {
  const std::string name = fields.find(value.field)->name;
  if (value.type == codec::StoredType::string) {
    return name + " string \"" +
           std::string(reinterpret_cast<const char*>(value.bytes.data()), value.bytes.size()) +
           "\"";
  }
  if (value.type == codec::StoredType::float64) {
    std::string text = std::to_string(codec::stored_double(value));
    text.erase(text.find_last_not_of('0') + 1);
    return name + " double " + text;
  }
  return name + " long " + number(value.number);
}

Lines read_fdt(const Directory& directory) {
  const auto fields = fields_of(directory);
  const auto reader = stored_reader(directory);
  codec::StoredFieldsCursor cursor(reader);
  Lines lines;
  for (int32_t doc = 0; doc < reader.max_doc(); ++doc) {
    std::string line = "document " + number(doc) + " = ";
    std::string separator;
    for (const auto& value : cursor.document(doc)) {
      line += separator + describe_value(value, fields);
      separator = ", ";
    }
    lines.push_back(line);
  }
  return lines;
}

Lines read_fdx(const Directory& directory) {
  const auto reader = stored_reader(directory);
  std::string docs = "first_documents =", starts = "chunk_starts =";
  for (uint64_t chunk = 0; chunk <= reader.chunk_count(); ++chunk) {
    docs += " " + number(reader.chunk_first_doc(chunk));
    starts += " " + std::to_string(reader.chunk_start(chunk));
  }
  return {docs, starts};
}

Lines read_fdm(const Directory& directory) {
  const auto reader = stored_reader(directory);
  return {"chunk_size = " + std::to_string(reader.chunk_size()),
          "documents = " + number(reader.max_doc()),
          "chunks = " + std::to_string(reader.chunk_count()),
          "dirty_chunks = " + std::to_string(reader.dirty_chunks()),
          "dirty_documents = " + std::to_string(reader.dirty_docs())};
}

codec::CompoundDirectory compound(const Directory& directory) {
  return {directory, "_0", header_of(directory, "_0.cfe").id};
}

Lines read_cfs(const Directory& directory) {
  const auto inside = compound(directory);
  inside.check_integrity();
  Lines lines;
  for (const auto& entry : inside.entries()) {
    store::verify_checksum(inside.open(entry.name));
    lines.push_back(entry.name + " = intact, " + std::to_string(entry.length) + " bytes");
  }
  return lines;
}

Lines read_cfe(const Directory& directory) {
  const auto inside = compound(directory);
  Lines lines;
  for (const auto& entry : inside.entries()) {
    lines.push_back(entry.name + " = " + std::to_string(entry.offset) + ", " +
                    std::to_string(entry.length));
  }
  return lines;
}

Lines read_liv(const Directory& directory) {
  const Id id = header_of(directory, "_0_1.liv").id;
  const BitSet live = codec::read_live_docs(directory, "_0", id, 1, 3, 1);
  return {"documents = " + std::to_string(live.size()),
          "deleted = " + std::to_string(live.size() - live.count())};
}

}  // namespace

const std::vector<PageReader>& page_readers() {
  static const std::vector<PageReader> readers{
      {"envelope", read_envelope},
      {"segments_n", read_segments_n},
      {"si", read_si},
      {"fnm", read_fnm},
      {"fdt", read_fdt, {"fdx", "fdm", "fnm"}},
      {"fdx", read_fdx, {"fdt", "fdm"}},
      {"fdm", read_fdm, {"fdt", "fdx"}},
      {"cfs", read_cfs, {"cfe"}},
      {"cfe", read_cfe, {"cfs"}},
      {"liv", read_liv},
  };
  return readers;
}

}  // namespace segsmith::docs
