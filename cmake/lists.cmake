# Lists of algorithms. A line of src/FOLDER/NAME.list says `FILE DESCRIPTOR`: FILE (from FOLDER, or from src/ where it
# has a slash) ends with the struct DESCRIPTOR. A line that starts with # is a comment.
#
# tenon_list(OUTPUT FOLDER NAME TYPE [LINE...]) writes OUTPUT/FOLDER/NAME_list.hpp, which includes those files and names
# the descriptors in their order: using TYPE = TypeList<...>. Each LINE is one more line at the end.
function(tenon_list output folder name type)
  set(list ${PROJECT_SOURCE_DIR}/src/${folder}/${name}.list)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${list})
  file(STRINGS ${list} lines REGEX "^[^#]")
  foreach(line IN LISTS lines ARGN)
    if(NOT line)
      continue()
    endif()
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

# tenon_lists(OUTPUT [NAME LINE]...) writes all of them; a LINE goes to the end of the list of that NAME.
function(tenon_lists output)
  set(names)
  foreach(list "model configuration ConfigurationAlgorithms" "kinematics kinematics KinematicsAlgorithms"
               "dynamics dynamics DynamicsAlgorithms" "factorization factorization FactorizationAlgorithms"
               "delassus delassus DelassusAlgorithms" "delassus damped DampedAlgorithms"
               "constrained constrained ConstrainedAlgorithms"
               "constrained derivatives ConstrainedDerivativesAlgorithms")
    separate_arguments(list)
    list(GET list 1 name)
    list(APPEND names ${name})
    list(FIND ARGN ${name} at)
    set(line)
    if(at GREATER -1)
      math(EXPR at "${at} + 1")
      list(GET ARGN ${at} line)
    endif()
    tenon_list(${output} ${list} "${line}")
  endforeach()
endfunction()

# tenon_with_lists(TARGET LISTS INCLUDE) gives a program of tests the lists in LISTS, whose files are found from INCLUDE:
# files of src/ that read lists are compiled again, for every instruction set, and come before the library's.
function(tenon_with_lists target lists include)
  get_property(source_dir TARGET tenon PROPERTY SOURCE_DIR)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${source_dir}/*.cpp)
  foreach(source ${sources})
    file(STRINGS ${source} reads REGEX "#include \"[a-z]+/([a-z]+_)?(list|algorithms)\\.hpp\"")
    list(FILTER reads EXCLUDE REGEX "tenon/")
    if(reads AND source MATCHES "/kernels[^/]*$")
      list(APPEND kernels ${source})
    elseif(reads)
      list(APPEND others ${source})
    endif()
  endforeach()
  set(directories ${lists} ${include} ${PROJECT_SOURCE_DIR}/include ${source_dir})
  # Not optimised: these are compiled to be tested, not timed.
  set_property(TARGET ${target} APPEND PROPERTY COMPILE_OPTIONS -O0)
  add_library(${target}_lists OBJECT ${others})
  target_compile_options(${target}_lists PRIVATE -O0)
  target_include_directories(${target}_lists PRIVATE ${directories})
  target_compile_definitions(${target}_lists PRIVATE TENON_INLINE=inline $<TARGET_PROPERTY:tenon,COMPILE_DEFINITIONS>)
  target_link_libraries(${target}_lists PRIVATE tenon_flags)
  target_sources(${target} PRIVATE $<TARGET_OBJECTS:${target}_lists>)
  get_property(isas GLOBAL PROPERTY tenon_isas)
  foreach(isa ${isas})
    get_property(flags GLOBAL PROPERTY tenon_flags_${isa})
    add_library(${target}_kernels_${isa} OBJECT ${kernels})
    target_include_directories(${target}_kernels_${isa} PRIVATE ${directories})
    target_compile_definitions(${target}_kernels_${isa} PRIVATE TENON_ISA=isa_${isa})
    target_compile_options(${target}_kernels_${isa} PRIVATE ${flags} -O0)
    target_link_libraries(${target}_kernels_${isa} PRIVATE tenon_flags)
    target_sources(${target} PRIVATE $<TARGET_OBJECTS:${target}_kernels_${isa}>)
  endforeach()
endfunction()
