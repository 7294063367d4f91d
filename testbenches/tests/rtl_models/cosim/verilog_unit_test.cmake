# A verilated unit from a plug-in in PLUGINS runs in the program FLITSCOPE; routers that it was not built for are refused, and
# so is, when it is built, a module that has not the unit's ports. KIT: FlitscopeKit.cmake.
cmake_minimum_required(VERSION 3.25)

include(${CMAKE_CURRENT_LIST_DIR}/../../install/commands.cmake)

file(REMOVE_RECURSE ${WORK})
file(MAKE_DIRECTORY ${WORK})
file(WRITE ${WORK}/point.yaml "topology: {kind: mesh, size: [3, 3]}\nrouter: {virtual_channels: 2, buffer_flits: 4}\n"
                              "traffic: {load: 0.3}\nmeasure: {max_cycles: 400}\n")
set(point ${WORK}/point.yaml)
# The default folder.
file(COPY ${PLUGINS}/verilated_crossbar.so ${PLUGINS}/verilated_crossbar.plugin DESTINATION ${WORK}/data/flitscope/rtl)
set(ENV{XDG_DATA_HOME} ${WORK}/data)
set(in_folder --set level=signal)
ends(0 "equal: fast, signal" ${FLITSCOPE} crosscheck ${point} --levels fast,signal
     --set "router.units={crossbar: verilog}")
ends(0 "flit-hops/s" ${FLITSCOPE} run ${point} --set level=signal --out ${WORK}/named
     --set "router.units={crossbar: {plugin: verilated_crossbar, path: ${PLUGINS}}}")

# Other routers.
set(built "NETWORK_PORTS 4 VIRTUAL_CHANNELS 2 BUFFER_FLITS 4 ")
set(needed "flitscope_add_verilog_unit(NAME UNIT crossbar NETWORK_PORTS 4 VIRTUAL_CHANNELS 2 BUFFER_FLITS 5 ")
foreach(text "no verilated crossbar for router 0; verilated_crossbar is for ${built}" "${needed}")
  ends(2 "${text}" ${FLITSCOPE} run ${point} ${in_folder} --set "router.units={crossbar: verilog}"
       --set router.buffer_flits=5 --out ${WORK}/no)
endforeach()
foreach(text "verilated_crossbar.so: verilated for routers with ${built}" "${needed}")
  ends(2 "${text}" ${FLITSCOPE} run ${point} --set level=signal --set router.buffer_flits=5 --out ${WORK}/no
       --set "router.units={crossbar: {plugin: verilated_crossbar, path: ${PLUGINS}}}")
endforeach()
foreach(text "`flitscope rtl add` with this configuration builds what is missing" "no verilated crossbar for router 0")
  ends(2 "${text}" ${FLITSCOPE} run ${point} ${in_folder} --set "router.units={crossbar: verilog}"
       --set router.buffer_flits=5 --out ${WORK}/no)
endforeach()
ends(0 "verilated_crossbar for 9 router(s): was there already"
     ${FLITSCOPE} rtl add ${point} --set "router.units={crossbar: verilog}")
ends(2 "no verilated vc_buffer for router 0" ${FLITSCOPE} run ${point} ${in_folder} --set "router.units={vc_buffer: verilog}"
     --out ${WORK}/no)

# Other ports than this version's: by the note, before any code of the plug-in runs, and by the library.
file(READ ${PLUGINS}/verilated_crossbar.plugin note)
if(NOT note MATCHES "unit crossbar ports ([0-9]+) verilog")
  message(FATAL_ERROR "verilated_crossbar.plugin states no port list:\n${note}")
endif()
set(ports ${CMAKE_MATCH_1})
string(REPLACE "unit crossbar ports ${ports} " "unit crossbar ports 99 " other_note "${note}")
set(other_ports "version 99 of the ports of crossbar, this program has version ${ports}; build plug-in")
file(WRITE ${WORK}/data/flitscope/rtl/verilated_crossbar.plugin "${other_note}")
ends(2 "${other_ports} verilated_crossbar again"
     ${FLITSCOPE} run ${point} --set level=signal --set "router.units={crossbar: {plugin: verilated_crossbar}}" --out ${WORK}/no)
foreach(text "${other_ports} verilated_crossbar again" "`flitscope rtl add` with this configuration builds what is missing")
  ends(2 "${text}" ${FLITSCOPE} run ${point} ${in_folder} --set "router.units={crossbar: verilog}" --out ${WORK}/no)
endforeach()
ends(0 "unusable: ${WORK}/data/flitscope/rtl/verilated_crossbar.so: built for ${other_ports} verilated_crossbar again" ${FLITSCOPE} rtl list)
ends(2 "${other_ports} other_port_list again" ${FLITSCOPE} run ${point} --set level=signal --out ${WORK}/no
     --set "router.units={crossbar: {plugin: other_port_list, path: ${PLUGINS}}}")
foreach(call "systemc_unit(x UNIT crossbar PORT_LIST 99 SOURCES x.cpp)" "verilog_unit(x UNIT crossbar PORT_LIST 99)")
  file(WRITE ${WORK}/project/CMakeLists.txt "cmake_minimum_required(VERSION 3.25)\nproject(p LANGUAGES CXX)\n"
       "include(\"${KIT}\")\nflitscope_add_${call}\n")
  ends(1 "unit x: PORT_LIST 99: this flitscope has version ${ports} of the ports" ${CMAKE_COMMAND} -S ${WORK}/project
       -B ${WORK}/project/build -G ${GENERATOR} -D CMAKE_CXX_COMPILER=${COMPILER})
endforeach()

# Of an older one it is said what has changed.
set(since "version ${ports}, where output_unit has pointers over its VCs")
string(REPLACE "unit crossbar ports ${ports} " "unit crossbar ports 1 " other_note "${note}")
file(WRITE ${WORK}/data/flitscope/rtl/verilated_crossbar.plugin "${other_note}")
ends(2 "version 1 of the ports of crossbar, this program has ${since}"
     ${FLITSCOPE} run ${point} --set level=signal --set "router.units={crossbar: {plugin: verilated_crossbar}}" --out ${WORK}/no)
file(WRITE ${WORK}/project/CMakeLists.txt "cmake_minimum_required(VERSION 3.25)\nproject(p LANGUAGES CXX)\n"
     "include(\"${KIT}\")\nflitscope_add_verilog_unit(x UNIT crossbar PORT_LIST 1)\n")
ends(1 "version ${ports} of the ports of crossbar, where output_unit has pointers over its VCs" ${CMAKE_COMMAND} -S ${WORK}/project
     -B ${WORK}/project/build -G ${GENERATOR} -D CMAKE_CXX_COMPILER=${COMPILER})

# refused(TEXT FROM TO): the crossbar with FROM replaced by TO.
function(refused text from to)
  file(READ ${VERILOG}/crossbar.v source)
  string(REPLACE "module crossbar" "module other" source "${source}")
  string(FIND "${source}" "${from}" at)
  if(at EQUAL -1)
    message(FATAL_ERROR "crossbar.v has no ${from}")
  endif()
  string(REPLACE "${from}" "${to}" source "${source}")
  file(WRITE ${WORK}/project/other.v "${source}")
  file(WRITE ${WORK}/project/CMakeLists.txt "cmake_minimum_required(VERSION 3.25)\nproject(p LANGUAGES CXX)\n"
       "include(\"${KIT}\")\nflitscope_add_verilog_unit(x UNIT crossbar TOP other SOURCES other.v NETWORK_PORTS 4 "
       "ROUTING dimension_order ROUTE_SETTINGS 3 3 0 1)\n")
  ends(1 "${text}" ${CMAKE_COMMAND} -S ${WORK}/project -B ${WORK}/project/build -G ${GENERATOR}
       -D CMAKE_CXX_COMPILER=${COMPILER})
endfunction()
refused("unit x: port select_i of other is input of 24 bits; of crossbar it is input of 25 bits"
        "[OUTPUTS*ROWS-1:0]          select_i" "[OUTPUTS*ROWS-2:0]          select_i")
refused("unit x: other has the port flit_o_kind, output of 10 bits; crossbar has none of this name; \
instead it has the vector flit_o, output of" flit_o_vc flit_o_kind)
message(STATUS "a verilated unit runs where it fits")
