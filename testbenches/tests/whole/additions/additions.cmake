# The program and its Verilog with one arbiter, one switch allocator and one routing function more than the tree has, and
# a routing function that is C++ only.
# What differs from the tree is in two folders: the new files lie here, the files with a line more are written into the
# build folder. Everything else is compiled, linked and verilated as it is.
set(added ${CMAKE_CURRENT_LIST_DIR})
set(changed ${CMAKE_CURRENT_BINARY_DIR}/additions)
set(new_sources)

# Writes `file` with `line` behind the last line that ends like `like`; @NUMBER@: how many there were.
function(add_line file like line)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${file})
  file(READ ${PROJECT_SOURCE_DIR}/${file} text)
  string(REPLACE "${like}\n" "" without "${text}")
  string(LENGTH "${like}\n" each)
  string(LENGTH "${text}" length)
  string(LENGTH "${without}" rest)
  math(EXPR NUMBER "(${length} - ${rest}) / ${each}")
  string(CONFIGURE "${line}" line @ONLY)
  string(FIND "${text}" "${like}\n" at REVERSE)
  math(EXPR at "${at} + ${each}")
  string(SUBSTRING "${text}" 0 ${at} before)
  string(SUBSTRING "${text}" ${at} -1 after)
  file(CONFIGURE OUTPUT ${changed}/${file} CONTENT "${before}${line}\n${after}" @ONLY)
endfunction()

# A line in LIST.def and one in KINDS.v, with the source file of the former.
function(add_kind list name file kinds instance)
  get_filename_component(folder ${list} DIRECTORY)
  add_line(${list} "all_levels)" "FLITSCOPE_LISTED(${name}, ${file}, all_levels)")
  add_line(rtl_models/verilog/${kinds} "(.*);" "      @NUMBER@: ${instance} ${name} (.*);")
  set(new_sources ${new_sources} ${added}/${folder}/${file}.cpp PARENT_SCOPE)
endfunction()
add_kind(rtl_models/router/arbiters/arbiters.def last_first last_first_arbiter arbiter.v "last_first_arbiter #(N)")
add_kind(rtl_models/router/allocators/switch_allocators.def single single_switch_allocator
         switch_allocator.v "single_switch_allocator #(INPUTS, OUTPUTS, VCS, ARBITER)")
add_kind(topologies/routing/routings.def rotated_ecube rotated_ecube
         route.v "route_rotated_ecube #(NETWORK_PORTS, NODE_WIDTH, PORT_WIDTH, SETTINGS)")
# And a routing function of which the Verilog knows nothing; `changed` has the line before, too.
set(routings ${changed}/topologies/routing/routings.def)
file(READ ${routings} text)
file(CONFIGURE OUTPUT ${routings} CONTENT "${text}FLITSCOPE_LISTED(zigzag, zigzag, by_table)\n" @ONLY)
list(APPEND new_sources ${added}/topologies/routing/zigzag.cpp)

# Only these read the lists; the rest of the program asks them.
add_executable(flitscope_with_additions
  ${PROJECT_SOURCE_DIR}/testbenches/program/main.cpp ${PROJECT_SOURCE_DIR}/rtl_models/router/decision_kinds.cpp
  ${PROJECT_SOURCE_DIR}/rtl_models/router/allocators/decision_makers.cpp
  ${PROJECT_SOURCE_DIR}/topologies/routing/routing_registry.cpp ${new_sources})
target_include_directories(flitscope_with_additions BEFORE PRIVATE ${changed} ${added})
target_link_libraries(flitscope_with_additions PRIVATE flitscope::program PkgConfig::systemc flitscope_build_flags)

# `rtl add` takes what it builds with from the program's folder.
set_target_properties(flitscope_with_additions PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${changed}/bin)
file(WRITE ${changed}/bin/FlitscopeKit.cmake
     "include(${PROJECT_BINARY_DIR}/testbenches/program/FlitscopeKit.cmake)\n"
     "set(FLITSCOPE_VERILOG_DIR ${changed}/verilog)\n")

add_test(NAME additions.AreOneFilePairOneVerilogFileAndALineForEach
         COMMAND ${added}/additions_test.sh $<TARGET_FILE:flitscope_with_additions> $<TARGET_FILE:flitscope>
                 ${PROJECT_SOURCE_DIR} ${added} ${changed})
set_tests_properties(additions.AreOneFilePairOneVerilogFileAndALineForEach PROPERTIES LABELS "ci" TIMEOUT 600)
