#!/bin/sh
# refusals_test.sh FLITSCOPE
# What `flitscope cost` cannot do is exit code 2 and one line that says why.
set -eu
flitscope=$1
echo 'topology: {kind: mesh, size: [2, 2]}' > point.yaml

setting=""  # of the environment
refused() {  # the message, then arguments
  message=$1
  shift
  status=0
  env ${setting:+"$setting"} "$flitscope" "$@" > out 2> err || status=$?
  if [ "$status" != 2 ] || [ -s out ] || [ "$(wc -l < err)" != 1 ] || ! grep -qF -e "$message" err; then
    echo "flitscope $*: exit code $status instead of 2 and: $message"
    cat out err
    exit 1
  fi
}

refused "CONFIG" cost
refused "nothing.yaml" cost nothing.yaml
refused "nothing.lib: cannot be read; accepted: osu018, osu035, or a file" cost point.yaml --liberty nothing.lib
echo 'hello' > text.lib
refused "text.lib: is no cell library in the liberty format" cost point.yaml --liberty text.lib
cat > gates.lib <<'EOF'
library (gates) { cell (INV) { area : 1; pin (A) { direction : input; } pin (Y) { direction : output; function : "!A"; } } }
EOF
refused "gates.lib: has no flip-flop" cost point.yaml --liberty gates.lib
refused "router.buffer_flits = unbounded, must be 1..64" cost point.yaml --set router.buffer_flits=unbounded
refused "\`cost\` has no hardware for it" cost point.yaml --set 'faults=[{node: 3, at: 1000}]'
refused "--with-cost: needs --liberty" run point.yaml --with-cost
refused "--with-cost" run point.yaml --liberty osu018
printf 'config: {model: {name: lr_wormhole}}\nrun: model\nliberty: osu018\n' > models.yaml
refused "models.yaml:3:10: liberty = osu018: given for a sweep that evaluates models" sweep models.yaml --out sweep
printf 'base: point.yaml\naxes: {seed: [1]}\nenergy: 500\n' > energy.yaml
refused "energy.yaml:3:9: energy = 500: given without cells; accepted: liberty: osu018" sweep energy.yaml --out sweep
setting=XDG_CACHE_HOME=/dev/null/cache
refused "/dev/null/cache/flitscope/cost: " cost point.yaml
mkdir tools
ln -s "$(command -v yosys)" tools/yosys
setting=PATH=$PWD/tools
refused "the program sta is missing; on Debian: apt-get install opensta" cost point.yaml
rm tools/yosys
refused "the program yosys is missing; on Debian: apt-get install yosys" cost point.yaml
echo "everything is refused"
