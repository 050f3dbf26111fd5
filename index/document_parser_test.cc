// SPDX-License-Identifier: Apache-2.0
#include "index/document_parser.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>

#include "index/value_parser.h"

namespace segsmith::index {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// A mapping and the columns that documents leave behind.
class Documents {
 public:
  explicit Documents(std::string_view properties, std::string_view settings = "{}",
                     bool drop_unmapped = false)
      : mapping_(Mapping::parse("{\"settings\":" + std::string(settings) +
                                    ",\"mappings\":{\"properties\":" + std::string(properties) +
                                    "}}",
                                "m.json")),
        parser_(mapping_, drop_unmapped),
        buffer_(mapping_) {}

  void add(std::string line) {
    const size_t size = line.size();
    line.resize(size + DocumentParser::kPadding);
    parser_.parse({line.data(), size}, buffer_.documents(), buffer_);
    buffer_.end_document(nullptr);
  }
  /// "offset: message" of a refused document.
  std::string refused(const std::string& line) {
    try {
      add(line);
    } catch (const DocumentError& e) {
      return std::to_string(e.offset()) + ": " + e.what();
    }
    return "taken";
  }
  FieldBuffer& field(std::string_view name) {
    const auto position = mapping_->find(name) - mapping_->fields().data();
    return buffer_.fields()[static_cast<size_t>(position)];
  }
  std::vector<int64_t> numbers(std::string_view name) {
    const auto values = field(name).numbers.values();
    return {values.begin(), values.end()};
  }
  std::vector<std::string> terms(std::string_view name) {
    std::vector<std::string> out;
    for (const int64_t id : field(name).numbers.values()) {
      const auto term = field(name).terms->term(static_cast<int32_t>(id));
      out.emplace_back(reinterpret_cast<const char*>(term.data()), term.size());
    }
    return out;
  }
  std::vector<std::string> bytes(std::string_view name) {
    std::vector<std::string> out;
    for (const int64_t place : field(name).numbers.values()) {
      const auto value = field(name).arena->get(static_cast<uint64_t>(place));
      out.emplace_back(reinterpret_cast<const char*>(value.data()), value.size());
    }
    return out;
  }
  const DocumentParser& parser() const { return parser_; }
  SegmentBuffer& buffer() { return buffer_; }

 private:
  std::shared_ptr<const Mapping> mapping_;
  DocumentParser parser_;
  SegmentBuffer buffer_;
};

TEST(DocumentParser, FollowsKeysInAnyOrderAndAtAnyDepth) {
  Documents docs(
      R"({"a": {"properties": {"b": {"type": "long"}, "c": {"type": "long"}}}, "d": {"type": "long"}})");
  docs.add(R"({"d": 1, "a": {"b": 2, "c": 3}})");
  docs.add(R"({"a": {"c": 4, "b": 5}, "d": 6})");
  docs.add(R"({"a.b": 7, "a": {"c": 8}})");
  docs.add(R"( { "\u0061.c" : 9 , "a": [{"b": 10}, null, {"b": [11, [12]]}] } )");
  EXPECT_THAT(docs.numbers("a.b"), ElementsAre(2, 5, 7, 10, 11, 12));
  EXPECT_THAT(docs.numbers("a.c"), ElementsAre(3, 4, 8, 9));
  EXPECT_THAT(docs.numbers("d"), ElementsAre(1, 6));
  EXPECT_THAT(docs.field("a.b").numbers.counts(), ElementsAre(1, 1, 1, 3));
}

TEST(DocumentParser, KeysThatArePrefixesOfOthersAreTheirOwn) {
  Documents docs(R"({"ab": {"type": "long"}, "a": {"type": "long"}, "abc": {"type": "long"}})");
  docs.add(R"({"ab":1,"a":2,"abc":3})");
  docs.add(R"({"abc":4,"ab":5,"a":6})");
  docs.add(R"({"a":7,"ab":8,"abc":9})");
  EXPECT_THAT(docs.numbers("a"), ElementsAre(2, 6, 7));
  EXPECT_THAT(docs.numbers("ab"), ElementsAre(1, 5, 8));
  EXPECT_THAT(docs.numbers("abc"), ElementsAre(3, 4, 9));
}

TEST(DocumentParser, CoercesWholeNumbers) {
  Documents docs(R"({"l": {"type": "long"}, "b": {"type": "byte"}})");
  docs.add(R"({"l": [1, 2.9, -2.9, "3", "4.7", "1e2", 5e0, -0, 9223372036854775807, ""]})");
  EXPECT_THAT(docs.numbers("l"), ElementsAre(1, 2, -2, 3, 4, 100, 5, 0, INT64_MAX));
  EXPECT_THAT(docs.refused(R"({"b": 128})"), HasSubstr("'128' is out of range for byte"));
  EXPECT_THAT(docs.refused(R"({"l": 9223372036854775808})"), HasSubstr("out of range"));
  EXPECT_THAT(docs.refused(R"({"l": "x"})"), HasSubstr("'x' is not a number"));
  EXPECT_THAT(docs.refused(R"({"l": true})"), HasSubstr("not a number"));
  EXPECT_THAT(docs.refused(R"({"l": {"x": 1}})"),
              HasSubstr("an object where a value of type long"));
}

TEST(DocumentParser, WithoutCoercionStringsAndFractionsAreRefused) {
  Documents docs(R"({"l": {"type": "long", "coerce": false}})");
  docs.add(R"({"l": [1, 2.0]})");
  EXPECT_THAT(docs.numbers("l"), ElementsAre(1, 2));
  EXPECT_THAT(docs.refused(R"({"l": 2.5})"), HasSubstr("decimal part"));
  EXPECT_THAT(docs.refused(R"({"l": "2"})"), HasSubstr("coerce is false"));
}

TEST(DocumentParser, FloatsBecomeSortableBits) {
  Documents docs(R"({"d": {"type": "double"}, "f": {"type": "float"}, "h": {"type": "half_float"},
                     "s": {"type": "scaled_float", "scaling_factor": 100}})");
  docs.add(
      R"({"d": [1.5, -1.5, -0.0, -0], "f": [1.5, -1.5], "h": [1.0, -1.0, 65504, 2049], "s": [1.005, -0.005, 0.125]})");
  EXPECT_THAT(docs.numbers("d"), ElementsAre(0x3ff8000000000000, ~0x3ff8000000000000, -1, 0));
  EXPECT_THAT(docs.numbers("f"), ElementsAre(0x3fc00000, ~0x3fc00000));
  // 2049 lies between two half floats and goes to the even one, 2048.
  EXPECT_THAT(docs.numbers("h"), ElementsAre(0x3c00, ~0x3c00, 0x7bff, 0x6800));
  // 1.005 * 100 is 100.49999999999999; -0.5 rounds up to 0.
  EXPECT_THAT(docs.numbers("s"), ElementsAre(100, 0, 13));
  EXPECT_THAT(docs.refused(R"({"h": 65520})"), HasSubstr("finite"));
  EXPECT_THAT(docs.refused(R"({"d": 1e400})"), HasSubstr("finite"));
  EXPECT_THAT(docs.refused(R"({"f": "NaN"})"), HasSubstr("finite"));
}

TEST(DocumentParser, UnsignedLongsFlipTheirSign) {
  Documents docs(R"({"u": {"type": "unsigned_long"}})");
  docs.add(R"({"u": [0, 9223372036854775808, 18446744073709551615, "7", 1e1]})");
  EXPECT_THAT(docs.numbers("u"),
              ElementsAre(INT64_MIN, 0, INT64_MAX, INT64_MIN + 7, INT64_MIN + 10));
  EXPECT_THAT(docs.refused(R"({"u": -1})"), HasSubstr("out of range for unsigned_long"));
  EXPECT_THAT(docs.refused(R"({"u": 18446744073709551616})"), HasSubstr("out of range"));
}

TEST(DocumentParser, BooleansAndDates) {
  Documents docs(
      R"({"b": {"type": "boolean"}, "t": {"type": "date"}, "n": {"type": "date_nanos"}})");
  docs.add(R"({"b": [true, false, "true", "false", ""], "t": ["1970-01-02", 5, 1970], "n": 7})");
  EXPECT_THAT(docs.numbers("b"), ElementsAre(1, 0, 1, 0, 0));
  EXPECT_THAT(docs.numbers("t"), ElementsAre(86400000, 5, 0));
  EXPECT_THAT(docs.numbers("n"), ElementsAre(7000000));
  EXPECT_THAT(docs.refused(R"({"b": 1})"), HasSubstr("not a boolean"));
  EXPECT_THAT(docs.refused(R"({"t": "yesterday"})"), HasSubstr("strict_date_optional_time"));
}

TEST(DocumentParser, KeywordsKeepTheirTextAndCountUtf16Units) {
  Documents docs(R"({"k": {"type": "keyword", "ignore_above": 3}})");
  docs.add(
      R"({"k": ["abc", "abcd", "\u00e4\u00f6\u00fc", "a\ud83d\ude00", "ab\ud83d\ude00", 1.0, true, ""]})");
  EXPECT_THAT(docs.terms("k"), ElementsAre("abc", "äöü", "a😀", "1.0", ""));
  EXPECT_THAT(docs.refused(R"({"k": {"a": 1}})"), HasSubstr("keyword"));
}

TEST(DocumentParser, TermsHaveLucenesLimit) {
  Documents docs(R"({"k": {"type": "keyword"}})");
  docs.add("{\"k\": \"" + std::string(32766, 'x') + "\"}");
  EXPECT_THAT(docs.refused("{\"k\": \"" + std::string(32767, 'x') + "\"}"), HasSubstr("32766"));
}

TEST(DocumentParser, AddressesTakeSixteenBytes) {
  Documents docs(R"({"ip": {"type": "ip"}})");
  docs.add(R"({"ip": ["192.0.2.1", "2001:db8::1"]})");
  EXPECT_THAT(docs.terms("ip"),
              ElementsAre(std::string("\0\0\0\0\0\0\0\0\0\0\xff\xff\xc0\0\2\1", 16),
                          std::string("\x20\1\x0d\xb8\0\0\0\0\0\0\0\0\0\0\0\1", 16)));
  EXPECT_THAT(docs.refused(R"({"ip": "192.0.2"})"), HasSubstr("ip address"));
}

TEST(DocumentParser, BinaryUnitesDistinctValuesInByteOrder) {
  Documents docs(R"({"b": {"type": "binary"}})");
  docs.add(R"({"b": ["eg==", "YQ==", "eg", "YWI="]})");
  docs.add(R"({"b": ""})");
  EXPECT_THAT(docs.bytes("b"), ElementsAre(std::string("\3\1a\2ab\1z"), std::string("\1\0", 2)));
  for (const char* text : {R"({"b": "YQ="})", R"({"b": "Y"})", R"({"b": "Y?=="})", R"({"b": 1})"}) {
    EXPECT_THAT(docs.refused(text), HasSubstr("base64")) << text;
  }
}

TEST(DocumentParser, LuceneTypesTakeHex) {
  Documents docs(R"({"n": {"type": "lucene.numeric"}, "s": {"type": "lucene.sorted"},
                     "b": {"type": "lucene.binary"}, "p": {"type": "lucene.points", "bytes": 2},
                     "q": {"type": "lucene.points", "bytes": 4}})");
  docs.add(
      R"({"n": -5, "s": {"hex": "00ff"}, "b": "raw", "p": [{"hex": "0102"}, {"hex": "ff00"}], "q": [[1], [-1]]})");
  docs.add(R"({"q": 7})");
  docs.add(R"({"q": [8]})");
  EXPECT_THAT(docs.terms("s"), ElementsAre(std::string("\0\xff", 2)));
  EXPECT_THAT(docs.bytes("b"), ElementsAre("raw"));
  EXPECT_THAT(docs.bytes("p"), ElementsAre("\1\2", std::string("\xff\0", 2)));
  EXPECT_THAT(docs.bytes("q"),
              ElementsAre(std::string("\x80\0\0\1", 4), "\x7f\xff\xff\xff",
                          std::string("\x80\0\0\7", 4), std::string("\x80\0\0\x08", 4)));
  EXPECT_THAT(docs.refused(R"({"n": [1, 2]})"), HasSubstr("takes one value"));
  EXPECT_THAT(docs.refused(R"({"n": "1"})"), HasSubstr("64-bit integer"));
  EXPECT_THAT(docs.refused(R"({"p": 1})"), HasSubstr("use {\"hex\"}"));
  EXPECT_THAT(docs.refused(R"({"p": {"hex": "01"}})"), HasSubstr("a point of 1 bytes"));
  EXPECT_THAT(docs.refused(R"({"q": [1, 2]})"), HasSubstr("2 numbers for 1 dimensions"));
  EXPECT_THAT(docs.refused(R"({"s": {"hex": "0"}})"), HasSubstr("not hex"));
}

TEST(DocumentParser, PlacesComeInFiveForms) {
  Documents docs(R"({"g": {"type": "geo_point", "index": false}})");
  docs.add(
      R"j({"g": ["52.5,13.25", {"lat": 52.5, "lon": "13.25"}, {"type": "Point", "coordinates": [13.25, 52.5]},
                     [13.25, 52.5], "POINT (13.25 52.5)"]})j");
  const int64_t expected = encode_geo_point(52.5, 13.25);
  EXPECT_THAT(docs.numbers("g"), ElementsAre(expected, expected, expected, expected, expected));
  docs.add(R"({"g": [13.25, 52.5]})");
  EXPECT_EQ(docs.numbers("g").size(), 6u);
  EXPECT_THAT(docs.refused(R"({"g": "91,0"})"), HasSubstr("outside the globe"));
  EXPECT_THAT(docs.refused(R"({"g": {"lat": 1}})"), HasSubstr("coordinate"));
}

// Values of LatLonDocValuesField.
TEST(GeoPoint, EncodesAsLuceneDoes) {
  EXPECT_EQ(encode_geo_point(0, 0), 0);
  EXPECT_EQ(encode_geo_point(90, 180), 0x7fffffff7fffffff);
  EXPECT_EQ(encode_geo_point(-90, -180), static_cast<int64_t>(0x8000000080000000));
  EXPECT_EQ(encode_geo_point(-1e-9, -1e-9), -1);
}

TEST(DocumentParser, NullsStandForTheNullValue) {
  Documents docs(R"({"l": {"type": "long", "null_value": 9}, "m": {"type": "long"},
                     "k": {"type": "keyword", "null_value": "none"}})");
  docs.add(R"({"l": [null, 1, ""], "m": null, "k": null})");
  EXPECT_THAT(docs.numbers("l"), ElementsAre(9, 1, 9));
  EXPECT_TRUE(docs.numbers("m").empty());
  EXPECT_THAT(docs.terms("k"), ElementsAre("none"));
}

TEST(DocumentParser, MultiFieldsTakeTheSameValues) {
  Documents docs(
      R"({"k": {"type": "keyword", "fields": {"n": {"type": "long", "ignore_malformed": true}}},
                     "t": {"type": "text", "fields": {"raw": {"type": "keyword"}}}})");
  docs.add(R"({"k": ["1", "x", "2"], "t": "words"})");
  EXPECT_THAT(docs.terms("k"), ElementsAre("1", "x", "2"));
  EXPECT_THAT(docs.numbers("k.n"), ElementsAre(1, 2));
  EXPECT_THAT(docs.terms("t.raw"), ElementsAre("words"));
}

TEST(DocumentParser, IgnoredMalformedValuesLeaveTheOthers) {
  Documents docs(R"({"l": {"type": "long", "ignore_malformed": true}})");
  docs.add(R"({"l": [1, "x", {"a": [1, {"b": 2}]}, 1e30, 2]})");
  EXPECT_THAT(docs.numbers("l"), ElementsAre(1, 2));
}

TEST(DocumentParser, MetadataComesFromTheDocumentOrIsCounted) {
  Documents docs(R"({"l": {"type": "long"}})");
  docs.add(R"({"l": 1})");
  docs.add(R"({"_seq_no": 100, "_version": 7, "_primary_term": null})");
  docs.add(R"({})");
  EXPECT_THAT(docs.numbers("_seq_no"), ElementsAre(0, 100, 2));
  EXPECT_THAT(docs.numbers("_version"), ElementsAre(1, 7, 1));
  EXPECT_THAT(docs.numbers("_primary_term"), ElementsAre(1, 1, 1));
}

TEST(DocumentParser, UnmappedFieldsAreKeptInTheSourceButMustBeJson) {
  Documents docs(R"({"l": {"type": "long"}})");
  docs.add(R"({"other": {"deep": [1, "x\n", null, {"y": -1.5e3}]}, "l": 1})");
  EXPECT_THAT(docs.numbers("l"), ElementsAre(1));
  for (const char* text : {R"({"other": tru})", R"({"other": 01})", R"({"other": "\x"})",
                           R"({"other": [1 2]})", R"({"other": {"a" 1}})", R"({"other": [1,]})"}) {
    EXPECT_THAT(docs.refused(text), HasSubstr("malformed JSON")) << text;
  }
}

TEST(DocumentParser, WithoutASourceUnmappedFieldsAreRefusedOrDropped) {
  const char* settings = R"({"index.mapping.source.mode": "synthetic"})";
  Documents strict(R"({"a": {"properties": {"b": {"type": "long"}}}})", settings);
  EXPECT_THAT(strict.refused(R"({"a": {"b": 1, "c": 2}})"),
              HasSubstr("field 'a.c': is not in the mapping"));
  Documents loose(R"({"a": {"properties": {"b": {"type": "long"}}}})", settings, true);
  loose.add(R"({"a": {"b": 1, "c": [2, 3]}, "d": 4})");
  loose.add(R"({"a": {"c": 5}})");
  EXPECT_THAT(loose.parser().dropped(),
              ElementsAre(std::pair<const std::string, uint64_t>("a.c", 2),
                          std::pair<const std::string, uint64_t>("d", 1)));
}

TEST(DocumentParser, RefusedDocumentsLeaveNothingBehind) {
  Documents docs(R"({"l": {"type": "long"}, "k": {"type": "keyword"}, "b": {"type": "byte"}})");
  docs.add(R"({"l": 1, "k": "one"})");
  EXPECT_THAT(docs.refused(R"({"l": [2, 3], "k": "two", "b": 1000})"), HasSubstr("field 'b'"));
  EXPECT_THAT(docs.refused(R"({"l": 2, "k": "two")"), HasSubstr("malformed JSON"));
  docs.add(R"({"k": "three"})");
  EXPECT_THAT(docs.numbers("l"), ElementsAre(1));
  EXPECT_THAT(docs.terms("k"), ElementsAre("one", "three"));
  EXPECT_THAT(docs.numbers("_seq_no"), ElementsAre(0, 1));
  EXPECT_EQ(docs.buffer().documents(), 2);
  EXPECT_TRUE(docs.field("k").rolled_back);
}

TEST(DocumentParser, ErrorsTellTheirPlace) {
  Documents docs(R"({"a": {"properties": {"b": {"type": "long"}}}})");
  EXPECT_EQ(docs.refused(R"({"a": {"b": "x"}})"), "12: field 'a.b': 'x' is not a number");
  EXPECT_EQ(docs.refused(R"({"a": 5})"), "6: field 'a': an object in the mapping, not a value");
  EXPECT_THAT(docs.refused(R"({"a": {}} {"a": {}})"), HasSubstr("10: text after the document"));
  EXPECT_THAT(docs.refused("[1]"), HasSubstr("not a JSON object"));
  EXPECT_THAT(docs.refused("nonsense"), HasSubstr("not a JSON object"));
  EXPECT_THAT(docs.refused("{\"a\": \"\xff\"}"), HasSubstr("malformed JSON"));
}

TEST(DocumentParser, EveryPrefixOfADocumentIsRefused) {
  Documents docs(
      R"({"a": {"properties": {"b": {"type": "long"}}}, "k": {"type": "keyword"}, "t": {"type": "date"}})");
  const std::string line =
      R"({"a": {"b": [1, -2.5e1, null]}, "k": "x\u00e4\"y", "t": "2026-11-30", "o": {"p": [true, {}]}})";
  docs.add(line);
  for (size_t n = 0; n < line.size(); ++n) {
    EXPECT_NE(docs.refused(line.substr(0, n)), "taken") << line.substr(0, n);
  }
  EXPECT_EQ(docs.buffer().documents(), 1);
}

TEST(DocumentParser, ChangedBytesAreTakenOrRefusedButNothingElse) {
  const std::string line =
      R"({"a": {"b": [1, -2.5e1, null]}, "k": "x\u00e4\"y", "g": [{"lat": 1, "lon": 2}], "o": {"p": [true, {}]}})";
  for (size_t i = 0; i < line.size(); ++i) {
    Documents docs(R"({"a": {"properties": {"b": {"type": "long"}}}, "k": {"type": "keyword"},
                       "g": {"type": "geo_point", "index": false}})");
    for (const char c : {'"', '\\', '{', '}', '[', ']', ',', ':', '0', 'e', ' ', '\x01', '\xff'}) {
      std::string changed = line;
      changed[i] = c;
      docs.refused(changed);
    }
  }
}

TEST(DocumentParser, DepthIsBounded) {
  Documents docs(R"({"l": {"type": "long"}})");
  const auto nested = [](size_t depth) {
    return "{\"l\": " + std::string(depth, '[') + "1" + std::string(depth, ']') + "}";
  };
  docs.add(nested(400));
  EXPECT_THAT(docs.refused(nested(100000)), HasSubstr("too deep"));
  EXPECT_THAT(docs.refused("{\"x\": " + std::string(100000, '[')), HasSubstr(":"));
}

}  // namespace
}  // namespace segsmith::index
