# cmake -D SCRIPTS=scripts/cmake -D VERILATOR=verilator -D WORK=folder -P this: what is said of a router with hundreds of
# warnings, or with an error among them, ends with what its user can do.
cmake_minimum_required(VERSION 3.25)

if(CHECK)
  include(${SCRIPTS}/FlitscopeVerilogRouter.cmake)
  set(VERILATOR_BIN ${VERILATOR})
  if(CHECK STREQUAL top)
    _flitscope_check_top(noisy noisy pins.yaml ${WORK}/top.xml "--top;noisy;${WORK}/noisy.v")
  endif()
  _flitscope_lint("router noisy" ${WORK} --top noisy ${WORK}/noisy.v)
  _flitscope_judge_lint("router noisy" flitscope_add_verilog_router ${WORK}/waivers.vlt UNUSED "" "")
  return()
endif()

# last_of(CHECK REGEX FIRST): `noisy`, with this as its first statement, is refused; no warning follows what matches.
function(last_of check regex first)
  set(text "module noisy(input [7:0] a, output [3:0] y);\n  wire w;\n  ${first}\n")
  foreach(number RANGE 1 300)
    string(APPEND text "  wire [3:0] y_${number};\n  assign y_${number} = a;\n")
  endforeach()
  file(WRITE ${WORK}/noisy.v "${text}endmodule\n")
  execute_process(COMMAND ${CMAKE_COMMAND} -D CHECK=${check} -D SCRIPTS=${SCRIPTS} -D VERILATOR=${VERILATOR} -D WORK=${WORK}
                          -P ${CMAKE_CURRENT_LIST_FILE}
                  RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
  string(FIND "${output}" "%Warning-" last_warning REVERSE)
  if(status EQUAL 0 OR last_warning EQUAL -1)
    message(FATAL_ERROR "${check}: ended with ${status}, and must warn:\n${output}")
  endif()
  string(SUBSTRING "${output}" ${last_warning} -1 end)
  if(NOT end MATCHES "${regex}")
    message(FATAL_ERROR "${check}: \"${regex}\" does not come last:\n${end}")
  endif()
endfunction()

file(MAKE_DIRECTORY ${WORK})
last_of(warnings "router noisy: Verilator warns 300 time.s. about the sources, as above.*WAIVE UNUSED WIDTH"
        "assign y = a[3:0];")
last_of(top "Verilator refuses the sources, as above:.*noisy.v:3:[0-9]+: Illegal bit or array select"
        "assign y = w[3:1];")
message(STATUS "the useful line comes last")
