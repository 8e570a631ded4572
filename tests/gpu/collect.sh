#!/usr/bin/env bash
# Builds the executables that run.sh needs and puts them into FOLDER, beside the packed toolchain and the scripts.
#   collect.sh FOLDER
set -euo pipefail
here=$(dirname "$(realpath "$0")") folder=$(realpath -m "${1:?folder}")
cd "$here/../.." && mkdir -p "$folder"

# The newest executable of a test or benchmark target, as cargo names it.
built() { cargo "$@" --release --locked --no-run --message-format=json | sed -n 's/.*"executable":"\([^"]*\)".*/\1/p'; }
for name in cuda hip; do install -s "$(built test -p judge-abi --test $name)" "$folder/$name"; done
install -s "$(built bench -p judge-abi --bench gpu)" "$folder/gpu"
install -s "$(built test -p judge-tests --test gpu_jail)" "$folder/gpu_jail"
cargo build --release --locked --bin judge && install target/release/judge "$folder/judge"
install "$here"/{run.sh,arms.sh,env.sh,hip_on_cuda.c} "$folder/" && rm -rf "$folder/submissions" && cp -r tests/submissions "$folder/"
[ -e "$folder/gpu-kit.tar.xz" ] || "$here/kit/pack.sh" "$folder/gpu-kit.tar.xz"
