# cmake -DSOURCE=DIR -DHEADER=FILE -P WriteCommit.cmake: the commit of a working copy as a header; "" outside of one.
set(commit "")
if(EXISTS ${SOURCE}/.git)
  find_program(GIT git)
  if(GIT)
    execute_process(COMMAND ${CMAKE_COMMAND} -E env GIT_OPTIONAL_LOCKS=0
                            ${GIT} -C ${SOURCE} describe --always --dirty --abbrev=12 --exclude=*
                    OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  endif()
endif()
set(text "#pragma once\n#define FLITSCOPE_COMMIT \"${commit}\"\n")
set(before "")
if(EXISTS ${HEADER})
  file(READ ${HEADER} before)
endif()
if(NOT before STREQUAL text)
  file(WRITE ${HEADER} "${text}")
endif()
