#!/usr/bin/env bash
# Measures the examples on a machine with a GPU: results-DEVICE.md and .json in RESULTS.
#   bench.sh FOLDER RESULTS [DEVICE]     FOLDER as collect.sh made it; with DEVICE (cuda or host) only that part again
set -euo pipefail
here=$(dirname "$(realpath "$0")") folder=$(realpath "${1:?folder}") results=$(realpath -m "${2:?folder for the results}")
work=$(mktemp -d -p /var/tmp)
trap 'rm -rf "$work"' EXIT
. "$here/env.sh" "$folder" "$work"
"$folder/results" "$results" "${@:3}"
