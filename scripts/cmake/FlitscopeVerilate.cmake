# Verilator's runs: while the project is built, not while it is configured, so that they are made side by side, and only
# those that a target needs whose sources have changed.

# Finds Verilator, without asking the compiler for flags that nobody needs, which takes seconds.
macro(_flitscope_find_verilator)
  set(VERILATOR_CFLAGS "")
  set(VERILATOR_MT_CFLAGS "")
  find_package(verilator REQUIRED)
endmacro()

# _flitscope_build_job(FUNCTION OUTPUTS f... [DEPENDS f...] VARIABLES v...): the build has FUNCTION make the OUTPUTS, with
# these variables as they are now. What it has read besides DEPENDS it says by _flitscope_job_has_read.
set(_flitscope_job_script ${CMAKE_CURRENT_LIST_DIR}/FlitscopeVerilateJob.cmake)
set(_flitscope_job_functions ${CMAKE_CURRENT_LIST_DIR}/FlitscopeVerilogUnit.cmake)
function(_flitscope_build_job call)
  cmake_parse_arguments(JOB "" "" "OUTPUTS;DEPENDS;VARIABLES" ${ARGN})
  list(GET JOB_OUTPUTS 0 first)
  set(text "set(JOB_CALL ${call})\n")
  foreach(variable JOB_OUTPUTS CMAKE_CURRENT_BINARY_DIR CMAKE_CXX_COMPILER_ID VERILATOR_BIN ${JOB_VARIABLES})
    string(APPEND text "set(${variable} [==[${${variable}}]==])\n")
  endforeach()
  file(CONFIGURE OUTPUT ${first}.job CONTENT "${text}" @ONLY)
  add_custom_command(OUTPUT ${JOB_OUTPUTS} VERBATIM DEPFILE ${first}.d
    COMMAND ${CMAKE_COMMAND} -D JOB=${first}.job -P ${_flitscope_job_script}
    DEPENDS ${first}.job ${VERILATOR_BIN} ${_flitscope_job_script} ${_flitscope_job_functions} ${JOB_DEPENDS}
    WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR} COMMENT "Verilating ${first}")
endfunction()

# What a target needs to compile Verilator's sources. TRACE: of models that write dumps.
function(_flitscope_compile_verilated target trace)
  if(trace)
    set_property(TARGET ${target} PROPERTY FLITSCOPE_TRACED ON)
  endif()
  set(traced $<BOOL:$<TARGET_PROPERTY:FLITSCOPE_TRACED>>)
  target_compile_definitions(${target} PRIVATE VM_COVERAGE=0 VM_SC=0 VM_TRACE=${traced} VM_TRACE_VCD=${traced}
                                               VM_TRACE_FST=0)
  # Verilator's headers are not ours to keep free of warnings.
  target_include_directories(${target} SYSTEM PRIVATE ${VERILATOR_ROOT}/include ${VERILATOR_ROOT}/include/vltstd)
  target_link_libraries(${target} PRIVATE -pthread)
endfunction()

# _flitscope_add_run_time(TARGET NAME...): these files of Verilator's run time, compiled once for all targets, each of which
# keeps it to itself. Nothing for OBJECT libraries, which would not hand it on.
function(_flitscope_add_run_time target)
  get_target_property(type ${target} TYPE)
  if(type STREQUAL OBJECT_LIBRARY)
    return()
  endif()
  foreach(name IN LISTS ARGN)
    set(part flitscope_${name})
    if(NOT TARGET ${part})
      add_library(${part} OBJECT ${VERILATOR_ROOT}/include/${name}.cpp)
      _flitscope_compile_verilated(${part} FALSE)
      set_target_properties(${part} PROPERTIES POSITION_INDEPENDENT_CODE ON)
      target_compile_options(${part} PRIVATE -O0)
      target_compile_features(${part} PRIVATE cxx_std_17)
      _flitscope_hide(${part})
    endif()
    target_sources(${target} PRIVATE $<TARGET_OBJECTS:${part}>)
  endforeach()
  # Clang asks a library whether atomics are free of locks.
  target_link_libraries(${target} PRIVATE $<$<CXX_COMPILER_ID:Clang>:atomic>)
endfunction()

# How code that runs often is optimised. Where it runs for moments, as in tests, not at all.
function(_flitscope_verilated_optimisation result)
  set(${result} -O2 PARENT_SCOPE)
  if(DEFINED FLITSCOPE_VERILATED_OPTIMISATION)
    set(${result} ${FLITSCOPE_VERILATED_OPTIMISATION} PARENT_SCOPE)
  endif()
endfunction()

# _flitscope_verilate(TARGET PREFIX p DIRECTORY d TOP_MODULE m SOURCES v... [OPTIONS o...] RUN_TIME name...
#                     [WITH user.cpp] [PINS] [OPTIMISATION o] [OWN_RUN_TIME] [TRACE])
# Model p of top m, in TARGET, with those files of Verilator's run time that it needs (verilated, ...); headers p.h and
# p___024root.h are in d. The dozen small files that Verilator splits a model into are compiled as two, of code that runs
# often, with that of WITH, and of code that runs once (-O0), and as one where that is no difference: each of them would read
# Verilator's headers again, which takes most of the time that a model needs to build. OWN_RUN_TIME: compiled with the
# options of TARGET. An OBJECT library is given no run time. PINS: p_pins.h in d has the struct p_pins, the pins of a router.
function(_flitscope_verilate target)
  cmake_parse_arguments(ARG "TRACE;OWN_RUN_TIME;PINS" "PREFIX;DIRECTORY;TOP_MODULE;WITH;OPTIMISATION" "SOURCES;OPTIONS;RUN_TIME" ${ARGN})
  set(prefix ${ARG_PREFIX})
  set(directory ${ARG_DIRECTORY})
  set(run_time ${ARG_RUN_TIME})
  set(with ${ARG_WITH})
  set(arguments --top ${ARG_TOP_MODULE})
  if(ARG_TRACE)
    list(APPEND arguments --trace)
    list(APPEND run_time verilated_vcd_c)
  endif()
  list(APPEND arguments -O3 ${ARG_OPTIONS} ${ARG_SOURCES})
  _flitscope_verilated_optimisation(optimise)
  if(ARG_OPTIMISATION)
    set(optimise ${ARG_OPTIMISATION})
  endif()
  set(often ${directory}/${prefix}_often.cpp)
  set(outputs ${often} ${directory}/${prefix}.h ${directory}/${prefix}___024root.h)
  set_source_files_properties(${often} PROPERTIES COMPILE_OPTIONS ${optimise})
  set(once "")
  if(NOT optimise STREQUAL -O0)
    set(once ${directory}/${prefix}_once.cpp)
    list(APPEND outputs ${once})
    set_source_files_properties(${once} PROPERTIES COMPILE_OPTIONS -O0)
  endif()
  set(pins_header "")
  if(ARG_PINS)
    set(pins_header ${directory}/${prefix}_pins.h)
    list(APPEND outputs ${pins_header})
  endif()
  _flitscope_build_job(_flitscope_make_model OUTPUTS ${outputs} DEPENDS ${ARG_SOURCES}
                       VARIABLES prefix directory arguments run_time often once with pins_header)
  target_sources(${target} PRIVATE ${outputs})
  target_include_directories(${target} SYSTEM PRIVATE ${directory})
  _flitscope_compile_verilated(${target} "${ARG_TRACE}")
  if(ARG_OWN_RUN_TIME)
    list(TRANSFORM run_time REPLACE "(.+)" "${VERILATOR_ROOT}/include/\\1.cpp")
    set_source_files_properties(${run_time} PROPERTIES COMPILE_OPTIONS -O0)
    target_sources(${target} PRIVATE ${run_time})
  else()
    _flitscope_add_run_time(${target} ${run_time})
  endif()
endfunction()
