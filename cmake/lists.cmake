# Lists of algorithms. A line of src/FOLDER/NAME.list says `FILE DESCRIPTOR`: FILE (from FOLDER, or from src/ where it
# has a slash) ends with the struct DESCRIPTOR. A line that starts with # is a comment.
#
# tenon_list(OUTPUT FOLDER NAME TYPE [LINE...]) writes OUTPUT/FOLDER/NAME_list.hpp, which includes those files and names
# the descriptors in their order: using TYPE = TypeList<...>. Each LINE is one more line at the end.
function(tenon_list output folder name type)
  set(list ${PROJECT_SOURCE_DIR}/src/${folder}/${name}.list)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${list})
  file(STRINGS ${list} lines REGEX "^[^#]")
  foreach(line ${lines} ${ARGN})
    string(REGEX MATCH "^([^ ]+) +([A-Za-z0-9]+) *$" matched "${line}")
    if(NOT matched)
      message(FATAL_ERROR "${list}: found \"${line}\", expected a file and the descriptor at its end")
    endif()
    set(file ${CMAKE_MATCH_1})
    list(APPEND descriptors ${CMAKE_MATCH_2})
    if(NOT file MATCHES "/")
      string(PREPEND file "${folder}/")
    endif()
    list(APPEND includes "#include \"${file}\"\n")
  endforeach()
  list(REMOVE_DUPLICATES includes)
  list(SORT includes)
  list(JOIN includes "" includes)
  list(JOIN descriptors ", " descriptors)
  file(CONFIGURE OUTPUT ${output}/${folder}/${name}_list.hpp @ONLY CONTENT
"// Made by cmake/lists.cmake from src/@folder@/@name@.list.
#pragma once

@includes@#include \"spatial/isa.hpp\"
#include \"spatial/type_list.hpp\"

namespace tenon {
inline namespace TENON_ISA {
using @type@ = TypeList<@descriptors@>;
}
}  // namespace tenon
")
endfunction()

# All of them; LINE... as "LIST LINE" pairs go to the end of the list of that name.
function(tenon_lists output)
  tenon_list(${output} model configuration ConfigurationAlgorithms)
  tenon_list(${output} kinematics kinematics KinematicsAlgorithms)
  tenon_list(${output} dynamics dynamics DynamicsAlgorithms)
  tenon_list(${output} factorization factorization FactorizationAlgorithms)
  tenon_list(${output} delassus delassus DelassusAlgorithms)
  tenon_list(${output} delassus damped DampedAlgorithms)
  tenon_list(${output} constrained constrained ConstrainedAlgorithms)
  tenon_list(${output} constrained derivatives ConstrainedDerivativesAlgorithms)
endfunction()
