# SPDX-License-Identifier: Apache-2.0
# Segment-level files: .fnm, .si, .cfs, .cfe, .liv, stored fields.
find_package(ZLIB REQUIRED)
segsmith_room(codec_segment
  SOURCES codecs.cc file_names.cc lucene90_compound.cc lucene90_live_docs.cc
    lucene90_stored_fields_compression.cc lucene90_stored_fields_format.cc
    lucene90_stored_fields_reader.cc lucene90_stored_fields_writer.cc lucene_release.cc lucene94_field_infos.cc
    lucene99_segment_info.cc stored_value_codec.cc
  TESTS ${PROJECT_SOURCE_DIR}/packing/testdata/allocation_watch.cc
    file_names_test.cc lucene90_compound_test.cc lucene90_live_docs_test.cc
    lucene90_stored_fields_test.cc lucene94_field_infos_test.cc lucene99_segment_info_test.cc
    lucene_release_test.cc
    stored_value_codec_test.cc
  USES util store packing model
  LINK ZLIB::ZLIB
)
