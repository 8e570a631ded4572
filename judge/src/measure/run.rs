//! One run: a fresh process that goes through every size of a group.

use std::time::{Duration, Instant};

use judge_abi::device::DeviceState;
use judge_abi::launch::Launch;
use judge_abi::link::Silence;
use judge_abi::runner::STATUS_MACHINE;
use judge_sandbox::Exit;

use super::MeasureError;
use super::baseline::Baseline;
use super::call::Failed;
use super::cases::{Cases, Output};
use super::end::{self, Limits};
use super::session::{Ended, Session, Setup};
use super::size::{self, Log};
use super::stop::Budget;
use crate::score::{End, Isolation, Nanoseconds, OutputComparison, Run};

/// What one run did at one size.
#[derive(Debug)]
pub struct SizeRun {
    /// The evidence.
    pub run: Run,
    /// Times of the kernel.
    pub kernel: Vec<Nanoseconds>,
    /// Times of the baseline.
    pub baseline: Vec<Nanoseconds>,
    /// Times of the hand-off of an empty call.
    pub handoff: Vec<Nanoseconds>,
    /// Outputs of the first call on each case.
    pub outputs: Vec<Vec<Output>>,
    /// Outputs compared with the other run's, when there was one.
    pub between: Vec<OutputComparison>,
    /// The device around the timed calls.
    pub states: Vec<DeviceState>,
    /// The kernels of one call.
    pub launches: Vec<Launch>,
    /// The level of isolation and the layers that were active.
    pub isolation: Isolation,
    /// Whether everything was right, the process's end included.
    pub right: bool,
}

/// How a run is made.
#[derive(Clone, Copy)]
pub struct Plan<'a> {
    /// The runner.
    pub setup: Setup<'a>,
    /// What timing may cost.
    pub budget: Budget,
    /// Limits, for deadlines and sentences.
    pub limits: Limits,
    /// Secret order in which input sets follow each other.
    pub rotation: u64,
    /// Secret seed of the seeds of fresh cases.
    pub fresh: u64,
    /// Hears what is being done.
    pub tell: &'a (dyn Fn(&str) + Sync),
}

/// A fresh process of the submission, stopped until its turn.
pub struct Started {
    session: Result<Session, Box<Ended>>,
    load: Nanoseconds,
}

impl Started {
    /// Starts one and stops it once it is ready.
    ///
    /// # Errors
    /// When the judge cannot set it up; how it ended by itself is evidence.
    pub fn new(setup: &Setup<'_>) -> Result<Self, MeasureError> {
        let began = Instant::now();
        let session = Session::start(setup)?;
        let load = began.elapsed().into();
        if let Ok(session) = &session {
            session.pause()?;
        }
        Ok(Self { session, load })
    }
}

/// Runs every size of a group in one fresh process, up to the first that goes wrong, and looks at the device afterwards.
///
/// `before` holds what the other run left, size by size; `started` is the process, where it was started before.
///
/// # Errors
/// When the judge, the task, the device or the baseline fails; what the submission does wrong is evidence, not an error.
pub fn run(
    plan: &Plan<'_>,
    name: &str,
    sizes: &mut [Box<dyn Cases + '_>],
    baseline: &mut Baseline,
    before: Option<&[SizeRun]>,
    started: Option<Started>,
) -> Result<Vec<SizeRun>, MeasureError> {
    let runs = run_process(plan, name, sizes, baseline, before, started)?;
    // A failed kernel or an endless one ended with its process; whoever comes next must not find its traces.
    plan.setup.site.device.check_health().map_err(|source| MeasureError::Sick { source })?;
    Ok(runs)
}

fn run_process(
    plan: &Plan<'_>,
    name: &str,
    sizes: &mut [Box<dyn Cases + '_>],
    baseline: &mut Baseline,
    before: Option<&[SizeRun]>,
    started: Option<Started>,
) -> Result<Vec<SizeRun>, MeasureError> {
    sizes.iter().try_for_each(|cases| cases.hide())?;
    let Started { session, load } = started.map_or_else(|| Started::new(&plan.setup), Ok)?;
    let mut session = match session {
        Ok(session) => session,
        Err(ended) if ended.jail.exit == Exit::Code(STATUS_MACHINE) => {
            return Err(MeasureError::Runner(end::describe_start(&ended)));
        }
        Err(ended) => return Ok(assemble(vec![Log::new(load)], |log| plan.early(&ended, log), &ended.jail)),
    };
    session.resume()?;
    let (mut logs, count) = (Vec::new(), sizes.len());
    for (index, cases) in sizes.iter_mut().enumerate() {
        (plan.tell)(&format!("{}: run {name}", cases.name()));
        let mut log = Log::new(load);
        let other = before.and_then(|runs| runs.get(index));
        // The largest size of run A: its shapes are the ones that matter.
        let described = if other.is_none() && index + 1 == count { session.describe_launches() } else { Ok(()) };
        let right = described
            .map_err(Failed::from)
            .and_then(|()| size::run(plan, &mut session, cases.as_mut(), baseline, other, &mut log));
        log.right = matches!(right, Ok(true));
        logs.push(log);
        match right {
            Ok(true) => {}
            Ok(false) => break,
            Err(Failed::Judge(error)) if !plan.setup.total.is_over() => return Err(*error),
            // The task's own code was stopped because nothing is left of the judgement's time.
            Err(Failed::Judge(_)) => return Ok(plan.cut_short(session.ended(Silence::Deadline), logs)),
            Err(Failed::Silent(silence)) => return Ok(plan.cut_short(session.ended(silence), logs)),
        }
    }
    let jail = session.finish();
    Ok(assemble(logs, |log| log.close(end::complete(&jail, &plan.limits), None, end::printed(&jail)), &jail))
}

impl Plan<'_> {
    pub(super) fn deadline(&self) -> Duration {
        Duration::from_nanos(self.limits.call.0)
    }

    fn cut_short(&self, ended: Ended, logs: Vec<Log>) -> Vec<SizeRun> {
        assemble(logs, |log| self.early(&ended, log), &ended.jail)
    }

    fn early(&self, ended: &Ended, log: Log) -> SizeRun {
        let (end, access) = match ended.silence {
            Silence::Deadline if self.setup.total.is_over() => (End::Overtime, None),
            _ => end::early(ended, self.setup.signature, &self.limits, log.calls()),
        };
        log.close(end, access, end::printed(&ended.jail))
    }
}

/// Closes the logs: the process's end is that of the size it was at; the sizes before were completed.
fn assemble(mut logs: Vec<Log>, close: impl FnOnce(Log) -> SizeRun, jail: &judge_sandbox::Evidence) -> Vec<SizeRun> {
    let last = logs.pop();
    let earlier = logs.into_iter().map(|log| log.close(End::Completed, None, String::new()));
    let mut runs: Vec<SizeRun> = earlier.chain(last.map(close)).collect();
    for run in &mut runs {
        run.isolation = end::isolation(jail);
    }
    if let Some(last) = runs.last_mut() {
        last.launches = end::launches(jail);
    }
    runs
}
