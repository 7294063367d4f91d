# cmake -D JOB=FILE -P FlitscopeVerilateJob.cmake: a job that _flitscope_build_job has written down.
cmake_minimum_required(VERSION 3.25)
include(${JOB})
include(${CMAKE_CURRENT_LIST_DIR}/FlitscopeVerilogUnit.cmake)

# The build makes the job again when one of these files has changed.
function(_flitscope_job_has_read)
  set(text "")
  foreach(file IN LISTS JOB_OUTPUTS)
    string(REPLACE " " "\\ " file "${file}")
    string(APPEND text "${file} ")
  endforeach()
  string(APPEND text ":")
  list(REMOVE_DUPLICATES ARGN)
  foreach(file IN LISTS ARGN)
    string(REPLACE " " "\\ " file "${file}")
    string(APPEND text " \\\n  ${file}")
  endforeach()
  list(GET JOB_OUTPUTS 0 first)
  file(WRITE ${first}.d "${text}\n")
endfunction()

# Verilates: in the caller's scope PREFIX_CLASSES_FAST, PREFIX_CLASSES_SLOW, PREFIX_SUPPORT_FAST and PREFIX_SUPPORT_SLOW are what
# it has made, PREFIX_GLOBAL its run time, PREFIX_DEPS what it has read.
function(_flitscope_run_verilator prefix directory arguments)
  file(MAKE_DIRECTORY ${directory})
  set(compiler gcc)
  if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    set(compiler clang)
  endif()
  # Before 5.022 that pass takes bits of comparisons for constant (issue 4864 of Verilator; docs/rtl_export.md).
  execute_process(COMMAND ${VERILATOR_BIN} --cc --compiler ${compiler} --make cmake --prefix ${prefix} --Mdir ${directory}
                          -fno-const-bit-op-tree ${arguments}
                  RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(status)
    message(FATAL_ERROR "Verilator refuses the sources of ${prefix}:\n${output}")
  endif()
  include(${directory}/${prefix}.cmake)
  foreach(kind CLASSES_FAST CLASSES_SLOW SUPPORT_FAST SUPPORT_SLOW GLOBAL DEPS)
    set(${prefix}_${kind} ${${prefix}_${kind}} PARENT_SCOPE)
  endforeach()
endfunction()

# Lines that include these files.
function(_flitscope_include_lines result)
  list(TRANSFORM ARGN REPLACE "(.+)" "#include \"\\1\"\n" OUTPUT_VARIABLE lines)
  list(JOIN lines "" lines)
  set(${result} "${lines}" PARENT_SCOPE)
endfunction()

# Ends the build unless run_time, which the target has, is all that a model needs.
function(_flitscope_check_run_time prefix)
  foreach(file IN LISTS ${prefix}_GLOBAL)
    get_filename_component(name ${file} NAME_WE)
    if(NOT name IN_LIST run_time)
      message(FATAL_ERROR "${prefix} needs ${name}.cpp of Verilator's run time, its target has ${run_time}")
    endif()
  endforeach()
endfunction()

# The job of _flitscope_verilate.
function(_flitscope_make_model)
  _flitscope_run_verilator(${prefix} ${directory} "${arguments}")
  _flitscope_check_run_time(${prefix})
  if(pins_header)
    _flitscope_pins_of_headers(pins ${prefix} ${directory})
    _flitscope_pins_struct(struct ${prefix}_pins ${prefix} "${pins}")
    _flitscope_include_lines(includes ${prefix}.h ${prefix}___024root.h rtl_models/cosim/verilated_unit_model.h)
    file(WRITE ${pins_header} "${includes}\nnamespace flitscope::cosim {\n\n${struct}\n}  // namespace flitscope::cosim\n")
  endif()
  _flitscope_include_lines(slow ${${prefix}_CLASSES_SLOW} ${${prefix}_SUPPORT_SLOW})
  _flitscope_include_lines(fast ${${prefix}_CLASSES_FAST} ${${prefix}_SUPPORT_FAST} ${with})
  if(once)
    file(WRITE ${once} "${slow}")
    set(slow "")
  endif()
  file(WRITE ${often} "${fast}${slow}")
  # Newer than what they are made of, and than what they include.
  file(TOUCH ${JOB_OUTPUTS})
  _flitscope_job_has_read(${${prefix}_DEPS})
endfunction()

cmake_language(CALL ${JOB_CALL})
