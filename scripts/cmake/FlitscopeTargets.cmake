# How Flitscope's targets are made: one place for language, warnings and sanitizers.

set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()

# C++17 exactly: Debian's SystemC library exports the symbol of that language version only.
# -ffp-contract=off: the same floating-point results on CPUs with and without FMA.
# -fno-semantic-interposition: nobody replaces our functions when a program starts, so that they may become part of
# their callers, though the code is for any address (as Python's module needs it).
add_library(flitscope_build_flags INTERFACE)
target_compile_features(flitscope_build_flags INTERFACE cxx_std_17)
# -Wshadow: Clang's also warns of names of other files that are compiled together.
target_compile_options(flitscope_build_flags INTERFACE -Wall -Wextra $<$<CXX_COMPILER_ID:GNU>:-Wshadow>
                                                       -Wnon-virtual-dtor -ffp-contract=off
                                                       $<$<CONFIG:Release>:-fno-semantic-interposition>)
if(FLITSCOPE_SANITIZE)
  target_compile_options(flitscope_build_flags INTERFACE -fsanitize=${FLITSCOPE_SANITIZE} -fno-omit-frame-pointer
                                                         -fno-sanitize-recover=all)
  target_link_options(flitscope_build_flags INTERFACE -fsanitize=${FLITSCOPE_SANITIZE})
endif()

# Headers that nearly every file of a kind reads are compiled once per kind: about a quarter of the time of a build.
# ccache needs to be told.
if(CMAKE_CXX_COMPILER_LAUNCHER MATCHES "ccache" AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  target_compile_options(flitscope_build_flags INTERFACE -fpch-preprocess)
endif()
set(flitscope_standard_headers <algorithm> <fstream> <functional> <map> <memory> <optional> <sstream> <string> <vector>)

# How much releases optimise: -O3 takes a fifth longer than -O2 to compile, which takes a half longer than -O1.
set(flitscope_brief_options $<$<CONFIG:Release>:-O1>)
set(flitscope_usual_options $<$<CONFIG:Release>:-O2>)
set(flitscope_often_options $<$<CONFIG:Release>:-O3>)

option(FLITSCOPE_TOGETHER "Compile the sources of a library together, up to 24 at a time; OFF: one by one, for work on them" ON)

# flitscope_add_library(NAME [SYSTEMC] [APART] [OFTEN | BRIEF] SOURCES a.cpp ... HEADERS a.h ... LIBRARIES x ...)
# Static library flitscope_NAME, alias flitscope::NAME, installed with its headers. Include paths start at the
# repository's root ("topologies/topology.h"), in the build as after installation.
# SYSTEMC: uses it. Sources are small compared with the headers they read, so they are compiled together, up to 24 at a time, in
# less than half of the time; APART: one by one, where the code that comes out must not depend on the other files.
# OFTEN: its code runs in every cycle; releases compile it with -O3. BRIEF: it runs for moments; they take -O1.
function(flitscope_add_library name)
  cmake_parse_arguments(ARG "SYSTEMC;APART;OFTEN;BRIEF" "" "SOURCES;HEADERS;LIBRARIES;PRIVATE_LIBRARIES" ${ARGN})
  set(target flitscope_${name})
  add_library(${target} STATIC ${ARG_SOURCES})
  add_library(flitscope::${name} ALIAS ${target})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${name})
  target_include_directories(${target} PUBLIC
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/flitscope>)
  target_compile_features(${target} PUBLIC cxx_std_17)
  target_link_libraries(${target} PUBLIC ${ARG_LIBRARIES} PRIVATE ${ARG_PRIVATE_LIBRARIES}
                        $<BUILD_INTERFACE:flitscope_build_flags>)
  if(ARG_SYSTEMC)
    target_link_libraries(${target} PUBLIC PkgConfig::systemc)
  endif()
  set(kind usual)
  if(ARG_BRIEF)
    set(kind brief)
  elseif(ARG_OFTEN)
    set(kind often)
  endif()
  target_compile_options(${target} PRIVATE ${flitscope_${kind}_options})
  _flitscope_precompile_library(${target} ${kind} "${ARG_SYSTEMC}")
  if(FLITSCOPE_TOGETHER AND NOT ARG_APART)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 24)
  endif()
  file(RELATIVE_PATH folder ${PROJECT_SOURCE_DIR} ${CMAKE_CURRENT_SOURCE_DIR})
  foreach(header IN LISTS ARG_HEADERS)
    get_filename_component(sub ${header} DIRECTORY)
    install(FILES ${header} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/flitscope/${folder}/${sub})
  endforeach()
  flitscope_install_target(${target} EXPORT flitscope_targets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
endfunction()

# flitscope_install_target(TARGET ...): install(TARGETS) of one target, which flitscope_installed builds
# (FlitscopeInstall.cmake).
function(flitscope_install_target target)
  install(TARGETS ${target} ${ARGN})
  set_property(GLOBAL APPEND PROPERTY FLITSCOPE_INSTALLED ${target})
endfunction()

# Compiled once for all libraries of a kind. Code that runs for moments is what reads and writes JSON.
function(_flitscope_precompile_library target kind systemc)
  set(headers ${flitscope_standard_headers})
  set(libraries flitscope_build_flags)
  set(compiled flitscope_${kind}_library_headers)
  if(systemc)
    string(APPEND compiled _systemc)
    list(PREPEND headers <systemc>)
    list(APPEND libraries PkgConfig::systemc)
  endif()
  if(kind STREQUAL brief)
    list(PREPEND headers <nlohmann/json.hpp>)
    list(APPEND libraries nlohmann_json::nlohmann_json)
  endif()
  if(NOT TARGET ${compiled})
    add_library(${compiled} OBJECT ${PROJECT_SOURCE_DIR}/scripts/cmake/precompiled.cpp)
    target_link_libraries(${compiled} PRIVATE ${libraries})
    target_compile_options(${compiled} PRIVATE ${flitscope_${kind}_options})
    target_precompile_headers(${compiled} PRIVATE ${headers})
  endif()
  target_precompile_headers(${target} REUSE_FROM ${compiled})
endfunction()

# Programs, because they are compiled for other addresses (-fPIE) than libraries.
function(_flitscope_precompile_test name systemc)
  set(kind flitscope_test_headers)
  set(headers <gtest/gtest.h> <gmock/gmock.h>)
  set(libraries GTest::gtest GTest::gmock)
  if(systemc)
    string(APPEND kind _systemc)
    list(APPEND headers <systemc>)
    list(APPEND libraries PkgConfig::systemc)
  endif()
  if(NOT TARGET ${kind})
    add_executable(${kind} ${PROJECT_SOURCE_DIR}/scripts/cmake/precompiled.cpp)
    target_link_libraries(${kind} PRIVATE ${libraries} flitscope_build_flags)
    target_precompile_headers(${kind} PRIVATE ${headers} ${flitscope_standard_headers})
  endif()
  target_precompile_headers(${name} REUSE_FROM ${kind})
endfunction()

option(FLITSCOPE_LONG_TESTS "Build the long tests as well (./scripts/test --long)" OFF)

# flitscope_add_test(NAME_test SOURCES a_test.cpp ... LIBRARIES x ... [LABELS quick|ci ...] [SYSTEMC] [TIMEOUT s]
#                    [DEFINITIONS D=value ...] [DEPENDS target ...] [SIZE D short long])
# A GoogleTest program; every TEST is one CTest test and one process. SYSTEMC: sc_main starts GoogleTest. SIZE: with
# D=short; where long tests are wanted there is a second one, NAME_long_test, with D=long, an hour for each TEST.
function(flitscope_add_test name)
  cmake_parse_arguments(ARG "SYSTEMC" "TIMEOUT" "SOURCES;LIBRARIES;LABELS;DEFINITIONS;DEPENDS;SIZE" ${ARGN})
  if(NOT FLITSCOPE_BUILD_TESTS)
    return()
  endif()
  if(NOT ARG_LABELS)
    set(ARG_LABELS quick)
  endif()
  # ci is what ./scripts/test runs: everything quick belongs to it.
  if("quick" IN_LIST ARG_LABELS)
    list(APPEND ARG_LABELS ci)
  endif()
  if(NOT ARG_TIMEOUT)
    set(ARG_TIMEOUT 300)
  endif()
  # gtest_discover_tests loses all labels of a list but the first, so they become one: "quick_ci" matches
  # ctest -L quick and ctest -L ci.
  list(JOIN ARG_LABELS "_" labels)
  if(NOT ARG_SIZE)
    _flitscope_add_test_program(${name} ${labels} ${ARG_TIMEOUT} "${ARG_DEFINITIONS}")
    return()
  endif()
  list(GET ARG_SIZE 0 definition)
  list(GET ARG_SIZE 1 short)
  list(GET ARG_SIZE 2 long)
  _flitscope_add_test_program(${name} ${labels} ${ARG_TIMEOUT} "${ARG_DEFINITIONS};${definition}=${short}")
  if(FLITSCOPE_LONG_TESTS)
    string(REGEX REPLACE "_test$" "_long_test" name ${name})
    _flitscope_add_test_program(${name} long 3600 "${ARG_DEFINITIONS};${definition}=${long}")
  endif()
endfunction()

# One program of flitscope_add_test, whose arguments it reads.
function(_flitscope_add_test_program name labels timeout definitions)
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE ${ARG_LIBRARIES} GTest::gtest GTest::gmock flitscope_build_flags)
  target_compile_definitions(${name} PRIVATE ${definitions})
  if(ARG_DEPENDS)
    add_dependencies(${name} ${ARG_DEPENDS})
  endif()
  if(ARG_SYSTEMC)
    if(NOT TARGET flitscope_systemc_test_main)
      add_library(flitscope_systemc_test_main OBJECT ${PROJECT_SOURCE_DIR}/testbenches/tests/support/systemc_main.cpp)
      target_link_libraries(flitscope_systemc_test_main PRIVATE GTest::gtest PkgConfig::systemc flitscope_build_flags)
    endif()
    target_sources(${name} PRIVATE $<TARGET_OBJECTS:flitscope_systemc_test_main>)
    target_link_libraries(${name} PRIVATE PkgConfig::systemc)
  else()
    target_link_libraries(${name} PRIVATE GTest::gtest_main)
  endif()
  _flitscope_precompile_test(${name} ${ARG_SYSTEMC})
  set(environment "")
  if(FLITSCOPE_SANITIZE)
    set(environment ENVIRONMENT
        "LSAN_OPTIONS=suppressions=${PROJECT_SOURCE_DIR}/testbenches/tests/support/lsan_suppressions.txt")
  endif()
  gtest_discover_tests(${name} TEST_PREFIX "${name}." PROPERTIES TIMEOUT ${timeout} LABELS "${labels}"
                       ${environment} DISCOVERY_TIMEOUT 60)
endfunction()

# flitscope_read_list(RESULT LIST): the files that the FLITSCOPE_LISTED lines of a list of arbiters or allocators name
# (rtl_models/router/*/*.def).
function(flitscope_read_list result list)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${list})
  file(STRINGS ${list} lines REGEX "^FLITSCOPE_LISTED")
  list(TRANSFORM lines REPLACE "^FLITSCOPE_LISTED\\([a-z0-9_]+, ([a-z0-9_]+)(, [a-z_]+)+\\)$" "\\1")
  set(${result} ${lines} PARENT_SCOPE)
endfunction()
