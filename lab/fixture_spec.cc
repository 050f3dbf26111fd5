// SPDX-License-Identifier: Apache-2.0
#include "lab/fixture_spec.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "index/document_parser.h"
#include "lab/json_text.h"
#include "util/error.h"

namespace segsmith::lab {
namespace {

using Json = nlohmann::ordered_json;

/// FNV-1a: seeds that hang on a field's name and not on its place.
uint64_t hash_of(std::string_view text) {
  uint64_t hash = 0xcbf29ce484222325;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return hash;
}

}  // namespace

FixtureSpec FixtureSpec::parse(std::string_view text, const std::string& name) {
  const Json json = Json::parse(text, nullptr, false);
  if (json.is_discarded()) throw InvalidArgument(name + ": not JSON");
  try {
    SpecReader in("the spec", json);
    FixtureSpec spec;
    spec.documents_ = static_cast<uint64_t>(in.whole("documents", 1000, 0, INT32_MAX - 128));
    spec.flush_docs_ = in.whole("flush_docs", 0, 0, INT32_MAX - 128);
    const Json& mapping = in.value("mapping");
    if (!mapping.is_object()) in.refuse("mapping", "the body of a create-index call", mapping);
    spec.mapping_ = index::Mapping::parse(mapping.dump(), "its mapping");
    const Json& fields = in.value("fields");
    if (!fields.is_object()) in.refuse("fields", "an object", fields);
    for (const auto& [field, values] : fields.items()) {
      if (!spec.mapping_->find(field)) {
        throw InvalidArgument("field \"" + field + "\": the mapping has no such field");
      }
      make_field_generator(field, values);
    }
    spec.fields_ = fields.dump();
    in.finish();
    return spec;
  } catch (const InvalidArgument& e) {
    throw InvalidArgument(name + ": " + e.what());
  }
}

FixtureSpec::Documents::Documents(const FixtureSpec& spec, uint64_t seed) {
  const Json fields = Json::parse(spec.fields_);
  for (const auto& [name, values] : fields.items()) {
    std::string key;
    append_json_string(key, name);
    fields_.push_back({key + ":", make_field_generator(name, values), Dice(seed ^ hash_of(name))});
  }
}

void FixtureSpec::Documents::append(std::string& out) {
  char separator = '{';
  const size_t begin = out.size();
  for (Field& field : fields_) {
    const size_t before = out.size();
    out += separator;
    out += field.name;
    const size_t value = out.size();
    field.values->append(field.dice, out);
    if (out.size() == value) {
      out.resize(before);
    } else {
      separator = ',';
    }
  }
  out += out.size() == begin ? "{}" : "}";
}

void write_fixture(const FixtureSpec& spec, uint64_t seed,
                   std::shared_ptr<store::Directory> directory,
                   const codec::LuceneRelease& release) {
  index::IndexWriterOptions options;
  options.flush_docs = spec.flush_docs();
  options.seed = seed;
  options.release = &release;
  index::IndexWriter writer(std::move(directory), spec.mapping(), options);
  index::DocumentParser parser(spec.mapping(), false);
  FixtureSpec::Documents documents(spec, seed);
  std::string line;
  for (uint64_t d = 0; d < spec.documents(); ++d) {
    line.clear();
    documents.append(line);
    const size_t length = line.size();
    line.append(index::DocumentParser::kPadding, '\0');
    try {
      parser.parse(std::string_view(line).substr(0, length), writer.documents(), writer.buffer());
    } catch (const index::DocumentError& e) {
      throw InvalidArgument("document " + std::to_string(d + 1) + ": " + e.what());
    }
    writer.document_added();
  }
  writer.commit();
}

const NamedSpec* find_named_spec(std::string_view name) {
  const auto specs = named_specs();
  const auto found =
      std::find_if(specs.begin(), specs.end(), [&](const NamedSpec& s) { return s.name == name; });
  return found == specs.end() ? nullptr : &*found;
}

}  // namespace segsmith::lab
