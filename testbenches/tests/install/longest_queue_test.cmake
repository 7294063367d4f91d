# Installs BUILD under WORK and goes the way of docs/change_the_router.md with EXAMPLE: an arbiter and two units that
# serve the longest queue, with the installed package only, have the same events.
cmake_minimum_required(VERSION 3.25)

include(${CMAKE_CURRENT_LIST_DIR}/commands.cmake)

install_beside(../../../examples/longest_queue)
set(run ${CMAKE_COMMAND} -E chdir ${project} ${flitscope})
set(point point.yaml --set measure.max_cycles=2000)
set(arbiter --set "router.arbiter={plugin: longest_queue, path: ${WORK}/build}")
function(unit_of language result)
  set(${result} --set "router.units={switch_allocator: {plugin: longest_queue_${language}, path: ${WORK}/build}}" PARENT_SCOPE)
endfunction()

unit_of(systemc unit)
ends(0 "equal: fast, signal" ${run} crosscheck ${point} ${arbiter})
ends(0 "equal: fast, signal" ${run} crosscheck ${point} ${arbiter} ${unit})
ends(3 "different: fast, signal" ${run} crosscheck ${point} ${unit})
foreach(language systemc verilog)
  unit_of(${language} unit)
  ends(0 "flit-hops/s" ${run} run ${point} --set level=signal --events ${WORK}/${language}.events --out ${WORK}/${language}
       ${unit})
endforeach()
ends(0 "" ${CMAKE_COMMAND} -E compare_files ${WORK}/systemc.events ${WORK}/verilog.events)
# Pins are as wide as a count of the routers that it was built for.
ends(2 "longest_queue_verilog.so: verilated for routers with NETWORK_PORTS 4 VIRTUAL_CHANNELS 4 BUFFER_FLITS 8 "
     ${run} run ${point} --set level=signal --set router.buffer_flits=20 --out ${WORK}/no ${unit})
message(STATUS "an outside project serves the longest queue")
