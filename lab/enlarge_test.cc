// SPDX-License-Identifier: Apache-2.0
#include "lab/enlarge.h"

#include <gtest/gtest.h>

#include "util/error.h"

namespace segsmith::lab {
namespace {

const EnlargeFields kFields{{"host"}, {"net.bytes"}, {"value"}};

std::string document(const Enlarger& enlarger, uint64_t repetition, uint64_t i) {
  std::string out;
  enlarger.append(repetition, i, out);
  return out;
}

TEST(Enlarger, FirstRepetitionIsTheRecordingItself) {
  const std::string a =
      R"({"@timestamp":"2026-11-30T23:59:59.500Z","host":"a","net":{"bytes":10}})";
  const std::string b =
      R"({"@timestamp":"2026-12-01T00:00:01.000Z","host":"a","net":{"bytes":30}})";
  const Enlarger enlarger(a + "\n\n" + b + "\r\n", kFields, 1);
  ASSERT_EQ(enlarger.documents(), 2u);
  EXPECT_EQ(document(enlarger, 0, 0), a);
  EXPECT_EQ(document(enlarger, 0, 1), b);
}

TEST(Enlarger, CountersGoOnAndTimesMoveOn) {
  const Enlarger enlarger(
      "{\"@timestamp\":1000,\"host\":\"a\",\"net\":{\"bytes\":10}}\n"
      "{\"@timestamp\":1000,\"host\":\"b\",\"net\":{\"bytes\":500}}\n"
      "{\"@timestamp\":3000,\"host\":\"a\",\"net\":{\"bytes\":30}}\n",
      kFields, 1);
  // Series a grew by 20 over one step, so a repetition adds 40; b stands still for want of a
  // second.
  EXPECT_NE(document(enlarger, 1, 0).find("\"bytes\":50"), std::string::npos);
  EXPECT_NE(document(enlarger, 2, 2).find("\"bytes\":110"), std::string::npos);
  EXPECT_NE(document(enlarger, 2, 1).find("\"bytes\":500"), std::string::npos);
  const std::string moved = document(enlarger, 1, 0);
  const int64_t time = std::stoll(moved.substr(moved.find(':') + 1));
  EXPECT_GE(time, 1000 + 2000 + 1000);
  EXPECT_LT(time, 1000 + 2000 + 1000 + 1000);
}

TEST(Enlarger, GaugesRepeatUnlessTheDocumentSaysCounter) {
  const Enlarger enlarger(
      "{\"@timestamp\":1,\"type\":\"gauge\",\"value\":7}\n{\"@timestamp\":2,\"type\":\"gauge\","
      "\"value\":9}\n"
      "{\"value\":1,\"@timestamp\":1,\"host\":\"c\",\"type\":\"counter\"}\n"
      "{\"value\":3,\"@timestamp\":2,\"host\":\"c\",\"type\":\"counter\"}\n",
      kFields, 1);
  EXPECT_NE(document(enlarger, 1, 0).find("\"value\":7"), std::string::npos);
  EXPECT_NE(document(enlarger, 1, 2).find("\"value\":5,"), std::string::npos);
}

TEST(Enlarger, SeedsRepeat) {
  const std::string text = "{\"@timestamp\":1000}\n{\"@timestamp\":2000}\n";
  const Enlarger a(text, kFields, 5), b(text, kFields, 5), c(text, kFields, 6);
  EXPECT_EQ(document(a, 3, 1), document(b, 3, 1));
  EXPECT_NE(document(a, 3, 1), document(c, 3, 1));
}

TEST(Enlarger, RefusesWhatItCannotMove) {
  EXPECT_THROW(Enlarger("{\"a\":1}\n", kFields, 1), InvalidArgument);
  EXPECT_THROW(Enlarger("{\"@timestamp\":\"yesterday\"}\n", kFields, 1), InvalidArgument);
  EXPECT_THROW(Enlarger("[1]\n", kFields, 1), InvalidArgument);
  EXPECT_THROW(Enlarger("{\"@timestamp\":1\n", kFields, 1), InvalidArgument);
}

TEST(Enlarger, ReadsDimensionsAndMetricsFromAMapping) {
  const auto fields = EnlargeFields::from_mapping(
      R"({"mappings":{"properties":{"host":{"properties":{"name":{"type":"keyword","time_series_dimension":true}}},
          "n":{"type":"long","time_series_metric":"counter"},"g":{"type":"double","time_series_metric":"gauge"}}}})");
  EXPECT_EQ(fields.dimensions, std::vector<std::string>{"host.name"});
  EXPECT_EQ(fields.counters, std::vector<std::string>{"n"});
  EXPECT_EQ(fields.gauges, std::vector<std::string>{"g"});
}

TEST(IsoTime, RoundTripsAcrossDaysYearsAndEpoch) {
  for (const char* text :
       {"1970-01-01T00:00:00.000Z", "1969-12-31T23:59:59.999Z", "2024-02-29T12:34:56.789Z",
        "0001-01-01T00:00:00.001Z", "9999-12-31T23:59:59.999Z"}) {
    int64_t millis = 0;
    ASSERT_TRUE(parse_iso_millis(text, millis)) << text;
    std::string back;
    append_iso_millis(millis, back);
    EXPECT_EQ(back, text);
  }
  int64_t millis = 0;
  ASSERT_TRUE(parse_iso_millis("1970-01-02T00:00:00.001Z", millis));
  EXPECT_EQ(millis, 86'400'001);
  for (const char* text : {"2023-02-29T00:00:00.000Z", "2023-01-01T24:00:00.000Z", "2023-01-01", "",
                           "2023-01-01T00:00:00.00aZ"}) {
    EXPECT_FALSE(parse_iso_millis(text, millis)) << text;
  }
}

}  // namespace
}  // namespace segsmith::lab
