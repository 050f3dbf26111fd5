# SPDX-License-Identifier: Apache-2.0
# The cases of each test program that need points, left out with SEGSMITH_POINTS=OFF: GoogleTest
# patterns. (Golden indices with points are passed over when they are met.)
set(SEGSMITH_POINTS_TESTS_index_read_tests
  Check.GoldensAreCleanAtEveryLevel
  Check.SoftDeletionCountsMustAgree
  SegmentReader.OpensWhatLuceneWrote
  SegmentReader.FactsCoverEveryFileOfTheGoldens
  SegmentReader.GoldensAreWrittenAgainByteForByte)
# Their _seq_no has points, as it does by default.
set(SEGSMITH_POINTS_TESTS_index_write_tests BuildIndexTest.* AppendWithPoints.*)
set(SEGSMITH_POINTS_TESTS_query_tests Formats/RangeQuery.PrefersDocValues*)
set(SEGSMITH_POINTS_TESTS_lab_tests
  All/Goldens.ComeBackEqual/* BkdReport.* BkdTable.* ContentDiff.StoredFieldsAndPointsCount Corrupt.* IngestOfIndex.* QueryRunnerTest.* Rebuild.* Specs/Named.*)
set(SEGSMITH_POINTS_TESTS_merge_tests KeptDocs.*)
set(SEGSMITH_POINTS_TESTS_golden_tests
  Lucene10_6_0/Physical.* PhysicalRows.RefuseUnknownSegmentsAndFields
  Lucene10_6_0/Transcript.*/logsdb_merged)

# segsmith_points_filter(PROGRAM VARIABLE): the filter for gtest_discover_tests.
function(segsmith_points_filter program variable)
  set(filter "")
  if(NOT SEGSMITH_POINTS AND SEGSMITH_POINTS_TESTS_${program})
    list(JOIN SEGSMITH_POINTS_TESTS_${program} ":" filter)
    string(PREPEND filter "-")
  endif()
  set(${variable} "${filter}" PARENT_SCOPE)
endfunction()
