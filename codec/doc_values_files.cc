// SPDX-License-Identifier: Apache-2.0
#include "codec/doc_values_files.h"

#include <algorithm>
#include <utility>

#include "codec/file_names.h"
#include "codec/lucene90_indexed_disi_reader.h"
#include "packing/direct_format.h"
#include "store/codec_util.h"

namespace segsmith::codec {

DocValuesFile open_doc_values_file(const SegmentReadState& state, std::string_view codec,
                                   std::string_view extension, VersionRange versions,
                                   int32_t version) {
  DocValuesFile file;
  file.whole = state.directory.open(segment_file_name(state.segment, state.suffix, extension));
  store::parse_checked(file.whole, [&] {
    file.body = store::without_footer(file.whole);
    store::Cursor in(file.body);
    file.version =
        store::check_index_header(in, codec, versions.min, versions.max, state.id, state.suffix);
    file.header_length = in.position();
    if (version >= 0 && file.version != version) {
      in.corrupt("version " + std::to_string(version) + " as in the metadata",
                 std::to_string(file.version));
    }
  });
  return file;
}

store::Input slice_of(const store::Input& data, const char* what, const model::FieldInfo& field,
                      int64_t offset, int64_t length) {
  return data.slice(std::string(what) + " of field '" + field.name + "'",
                    static_cast<uint64_t>(offset), static_cast<uint64_t>(length));
}

std::shared_ptr<const model::Presence> open_presence(const FieldEntryParts& entry,
                                                     const DocValuesFile& file, int32_t max_doc) {
  const DocsWithFieldMeta& set = entry.docs_with_field;
  if (set.none()) return model::Presence::none(max_doc);
  if (set.all()) return model::Presence::all(max_doc);
  return store::parse_checked(file.whole, [&] {
    return std::make_shared<lucene90::IndexedDisiPresence>(
        slice_of(file.body, "docs with field", *entry.field, set.offset, set.length), max_doc,
        entry.docs, set.jump_entries, set.rank_power);
  });
}

void add_extent(std::vector<Extent>& extents, const FieldEntryParts& e, int64_t offset,
                int64_t length) {
  extents.push_back({static_cast<uint64_t>(offset), static_cast<uint64_t>(length), e.field->name});
}

void add_terms_extents(std::vector<Extent>& extents, const FieldEntryParts& e) {
  if (!e.terms) return;
  add_extent(extents, e, e.terms->terms_offset, e.terms->terms_length);
  add_extent(extents, e, e.terms->block_addresses_offset, e.terms->block_addresses_length);
  add_extent(extents, e, e.terms->index_offset, e.terms->index_length);
  add_extent(extents, e, e.terms->index_addresses_offset, e.terms->index_addresses_length);
}

void check_extents(std::vector<Extent> extents, const DocValuesFile& file) {
  const store::Input& body = file.body;
  uint64_t start = file.header_length;
  std::sort(extents.begin(), extents.end(), [](const Extent& a, const Extent& b) {
    return std::pair(a.offset, a.length) < std::pair(b.offset, b.length);
  });
  for (const Extent& part : extents) {
    if (part.offset < start || part.offset > body.size() ||
        part.length > body.size() - part.offset) {
      body.corrupt(std::min(start, body.size()),
                   "parts that follow one another up to " + std::to_string(body.size()),
                   std::to_string(part.length) + " bytes of field '" + std::string(part.field) +
                       "' at " + std::to_string(part.offset));
    }
    start = part.offset + part.length;
  }
}

model::Fact fact_of(const FieldEntryParts& e, const char* structure, const char* part,
                    const store::Input& file, int64_t offset, int64_t length, uint64_t count) {
  model::Fact fact;
  fact.field = e.field->name;
  fact.structure = structure;
  fact.part = part;
  fact.file = file.file();
  fact.offset = static_cast<uint64_t>(offset);
  fact.length = static_cast<uint64_t>(length);
  fact.count = count;
  return fact;
}

void visit_monotonic(const packing::DirectMonotonicMeta& meta, FactDetail detail,
                     const model::Fact& part, const model::FactVisitor& visitor) {
  if (detail == FactDetail::parts) return visitor(part);
  model::Fact fact = part;
  fact.encoding = "monotonic";
  for (size_t i = 0; i < meta.blocks().size(); ++i) {
    const packing::MonotonicBlock& block = meta.blocks()[i];
    fact.block = static_cast<int64_t>(i);
    fact.first = static_cast<uint64_t>(i) << meta.block_shift();
    fact.count = meta.block_count(i);
    fact.bits = block.bits;
    fact.offset = part.offset + block.offset;
    fact.length = block.bits == 0 ? 0 : packing::direct_byte_count(fact.count, block.bits);
    visitor(fact);
  }
}

void visit_terms(const FieldEntryParts& e, const model::Terms& terms_part, FactDetail detail,
                 const store::Input& data, const model::FactVisitor& visitor) {
  const lucene90::TermsDictMeta& t = *e.terms;
  const auto fact = [&](const char* part, int64_t offset, int64_t length, uint64_t count) {
    return fact_of(e, "doc_values", part, data, offset, length, count);
  };
  const model::Fact terms =
      fact("terms", t.terms_offset, t.terms_length, static_cast<uint64_t>(t.size));
  if (detail == FactDetail::blocks) {
    static_cast<const lucene90::TermsDict&>(terms_part).visit_blocks(terms, visitor);
  } else {
    visitor(terms);
  }
  visit_monotonic(t.block_addresses, detail,
                  fact("terms_addresses", t.block_addresses_offset, t.block_addresses_length,
                       t.block_addresses.count()),
                  visitor);
  visitor(fact("reverse_index", t.index_offset, t.index_length, t.index_addresses.count() - 1));
  visit_monotonic(t.index_addresses, detail,
                  fact("reverse_index_addresses", t.index_addresses_offset,
                       t.index_addresses_length, t.index_addresses.count()),
                  visitor);
}

void visit_presence(const FieldEntryParts& e, const model::Presence& presence, FactDetail detail,
                    const store::Input& file, const model::FactVisitor& visitor) {
  model::Fact fact = fact_of(e, "doc_values", "docs_with_field", file, e.docs_with_field.offset,
                             e.docs_with_field.length, 0);
  if (e.docs_with_field.some()) {
    static_cast<const lucene90::IndexedDisiPresence&>(presence).visit(fact, visitor);
  } else if (detail == FactDetail::blocks) {
    fact.file.clear();
    fact.offset = fact.length = 0;
    fact.count = static_cast<uint64_t>(presence.cardinality());
    fact.encoding = e.docs_with_field.all() ? "all" : "none";
    visitor(fact);
  }
}

void visit_addresses(const FieldEntryParts& e, FactDetail detail, const store::Input& data,
                     const model::FactVisitor& visitor) {
  if (!e.addresses) return;
  visit_monotonic(e.addresses->meta, detail,
                  fact_of(e, "doc_values", "addresses", data, e.addresses->offset,
                          e.addresses->length, static_cast<uint64_t>(e.docs) + 1),
                  visitor);
}

void visit_skip_index(const FieldEntryParts& e, const store::Input& file,
                      const model::FactVisitor& visitor) {
  if (!e.skip_index) return;
  visitor(fact_of(e, "skip_index", "entries", file, e.skip_index->offset, e.skip_index->length,
                  static_cast<uint64_t>(e.skip_index->doc_count)));
}

void emit_facts(std::vector<model::Fact> facts, const DocValuesFile& opened,
                const model::FactVisitor& visitor) {
  const store::Input& file = opened.whole;
  model::Fact edge;
  edge.structure = "metadata";
  edge.part = "header";
  edge.file = file.file();
  edge.length = opened.header_length;
  facts.push_back(edge);
  edge.part = "footer";
  edge.offset = file.size() - store::kFooterLength;
  edge.length = store::kFooterLength;
  facts.push_back(edge);
  std::stable_sort(facts.begin(), facts.end(), [](const model::Fact& a, const model::Fact& b) {
    return std::pair(a.offset, a.length) < std::pair(b.offset, b.length);
  });
  uint64_t end = 0;
  for (const model::Fact& fact : facts) {
    if (fact.offset > end) {
      model::Fact gap;
      gap.structure = gap.part = "unattributed";
      gap.file = file.file();
      gap.offset = end;
      gap.length = fact.offset - end;
      visitor(gap);
    }
    visitor(fact);
    end = fact.offset + fact.length;
  }
}

model::Fact end_of_fields(const DocValuesFile& meta) {
  model::Fact end;
  end.structure = "metadata";
  end.part = "end_of_fields";
  end.file = meta.whole.file();
  end.offset = meta.body.size() - 4;
  end.length = 4;
  return end;
}

}  // namespace segsmith::codec
