# Installs BUILD under WORK. An outside project then builds units of routers with nothing but the installed package, and
# the installed program runs them: beside ours in a comparison of levels, in one router of a fast network, and where they
# do not belong.
cmake_minimum_required(VERSION 3.25)

include(${CMAKE_CURRENT_LIST_DIR}/commands.cmake)

install_beside(own_unit ${EXAMPLES}/switch_unit/narrow_switch.cpp)
set(point ${EXAMPLES}/router_typical.yaml --set topology.size=[3,3] --set measure.max_cycles=400 --set traffic.load=0.3)
set(at "path: ${WORK}/build}")

# A unit that does what ours does: no cycle is another one, whatever it costs in deltas.
foreach(pipeline RANGE 1 4)
  ends(0 "equal: fast, signal" ${flitscope} crosscheck ${point} --set router.pipeline=${pipeline}
       --set "router.units={crossbar: {plugin: plain_crossbar, ${at}}")
endforeach()
# One that is meant to do something else is run, everywhere or in one router; a comparison shows where it differs.
set(narrow "{switch_allocator: {plugin: narrow_switch, ${at}}")
ends(0 "flit-hops/s" ${flitscope} run ${point} --set level=signal --set router.units=${narrow} --out ${WORK}/all)
ends(0 "flit-hops/s" ${flitscope} run ${point} --set "level={default: fast, signal: [4], units: {4: ${narrow}}}" --out ${WORK}/one)
ends(3 "different: fast, signal" ${flitscope} crosscheck ${point} --set router.units=${narrow})
file(READ ${WORK}/all/result.json result)
string(JSON plugin GET "${result}" config router units switch_allocator plugin)
if(NOT plugin STREQUAL narrow_switch)
  message(FATAL_ERROR "result.json names plug-in ${plugin}")
endif()

# The same in Verilog: the very same events.
file(COPY ${EXAMPLES}/switch_unit_verilog/ DESTINATION ${WORK}/in_verilog)
set(configure_verilog ${CMAKE_COMMAND} -S ${WORK}/in_verilog ${with_package})
ends(0 "" ${configure_verilog} -B ${WORK}/in_verilog/build)
ends(0 "" ${CMAKE_COMMAND} --build ${WORK}/in_verilog/build)
foreach(form build in_verilog/build)
  ends(0 "flit-hops/s" ${flitscope} run ${WORK}/in_verilog/point.yaml --set measure.max_cycles=400
       --set router.units.switch_allocator.path=${WORK}/${form} --out ${WORK}/${form}/run --events ${WORK}/${form}/events)
endforeach()
ends(0 "" ${CMAKE_COMMAND} -E compare_files ${WORK}/build/events ${WORK}/in_verilog/build/events)
file(SIZE ${WORK}/build/events size)
if(size LESS 100000)
  message(FATAL_ERROR "hardly any event: ${size} bytes")
endif()

# One that breaks its contract leaves the waves of the cycles before.
set(losing --set "router.units={crossbar: {plugin: losing_crossbar, ${at}}")
ends(6 ": ${WORK}/lost/violation.vcd a view of them: ${WORK}/lost/violation.gtkw"
     ${flitscope} run ${point} --set level=signal ${losing} --out ${WORK}/lost)
ends(6 ": ${WORK}/lost_there/violation.vcd a view of them: " ${flitscope} crosscheck ${point} ${losing} --out ${WORK}/lost_there)
foreach(folder lost lost_there)
  file(READ ${WORK}/${folder}/violation.vcd dump)
  if(NOT dump MATCHES "crossbar" OR NOT dump MATCHES "grant_i" OR NOT EXISTS ${WORK}/${folder}/violation.gtkw)
    message(FATAL_ERROR "${folder}/violation.vcd does not show the crossbar")
  endif()
endforeach()

# What does not fit.
ends(2 "router.units: router_0.crossbar: port select_i must be sc_in<Selects>, it is sc_in<VcMask>"
     ${flitscope} run ${point} --set level=signal --set "router.units={crossbar: {plugin: half_crossbar, ${at}}" --out ${WORK}/no)
ends(2 "narrow_switch.so: brings unit switch_allocator, but unit crossbar is needed"
     ${flitscope} run ${point} --set level=signal --set "router.units={crossbar: {plugin: narrow_switch, ${at}}" --out ${WORK}/no)
ends(2 "missing.so: there is no such plug-in"
     ${flitscope} run ${point} --set level=signal --set "router.units={crossbar: {plugin: missing, ${at}}" --out ${WORK}/no)
ends(2 "router.units: no router at level signal" ${flitscope} run ${point} --set router.units=${narrow} --out ${WORK}/no)
ends(2 "level.units: router 3 is at level fast, not signal"
     ${flitscope} run ${point} --set "level={default: fast, signal: [4], units: {3: ${narrow}}}" --out ${WORK}/no)
file(WRITE ${project}/CMakeLists.txt "cmake_minimum_required(VERSION 3.25)\nproject(p LANGUAGES CXX)\n"
     "find_package(flitscope REQUIRED)\nflitscope_add_systemc_unit(x UNIT crosbar SOURCES plain_crossbar.cpp)\n")
ends(1 "unit x: UNIT must be one of vc_buffer, header_unit, route_unit, vc_allocator, switch_allocator, crossbar, output_unit; it is crosbar"
     ${configure} -B ${WORK}/wrong)
message(STATUS "an outside project brings units")
