#!/bin/bash
# The sessions of docs/python.md give what the page shows. Usage: python_page_test.sh PYTHON PAGE PROGRAM WORK
set -euo pipefail
rm -rf "$4"
mkdir -p "$4"
cd "$4"
PATH=$(dirname "$3"):$PATH exec "$1" -W ignore -m doctest -o ELLIPSIS "$2"
