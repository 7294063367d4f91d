#!/bin/bash
# run_report_page_test.sh FLITSCOPE WORK: playwright-core by npm into WORK, then report_page_test.mjs. Exit code 77: no registry
# of npm can be reached from here.
set -euo pipefail
flitscope=$1 work=$2
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
browser=
for name in chromium chromium-browser google-chrome; do
    browser=$(command -v $name) && break
done
for program in node npm; do
    command -v $program > /dev/null || { echo "no $program: Debian packages nodejs and npm"; exit 1; }
done
[[ -n $browser ]] || { echo "no browser: Debian package chromium"; exit 1; }
mkdir -p "$work/node"
cp "$here"/package.json "$here"/package-lock.json "$work/node"
if ! cmp -s "$work/node/package-lock.json" "$work/node/installed"; then
    if ! (cd "$work/node" && npm ci --ignore-scripts --no-audit --no-fund --fetch-retry-mintimeout=1000 \
        --fetch-retry-maxtimeout=5000) > "$work/npm.log" 2>&1; then
        cat "$work/npm.log"
        # No network, or a proxy that is not known or not trusted here.
        reasons='ENOTFOUND|EAI_AGAIN|ECONN[A-Z]+|E(NET|HOST)UNREACH|E[A-Z_]*TIMEDOUT|ERR_SOCKET_TIMEOUT|[A-Z_]*CERT[A-Z_]*|E407'
        unreached=$(grep -m 1 -oE "code ($reasons)\$" "$work/npm.log") || exit 1
        echo "skipped: npm does not reach its registry, for playwright-core: ${unreached#code }"
        exit 77
    fi
    cp "$work/node/package-lock.json" "$work/node/installed"
fi
exec node "$here/report_page_test.mjs" "$flitscope" "$browser" "$work/report" "$work/node"
