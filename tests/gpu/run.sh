#!/usr/bin/env bash
# Runs the GPU tests and benchmarks on a machine with a driver and gcc, but no Rust and no clang; prints one table last.
#   run.sh FOLDER     FOLDER holds gpu-kit.tar.xz (pack.sh) and the prebuilt executables (collect.sh)
# Exit status 0 when every test passed.
set -uo pipefail
here=$(dirname "$(realpath "$0")") folder=$(realpath "${1:?folder}") work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
. "$here/env.sh" "$folder/gpu-kit.tar.xz" "$work"
export JUDGE_GPU=1 JUDGE_MUST_WORK=1 JUDGE_GPU_CLANG=$GPU_KIT/bin/clang TMPDIR=$work RUST_BACKTRACE=0
table=$work/table

# Runs one test executable, a test at a time: they share the device. $1 is its name, the rest its command.
tests() {
  local name=$1 log=$work/$1.log; shift
  timeout 240 "$@" --test-threads=1 2>&1 | tee "$log"
  local status=${PIPESTATUS[0]}
  sed -n "s/^test \([^ ]*\) \.\.\. \(ok\|FAILED\).*/$name\t\1\t\2/p" "$log" | grep -v '_process' >> "$table"
  [ "$status" = 0 ] || printf '%s\t%s\t%s\n' "$name" "(exit status $status)" FAILED >> "$table"
}

nvidia-smi --query-gpu=name,driver_version,compute_mode,mig.mode.current --format=csv,noheader
tests cuda "$folder/cuda"
timeout 240 "$folder/gpu" || printf 'bench\tgpu\tFAILED\n' >> "$table"

echo
column -t -s $'\t' "$table"
! grep -q FAILED "$table"
