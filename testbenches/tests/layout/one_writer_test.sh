#!/bin/bash
# One function opens everything that we write (common/atomic_file.h); these are the others, with why.
# Usage: one_writer_test.sh REPOSITORY
set -euo pipefail
cd "$1"
others='rtl_models/cosim/verilated_trace.h                    into a file of AtomicFile
    testbenches/drive/campaign/replacing.cpp              a name that nobody can guess
    testbenches/drive/campaign/results_directory.cpp      a lock, no link followed
    testbenches/drive/pin_description/device_pins_main.cpp  of the build
    testbenches/program/command_reference.cpp             of the build
    testbenches/program/program.cpp                       /dev/null
    testbenches/program/rtl_command/guarded_command.cpp   in a folder of its own
    common/atomic_file.cpp                                 the one'
found=$(grep -rlE 'ofstream|std::fstream|f(re)?open\(|O_CREAT|O_WRONLY|O_RDWR|mkstemp' --include='*.cpp' --include='*.h' \
    --include='*.in' analytic common rtl_models tlm topologies waves testbenches/drive testbenches/embedding testbenches/program |
    LC_ALL=C sort)
difference=$(comm -3 <(awk '{print $1}' <<< "$others" | LC_ALL=C sort) - <<< "$found")
if [[ -n $difference ]]; then
    echo "writes files: listed, but does not (first column), or not listed (second):" >&2
    echo "$difference" >&2
    exit 1
fi
