# Makes the Debian package of BUILD under WORK, unpacks it into a folder of its own and uses nothing but what is there:
# the program runs an example, the man page is the program's, pages link to files that are there.
cmake_minimum_required(VERSION 3.25)

function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE errors
                  WORKING_DIRECTORY ${WORK})
  if(NOT status EQUAL 0)
    list(JOIN ARGN " " command)
    message(FATAL_ERROR "${command}\nfailed with ${status}:\n${output}\n${errors}")
  endif()
  set(output "${output}" PARENT_SCOPE)
endfunction()
# expect(TEXT...): the last output has them.
function(expect)
  foreach(text IN LISTS ARGN)
    string(FIND "${output}" "${text}" at)
    if(at EQUAL -1)
      message(FATAL_ERROR "\"${text}\" was expected in:\n${output}")
    endif()
  endforeach()
endfunction()

file(REMOVE_RECURSE ${WORK})
file(MAKE_DIRECTORY ${WORK})
run(${CPACK} -G DEB --config ${BUILD}/CPackConfig.cmake -B ${WORK}/package)
file(GLOB packages ${WORK}/package/*.deb)
list(LENGTH packages count)
if(NOT count EQUAL 1)
  message(FATAL_ERROR "${count} packages instead of one: ${packages}")
endif()
run(dpkg-deb --info ${packages})
expect("Package: flitscope" "Version: ${VERSION}" libsystemc libyaml-cpp "Section: electronics")
run(dpkg -x ${packages} ${WORK}/root)

set(usr ${WORK}/root/usr)
set(doc ${usr}/share/doc/flitscope)
run(${usr}/bin/flitscope --version)
expect("flitscope ${VERSION}")
run(${usr}/bin/flitscope run ${doc}/examples/router_typical.yaml --set measure.max_cycles=5000 --out ${WORK}/run)
expect("fast level, ended by max_cycles after 5000 cycles")
if(NOT EXISTS ${WORK}/run/result.json)
  message(FATAL_ERROR "no result.json")
endif()
run(${usr}/bin/flitscope crosscheck ${doc}/examples/papers.yaml --set measure.max_cycles=1000 --out ${WORK}/run)
expect("equal: fast, signal")
run(sh -c "! ${usr}/bin/flitscope sweep sweep.yaml --out ${WORK}/sweep --executor none 2>&1")
expect("accepted: local, slurm, or a file")
run(${usr}/bin/flitscope rtl list)
expect("built in")
run(${usr}/bin/flitscope_latency_curve --loads 0.1,0.2 --out ${WORK}/curve.svg
    --curve typical ${doc}/examples/router_typical.yaml --set measure.max_cycles=4000)
expect("| 0.2 |")
foreach(file share/man/man1/flitscope.1 share/bash-completion/completions/flitscope share/doc/flitscope/README.md
        share/doc/flitscope/copyright share/doc/flitscope/docs/tour.md include/flitscope/topologies/topology.h
        share/flitscope/rtl_models/verilog/router.v share/flitscope/rtl_models/cost/files/gates.lib
        share/flitscope/executors/slurm.yaml)
  if(NOT EXISTS ${usr}/${file})
    message(FATAL_ERROR "the package lacks ${file}")
  endif()
endforeach()
# What is named but not installed: sources, tests.
run(${PYTHON} ${LINKS} ${doc} --links-only)
