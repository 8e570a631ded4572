//! What the compiler made of a kernel, in a person's terms: LLVM's intermediate code, assembly, and NVIDIA's machine code.

use judge_abi::Language;

use super::compile::{
    arguments, check_limit, check_route, command, run, run_clang, run_program, source_name, words, workspace,
};
use super::{BuildError, BuildRequest, fortran, fortran_nvidia, hip};
use crate::toolchain::tool::{Ran, Workspace};
use crate::toolchain::{Target, Toolchain};

/// A form of the compiled device code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Emit {
    /// LLVM's intermediate representation.
    Llvm,
    /// The device's assembly: PTX for NVIDIA, GCN for AMD.
    Asm,
    /// What an NVIDIA GPU runs, disassembled by CUDA's own tool.
    Sass,
}

/// What each step writes.
const LLVM: &str = "emitted.ll";
const ASM: &str = "emitted.s";
const CUBIN: &str = "emitted.cubin";

/// The device code of `request` in the form asked for.
///
/// # Errors
/// [`BuildError`]; [`BuildError::NoTool`] when CUDA has no disassembler.
pub fn emit(toolchain: &Toolchain, request: &BuildRequest<'_>, form: Emit) -> Result<String, BuildError> {
    let workspace = workspace(toolchain, request)?;
    if hip::on_host(request) {
        hip::rewrite(&workspace, request)?;
    }
    let emitting = Emitting { toolchain, request, workspace: &workspace };
    match form {
        Emit::Llvm => emitting.llvm()?,
        Emit::Asm => emitting.asm()?,
        Emit::Sass => return emitting.sass(),
    }
    let contents = workspace.read(if form == Emit::Llvm { LLVM } else { ASM }, request.limits.file, "the compiler")?;
    Ok(String::from_utf8_lossy(&contents).into_owned())
}

struct Emitting<'a> {
    toolchain: &'a Toolchain,
    request: &'a BuildRequest<'a>,
    workspace: &'a Workspace,
}

impl Emitting<'_> {
    fn llvm(&self) -> Result<(), BuildError> {
        if fortran_nvidia::applies(self.request) {
            self.fortran()?;
            return self.finish(&["-S", "-emit-llvm", "-o", LLVM]);
        }
        self.device(&["-S", "-emit-llvm"], LLVM)
    }

    fn asm(&self) -> Result<(), BuildError> {
        match self.request.target {
            Target::Nvidia { .. } if fortran_nvidia::applies(self.request) => {
                self.fortran()?;
                self.finish(&["-S", "-o", ASM])
            }
            Target::Nvidia { .. } => {
                check_route(self.request)?;
                self.device(&["-S"], ASM)
            }
            // OpenMP's code for AMD is intermediate until the link: the same compiler makes assembly of it.
            Target::Amd { arch, .. } if self.request.language != Language::Hip => {
                self.device(&["-S", "-emit-llvm"], LLVM)?;
                let cpu = format!("-mcpu={arch}");
                let fixed = ["--no-default-config", "--target=amdgcn-amd-amdhsa", &cpu, "-nogpulib", "-O3"];
                let rest = ["-x", "ir", LLVM, "-S", "-o", ASM];
                let args: Vec<String> = fixed.iter().chain(&rest).map(|&arg| arg.to_owned()).collect();
                self.accept(&args, run_clang(self.toolchain, self.workspace, self.request, &args)?)
            }
            Target::Amd { .. } | Target::Host { .. } => self.device(&["-S"], ASM),
        }
    }

    fn sass(&self) -> Result<String, BuildError> {
        let Target::Nvidia { arch, cuda, .. } = self.request.target else {
            return Err(BuildError::NoTool { what: "SASS", tool: "an NVIDIA target: --arch sm_90" });
        };
        let tools = [("nvdisasm", &[][..]), ("cuobjdump", &["-sass"][..])];
        let found = tools.into_iter().map(|(name, args)| (cuda.join("bin").join(name), args));
        let Some((tool, args)) = found.into_iter().find(|(path, _)| path.is_file()) else {
            let tool = "nvdisasm or cuobjdump of CUDA's toolkit: name a CUDA folder that has one with --cuda-path";
            return Err(BuildError::NoTool { what: "SASS", tool });
        };
        self.asm()?;
        let assemble = ["-m64", "-O3", "--gpu-name", arch, "-c", ASM, "-o", CUBIN].map(str::to_owned);
        let ptxas = cuda.join("bin/ptxas");
        self.accept(&assemble, run_program(self.toolchain, self.workspace, self.request, &ptxas, &assemble)?)?;
        let args: Vec<String> = args.iter().chain(&[CUBIN]).map(|&arg| arg.to_owned()).collect();
        let ran = run_program(self.toolchain, self.workspace, self.request, &tool, &args)?;
        let shown = String::from_utf8_lossy(&ran.stdout).into_owned();
        self.accept(&args, ran)?;
        Ok(shown)
    }

    /// The language's own compiler, for the device alone.
    fn device(&self, form: &[&str], output: &str) -> Result<(), BuildError> {
        let mut args = arguments(self.toolchain, self.request);
        if self.request.language == Language::Fortran {
            args.extend(fortran::host_device(self.toolchain, self.workspace, self.request)?);
        }
        if !hip::on_host(self.request) {
            args.push("--offload-device-only".to_owned());
        }
        args.extend(form.iter().map(|&arg| arg.to_owned()));
        args.extend([&source_name(self.request.language), "-o", output].map(str::to_owned));
        self.accept(&args, run(self.toolchain, self.workspace, self.request, &args)?)
    }

    fn fortran(&self) -> Result<(), BuildError> {
        let args = arguments(self.toolchain, self.request);
        let ran = fortran_nvidia::device_text(self.toolchain, self.workspace, self.request, &args)?;
        self.accept(&args, ran)
    }

    fn finish(&self, output: &[&str]) -> Result<(), BuildError> {
        let ran = fortran_nvidia::finish(self.toolchain, self.workspace, self.request, output)?;
        self.accept(&[], ran)
    }

    fn accept(&self, args: &[String], ran: Ran) -> Result<(), BuildError> {
        check_limit("compiling", &ran)?;
        if ran.ok() {
            return Ok(());
        }
        let text = words(self.request, &ran);
        Err(BuildError::Refused { step: "compiling", text, command: command(self.request, args) })
    }
}
