// SPDX-License-Identifier: Apache-2.0
#include "index/mapping.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "util/error.h"

namespace segsmith::index {
namespace {

using model::DocValuesType;
using ::testing::HasSubstr;

std::shared_ptr<const Mapping> parse(std::string_view settings, std::string_view properties) {
  return Mapping::parse("{\"settings\":" + std::string(settings) +
                            ",\"mappings\":{\"properties\":" + std::string(properties) + "}}",
                        "m.json");
}

std::string error_of(std::string_view settings, std::string_view properties) {
  try {
    parse(settings, properties);
  } catch (const InvalidArgument& e) {
    return e.what();
  }
  return "no error";
}

std::vector<std::string> numbered(const Mapping& mapping) {
  std::vector<std::string> names;
  for (const auto& field : mapping.fields()) {
    if (field.info.number < 0) continue;
    EXPECT_EQ(static_cast<size_t>(field.info.number), names.size());
    names.push_back(field.name);
  }
  return names;
}

constexpr std::string_view kLogsdb =
    R"({"index.mode":"logsdb","segsmith.doc_values_format":"Lucene90"})";

TEST(Mapping, NumbersMetadataThenTheMappingsOrder) {
  const auto mapping = parse("{}", R"({
    "z": {"type": "keyword", "fields": {"raw": {"type": "keyword"}}},
    "t": {"type": "text"},
    "a": {"properties": {"c": {"type": "long"}, "b": {"type": "ip"}}},
    "none": {"type": "long", "index": false, "doc_values": false},
    "b": {"type": "boolean"}})");
  EXPECT_EQ(numbered(*mapping),
            (std::vector<std::string>{"_seq_no", "_primary_term", "_version", "_source", "z",
                                      "z.raw", "a.c", "a.b", "b"}));
}

TEST(Mapping, LuceneTypesAloneHaveNoMetadata) {
  const auto mapping = parse("{}", R"({"x": {"type": "lucene.numeric", "skip_index": true}})");
  EXPECT_EQ(numbered(*mapping), std::vector<std::string>{"x"});
  EXPECT_TRUE(mapping->find("x")->info.has_skip_index());
  EXPECT_FALSE(mapping->keeps_unmapped());
  EXPECT_EQ(numbered(*parse("{}", "{}")).size(), 4u);
}

TEST(Mapping, StandardModeHasPointsForSequenceNumbersAndKeepsTheSource) {
  const auto mapping = parse("{}", R"({"@timestamp": {"type": "date"}})");
  EXPECT_TRUE(mapping->find("_seq_no")->info.has_points());
  EXPECT_FALSE(mapping->find("_seq_no")->info.has_skip_index());
  EXPECT_TRUE(mapping->find("@timestamp")->info.has_points());
  EXPECT_TRUE(mapping->keeps_unmapped());
  EXPECT_TRUE(mapping->sort().empty());
  EXPECT_TRUE(mapping->time_based());
}

TEST(Mapping, LogsdbSortsByTimeAndHasNoSource) {
  const auto mapping = parse(kLogsdb, R"({"@timestamp": {"type": "date"}})");
  EXPECT_FALSE(mapping->find("_seq_no")->info.has_points());
  EXPECT_TRUE(mapping->find("_seq_no")->info.has_skip_index());
  EXPECT_TRUE(mapping->find("@timestamp")->info.has_points());
  EXPECT_FALSE(mapping->keeps_unmapped());
  const model::IndexSort expected{{.kind = model::SortFieldKind::sorted_numeric,
                                   .field = "@timestamp",
                                   .type = model::SortType::int64,
                                   .reverse = true,
                                   .selector = model::SortSelector::max,
                                   .missing = model::MissingValue::number,
                                   .missing_bits = INT64_MIN}};
  EXPECT_EQ(mapping->sort(), expected);
}

TEST(Mapping, SkippersReplacePointsOfSortedTimeAndUnindexedFields) {
  const auto mapping = parse(
      R"({"index":{"mode":"logsdb","mapping.use_doc_values_skipper":true,
          "sort":{"field":["host.name","@timestamp"],"order":["asc","desc"]}},
          "segsmith.doc_values_format":"Lucene90"})",
      R"({"@timestamp": {"type": "date", "index": true}, "host.name": {"type": "keyword"},
          "x": {"type": "long"}, "y": {"type": "long", "index": false},
          "k": {"type": "keyword", "index": false}, "g": {"type": "geo_point", "index": false},
          "b": {"type": "binary", "index": false}})");
  const auto has = [&](const char* name) {
    const auto& info = mapping->find(name)->info;
    return std::string(info.has_points() ? "points" : "") + (info.has_skip_index() ? "skip" : "");
  };
  EXPECT_EQ(has("@timestamp"), "skip");
  EXPECT_EQ(has("host.name"), "skip");
  EXPECT_EQ(has("x"), "points");
  EXPECT_EQ(has("y"), "skip");
  EXPECT_EQ(has("k"), "skip");
  EXPECT_EQ(has("g"), "");
  EXPECT_EQ(has("b"), "");
}

TEST(Mapping, WithoutSkippersUnindexedFieldsHaveNeither) {
  const auto mapping = parse("{}", R"({"y": {"type": "long", "index": false}})");
  EXPECT_FALSE(mapping->find("y")->info.has_points());
  EXPECT_FALSE(mapping->find("y")->info.has_skip_index());
}

TEST(Mapping, SortMissingIsTurnedWithTheOrder) {
  const auto mapping = parse(
      R"({"index.sort.field":["i","k","d","n"],"index.sort.order":["desc","desc","asc","asc"],
          "index.sort.missing":["_last","_last","_first","_last"]})",
      R"({"i": {"type": "short"}, "k": {"type": "keyword"}, "d": {"type": "double"},
          "n": {"type": "lucene.numeric"}})");
  const auto& sort = mapping->sort();
  ASSERT_EQ(sort.size(), 4u);
  EXPECT_EQ(sort[0].type, model::SortType::int32);
  EXPECT_EQ(sort[0].missing_bits, INT32_MIN);
  EXPECT_EQ(sort[1].kind, model::SortFieldKind::sorted_set);
  EXPECT_EQ(sort[1].missing, model::MissingValue::string_first);
  EXPECT_EQ(sort[1].selector, model::SortSelector::max);
  EXPECT_EQ(sort[2].missing_bits, -0x7ff0000000000001LL);  // Sortable bits of -Infinity.
  EXPECT_EQ(sort[3].kind, model::SortFieldKind::sort_field);
  EXPECT_EQ(sort[3].missing_bits, INT64_MAX);
}

TEST(Mapping, SettingsMayBeNestedOrDottedWithOrWithoutPrefix) {
  for (const char* settings : {R"({"index":{"sort":{"field":"a"}}})", R"({"index.sort.field":"a"})",
                               R"({"sort.field":["a"]})", R"({"index":{"sort.field":"a"}})"}) {
    EXPECT_EQ(parse(settings, R"({"a": {"type": "long"}})")->sort().size(), 1u) << settings;
  }
}

TEST(Mapping, UnknownNamesBringTheNearestKnownOne) {
  EXPECT_THAT(error_of(R"({"index.sort.feild":"a"})", "{}"),
              HasSubstr("did you mean 'sort.field'?"));
  EXPECT_THAT(error_of("{}", R"({"a": {"type": "keywrod"}})"),
              HasSubstr("did you mean 'keyword'?"));
  EXPECT_THAT(error_of("{}", R"({"a": {"type": "keyword", "ignore_abov": 3}})"),
              HasSubstr("did you mean 'ignore_above'?"));
  EXPECT_THAT(error_of("{}", R"({"a": {"type": "long", "ignore_above": 3}})"),
              HasSubstr("unknown parameter 'ignore_above' of field 'a' of type long"));
}

std::string format_of(const Mapping& mapping, const char* name) {
  model::FieldInfo field;
  field.name = name;
  const auto choice = mapping.doc_values_choice(field);
  return choice.format + "/" + std::to_string(choice.options.block_size);
}

TEST(Mapping, DocValuesFormatsFollowModeSettingsAndSpec) {
  const char* fields = R"({"@timestamp": {"type": "date"}, "cpu": {"type": "double"}})";
  const auto logsdb = parse(R"({"index.mode":"logsdb"})", fields);
  EXPECT_EQ(format_of(*logsdb, "cpu"), "ES819TSDB/0");
  EXPECT_EQ(format_of(*logsdb, "_seq_no"), "ES819TSDB/0");
  EXPECT_EQ(format_of(*logsdb, "_version"), "Lucene90/0");
  EXPECT_EQ(format_of(*parse("{}", fields), "cpu"), "Lucene90/0");
  const auto large = parse(R"({"index.use_time_series_doc_values_format": true,
      "index.use_time_series_doc_values_format_large_block_size": true})",
                           fields);
  EXPECT_EQ(format_of(*large, "cpu"), "ES819TSDB/512");
  const auto spec = parse(
      R"({"segsmith.doc_values_format": "_seq_no=Lucene90,cpu=ES95TSDB/128,*=ES819TSDB/512"})",
      fields);
  EXPECT_EQ(format_of(*spec, "_seq_no"), "Lucene90/0");
  EXPECT_EQ(format_of(*spec, "cpu"), "ES95TSDB/128");
  EXPECT_EQ(format_of(*spec, "@timestamp"), "ES819TSDB/512");
  EXPECT_THAT(error_of(R"({"segsmith.doc_values_format": "cpus=ES819TSDB"})", fields),
              HasSubstr("did you mean 'cpu'"));
}

TEST(Mapping, Es87HasNoSkipIndexes) {
  const char* settings = R"({"segsmith.doc_values_format": "ES87TSDB",
      "index.seq_no.index_options": "doc_values_only"})";
  const auto mapping = parse(settings, R"({"x": {"type": "long"}})");
  EXPECT_FALSE(mapping->find("_seq_no")->info.has_skip_index());
  EXPECT_THAT(error_of(settings, R"({"x": {"type": "lucene.numeric", "skip_index": true}})"),
              HasSubstr("ES87TSDB has none"));
}

TEST(Mapping, WhatIsNotBuiltIsRefusedByName) {
  EXPECT_THAT(error_of(R"({"index.mode":"time_series"})", "{}"),
              HasSubstr("time_series is not built"));
  EXPECT_THAT(error_of(R"({"segsmith.stored_fields":"zstd"})", "{}"),
              HasSubstr("zstd is not built"));
  EXPECT_THAT(error_of("{}", R"({"a": {"type": "nested"}})"), HasSubstr("type 'nested'"));
  EXPECT_THAT(error_of("{}", R"({"a": {"type": "lucene.points", "dims": 17}})"),
              HasSubstr("'dims'"));
  EXPECT_THAT(error_of("{}", R"({"a": {"type": "lucene.points", "dims": 9}})"),
              HasSubstr("needs index_dims of 1 to 8"));
  EXPECT_THAT(error_of("{}", R"({"a": {"type": "lucene.points", "dims": 2, "index_dims": 3}})"),
              HasSubstr("more index_dims than dims"));
  EXPECT_THAT(error_of("{}", R"({"a": {"type": "keyword", "copy_to": "b"}})"),
              HasSubstr("'copy_to'"));
}

TEST(Mapping, PointsMayHaveSeveralDimensions) {
  const auto mapping = Mapping::parse(
      R"({"mappings": {"properties": {"g": {"type": "geo_point"}, "p": {"type": "lucene.points",
          "dims": 16, "index_dims": 3, "bytes": 5}, "q": {"type": "lucene.points", "dims": 2}}}})",
      "mapping.json");
  const auto shape = [&](std::string_view name) {
    const auto& info = mapping->find(name)->info;
    return std::array{info.point_dims, info.point_index_dims, info.point_bytes};
  };
  EXPECT_EQ(shape("g"), (std::array{2, 2, 4}));
  EXPECT_EQ(shape("p"), (std::array{16, 3, 5}));
  EXPECT_EQ(shape("q"), (std::array{2, 2, 8}));
}

TEST(Mapping, SortFieldsMustBeSortable) {
  const std::string_view sort = R"({"index.sort.field":"a"})";
  EXPECT_THAT(error_of(sort, "{}"), HasSubstr("'a' is not mapped"));
  EXPECT_THAT(error_of(sort, R"({"a": {"type": "half_float"}})"), HasSubstr("not possible"));
  EXPECT_THAT(error_of(sort, R"({"a": {"type": "long", "doc_values": false}})"),
              HasSubstr("without doc values"));
}

TEST(Mapping, FieldsAreMappedOnce) {
  EXPECT_THAT(error_of("{}", R"({"a": {"type": "long"}, "a.b": {"type": "long"}})"),
              HasSubstr("below a field"));
  EXPECT_THAT(error_of("{}", R"({"a.b": {"type": "long"}, "a": {"type": "long"}})"),
              HasSubstr("twice"));
  EXPECT_THAT(error_of("{}", R"({"_seq_no": {"type": "long"}})"), HasSubstr("twice"));
}

TEST(Mapping, ValuesOfParametersAreChecked) {
  EXPECT_THAT(error_of("{}", R"({"a": {"type": "scaled_float"}})"), HasSubstr("scaling_factor"));
  EXPECT_THAT(error_of("{}", R"({"a": {"type": "byte", "null_value": 300}})"),
              HasSubstr("null_value of field 'a'"));
  EXPECT_THAT(error_of("{}", R"({"a": {"type": "long", "index": "maybe"}})"),
              HasSubstr("true or false"));
  EXPECT_THAT(error_of("{}", R"({"a": {"type": "date", "format": "yyyy-QQ"}})"), HasSubstr("'Q'"));
}

TEST(Mapping, MalformedJsonIsOneClearMessage) {
  EXPECT_THROW(Mapping::parse("{", "m.json"), InvalidArgument);
  try {
    Mapping::parse("{\"mappings\": }", "m.json");
  } catch (const InvalidArgument& e) {
    EXPECT_THAT(e.what(), HasSubstr("mapping 'm.json': malformed JSON"));
  }
}

TEST(Mapping, ANumberThatNoDoubleHoldsIsMalformed) {
  try {
    Mapping::parse(R"({"settings":{"index.mode":0.492662673e644}})", "m.json");
    FAIL();
  } catch (const InvalidArgument& e) {
    EXPECT_THAT(e.what(), HasSubstr("malformed JSON: number overflow"));
  }
}

TEST(Mapping, WhatHasNoMeaningIsNotedOnce) {
  const auto mapping =
      parse(R"({"index.number_of_replicas":1,"index.refresh_interval":"1s"})",
            R"({"a": {"type": "text", "analyzer": "x"}, "b": {"type": "text", "analyzer": "y"}})");
  ASSERT_EQ(mapping->notes().size(), 3u);
  EXPECT_THAT(mapping->notes()[1], ::testing::EndsWith("parameters: analyzer"));
  EXPECT_THAT(mapping->notes()[2], HasSubstr("a (text), b (text)"));
}

TEST(Mapping, DottedNamesReachEveryDepth) {
  const auto mapping =
      parse("{}", R"({"a": {"properties": {"b": {"properties": {"c": {"type": "long"}}}}}})");
  const auto& root = mapping->nodes()[0];
  ASSERT_TRUE(root.by_name.contains("a.b.c"));
  const auto& child = root.children[static_cast<size_t>(root.by_name.find("a.b.c")->second)];
  EXPECT_EQ(mapping->nodes()[static_cast<size_t>(child.node)].field, 4);
}

}  // namespace
}  // namespace segsmith::index
