// SPDX-License-Identifier: Apache-2.0
#include "lab/ingest.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "lab/test_index.h"
#include "util/error.h"

namespace segsmith::lab {
namespace {

using ::testing::HasSubstr;
using Kind = IngestEvent::Kind;

std::string trace_file(const std::string& text) {
  // Of this test alone: others run beside it.
  const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
  const std::string path = ::testing::TempDir() + test->name() + ".ingest_test.ndjson";
  std::ofstream(path, std::ios::binary) << text;
  return path;
}

std::string refusal(const std::string& text) {
  try {
    read_ingest_trace(trace_file(text));
  } catch (const InvalidArgument& e) {
    return e.what();
  }
  return "none";
}

IngestPlan plan() {
  IngestPlan plan;
  plan.days = 0.5;
  plan.documents_per_second = 100;
  plan.bytes_per_document = 50;
  plan.flush_seconds = 60;
  return plan;
}

TEST(PlannedIngest, HasTheRateAndTheSizesThatWereAskedFor) {
  const auto events = planned_ingest(plan());
  ASSERT_EQ(events.size(), 720u);
  int64_t documents = 0;
  for (size_t i = 0; i < events.size(); ++i) {
    const IngestEvent& e = events[i];
    EXPECT_EQ(e.time, static_cast<int64_t>(i + 1) * 60000);
    EXPECT_EQ(e.min_time, e.time - 60000);
    EXPECT_EQ(e.bytes, static_cast<uint64_t>(e.documents) * 50);
    EXPECT_GE(e.documents, 4800);
    EXPECT_LE(e.documents, 7200);
    documents += e.documents;
  }
  EXPECT_NEAR(static_cast<double>(documents), 720 * 6000, 720 * 6000 * 0.02);
}

TEST(PlannedIngest, DeletesAreTheShareOfWhatWasAdded) {
  IngestPlan p = plan();
  p.deletes_per_document = 0.0001;
  int64_t documents = 0, deletes = 0;
  for (const IngestEvent& e : planned_ingest(p)) {
    (e.kind == Kind::flush ? documents : deletes) += e.documents;
  }
  EXPECT_EQ(deletes, documents / 10000);
}

TEST(PlannedIngest, RefusesWhatIsNoIndex) {
  IngestPlan p = plan();
  p.documents_per_second = 0.001;
  EXPECT_THROW(planned_ingest(p), InvalidArgument);
  p = plan();
  p.flush_seconds = 1e9;
  EXPECT_THROW(planned_ingest(p), InvalidArgument);
}

TEST(IngestTrace, ReadsWhatItWrites) {
  const IngestEvent flush{5, Kind::flush, 10, 1000, -7, 4};
  const IngestEvent remove{6, Kind::remove, 3};
  const IngestEvent merge{6, Kind::merge, 30, 2000};
  const auto events = read_ingest_trace(
      trace_file(trace_line(flush) + "\n" + trace_line(remove) + trace_line(merge)));
  ASSERT_EQ(events.size(), 3u);
  EXPECT_EQ(trace_line(events[2]), trace_line(merge));
  EXPECT_DOUBLE_EQ(size_curve_of(events).bytes_per_document(10), 100);
  EXPECT_TRUE(size_curve_of(std::span(events).first(2)).empty());
  EXPECT_EQ(trace_line(events[0]), trace_line(flush));
  EXPECT_EQ(trace_line(events[1]), trace_line(remove));
}

TEST(IngestTrace, NamesFileLineAndMember) {
  const std::string good = R"({"t":1,"event":"flush","docs":1,"bytes":9})";
  EXPECT_THAT(refusal(good + "\n{"), HasSubstr("ingest_test.ndjson: line 2: expected an object"));
  EXPECT_THAT(refusal(good + "\n" + R"({"t":0,"event":"flush","docs":1,"bytes":9})"),
              HasSubstr("line 2, \"t\": expected a whole number from 1"));
  EXPECT_THAT(refusal(R"({"event":"flush","docs":1,"bytes":9})"), HasSubstr("\"t\""));
  EXPECT_THAT(refusal(R"({"t":1,"event":"refresh","docs":1})"),
              HasSubstr("flush, delete or merge"));
  EXPECT_THAT(refusal(R"({"t":1,"event":"flush","docs":1})"), HasSubstr("\"bytes\""));
  EXPECT_THAT(refusal(R"({"t":1,"event":"delete"})"), HasSubstr("\"docs\""));
  EXPECT_THAT(refusal(R"({"t":1,"event":"delete","docs":1,"doc":2})"),
              HasSubstr("unknown \"doc\""));
  EXPECT_THAT(refusal(R"({"t":1,"event":"flush","docs":1,"bytes":9,"min_time":5,"max_time":4})"),
              HasSubstr("\"max_time\""));
}

TEST(IngestOfIndex, TakesEachSegmentWithTheTimesOfItsDocuments) {
  const auto directory = test_index(R"({"@timestamp":{"type":"date"}})",
                                    "{\"@timestamp\":\"1970-01-01T00:00:05Z\"}\n"
                                    "{\"@timestamp\":\"1970-01-01T00:00:03Z\"}\n"
                                    "{\"@timestamp\":\"1970-01-01T00:00:09Z\"}\n",
                                    2);
  const auto events = ingest_of_index(directory);
  ASSERT_EQ(events.size(), 2u);
  EXPECT_EQ(events[0].documents, 2);
  EXPECT_EQ(events[0].min_time, 3000);
  EXPECT_EQ(events[0].max_time, 5000);
  EXPECT_EQ(events[1].time, 9000);
  EXPECT_GT(events[1].bytes, 100u);
}

TEST(IngestOfIndex, CountsASecondASegmentWithoutTimes) {
  const auto events =
      ingest_of_index(test_index(R"({"x":{"type":"long"}})", "{\"x\":1}\n{\"x\":2}\n", 1));
  ASSERT_EQ(events.size(), 2u);
  EXPECT_EQ(events[0].time, 1000);
  EXPECT_EQ(events[1].time, 2000);
}

}  // namespace
}  // namespace segsmith::lab
