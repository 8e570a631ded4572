# Source on the GPU machine:  . env.sh gpu-kit.tar.xz FOLDER     unpacks into FOLDER, then sets PATH and library paths.
tar -xJf "$1" -C "$2"
export GPU_KIT=$2/gpu-kit
export PATH=$GPU_KIT/bin:$PATH
# libomptarget opens libcuda.so; a machine with a driver alone may have only libcuda.so.1.
mkdir -p "$GPU_KIT/cudalink"
driver=$(ldconfig -p 2>/dev/null | sed -n 's/.*libcuda\.so\.1 .*x86-64.*=> //p' | head -1)
[ -z "$driver" ] || ln -sf "$driver" "$GPU_KIT/cudalink/libcuda.so"
export LD_LIBRARY_PATH=$GPU_KIT/lib:$GPU_KIT/cudalink${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
