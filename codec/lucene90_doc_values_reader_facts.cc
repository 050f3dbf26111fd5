// SPDX-License-Identifier: Apache-2.0
// Where the parts of the files lie: the check that they do not overlap, and the facts.
#include <algorithm>
#include <string>
#include <utility>

#include "codec/lucene90_doc_values_reader.h"
#include "codec/lucene90_indexed_disi_reader.h"
#include "packing/direct_format.h"
#include "store/codec_util.h"

namespace segsmith::codec::lucene90 {
namespace {

struct Extent {
  uint64_t offset;
  uint64_t length;
  std::string_view field;
};

void add(std::vector<Extent>& extents, const FieldEntry& e, int64_t offset, int64_t length) {
  extents.push_back({static_cast<uint64_t>(offset), static_cast<uint64_t>(length), e.field->name});
}

void add_data_parts(std::vector<Extent>& extents, const FieldEntry& e) {
  if (e.field->doc_values_type == model::DocValuesType::binary) {
    add(extents, e, e.binary_offset, e.binary_length);
  } else {
    add(extents, e, e.numbers.offset, e.numbers.length);
  }
  if (e.addresses) add(extents, e, e.addresses->offset, e.addresses->length);
  if (e.terms) {
    add(extents, e, e.terms->terms_offset, e.terms->terms_length);
    add(extents, e, e.terms->block_addresses_offset, e.terms->block_addresses_length);
    add(extents, e, e.terms->index_offset, e.terms->index_length);
    add(extents, e, e.terms->index_addresses_offset, e.terms->index_addresses_length);
  }
}

void check_extents(std::vector<Extent> extents, uint64_t start, const store::Input& body) {
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

model::Fact fact_of(const FieldEntry& e, const char* structure, const char* part,
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

/// A monotonic sequence as one part, or as its blocks.
void visit_monotonic(const packing::DirectMonotonicMeta& meta, bool blocks, const model::Fact& part,
                     const model::FactVisitor& visitor) {
  if (!blocks) return visitor(part);
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

/// Sorts the facts of one file and hands them on, with the bytes between them as unattributed.
void emit(std::vector<model::Fact> facts, const store::Input& file, uint64_t header_length,
          const model::FactVisitor& visitor) {
  model::Fact edge;
  edge.structure = "metadata";
  edge.part = "header";
  edge.file = file.file();
  edge.length = header_length;
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

}  // namespace

std::vector<const Lucene90DocValuesReader::File*> Lucene90DocValuesReader::files() const {
  std::vector<const File*> all{&data_, &meta_};
  if (version_ >= kVersionSkipperSeparateFile) all.push_back(&skip_);
  if (version_ >= kVersionDisiSeparateFile) all.push_back(&disi_);
  return all;
}

void Lucene90DocValuesReader::check_layout() const {
  for (const File* file : files()) {
    std::vector<Extent> extents;
    for (const FieldEntry& e : entries_) {
      if (file == &data_) add_data_parts(extents, e);
      if (file == &skip_file() && e.skip_index) {
        add(extents, e, e.skip_index->offset, e.skip_index->length);
      }
      if (file == &disi_file() && e.docs_with_field.some()) {
        add(extents, e, e.docs_with_field.offset, e.docs_with_field.length);
      }
    }
    store::parse_checked(
        file->whole, [&] { check_extents(std::move(extents), file->header_length, file->body); });
  }
}

void Lucene90DocValuesReader::visit_terms(const FieldEntry& e, Detail detail,
                                          const model::FactVisitor& visitor) const {
  const TermsDictMeta& t = *e.terms;
  const auto fact = [&](const char* part, int64_t offset, int64_t length, uint64_t count) {
    return fact_of(e, "doc_values", part, data_.whole, offset, length, count);
  };
  const model::Fact terms =
      fact("terms", t.terms_offset, t.terms_length, static_cast<uint64_t>(t.size));
  if (detail == Detail::blocks) {
    static_cast<const TermsDict&>(*find(*e.field).parts.terms).visit_blocks(terms, visitor);
  } else {
    visitor(terms);
  }
  visit_monotonic(t.block_addresses, detail == Detail::blocks,
                  fact("terms_addresses", t.block_addresses_offset, t.block_addresses_length,
                       t.block_addresses.count()),
                  visitor);
  visitor(fact("reverse_index", t.index_offset, t.index_length, t.index_addresses.count() - 1));
  visit_monotonic(t.index_addresses, detail == Detail::blocks,
                  fact("reverse_index_addresses", t.index_addresses_offset,
                       t.index_addresses_length, t.index_addresses.count()),
                  visitor);
}

void Lucene90DocValuesReader::visit_presence(const FieldEntry& e, Detail detail,
                                             const model::FactVisitor& visitor) const {
  const model::Presence& presence = *find(*e.field).parts.presence;
  model::Fact fact = fact_of(e, "doc_values", "docs_with_field", disi_file().whole,
                             e.docs_with_field.offset, e.docs_with_field.length, 0);
  if (e.docs_with_field.some()) {
    static_cast<const IndexedDisiPresence&>(presence).visit(fact, visitor);
  } else if (detail == Detail::blocks) {
    fact.file.clear();
    fact.offset = fact.length = 0;
    fact.count = static_cast<uint64_t>(presence.cardinality());
    fact.encoding = e.docs_with_field.all() ? "all" : "none";
    visitor(fact);
  }
}

void Lucene90DocValuesReader::visit_entry(const FieldEntry& e, Detail detail,
                                          const model::FactVisitor& visitor) const {
  visitor(fact_of(e, "metadata", "field_entry", meta_.whole, static_cast<int64_t>(e.meta_offset),
                  static_cast<int64_t>(e.meta_length), 1));
  visit_presence(e, detail, visitor);
  const store::Input& data = data_.whole;
  const auto docs = static_cast<uint64_t>(e.docs);
  if (e.field->doc_values_type == model::DocValuesType::binary) {
    model::Fact fact =
        fact_of(e, "doc_values", "values", data, e.binary_offset, e.binary_length, docs);
    fact.encoding = e.addresses ? "variable" : "fixed";
    if (e.docs > 0) {
      fact.min = e.min_length;
      fact.max = e.max_length;
    }
    visitor(fact);
  } else {
    visit_numbers(e.numbers, data_.body, fact_of(e, "doc_values", "values", data, 0, 0, 0),
                  visitor);
  }
  if (e.addresses) {
    visit_monotonic(e.addresses->meta, detail == Detail::blocks,
                    fact_of(e, "doc_values", "addresses", data, e.addresses->offset,
                            e.addresses->length, docs + 1),
                    visitor);
  }
  if (e.terms) visit_terms(e, detail, visitor);
  if (e.skip_index) {
    visitor(fact_of(e, "skip_index", "entries", skip_file().whole, e.skip_index->offset,
                    e.skip_index->length, static_cast<uint64_t>(e.skip_index->doc_count)));
  }
}

void Lucene90DocValuesReader::visit_field(const model::FieldInfo& field,
                                          const model::FactVisitor& visitor) const {
  find(field);  // Throws for a field that is not here.
  for (const FieldEntry& e : entries_) {
    if (e.field->number != field.number) continue;
    store::parse_checked(data_.whole, [&] { visit_entry(e, Detail::blocks, visitor); });
  }
}

void Lucene90DocValuesReader::visit(const model::FactVisitor& visitor) const {
  std::map<std::string, std::vector<model::Fact>> by_file;
  store::parse_checked(data_.whole, [&] {
    for (const FieldEntry& e : entries_) {
      visit_entry(e, Detail::parts,
                  [&](const model::Fact& fact) { by_file[fact.file].push_back(fact); });
    }
  });
  model::Fact end;
  end.structure = "metadata";
  end.part = "end_of_fields";
  end.file = meta_.whole.file();
  end.offset = meta_.body.size() - 4;
  end.length = 4;
  by_file[end.file].push_back(end);
  for (const File* file : files()) {
    emit(std::move(by_file[file->whole.file()]), file->whole, file->header_length, visitor);
  }
}

}  // namespace segsmith::codec::lucene90
