//! The compile step: source and shim to objects, in the jail.

use std::path::Path;

use judge_abi::{Language, prototype, shim};

use super::prototype as entry;
use super::{
    BuildError, BuildRequest, MAX_SOURCE, Policy, fortran, fortran_nvidia, hip, inspect, record, resources,
    shared_memory, text,
};
use crate::store::{Kind as Entry, Store};
use crate::toolchain::tool::{self, Ended, Ran, Tool, Workspace};
use crate::toolchain::{Kind, Target, Toolchain, flags};

/// Header compiled in front of a C, C++ or HIP source.
pub(super) const HEADER: &str = "judge_abi.h";

/// The compiled submission and shim, still in their workspace.
pub(super) struct Object {
    pub(super) workspace: Workspace,
    /// The compiler's words.
    pub(super) text: String,
    pub(super) inspected: inspect::Inspected,
}

/// Compiles and inspects.
pub(super) fn compile(toolchain: &Toolchain, store: &Store, request: &BuildRequest<'_>) -> Result<Object, BuildError> {
    check_route(request)?;
    let workspace = workspace(toolchain, request)?;
    let mut args = arguments(toolchain, request);
    if hip::on_host(request) {
        hip::rewrite(&workspace, request)?;
    }
    if request.language == Language::Fortran {
        args.extend(fortran::host_device(toolchain, &workspace, request)?);
    }
    let ran = if fortran_nvidia::applies(request) {
        fortran_nvidia::compile(toolchain, &workspace, request, &args)?
    } else {
        args.extend(["-c", &source_name(request.language), "-o", "submission.o"].map(str::to_owned));
        args.extend(asks_ptxas(request).map(str::to_owned));
        run(toolchain, &workspace, request, &args)?
    };
    let (words, kernels) = resources::of_ptxas(&words(request, &ran));
    check_limit("compiling", &ran)?;
    let too_much = |text| BuildError::Refused { step: "compiling", text, command: command(request, &args) };
    if !ran.ok() {
        if let Some(sentence) = shared_memory::refused(&words) {
            return Err(too_much(sentence));
        }
        // Only the compiler decides; its syntax tree then says which parameter it was.
        let problems = entry::differences(toolchain, &workspace, request)?;
        if !problems.is_empty() {
            return Err(BuildError::Prototype { problems, text: words });
        }
        return Err(BuildError::Refused { step: "compiling", text: words, command: command(request, &args) });
    }
    let object = workspace.read("submission.o", request.limits.file, "the compiler")?;
    if let Some(sentence) = hip::on_host(request).then(|| shared_memory::on_host(&object)).flatten() {
        return Err(too_much(sentence));
    }
    if request.language == Language::Fortran {
        // Nothing after the compiler can see a wrong kind or a forgotten `value`.
        let problems = fortran::problems(toolchain, &workspace, request)?;
        if !problems.is_empty() {
            return Err(BuildError::Prototype { problems, text: words });
        }
    }
    let mut inspected = inspect::inspect(request, &object)?;
    inspected.resources.kernels.extend(kernels);
    if !inspected.defines_entry {
        let mut problems = entry::differences(toolchain, &workspace, request)?;
        if problems.is_empty() {
            problems.push(entry::missing(request));
        }
        return Err(BuildError::Prototype { problems, text: words });
    }
    if request.policy == Policy::Refuse && !inspected.findings.is_empty() {
        return Err(BuildError::Forbidden { findings: inspected.findings });
    }
    shim(toolchain, store, &workspace, request)?;
    Ok(Object { workspace, text: words, inspected })
}

/// What no compiler need be asked about.
fn check_text(request: &BuildRequest<'_>) -> Result<(), BuildError> {
    let name = || text::display_name(request.name);
    match request.source {
        [] => Err(BuildError::Empty { name: name() }),
        text if text.len() > MAX_SOURCE => Err(BuildError::TooLarge { name: name() }),
        text => match text.iter().position(|byte| *byte == 0) {
            Some(at) => Err(BuildError::NotText { name: name(), at }),
            None => Ok(()),
        },
    }
}

/// A folder with the source and the header in it, under fixed names.
pub(super) fn workspace(toolchain: &Toolchain, request: &BuildRequest<'_>) -> Result<Workspace, BuildError> {
    check_text(request)?;
    let workspace = Workspace::new(toolchain)?;
    workspace.write(&source_name(request.language), request.source)?;
    workspace.write(HEADER, prototype::c::header(request.signature).as_bytes())?;
    hip::headers(&workspace, request)?;
    for (name, text) in request.includes {
        workspace.write(name, text.as_bytes())?;
    }
    Ok(workspace)
}

/// The fixed name under which a source is compiled. No part of it is the submitter's.
pub(super) fn source_name(language: Language) -> String {
    format!("judge_submission.{}", language.extension())
}

/// The flags of the compile step.
pub(super) fn arguments(toolchain: &Toolchain, request: &BuildRequest<'_>) -> Vec<String> {
    let mut args = flags(toolchain, request.language, request.target, request.kind).compile;
    if request.language == Language::Fortran {
        args.extend(fortran::form(request));
    } else {
        args.extend(["-include", HEADER].map(str::to_owned));
    }
    args
}

/// By which ptxas says what each kernel takes.
fn asks_ptxas(request: &BuildRequest<'_>) -> impl Iterator<Item = &'static str> {
    let asked = request.kind == Kind::Submission && matches!(request.target, Target::Nvidia { .. });
    ["-Xcuda-ptxas", "-v"].into_iter().filter(move |_| asked)
}

/// Why the language cannot be built for the target, when its device code could not be linked.
pub(super) fn check_route(request: &BuildRequest<'_>) -> Result<(), BuildError> {
    if request.kind != Kind::Submission || request.language == Language::Hip || request.target.has_device_runtime() {
        return Ok(());
    }
    Err(BuildError::NoRoute { language: request.language, kind: request.target.kind() })
}

/// Runs the language's compiler.
pub(super) fn run(
    toolchain: &Toolchain,
    workspace: &Workspace,
    request: &BuildRequest<'_>,
    args: &[String],
) -> Result<Ran, BuildError> {
    let program = match request.language {
        Language::Fortran => toolchain.flang.as_ref().ok_or(BuildError::NoCompiler(Language::Fortran))?,
        Language::C | Language::Cxx | Language::Hip => &toolchain.clang,
    };
    run_program(toolchain, workspace, request, program, args)
}

/// Runs clang whatever the language: for the shim and the link.
pub(super) fn run_clang(
    toolchain: &Toolchain,
    workspace: &Workspace,
    request: &BuildRequest<'_>,
    args: &[String],
) -> Result<Ran, BuildError> {
    run_program(toolchain, workspace, request, &toolchain.clang, args)
}

pub(super) fn run_program(
    toolchain: &Toolchain,
    workspace: &Workspace,
    request: &BuildRequest<'_>,
    program: &Path,
    args: &[String],
) -> Result<Ran, BuildError> {
    let env = tool::environment(toolchain, request.target);
    Ok(workspace.run(&Tool {
        program,
        args,
        env: &env,
        mounts: &toolchain.mounts_for(request.target),
        policy: "compile",
        device: None,
        limits: request.limits,
    })?)
}

/// What the shim has to do for this build.
pub(super) fn arm(request: &BuildRequest<'_>) -> shim::Arm {
    match (request.kind, request.language) {
        (Kind::Baseline | Kind::Oracle, _) => shim::Arm::Threads,
        (Kind::Submission, Language::Hip) if hip::on_host(request) => shim::Arm::HipOnHost,
        (Kind::Submission, Language::Hip) => shim::Arm::Plain,
        (Kind::Submission, Language::C | Language::Cxx | Language::Fortran) => shim::Arm::Offload,
    }
}

/// Puts the compiled shim into the workspace: every submission to a task in one language has the same.
fn shim(
    toolchain: &Toolchain,
    store: &Store,
    workspace: &Workspace,
    request: &BuildRequest<'_>,
) -> Result<(), BuildError> {
    const OBJECT: &str = "shim.o";
    let source = shim::source(request.signature, arm(request));
    let mut args = match arm(request) {
        shim::Arm::Plain | shim::Arm::HipOnHost => ["-x", "c", "-O2", "-fPIC"].map(str::to_owned).to_vec(),
        shim::Arm::Offload | shim::Arm::Threads => flags(toolchain, Language::C, request.target, request.kind).compile,
    };
    args.extend(["-c", "judge_shim.c", "-o", OBJECT].map(str::to_owned));
    let key =
        args.iter().fold(record::begin("shim", toolchain, request), |key, arg| key.part("argument", arg.as_bytes()));
    let key = key.part("source", source.as_bytes()).finish();
    if let Some(object) = store.get(Entry::Shim, &key)? {
        return Ok(workspace.write(OBJECT, &object)?);
    }
    workspace.write("judge_shim.c", source.as_bytes())?;
    let ran = run_clang(toolchain, workspace, request, &args)?;
    check_limit("compiling the shim", &ran)?;
    if !ran.ok() {
        return Err(BuildError::Object(format!("the shim does not compile: {}", text::clean(&ran.stderr))));
    }
    let object = workspace.read(OBJECT, request.limits.file, "the compiler")?;
    Ok(store.put(Entry::Shim, &key, &object)?)
}

/// A tool that was stopped is reported as that, whatever it said.
pub(super) fn check_limit(step: &'static str, ran: &Ran) -> Result<(), BuildError> {
    /// What the kernel sends who writes past the file size limit.
    const FILE_SIZE: i32 = nix::sys::signal::Signal::SIGXFSZ as i32;
    let limit = match ran.ended {
        Ended::Exit(_) => return Ok(()),
        Ended::Signal(FILE_SIZE) => "stopped at the limit of what it may write".to_owned(),
        Ended::Signal(_) => format!("was ended by {}", ran.ended),
        Ended::Time | Ended::Memory | Ended::Output | Ended::Denied => ran.ended.to_string(),
    };
    Err(BuildError::Limit { step, limit })
}

/// The compiler's words with the submission's own name in them, and no report of a compiler's crash.
pub(super) fn words(request: &BuildRequest<'_>, ran: &Ran) -> String {
    const CRASH: &str = "PLEASE submit a bug report";
    let text = text::clean(&ran.stderr).replace(&source_name(request.language), &text::display_name(request.name));
    let text = if request.language == Language::Fortran { fortran::quieter(&text) } else { text };
    match text.split_once(CRASH) {
        Some((before, _)) => format!("{before}the compiler itself crashed on this source\n"),
        None => text,
    }
}

/// The command, as a person could run it.
pub(super) fn command(request: &BuildRequest<'_>, args: &[String]) -> String {
    let program = if request.language == Language::Fortran { "flang" } else { "clang" };
    let shown: Vec<String> =
        args.iter().map(|a| a.replace(&source_name(request.language), &text::display_name(request.name))).collect();
    format!("{program} {}", shown.join(" "))
}
