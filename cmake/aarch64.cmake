# SPDX-License-Identifier: Apache-2.0
# Toolchain of the preset aarch64: Debian's cross compiler, the libraries that aarch64_sysroot.sh
# unpacked, and qemu-user to run the tests.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)

# Beside the source tree's own presets; the same for CMake's trial builds.
get_filename_component(SEGSMITH_SYSROOT "${CMAKE_CURRENT_LIST_DIR}/../build-aarch64/sysroot" ABSOLUTE)
set(segsmith_sysroot_lib "${SEGSMITH_SYSROOT}/usr/lib/aarch64-linux-gnu")
set(CMAKE_FIND_ROOT_PATH "${SEGSMITH_SYSROOT}")
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(CMAKE_EXE_LINKER_FLAGS_INIT "-L${segsmith_sysroot_lib} -Wl,-rpath-link,${segsmith_sysroot_lib}")
# Headers of libraries that are linked by name alone.
set(CMAKE_CXX_FLAGS_INIT "-isystem ${SEGSMITH_SYSROOT}/usr/include")

set(CMAKE_CROSSCOMPILING_EMULATOR
  qemu-aarch64;-L;/usr/aarch64-linux-gnu;-E;LD_LIBRARY_PATH=${segsmith_sysroot_lib})
