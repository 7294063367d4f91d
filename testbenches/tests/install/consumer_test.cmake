# Installs BUILD under WORK, then configures, builds and runs the consumer project against nothing but the installed
# files, and compares the cycles that it prints with docs/router.md. Also compiles every installed header, runs the
# TLM examples, the two routers and the C program as projects of their own, and the notebook with the installed Python package.
cmake_minimum_required(VERSION 3.25)

include(${CMAKE_CURRENT_LIST_DIR}/commands.cmake)

set(prefix ${WORK}/prefix)
file(REMOVE_RECURSE ${WORK})
run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${prefix})

# Headers that an installed one includes must be installed as well: one translation unit of them all tells.
file(GLOB_RECURSE headers RELATIVE ${prefix}/include/flitscope ${prefix}/include/flitscope/*.h)
# These are included by verilated models only and need Verilator's headers.
list(FILTER headers EXCLUDE REGEX "rtl_models/(cosim/(verilated_trace|verilated_unit_model)|foreign/(verilated_device|verilated_console))\\.h$")
list(LENGTH headers count)
if(count LESS 50)
  message(FATAL_ERROR "only ${count} headers were installed under ${prefix}/include/flitscope")
endif()
set(all "")
foreach(header IN LISTS headers)
  string(APPEND all "#include \"${header}\"\n")
endforeach()
file(WRITE ${WORK}/all_headers/all_headers.cpp "${all}")
file(WRITE ${WORK}/all_headers/CMakeLists.txt [[
cmake_minimum_required(VERSION 3.25)
project(all_headers LANGUAGES CXX)
find_package(flitscope REQUIRED)
add_library(all_headers OBJECT all_headers.cpp)
get_property(targets DIRECTORY PROPERTY IMPORTED_TARGETS)
list(FILTER targets INCLUDE REGEX "^flitscope::")
foreach(target IN LISTS targets)
  get_target_property(type ${target} TYPE)
  if(NOT type STREQUAL EXECUTABLE)
    target_link_libraries(all_headers PRIVATE ${target})
  endif()
endforeach()
]])

set(source_all_headers ${WORK}/all_headers)
set(source_consumer ${CMAKE_CURRENT_LIST_DIR}/consumer)
set(examples ${CMAKE_CURRENT_LIST_DIR}/../../../examples)
set(source_tlm_cpr ${examples}/tlm_cpr)
set(source_tlm_memories ${examples}/tlm_memories)
set(source_two_routers ${examples}/two_routers)
set(source_embed_in_c ${examples}/embed_in_c)
foreach(project all_headers consumer tlm_cpr tlm_memories two_routers embed_in_c)
  run(${CMAKE_COMMAND} -S ${source_${project}} -B ${WORK}/build_${project} -G ${GENERATOR} -D CMAKE_CXX_COMPILER=${COMPILER}
      -D CMAKE_PREFIX_PATH=${prefix} -D CMAKE_BUILD_TYPE=None)
  run(${CMAKE_COMMAND} --build ${WORK}/build_${project})
endforeach()

foreach(project tlm_cpr tlm_memories two_routers embed_in_c)
  run(${CMAKE_CTEST_COMMAND} --test-dir ${WORK}/build_${project} --no-tests=error)
endforeach()

# The C program again, as somebody without CMake compiles it.
find_program(pkg_config pkg-config REQUIRED)
set(ENV{PKG_CONFIG_PATH} ${prefix}/lib/pkgconfig:${prefix}/lib/x86_64-linux-gnu/pkgconfig)
execute_process(COMMAND ${pkg_config} --cflags --libs flitscope OUTPUT_VARIABLE flags COMMAND_ERROR_IS_FATAL ANY
                OUTPUT_STRIP_TRAILING_WHITESPACE)
separate_arguments(flags UNIX_COMMAND "${flags}")
find_program(cc cc REQUIRED)
run(${cc} -std=c99 ${examples}/embed_in_c/main.c ${flags} -Wl,-rpath,${prefix}/lib -o ${WORK}/embed_in_c)
execute_process(COMMAND ${WORK}/embed_in_c OUTPUT_VARIABLE output COMMAND_ERROR_IS_FATAL ANY)
file(READ ${examples}/embed_in_c/expected_output.txt expected)
if(NOT output STREQUAL expected)
  message(FATAL_ERROR "embed_in_c printed\n${output}instead of\n${expected}")
endif()

# Section 9: the head leaves `depth` cycles after its arrival, the other flits one cycle apart behind it. Message 7
# arrives from edge 1 on, message 8 from edge 21 on.
foreach(depth RANGE 1 4)
  set(expected "")
  foreach(message 7 8)
    set(arrival 1)
    if(message EQUAL 8)
      set(arrival 21)
    endif()
    foreach(flit RANGE 2)
      math(EXPR edge "${arrival} + ${depth} + ${flit}")
      string(APPEND expected "message ${message} flit ${flit} leaves at edge ${edge}\n")
    endforeach()
  endforeach()
  execute_process(COMMAND ${WORK}/build_consumer/router_in_my_design ${depth}
                  RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE errors)
  if(NOT status EQUAL 0 OR NOT output STREQUAL expected)
    message(FATAL_ERROR "pipeline ${depth}: exit code ${status}\n${errors}\nprinted:\n${output}expected:\n${expected}")
  endif()
endforeach()

set(ENV{PYTHONPATH} ${prefix}/lib/python3/dist-packages)
run(${PYTHON} ${CMAKE_CURRENT_LIST_DIR}/../embedding/notebook_test.py
    ${prefix}/share/doc/flitscope/examples/latency_load.ipynb ${prefix})
message(STATUS "${count} headers compile; the embedded router keeps its cycles at pipeline depths 1 to 4")
