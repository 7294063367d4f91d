# find_package(flitscope) for outside projects.
include(CMakePackageConfigHelpers)
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/flitscope-config.cmake.in
  ${PROJECT_BINARY_DIR}/flitscope-config.cmake INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/flitscope)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/flitscope-config-version.cmake COMPATIBILITY SameMinorVersion)
install(EXPORT flitscope_targets NAMESPACE flitscope:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/flitscope)
install(FILES ${PROJECT_BINARY_DIR}/flitscope-config.cmake ${PROJECT_BINARY_DIR}/flitscope-config-version.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/flitscope)
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE ${PROJECT_SOURCE_DIR}/README.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
