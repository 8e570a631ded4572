//! Fortran for NVIDIA GPUs: flang's driver links no device library and lowers no mathematics there, so the steps that it
//! would take are taken one by one, and clang of the same LLVM finishes the device code.
//!
//! flang → device code as text → roundings renamed → clang with our functions, libdevice and the device runtime as bitcode →
//! ptxas → one image → flang again for the host, with the image in the object.

use std::path::Path;

use judge_abi::Language;
use judge_abi::fortran::nvptx;

use super::compile::{run, run_clang, run_program, source_name};
use super::{BuildError, BuildRequest, text};
use crate::toolchain::tool::{Ran, Workspace};
use crate::toolchain::{Target, Toolchain};

const TEXT: &str = "device.ll";
const FUNCTIONS: &str = "nvptx_device.bc";

/// The parts of an NVIDIA target that the steps name.
struct Parts<'a> {
    arch: &'a str,
    cuda: &'a Path,
    device_runtime: &'a Path,
}

/// The target's parts, when the request is for Fortran on an NVIDIA GPU.
fn parts<'a>(request: &'a BuildRequest<'_>) -> Option<Parts<'a>> {
    match request.target {
        Target::Nvidia { arch, cuda, device_runtime: Some(device_runtime) }
            if request.language == Language::Fortran =>
        {
            Some(Parts { arch, cuda, device_runtime })
        }
        _ => None,
    }
}

/// Whether the steps of this file are needed.
pub(super) fn applies(request: &BuildRequest<'_>) -> bool {
    parts(request).is_some()
}

/// Compiles the source to `submission.o`. The first step that fails is what the caller is given to judge; else the tools'
/// words are together in the last.
pub(super) fn compile(
    toolchain: &Toolchain,
    workspace: &Workspace,
    request: &BuildRequest<'_>,
    args: &[String],
) -> Result<Ran, BuildError> {
    let Some(parts) = parts(request) else { return run(toolchain, workspace, request, args) };
    let first = device_text(toolchain, workspace, request, args)?;
    if !first.ok() {
        return Ok(first);
    }
    let cubin = ["-c", "-o", "device.cubin", "-Xcuda-ptxas", "-v"];
    let second = finish(toolchain, workspace, request, &cubin)?;
    if !second.ok() {
        return Ok(second);
    }
    let image = format!("--image=file=device.cubin,triple=nvptx64-nvidia-cuda,arch={},kind=openmp", parts.arch);
    let bundle = ["-o", "device.bin", &image].map(str::to_owned);
    let third = run_program(toolchain, workspace, request, &toolchain.packager, &bundle)?;
    if !third.ok() {
        return Ok(third);
    }
    let mut host = args.to_vec();
    host.extend(["--offload-host-only", "-Xflang", "-fembed-offload-object=device.bin"].map(str::to_owned));
    host.extend(["-c", &source_name(request.language), "-o", "submission.o"].map(str::to_owned));
    let last = run(toolchain, workspace, request, &host)?;
    // What flang says of the source it says for the device and for the host: once is enough.
    let stderr = if last.ok() { [first.stderr, second.stderr].concat() } else { last.stderr };
    Ok(Ran { stderr, ..last })
}

/// Flang's device code as LLVM text in the workspace, ready for [`finish`].
pub(super) fn device_text(
    toolchain: &Toolchain,
    workspace: &Workspace,
    request: &BuildRequest<'_>,
    args: &[String],
) -> Result<Ran, BuildError> {
    let mut device = args.to_vec();
    device.extend(nvptx::FLAGS.map(str::to_owned));
    device.extend(["--offload-device-only", "-S", "-emit-llvm"].map(str::to_owned));
    device.extend([&source_name(request.language), "-o", TEXT].map(str::to_owned));
    let ran = run(toolchain, workspace, request, &device)?;
    if ran.ok() {
        let text = workspace.read(TEXT, request.limits.file, "flang")?;
        workspace.write(TEXT, nvptx::lowered(&String::from_utf8_lossy(&text)).as_bytes())?;
    }
    Ok(ran)
}

/// Makes of the device code what `output` asks clang for.
pub(super) fn finish(
    toolchain: &Toolchain,
    workspace: &Workspace,
    request: &BuildRequest<'_>,
    output: &[&str],
) -> Result<Ran, BuildError> {
    let Some(parts) = parts(request) else {
        return Err(BuildError::Object("device code of another language".to_owned()));
    };
    let clang = |rest: &[&str]| -> Vec<String> {
        let arch = format!("-march={}", parts.arch);
        let cuda = format!("--cuda-path={}", parts.cuda.display());
        let fixed = ["--no-default-config", "--target=nvptx64-nvidia-cuda", &arch, &cuda, "-nogpulib", "-O3"];
        fixed.iter().chain(&["-Wno-unknown-cuda-version"]).chain(rest).map(|&arg| arg.to_owned()).collect()
    };
    workspace.write("nvptx_device.c", nvptx::DEVICE.as_bytes())?;
    let functions = clang(&["-nostdlibinc", "-emit-llvm", "-c", "nvptx_device.c", "-o", FUNCTIONS]);
    let ran = run_clang(toolchain, workspace, request, &functions)?;
    if !ran.ok() {
        let words = text::clean(&ran.stderr);
        return Err(BuildError::Object(format!("the Fortran run-time calls do not compile: {words}")));
    }
    let libdevice = parts.cuda.join("nvvm/libdevice/libdevice.10.bc").display().to_string();
    let runtime = parts.device_runtime.join("libomptarget-nvptx.bc").display().to_string();
    let mut args = clang(&["-x", "ir", TEXT]);
    for library in [FUNCTIONS, &libdevice, &runtime] {
        args.extend(["-Xclang", "-mlink-builtin-bitcode", "-Xclang", library].map(str::to_owned));
    }
    args.extend(output.iter().map(|&arg| arg.to_owned()));
    run_clang(toolchain, workspace, request, &args)
}
