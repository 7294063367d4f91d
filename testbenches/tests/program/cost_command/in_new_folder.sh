#!/bin/sh
# in_new_folder.sh FOLDER COMMAND [ARGUMENT...]
# Runs a command in a folder of its own, with an empty cache of netlists.
set -eu
rm -rf "$1"
mkdir -p "$1"
cd "$1"
export XDG_CACHE_HOME="$PWD/cache"
shift
exec "$@"
