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

option(FLITSCOPE_TOGETHER "Compile the sources of a library or test program together; OFF: one by one, for work on them" ON)

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
  set(headers <gtest/gtest.h> <gmock/gmock.h> <nlohmann/json.hpp>)
  set(libraries GTest::gtest GTest::gmock nlohmann_json::nlohmann_json)
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

# flitscope_add_test(NAME_test [SOURCES a_test.cpp ...] [SLOW b_test.cpp ...] [LONG a_test ...] LIBRARIES x ... [SYSTEMC]
#                    [APART a_test.cpp ...] [TIMEOUT s] [DEFINITIONS D=value ...] [DEPENDS target ...] [VARIANT word])
# The GoogleTest program of a folder; every TEST is one CTest test and one process, called FILE.Suite.Test with the name of
# its source file. Labels quick and ci; tests of files behind SLOW take longer and have ci (./scripts/test) only. LONG:
# files that ask for sized(short, long); where long tests are wanted, theirs are there again, as a_long_test.Suite.Test with
# an hour for each. SYSTEMC: sc_main starts GoogleTest. APART: not compiled together with the others, whose names would
# clash. VARIANT: another program of the same files, whose tests are a_WORD_test.Suite.Test.
function(flitscope_add_test name)
  set(lists SOURCES SLOW LONG LIBRARIES APART DEFINITIONS DEPENDS)
  cmake_parse_arguments(ARG "SYSTEMC" "TIMEOUT;VARIANT" "${lists}" ${ARGN})
  if(NOT FLITSCOPE_BUILD_TESTS)
    return()
  endif()
  add_executable(${name} ${ARG_SOURCES} ${ARG_SLOW})
  target_link_libraries(${name} PRIVATE ${ARG_LIBRARIES} GTest::gtest GTest::gmock flitscope_build_flags)
  target_compile_definitions(${name} PRIVATE ${ARG_DEFINITIONS})
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
  if(FLITSCOPE_TOGETHER)
    set_target_properties(${name} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 8)
    set_source_files_properties(${ARG_APART} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  endif()
  _flitscope_discover_tests(${name})
endfunction()

# The second half of flitscope_add_test, whose arguments it reads: CTest asks the program for its tests once it is built.
function(_flitscope_discover_tests name)
  if(NOT ARG_TIMEOUT)
    set(ARG_TIMEOUT 300)
  endif()
  if(NOT FLITSCOPE_LONG_TESTS)
    set(ARG_LONG)
  endif()
  set(environment)
  if(FLITSCOPE_SANITIZE)
    set(environment LSAN_OPTIONS=suppressions=${PROJECT_SOURCE_DIR}/testbenches/tests/support/lsan_suppressions.txt)
  endif()
  list(TRANSFORM ARG_SLOW REPLACE "^(.*/)?([^/]*)\\.cpp$" "\\2" OUTPUT_VARIABLE slow)
  set(script ${PROJECT_SOURCE_DIR}/scripts/cmake/DiscoverTests.cmake)
  set(tests ${CMAKE_CURRENT_BINARY_DIR}/${name}_tests.cmake)
  add_custom_command(TARGET ${name} POST_BUILD VERBATIM
    COMMAND ${CMAKE_COMMAND} -D PROGRAM=$<TARGET_FILE:${name}> -D OUT=${tests} -D "SLOW=${slow}" -D "LONG=${ARG_LONG}"
            -D VARIANT=${ARG_VARIANT} -D TIMEOUT=${ARG_TIMEOUT} -D ENVIRONMENT=${environment} -P ${script})
  if(NOT EXISTS ${tests})
    file(WRITE ${tests} "add_test(${name}_NOT_BUILT ${name}_NOT_BUILT)\n")
  endif()
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES ${tests})
  set_property(TARGET ${name} APPEND PROPERTY LINK_DEPENDS ${script})
endfunction()

# flitscope_read_list(RESULT LIST): the files that the FLITSCOPE_LISTED lines of a list of arbiters or allocators name
# (rtl_models/router/*/*.def).
function(flitscope_read_list result list)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${list})
  file(STRINGS ${list} lines REGEX "^FLITSCOPE_LISTED")
  list(TRANSFORM lines REPLACE "^FLITSCOPE_LISTED\\([a-z0-9_]+, ([a-z0-9_]+)(, [a-z_]+)+\\)$" "\\1")
  set(${result} ${lines} PARENT_SCOPE)
endfunction()
