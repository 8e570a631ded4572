//! Check and build: the submission, and beside it the task's own code.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use judge_abi::Language;
use judge_reference::{generator_signature, oracle_signature};

use super::{Request, failure};
use crate::build::{self, Artifact, BuildError, BuildRequest, Fault, Policy, Preprocessed};
use crate::check;
use crate::defence::Defence;
use crate::measure::pair::Objects;
use crate::score;
use crate::store::Store;
use crate::toolchain::tool::Limits;
use crate::toolchain::{Kind, Target, Toolchain, flags};

/// What every build needs. The submission is built for `target`, the task's own code for the host.
pub(super) struct Builder<'a> {
    pub(super) toolchain: &'a Toolchain,
    pub(super) store: &'a Store,
    pub(super) target: &'a Target,
}

/// What the check and the task's own builds, which go on beside it, came to.
pub(super) struct Checked {
    pub(super) evidence: score::Check,
    /// What was checked, for the build.
    pub(super) seen: Seen,
    /// A task that does not build is the judge's matter, but not that of a submission that is refused.
    pub(super) own: Result<Own, score::Failure>,
}

/// What the preprocessor made of the submission.
pub(super) struct Seen {
    /// The text that was checked, or why the source does not preprocess.
    made: Result<Preprocessed, BuildError>,
    /// The time that preprocessing and check took.
    pub(super) wall: Duration,
}

/// Paths of the task's own objects in the cache.
pub(super) struct Own {
    baseline: PathBuf,
    oracle: PathBuf,
    generator: Option<PathBuf>,
}

/// The built submission.
pub(super) struct Built {
    pub(super) evidence: score::Build,
    /// Findings in the object: like those in the source, they refuse.
    pub(super) findings: Vec<score::Finding>,
    /// Its path in the cache.
    pub(super) object: Option<PathBuf>,
}

impl Own {
    /// With the submission's, all that a measurement needs.
    pub(super) fn with<'a>(&'a self, submission: &'a Path) -> Objects<'a> {
        let generator = self.generator.as_deref();
        Objects { submission, baseline: &self.baseline, oracle: &self.oracle, generator }
    }
}

impl Builder<'_> {
    /// The static check, and beside it the task's own builds.
    pub(super) fn check(&self, request: &Request) -> Result<Checked, score::Failure> {
        std::thread::scope(|scope| {
            let own = scope.spawn(|| self.own(request));
            let checked = self.check_source(request);
            let own = join(own);
            checked.map(|(evidence, seen)| Checked { evidence, seen, own })
        })
    }

    /// The check goes over the text that the compiler will see. A source that does not preprocess is checked as it is written;
    /// the build then says what the compiler minds.
    fn check_source(&self, request: &Request) -> Result<(score::Check, Seen), score::Failure> {
        let began = Instant::now();
        let mut made = match build::preprocess(self.toolchain, &self.submission(request)) {
            Err(error) if error.fault() == Fault::Judge => return Err(failure("check", &error)),
            made => made,
        };
        let text = made.as_mut().ok().map(|made| std::mem::take(&mut made.text));
        let preprocessed = text.map(|text| check::Preprocessed { text });
        let source = check::Source { name: &request.name, language: request.form, text: &request.source };
        let report = check::check(&source, preprocessed.as_ref(), Some(request.task.signature()));
        let finding = |f: check::Finding| score::Finding {
            code: f.code.to_string(),
            refuses: request.defences.has(Defence::Check) && f.level == check::Level::Error,
            line: Some(f.line),
            message: f.message,
        };
        let findings = report.findings.into_iter().map(finding).collect();
        let evidence = score::Check { preprocessed: preprocessed.is_some(), findings };
        if let (Ok(made), Some(preprocessed)) = (&mut made, preprocessed) {
            made.text = preprocessed.text;
        }
        Ok((evidence, Seen { made, wall: began.elapsed() }))
    }

    /// Builds the task's own code, all at once.
    fn own(&self, request: &Request) -> Result<Own, score::Failure> {
        let task = &request.task;
        let oracle = oracle_signature(task);
        let generator = generator_signature(task);
        let host = self.toolchain.host();
        let of = |name, source, signature, kind| BuildRequest {
            source: str::as_bytes(source),
            name,
            language: Language::C,
            signature,
            target: &host,
            kind,
            includes: task.include_files(),
            policy: Policy::Refuse,
            limits: Limits::default(),
        };
        let baseline = of("baseline.c", task.baseline_source(), task.signature(), Kind::Baseline);
        let expected = of("oracle.c", task.oracle_source(), &oracle, Kind::Oracle);
        let inputs = generator.as_ref().map(|g| of("oracle.c", task.oracle_source(), g, Kind::Oracle));
        let run = |request: &BuildRequest<'_>, what: &str| {
            let built = build::build(self.toolchain, self.store, request);
            built.map(|a| a.path).map_err(|e| failure(&format!("building the task's {what}"), &e))
        };
        std::thread::scope(|scope| {
            let baseline = scope.spawn(|| run(&baseline, "baseline"));
            let oracle = scope.spawn(|| run(&expected, "oracle"));
            let generator = inputs.as_ref().map(|request| run(request, "input generator")).transpose();
            Ok(Own { baseline: join(baseline)?, oracle: join(oracle)?, generator: generator? })
        })
    }

    /// Builds the submission of the text that was checked.
    pub(super) fn build(&self, request: &Request, seen: Seen) -> Result<Built, score::Failure> {
        let began = Instant::now();
        let Seen { made, wall } = seen;
        let submission = self.submission(request);
        let built = made.and_then(|text| build::build_preprocessed(self.toolchain, self.store, &submission, &text));
        self.evidence(request, built, wall + began.elapsed())
    }

    fn submission<'a>(&'a self, request: &'a Request) -> BuildRequest<'a> {
        BuildRequest {
            source: &request.source,
            name: &request.name,
            language: request.language,
            signature: request.task.signature(),
            target: self.target,
            kind: Kind::Submission,
            includes: &[],
            policy: if request.defences.has(Defence::Imports) { Policy::Refuse } else { Policy::Ignore },
            limits: Limits::default(),
        }
    }

    /// `wall` is the time of a build that failed.
    fn evidence(
        &self,
        request: &Request,
        built: Result<Artifact, BuildError>,
        wall: Duration,
    ) -> Result<Built, score::Failure> {
        let flags = flags(self.toolchain, request.language, self.target, Kind::Submission).compile;
        let mut evidence =
            score::Build { cached: false, wall: wall.into(), flags, resources: Vec::new(), failed: None };
        match built {
            Ok(artifact) => {
                evidence.cached = artifact.cached;
                evidence.wall = artifact.wall.into();
                evidence.resources = artifact.resources.lines();
                Ok(Built { evidence, findings: Vec::new(), object: Some(artifact.path) })
            }
            Err(BuildError::Forbidden { findings }) => {
                let finding = |f: build::Finding| score::Finding {
                    code: f.code.to_owned(),
                    refuses: true,
                    line: None,
                    message: f.message,
                };
                Ok(Built { evidence, findings: findings.into_iter().map(finding).collect(), object: None })
            }
            Err(error) if error.fault() == Fault::Judge => Err(failure("build", &error)),
            Err(error) => {
                evidence.failed = Some(described(&error));
                Ok(Built { evidence, findings: Vec::new(), object: None })
            }
        }
    }
}

fn described(error: &BuildError) -> score::BuildFailure {
    let (reason, output) = match error {
        BuildError::Refused { step, text, .. } => (format!("{step} failed"), text.clone()),
        BuildError::Prototype { problems, text } => (problems.join("; "), text.clone()),
        other => (other.to_string(), String::new()),
    };
    score::BuildFailure { reason, output }
}

/// The value of a scoped thread; a panic in it goes on here.
fn join<T>(thread: std::thread::ScopedJoinHandle<'_, T>) -> T {
    thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}
