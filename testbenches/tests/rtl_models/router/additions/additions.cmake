# The program with one arbiter and one switch allocator more than the tree has. What differs from the tree is in two
# folders: the new files lie here, the lists with a line more are written into the build folder. Everything else is
# compiled and linked as it is.
set(router ${PROJECT_SOURCE_DIR}/rtl_models/router)
set(added ${CMAKE_CURRENT_LIST_DIR}/rtl_models/router)
set(changed ${CMAKE_CURRENT_BINARY_DIR}/additions)
set(new_sources)

function(add_to_list list line)
  file(READ ${router}/${list} text)
  file(CONFIGURE OUTPUT ${changed}/rtl_models/router/${list} CONTENT "${text}${line}\n" @ONLY)
  get_filename_component(folder ${list} DIRECTORY)
  flitscope_read_list(files ${router}/${list})
  flitscope_read_list(all_files ${changed}/rtl_models/router/${list})
  list(REMOVE_ITEM all_files ${files})
  list(TRANSFORM all_files PREPEND ${added}/${folder}/)
  list(TRANSFORM all_files APPEND .cpp)
  set(new_sources ${new_sources} ${all_files} PARENT_SCOPE)
endfunction()
add_to_list(arbiters/arbiters.def "FLITSCOPE_LISTED(last_first, last_first_arbiter, fast_signal)")
add_to_list(allocators/switch_allocators.def "FLITSCOPE_LISTED(single, single_switch_allocator, fast_signal)")

# Only these read the lists; the rest of the program asks them.
add_executable(flitscope_with_additions ${PROJECT_SOURCE_DIR}/testbenches/program/main.cpp ${router}/decision_kinds.cpp
               ${router}/allocators/decision_makers.cpp ${new_sources})
target_include_directories(flitscope_with_additions BEFORE PRIVATE ${changed} ${CMAKE_CURRENT_LIST_DIR})
target_link_libraries(flitscope_with_additions PRIVATE flitscope::program PkgConfig::systemc flitscope_build_flags)
add_test(NAME router.AnArbiterAndAnAllocatorAreOneFilePairAndOneLineEach
         COMMAND ${CMAKE_CURRENT_LIST_DIR}/additions_test.sh $<TARGET_FILE:flitscope_with_additions>
                 $<TARGET_FILE:flitscope> ${PROJECT_SOURCE_DIR} ${CMAKE_CURRENT_LIST_DIR} ${changed})
set_tests_properties(router.AnArbiterAndAnAllocatorAreOneFilePairAndOneLineEach PROPERTIES LABELS "quick;ci" TIMEOUT 300)
