# Installs BUILD under WORK. An outside project then builds arbiters and allocators with nothing but the installed
# package, and the installed program asks them: the same cycles at levels fast and signal and in mixes of both, other
# ones than without them, and an error where they do not belong.
cmake_minimum_required(VERSION 3.25)

include(${CMAKE_CURRENT_LIST_DIR}/commands.cmake)

install_beside(own_decision ${EXAMPLE}/farthest_first.cpp)
set(point ${EXAMPLE}/../router_typical.yaml --set topology.size=[3,3] --set measure.max_cycles=400)
set(at "path: ${WORK}/build}")
set(farthest --set "router.arbiter={plugin: farthest_first, ${at}")

# The way of docs/change_the_router.md.
file(COPY ${EXAMPLE}/ DESTINATION ${WORK}/walk)
file(WRITE ${WORK}/walk/point.yaml "topology: {kind: mesh, size: [4, 4]}\ntraffic: {load: 0.5, length: 5}\n"
     "router: {arbiter: {plugin: farthest_first, path: build}}\n")
ends(0 "" ${CMAKE_COMMAND} -S ${WORK}/walk -B ${WORK}/walk/build -G ${GENERATOR} -D CMAKE_CXX_COMPILER=${COMPILER}
     -D CMAKE_PREFIX_PATH=${prefix})
ends(0 "" ${CMAKE_COMMAND} --build ${WORK}/walk/build)
ends(0 "equal: fast, signal" ${CMAKE_COMMAND} -E chdir ${WORK}/walk ${flitscope} crosscheck point.yaml
     --set measure.max_cycles=2000)
# p99 and longest latency as the page has them.
set(page_173_2122 "{plugin: farthest_first, path: build}")
set(page_65_170 round_robin)
foreach(figures 173_2122 65_170)
  ends(0 "flit-hops/s" ${CMAKE_COMMAND} -E chdir ${WORK}/walk ${flitscope} run point.yaml
       --set measure.relative_error=0.01 --set "router.arbiter=${page_${figures}}" --out ${WORK}/walked)
  file(READ ${WORK}/walked/result.json result)
  string(JSON p99 GET "${result}" latency unicast p99)
  string(JSON longest GET "${result}" latency unicast max)
  if(NOT ${p99}_${longest} STREQUAL figures)
    message(FATAL_ERROR "${page_${figures}}: p99 ${p99}, longest ${longest}, on the page ${figures}")
  endif()
endforeach()
# What the arbiters look at is in a dump, among the ports of the allocators.
ends(0 "flit-hops/s" ${flitscope} run ${point} ${farthest} --set level=signal --set "waves={to: 50}" --out ${WORK}/dump)
file(READ ${WORK}/dump/run.vcd dump LIMIT 4000000)
foreach(pin front_i_length front_i_hop front_i_class)
  string(FIND "${dump}" ${pin} found)
  if(found EQUAL -1)
    message(FATAL_ERROR "no ${pin} in the dump")
  endif()
endforeach()

# Points of everything that decisions depend on; the last ones are mixes of levels.
set(pick 7)
foreach(switch separable_input separable_output wavefront islip)
  foreach(pipeline RANGE 1 4)
    math(EXPR pick "(${pick} * 37 + 11) % 101")
    math(EXPR vcs "1 + ${pick} % 5")
    math(EXPR load "2 + ${pick} % 6")
    math(EXPR seed "${pick} + 1")
    ends(0 "equal: fast, signal" ${flitscope} crosscheck ${point} ${farthest} --set router.pipeline=${pipeline}
         --set router.allocators.switch=${switch} --set router.virtual_channels=${vcs} --set traffic.load=0.${load}
         --set seed=${seed})
  endforeach()
endforeach()
foreach(routers 4 0,2,6 0,1,2,3,5,6,7,8)
  ends(0 "equal: fast, signal, mixed" ${flitscope} crosscheck ${point} ${farthest} --set traffic.load=0.4
       --set "level={default: fast, signal: [${routers}]}")
endforeach()
set(vc --set "router.allocators.vc={plugin: first_come, ${at}")
set(switch --set "router.allocators.switch={plugin: longest_first, ${at}" --set router.message_classes=2)
set(load --set traffic.load=0.4 --set "traffic.length={distribution: bimodal, short: 2, long: 9, long_fraction: 0.4}")
ends(0 "equal: fast, signal" ${flitscope} crosscheck ${point} ${load} ${vc})
ends(0 "equal: fast, signal" ${flitscope} crosscheck ${point} ${load} ${switch})
ends(0 "equal: fast, signal" ${flitscope} crosscheck ${point} ${load} ${vc} ${switch})

# They decide something, a result says so, and is itself a configuration.
foreach(run without with again)
  set(of ${point} --set traffic.load=0.4)
  if(run STREQUAL "with")
    list(APPEND of ${farthest})
  elseif(run STREQUAL "again")
    set(of ${WORK}/with/result.json)
  endif()
  ends(0 "flit-hops/s" ${flitscope} run ${of} --out ${WORK}/${run})
  file(READ ${WORK}/${run}/result.json result)
  string(JSON latency_${run} GET "${result}" latency)
endforeach()
string(JSON plugin GET "${result}" config router arbiter plugin)
if(latency_without STREQUAL latency_with OR NOT latency_with STREQUAL latency_again OR NOT plugin STREQUAL "farthest_first")
  message(FATAL_ERROR "without ${latency_without}\nwith ${latency_with}\nagain ${latency_again}\nplug-in ${plugin}")
endif()

# What does not fit.
function(refused text)
  ends(2 "${text}" ${flitscope} run ${point} ${ARGN} --out ${WORK}/no)
endfunction()
set(wanted "; accepted: a plug-in of flitscope_add_decision(NAME KIND")
refused("build/longest_first.so: brings decision switch_allocator, but decision arbiter is needed${wanted} arbiter ...)"
        --set "router.arbiter={plugin: longest_first, ${at}")
refused("build/farthest_first.so: brings decision arbiter, but decision vc_allocator is needed${wanted} vc_allocator ...)"
        --set "router.allocators.vc={plugin: farthest_first, ${at}")
refused("build/farthest_first.so: brings decision arbiter, but unit crossbar is needed" --set level=signal
        --set "router.units={crossbar: {plugin: farthest_first, ${at}}")
refused("plug-in mislabelled has no FLITSCOPE_ macro for vc_allocator"
        --set "router.allocators.vc={plugin: mislabelled, ${at}")
refused("router.arbiter = missing: ${WORK}/build/missing.so: there is no such plug-in"
        --set "router.arbiter={plugin: missing, ${at}")
refused("not in this version at level verilog: router.arbiter (a plug-in); accepted: fast, signal" ${farthest}
        --set level=verilog)
refused("router.arbiter = farthest_first: not possible together with the verilated crossbar" ${farthest}
        --set level=signal --set "router.units={crossbar: verilog}")
ends(2 "router.arbiter = farthest_first: no such plug-in at level verilog" ${flitscope} crosscheck ${point} ${farthest}
     --levels fast,verilog)
file(READ ${WORK}/build/farthest_first.plugin note)
string(REPLACE "flitscope " "flitscope 9." other "${note}")
file(WRITE ${WORK}/build/other.plugin "${other}")
file(COPY_FILE ${WORK}/build/farthest_first.so ${WORK}/build/other.so)
refused("other.so: built for flitscope 9." --set "router.arbiter={plugin: other, ${at}")

# An allocator that grants what it must not, at both levels.
set(everybody --set "router.allocators.switch={plugin: everybody, ${at}" --out ${WORK}/no)
ends(6 ": router.allocators.switch: plug-in everybody: grants output" ${flitscope} run ${point} ${load} ${everybody})
ends(6 ".switch_allocator: cycle "
     ${flitscope} run ${point} ${load} ${everybody} --set level=signal)
ends(6 "router.allocators.switch: plug-in everybody: grants output"
     ${flitscope} run ${point} ${load} ${everybody} --set "level={default: fast, signal: [4]}")
message(STATUS "an outside project brings arbiters and allocators")
