// SPDX-License-Identifier: Apache-2.0
#include "codec/lucene94_field_infos.h"

#include <algorithm>
#include <unordered_set>

#include "codec/file_names.h"
#include "store/codec_util.h"

namespace segsmith::codec {
namespace {

using model::DocValuesType;
using model::FieldInfo;

enum Bits : uint8_t {
  kTermVectors = 0x01,
  kOmitNorms = 0x02,
  kPayloads = 0x04,
  kSoftDeletes = 0x08,
  kParent = 0x10,
};

constexpr uint8_t kMaxIndexOptions = 5;
constexpr uint8_t kPositions = 3;  ///< Index options that payloads need.
constexpr int32_t kMaxDims = 16;
constexpr uint8_t kVectorEncodings = 2;
constexpr uint8_t kSimilarities = 4;

/// The generation's own facts, and the version found in the header.
struct Shape {
  bool lucene94 = true;
  int32_t version = kFieldInfosCurrent;
  bool has_skip_byte() const { return lucene94 && version >= kFieldInfosSkipIndex; }
  uint8_t known_bits() const { return lucene94 && version >= kFieldInfosParentField ? 0x1F : 0x0F; }
};

/// A byte below `limit`.
uint8_t read_byte(store::Cursor& in, uint8_t limit, const std::string& what) {
  const uint8_t value = in.u8();
  if (value >= limit) {
    in.input().corrupt(in.position() - 1, what + " below " + std::to_string(limit),
                       std::to_string(value));
  }
  return value;
}

/// A VInt that a Java int can hold, at most `limit`.
int32_t read_count(store::Cursor& in, int32_t limit, const std::string& what) {
  const uint64_t at = in.position();
  const uint32_t value = in.vint();
  if (value > static_cast<uint32_t>(limit)) {
    in.input().corrupt(at, what + " of at most " + std::to_string(limit), std::to_string(value));
  }
  return static_cast<int32_t>(value);
}

void read_bits(store::Cursor& in, const Shape& shape, FieldInfo& field) {
  const uint8_t bits = in.u8();
  if ((bits & ~shape.known_bits()) != 0) {
    in.input().corrupt(in.position() - 1, "no bits outside " + std::to_string(shape.known_bits()),
                       std::to_string(bits));
  }
  field.has_term_vectors = bits & kTermVectors;
  field.omits_norms = bits & kOmitNorms;
  field.has_payloads = bits & kPayloads;
  field.is_soft_deletes = bits & kSoftDeletes;
  field.is_parent = bits & kParent;
}

void read_points(store::Cursor& in, FieldInfo& field) {
  field.point_dims = read_count(in, kMaxDims, "point dimensions");
  if (field.point_dims == 0) return;
  field.point_index_dims = read_count(in, field.point_dims, "indexed point dimensions");
  field.point_bytes = read_count(in, 255, "bytes of a point dimension");
}

model::StringPairs read_attributes(store::Cursor& in) {
  const uint32_t count = in.vint();
  in.need(uint64_t{count} * 2, "bytes of an attribute map");
  model::StringPairs pairs(count);
  for (auto& [key, value] : pairs) {
    key = in.string();
    value = in.string();
  }
  return pairs;
}

/// What FieldInfo.checkConsistency refuses; empty when all is well.
std::string inconsistency(const FieldInfo& f) {
  if (f.index_options == 0 && (f.has_term_vectors || f.has_payloads || f.omits_norms)) {
    return "term vectors, payloads or norms flags of a field without an index";
  }
  if (f.has_payloads && (f.index_options < kPositions || f.index_options > 4)) {
    return "payloads without positions";
  }
  if (f.has_skip_index() && !model::has_numbers(f.doc_values_type)) {
    return "a skip index over doc values of type " + std::string(name_of(f.doc_values_type));
  }
  if (f.doc_values_gen != -1 && !f.has_doc_values()) return "a generation without doc values";
  if (f.doc_values_gen < -1) return "generation " + std::to_string(f.doc_values_gen);
  if (f.point_dims > 0 && f.point_bytes == 0) return "points of no bytes";
  if (f.is_soft_deletes && f.is_parent) return "a field both soft-deletes and parent";
  return {};
}

FieldInfo read_field(store::Cursor& in, const Shape& shape) {
  const uint64_t at = in.position();
  FieldInfo field;
  field.name = in.string();
  field.number = read_count(in, INT32_MAX, "field number");
  read_bits(in, shape, field);
  field.index_options = read_byte(in, kMaxIndexOptions + 1, "index options");
  field.doc_values_type = static_cast<DocValuesType>(read_byte(in, 6, "doc-values type"));
  if (shape.has_skip_byte()) {
    field.skip_index_type = static_cast<model::SkipIndexType>(read_byte(in, 2, "skip index type"));
  }
  field.doc_values_gen = in.le_long();
  field.attributes = read_attributes(in);
  read_points(in, field);
  field.vector_dims = read_count(in, INT32_MAX, "vector dimensions");
  if (shape.lucene94) field.vector_encoding = read_byte(in, kVectorEncodings, "vector encoding");
  field.vector_similarity = read_byte(in, kSimilarities, "vector similarity");
  if (const std::string fault = inconsistency(field); !fault.empty()) {
    in.input().corrupt(at, "a consistent field '" + field.name.substr(0, 64) + "'", fault);
  }
  return field;
}

/// Names and numbers must be unique; at most one field is the soft-deletes one, one the parent.
void check_unique(const store::Input& file, const std::vector<FieldInfo>& fields) {
  std::unordered_set<std::string_view> names;
  std::unordered_set<int32_t> numbers;
  int soft_deletes = 0, parents = 0;
  for (const FieldInfo& field : fields) {
    if (!names.insert(field.name).second) {
      file.corrupt(0, "distinct field names", "'" + field.name.substr(0, 64) + "' twice");
    }
    if (!numbers.insert(field.number).second) {
      file.corrupt(0, "distinct field numbers", std::to_string(field.number) + " twice");
    }
    soft_deletes += field.is_soft_deletes;
    parents += field.is_parent;
  }
  if (soft_deletes > 1 || parents > 1) {
    file.corrupt(0, "at most one soft-deletes and one parent field",
                 std::to_string(soft_deletes) + " and " + std::to_string(parents));
  }
}

/// Calls each(field, start, end) with the byte range of each entry.
template <class Each>
void parse_fields(const store::Input& file, const Id& id, std::string_view suffix,
                  FieldInfosGeneration generation, Each&& each) {
  store::Cursor in(store::without_footer(file));
  Shape shape;
  shape.lucene94 = generation == FieldInfosGeneration::lucene94;
  shape.version = store::check_index_header(
      in, shape.lucene94 ? kLucene94FieldInfosCodec : kLucene90FieldInfosCodec, 0,
      shape.lucene94 ? kFieldInfosCurrent : 0, id, suffix);
  const uint32_t count = in.vint();
  constexpr uint64_t kSmallestField = 16;
  if (count > in.remaining() / kSmallestField) {
    in.corrupt("at most " + std::to_string(in.remaining() / kSmallestField) + " fields",
               std::to_string(count));
  }
  for (uint32_t i = 0; i < count; ++i) {
    const uint64_t start = in.position();
    FieldInfo field = read_field(in, shape);
    each(std::move(field), start, in.position());
  }
  if (in.remaining() != 0) {
    in.corrupt("the footer", std::to_string(in.remaining()) + " more bytes");
  }
}

uint8_t bits_of(const FieldInfo& field) {
  return static_cast<uint8_t>(
      (field.has_term_vectors ? kTermVectors : 0) | (field.omits_norms ? kOmitNorms : 0) |
      (field.has_payloads ? kPayloads : 0) | (field.is_soft_deletes ? kSoftDeletes : 0) |
      (field.is_parent ? kParent : 0));
}

void write_field(store::Output& out, const FieldInfo& field) {
  out.string(field.name);
  out.vint(static_cast<uint32_t>(field.number));
  out.u8(bits_of(field));
  out.u8(field.index_options);
  out.u8(static_cast<uint8_t>(field.doc_values_type));
  out.u8(static_cast<uint8_t>(field.skip_index_type));
  out.le_long(field.doc_values_gen);
  out.string_pairs(field.attributes);
  out.vint(static_cast<uint32_t>(field.point_dims));
  if (field.point_dims != 0) {
    out.vint(static_cast<uint32_t>(field.point_index_dims));
    out.vint(static_cast<uint32_t>(field.point_bytes));
  }
  out.vint(static_cast<uint32_t>(field.vector_dims));
  out.u8(field.vector_encoding);
  out.u8(field.vector_similarity);
}

}  // namespace

std::string write_field_infos(store::Directory& directory, std::string_view segment, const Id& id,
                              std::string_view suffix, const model::FieldInfos& fields) {
  std::string name = segment_file_name(segment, suffix, kFieldInfosExtension);
  for (const FieldInfo& field : fields) {
    if (const std::string fault = inconsistency(field); !fault.empty()) {
      throw InvalidArgument("field '" + field.name + "' of " + name + ": " + fault);
    }
  }
  store::Output out = directory.create(name);
  store::write_index_header(out, kLucene94FieldInfosCodec, kFieldInfosCurrent, id, suffix);
  out.vint(static_cast<uint32_t>(fields.size()));
  for (const FieldInfo& field : fields) write_field(out, field);
  store::write_footer(out);
  out.close();
  return name;
}

model::FieldInfos read_field_infos(const store::Directory& directory, std::string_view segment,
                                   const Id& id, std::string_view suffix,
                                   FieldInfosGeneration generation) {
  const store::Input file =
      directory.open(segment_file_name(segment, suffix, kFieldInfosExtension));
  store::verify_checksum(file);
  std::vector<FieldInfo> fields;
  parse_fields(file, id, suffix, generation,
               [&](FieldInfo field, uint64_t, uint64_t) { fields.push_back(std::move(field)); });
  check_unique(file, fields);
  return model::FieldInfos(std::move(fields));
}

void visit_field_infos(const store::Input& file, const Id& id, std::string_view suffix,
                       FieldInfosGeneration generation, const model::FactVisitor& visitor) {
  const uint64_t end = file.size() - store::kFooterLength;
  uint64_t start = 0;
  std::vector<model::Fact> entries;
  parse_fields(
      file, id, suffix, generation, [&](const FieldInfo& field, uint64_t from, uint64_t to) {
        if (entries.empty()) start = from;
        entries.push_back({field.name, "metadata", "field_info", file.file(), from, to - from});
      });
  if (entries.empty()) start = end;
  visitor({{}, "metadata", "header", file.file(), 0, start});
  for (const model::Fact& entry : entries) visitor(entry);
  visitor({{}, "metadata", "footer", file.file(), end, store::kFooterLength});
}

}  // namespace segsmith::codec
