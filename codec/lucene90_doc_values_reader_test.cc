// SPDX-License-Identifier: Apache-2.0
#include "codec/lucene90_doc_values_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <map>

#include "codec/doc_values_test_support.h"
#include "codec/testdata/doc_values_digest.h"
#include "packing/testdata/damage_sweep.h"
#include "store/codec_util.h"

namespace segsmith::codec::lucene90 {
namespace {

using model::DocValuesType;
using testing::PlainField;

constexpr int32_t kDocs = 140;
constexpr std::array<std::string_view, 4> kExtensions = {"dvd", "dvm", "dvs", "dvp"};

std::string term(int i) {
  const std::string digits = std::to_string(i);
  return "shared-prefix-of-terms/" + std::string(5 - digits.size(), '0') + digits +
         std::string(static_cast<size_t>(i % 23), 'x');
}

std::string four_digits(int i) {
  const std::string digits = std::to_string(i);
  return std::string(4 - digits.size(), '0') + digits;
}

std::string nine_lengths(int i) {
  std::string s(static_cast<size_t>(i % 9), '\0');
  for (size_t k = 0; k < s.size(); ++k) s[k] = static_cast<char>(i + static_cast<int>(k));
  return s;
}

class GoldenFields {
 public:
  template <class F>
  void numbers(const char* name, DocValuesType type, bool skip, F&& value) {
    PlainField& f = add(name, type, skip);
    f.numbers.resize(kDocs);
    for (int i = 0; i < kDocs; ++i) value(i, f.numbers[static_cast<size_t>(i)]);
  }
  template <class F>
  void strings(const char* name, DocValuesType type, bool skip, F&& value) {
    PlainField& f = add(name, type, skip);
    f.strings.resize(kDocs);
    for (int i = 0; i < kDocs; ++i) value(i, f.strings[static_cast<size_t>(i)]);
  }
  std::vector<PlainField> fields;

 private:
  PlainField& add(const char* name, DocValuesType type, bool skip) {
    PlainField& f = fields.emplace_back();
    f.info.name = name;
    f.info.number = static_cast<int32_t>(fields.size()) - 1;
    f.info.doc_values_type = type;
    f.info.skip_index_type = skip ? model::SkipIndexType::range : model::SkipIndexType::none;
    return f;
  }
};

/// The documents of testdata/MakeLucene90DocValues.java, fields by number.
std::vector<PlainField> golden_fields() {
  using Numbers = std::vector<int64_t>;
  using Strings = std::vector<std::string>;
  GoldenFields g;
  const auto numeric = DocValuesType::numeric;
  g.numbers("n_const", numeric, false, [](int, Numbers& v) { v = {7}; });
  g.numbers("n_table", numeric, false, [](int i, Numbers& v) {
    v = {std::array<int64_t, 3>{1000, -5, 123456789012}[static_cast<size_t>(i % 3)]};
  });
  g.numbers("n_gcd", numeric, true,
            [](int i, Numbers& v) { v = {1700000000000 + 1000 * (i / 2)}; });
  g.numbers("n_direct", numeric, false, [](int i, Numbers& v) { v = {int64_t{i} * i}; });
  g.numbers("n_delta", numeric, false, [](int i, Numbers& v) { v = {-37 * i - i % 2}; });
  g.numbers("n_wide", numeric, false,
            [](int i, Numbers& v) { v = {i % 2 == 0 ? INT64_MIN + i : INT64_MAX - i}; });
  g.numbers("sn_single", DocValuesType::sorted_numeric, false, [](int i, Numbers& v) {
    if (i < 100) v = {5 * int64_t{i} * i};
  });
  g.strings("s_terms", DocValuesType::sorted, true, [](int i, Strings& v) { v = {term(i % 70)}; });
  g.strings("ss_single", DocValuesType::sorted_set, true,
            [](int i, Strings& v) { v = {term(i / 40)}; });
  g.strings("b_fixed", DocValuesType::binary, false,
            [](int i, Strings& v) { v = {four_digits(i)}; });
  g.numbers("sn_multi", DocValuesType::sorted_numeric, true, [](int i, Numbers& v) {
    for (int k = 0; k < i % 4; ++k) v.push_back(i * 10 + k);
  });
  g.strings("s_one", DocValuesType::sorted, false, [](int i, Strings& v) {
    if (i % 2 == 1) v = {"x"};
  });
  g.strings("ss_multi", DocValuesType::sorted_set, false, [](int i, Strings& v) {
    for (int k = 0; k < i % 3; ++k) v.push_back(term(i + 20 * k));
  });
  g.strings("b_variable", DocValuesType::binary, false, [](int i, Strings& v) {
    if (i % 5 != 0) v = {nine_lengths(i)};
  });
  g.numbers("n_sparse", numeric, true, [](int i, Numbers& v) {
    if (i % 7 == 3) v = {i * 11};
  });
  return g.fields;
}

using Files = std::map<std::string, std::vector<std::byte>>;

Files golden_files(int version) {
  Files files;
  for (const std::string_view extension : kExtensions) {
    if (extension == "dvs" && version < 1) continue;
    if (extension == "dvp" && version < 3) continue;
    const std::string name = "_0_Lucene90_0." + std::string(extension);
    std::ifstream in(std::string(SEGSMITH_SOURCE_DIR) + "/codec/testdata/lucene90_dv_v" +
                         std::to_string(version) + "/" + name,
                     std::ios::binary);
    std::string data((std::istreambuf_iterator<char>(in)), {});
    EXPECT_FALSE(data.empty()) << name;
    const auto bytes = std::as_bytes(std::span(data));
    files[name].assign(bytes.begin(), bytes.end());
  }
  return files;
}

/// The segment's id, which stands behind codec name and version of each header.
Id id_of(const Files& files) {
  Id id{};
  const auto& meta = files.at("_0_Lucene90_0.dvm");
  std::copy_n(meta.begin() + static_cast<ptrdiff_t>(store::header_length(kMetaCodec)), id.size(),
              id.begin());
  return id;
}

void put(store::Directory& directory, const std::string& name, std::span<const std::byte> bytes) {
  store::Output out = directory.create(name);
  out.bytes(bytes);
  out.close();
}

std::unique_ptr<store::MemoryDirectory> directory_of(const Files& files) {
  auto directory = std::make_unique<store::MemoryDirectory>();
  for (const auto& [name, bytes] : files) put(*directory, name, bytes);
  return directory;
}

SegmentReadState state_of(const store::Directory& directory, const Id& id) {
  return {directory, "_0", id, kDocs, "Lucene90_0"};
}

void expect_all(const DocValuesReader& reader, const std::vector<PlainField>& fields, int samples) {
  std::mt19937_64 random(samples);
  for (const PlainField& field : fields) {
    testing::expect_field(field, reader.field(field.info), random, samples);
    if (::testing::Test::HasFatalFailure()) return;
    const auto skip_index = reader.skip_index(field.info);
    ASSERT_EQ(skip_index != nullptr, field.info.has_skip_index());
    if (skip_index) testing::expect_skip_index(field, *skip_index);
  }
}

class Lucene90Golden : public ::testing::TestWithParam<int> {};

TEST_P(Lucene90Golden, GivesTheDocumentsThatLuceneWrote) {
  const Files files = golden_files(GetParam());
  const auto directory = directory_of(files);
  const auto fields = golden_fields();
  const Lucene90DocValuesReader reader(state_of(*directory, id_of(files)),
                                       testing::field_infos(fields));
  EXPECT_EQ(reader.version(), GetParam());
  reader.check_integrity();
  expect_all(reader, fields, 200);
}

TEST_P(Lucene90Golden, InfersMaxValueCountBeforeVersion2) {
  const Files files = golden_files(GetParam());
  const auto directory = directory_of(files);
  const auto fields = golden_fields();
  const Lucene90DocValuesReader reader(state_of(*directory, id_of(files)),
                                       testing::field_infos(fields));
  const int multi = GetParam() < 2 ? -1 : 3;
  for (const PlainField& f : fields) {
    if (!f.info.has_skip_index()) continue;
    EXPECT_EQ(reader.skip_index(f.info)->meta().max_value_count,
              f.info.name == "sn_multi" ? multi : 1)
        << f.info.name;
  }
}

TEST_P(Lucene90Golden, FactsCoverEveryByteOnce) {
  const Files files = golden_files(GetParam());
  const auto directory = directory_of(files);
  const Lucene90DocValuesReader reader(state_of(*directory, id_of(files)),
                                       testing::field_infos(golden_fields()));
  std::map<std::string, uint64_t> ends;
  reader.visit([&](const model::Fact& fact) {
    EXPECT_EQ(fact.offset, ends[fact.file]) << fact.file << " " << fact.field << " " << fact.part;
    EXPECT_NE(fact.part, "unattributed");
    ends[fact.file] = fact.offset + fact.length;
  });
  for (const auto& [name, bytes] : files) EXPECT_EQ(ends[name], bytes.size()) << name;
}

TEST_P(Lucene90Golden, UnitsOfAFieldAddUpToItsFacts) {
  const Files files = golden_files(GetParam());
  const auto directory = directory_of(files);
  const Lucene90DocValuesReader reader(state_of(*directory, id_of(files)),
                                       testing::field_infos(golden_fields()));
  std::map<std::string, uint64_t> parts, units;  // By field and file.
  reader.visit([&](const model::Fact& fact) {
    if (!fact.field.empty()) parts[fact.field + " in " + fact.file] += fact.length;
  });
  for (const auto& f : golden_fields()) {
    reader.visit_field(f.info, [&](const model::Fact& fact) {
      EXPECT_EQ(fact.field, f.info.name);
      if (!fact.file.empty()) units[fact.field + " in " + fact.file] += fact.length;
    });
  }
  EXPECT_EQ(units, parts);
}

TEST_P(Lucene90Golden, DamageIsAnErrorOrHarmless) {
  const Files files = golden_files(GetParam());
  const Id id = id_of(files);
  const model::FieldInfos infos = testing::field_infos(golden_fields());
  segsmith::testing::DamageSweep sweep(*directory_of(files), [&](const store::Directory& d) {
    return testing::digest_of(Lucene90DocValuesReader(state_of(d, id), infos), infos);
  });
  // Every byte of the current version; older ones, whose encodings are the same, in steps.
  sweep.thin_out(GetParam() == kVersionCurrent ? 1 : 5);
  for (const auto& [name, bytes] : files) {
    sweep.run(name, name.ends_with(".dvm") ? segsmith::testing::Checksum::at_open
                                           : segsmith::testing::Checksum::on_demand);
  }
}

TEST_P(Lucene90Golden, AWrongChecksumIsThePrimaryFinding) {
  Files files = golden_files(GetParam());
  const Id id = id_of(files);
  files["_0_Lucene90_0.dvm"][70] ^= std::byte{0x10};
  const auto directory = directory_of(files);
  try {
    Lucene90DocValuesReader(state_of(*directory, id), testing::field_infos(golden_fields()));
    FAIL() << "opened";
  } catch (const CorruptIndex& e) {
    EXPECT_THAT(e.what(), ::testing::HasSubstr("checksum"));
    EXPECT_EQ(e.where().file, "_0_Lucene90_0.dvm");
  }
}

INSTANTIATE_TEST_SUITE_P(Versions, Lucene90Golden, ::testing::Values(0, 2, 3),
                         [](const auto& v) { return "Version" + std::to_string(v.param); });

TEST(Lucene90DocValuesReader, RefusesFieldsThatItDoesNotHold) {
  const Files files = golden_files(3);
  const auto directory = directory_of(files);
  const Lucene90DocValuesReader reader(state_of(*directory, id_of(files)),
                                       testing::field_infos(golden_fields()));
  model::FieldInfo other;
  other.name = "other";
  other.number = 99;
  EXPECT_THROW(reader.field(other), InvalidArgument);
}

TEST(Lucene90DocValuesReader, RefusesLaterVersionsByName) {
  Files files = golden_files(3);
  const Id id = id_of(files);
  auto& meta = files["_0_Lucene90_0.dvm"];
  meta[store::header_length(kMetaCodec) - 1] = std::byte{4};
  segsmith::testing::fix_checksum(meta);
  const auto directory = directory_of(files);
  EXPECT_THROW(
      Lucene90DocValuesReader(state_of(*directory, id), testing::field_infos(golden_fields())),
      UnsupportedVersion);
}

}  // namespace
}  // namespace segsmith::codec::lucene90
