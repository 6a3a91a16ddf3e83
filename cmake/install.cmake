# Installed: the library, include/tenon, the command line and the package files that find_package reads.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/tenon)
get_target_property(library_type tenon TYPE)
if(library_type STREQUAL "STATIC_LIBRARY")
  set(TENON_NEEDS_PUGIXML TRUE)
  set(TENON_NEEDS_TBB ${TENON_TBB})
else()
  set(TENON_NEEDS_PUGIXML FALSE)
  set(TENON_NEEDS_TBB FALSE)
endif()

install(TARGETS tenon EXPORT tenon-targets INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/tenon DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING
        PATTERN "*.hpp")
install(EXPORT tenon-targets NAMESPACE tenon:: DESTINATION ${package_dir})
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})

configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/tenon-config.cmake.in ${PROJECT_BINARY_DIR}/tenon-config.cmake
                              INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/tenon-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/tenon-config.cmake ${PROJECT_BINARY_DIR}/tenon-config-version.cmake
        DESTINATION ${package_dir})
