# SPDX-License-Identifier: Apache-2.0
segsmith_room(codec_dv
  SOURCES doc_values_registry.cc
  TESTS doc_values_registry_test.cc
  USES codec_dv_write codec_dv_read
)
