# SPDX-License-Identifier: Apache-2.0
# cmake -D BUILD=... -D SCRATCH=... [-D GENERATOR=...] [-D COMPILER=...] [-D SANITIZE=...] -P consumer_test.cmake
# Installs the build tree into a scratch prefix, builds the project in consumer/ against it and runs it.
function(run)
  execute_process(COMMAND ${ARGV} COMMAND_ECHO STDOUT COMMAND_ERROR_IS_FATAL ANY)
endfunction()

file(REMOVE_RECURSE ${SCRATCH})
run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${SCRATCH}/prefix)
set(flags)
if(SANITIZE)
  set(flags -fsanitize=${SANITIZE})
endif()
run(${CMAKE_COMMAND} -G ${GENERATOR} -S ${CMAKE_CURRENT_LIST_DIR}/consumer -B ${SCRATCH}/build
  -D EXAMPLES=${CMAKE_CURRENT_LIST_DIR}/../examples
  -D CMAKE_PREFIX_PATH=${SCRATCH}/prefix -D CMAKE_CXX_COMPILER=${COMPILER} -D CMAKE_CXX_FLAGS=${flags})
run(${CMAKE_COMMAND} --build ${SCRATCH}/build)
run(${SCRATCH}/build/consumer)
run(${SCRATCH}/build/sum_field ${CMAKE_CURRENT_LIST_DIR}/goldens/numeric_encodings/index gcd)
file(REMOVE_RECURSE ${SCRATCH})
