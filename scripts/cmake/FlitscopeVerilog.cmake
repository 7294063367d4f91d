# Parameter sets of the Verilog router. The folders come from FlitscopeKit.cmake; in the source tree they are here.
if(NOT DEFINED FLITSCOPE_VERILOG_DIR)
  get_filename_component(FLITSCOPE_INCLUDE_DIR ${CMAKE_CURRENT_LIST_DIR}/../.. ABSOLUTE)
  set(FLITSCOPE_VERILOG_DIR ${FLITSCOPE_INCLUDE_DIR}/rtl_models/verilog)
  set(FLITSCOPE_COSIM_DIR ${FLITSCOPE_INCLUDE_DIR}/rtl_models/cosim)
  set(FLITSCOPE_VERSION ${PROJECT_VERSION})
endif()

# A list of numbers as a sized Verilog literal, the first number in the lowest bits.
function(_flitscope_pack result bits_each total_bits)
  set(digits "")
  math(EXPR digits_each "${bits_each} / 4")
  set(used 0)
  foreach(number IN LISTS ARGN)
    math(EXPR padded "${number} + (1 << ${bits_each})" OUTPUT_FORMAT HEXADECIMAL)
    string(SUBSTRING ${padded} 3 ${digits_each} padded)
    string(PREPEND digits ${padded})
    math(EXPR used "${used} + ${bits_each}")
  endforeach()
  if(used GREATER total_bits)
    message(FATAL_ERROR "flitscope_verilate_router: ${ARGN}: more than ${total_bits} bits")
  endif()
  if(digits STREQUAL "")
    set(digits 0)
  endif()
  set(${result} "${total_bits}'h${digits}" PARENT_SCOPE)
endfunction()

# The kinds that a file lists, "0: round_robin_arbiter #(N) round_robin (.*);": names of instances, by number.
function(_flitscope_kinds result file)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
  file(READ ${file} text)
  string(REGEX MATCHALL "\n +[0-9]+: [a-z0-9_]+ #\\([^\n]*\\) [a-z0-9_]+ \\(\\.\\*\\)" lines "${text}")
  list(TRANSFORM lines REPLACE ".*\\) ([a-z0-9_]+) \\(\\.\\*\\)$" "\\1")
  set(${result} ${lines} PARENT_SCOPE)
endfunction()

# The parameters of DIR/router.v that have a comment: in the caller's scope their names in `result`, and for each its
# default in NAME and, where the comment lists codes ("0: wormhole, 1: ...") or names a file that does ("as in arbiter.v"),
# the names in NAME_CHOICES.
function(_flitscope_router_parameters result dir)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${dir}/router.v)
  file(STRINGS ${dir}/router.v lines REGEX "^  parameter int [A-Z_]+ = [0-9]+, *///< ")
  foreach(line IN LISTS lines)
    string(REGEX MATCHALL "[0-9]+: [a-z0-9_]+" choices "${line}")
    list(TRANSFORM choices REPLACE "[0-9]+: " "")
    if(line MATCHES "///< as in ([a-z_]+\\.v)$")
      _flitscope_kinds(choices ${dir}/${CMAKE_MATCH_1})
    endif()
    string(REGEX MATCH "int ([A-Z_]+) = ([0-9]+)" declaration "${line}")
    set(name ${CMAKE_MATCH_1})
    set(default ${CMAKE_MATCH_2})
    if(choices)
      list(GET choices ${default} default)
    endif()
    list(APPEND names ${name})
    set(${name} ${default} PARENT_SCOPE)
    set(${name}_CHOICES ${choices} PARENT_SCOPE)
  endforeach()
  set(${result} ${names} PARENT_SCOPE)
endfunction()

# Ends the configuration unless `settings` are as many as DIR/route_ROUTING.v says beside SETTINGS ("///< 1 number: ...",
# "///< NETWORK_PORTS numbers: ..."); without such a line it takes none.
function(_flitscope_check_settings dir routing network_ports)
  set(wanted 0)
  file(STRINGS ${dir}/route_${routing}.v line REGEX "SETTINGS = .*///< [A-Z_0-9/]+ numbers?: ")
  if(line MATCHES "///< ([A-Z_0-9/]+) numbers?: (.*)")
    set(wanted ${CMAKE_MATCH_1})
    set(meaning ": ${CMAKE_MATCH_2}")
    string(REPLACE "NETWORK_PORTS" "${network_ports}" wanted ${wanted})
    math(EXPR wanted "${wanted}")
  endif()
  list(LENGTH ARGN count)
  if(NOT count EQUAL wanted)
    message(FATAL_ERROR "flitscope_verilate_router: ROUTING ${routing} with ${network_ports} network ports needs "
                        "${wanted} ROUTE_SETTINGS${meaning}; got ${count}")
  endif()
endfunction()

# _flitscope_verilate(TARGET PREFIX p DIRECTORY d ...): verilate(), but the dozen small files that a model
# is split into are compiled as two, of code that runs often and of code that runs once (-O0): each of them would
# read Verilator's headers again, which takes most of the time that a model needs to build.
function(_flitscope_verilate target)
  cmake_parse_arguments(ARG "" "PREFIX;DIRECTORY" "" ${ARGN})
  verilate(${target} PREFIX ${ARG_PREFIX} DIRECTORY ${ARG_DIRECTORY} OPT_GLOBAL -O0 ${ARG_UNPARSED_ARGUMENTS})
  include(${ARG_DIRECTORY}/${ARG_PREFIX}_copy.cmake)
  set(optimise_SLOW -O0)
  set(optimise_FAST -O2)
  if(DEFINED FLITSCOPE_VERILATED_OPTIMISATION)
    set(optimise_FAST ${FLITSCOPE_VERILATED_OPTIMISATION})
  endif()
  foreach(speed FAST SLOW)
    set(parts ${${ARG_PREFIX}_CLASSES_${speed}} ${${ARG_PREFIX}_SUPPORT_${speed}})
    set(whole ${ARG_DIRECTORY}/${ARG_PREFIX}_all_${speed}.cpp)
    list(TRANSFORM parts REPLACE "(.+)" "#include \"\\1\"\n" OUTPUT_VARIABLE text)
    list(JOIN text "" text)
    file(CONFIGURE OUTPUT ${whole} CONTENT "${text}" @ONLY)
    set_source_files_properties(${parts} PROPERTIES HEADER_FILE_ONLY ON)
    set_source_files_properties(${whole} PROPERTIES OBJECT_DEPENDS "${parts}"
                                                    COMPILE_OPTIONS ${optimise_${speed}})
    target_sources(${target} PRIVATE ${whole})
  endforeach()
endfunction()

# For the body of `function`, its arguments last: sets a variable for each parameter of router.v (names, defaults and names
# of values as there), and
#   parameters  what Verilator is told of them
#   ARGUMENTS   what cmake_arguments() in rtl_models/cosim/verilog_parameters.h says about them
# and ARG_... of TRACE, VERILOG_DIR, VERILOG_SOURCES and of `more_words` and `more_lists`, which take a word and a list.
# INJECTION_VCS defaults to VIRTUAL_CHANNELS; ROUTE_SETTINGS and CYCLES_PER_FLIT are lists of numbers.
macro(_flitscope_take_router_parameters function more_words more_lists)
  set(lists ROUTE_SETTINGS CYCLES_PER_FLIT VERILOG_SOURCES)
  cmake_parse_arguments(ARG "" "VERILOG_DIR" "${lists}" ${ARGN})
  set(VERILOG_DIR ${FLITSCOPE_VERILOG_DIR})
  if(DEFINED ARG_VERILOG_DIR)
    set(VERILOG_DIR ${ARG_VERILOG_DIR})
  endif()
  _flitscope_router_parameters(scalars ${VERILOG_DIR})
  cmake_parse_arguments(ARG "TRACE" "${scalars};VERILOG_DIR;${more_words}" "${lists};${more_lists}" ${ARGN})
  if(ARG_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "${function}: unknown argument ${ARG_UNPARSED_ARGUMENTS}")
  endif()

  find_package(verilator REQUIRED)
  unset(INJECTION_VCS)
  foreach(keyword IN LISTS lists)
    unset(${keyword})
  endforeach()
  foreach(keyword IN LISTS scalars lists)
    if(DEFINED ARG_${keyword})
      set(${keyword} ${ARG_${keyword}})
    endif()
  endforeach()
  if(NOT DEFINED INJECTION_VCS)
    set(INJECTION_VCS ${VIRTUAL_CHANNELS})
  endif()
  if(NOT DEFINED CYCLES_PER_FLIT)
    foreach(port RANGE 1 ${NETWORK_PORTS})
      list(APPEND CYCLES_PER_FLIT 1)
    endforeach()
  endif()
  list(LENGTH CYCLES_PER_FLIT ports)
  if(NOT ports EQUAL NETWORK_PORTS)
    message(FATAL_ERROR "${function}: CYCLES_PER_FLIT needs ${NETWORK_PORTS} numbers, got ${ports}")
  endif()
  set(ARGUMENTS "")
  set(parameters -GNODE_WIDTH=32 -GINDEX_WIDTH=32 -GLENGTH_WIDTH=32 -GHOP_WIDTH=16)
  foreach(keyword IN LISTS scalars)
    set(code ${${keyword}})
    if(${keyword}_CHOICES)
      list(FIND ${keyword}_CHOICES "${${keyword}}" code)
      if(code EQUAL -1)
        string(JOIN ", " accepted ${${keyword}_CHOICES})
        message(FATAL_ERROR "${function}: ${keyword} = ${${keyword}}, must be one of ${accepted}")
      endif()
    endif()
    list(APPEND parameters -G${keyword}=${code})
    list(APPEND ARGUMENTS ${keyword} ${${keyword}})
  endforeach()
  _flitscope_check_settings(${VERILOG_DIR} ${ROUTING} ${NETWORK_PORTS} ${ROUTE_SETTINGS})
  if(NOT "${ROUTE_SETTINGS}" STREQUAL "")
    _flitscope_pack(settings 16 256 ${ROUTE_SETTINGS})
    list(APPEND parameters -GROUTE_SETTINGS=${settings})
    list(APPEND ARGUMENTS ROUTE_SETTINGS ${ROUTE_SETTINGS})
  endif()
  math(EXPR rate_bits "8 * ${NETWORK_PORTS}")
  _flitscope_pack(cycles_per_flit 8 ${rate_bits} ${CYCLES_PER_FLIT})
  list(APPEND parameters -GCYCLES_PER_FLIT=${cycles_per_flit})
  list(APPEND ARGUMENTS CYCLES_PER_FLIT ${CYCLES_PER_FLIT})
  list(JOIN ARGUMENTS " " ARGUMENTS)
endmacro()

# flitscope_verilate_router(TARGET NAME [NETWORK_PORTS n] ... )
# Verilates rtl_models/verilog/router.v with these parameters (names, defaults and names of values as there) into
# TARGET, an existing library, and adds the function `VerilogSet flitscope::cosim::verilog_set_NAME()` to it.
# Differently from there: INJECTION_VCS defaults to VIRTUAL_CHANNELS; ROUTE_SETTINGS and CYCLES_PER_FLIT are lists of
# numbers. TRACE: routers that can write a dump. VERILOG_DIR: where another version of router.v and its modules
# lies; VERILOG_SOURCES: files that have to be read before it.
function(flitscope_verilate_router target name)
  _flitscope_take_router_parameters(flitscope_verilate_router "" "" ${ARGN})
  set(NAME ${name})
  set(FLITSCOPE_SET_PARAMETERS "${ARGUMENTS}" PARENT_SCOPE)
  set(TRACED false)
  set(trace "")
  if(ARG_TRACE)
    set(TRACED true)
    set(trace TRACE)
    # Wider ones, which are buffers and not wires between modules, would make the dump huge.
    list(APPEND parameters --trace-max-width 2048)
  endif()
  configure_file(${FLITSCOPE_COSIM_DIR}/verilated_set.cpp.in
                 ${CMAKE_CURRENT_BINARY_DIR}/verilated_set_${name}.cpp @ONLY)
  target_sources(${target} PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/verilated_set_${name}.cpp)
  _flitscope_verilate(${target} PREFIX Vrouter_${name} TOP_MODULE router
    SOURCES ${VERILOG_SOURCES} ${VERILOG_DIR}/router.v INCLUDE_DIRS ${VERILOG_DIR}
    DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/verilated_${name} ${trace}
    VERILATOR_ARGS -O3 --x-assign fast --x-initial fast --noassert +define+FLITSCOPE_PUBLIC ${parameters})
  # Verilator's headers are not ours to keep free of warnings.
  target_include_directories(${target} SYSTEM PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/verilated_${name}
                             ${VERILATOR_ROOT}/include)
endfunction()

# The text NAME.plugin beside the library of target `name`, with these lines (rtl_models/cosim/plugin_note.h).
function(_flitscope_plugin_note name)
  file(STRINGS ${FLITSCOPE_INCLUDE_DIR}/rtl_models/cosim/plugin.h interface REGEX "#define FLITSCOPE_PLUGIN_INTERFACE ")
  string(REGEX REPLACE ".*\"(.*)\".*" "\\1" interface "${interface}")
  set(note ${CMAKE_CURRENT_BINARY_DIR}/${name}.note)
  list(JOIN ARGN "\n" lines)
  file(WRITE ${note} "flitscope ${FLITSCOPE_VERSION} interface ${interface}\nname ${name}\n${lines}\n")
  add_custom_command(TARGET ${name} POST_BUILD
    COMMAND ${CMAKE_COMMAND} -E copy ${note} $<TARGET_FILE_DIR:${name}>/${name}.plugin VERBATIM)
endfunction()

# flitscope_add_verilog_set(NAME [NETWORK_PORTS n] ...)
# The plug-in NAME.so with this one parameter set, as `flitscope rtl add` makes it: target NAME, arguments as for
# flitscope_verilate_router. Runs find it in the folder of plug-ins or in `level: {verilog: {path: ...}}`.
function(flitscope_add_verilog_set name)
  add_library(${name} MODULE)
  flitscope_verilate_router(${name} ${name} ${ARGN})
  set(traced plain)
  if("TRACE" IN_LIST ARGN)
    set(traced traced)
  endif()
  _flitscope_plugin_note(${name} "set ${name} ${traced} ${FLITSCOPE_SET_PARAMETERS}")
  set(NAME ${name})
  configure_file(${FLITSCOPE_COSIM_DIR}/verilated_plugin.cpp.in
                 ${CMAKE_CURRENT_BINARY_DIR}/verilated_plugin_${name}.cpp @ONLY)
  target_sources(${name} PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/verilated_plugin_${name}.cpp)
  target_include_directories(${name} PRIVATE ${FLITSCOPE_INCLUDE_DIR})
  target_compile_definitions(${name} PRIVATE FLITSCOPE_VERSION="${FLITSCOPE_VERSION}")
  target_compile_features(${name} PRIVATE cxx_std_17)
  # Hidden, so that every plug-in keeps its own copy of Verilator's run time.
  set_target_properties(${name} PROPERTIES PREFIX "" SUFFIX .so POSITION_INDEPENDENT_CODE ON
                        CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
endfunction()
