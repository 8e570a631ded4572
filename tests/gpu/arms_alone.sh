#!/usr/bin/env bash
# The examples of six tasks in C, Fortran and HIP on an NVIDIA GPU, without the judge: right answers, launches, times.
#   arms_alone.sh FOLDER [CUDA]     FOLDER holds gpu-kit.tar.xz; CUDA defaults to the newest /usr/local/cuda*
# Needs a driver, gcc and CUDA's toolkit. HIP is built twice, by clang and by nvcc. Exit status 0 when all are right.
set -uo pipefail
here=$(dirname "$(realpath "$0")") root=$(realpath "$here/../..") folder=$(realpath "${1:?folder}") work=$(mktemp -d) failed=0
trap 'rm -rf "$work"' EXIT
. "$here/env.sh" "$folder/gpu-kit.tar.xz" "$work"
cuda=${2:-$(ls -d /usr/local/cuda-* 2>/dev/null | sort -V | tail -1)}
cudart=$(ls "$cuda"/lib64/libcudart.so "$cuda"/targets/*/lib/libcudart.so 2>/dev/null | head -1)
arch=$("$GPU_KIT/bin/nvptx-arch" | head -1)
export OMP_TARGET_OFFLOAD=MANDATORY
gcc -O2 -rdynamic "$here/arms_alone.c" -o "$work/arms" -lm -ldl || exit 1

try() { # LABEL TASK COMMAND…: builds $work/k.so and runs it
  local label=$1 task=$2; shift 2
  rm -f "$work/k.so"
  if ! "$@" > "$work/log" 2>&1; then
    printf '%-8s %-10s does not build\n' "$label" "$task"; head -5 "$work/log"; failed=1
    return
  fi
  printf '%-8s ' "$label"
  timeout 120 "$work/arms" "$task" "$work/k.so" "$cudart" || { echo "  exit status $?"; failed=1; }
}
offload=(-O3 -fPIC -shared -fopenmp "--offload-arch=$arch")
hip() { # clang has no runtime to link, and nvcc is told so
  clang++ -x cuda -std=gnu++20 -O3 -fPIC "--offload-arch=$arch" "--cuda-path=$cuda" -isystem "$root/abi/hip/cuda" \
    -Wno-unknown-cuda-version -c "$1" -o "$work/k.o" && gcc -shared "$work/k.o" -o "$work/k.so"
}
hip_nvcc() {
  "$cuda/bin/nvcc" -x cu -std=c++20 -O3 -Xcompiler -fPIC "-arch=$arch" --extended-lambda --expt-relaxed-constexpr -cudart none -isystem "$root/abi/hip/cuda" -shared "$1" -o "$work/k.so"
}
for task in bs1-copy bs2-axpy bs3-norm bs4-dot bs5-cg stencil7; do
  good=$root/tests/submissions/$task/accepted/good
  try C "$task" clang "${offload[@]}" "$good.c" -o "$work/k.so" -lm
  try Fortran "$task" flang "${offload[@]}" -fopenmp-version=52 "$good.f90" -o "$work/k.so"
  try HIP "$task" hip "$good.hip"
  [ -x "$cuda/bin/nvcc" ] && try HIP/nvcc "$task" hip_nvcc "$good.hip"
done
exit $failed
