# SPDX-License-Identifier: Apache-2.0
# Writing: mappings, documents, buffers, flush, the index writer.
find_package(simdjson REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(Boost REQUIRED COMPONENTS iostreams)
segsmith_room(index_write
  SOURCES appended_index.cc build_index.cc bulk_line.cc byte_size.cc column_buffer.cc date_format.cc doc_values_spec.cc document_parser.cc
    field_hash_order.cc field_type.cc index_writer.cc line_source.cc mapped_types.cc mapping.cc
    mapping_builder.cc mapping_overrides.cc mapping_parameters.cc mapping_settings.cc
    nearest_name.cc new_segment.cc number_text.cc pending_merges.cc segment_buffer.cc segment_flusher.cc
    segment_sort.cc segment_writer.cc stored_buffer.cc term_dictionary.cc value_adder.cc
    value_parser.cc
  TESTS append_test.cc build_index_test.cc column_buffer_test.cc commit_writer_test.cc date_format_test.cc doc_values_spec_test.cc document_parser_test.cc
    field_hash_order_test.cc index_updater_test.cc line_source_test.cc mapping_test.cc number_text_test.cc
    pending_merges_test.cc
  USES index_read codec bkd store model util
  LINK Boost::iostreams zstd
  LINK_PRIVATE simdjson::simdjson nlohmann_json::nlohmann_json
)
