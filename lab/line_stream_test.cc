// SPDX-License-Identifier: Apache-2.0
#include "lab/line_stream.h"

#include <gtest/gtest.h>

#include <vector>

#include "util/error.h"

namespace segsmith::lab {
namespace {

TEST(LineStream, HandsOutLinesInOrder) {
  LineStream stream([](const LineSink& sink) {
    sink("a\nb\n");
    for (int i = 0; i < 100; ++i) sink(std::to_string(i) + "\n");
  });
  std::vector<std::string> lines;
  for (std::string_view line; stream.next(line);) lines.emplace_back(line);
  ASSERT_EQ(lines.size(), 102u);
  EXPECT_EQ(lines[1], "b");
  EXPECT_EQ(lines[101], "99");
}

TEST(LineStream, PassesOnWhatTheWriterThrows) {
  LineStream stream([](const LineSink& sink) {
    sink("a\n");
    throw InvalidArgument("no more");
  });
  std::string_view line;
  EXPECT_TRUE(stream.next(line));
  EXPECT_THROW(stream.next(line), InvalidArgument);
}

TEST(LineStream, StopsAWriterThatIsNotWantedToTheEnd) {
  bool reached_the_end = false;
  {
    LineStream stream([&](const LineSink& sink) {
      for (int i = 0; i < 1000; ++i) sink("line\n");
      reached_the_end = true;
    });
    std::string_view line;
    EXPECT_TRUE(stream.next(line));
  }
  EXPECT_FALSE(reached_the_end);
}

}  // namespace
}  // namespace segsmith::lab
