#!/usr/bin/env bash
# One table over arms, tasks and a device, each cell a run of the whole pipeline: verdict, size, time, GB/s, launches, speed-up.
#   arms.sh FOLDER [DEVICE [TASK…]]
# FOLDER holds the judge's executable and may hold gpu-kit.tar.xz, which is then the toolchain. DEVICE is cuda (the default), hip or
# host. Without tasks: six in C, C++, Fortran and HIP, then the others' Fortran and HIP.
# In the environment: CUDA_PATH, for another CUDA than the newest in /usr/local; SIZE, the size that is timed (large), ARMS
# (c cpp f90 hip), BUDGET (2), the seconds of timing. Exit status 0 when every run was accepted.
set -uo pipefail
here=$(dirname "$(realpath "$0")") folder=$(realpath "${1:?folder}") device=${2:-cuda} failed=0
root=$(realpath "$here/../..") work=$(mktemp -d -p /var/tmp) # a jail hides /tmp behind one of its own
trap 'rm -rf "$work"' EXIT
chmod 755 "$work"
submissions=$root/tests/submissions
[ -d "$submissions" ] || submissions=$folder/submissions
if [ -e "$folder/gpu-kit.tar.xz" ]; then
  . "$here/env.sh" "$folder/gpu-kit.tar.xz" "$work"
  export JUDGE_TOOLCHAIN=$GPU_KIT
fi
if [ "$device" = cuda ]; then
  export CUDA_PATH=${CUDA_PATH:-$(ls -d /usr/local/cuda-* 2>/dev/null | sort -V | tail -1)}
fi
export JUDGE_CACHE=$work/cache
judge=$folder/judge six='bs1-copy bs2-axpy bs3-norm bs4-dot bs5-cg stencil7'

# One correctness size, and those timed sizes whose names begin with $SIZE.
sizes() {
  "$judge" tasks show "$1" | awk -v wanted="^${SIZE:-large}" '
    $2 == "correctness" && $1 != "empty" { some = $1 }
    $2 == "timed" && $1 ~ wanted { timed = timed "," $1 }
    END { print some timed }'
}

# The numbers of each timed size, from the judge's own document.
numbers() {
  awk -v FS='": *' '
    function number() { v = $2; gsub(/[",]/, "", v); return v }
    /^      "[a-z_]*":/ && /"sizes": \[/ { next }
    /^        "name":/ { size = number(); from = ""; launches = "-"; kernel = base = 0 }
    /^        "bytes":/ { bytes = number() }
    /^        "kernel": \{/ { from = "kernel" }
    /^        "baseline": \{/ { from = "baseline" }
    /^          "launches_max":/ { launches = number() }
    /^            "value":/ && from == "kernel" && !kernel { kernel = number() }
    /^            "value":/ && from == "baseline" && !base { base = number() }
    /^        "floor":/ && kernel {
      printf "  %-12s %10.1f µs %8.1f GB/s %4s launches %9.2f times the baseline\n", size, kernel / 1e3, bytes / kernel, launches, base / kernel
    }' "$1"
}

try() { # TASK ARM
  local file=$submissions/$1/accepted/good.$2 document=$work/document verdict reason
  [ -e "$file" ] || return 0
  timeout 580 "$judge" submit "$file" --task "$1" --device "$device" --sizes "$(sizes "$1")" --budget "${BUDGET:-2}" --format json \
    > "$document" 2> "$work/said" || failed=1
  verdict=$(sed -n 's/^  "verdict": "\(.*\)",/\1/p' "$document")
  reason=$(sed -n 's/^  "reason": "\(.*\)",/\1/p' "$document")
  printf '%-5s %-22s %-4s %s\n' "$device" "$1" "$2" "${verdict:-no answer}"
  if [ "$verdict" = accepted ]; then numbers "$document"; else printf '  %s\n' "${reason:-$(head -3 "$work/said")}"; fi
}

shift 2 2>/dev/null || shift
others=$(cd "$submissions" && ls | grep -vxF "$(tr ' ' '\n' <<< "$six")")
[ $# -gt 0 ] || set -- $six
for task in "$@"; do
  for arm in ${ARMS:-c cpp f90 hip}; do try "$task" "$arm"; done
done
if [ "$*" = "$six" ]; then
  for task in $others; do
    for arm in ${ARMS:-f90 hip}; do try "$task" "$arm"; done
  done
fi
exit $failed
