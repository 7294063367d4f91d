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

# install_beside(PROJECT FILE...): BUILD installed under WORK, and an outside project made of the files of PROJECT and
# these, with the installed package only; sets prefix, project, flitscope (the installed program), with_package (the
# arguments that configure a project so) and configure.
macro(install_beside sources)
  set(prefix ${WORK}/prefix)
  set(project ${WORK}/project)
  file(REMOVE_RECURSE ${WORK})
  ends(0 "" ${CMAKE_COMMAND} --install ${BUILD} --prefix ${prefix})
  file(COPY ${CMAKE_CURRENT_LIST_DIR}/${sources}/ ${ARGN} DESTINATION ${project})
  set(flitscope ${prefix}/bin/flitscope)
  set(with_package -G ${GENERATOR} -D CMAKE_CXX_COMPILER=${COMPILER} -D CMAKE_PREFIX_PATH=${prefix}
      -D CMAKE_BUILD_TYPE=Dev -D CMAKE_CXX_FLAGS_DEV=-O1)
  set(configure ${CMAKE_COMMAND} -S ${project} ${with_package})
  ends(0 "" ${configure} -B ${WORK}/build)
  ends(0 "" ${CMAKE_COMMAND} --build ${WORK}/build)
endmacro()
