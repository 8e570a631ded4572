//! How much faster than the threaded baseline, and the document that a submission gets.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::evidence::{Evidence, SCHEMA, Size};
use super::stats::{self, Estimate};
use super::{Judgement, Verdict, verdict};

/// Speed of an accepted submission.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Score {
    /// Each timed size.
    pub sizes: Vec<SizeScore>,
    /// Geometric mean of the speed-ups.
    pub speedup: Estimate,
    /// Whether the speed-up means anything: not when the "device" is the processor itself.
    pub comparable: bool,
    /// What was asked for.
    pub requirement: Option<Requirement>,
}

/// Speed of one size.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SizeScore {
    /// Name of the size.
    pub size: String,
    /// Baseline median ÷ kernel median.
    pub speedup: Estimate,
}

/// A speed-up that was asked for.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Requirement {
    /// Least geometric-mean speed-up.
    pub min_speedup: f64,
    /// Whether the best estimate reaches it.
    pub met: bool,
}

/// The score of evidence that was accepted; nothing when nothing was timed.
#[must_use]
pub fn score(evidence: &Evidence) -> Option<Score> {
    let timed = |size: &Size| Some((size.name.clone(), size.kernel.clone()?, size.baseline.clone()?));
    let timed: Vec<_> = evidence.sizes.iter().filter_map(timed).collect();
    let pairs: Vec<_> = timed.iter().map(|(_, k, b)| (b.samples.as_slice(), k.samples.as_slice())).collect();
    let sizes = timed.iter().zip(&pairs).map(|((size, ..), (baseline, kernel))| {
        Some(SizeScore { size: size.clone(), speedup: stats::ratio(baseline, kernel)? })
    });
    let sizes = sizes.collect::<Option<Vec<_>>>()?;
    let speedup = stats::geometric_mean(&pairs)?;
    Some(Score {
        sizes,
        speedup,
        comparable: evidence.device.as_ref().is_some_and(|device| device.kind.is_comparable()),
        requirement: evidence
            .limits
            .min_speedup
            .map(|min_speedup| Requirement { min_speedup, met: speedup.value >= min_speedup }),
    })
}

/// How a caller is told: the exit code of the process.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Standing {
    /// Accepted, and as fast as was asked for. Exit code 0.
    Accepted,
    /// Not accepted, or right and too slow. Exit code 1.
    NotAccepted,
    /// Nobody's fault but the judge's or the task's. Exit code 3.
    JudgeError,
}

/// Everything, in one versioned document.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Document {
    /// Version of this schema: 1.
    pub schema: u32,
    /// Version of the judge.
    pub judge: String,
    /// What becomes of the submission.
    pub verdict: Verdict,
    /// One sentence that says why.
    pub reason: String,
    /// What the exit code says.
    pub standing: Standing,
    /// Speed, where it was accepted and timed.
    pub score: Option<Score>,
    /// What the verdict stands on.
    pub evidence: Evidence,
}

impl Document {
    /// Judges and scores.
    #[must_use]
    pub fn of(evidence: Evidence) -> Self {
        let Judgement { verdict, reason } = verdict(&evidence);
        let score = if verdict == Verdict::Accepted { score(&evidence) } else { None };
        let judge = env!("CARGO_PKG_VERSION").to_owned();
        let standing = standing(verdict, score.as_ref(), evidence.limits.min_speedup.is_some());
        Self { schema: SCHEMA, judge, verdict, reason, standing, score, evidence }
    }
}

/// A slow kernel stays `accepted`, because it is right; only the standing says that it is not fast enough. A speed-up that
/// was asked for and never measured is not met.
fn standing(verdict: Verdict, score: Option<&Score>, asked: bool) -> Standing {
    let fast_enough = !asked || score.and_then(|s| s.requirement).is_some_and(|r| r.met);
    match (verdict, fast_enough) {
        (Verdict::Accepted, true) => Standing::Accepted,
        (Verdict::JudgeError, _) => Standing::JudgeError,
        _ => Standing::NotAccepted,
    }
}
