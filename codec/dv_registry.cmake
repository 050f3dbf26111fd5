# SPDX-License-Identifier: Apache-2.0
segsmith_room(codec_dv
  SOURCES copy_field.cc doc_values_registry.cc
  TESTS ${PROJECT_SOURCE_DIR}/packing/testdata/allocation_watch.cc
        copy_field_test.cc doc_values_format_cases.cc doc_values_iterators_testing.cc doc_values_pitfalls_test.cc
        doc_values_threads_test.cc doc_values_registry_test.cc doc_values_round_trip_test.cc
        doc_values_test_support.cc lucene90_doc_values_damage_test.cc tsdb_damage_test.cc tsdb_golden_test.cc
        doc_values_pages_test.cc
  USES codec_dv_write codec_dv_read
  TEST_LINK segsmith_codec_segment zstd
)
