# SPDX-License-Identifier: Apache-2.0
# Commits, segment and index readers, check.
segsmith_room(index_read
  SOURCES commit.cc index_reader.cc segment_infos.cc segment_reader.cc
  USES codec
)
