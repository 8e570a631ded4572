//! `judge build`: compiles a submission and shows what came out, without running it.

use std::fmt::Write;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use judge_tasks::Task;

use super::build_target::{Arch, Device, Error, target};
use super::{Exit, Printer, cache, interrupt, submit};
use crate::build::{self, Artifact, BuildError, BuildRequest, Emit, Fault, Policy};
use crate::store::Store;
use crate::toolchain::probe::Search;
use crate::toolchain::tool::Limits;
use crate::toolchain::{Kind, TargetKind, Toolchain, cached_or_probe};

/// Options of `judge build`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The submission: one C, C++, Fortran or HIP source file.
    file: PathBuf,
    /// A built-in task, or the folder of one.
    #[arg(long, value_name = "NAME|DIR")]
    task: String,
    /// Where to put the shared object; default: it stays in the cache, and its path is printed.
    #[arg(long, short, value_name = "FILE", conflicts_with = "emit")]
    output: Option<PathBuf>,
    /// What to print instead.
    #[arg(long, value_enum, value_name = "FORM")]
    emit: Option<Form>,
    /// For which device; a GPU of this machine, or of any other with --arch.
    #[arg(long, value_enum)]
    device: Option<Device>,
    /// What to build for instead of this machine's GPU: sm_90, gfx942:xnack-. The GPU need not be there.
    #[arg(long, value_name = "ARCH")]
    arch: Option<Arch>,
    /// CUDA's folder, instead of CUDA_PATH, that of the ptxas in PATH and the usual ones.
    #[arg(long, value_name = "DIR")]
    cuda_path: Option<PathBuf>,
    /// Folder of the compiler, instead of those in PATH and /usr/lib.
    #[arg(long, value_name = "DIR")]
    toolchain: Option<PathBuf>,
    /// Folder of the cache, instead of JUDGE_CACHE or the user's own.
    #[arg(long, value_name = "DIR")]
    cache: Option<PathBuf>,
}

/// What is printed of a build.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Form {
    /// LLVM's intermediate code of the device side.
    Llvm,
    /// Assembly of the device side, whatever the device.
    Asm,
    /// Assembly for an NVIDIA GPU.
    Ptx,
    /// Machine code for an NVIDIA GPU, disassembled.
    Sass,
    /// Assembly for an AMD GPU.
    Gcn,
    /// Target regions, device images, and what each kernel takes: registers, spills, stack, shared memory.
    Resources,
}

impl Form {
    /// The device that alone has the form.
    const fn only_for(self) -> Option<(TargetKind, &'static str)> {
        match self {
            Self::Llvm | Self::Asm | Self::Resources => None,
            Self::Ptx | Self::Sass => Some((TargetKind::Nvidia, "cuda")),
            Self::Gcn => Some((TargetKind::Amd, "hip")),
        }
    }
}

/// Why there is nothing to print.
struct Failure {
    message: String,
    exit: Exit,
}

impl Failure {
    fn usage(message: impl Into<String>) -> Self {
        Self { message: message.into(), exit: Exit::Usage }
    }

    fn judge(error: &impl ToString) -> Self {
        Self { message: error.to_string(), exit: Exit::JudgeError }
    }
}

/// Builds and prints.
pub(super) fn run(args: &Args, printer: Printer) -> Exit {
    match interrupt::unless_interrupted(|| answer(args, printer)) {
        Some(Ok(text)) => printer.result(&text, Exit::Accepted),
        Some(Err(failure)) => {
            printer.error(&format!("judge: {}", failure.message));
            failure.exit
        }
        None => interrupt::told(printer),
    }
}

fn answer(args: &Args, printer: Printer) -> Result<String, Failure> {
    let (name, language, _, source) = submit::source(&args.file).map_err(Failure::usage)?;
    let task: Task = submit::task(&args.task).map_err(Failure::usage)?;
    let store = store(args)?;
    let mut search = Search::from_env(args.toolchain.clone());
    if let Some(folder) = &args.cuda_path {
        search.cuda = vec![folder.clone()];
    }
    let toolchain = cached_or_probe(&store, &search).map_err(|e| Failure::judge(&e))?;
    let target = target(&toolchain, &search, args.device, args.arch.as_ref()).map_err(|e| match e {
        Error::Disagree { .. } => Failure::usage(e.to_string()),
        _ => Failure::judge(&e),
    })?;
    let request = BuildRequest {
        source: &source,
        name: &name,
        language,
        signature: task.signature(),
        target: &target,
        kind: Kind::Submission,
        includes: &[],
        policy: Policy::Refuse,
        limits: Limits::default(),
    };
    if let Some((kind, device)) = args.emit.and_then(Form::only_for)
        && target.kind() != kind
    {
        return Err(Failure::usage(format!("only {kind} GPUs have this form; add --device {device} or --arch")));
    }
    let show = |form| build::emit(&toolchain, &request, form).map_err(failed);
    match args.emit {
        Some(Form::Llvm) => show(Emit::Llvm),
        Some(Form::Asm | Form::Ptx | Form::Gcn) => show(Emit::Asm),
        Some(Form::Sass) => show(Emit::Sass),
        Some(Form::Resources) => Ok(resources(&built(&toolchain, &store, &request, printer)?)),
        None => {
            let artifact = built(&toolchain, &store, &request, printer)?;
            place(&artifact, args.output.as_deref())
        }
    }
}

fn store(args: &Args) -> Result<Store, Failure> {
    let folder = cache::folder(args.cache.as_deref()).map_err(|e| Failure::judge(&e))?;
    Store::open(&folder).map_err(|e| Failure::judge(&e))
}

fn built(
    toolchain: &Toolchain,
    store: &Store,
    request: &BuildRequest<'_>,
    printer: Printer,
) -> Result<Artifact, Failure> {
    let artifact = build::build(toolchain, store, request).map_err(failed)?;
    if !artifact.text.is_empty() {
        printer.note(&artifact.text);
    }
    Ok(artifact)
}

fn failed(error: BuildError) -> Failure {
    let exit = match error.fault() {
        Fault::Submitter | Fault::Security => Exit::NotAccepted,
        Fault::Judge => Exit::JudgeError,
    };
    let message = match &error {
        BuildError::Refused { step, text, command } => format!("{step} failed\n{text}\ncommand: {command}"),
        other => other.to_string(),
    };
    Failure { message, exit }
}

/// Copies the object to where it was asked for, or says where it lies.
fn place(artifact: &Artifact, output: Option<&Path>) -> Result<String, Failure> {
    let Some(output) = output else { return Ok(format!("{}\n", artifact.path.display())) };
    std::fs::copy(&artifact.path, output).map_err(|error| {
        let message = format!("cannot write {}: {error}", output.display());
        // The name is right, and the machine has no room.
        let exit = if error.kind() == ErrorKind::StorageFull { Exit::JudgeError } else { Exit::Usage };
        Failure { message, exit }
    })?;
    Ok(format!("{}\n", output.display()))
}

fn resources(artifact: &Artifact) -> String {
    let made = &artifact.resources;
    let mut text = format!("{} device image(s), {} bytes\n", made.images, made.image_bytes);
    for region in &made.regions {
        let _ = writeln!(text, "target region {region}");
    }
    for line in made.lines() {
        let _ = writeln!(text, "{line}");
    }
    text
}
