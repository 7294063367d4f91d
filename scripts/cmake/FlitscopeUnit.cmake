# Units, arbiters and allocators of routers from outside (docs/change_the_router.md).

# flitscope_add_systemc_unit(NAME UNIT u [PORT_LIST n] SOURCES f...)
# The plug-in NAME.so with a SystemC module in the place of unit u (vc_buffer, header_unit, route_unit, vc_allocator,
# switch_allocator, crossbar or output_unit): target NAME. One of the sources has FLITSCOPE_SYSTEMC_UNIT(u, Module).
# PORT_LIST: the version of the unit's ports that they were written for (rtl_models/router/unit_names.h); with another one
# CMake says so before the compiler does.
function(flitscope_add_systemc_unit name)
  set(HEADER rtl_models/signal/network/unit_plugin.h)
  set(MAKERS UnitMakers)
  set(MAKE flitscope_make_unit)
  set(MEMBER units)
  _flitscope_unit_names(accepted)
  _flitscope_add_makers(flitscope_add_systemc_unit unit ${name} UNIT "${accepted}" ${ARGN})
endfunction()

# flitscope_add_decision(NAME KIND k SOURCES f...)
# The plug-in NAME.so with an arbiter or allocator k (arbiter, vc_allocator or switch_allocator) for levels fast and
# signal: target NAME. One of the sources has FLITSCOPE_ARBITER(Class), FLITSCOPE_VC_ALLOCATOR(Class) or
# FLITSCOPE_SWITCH_ALLOCATOR(Class).
function(flitscope_add_decision name)
  set(HEADER rtl_models/router/allocators/decision_plugin.h)
  set(MAKERS DecisionMakers)
  set(MAKE flitscope_make_decision)
  set(MEMBER decisions)
  _flitscope_add_makers(flitscope_add_decision decision ${name} KIND "arbiter;vc_allocator;switch_allocator" ${ARGN})
endfunction()

# The plug-in of what FUNCTION adds, a `noun`: the argument `keyword` is one of `accepted`. The caller's HEADER, MAKERS,
# MAKE and MEMBER go into makers_plugin.cpp.in.
function(_flitscope_add_makers FUNCTION noun NAME keyword accepted)
  cmake_parse_arguments(ARG "" "${keyword};PORT_LIST" "SOURCES" ${ARGN})
  if(ARG_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "${FUNCTION}: unknown argument ${ARG_UNPARSED_ARGUMENTS}")
  endif()
  _flitscope_check_listed(${FUNCTION} "${noun} ${NAME}" ${keyword} "${ARG_${keyword}}" "${accepted}")
  if(NOT ARG_SOURCES)
    message(FATAL_ERROR "${FUNCTION}: ${noun} ${NAME}: no SOURCES")
  endif()
  set(note "${noun} ${ARG_${keyword}}")
  set(PORT_LIST 0)
  if(noun STREQUAL unit)
    _flitscope_unit_note(note ${FUNCTION} ${NAME} ${ARG_UNIT} "${ARG_PORT_LIST}")
    set(PORT_LIST "flitscope::rtl::port_list_version(\"${ARG_UNIT}\")")
  elseif(DEFINED ARG_PORT_LIST)
    message(FATAL_ERROR "${FUNCTION}: unknown argument PORT_LIST")
  endif()
  set(plugin ${CMAKE_CURRENT_BINARY_DIR}/${noun}_plugin_${NAME}.cpp)
  configure_file(${FLITSCOPE_COSIM_DIR}/makers_plugin.cpp.in ${plugin} @ONLY)
  add_library(${NAME} MODULE ${plugin} ${ARG_SOURCES})
  _flitscope_plugin(${NAME})
  _flitscope_plugin_note(${NAME} "${note}")
endfunction()
