# SPDX-License-Identifier: Apache-2.0
segsmith_room(codec_dv_read
  SOURCES doc_values_binary.cc doc_values_entry.cc doc_values_fields_reader.cc doc_values_files.cc
          es819_binary.cc es819_block_numbers.cc
          es819_doc_values_reader.cc es819_doc_values_reader_meta.cc es819_numbers.cc
          es819_range_numbers.cc lucene90_doc_values_reader.cc
          lucene90_doc_values_reader_meta.cc lucene90_indexed_disi_reader.cc lucene90_numbers.cc
          lucene90_block_numbers.cc lucene90_packed_numbers.cc
          lucene90_terms_dict_reader.cc
  TESTS ${PROJECT_SOURCE_DIR}/packing/testdata/allocation_watch.cc doc_values_test_support.cc lucene90_doc_values_reader_test.cc
  USES util store packing model skipper
)
