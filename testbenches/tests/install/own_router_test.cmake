# Installs BUILD under WORK. An outside project then makes a plug-in of a router in ROUTERS with nothing but the
# installed package, and the installed program runs it: mixed with fast routers, alone, and with a fault. Tops and
# descriptions that cannot be brought in get one message.
cmake_minimum_required(VERSION 3.25)

include(${CMAKE_CURRENT_LIST_DIR}/commands.cmake)

# refused(TEXT COMMAND...): fails, and says TEXT.
function(refused text)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
  string(REGEX REPLACE "[ \n]+" " " output "${output}")
  string(FIND "${output}" "${text}" at)
  if(status EQUAL 0 OR at EQUAL -1)
    message(FATAL_ERROR "${ARGN}\nended with ${status}; \"${text}\" was expected in:\n${output}")
  endif()
endfunction()

set(prefix ${WORK}/prefix)
set(project ${WORK}/project)
file(REMOVE_RECURSE ${WORK})
run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${prefix})
file(COPY ${CMAKE_CURRENT_LIST_DIR}/own_router/ ${ROUTERS}/toy_router.sv ${ROUTERS}/toy_router.yaml DESTINATION ${project})

set(configure ${CMAKE_COMMAND} -S ${project} -G ${GENERATOR} -D CMAKE_CXX_COMPILER=${COMPILER}
    -D CMAKE_PREFIX_PATH=${prefix} -D CMAKE_BUILD_TYPE=None)
run(${configure} -B ${WORK}/build)
run(${CMAKE_COMMAND} --build ${WORK}/build)

set(flitscope ${prefix}/bin/flitscope)
set(level "verilog: {router: own_router, path: ${WORK}/build")
run(${flitscope} run ${project}/point.yaml --quiet --out ${WORK}/one --set "level={default: fast, ${level}, nodes: [5]}}")
run(${flitscope} run ${project}/point.yaml --quiet --out ${WORK}/all --set "level={${level}}}")

# A fault: exit code 6, one report, the waves around it.
file(READ ${project}/toy_router.yaml pins)
string(REPLACE "fault_i: 0" "fault_i: 1" pins "${pins}")
file(WRITE ${project}/toy_router.yaml "${pins}")
run(${CMAKE_COMMAND} --build ${WORK}/build)
foreach(command run crosscheck)
  execute_process(COMMAND ${flitscope} ${command} ${project}/point.yaml --quiet --out ${WORK}/${command}
                          --set "level={default: fast, ${level}, nodes: [5]}}"
                  RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT status EQUAL 6 OR NOT output MATCHES "router_5: cycle [0-9]+: output [0-9]+ .device port [0-9].: wrong turn: "
     OR NOT output MATCHES "its model may be wrong: .*loops: toy_router.oscillator -> toy_router.oscillator .toy_router.sv:61."
     OR NOT output MATCHES "violation.vcd" OR NOT EXISTS ${WORK}/${command}/violation.vcd)
    message(FATAL_ERROR "${command} with a fault: exit code ${status}, must be 6:\n${output}")
  endif()
endforeach()

# What cannot be brought in.
string(REPLACE "pin: in_valid" "pin: valid_in" pins "${pins}")
file(WRITE ${project}/toy_router.yaml "${pins}")
refused("toy_router.yaml:21:10: inputs.valid: pin valid_in: the top has no such pin" ${CMAKE_COMMAND} --build ${WORK}/build)
refused("interface_top.sv:7:8: pin east of top interface_top is an interface port"
        ${configure} -B ${WORK}/interface -D TOP=interface_top -D FILE=interface_top.sv)
refused("type_top.sv:3: parameter flit_t of top type_top is a type"
        ${configure} -B ${WORK}/type -D TOP=type_top -D FILE=type_top.sv)
refused("SOURCES: ${project}/missing.sv does not exist" ${configure} -B ${WORK}/missing -D FILE=missing.sv)

# All warnings at once, with the line that waives them; the sizes of values are nobody's mistake. Lists of files.
set(ENV{LEAVES} .)
set(waived -D TOP=warnings_top -D FILE=warnings.f)
refused("WAIVE CASEINCOMPLETE LITENDIAN UNUSED WIDTH" ${configure} -B ${WORK}/warnings ${waived} -D WAIVE=UNUSED)
run(${configure} -B ${WORK}/waived ${waived} -D "WAIVE=CASEINCOMPLETE,LITENDIAN,WIDTH")
run(${configure} -B ${WORK}/sized -D "MORE=PARAMETERS,DEPTH=8'd4,CREDITS=64'h4")
refused("WAIVE LITENDIAN UNOPTFLAT UNUSEDSIGNAL WIDTH" ${configure} -B ${WORK}/cut -D "MORE=PARAMETERS,DEPTH=40'h100000004")
refused("nested.f:3: missing_leaf.sv does not exist" ${configure} -B ${WORK}/nested -D TOP=warnings_top -D FILE=nested.f)
refused("router own_router: INCDIRS: unknown argument, and no warning for WAIVE" ${configure} -B ${WORK}/unknown -D "MORE=INCDIRS,rtl")
refused("PER_NODE ROW=3..1: 1 is less than 3" ${configure} -B ${WORK}/order -D "MORE=PER_NODE,ROW=3..1")
refused("PER_NODE ROW: must be NAME=number or NAME=first..last" ${configure} -B ${WORK}/what -D "MORE=PER_NODE,ROW")

# A loop that the source waives has no name, but is one.
file(READ ${project}/toy_router.sv source)
file(WRITE ${project}/toy_router.sv "/* verilator lint_off UNOPTFLAT */\n${source}")
ends(0 "Verilator may simulate wrongly: what toy_router.sv waives (lint_off UNOPTFLAT) CHECK builds a second model"
     ${configure} -B ${WORK}/sized -D WAIVE=LITENDIAN,UNUSEDSIGNAL)
message(STATUS "an outside project brings its router")
