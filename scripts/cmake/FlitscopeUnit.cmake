# Units of routers from outside (docs/signal_level.md).

# flitscope_add_systemc_unit(NAME UNIT u SOURCES f...)
# The plug-in NAME.so with a SystemC module in the place of unit u (vc_buffer, route_unit, vc_allocator,
# switch_allocator, crossbar or output_unit): target NAME. One of the sources has FLITSCOPE_SYSTEMC_UNIT(u, Module).
function(flitscope_add_systemc_unit name)
  cmake_parse_arguments(ARG "" "UNIT" "SOURCES" ${ARGN})
  if(ARG_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "flitscope_add_systemc_unit: unknown argument ${ARG_UNPARSED_ARGUMENTS}")
  endif()
  _flitscope_check_unit(flitscope_add_systemc_unit ${name} "${ARG_UNIT}")
  if(NOT ARG_SOURCES)
    message(FATAL_ERROR "flitscope_add_systemc_unit: unit ${name}: no SOURCES")
  endif()
  set(NAME ${name})
  set(plugin ${CMAKE_CURRENT_BINARY_DIR}/unit_plugin_${name}.cpp)
  configure_file(${FLITSCOPE_COSIM_DIR}/unit_plugin.cpp.in ${plugin} @ONLY)
  add_library(${name} MODULE ${plugin} ${ARG_SOURCES})
  _flitscope_plugin(${name})
  _flitscope_plugin_note(${name} "unit ${ARG_UNIT}")
endfunction()
