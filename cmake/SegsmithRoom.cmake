# SPDX-License-Identifier: Apache-2.0
# segsmith_room(NAME SOURCES ... [TESTS ...] [USES rooms...] [LINK libraries...] [LINK_PRIVATE ...])
# One static library segsmith_NAME (alias segsmith::NAME) and, where there are tests, one GoogleTest
# program NAME_tests whose cases ctest knows one by one.
# segsmith_gtests(PROGRAM TIMEOUT) makes a program's cases known to ctest.
set_property(GLOBAL PROPERTY SEGSMITH_LIBRARIES "")

include(SegsmithPointsTests)

function(segsmith_gtests program timeout)
  if(CMAKE_CROSSCOMPILING)
    # Starting an emulator takes longer than most cases, so it runs a whole program.
    add_test(NAME ${program} COMMAND ${program} --gtest_brief=1)
    set_tests_properties(${program} PROPERTIES TIMEOUT 600)
  else()
    segsmith_points_filter(${program} filter)
    gtest_discover_tests(${program} TEST_FILTER "${filter}" DISCOVERY_TIMEOUT 60
      PROPERTIES TIMEOUT ${timeout})
  endif()
endfunction()

function(segsmith_room name)
  cmake_parse_arguments(ROOM "" "" "SOURCES;TESTS;USES;LINK;LINK_PRIVATE;TEST_LINK" ${ARGN})
  add_library(segsmith_${name} STATIC ${ROOM_SOURCES})
  add_library(segsmith::${name} ALIAS segsmith_${name})
  set_target_properties(segsmith_${name} PROPERTIES EXPORT_NAME ${name})
  target_include_directories(segsmith_${name} PUBLIC
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/segsmith>)
  target_link_libraries(segsmith_${name} PUBLIC segsmith_settings ${ROOM_LINK} PRIVATE ${ROOM_LINK_PRIVATE})
  foreach(used IN LISTS ROOM_USES)
    target_link_libraries(segsmith_${name} PUBLIC segsmith_${used})
  endforeach()
  set_property(GLOBAL APPEND PROPERTY SEGSMITH_LIBRARIES segsmith_${name})
  if(SEGSMITH_TESTS AND ROOM_TESTS)
    add_executable(${name}_tests ${ROOM_TESTS})
    target_link_libraries(${name}_tests PRIVATE segsmith_${name} ${ROOM_TEST_LINK} GTest::gtest GTest::gtest_main GTest::gmock)
    target_compile_definitions(${name}_tests PRIVATE SEGSMITH_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
    segsmith_gtests(${name}_tests 300)
  endif()
endfunction()
