# SPDX-License-Identifier: Apache-2.0
# install and export: find_package(segsmith) gives segsmith::<room> targets.
include(CMakePackageConfigHelpers)

set(SEGSMITH_EXPORTED_ROOMS ${SEGSMITH_ROOMS})
list(REMOVE_ITEM SEGSMITH_EXPORTED_ROOMS cli)

get_property(libraries GLOBAL PROPERTY SEGSMITH_LIBRARIES)
install(TARGETS segsmith_settings ${libraries} EXPORT segsmithTargets
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(EXPORT segsmithTargets NAMESPACE segsmith:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/segsmith)
foreach(room IN LISTS SEGSMITH_EXPORTED_ROOMS)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/${room}/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/segsmith/${room}
    FILES_MATCHING PATTERN "*.h"
    PATTERN "testdata" EXCLUDE
    PATTERN "test_*.h" EXCLUDE
    PATTERN "*_test_*.h" EXCLUDE
    PATTERN "*_testing.h" EXCLUDE)
endforeach()
configure_package_config_file(cmake/segsmithConfig.cmake.in segsmithConfig.cmake
  INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/segsmith)
write_basic_package_version_file(segsmithConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/segsmithConfig.cmake
  ${CMAKE_CURRENT_BINARY_DIR}/segsmithConfigVersion.cmake
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/segsmith)
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE ${PROJECT_SOURCE_DIR}/NOTICE
  DESTINATION ${CMAKE_INSTALL_DOCDIR})
