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

function(_flitscope_choice result keyword value)
  list(FIND ARGN "${value}" index)
  if(index EQUAL -1)
    string(JOIN ", " accepted ${ARGN})
    message(FATAL_ERROR "flitscope_verilate_router: ${keyword} = ${value}, must be one of ${accepted}")
  endif()
  set(${result} ${index} PARENT_SCOPE)
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

# flitscope_verilate_router(TARGET NAME [NETWORK_PORTS n] ... )
# Verilates rtl_models/verilog/router.v with these parameters (names and meaning as in
# rtl_models/cosim/verilog_parameters.h) into TARGET, an existing library, and adds the function
# `VerilogSet flitscope::cosim::verilog_set_NAME()` to it. TRACE: routers that can write a dump. VERILOG_DIR: where another version of router.v and
# its modules lies; VERILOG_SOURCES: files that have to be read before it.
function(flitscope_verilate_router target name)
  set(numbers NETWORK_PORTS INJECTION_PORTS EJECTION_PORTS VIRTUAL_CHANNELS INJECTION_VCS MESSAGE_CLASSES
              BUFFER_FLITS PIPELINE)
  set(places VERILOG_DIR)
  set(words EJECTION_VCS SWITCHING SWITCH_ALLOCATOR ARBITER VC_REUSE ROUTING ECUBE_ORDER)
  set(lists MESH_SIZE MESH_ORDER CYCLES_PER_FLIT VERILOG_SOURCES)
  cmake_parse_arguments(ARG "TRACE" "${numbers};${words};${places}" "${lists}" ${ARGN})
  if(ARG_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "flitscope_verilate_router: unknown argument ${ARG_UNPARSED_ARGUMENTS}")
  endif()

  find_package(verilator REQUIRED)
  set(NAME ${name})
  set(VERILOG_DIR ${FLITSCOPE_VERILOG_DIR})
  set(NETWORK_PORTS 6)
  set(INJECTION_PORTS 1)
  set(EJECTION_PORTS 1)
  set(VIRTUAL_CHANNELS 4)
  set(EJECTION_VCS per_vc)
  set(MESSAGE_CLASSES 1)
  set(BUFFER_FLITS 8)
  set(PIPELINE 3)
  set(SWITCHING wormhole)
  set(SWITCH_ALLOCATOR separable_input)
  set(ARBITER round_robin)
  set(VC_REUSE tail_sent)
  set(ROUTING ecube)
  set(ECUBE_ORDER high_first)
  foreach(keyword IN LISTS numbers words lists places)
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
    message(FATAL_ERROR "flitscope_verilate_router: CYCLES_PER_FLIT needs ${NETWORK_PORTS} numbers, got ${ports}")
  endif()
  if(ROUTING STREQUAL "dimension_order")
    list(LENGTH MESH_SIZE dimensions)
    math(EXPR ports "2 * ${dimensions}")
    if(NOT ports EQUAL NETWORK_PORTS)
      message(FATAL_ERROR "flitscope_verilate_router: MESH_SIZE has ${dimensions} dimensions, so NETWORK_PORTS "
                          "must be ${ports}, not ${NETWORK_PORTS}")
    endif()
    if(NOT DEFINED MESH_ORDER)
      math(EXPR last "${dimensions} - 1")
      foreach(dimension RANGE ${last})
        list(APPEND MESH_ORDER ${dimension})
      endforeach()
    endif()
  endif()

  _flitscope_choice(ejection_vcs EJECTION_VCS ${EJECTION_VCS} per_vc one classes)
  _flitscope_choice(switching SWITCHING ${SWITCHING} wormhole virtual_cut_through store_and_forward)
  _flitscope_choice(switch_allocator SWITCH_ALLOCATOR ${SWITCH_ALLOCATOR} separable_input separable_output
                    wavefront)
  _flitscope_choice(arbiter ARBITER ${ARBITER} round_robin matrix)
  _flitscope_choice(vc_reuse VC_REUSE ${VC_REUSE} tail_sent buffer_empty)
  _flitscope_choice(routing ROUTING ${ROUTING} ecube dimension_order)
  _flitscope_choice(ecube_order ECUBE_ORDER ${ECUBE_ORDER} high_first low_first)
  math(EXPR rate_bits "8 * ${NETWORK_PORTS}")
  _flitscope_pack(cycles_per_flit 8 ${rate_bits} ${CYCLES_PER_FLIT})
  _flitscope_pack(mesh_sizes 16 128 ${MESH_SIZE})
  _flitscope_pack(mesh_order 8 64 ${MESH_ORDER})

  set(parameters
    -GNETWORK_PORTS=${NETWORK_PORTS} -GINJECTION_PORTS=${INJECTION_PORTS} -GEJECTION_PORTS=${EJECTION_PORTS}
    -GVCS=${VIRTUAL_CHANNELS} -GINJECTION_VCS=${INJECTION_VCS} -GEJECTION_VCS=${ejection_vcs}
    -GMESSAGE_CLASSES=${MESSAGE_CLASSES} -GBUFFER_FLITS=${BUFFER_FLITS} -GPIPELINE=${PIPELINE}
    -GSWITCHING=${switching} -GSWITCH_ALLOCATOR=${switch_allocator} -GARBITER=${arbiter}
    -GVC_REUSE=${vc_reuse} -GROUTING=${routing} -GECUBE_ORDER=${ecube_order}
    -GCYCLES_PER_FLIT=${cycles_per_flit}
    -GNODE_WIDTH=32 -GINDEX_WIDTH=32 -GLENGTH_WIDTH=32 -GHOP_WIDTH=16)
  if(ROUTING STREQUAL "dimension_order")
    list(APPEND parameters -GMESH_SIZES=${mesh_sizes} -GMESH_ORDER=${mesh_order})
  endif()

  list(JOIN MESH_SIZE ", " MESH_SIZE_LIST)
  list(JOIN MESH_ORDER ", " MESH_ORDER_LIST)
  list(JOIN CYCLES_PER_FLIT ", " CYCLES_PER_FLIT_LIST)
  set(ECUBE_LOW_FIRST false)
  if(ecube_order)
    set(ECUBE_LOW_FIRST true)
  endif()
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

# flitscope_add_verilog_set(NAME [NETWORK_PORTS n] ...)
# The plug-in NAME.so with this one parameter set, as `flitscope rtl add` makes it: target NAME, arguments as for
# flitscope_verilate_router. Runs find it in the folder of plug-ins or in `level: {verilog: {path: ...}}`.
function(flitscope_add_verilog_set name)
  add_library(${name} MODULE)
  flitscope_verilate_router(${name} ${name} ${ARGN})
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
