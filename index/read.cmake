# SPDX-License-Identifier: Apache-2.0
# Commits, segment and index readers, check.
segsmith_room(index_read
  SOURCES check.cc check_sort.cc check_structure.cc check_values.cc commit.cc index_reader.cc segment_infos.cc segment_reader.cc
  TESTS ${PROJECT_SOURCE_DIR}/packing/testdata/allocation_watch.cc
    check_test.cc commit_test.cc segment_infos_test.cc segment_reader_test.cc
  USES codec
)
