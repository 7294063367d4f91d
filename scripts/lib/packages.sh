# Sourced by the scripts: installs what scripts/packages.txt lists.
# shellcheck shell=bash
# shellcheck disable=SC2154  # root and name come from common.sh

# listed_packages USE...: the packages of these uses, one a line.
listed_packages() {
    local uses=" $* " package use rest
    while read -r package use rest; do
        if [[ -n $package && $package != \#* && $uses == *" $use "* ]]; then
            echo "$package"
        fi
    done < "$root/scripts/packages.txt"
}

# missing_packages USE...: those of them that are neither installed nor provided by one that is.
missing_packages() {
    local package provided
    provided=$(dpkg-query -W -f '${db:Status-Status}, ${Package}, ${Provides},\n' 2> /dev/null |
        sed -n 's/^installed,/,/p' | sed 's/ ([^)]*)//g; s/, */\n/g')
    for package in $(listed_packages "$@"); do
        if ! grep -qxF "$package" <<< "$provided"; then
            echo "$package"
        fi
    done
}

# try_three_times COMMAND...: mirrors have bad moments.
try_three_times() {
    local attempt
    for attempt in 1 2 3; do
        "$@" && return 0
        [[ $attempt == 3 ]] || sleep $((attempt * 10))
    done
    return 1
}

# apt COMMAND...: apt-get without questions; says on the way how far it is.
apt() {
    DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 -o Acquire::Retries=3 -o APT::Status-Fd=1 "$@"
}

# apt_step LOG: how far apt is: "34 %: Unpacking g++-12 (amd64)".
apt_step() {
    { grep -aE '^(dl|pm)status:[^:]*:[0-9.]+:' "$1" || echo '::0:Asking the mirrors'; } | tail -n 1 \
        | sed -E 's/^[^:]*:.*:([0-9]+)[0-9.]*:(.*)$/\1 %: \2/'
}

# install_packages yes|no USE...: yes installs what is missing (root only: else it prints the line to run and ends
# the script with 2), no only names it.
install_packages() {
    local wanted=$1
    shift
    if ! command -v dpkg-query > /dev/null || ! command -v apt-get > /dev/null; then
        if [[ $wanted == yes ]]; then
            echo "$name: this is no Debian: install the packages of scripts/packages.txt by hand, then use --no-install" >&2
            exit 2
        fi
        return 0
    fi
    local missing
    missing=$(missing_packages "$@" | tr '\n' ' ')
    missing=${missing% }
    if [[ -z $missing ]]; then
        return 0
    fi
    if [[ $wanted == no ]]; then
        echo "$name: going on without packages that scripts/packages.txt lists: $missing" >&2
        return 0
    fi
    if [[ $(id -u) != 0 ]]; then
        {
            echo "$name: packages are missing, and only root can install them. Run this line, then $name again:"
            echo "  sudo apt-get update && sudo apt-get install --no-install-recommends $missing"
        } >&2
        exit 2
    fi
    mkdir -p "$root/build"
    local log=$root/build/packages.log
    : > "$log"
    echo "Installing $(wc -w <<< "$missing") packages and what they need; output in $(shown "$log"): $missing"
    # A source of somebody else's that fails must not stop us: the lists may be good enough.
    watched "$log" apt_step try_three_times apt update || echo "$name: apt-get update failed, trying on with the lists there are" >&2
    # shellcheck disable=SC2086  # a list of words
    local start=$SECONDS
    if ! watched "$log" apt_step try_three_times apt install -y --no-install-recommends $missing; then
        grep -avE "^(dl|pm)status:" "$log" | tail -n 20 >&2
        echo "$name: the packages could not be installed; all of apt's output is in $log" >&2
        exit 1
    fi
    echo "Installed in $(duration $((SECONDS - start)))."
}
