#!/usr/bin/env bash
# Runs the GPU tests on a machine with a driver and gcc, but no Rust and no clang; prints one table last.
#   run.sh FOLDER     FOLDER as collect.sh made it
# Exit status 0 when everything passed.
set -uo pipefail
here=$(dirname "$(realpath "$0")") folder=$(realpath "${1:?folder}") work=$(mktemp -d -p /var/tmp)
trap 'rm -rf "$work"' EXIT
. "$here/env.sh" "$folder" "$work"
table=$work/table start=$SECONDS

row() { printf '%-14s %-78s %s\n' "$@" >> "$table"; }

# Runs one test executable, a test at a time: they share the device. $1 is its name in the table, the rest its command.
tests() {
  local name=$1 log=$work/log began=$SECONDS status; shift
  timeout 240 "$@" --test-threads=1 2>&1 | tee "$log"
  status=${PIPESTATUS[0]}
  # A runner's own output may come between a test's name and its result.
  local test= line
  while read -r line; do
    case $line in 'test '*' ... '*) test=${line#test } test=${test%% *} ;; esac
    case $line in
      *ok) [[ -z $test || $test == *_process ]] || row "$name" "$test" ok; test= ;;
      *FAILED) [ -z "$test" ] || row "$name" "$test" FAILED; test= ;;
    esac
  done < "$log"
  [ "$status" = 0 ] || row "$name" "(exit status $status)" FAILED
  printf '%s: %s seconds\n' "$name" $((SECONDS - began))
}

nvidia-smi --query-gpu=name,driver_version,compute_mode,mig.mode.current --format=csv,noheader
# The jail by itself: such a machine often has the control groups of version 2, which a builder may lack.
printf 'control groups: %s\n' "$(stat -fc %T /sys/fs/cgroup)"
if gcc -O1 -w -static -pthread -o "$work/act" "$here/act.c"; then
  for name in limits ending layers policies killed_caller tied; do
    tests "sandbox" env JAIL_TEST_PROGRAM="$work/act" "$folder/sandbox-$name" --skip also_as_an_ordinary_user
  done
fi
if "$JUDGE_BIN" doctor; then row judge doctor ok; else row judge doctor FAILED; fi
tests CUDA "$folder/cuda"
tests jail "$folder/gpu_jail"
tests submit "$folder/gpu_submit" --nocapture
tests 'HIP kernels' "$folder/hip_coverage" on_a_gpu --nocapture

# HIP's calls on this GPU, through a library of ours; an AMD machine runs the same executable with the real one.
arch=$("$GPU_KIT/bin/nvptx-arch" | head -1)
for version in 50221153 60443482 70226015; do
  major=${version:0:1} hip="HIP ${version:0:1}.$((10#${version:1:2}))"
  mkdir -p "$work/hip$major"
  gcc -shared -fPIC -DVERSION=$version "$here/hip_on_cuda.c" -o "$work/hip$major/libamdhip64.so.$major" -L"$GPU_KIT/cudalink" -lcuda || row "$hip" build FAILED
  gcc -shared -fPIC -DPTX="\"$folder/floor.ptx\"" "$here/hiprtc_on_cuda.c" -o "$work/hip$major/libhiprtc.so.$major" || row "$hip" 'build of its compiler' FAILED
  tests "$hip" env JUDGE_GPU_HIP="$hip" JUDGE_GPU_ARCH="$arch" LD_LIBRARY_PATH="$work/hip$major:$LD_LIBRARY_PATH" "$folder/hip"
done

clock='floor, buffers, runner, clock, pause'
if timeout 180 "$folder/clock"; then row clock "$clock" ok; else row clock "$clock" FAILED; fi

printf '\n%s seconds\n' $((SECONDS - start))
cat "$table"
! grep -q FAILED "$table"
