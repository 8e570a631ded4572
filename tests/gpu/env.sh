# Source on the GPU machine:  . env.sh FOLDER WORK     unpacks the toolchain and the corpora of FOLDER into WORK, then sets PATH,
# library paths and what the tests and benchmarks ask for. WORK must not be in /tmp: jailed programs have a /tmp of their own.
tar -xJf "$1/gpu-kit.tar.xz" -C "$2"
[ ! -e "$1/corpora.tar.gz" ] || tar -xzf "$1/corpora.tar.gz" -C "$2"
chmod 755 "$2" # jailed programs run as another user
export GPU_KIT=$2/gpu-kit
export PATH=$GPU_KIT/bin:$PATH
# libomptarget opens libcuda.so; a machine with a driver alone may have only libcuda.so.1.
mkdir -p "$GPU_KIT/cudalink"
driver=$(ldconfig -p 2>/dev/null | sed -n 's/.*libcuda\.so\.1 .*x86-64.*=> //p' | head -1)
[ -z "$driver" ] || ln -sf "$driver" "$GPU_KIT/cudalink/libcuda.so"
export LD_LIBRARY_PATH=$GPU_KIT/lib:$GPU_KIT/cudalink${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
export JUDGE_BIN=$1/judge JUDGE_ATTACKS_BIN=$1/judge-attacks JUDGE_TESTS_ROOT=$2 JUDGE_CACHE=$2/cache
export JUDGE_GPU=1 JUDGE_MUST_WORK=1 JUDGE_GPU_CLANG=$GPU_KIT/bin/clang TMPDIR=$2 RUST_BACKTRACE=0
