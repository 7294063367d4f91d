# The output must be the same whatever the level.
execute_process(COMMAND ${PROGRAM} ${LEVEL} OUTPUT_VARIABLE output RESULT_VARIABLE status)
file(READ ${EXPECTED} expected)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "${PROGRAM} ${LEVEL} ended with ${status}")
endif()
if(NOT output STREQUAL expected)
  message(FATAL_ERROR "${PROGRAM} ${LEVEL} printed\n${output}\ninstead of\n${expected}")
endif()
