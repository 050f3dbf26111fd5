# SPDX-License-Identifier: Apache-2.0
# The cases of each test program that need points, left out with SEGSMITH_POINTS=OFF: GoogleTest
# patterns joined by colons.
set(SEGSMITH_POINTS_TESTS_query_tests "")

# segsmith_points_filter(PROGRAM VARIABLE): the filter for gtest_discover_tests.
function(segsmith_points_filter program variable)
  set(filter "")
  if(NOT SEGSMITH_POINTS AND SEGSMITH_POINTS_TESTS_${program})
    set(filter "-${SEGSMITH_POINTS_TESTS_${program}}")
  endif()
  set(${variable} "${filter}" PARENT_SCOPE)
endfunction()
