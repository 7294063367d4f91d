# find_package(flitscope) for outside projects.
include(CMakePackageConfigHelpers)
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/flitscope-config.cmake.in
  ${PROJECT_BINARY_DIR}/flitscope-config.cmake INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/flitscope)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/flitscope-config-version.cmake COMPATIBILITY SameMinorVersion)
install(EXPORT flitscope_targets NAMESPACE flitscope:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/flitscope)
install(FILES ${PROJECT_BINARY_DIR}/flitscope-config.cmake ${PROJECT_BINARY_DIR}/flitscope-config-version.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/flitscope)

# All that is installed and has to be built: `./scripts/install` builds this and nothing else.
get_property(installed GLOBAL PROPERTY FLITSCOPE_INSTALLED)
add_custom_target(flitscope_installed DEPENDS ${installed})
set(files "")
foreach(target IN LISTS installed)
  get_target_property(type ${target} TYPE)
  if(NOT type STREQUAL UTILITY)
    string(APPEND files "$<TARGET_FILE:${target}>\n")
  endif()
endforeach()
file(GENERATE OUTPUT ${PROJECT_BINARY_DIR}/flitscope_installed.txt CONTENT "${files}")

# The kit that plug-ins are built with: in the build tree next to the program, and installed.
set(cmake_folder ${CMAKE_INSTALL_LIBDIR}/cmake/flitscope)
set(KIT_INCLUDE_DIR ${PROJECT_SOURCE_DIR})
set(KIT_DATA_DIR ${PROJECT_SOURCE_DIR})
set(KIT_CMAKE_DIR ${CMAKE_CURRENT_LIST_DIR})
set(KIT_PROGRAM ${PROJECT_BINARY_DIR}/testbenches/program/flitscope)
configure_file(${CMAKE_CURRENT_LIST_DIR}/FlitscopeKit.cmake.in
               ${PROJECT_BINARY_DIR}/testbenches/program/FlitscopeKit.cmake @ONLY)
file(RELATIVE_PATH to_prefix /${cmake_folder} /)
set(KIT_INCLUDE_DIR "\${CMAKE_CURRENT_LIST_DIR}/${to_prefix}${CMAKE_INSTALL_INCLUDEDIR}/flitscope")
set(KIT_DATA_DIR "\${CMAKE_CURRENT_LIST_DIR}/${to_prefix}${CMAKE_INSTALL_DATADIR}/flitscope")
set(KIT_CMAKE_DIR "\${CMAKE_CURRENT_LIST_DIR}")
set(KIT_PROGRAM "\${CMAKE_CURRENT_LIST_DIR}/${to_prefix}${CMAKE_INSTALL_BINDIR}/flitscope")
configure_file(${CMAKE_CURRENT_LIST_DIR}/FlitscopeKit.cmake.in ${PROJECT_BINARY_DIR}/FlitscopeKit.cmake @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/FlitscopeKit.cmake ${CMAKE_CURRENT_LIST_DIR}/FlitscopeVerilog.cmake
        ${CMAKE_CURRENT_LIST_DIR}/FlitscopePlugin.cmake ${CMAKE_CURRENT_LIST_DIR}/FlitscopeNote.cmake
        ${CMAKE_CURRENT_LIST_DIR}/FlitscopeVerilate.cmake
        ${CMAKE_CURRENT_LIST_DIR}/FlitscopeVerilateJob.cmake
        ${CMAKE_CURRENT_LIST_DIR}/FlitscopeVerilogRouter.cmake ${CMAKE_CURRENT_LIST_DIR}/FlitscopeFileList.cmake
        ${CMAKE_CURRENT_LIST_DIR}/FlitscopeVerilogSources.cmake
        ${CMAKE_CURRENT_LIST_DIR}/FlitscopeUnit.cmake ${CMAKE_CURRENT_LIST_DIR}/FlitscopeVerilogUnit.cmake
        DESTINATION ${cmake_folder})
install(DIRECTORY ${FLITSCOPE_VERILOG_DIR} DESTINATION ${CMAKE_INSTALL_DATADIR}/flitscope/rtl_models
        FILES_MATCHING PATTERN "*.v" PATTERN "*.vh")
install(FILES ${FLITSCOPE_COSIM_DIR}/verilated_set.cpp.in ${FLITSCOPE_COSIM_DIR}/verilated_plugin.cpp.in
              ${FLITSCOPE_COSIM_DIR}/makers_plugin.cpp.in ${FLITSCOPE_COSIM_DIR}/verilated_units.cpp.in
              ${FLITSCOPE_COSIM_DIR}/verilated_units_plugin.cpp.in ${FLITSCOPE_COSIM_DIR}/checkpoints.vlt
              ${FLITSCOPE_COSIM_DIR}/branch_checkpoints.vlt
        DESTINATION ${CMAKE_INSTALL_DATADIR}/flitscope/rtl_models/cosim)

install(PROGRAMS ${PROJECT_SOURCE_DIR}/scripts/latency_curve DESTINATION ${CMAKE_INSTALL_BINDIR}
        RENAME flitscope_latency_curve)

# Documentation and examples, side by side as in the repository, so that links between them hold.
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE ${PROJECT_SOURCE_DIR}/README.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/docs ${PROJECT_SOURCE_DIR}/examples DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright)
install(FILES ${PROJECT_SOURCE_DIR}/scripts/packages.txt DESTINATION ${CMAKE_INSTALL_DOCDIR}/scripts)

# `cpack -G DEB` in a build folder.
set(CPACK_PACKAGE_VENDOR Flitscope)
set(CPACK_PACKAGE_CONTACT "Flitscope maintainers <maintainers@flitscope.invalid>")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION electronics)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_COMPRESSION_TYPE gzip)
# The program alone runs without these: plots, `rtl add`, `cost` and outside projects need them.
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS
    "gnuplot-nox, jq, yosys, opensta, iverilog, g++, cmake, make, verilator, pkg-config, libsystemc-dev, zlib1g-dev, libmd-dev, libyaml-cpp-dev, libsqlite3-dev, python3, python3-pandas")
include(CPack)
