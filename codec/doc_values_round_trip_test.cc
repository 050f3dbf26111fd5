// SPDX-License-Identifier: Apache-2.0
// Every format of the registry writes random fields and reads them back; every call of the reader's
// parts is compared with a plain model. A new row of the registry is tested here without more.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <functional>
#include <map>
#include <optional>

#include "codec/doc_values_format_cases.h"
#include "codec/doc_values_iterators_testing.h"
#include "codec/doc_values_test_support.h"

namespace segsmith::codec {
namespace {

using model::DocValuesType;
using testing::PlainField;
using Random = std::mt19937_64;

/// Makes the values of one document; may leave it empty.
using MakeNumbers = std::function<void(Random&, int32_t doc, std::vector<int64_t>&)>;
using MakeStrings = std::function<void(Random&, int32_t doc, std::vector<std::string>&)>;

class Fields {
 public:
  Fields(int32_t max_doc, uint64_t seed) : max_doc_(max_doc), random_(seed) {}

  void add(const std::string& name, DocValuesType type, const MakeNumbers& make,
           bool skip = false) {
    PlainField& f = start(name, type, skip);
    f.numbers.resize(static_cast<size_t>(max_doc_));
    for (int32_t doc = 0; doc < max_doc_; ++doc) {
      auto& values = f.numbers[static_cast<size_t>(doc)];
      make(random_, doc, values);
      std::sort(values.begin(), values.end());
    }
  }
  void add(const std::string& name, DocValuesType type, const MakeStrings& make,
           bool skip = false) {
    PlainField& f = start(name, type, skip);
    f.strings.resize(static_cast<size_t>(max_doc_));
    for (int32_t doc = 0; doc < max_doc_; ++doc) {
      auto& values = f.strings[static_cast<size_t>(doc)];
      make(random_, doc, values);
      std::sort(values.begin(), values.end());
      values.erase(std::unique(values.begin(), values.end()), values.end());
    }
  }
  std::vector<PlainField> fields;

 private:
  PlainField& start(const std::string& name, DocValuesType type, bool skip) {
    PlainField& f = fields.emplace_back();
    f.info.name = name;
    f.info.number = static_cast<int32_t>(fields.size()) - 1;
    f.info.doc_values_type = type;
    f.info.skip_index_type = skip ? model::SkipIndexType::range : model::SkipIndexType::none;
    return f;
  }

  int32_t max_doc_;
  Random random_;
};

int64_t bits(Random& random, int n) {
  return n == 0 ? 0 : static_cast<int64_t>(random() >> (64 - n));
}

class DocValuesRoundTrip : public ::testing::TestWithParam<testing::FormatCase> {
 protected:
  /// Writes the fields as each release that has a version of its own, reads them, and compares
  /// everything.
  void round_trip(const std::vector<PlainField>& fields, int samples, int32_t interval = 4096) {
    for (const LuceneRelease* release : testing::releases_of(*GetParam().format)) {
      SCOPED_TRACE(to_string(release->version));
      round_trip_as(*release, fields, samples, interval);
    }
  }

  void round_trip_as(const LuceneRelease& release, const std::vector<PlainField>& fields,
                     int samples, int32_t interval) {
    const DocValuesFormat& format = *GetParam().format;
    store::MemoryDirectory directory;
    const Id id = IdSource(3).next();
    const int32_t max_doc = fields.front().max_doc();
    const SegmentWriteState write{.directory = directory,
                                  .segment = "_0",
                                  .id = id,
                                  .max_doc = max_doc,
                                  .suffix = "Test_0",
                                  .skip_index_interval_size = interval,
                                  .primary_sort = sort_ ? &*sort_ : nullptr,
                                  .release = &release,
                                  .options = GetParam().options};
    testing::write_fields(format, write, fields);
    const SegmentReadState read{directory, "_0", id, max_doc, "Test_0", write.primary_sort};
    const auto infos = testing::field_infos(fields);
    const auto reader = format.reader(read, infos);
    reader->check_integrity();
    Random random(11);
    for (const PlainField& field : fields) {
      ASSERT_NO_FATAL_FAILURE(
          testing::expect_field(field, reader->field(field.info), random, samples));
      ASSERT_NO_FATAL_FAILURE(
          testing::expect_iterators(field, reader->field(field.info), random, 2 + samples / 10))
          << field.info.name;
      const auto skip_index = reader->skip_index(field.info);
      ASSERT_EQ(skip_index != nullptr, field.info.has_skip_index()) << field.info.name;
      if (skip_index) {
        ASSERT_NO_FATAL_FAILURE(testing::expect_skip_index(field, *skip_index));
      }
    }
    expect_covered(directory, *reader);
  }

  /// The first key of the segments' sort.
  std::optional<model::SortField> sort_;

  static void expect_covered(const store::Directory& directory, const DocValuesReader& reader) {
    std::map<std::string, uint64_t> ends;
    reader.visit([&](const model::Fact& fact) {
      ASSERT_EQ(fact.offset, ends[fact.file]) << fact.file << " " << fact.field << " " << fact.part;
      EXPECT_NE(fact.part, "unattributed")
          << fact.file << " at " << fact.offset << ", " << fact.length << " bytes";
      ends[fact.file] = fact.offset + fact.length;
    });
    for (const std::string& name : directory.list()) {
      EXPECT_EQ(ends[name], directory.length(name)) << name;
    }
  }
};

TEST_P(DocValuesRoundTrip, NumbersOfEveryWidth) {
  Fields f(700, 1);
  for (int width = 0; width <= 64; ++width) {
    f.add("w" + std::to_string(width), DocValuesType::numeric,
          [&](Random& r, int32_t, std::vector<int64_t>& v) { v = {bits(r, width)}; });
  }
  round_trip(f.fields, 5);
}

TEST_P(DocValuesRoundTrip, NumbersOfEveryEncoding) {
  Fields f(40000, 2);
  const auto numeric = DocValuesType::numeric;
  using V = std::vector<int64_t>;
  f.add("constant", numeric, [](Random&, int32_t, V& v) { v = {-42}; });
  f.add("table", numeric,
        [](Random& r, int32_t, V& v) { v = {static_cast<int64_t>(r() % 200) * 123456789 - 99}; });
  f.add("gcd", numeric, [](Random& r, int32_t, V& v) { v = {1000 * bits(r, 20) + 7}; });
  f.add("delta", numeric, [](Random& r, int32_t, V& v) { v = {(int64_t{1} << 40) + bits(r, 11)}; });
  f.add("timestamps", numeric,
        [](Random& r, int32_t d, V& v) { v = {1700000000000 + d * int64_t{250} + bits(r, 6)}; });
  f.add("blocks_gcd", numeric,
        [](Random& r, int32_t d, V& v) { v = {d < 17000 ? 0 : 1000 * bits(r, 30)}; });
  f.add("extremes", numeric, [](Random& r, int32_t, V& v) {
    v = {r() % 3 == 0 ? INT64_MIN + bits(r, 9) : r() % 2 ? INT64_MAX - bits(r, 9) : bits(r, 8)};
  });
  f.add("two_extremes", numeric,
        [](Random& r, int32_t, V& v) { v = {r() % 2 ? INT64_MIN : INT64_MAX}; });
  f.add("negative_blocks", numeric, [](Random& r, int32_t d, V& v) {
    v = {d / 16384 % 2 ? INT64_MIN + bits(r, 33) : -bits(r, 5)};
  });
  round_trip(f.fields, 30);
}

TEST_P(DocValuesRoundTrip, SetsOfDocumentsSparseDenseAndFull) {
  Fields f(65536 * 3 + 77, 3);
  using V = std::vector<int64_t>;
  const auto some = [](uint64_t part, uint64_t of) {
    return [=](Random& r, int32_t d, V& v) {
      if (r() % of < part) v = {d % 300};
    };
  };
  f.add("none", DocValuesType::numeric, [](Random&, int32_t, V&) {});
  f.add("all", DocValuesType::numeric, [](Random&, int32_t d, V& v) { v = {d}; });
  f.add("sparse", DocValuesType::numeric, some(1, 100));
  f.add("dense", DocValuesType::numeric, some(2, 3));
  f.add("first", DocValuesType::numeric, [](Random&, int32_t d, V& v) {
    if (d == 0) v = {0};
  });
  f.add("last", DocValuesType::numeric, [](Random&, int32_t d, V& v) {
    if (d == 65536 * 3 + 76) v = {5};
  });
  f.add("full_block_after_gap", DocValuesType::numeric, [](Random&, int32_t d, V& v) {
    if (d >= 65536 && d < 3 * 65536) v = {d};
  });
  f.add("limits", DocValuesType::numeric, [](Random&, int32_t d, V& v) {
    // 4095 documents stay shorts, 4096 become words, 65535 are words, 65536 are nothing.
    const int32_t block = d >> 16, low = d & 0xFFFF;
    if ((block == 0 && low < 4095) || (block == 1 && low < 4096) || (block == 2 && low != 9))
      v = {d};
  });
  round_trip(f.fields, 60);
}

TEST_P(DocValuesRoundTrip, MultiValuedNumbersWithSkipIndexes) {
  Fields f(9000, 4);
  using V = std::vector<int64_t>;
  f.add(
      "some", DocValuesType::sorted_numeric,
      [](Random& r, int32_t d, V& v) {
        for (uint64_t n = r() % 4; n > 0; --n) v.push_back(d + bits(r, 10));
      },
      true);
  f.add(
      "dense", DocValuesType::sorted_numeric,
      [](Random& r, int32_t, V& v) {
        for (uint64_t n = 1 + r() % 3; n > 0; --n) v.push_back(bits(r, 40) - (int64_t{1} << 39));
      },
      true);
  f.add(
      "single", DocValuesType::sorted_numeric, [](Random& r, int32_t, V& v) { v = {bits(r, 5)}; },
      true);
  f.add(
      "single_sparse", DocValuesType::sorted_numeric,
      [](Random& r, int32_t, V& v) {
        if (r() % 3) v = {bits(r, 17)};
      },
      true);
  f.add(
      "constant_runs", DocValuesType::numeric, [](Random&, int32_t d, V& v) { v = {d / 1000}; },
      true);
  f.add(
      "none", DocValuesType::sorted_numeric, [](Random&, int32_t, V&) {}, true);
  f.add(
      "one_document", DocValuesType::numeric,
      [](Random&, int32_t d, V& v) {
        if (d == 0) v = {3};
      },
      true);
  round_trip(f.fields, 30, 2);
  round_trip(f.fields, 3, 16);
  round_trip(f.fields, 3);
}

TEST_P(DocValuesRoundTrip, DocumentsOfVeryManyValues) {
  Fields f(9, 7);
  f.add("many", DocValuesType::sorted_numeric, [](Random&, int32_t d, std::vector<int64_t>& v) {
    v.assign(d == 2 || d == 3 ? 700000 : d % 2, 5 * d);
    if (d == 6) v.assign(1100000, 1);
  });
  round_trip(f.fields, 3);
}

TEST_P(DocValuesRoundTrip, TermsOfManyShapes) {
  Fields f(5000, 5);
  using V = std::vector<std::string>;
  const auto pooled = [](uint64_t pool, size_t shared) {
    return [=](Random& r, int32_t, V& v) {
      const uint64_t i = r() % pool;
      v = {std::string(shared, 'p') + std::to_string(i * 7919 % pool) + std::string(i % 40, 'q')};
    };
  };
  f.add("one", DocValuesType::sorted, pooled(1, 0));
  f.add("sixty_four", DocValuesType::sorted, pooled(64, 20), true);
  f.add("sixty_five", DocValuesType::sorted, pooled(65, 14), true);
  f.add("many", DocValuesType::sorted, pooled(4000, 300));
  f.add("empty_term", DocValuesType::sorted,
        [](Random& r, int32_t, V& v) { v = {std::string(r() % 3, '\0')}; });
  f.add("none", DocValuesType::sorted_set, [](Random&, int32_t, V&) {});
  f.add(
      "set", DocValuesType::sorted_set,
      [](Random& r, int32_t, V& v) {
        for (uint64_t n = r() % 5; n > 0; --n) v.push_back("t" + std::to_string(r() % 1025));
      },
      true);
  f.add(
      "set_single", DocValuesType::sorted_set,
      [](Random& r, int32_t d, V& v) {
        if (d % 3) v = {"s" + std::to_string(r() % 300)};
      },
      true);
  f.add("long_terms", DocValuesType::sorted_set, [](Random& r, int32_t d, V& v) {
    if (d % 50 == 0) v = {std::string(r() % 30000, static_cast<char>('a' + r() % 26)) + "z"};
  });
  f.add("random_bytes", DocValuesType::sorted, [](Random& r, int32_t, V& v) {
    v.emplace_back();
    for (uint64_t n = r() % 20; n > 0; --n) v[0].push_back(static_cast<char>(r()));
  });
  round_trip(f.fields, 100, 64);
}

TEST_P(DocValuesRoundTrip, BinaryOfFixedAndVariableLengths) {
  Fields f(3000, 6);
  using V = std::vector<std::string>;
  f.add("fixed", DocValuesType::binary,
        [](Random& r, int32_t, V& v) { v = {std::string(16, static_cast<char>(r()))}; });
  f.add("variable", DocValuesType::binary,
        [](Random& r, int32_t, V& v) { v = {std::string(r() % 50, static_cast<char>(r()))}; });
  f.add("sparse", DocValuesType::binary, [](Random& r, int32_t, V& v) {
    if (r() % 4 == 0) v = {std::string(1 + r() % 3, static_cast<char>(r()))};
  });
  f.add("all_empty", DocValuesType::binary, [](Random&, int32_t, V& v) { v = {""}; });
  f.add("none", DocValuesType::binary, [](Random&, int32_t, V&) {});
  f.add("one_long", DocValuesType::binary,
        [](Random&, int32_t d, V& v) { v = {std::string(d == 1500 ? 1 << 20 : d % 2, 'L')}; });
  round_trip(f.fields, 30);
}

TEST_P(DocValuesRoundTrip, OrdinalsInRunsCyclesAndAtRandom) {
  Fields f(7000, 8);
  using V = std::vector<std::string>;
  const auto term = [](int64_t i) { return "t" + std::to_string(10000 + i); };
  for (const int64_t length : {2, 31, 32, 33, 127, 128, 129}) {
    f.add("cycle_" + std::to_string(length), DocValuesType::sorted,
          [=](Random&, int32_t d, V& v) { v = {term(d % length)}; });
    f.add("runs_" + std::to_string(length), DocValuesType::sorted,
          [=](Random&, int32_t d, V& v) { v = {term(d / length)}; });
  }
  f.add("broken_cycle", DocValuesType::sorted,
        [=](Random&, int32_t d, V& v) { v = {term(d % 500 == 499 ? 7 : d % 4)}; });
  f.add("one", DocValuesType::sorted, [=](Random&, int32_t, V& v) { v = {term(0)}; });
  f.add("one_sparse", DocValuesType::sorted_set, [=](Random&, int32_t d, V& v) {
    if (d % 3 == 0) v = {term(0)};
  });
  f.add(
      "cycles_of_sets", DocValuesType::sorted_set,
      [=](Random&, int32_t d, V& v) {
        v = {term(d % 3), term(3 + d % 5)};
      },
      true);
  f.add("high", DocValuesType::sorted, [=](Random& r, int32_t d, V& v) {
    v = {term(d < 6000 ? d : static_cast<int64_t>(r() % 6000))};
  });
  round_trip(f.fields, 60);
}

TEST_P(DocValuesRoundTrip, NumbersThatDecodersMustWrapAround) {
  Fields f(1500, 9);
  using V = std::vector<int64_t>;
  const auto numeric = DocValuesType::numeric;
  f.add("counter", numeric, [](Random& r, int32_t d, V& v) { v = {d * 1000 + bits(r, 9)}; });
  f.add("falling", numeric, [](Random& r, int32_t d, V& v) { v = {-d * 977 - bits(r, 8)}; });
  f.add("resets", numeric, [](Random&, int32_t d, V& v) { v = {int64_t{d % 211} * 10000}; });
  f.add("rising_over_the_end", numeric,
        [](Random&, int32_t d, V& v) { v = {d < 750 ? INT64_MIN + d : INT64_MAX - 1500 + d}; });
  f.add("power_of_two", numeric, [](Random& r, int32_t, V& v) { v = {bits(r, 1) << 63}; });
  f.add("least_alone", numeric, [](Random&, int32_t, V& v) { v = {INT64_MIN}; });
  f.add("negative_gcd", numeric, [](Random& r, int32_t, V& v) { v = {-7000 * bits(r, 6)}; });
  f.add("small_negative", numeric, [](Random& r, int32_t, V& v) { v = {bits(r, 30) - 3}; });
  f.add("near_minimum", numeric, [](Random& r, int32_t, V& v) { v = {100 + bits(r, 9)}; });
  f.add("@timestamp", numeric,
        [](Random&, int32_t d, V& v) { v = {1'700'000'000'000 - int64_t{d % 300} * 15'000}; });
  f.add("halves", numeric, [](Random& r, int32_t, V& v) {
    v = {std::bit_cast<int64_t>(static_cast<double>(bits(r, 12)) / 2)};
  });
  round_trip(f.fields, 40);
}

/// The field that documents are sorted by, 700 documents a term, where some lie at the ends without
/// one.
TEST_P(DocValuesRoundTrip, OrdinalsOfThePrimarySortField) {
  using V = std::vector<std::string>;
  sort_ = model::SortField{.field = "_tsid", .type = model::SortType::string};
  for (const auto type : {DocValuesType::sorted, DocValuesType::sorted_set}) {
    for (const int32_t missing : {0, 100}) {
      for (const bool first : {false, true}) {
        Fields f(21000 + missing, 10);
        f.add(
            "_tsid", type,
            [=](Random&, int32_t d, V& v) {
              const int32_t at = first ? d - missing : d;
              if (at < 0 || at >= 21000) return;
              v = {std::to_string(100 + at / 700)};
            },
            true);
        round_trip(f.fields, 60);
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Formats, DocValuesRoundTrip, ::testing::ValuesIn(testing::format_cases()),
                         [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace segsmith::codec
