//! Tries what a GPU's code may be built with, until something runs.

use super::fact::{Fact, Outcome};
use super::identity::{Stamp, identity};
use super::probe::{Search, tried};
use super::tool::ToolError;
use super::{Gpu, NoTarget, Target, TargetKind, Toolchain, ask, elf, gather, places, trial};

/// The target for `gpu` on which a region ran, and what was seen of it.
pub(super) fn target(
    search: &Search,
    toolchain: &Toolchain,
    gpu: &Gpu,
) -> Result<Result<(Target, Vec<Fact>), NoTarget>, ToolError> {
    let arch = gpu.identity.arch.as_str();
    let evidence = format!("{}, {arch}, {}", gpu.identity.name, gpu.identity.driver);
    let mut facts = vec![Fact::good(&format!("{} GPU", gpu.kind), evidence)];
    facts.extend(cross_check(toolchain, gpu));
    first_that_works(search, toolchain, gpu.kind, arch, facts, |target| trial::trial(toolchain, target, Some(gpu)))
}

/// What there is to build with for vendors whose GPU this machine has not: for doctors, and for builds that say an
/// architecture. Each is looked at for one architecture; another may need other files.
pub(super) fn without_gpu(search: &Search, toolchain: &Toolchain) -> Vec<Fact> {
    let absent = |kind: TargetKind| !search.gpus.iter().any(|gpu| gpu.kind == kind);
    let examples = [(TargetKind::Nvidia, "sm_90"), (TargetKind::Amd, "gfx90a")];
    let of = |(kind, arch)| places::combinations(search, &toolchain.root, toolchain.version, kind, arch).facts;
    examples.into_iter().filter(|(kind, _)| absent(*kind)).flat_map(of).collect()
}

/// A target for code that is built and not run: `arch` is what the caller says.
///
/// # Errors
/// [`ToolError`] when no tool can be run at all; the inner error says what is missing.
pub fn buildable(
    search: &Search,
    toolchain: &Toolchain,
    kind: TargetKind,
    arch: &str,
) -> Result<Result<Target, NoTarget>, ToolError> {
    let compiles = |target: &Target| {
        if !target.has_device_runtime() {
            // HIP may build all the same, and only HIP's own build can tell.
            return Ok(Fact::good("device code", "not tried: there is no device runtime"));
        }
        Ok(trial::built(toolchain, target)?.map_or_else(|refused| refused, |_| Fact::good("device code", "compiled")))
    };
    let found = first_that_works(search, toolchain, kind, arch, Vec::new(), compiles)?;
    Ok(found.map(|(target, _)| target))
}

fn first_that_works(
    search: &Search,
    toolchain: &Toolchain,
    kind: TargetKind,
    arch: &str,
    mut facts: Vec<Fact>,
    try_it: impl Fn(&Target) -> Result<Fact, ToolError>,
) -> Result<Result<(Target, Vec<Fact>), NoTarget>, ToolError> {
    let made = places::combinations(search, &toolchain.root, toolchain.version, kind, arch);
    facts.extend(made.facts);
    let mut failed = Vec::new();
    for target in made.targets {
        if let Some(path) = target.compile_paths().into_iter().find(|path| gather::hidden(path)) {
            let evidence = format!("{} lies in /tmp, which every jail has for itself", path.display());
            failed.push(Fact::missing(&format!("folder for {kind}"), evidence, "move it to another folder"));
            continue;
        }
        let fact = tried(&format!("target region on {kind}"), try_it(&target))?;
        if fact.outcome == Outcome::Good {
            facts.push(fact);
            return Ok(Ok((target, facts)));
        }
        // The judge works without, on the host.
        failed.push(Fact {
            outcome: Outcome::Missing,
            evidence: format!("{}: {}", with(&target), fact.evidence),
            ..fact
        });
    }
    facts.extend(failed);
    Ok(Err(NoTarget { kind, facts }))
}

/// What a target is built with, in a few words.
fn with(target: &Target) -> String {
    match target {
        Target::Host { .. } => "on the host".to_owned(),
        Target::Nvidia { cuda, .. } => format!("with {}", cuda.display()),
        Target::Amd { rocm, .. } => format!("with {}", rocm.device_library.display()),
    }
}

/// The compiler's own tools name the machine's GPUs too; the driver's word holds, and a difference is worth a look.
fn cross_check(toolchain: &Toolchain, gpu: &Gpu) -> Vec<Fact> {
    let vendors = if gpu.kind == TargetKind::Nvidia { "nvptx-arch" } else { "amdgpu-arch" };
    let mut facts = Vec::new();
    for tool in [vendors, "offload-arch"] {
        let Some(said) = ask::devices(&toolchain.clang, tool) else { continue };
        facts.push(match gpu.identity.arch.disagreement(tool, &said) {
            None => Fact::good(tool, format!("says {} as well", gpu.identity.arch)),
            Some(difference) => Fact::missing(
                tool,
                difference,
                "the driver's word is taken; look at LD_LIBRARY_PATH and the visible devices",
            ),
        });
    }
    facts
}

impl Toolchain {
    /// Takes in a target that works: from now on its files are part of what this toolchain is.
    pub(super) fn add(&mut self, target: Target) {
        self.files.extend(elf::closure(&target.files(), &[]).iter().filter_map(|path| Stamp::of(path)));
        self.files.sort_by(|a, b| a.path.cmp(&b.path));
        self.files.dedup();
        self.identity = identity(&self.version.to_string(), &self.files);
        self.targets.push(target);
    }
}
