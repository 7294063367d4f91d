# Units of routers from outside (docs/signal_level.md).

# flitscope_add_systemc_unit(NAME UNIT u SOURCES f...)
# The plug-in NAME.so with a SystemC module in the place of unit u (vc_buffer, route_unit, vc_allocator,
# switch_allocator, crossbar or output_unit): target NAME. One of the sources has FLITSCOPE_SYSTEMC_UNIT(u, Module).
function(flitscope_add_systemc_unit name)
  cmake_parse_arguments(ARG "" "UNIT" "SOURCES" ${ARGN})
  set(units vc_buffer route_unit vc_allocator switch_allocator crossbar output_unit)
  if(ARG_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "flitscope_add_systemc_unit: unknown argument ${ARG_UNPARSED_ARGUMENTS}")
  endif()
  if(NOT ARG_UNIT IN_LIST units)
    string(JOIN ", " accepted ${units})
    message(FATAL_ERROR "flitscope_add_systemc_unit: unit ${name}: UNIT must be one of ${accepted}; it is ${ARG_UNIT}")
  endif()
  if(NOT ARG_SOURCES)
    message(FATAL_ERROR "flitscope_add_systemc_unit: unit ${name}: no SOURCES")
  endif()
  set(NAME ${name})
  set(plugin ${CMAKE_CURRENT_BINARY_DIR}/unit_plugin_${name}.cpp)
  configure_file(${FLITSCOPE_COSIM_DIR}/unit_plugin.cpp.in ${plugin} @ONLY)
  add_library(${name} MODULE ${plugin} ${ARG_SOURCES})
  target_include_directories(${name} PRIVATE ${FLITSCOPE_INCLUDE_DIR})
  target_compile_definitions(${name} PRIVATE FLITSCOPE_VERSION="${FLITSCOPE_VERSION}")
  target_compile_features(${name} PRIVATE cxx_std_17)
  # The classes of SystemC and those in our headers are those of the program; nothing is linked, it has them all.
  set_target_properties(${name} PROPERTIES PREFIX "" SUFFIX .so POSITION_INDEPENDENT_CODE ON)
  _flitscope_plugin_note(${name} "unit ${ARG_UNIT}")
endfunction()
