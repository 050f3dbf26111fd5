// SPDX-License-Identifier: Apache-2.0
#include "index/segment_buffer.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "index/json_scalar.h"

namespace segsmith::index {
namespace {

/// IndexWriter.MAX_TERM_LENGTH: what a term of SORTED and SORTED_SET may hold.
constexpr size_t kMaxTermLength = 32'766;

bool needs_dictionary(const FieldMapping& field) {
  return model::has_terms(field.info.doc_values_type) || field.kind == FieldKind::ip;
}

bool needs_arena(const FieldMapping& field) {
  return field.info.doc_values_type == model::DocValuesType::binary ||
         field.kind == FieldKind::raw_point;
}

void put_vint(std::vector<std::byte>& out, size_t value) {
  for (; value >= 0x80; value >>= 7) out.push_back(static_cast<std::byte>(value | 0x80));
  out.push_back(static_cast<std::byte>(value));
}

bool bytes_less(std::span<const std::byte> a, std::span<const std::byte> b) {
  return std::ranges::lexicographical_compare(a, b);
}

}  // namespace

SegmentBuffer::SegmentBuffer(std::shared_ptr<const Mapping> mapping)
    : mapping_(std::move(mapping)), fields_(mapping_->fields().size()) {
  for (size_t i = 0; i < fields_.size(); ++i) {
    const FieldMapping& field = mapping_->fields()[i];
    if (needs_dictionary(field)) fields_[i].terms = std::make_unique<TermDictionary>();
    if (needs_arena(field)) fields_[i].arena = std::make_unique<ByteArena>();
    const auto type = field.info.doc_values_type;
    fields_[i].gathers = field.kind == FieldKind::binary;
    fields_[i].single = field.kind != FieldKind::binary && type != model::DocValuesType::none &&
                        !model::is_multi_valued(type);
  }
}

size_t SegmentBuffer::memory() const {
  size_t bytes = stored_.memory();
  for (const FieldBuffer& f : fields_) {
    bytes += f.numbers.memory();
    if (f.terms) bytes += f.terms->memory();
    if (f.arena) bytes += f.arena->memory();
  }
  return bytes;
}

void SegmentBuffer::refuse_second_value(int32_t field) const {
  const auto& info = mapping_->fields()[static_cast<size_t>(field)].info;
  throw MalformedValue("a " + std::string(model::name_of(info.doc_values_type)) +
                       " field takes one value a document");
}

void SegmentBuffer::add_term(int32_t field, std::span<const std::byte> term) {
  if (term.size() > kMaxTermLength) {
    throw MalformedValue("a term of " + std::to_string(term.size()) + " bytes is longer than " +
                         std::to_string(kMaxTermLength));
  }
  FieldBuffer& f = fields_[static_cast<size_t>(field)];
  if (f.single && f.numbers.has(documents_)) refuse_second_value(field);
  add_number(field, f.terms->add(term));
}

void SegmentBuffer::add_bytes(int32_t field, std::span<const std::byte> value) {
  if (value.size() > INT32_MAX) throw MalformedValue("a value of more than 2^31 - 1 bytes");
  FieldBuffer& f = fields_[static_cast<size_t>(field)];
  if (f.single && f.numbers.has(documents_)) refuse_second_value(field);
  add_number(field, static_cast<int64_t>(f.arena->add(value)));
}

void SegmentBuffer::store_bytes(int32_t field, codec::StoredType type,
                                std::span<const std::byte> value) {
  touched_stored_.push_back(field);
  stored_.add_bytes(mapping_->fields()[static_cast<size_t>(field)].info.number, type, value);
}

void SegmentBuffer::store_number(int32_t field, codec::StoredType type, int64_t value) {
  touched_stored_.push_back(field);
  stored_.add_number(mapping_->fields()[static_cast<size_t>(field)].info.number, type, value);
}

/// Elasticsearch's coding of a `binary` field: how many distinct values, then each with its length,
/// in byte order.
void SegmentBuffer::unite_binary(int32_t field) {
  FieldBuffer& f = fields_[static_cast<size_t>(field)];
  std::vector<std::span<const std::byte>> values;
  for (const int64_t place : f.numbers.last_values()) {
    values.push_back(f.arena->get(static_cast<uint64_t>(place)));
  }
  std::ranges::sort(values, bytes_less);
  const auto repeated = std::ranges::unique(
      values, [](const auto& a, const auto& b) { return std::ranges::equal(a, b); });
  values.erase(repeated.begin(), repeated.end());
  std::vector<std::byte> united;
  put_vint(united, values.size());
  for (const auto value : values) {
    put_vint(united, value.size());
    united.insert(united.end(), value.begin(), value.end());
  }
  f.numbers.replace_last(static_cast<int64_t>(f.arena->add(united)));
}

void SegmentBuffer::note_appearance() {
  const size_t known = appearance_.size();
  for (const auto* touched : {&touched_, &touched_stored_}) {
    for (const int32_t field : *touched) {
      FieldBuffer& f = fields_[static_cast<size_t>(field)];
      if (f.seen) continue;
      f.seen = true;
      appearance_.push_back(field);
    }
  }
  // Positions are in number order.
  if (appearance_.size() > known + 1) {
    std::sort(appearance_.begin() + static_cast<ptrdiff_t>(known), appearance_.end());
  }
}

void SegmentBuffer::end_document(codec::Lucene90StoredFieldsWriter* stored) {
  note_appearance();
  for (const int32_t field : touched_) {
    if (fields_[static_cast<size_t>(field)].gathers) unite_binary(field);
  }
  stored_.end_document();
  if (stored != nullptr) {
    stored_.write(stored_.documents() - 1, *stored);
    stored_.clear();
  }
  touched_.clear();
  touched_stored_.clear();
  ++documents_;
}

void SegmentBuffer::roll_back() {
  for (const int32_t field : touched_) {
    FieldBuffer& f = fields_[static_cast<size_t>(field)];
    f.numbers.remove_last();
    f.rolled_back = true;
  }
  stored_.roll_back();
  touched_.clear();
  touched_stored_.clear();
}

void SegmentBuffer::clear() {
  for (FieldBuffer& f : fields_) {
    if (f.seen || f.rolled_back) {
      f.numbers.clear();
      if (f.terms) f.terms->clear();
      if (f.arena) f.arena->clear();
    }
    f.seen = f.rolled_back = false;
  }
  stored_.clear();
  appearance_.clear();
  touched_.clear();
  touched_stored_.clear();
  documents_ = 0;
}

}  // namespace segsmith::index
