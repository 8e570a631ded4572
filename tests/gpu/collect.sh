#!/usr/bin/env bash
# Builds the executables that run.sh and bench.sh need and puts them into FOLDER, beside the packed toolchain, the corpora and
# the scripts.
#   collect.sh FOLDER
set -euo pipefail
here=$(dirname "$(realpath "$0")") folder=$(realpath -m "${1:?folder}")
cd "$here/../.." && mkdir -p "$folder"

# The executable of the target called $1, as cargo names it; the rest is cargo's command.
built() {
  local name=$1; shift
  cargo "$@" --locked --message-format=json | grep "\"name\":\"$name\"" | sed -n 's/.*"executable":"\([^"]*\)".*/\1/p' | tail -1
}
for name in cuda hip; do install -s "$(built $name test --release --no-run -p judge-abi --test $name)" "$folder/$name"; done
for name in gpu_jail gpu_submit hip_coverage; do install -s "$(built $name test --release --no-run -p judge-tests --test $name)" "$folder/$name"; done
for name in limits ending layers policies killed_caller tied; do
  install -s "$(built $name test --release --no-run -p judge-sandbox --test $name)" "$folder/sandbox-$name"
done
install -s "$(built gpu bench --no-run -p judge-abi --bench gpu)" "$folder/clock"
install -s "$(built gpu bench --no-run -p judge --bench gpu)" "$folder/results"
install "$(built judge-attacks build --release -p judge-tests --bin judge-attacks)" "$folder/judge-attacks"
install "$(built judge build --release -p judge --bin judge)" "$folder/judge"
tar -czf "$folder/corpora.tar.gz" tests/submissions tests/hostile tests/tasks/sweeps tests/coverage abi/tests/hip/right
install "$here"/{run.sh,bench.sh,env.sh,hip_on_cuda.c,hiprtc_on_cuda.c} "$here"/../../{abi/src/device/cuda/floor.ptx,sandbox/tests/programs/act.c} "$folder/"
[ -e "$folder/gpu-kit.tar.xz" ] || "$here/kit/pack.sh" "$folder/gpu-kit.tar.xz"
