# SPDX-License-Identifier: Apache-2.0
# Compiler settings that every target shares, through the interface target segsmith_settings.
include(GNUInstallDirs)

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()

find_program(SEGSMITH_CCACHE ccache)
if(SEGSMITH_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER "${SEGSMITH_CCACHE}")
endif()

set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_CXX_EXTENSIONS OFF)

add_library(segsmith_settings INTERFACE)
target_compile_features(segsmith_settings INTERFACE cxx_std_20)
target_compile_options(segsmith_settings INTERFACE
  $<BUILD_INTERFACE:-Wall;-Wextra;-Wshadow;-Wnon-virtual-dtor;-ffp-contract=off>
  # GCC 12 sees overlaps in std::string operator+ that are not there (its bug 105651).
  $<BUILD_INTERFACE:$<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>>)
if(SEGSMITH_SANITIZE)
  target_compile_options(segsmith_settings INTERFACE
    $<BUILD_INTERFACE:-fsanitize=${SEGSMITH_SANITIZE};-fno-sanitize-recover=all;-fno-omit-frame-pointer>)
  target_link_options(segsmith_settings INTERFACE $<BUILD_INTERFACE:-fsanitize=${SEGSMITH_SANITIZE}>)
endif()
if(SEGSMITH_FUZZ)
  target_compile_options(segsmith_settings INTERFACE $<BUILD_INTERFACE:-fsanitize=fuzzer-no-link>)
endif()
