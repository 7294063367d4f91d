# Routers from outside: Verilog and a pin description become a plug-in (docs/cosimulation.md).

# One clear message where the top cannot be brought in at all.
function(_flitscope_check_top name top description xml arguments)
  execute_process(COMMAND ${VERILATOR_BIN} --xml-only --xml-output ${xml} ${arguments}
                  WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}
                  RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(output MATCHES "([^ \n]+):([0-9]+):([0-9]+): Unsupported: Interfaced port on top level module")
    set(place "${CMAKE_MATCH_1}:${CMAKE_MATCH_2}:${CMAKE_MATCH_3}")
    set(line ${CMAKE_MATCH_2})
    set(column ${CMAKE_MATCH_3})
    get_filename_component(file ${CMAKE_MATCH_1} ABSOLUTE)
    math(EXPR before "${column} - 1")
    execute_process(COMMAND sed -n "${line}s/^.\\{${before}\\}\\([A-Za-z0-9_$]*\\).*/\\1/p" ${file}
                    OUTPUT_VARIABLE pin OUTPUT_STRIP_TRAILING_WHITESPACE)
    message(FATAL_ERROR "router ${name}: ${description}: ${place}: pin ${pin} of top ${top} is an interface port; "
                        "give flitscope_add_verilog_router a wrapper with plain ports as TOP")
  endif()
  if(status)
    message(FATAL_ERROR "router ${name}: Verilator refuses the sources (warnings can be waived by name with WAIVE):\n"
                        "${output}")
  endif()
  # Type parameters are listed without their module: it is the last one that begins before them in their file.
  file(STRINGS ${xml} modules REGEX "<module loc=")
  file(STRINGS ${xml} parameters REGEX "<paramtypedtype ")
  foreach(parameter IN LISTS parameters)
    if(NOT parameter MATCHES "loc=\"([a-z]+),([0-9]+),[^\"]*\" [^>]*name=\"([^\"]+)\"")
      continue()
    endif()
    set(file_id ${CMAKE_MATCH_1})
    set(line ${CMAKE_MATCH_2})
    set(parameter_name ${CMAKE_MATCH_3})
    set(owner "")
    set(owner_line 0)
    foreach(module IN LISTS modules)
      if(module MATCHES "loc=\"${file_id},([0-9]+),[^\"]*\" name=\"[^\"]+\" origName=\"([^\"]+)\""
         AND NOT CMAKE_MATCH_1 GREATER line AND CMAKE_MATCH_1 GREATER owner_line)
        set(owner_line ${CMAKE_MATCH_1})
        set(owner ${CMAKE_MATCH_2})
      endif()
    endforeach()
    if(owner STREQUAL top)
      file(STRINGS ${xml} files REGEX "<file id=\"${file_id}\" ")
      string(REGEX MATCH "filename=\"([^\"]+)\"" match "${files}")
      message(FATAL_ERROR "router ${name}: ${description}: ${CMAKE_MATCH_1}:${line}: parameter ${parameter_name} of top "
                          "${top} is a type; give flitscope_add_verilog_router a wrapper that sets it as TOP")
    endif()
  endforeach()
endfunction()

# flitscope_add_verilog_router(NAME TOP module SOURCES a.v ... DESCRIPTION pins.yaml
#                              [INCLUDE_DIRS dir ...] [DEFINES NAME=value ...] [PARAMETERS NAME=value ...]
#                              [WAIVE warning ...] [CODEC codec.cpp] [TRACE])
# The plug-in NAME.so in the current binary folder: the router `module`, verilated, with its pin description. Runs load
# it with `level: {verilog: {router: NAME, path: folder}}`.
#
# PARAMETERS are of the top. WAIVE: names of Verilator's warnings about the sources, without -W. CODEC: a C++ source
# with a HeadCodec (rtl_models/foreign/head_codec.h). TRACE: `waves: {rtl: true}` shows what is inside, at the price
# of speed. Relative paths start at the current source folder.
function(flitscope_add_verilog_router name)
  find_package(verilator REQUIRED)
  set(lists SOURCES INCLUDE_DIRS DEFINES PARAMETERS WAIVE)
  cmake_parse_arguments(ARG "TRACE" "TOP;DESCRIPTION;CODEC" "${lists}" ${ARGN})
  if(ARG_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "flitscope_add_verilog_router(${name}): unknown argument ${ARG_UNPARSED_ARGUMENTS}")
  endif()
  foreach(needed TOP SOURCES DESCRIPTION)
    if(NOT ARG_${needed})
      message(FATAL_ERROR "flitscope_add_verilog_router(${name}): ${needed} is missing")
    endif()
  endforeach()
  foreach(list SOURCES INCLUDE_DIRS CODEC DESCRIPTION)
    set(paths "")
    foreach(path IN LISTS ARG_${list})
      get_filename_component(path ${path} ABSOLUTE)
      if(NOT EXISTS ${path})
        message(FATAL_ERROR "flitscope_add_verilog_router(${name}): ${list}: ${path} does not exist")
      endif()
      list(APPEND paths ${path})
    endforeach()
    set(ARG_${list} ${paths})
  endforeach()

  set(options --assert --x-initial unique --x-assign unique)
  foreach(folder IN LISTS ARG_INCLUDE_DIRS)
    list(APPEND options +incdir+${folder} -y ${folder})
  endforeach()
  foreach(define IN LISTS ARG_DEFINES)
    list(APPEND options +define+${define})
  endforeach()
  foreach(parameter IN LISTS ARG_PARAMETERS)
    list(APPEND options -G${parameter})
  endforeach()
  foreach(warning IN LISTS ARG_WAIVE)
    list(APPEND options -Wno-${warning})
  endforeach()
  set(class Vdevice_${name})
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/device_${name})
  file(MAKE_DIRECTORY ${folder})
  _flitscope_check_top(${name} ${ARG_TOP} ${ARG_DESCRIPTION} ${folder}/top.xml
                       "--top;${ARG_TOP};${options};${ARG_SOURCES}")

  set(trace "")
  if(ARG_TRACE)
    set(trace TRACE)
  endif()
  set(codec standard)
  if(ARG_CODEC)
    set(codec own)
  endif()
  set(plugin ${CMAKE_CURRENT_BINARY_DIR}/device_${name}.cpp)
  add_library(${name} MODULE ${plugin} ${ARG_CODEC})
  _flitscope_verilate(${name} PREFIX ${class} TOP_MODULE ${ARG_TOP} SOURCES ${ARG_SOURCES} DIRECTORY ${folder} ${trace}
                      VERILATOR_ARGS -O3 ${options})
  add_custom_command(OUTPUT ${plugin}
    COMMAND flitscope::device_pins ${name} ${ARG_TOP} ${class} ${folder}/${class}.h ${ARG_DESCRIPTION} ${codec} ${plugin}
    DEPENDS flitscope::device_pins ${ARG_DESCRIPTION} ${folder}/${class}.cmake
    COMMENT "Holding ${ARG_DESCRIPTION} against the pins of ${ARG_TOP}" VERBATIM)
  # Verilator's headers are not ours to keep free of warnings.
  target_include_directories(${name} SYSTEM PRIVATE ${folder} ${VERILATOR_ROOT}/include)
  target_include_directories(${name} PRIVATE ${FLITSCOPE_INCLUDE_DIR})
  target_compile_definitions(${name} PRIVATE FLITSCOPE_VERSION="${FLITSCOPE_VERSION}")
  target_compile_features(${name} PRIVATE cxx_std_17)
  target_compile_options(${name} PRIVATE
    "SHELL:-include ${FLITSCOPE_INCLUDE_DIR}/rtl_models/foreign/verilated_console.h")
  # Hidden, so that every plug-in keeps its own copy of Verilator's run time.
  set_target_properties(${name} PROPERTIES PREFIX "" SUFFIX .so POSITION_INDEPENDENT_CODE ON
                        CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
endfunction()
