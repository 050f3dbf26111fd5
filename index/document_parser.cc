// SPDX-License-Identifier: Apache-2.0
#include "index/document_parser.h"

#include <simdjson.h>

#include <array>
#include <cstring>
#include <utility>
#include <vector>

#include "index/key_predictor.h"
#include "index/number_text.h"
#include "index/value_adder.h"
#include "index/value_parser.h"

namespace segsmith::index {
namespace {

namespace json = simdjson::ondemand;

constexpr size_t kMostDroppedNames = 1000;

/// The token without the blanks that follow it.
std::string_view trimmed(std::string_view token) {
  while (!token.empty() && (token.back() == ' ' || token.back() == '\n' || token.back() == '\r' ||
                            token.back() == '\t')) {
    token.remove_suffix(1);
  }
  return token;
}

}  // namespace

DocumentError::DocumentError(size_t offset, std::string field, std::string message)
    : InvalidArgument(field.empty() ? message : "field '" + field + "': " + message),
      offset_(offset),
      field_(std::move(field)) {}

class DocumentParser::Impl {
 public:
  Impl(std::shared_ptr<const Mapping> mapping, bool drop_unmapped)
      : mapping_(std::move(mapping)), adder_(*mapping_), drop_unmapped_(drop_unmapped) {
    for (const ObjectNode& node : mapping_->nodes()) keys_.emplace_back(node);
  }

  void parse(std::string_view line, int64_t seq_no, SegmentBuffer& out) {
    line_ = line;
    out_ = &out;
    place_ = line.data();
    json::document document;
    check(
        parser_
            .iterate(simdjson::padded_string_view(line.data(), line.size(), line.size() + kPadding))
            .get(document));
    json::object root;
    const auto error = document.get_object().get(root);
    if (error == simdjson::INCORRECT_TYPE) fail("the document is not a JSON object");
    check(error);
    read_object(root, 0, 0);
    if (document.current_location().error() != simdjson::OUT_OF_BOUNDS) {
      place_ = document.current_location().value_unsafe();
      fail("text after the document");
    }
    add_metadata(seq_no);
  }

  /// The error of the value or place that was being read.
  DocumentError located(const std::string& message, int32_t field = -1) const {
    const auto size = static_cast<ptrdiff_t>(line_.size());
    const ptrdiff_t offset = place_ - line_.data();
    return {static_cast<size_t>(offset < 0 || offset > size ? size : offset),
            field < 0 ? std::string{} : mapping_->fields()[static_cast<size_t>(field)].name,
            message};
  }
  int32_t failed_field() const { return adder_.failed_field(); }
  const std::map<std::string, uint64_t>& dropped() const { return dropped_; }

 private:
  [[noreturn]] void fail(const std::string& message, int32_t field = -1) const {
    throw located(message, field);
  }
  void check(simdjson::error_code error) const {
    if (error != simdjson::SUCCESS) [[unlikely]] {
      fail(std::string("malformed JSON: ") + simdjson::error_message(error));
    }
  }
  void check_depth(int depth) const {
    if (depth > kMostNesting) fail("objects and arrays are nested too deep");
  }

  /// The value's first token, and where messages point from now on.
  std::string_view token_of(json::value& value) {
    const std::string_view token = trimmed(value.raw_json_token());
    place_ = token.data();
    if (token.empty()) fail("malformed JSON: a value is missing");
    return token;
  }

  void read_object(json::object& object, int32_t node, int depth);
  void read_node(json::value value, int32_t node, int depth);
  void read_field(json::value value, int32_t field, int depth);
  void read_composite(json::value value, int32_t field, int depth);
  void read_hex(json::value& value, int32_t field);
  void read_geo_point(json::value value, int32_t field, int depth);
  void read_geo_object(json::value& value, int32_t field, int depth);
  void read_raw_points(json::value value, int32_t field);
  bool read_scalars(json::value& value, std::vector<OwnedScalar>& out);
  JsonScalar read_scalar(json::value& value, std::string_view token);
  void skip(json::value value, int depth);
  void refuse_or_drop(json::value value, const std::string& parent, std::string_view key,
                      int depth);
  void add_metadata(int64_t seq_no);

  std::shared_ptr<const Mapping> mapping_;
  ValueAdder adder_;
  bool drop_unmapped_;
  json::parser parser_;
  std::vector<KeyPredictor> keys_;  ///< By node.
  std::map<std::string, uint64_t> dropped_;
  std::string_view line_;
  const char* place_ = nullptr;
  SegmentBuffer* out_ = nullptr;
};

void DocumentParser::Impl::read_object(json::object& object, int32_t node, int depth) {
  check_depth(depth);
  int32_t previous = KeyPredictor::kStart;
  for (auto item : object) {
    json::field field;
    check(std::move(item).get(field));
    KeyPredictor& keys = keys_[static_cast<size_t>(node)];
    int32_t child = keys.predicted(previous, field.key().raw());
    if (child == KeyPredictor::kNone) {
      std::string_view key;
      place_ = field.key().raw();
      check(field.unescaped_key().get(key));
      child = keys.find(previous, key);
      if (child == KeyPredictor::kNone) {
        refuse_or_drop(std::move(field.value()), mapping_->nodes()[static_cast<size_t>(node)].path,
                       key, depth + 1);
        continue;
      }
    }
    previous = KeyPredictor::after(child);
    read_node(std::move(field.value()), keys.node(child), depth + 1);
  }
}

void DocumentParser::Impl::read_node(json::value value, int32_t node, int depth) {
  const ObjectNode& mapped = mapping_->nodes()[static_cast<size_t>(node)];
  if (mapped.field >= 0) {
    read_field(std::move(value), mapped.field, depth);
    return;
  }
  check_depth(depth);
  const std::string_view token = token_of(value);
  if (token[0] == '{') {
    json::object object;
    check(value.get_object().get(object));
    read_object(object, node, depth);
  } else if (token[0] == '[') {
    json::array array;
    check(value.get_array().get(array));
    for (auto item : array) {
      json::value element;
      check(std::move(item).get(element));
      read_node(std::move(element), node, depth + 1);
    }
  } else if (read_scalar(value, token).kind != ScalarKind::null) {
    throw DocumentError(located("").offset(), mapped.path, "an object in the mapping, not a value");
  }
}

void DocumentParser::Impl::read_field(json::value value, int32_t field, int depth) {
  const std::string_view token = token_of(value);
  if (token[0] != '{' && token[0] != '[') [[likely]] {
    adder_.add(*out_, field, read_scalar(value, token));
    return;
  }
  check_depth(depth);
  if (token[0] == '[' && !mapping_->fields()[static_cast<size_t>(field)].takes_arrays()) {
    json::array array;
    check(value.get_array().get(array));
    for (auto item : array) {
      json::value element;
      check(std::move(item).get(element));
      read_field(std::move(element), field, depth + 1);
    }
    return;
  }
  const FieldMapping& mapped = mapping_->fields()[static_cast<size_t>(field)];
  try {
    read_composite(std::move(value), field, depth);
  } catch (const MalformedValue& e) {
    if (!mapped.ignore_malformed) fail(e.what(), field);
  }
  // Multi-fields take single values only.
  for (const int32_t sub : mapped.multi_fields) {
    const FieldMapping& other = mapping_->fields()[static_cast<size_t>(sub)];
    if (!other.ignore_malformed && other.kind != FieldKind::no_structure) {
      fail("an object where a value of type " + other.type + " is expected", sub);
    }
  }
}

JsonScalar DocumentParser::Impl::read_scalar(json::value& value, std::string_view token) {
  switch (token[0]) {
    case '"': {
      if (std::memchr(token.data(), '\\', token.size()) == nullptr) [[likely]] {
        if (token.size() < 2 || token.back() != '"') fail("malformed JSON: a string does not end");
        return {ScalarKind::string, token.substr(1, token.size() - 2)};
      }
      std::string_view text;
      check(value.get_string().get(text));
      return {ScalarKind::string, text};
    }
    case 't':
    case 'f':
      if (token != "true" && token != "false") break;
      return {ScalarKind::boolean, token};
    case 'n':
      if (token != "null") break;
      return {ScalarKind::null, token};
    default:
      if (!is_json_number(token)) break;
      return {ScalarKind::number, token};
  }
  fail("malformed JSON: '" + std::string(token.substr(0, 40)) + "' is no value");
}

/// Walks a value that nobody wants: what is kept in `_source` or dropped must still be JSON.
void DocumentParser::Impl::skip(json::value value, int depth) {
  check_depth(depth);
  const std::string_view token = token_of(value);
  if (token[0] == '{') {
    json::object object;
    check(value.get_object().get(object));
    for (auto item : object) {
      json::field field;
      check(std::move(item).get(field));
      std::string_view key;
      check(field.unescaped_key().get(key));
      skip(std::move(field.value()), depth + 1);
    }
  } else if (token[0] == '[') {
    json::array array;
    check(value.get_array().get(array));
    for (auto item : array) {
      json::value element;
      check(std::move(item).get(element));
      skip(std::move(element), depth + 1);
    }
  } else {
    read_scalar(value, token);
  }
}

void DocumentParser::Impl::refuse_or_drop(json::value value, const std::string& parent,
                                          std::string_view key, int depth) {
  if (mapping_->keeps_unmapped()) {
    skip(std::move(value), depth);
    return;
  }
  std::string name = parent;
  if (!name.empty()) name += '.';
  name += key;
  if (!drop_unmapped_) {
    throw DocumentError(located("").offset(), name, "is not in the mapping");
  }
  skip(std::move(value), depth);
  if (!dropped_.contains(name) && dropped_.size() >= kMostDroppedNames) name = "(others)";
  ++dropped_[name];
}

void DocumentParser::Impl::add_metadata(int64_t seq_no) {
  if (mapping_->seq_no() >= 0) {
    const std::array<std::pair<int32_t, int64_t>, 3> defaults{
        {{mapping_->seq_no(), seq_no}, {mapping_->primary_term(), 1}, {mapping_->version(), 1}}};
    for (const auto& [field, value] : defaults) {
      if (!out_->has_value(field)) out_->add_number(field, value);
    }
  }
  if (mapping_->source() >= 0) {
    out_->store_bytes(mapping_->source(), codec::StoredType::bytes,
                      std::as_bytes(std::span(line_.data(), line_.size())));
  }
}

void DocumentParser::Impl::read_composite(json::value value, int32_t field, int depth) {
  const FieldMapping& mapped = mapping_->fields()[static_cast<size_t>(field)];
  const bool array = token_of(value)[0] == '[';
  if (mapped.kind == FieldKind::geo_point) {
    read_geo_point(std::move(value), field, depth);
  } else if (mapped.kind == FieldKind::raw_point && array) {
    read_raw_points(std::move(value), field);
  } else if (mapped.kind == FieldKind::raw_point || mapped.kind == FieldKind::raw_bytes) {
    read_hex(value, field);
  } else {
    skip(std::move(value), depth);
    throw MalformedValue("an object where a value of type " + mapped.type + " is expected");
  }
}

/// {"hex": "00ff"}
void DocumentParser::Impl::read_hex(json::value& value, int32_t field) {
  json::object object;
  check(value.get_object().get(object));
  bool found = false;
  std::string digits;
  for (auto item : object) {
    json::field entry;
    check(std::move(item).get(entry));
    std::string_view key;
    check(entry.unescaped_key().get(key));
    json::value inner = std::move(entry.value());
    const std::string_view token = token_of(inner);
    if (found || key != "hex" || token[0] != '"') {
      throw MalformedValue("an object that is not {\"hex\": \"...\"}");
    }
    digits = read_scalar(inner, token).text;
    found = true;
  }
  if (!found) throw MalformedValue("an object that is not {\"hex\": \"...\"}");
  adder_.add_hex(*out_, field, digits);
}

/// The scalars of an array; false when it holds an object or array (then `out` is not whole).
bool DocumentParser::Impl::read_scalars(json::value& value, std::vector<OwnedScalar>& out) {
  json::array array;
  check(value.get_array().get(array));
  for (auto item : array) {
    json::value element;
    check(std::move(item).get(element));
    const std::string_view token = token_of(element);
    if (token[0] == '{' || token[0] == '[') return false;
    const JsonScalar scalar = read_scalar(element, token);
    out.push_back({scalar.kind, std::string(scalar.text)});
  }
  return true;
}

/// "lat,lon", {"lat", "lon"}, a GeoJSON point, [lon, lat], or an array of these.
void DocumentParser::Impl::read_geo_point(json::value value, int32_t field, int depth) {
  check_depth(depth);
  const std::string_view token = token_of(value);
  if (token[0] == '{') {
    read_geo_object(value, field, depth);
    return;
  }
  if (token[0] != '[') {
    adder_.add(*out_, field, read_scalar(value, token));
    return;
  }
  json::array array;
  check(value.get_array().get(array));
  std::vector<OwnedScalar> numbers;
  for (auto item : array) {
    json::value element;
    check(std::move(item).get(element));
    const std::string_view inner = token_of(element);
    const bool scalar = inner[0] != '{' && inner[0] != '[';
    if (scalar && (!numbers.empty() || inner[0] == '-' || (inner[0] >= '0' && inner[0] <= '9'))) {
      const JsonScalar number = read_scalar(element, inner);
      numbers.push_back({number.kind, std::string(number.text)});
    } else if (!numbers.empty()) {
      throw MalformedValue("a place [lon, lat] that holds more than numbers");
    } else {
      read_geo_point(std::move(element), field, depth + 1);
    }
  }
  if (numbers.empty()) return;
  if (numbers.size() < 2) throw MalformedValue("a place [lon, lat] of one number");
  adder_.add_geo_point(*out_, field, parse_coordinate(numbers[1].view()),
                       parse_coordinate(numbers[0].view()));
}

void DocumentParser::Impl::read_geo_object(json::value& value, int32_t field, int depth) {
  json::object object;
  check(value.get_object().get(object));
  OwnedScalar latitude, longitude;
  for (auto item : object) {
    json::field entry;
    check(std::move(item).get(entry));
    std::string_view key;
    check(entry.unescaped_key().get(key));
    const bool is_latitude = key == "lat", is_longitude = key == "lon";
    const bool coordinates = key == "coordinates";
    json::value inner = std::move(entry.value());
    const std::string_view token = token_of(inner);
    if (coordinates && token[0] == '[') {
      std::vector<OwnedScalar> pair;
      if (!read_scalars(inner, pair) || pair.size() != 2) {
        throw MalformedValue("coordinates that are not [lon, lat]");
      }
      longitude = pair[0];
      latitude = pair[1];
    } else if ((is_latitude || is_longitude) && token[0] != '{' && token[0] != '[') {
      const JsonScalar scalar = read_scalar(inner, token);
      (is_latitude ? latitude : longitude) = {scalar.kind, std::string(scalar.text)};
    } else {
      skip(std::move(inner), depth + 1);
    }
  }
  adder_.add_geo_point(*out_, field, parse_coordinate(latitude.view()),
                       parse_coordinate(longitude.view()));
}

/// [1] is one point; [[1], {"hex": "..."}] are several.
void DocumentParser::Impl::read_raw_points(json::value value, int32_t field) {
  json::array array;
  check(value.get_array().get(array));
  std::vector<int64_t> numbers;
  bool points = false;
  for (auto item : array) {
    json::value element;
    check(std::move(item).get(element));
    const std::string_view token = token_of(element);
    if (token[0] == '{' && numbers.empty()) {
      points = true;
      read_hex(element, field);
      continue;
    }
    std::vector<OwnedScalar> inner;
    const bool nested = token[0] == '[';
    if (token[0] == '{' || (nested ? !numbers.empty() || !read_scalars(element, inner) : points)) {
      throw MalformedValue("an array that is neither one point nor several");
    }
    points |= nested;
    if (!nested) {
      const JsonScalar scalar = read_scalar(element, token);
      inner.push_back({scalar.kind, std::string(scalar.text)});
    }
    for (const OwnedScalar& scalar : inner) {
      const auto number = scalar.kind == ScalarKind::number && !is_fractional(scalar.text)
                              ? parse_int64(scalar.text)
                              : std::nullopt;
      if (!number) throw MalformedValue("'" + scalar.text + "' is not a 64-bit integer");
      numbers.push_back(*number);
    }
    if (nested) adder_.add_raw_point(*out_, field, std::exchange(numbers, {}));
  }
  if (!points) adder_.add_raw_point(*out_, field, numbers);
}

DocumentParser::DocumentParser(std::shared_ptr<const Mapping> mapping, bool drop_unmapped)
    : impl_(std::make_unique<Impl>(std::move(mapping), drop_unmapped)) {}

DocumentParser::~DocumentParser() = default;

void DocumentParser::parse(std::string_view line, int64_t seq_no, SegmentBuffer& out) {
  try {
    impl_->parse(line, seq_no, out);
  } catch (const MalformedValue& e) {
    out.roll_back();
    throw impl_->located(e.what(), impl_->failed_field());
  } catch (...) {
    out.roll_back();
    throw;
  }
}

const std::map<std::string, uint64_t>& DocumentParser::dropped() const { return impl_->dropped(); }

}  // namespace segsmith::index
