// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "index/index_writer.h"
#include "index/mapping.h"
#include "lab/field_generator.h"
#include "store/directory.h"

namespace segsmith::lab {

/// A fixture: a mapping, and how many documents of which values. docs/fixture-specs.md
class FixtureSpec {
 public:
  /// InvalidArgument begins with `name` and says what is wrong, down to the parameter.
  static FixtureSpec parse(std::string_view json, const std::string& name);

  const std::shared_ptr<const index::Mapping>& mapping() const { return mapping_; }
  uint64_t documents() const { return documents_; }
  int64_t flush_docs() const { return flush_docs_; }

  /// Documents one after another, the same for the same seed.
  class Documents {
   public:
    Documents(const FixtureSpec& spec, uint64_t seed);
    /// Appends the next document without a line end.
    void append(std::string& out);

   private:
    struct Field {
      std::string name;  ///< `"name":`, ready to print.
      std::unique_ptr<FieldGenerator> values;
      Dice dice;  ///< Its own, so that fields do not move one another.
    };
    std::vector<Field> fields_;
  };

 private:
  std::shared_ptr<const index::Mapping> mapping_;
  uint64_t documents_ = 0;
  int64_t flush_docs_ = 0;
  std::string fields_;  ///< The member "fields", as JSON.
};

/// Writes the fixture's index into an empty directory: same spec and seed, same bytes.
void write_fixture(const FixtureSpec& spec, uint64_t seed,
                   std::shared_ptr<store::Directory> directory,
                   const codec::LuceneRelease& release = codec::kCurrentRelease);

/// A spec that ships with the library.
struct NamedSpec {
  std::string_view name;
  std::string_view what;
  std::string_view json;
};
std::span<const NamedSpec> named_specs();
/// Null when there is none.
const NamedSpec* find_named_spec(std::string_view name);

}  // namespace segsmith::lab
