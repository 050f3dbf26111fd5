# SPDX-License-Identifier: Apache-2.0
segsmith_room(codec_dv_write
  SOURCES doc_values_entry_writer.cc es819_binary_writer.cc es819_column_survey.cc
          es819_doc_values_writer.cc es819_numbers_writer.cc es819_partitions_writer.cc lucene90_addresses_writer.cc lucene90_doc_values_writer.cc lucene90_indexed_disi_writer.cc
          lucene90_numbers_writer.cc lucene90_terms_dict_writer.cc number_statistics.cc
  TESTS lucene90_doc_values_writer_test.cc number_statistics_test.cc
  USES util store packing model skipper
)
