# What all plug-ins have in common, and the units that they may bring.

# _flitscope_plugin(NAME): makes target NAME, an existing library, a plug-in: NAME.so, whose classes are those of the
# program. It links nothing, the program has it all.
function(_flitscope_plugin name)
  target_include_directories(${name} PRIVATE ${FLITSCOPE_INCLUDE_DIR})
  target_compile_definitions(${name} PRIVATE FLITSCOPE_VERSION="${FLITSCOPE_VERSION}")
  target_compile_features(${name} PRIVATE cxx_std_17)
  set_target_properties(${name} PROPERTIES PREFIX "" SUFFIX .so POSITION_INDEPENDENT_CODE ON)
endfunction()

# Hides what is in target NAME, so that every plug-in keeps its own copy of Verilator's run time.
function(_flitscope_hide name)
  set_target_properties(${name} PROPERTIES CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
endfunction()

# The text NAME.plugin next to the library of target `name`, with these lines and the library's sha256
# (rtl_models/cosim/plugin_loader.h).
function(_flitscope_plugin_note name)
  file(STRINGS ${FLITSCOPE_INCLUDE_DIR}/rtl_models/cosim/plugin.h interface REGEX "#define FLITSCOPE_PLUGIN_INTERFACE ")
  string(REGEX REPLACE ".*\"(.*)\".*" "\\1" interface "${interface}")
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS
    ${FLITSCOPE_INCLUDE_DIR}/rtl_models/cosim/plugin.h ${FLITSCOPE_INCLUDE_DIR}/rtl_models/router/unit_names.h)
  set(note ${CMAKE_CURRENT_BINARY_DIR}/${name}.note)
  list(JOIN ARGN "\n" lines)
  file(WRITE ${note} "flitscope ${FLITSCOPE_VERSION} interface ${interface}\nname ${name}\n${lines}\n")
  add_custom_command(TARGET ${name} POST_BUILD
    COMMAND ${CMAKE_COMMAND} -DLINES=${note} -DLIBRARY=$<TARGET_FILE:${name}>
            -DNOTE=$<TARGET_FILE_DIR:${name}>/${name}.plugin -P ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/FlitscopeNote.cmake VERBATIM)
endfunction()

# The names of the units of a router, in the order of the pipeline.
function(_flitscope_unit_names result)
  file(STRINGS ${FLITSCOPE_INCLUDE_DIR}/rtl_models/router/unit_names.h lines REGEX "^[^#/]*\"")
  string(REGEX MATCHALL "\"[a-z_]+\"" names "${lines}")
  string(REPLACE "\"" "" names "${names}")
  set(${result} ${names} PARENT_SCOPE)
endfunction()

# Ends the configuration unless `value`, the argument `keyword` for `what`, is one of `accepted`.
function(_flitscope_check_listed function what keyword value accepted)
  if(NOT value IN_LIST accepted)
    string(JOIN ", " listed ${accepted})
    message(FATAL_ERROR "${function}: ${what}: ${keyword} must be one of ${listed}; it is ${value}")
  endif()
endfunction()

# Ends the configuration unless `unit` is one of a router.
function(_flitscope_check_unit function name unit)
  _flitscope_unit_names(units)
  _flitscope_check_listed(${function} "unit ${name}" UNIT "${unit}" "${units}")
endfunction()

# The version of the port list of `unit`, one of a router.
function(_flitscope_port_list_version result unit)
  file(STRINGS ${FLITSCOPE_INCLUDE_DIR}/rtl_models/router/unit_names.h line REGEX "{\"${unit}\", [0-9]+}")
  string(REGEX REPLACE ".*, ([0-9]+)}.*" "\\1" version "${line}")
  set(${result} ${version} PARENT_SCOPE)
endfunction()

# Ends the configuration unless `version`, the argument PORT_LIST, is that of `unit` or empty; otherwise `result` has what
# a note says of the unit.
function(_flitscope_unit_note result function name unit version)
  _flitscope_port_list_version(own ${unit})
  if(NOT version STREQUAL "" AND NOT version STREQUAL own)
    set(since "")
    if(version LESS own)
      file(READ ${FLITSCOPE_INCLUDE_DIR}/rtl_models/router/unit_names.h text)
      string(REGEX MATCH "kLastChange =[ \n]*\"([^\"]+)\"" match "${text}")
      set(since ", where ${CMAKE_MATCH_1}")
    endif()
    message(FATAL_ERROR "${function}: unit ${name}: PORT_LIST ${version}: this flitscope has version ${own} of the ports "
                        "of ${unit}${since}; change the sources to it, then PORT_LIST")
  endif()
  set(${result} "unit ${unit} ports ${own}" PARENT_SCOPE)
endfunction()
