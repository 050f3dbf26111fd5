# SPDX-License-Identifier: Apache-2.0
segsmith_room(codec_points
  SOURCES lucene90_points_writer.cc lucene90_points_reader.cc
  TESTS lucene90_points_pages_test.cc lucene90_points_test.cc
  USES bkd skipper
)
