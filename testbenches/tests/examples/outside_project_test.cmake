# Installs BUILD under WORK and makes EXAMPLE, copied elsewhere, a project that knows nothing but the installed package;
# then follows the commands of its page.
cmake_minimum_required(VERSION 3.25)

function(run)
  execute_process(COMMAND ${ARGN} WORKING_DIRECTORY ${project}
                  RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
  set(status ${status} PARENT_SCOPE)
  set(output "${output}" PARENT_SCOPE)
  list(JOIN ARGN " " command)
  set(command "${command}" PARENT_SCOPE)
endfunction()
function(expect wanted)
  run(${ARGN})
  if(NOT status EQUAL wanted)
    message(FATAL_ERROR "${command}\nexit code ${status}, must be ${wanted}:\n${output}")
  endif()
  set(output "${output}" PARENT_SCOPE)
endfunction()

file(REMOVE_RECURSE ${WORK})
set(prefix ${WORK}/prefix)
get_filename_component(name ${EXAMPLE} NAME)
file(COPY ${EXAMPLE} DESTINATION ${WORK})
set(project ${WORK}/${name})

expect(0 ${CMAKE_COMMAND} --install ${BUILD} --prefix ${prefix})
expect(0 ${CMAKE_COMMAND} -S . -B build -G ${GENERATOR} -D CMAKE_CXX_COMPILER=${COMPILER} -D CMAKE_PREFIX_PATH=${prefix})
expect(0 ${CMAKE_COMMAND} --build build --target ${name} ${name}_bug)

set(flitscope ${prefix}/bin/flitscope)
set(point one_node.yaml --set level.verilog.path=build --set measure.max_cycles=8000)
expect(0 ${flitscope} run ${point})
expect(0 ${flitscope} run ${point} --set level.verilog.nodes=all)
expect(0 ${flitscope} run ${point} --set level.default=signal --set "level.verilog.nodes=[5, 6]" --set waves.to=500)
if(NOT EXISTS ${project}/run.vcd OR NOT EXISTS ${project}/run.gtkw)
  message(FATAL_ERROR "no waves")
endif()

# The bug, as the page shows it.
expect(6 ${flitscope} run one_node.yaml --set level.verilog.path=build --set level.verilog.router=${name}_bug
       --set traffic.load=0.6)
string(STRIP "${output}" said)
file(READ ${project}/README.md page)
string(REPLACE "\n      " "\n  " page "${page}")
string(FIND "${page}" "    ${said}" place)
if(place EQUAL -1 OR NOT EXISTS ${project}/violation.vcd)
  message(FATAL_ERROR "the page does not show what is said, or there are no waves:\n${output}")
endif()

expect(0 ${prefix}/bin/flitscope_latency_curve --loads 0.1,0.9 --out latency.svg
       --curve device ${point} --curve fast one_node.yaml --set level=fast --set measure.max_cycles=8000)
if(NOT output MATCHES "\\| 0\\.1 \\| [0-9.]+ \\| [0-9.]+ \\|\n\\| 0\\.9 \\| saturated[^|]*\\| saturated[^|]*\\|")
  message(FATAL_ERROR "not a table of latencies:\n${output}")
endif()
file(READ ${project}/latency.svg chart)
if(NOT chart MATCHES "<svg")
  message(FATAL_ERROR "no chart")
endif()
