# SPDX-License-Identifier: Apache-2.0
segsmith_room(codec_points
  SOURCES lucene90_points_writer.cc lucene90_points_reader.cc
  USES bkd skipper
)
