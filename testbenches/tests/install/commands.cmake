# Commands of tests that are CMake scripts.

# run(COMMAND...): succeeds.
function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT status EQUAL 0)
    list(JOIN ARGN " " command)
    message(FATAL_ERROR "${command}\nfailed with ${status}:\n${output}")
  endif()
endfunction()

# ends(STATUS TEXT COMMAND...): ends so, and says TEXT.
function(ends wanted text)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
  string(REGEX REPLACE "[ \n]+" " " output "${output}")
  string(FIND "${output}" "${text}" at)
  if(NOT status EQUAL wanted OR at EQUAL -1)
    message(FATAL_ERROR "${ARGN}\nended with ${status}, not ${wanted}; \"${text}\" was expected in:\n${output}")
  endif()
endfunction()
