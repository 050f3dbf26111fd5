// SPDX-License-Identifier: Apache-2.0
#include "codec/lucene90_doc_values_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <map>

#include "codec/doc_values_test_support.h"
#include "codec/lucene90_indexed_disi_reader.h"
#include "model/doc_values_iterators.h"
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

/// The numbers or ordinals of a field of any type.
class NumbersOf final : public model::MultiValuedIterator {
 public:
  explicit NumbersOf(const model::DocValuesField& field) : MultiValuedIterator(field) {}
  using MultiValuedIterator::next;
};

/// Reads everything; a checksum over what was read, or nothing when an error of ours was thrown.
std::optional<uint64_t> read_all(const store::Directory& directory, const Id& id,
                                 const model::FieldInfos& infos) {
  uint64_t sum = 0;
  const auto mix = [&](uint64_t v) { sum = (sum ^ v) * 0x9E3779B97F4A7C15; };
  try {
    const Lucene90DocValuesReader reader(state_of(directory, id), infos);
    for (const model::FieldInfo& info : infos) {
      const auto& field = reader.field(info);
      std::vector<int32_t> docs(kDocs);
      docs.resize(field.presence->docs(0, docs));
      for (int32_t doc : docs) {
        mix(static_cast<uint64_t>(doc));
        mix(static_cast<uint64_t>(field.presence->rank(doc)));
      }
      if (field.numbers) {
        std::vector<int64_t> values(field.numbers->size());
        field.numbers->values(0, values);
        for (int64_t v : values) mix(static_cast<uint64_t>(v));
        const auto column = model::number_column(field);
        model::NumberBlock block;
        while (column->next(block)) mix(block.values.size());
      }
      model::BytesBlock bytes;
      reader.visit_field(info, [&](const model::Fact& fact) { mix(fact.length); });
      if (field.binary) {
        model::BinaryDocValues it(field);
        while (it.next_doc() != model::kNoMoreDocs) mix(it.binary_value().size());
        field.binary->values(0, field.binary->size(), bytes);
        for (size_t i = 0; i < bytes.size(); ++i) mix(store::crc32(0, bytes[i]));
      }
      if (!field.binary) {
        NumbersOf it(field);
        while (it.next_doc() != model::kNoMoreDocs) {
          mix(static_cast<uint64_t>(it.doc_id_run_end()));
          for (int32_t i = it.doc_value_count(); i > 0; --i) mix(static_cast<uint64_t>(it.next()));
        }
      }
      if (field.terms) {
        field.terms->terms(0, static_cast<size_t>(field.terms->size()), bytes);
        for (size_t i = 0; i < bytes.size(); ++i) mix(store::crc32(0, bytes[i]));
        const std::string target = term(33);
        mix(static_cast<uint64_t>(
            field.terms->seek_ceil(std::as_bytes(std::span(target))).ordinal));
      }
      if (const auto skip_index = reader.skip_index(info)) {
        for (int level = 0; level < skipper::kMaxLevels; ++level) {
          for (const auto& i : skip_index->intervals(level)) {
            mix(static_cast<uint64_t>(i.min_value ^ i.max_value));
            mix(static_cast<uint64_t>(i.min_doc) << 32 | static_cast<uint64_t>(i.max_doc));
          }
        }
        skipper::SkipCursor cursor(skip_index);
        for (int32_t doc = 0; cursor.advance(doc); doc = cursor.interval().max_doc + 17) {
          mix(static_cast<uint64_t>(cursor.interval().doc_count));
        }
      }
    }
    uint64_t facts = 0;
    reader.visit([&](const model::Fact& fact) { facts += fact.length; });
    mix(facts);
  } catch (const Error&) {
    return std::nullopt;
  }
  return sum;
}

/// The golden files with one of them replaced at a time.
class Damage {
 public:
  explicit Damage(int version)
      : files(golden_files(version)),
        infos_(testing::field_infos(golden_fields())),
        directory_(directory_of(files)) {}

  std::optional<uint64_t> read(const std::string& name, std::span<const std::byte> bytes) {
    directory_->remove(name);
    put(*directory_, name, bytes);
    return read_all(*directory_, id_of(files), infos_);
  }
  void restore(const std::string& name) {
    directory_->remove(name);
    put(*directory_, name, files.at(name));
  }

  /// Every byte of the current version; older ones, whose encodings are the same, in steps.
  size_t step() const { return files.contains("_0_Lucene90_0.dvp") ? 1 : 5; }

  const Files files;

 private:
  model::FieldInfos infos_;
  std::unique_ptr<store::MemoryDirectory> directory_;
};

TEST_P(Lucene90Golden, TruncatedFilesAreNamedErrors) {
  Damage damage(GetParam());
  for (const auto& [name, bytes] : damage.files) {
    for (size_t length = 0; length < bytes.size(); length += damage.step()) {
      ASSERT_EQ(damage.read(name, std::span(bytes).first(length)), std::nullopt)
          << name << " of " << length;
    }
    std::vector<std::byte> longer = bytes;
    longer.resize(bytes.size() + 47);
    ASSERT_EQ(damage.read(name, longer), std::nullopt) << name << " extended";
    damage.restore(name);
  }
}

TEST_P(Lucene90Golden, FlippedBytesAreErrorsOrReadWithoutHarm) {
  Damage damage(GetParam());
  for (const auto& [name, bytes] : damage.files) {
    ASSERT_NE(damage.read(name, bytes), std::nullopt);
    size_t errors = 0;
    std::vector<std::byte> damaged = bytes;
    for (size_t at = 0; at < bytes.size(); at += damage.step()) {
      damaged[at] ^= at % 3 == 0 ? std::byte{0xFF} : static_cast<std::byte>(1 << at % 8);
      errors += !damage.read(name, damaged);
      damaged[at] = bytes[at];
    }
    EXPECT_GT(errors * damage.step(), name.ends_with(".dvm") ? bytes.size() / 2 : size_t{0})
        << name;
    damage.restore(name);
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
  files["_0_Lucene90_0.dvm"][store::header_length(kMetaCodec) - 1] = std::byte{4};
  const auto directory = directory_of(files);
  EXPECT_THROW(
      Lucene90DocValuesReader(state_of(*directory, id), testing::field_infos(golden_fields())),
      UnsupportedVersion);
}

}  // namespace
}  // namespace segsmith::codec::lucene90
