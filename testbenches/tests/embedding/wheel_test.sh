#!/bin/bash
# The package goes into a virtual environment by pip, with Debian's packages only, out of a build folder that is there.
# Usage: wheel_test.sh PYTHON REPOSITORY BUILD WORK
set -euo pipefail
python=$1 repository=$2 work=$4
export FLITSCOPE_BUILD=$3
unset PYTHONPATH
rm -rf "$work"
"$python" -m venv --system-site-packages "$work"
cd "$repository"
"$work/bin/pip" install --quiet --no-build-isolation --no-index .
cd "$work"
"$work/bin/python" - "$work" << 'END'
import sys

import flitscope

assert flitscope.__file__.startswith(sys.argv[1]), flitscope.__file__
mesh = {"topology": {"kind": "mesh", "size": [4, 4]}}
assert flitscope.run(mesh, {"measure.max_cycles": 3000})["messages"]["delivered"] > 0
with flitscope.Network(mesh, {"level": "signal"}) as network:
    network.offer(0, 15, 5, tag=1)
    network.step()
    # docs/router.md, section 9: 7 routers of 3 cycles, 6 links of 1, 4 flits behind the head.
    assert [(each.tag, each.delivered) for each in network.deliveries()] == [(1, 7 * 3 + 6 + 4)]
END
"$work/bin/pip" show flitscope | grep '^Version: [0-9.]*$'
