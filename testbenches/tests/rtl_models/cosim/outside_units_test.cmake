# Units in Verilog as others write them, from plug-ins in PLUGINS: a crossbar with a package, a FIFO with functions, an include
# file and a name from outside, an allocator in lists of files. In one network of the program FLITSCOPE they do what ours do;
# what cannot be brought in gets one message. KIT: FlitscopeKit.cmake.
cmake_minimum_required(VERSION 3.25)

include(${CMAKE_CURRENT_LIST_DIR}/../../install/commands.cmake)

set(project ${WORK}/project)
file(REMOVE_RECURSE ${WORK})
file(COPY ${CMAKE_CURRENT_LIST_DIR}/outside_units/ DESTINATION ${project})
set(at "path: ${PLUGINS}}")
set(small ${FLITSCOPE} crosscheck ${project}/small.yaml)
set(all --set "router.units={crossbar: {plugin: outside_crossbar, ${at}, vc_buffer: {plugin: outside_fifo, ${at}, \
switch_allocator: {plugin: outside_allocator, ${at}}")
ends(0 "equal: fast, signal" ${small} ${all})
# The crossbar spoils long messages. Who reads of it is told that a unit of the router has a loop.
ends(6 " its model may be wrong: it was built with WAIVE UNOPTFLAT, with combinational loops: \
tree_allocator.g_output[0].arbiter.pass -> tree_allocator.g_output[0].arbiter.pass (ring.sv:12) "
     ${small} ${all} --set traffic.length=20 --out ${WORK}/spoilt)
ends(2 "outside_allocator.so: verilated for routers with NETWORK_PORTS 4 VIRTUAL_CHANNELS 2 "
     ${small} --set "router.units={switch_allocator: {plugin: outside_allocator, ${at}}" --set router.virtual_channels=3)

set(configure ${CMAKE_COMMAND} -S ${project} -B ${WORK}/build -G ${GENERATOR} -D CMAKE_CXX_COMPILER=${COMPILER} -D KIT=${KIT})
# wrong(TEXT LINE): a project with this line ends so.
function(wrong text line)
  file(WRITE ${project}/CMakeLists.txt "cmake_minimum_required(VERSION 3.25)\nproject(outside_units LANGUAGES CXX)\n"
       "include(\${KIT})\nflitscope_add_verilog_unit(${line})\n")
  ends(1 "${text}" ${configure})
endfunction()
set(call "flitscope_add_verilog_unit(x): ")
set(xbar "x UNIT crossbar TOP xbar SOURCES xbar_pkg.sv xbar.sv")
set(fifo "x UNIT vc_buffer TOP shift_fifo SOURCES fifo/fifo.sv INCLUDE_DIRS fifo CONFIG small.yaml")
wrong("${call}unknown argument INCDIRS" "${xbar} INCDIRS fifo CONFIG small.yaml")
wrong("unit x: INCDIRS: unknown argument, and no warning for WAIVE" "${xbar} CONFIG small.yaml WAIVE WIDTH INCDIRS fifo")
wrong("${call}unknown argument TRACE" "${xbar} CONFIG small.yaml TRACE")
wrong("${call}unknown argument VC" "${xbar} PARAMETERS VC 4")
wrong("${call}SOURCES: ${project}/ybar.sv does not exist" "x UNIT crossbar TOP xbar SOURCES ybar.sv CONFIG small.yaml")
wrong("unit x: CONFIG and PARAMETERS; one of them" "${xbar} CONFIG small.yaml PARAMETERS VCS 2")
wrong("none.yaml" "${xbar} CONFIG none.yaml")
wrong("unit x: TOP xbar without SOURCES" "x UNIT crossbar TOP xbar CONFIG small.yaml")
wrong("unit x: WAIVE without TOP" "x UNIT crossbar WAIVE WIDTH CONFIG small.yaml")
wrong("unit x: Verilator refuses the sources" "${fifo}")
# All warnings at once, those of all variants; and loops by their names.
wrong("as above. Mend them, or say in the call of flitscope_add_verilog_unit WAIVE WIDTH" "${fifo} DEFINES FIFO_NAME=shift_fifo")
wrong("Combinational loops (UNOPTFLAT), which Verilator may simulate wrongly: \
tree_allocator.g_output[0].arbiter.pass -> tree_allocator.g_output[0].arbiter.pass (ring.sv:12) \
Mend them, or say in the call of flitscope_add_verilog_unit WAIVE UNOPTFLAT"
      "x UNIT switch_allocator TOP tree_allocator SOURCES tree/allocator.f CONFIG small.yaml")
message(STATUS "units come from outside")
