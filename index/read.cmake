# SPDX-License-Identifier: Apache-2.0
# Commits, segment and index readers, check.
segsmith_room(index_read
  SOURCES check.cc check_sort.cc check_structure.cc check_values.cc commit.cc commit_writer.cc field_updates.cc index_reader.cc index_updater.cc segment_infos.cc segment_reader.cc
    segment_updates.cc update_generations.cc
  TESTS ${PROJECT_SOURCE_DIR}/packing/testdata/allocation_watch.cc
    check_test.cc commit_test.cc field_updates_test.cc segment_infos_test.cc segment_reader_test.cc
  USES codec
)
