# Installs tenon (KIND static: this build; shared: a build of its own), then configures, builds and runs outside/.
set(work ${BUILD}/install-test/${KIND})
set(prefix ${work}/prefix)
file(REMOVE_RECURSE ${prefix} ${work}/outside)

function(step)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT status EQUAL 0)
    list(JOIN ARGN " " command)
    message(FATAL_ERROR "${command}\n${output}")
  endif()
endfunction()

set(installed ${BUILD})
if(KIND STREQUAL "shared")
  set(installed ${BUILD}-shared)  # as deep as this build: relative paths, and with them ccache's entries, are the same
  step(${CMAKE_COMMAND} -S ${SOURCE} -B ${installed} -G ${GENERATOR} -DCMAKE_CXX_COMPILER=${COMPILER}
       -DCMAKE_BUILD_TYPE=${CONFIG} "-DCMAKE_CXX_FLAGS_RELEASE=-O3 -DNDEBUG" -DBUILD_SHARED_LIBS=ON -DTENON_TESTS=OFF
       -DTENON_APPS=OFF)
  step(${CMAKE_COMMAND} --build ${installed})
endif()
step(${CMAKE_COMMAND} --install ${installed} --prefix ${prefix})

# Nothing but the public headers is installed.
file(GLOB_RECURSE public RELATIVE ${SOURCE}/include ${SOURCE}/include/*)
file(GLOB_RECURSE headers RELATIVE ${prefix}/include ${prefix}/include/*)
if(NOT public STREQUAL headers)
  message(FATAL_ERROR "installed headers: ${headers}\nexpected: ${public}")
endif()

step(${CMAKE_COMMAND} -S ${SOURCE}/tests/install/outside -B ${work}/outside -G ${GENERATOR}
     -DCMAKE_CXX_COMPILER=${COMPILER} -DCMAKE_BUILD_TYPE=${CONFIG} -DCMAKE_CXX_FLAGS=${FLAGS}
     -DCMAKE_PREFIX_PATH=${prefix} -DREADME=${SOURCE}/README.md)
step(${CMAKE_COMMAND} --build ${work}/outside)
step(${work}/outside/pendulum)

# The README's program prints what the README says: its first text block.
execute_process(COMMAND ${work}/outside/readme WORKING_DIRECTORY ${SOURCE} RESULT_VARIABLE status
                OUTPUT_VARIABLE printed ERROR_VARIABLE errors)
file(READ ${SOURCE}/README.md text)
string(FIND "${text}" "```text\n${printed}```" found)
if(NOT status EQUAL 0 OR found EQUAL -1)
  message(FATAL_ERROR "README.md's program ended with ${status} and printed:\n${printed}${errors}")
endif()
