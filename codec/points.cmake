# SPDX-License-Identifier: Apache-2.0
if(SEGSMITH_POINTS)
  segsmith_room(codec_points
    SOURCES lucene90_points_writer.cc lucene90_points_reader.cc points_support.cc
    TESTS ${PROJECT_SOURCE_DIR}/packing/testdata/allocation_watch.cc lucene90_points_pages_test.cc lucene90_points_test.cc
    USES bkd skipper
    TEST_LINK segsmith_codec_segment
  )
else()
  segsmith_room(codec_points
    SOURCES points_support.cc without_points_format.cc
    USES bkd skipper
  )
  target_compile_definitions(segsmith_codec_points PRIVATE SEGSMITH_WITHOUT_POINTS)
endif()
