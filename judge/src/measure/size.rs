//! One size of one run: checked calls on every case, then timed calls in turns with the baseline.

use std::time::{Duration, Instant};

use super::baseline::Baseline;
use super::call::{self, Call, Failed};
use super::case::{Case, Expected};
use super::run::{Plan, SizeCases, SizeRun};
use super::session::Session;
use super::tally::Tally;
use crate::defence::Defence;
use crate::gate::{Input, output_between_runs};
use crate::score::stats::relative_half_width;
use crate::score::{End, HostAccess, Isolation, Nanoseconds, OutputComparison};
use judge_abi::device::DeviceState;

/// Time for which one side keeps the machine before the other has its turn.
const TURN: Duration = Duration::from_millis(40);

/// Calls in a turn, at most: short kernels would otherwise fill it with hundreds.
const TURN_CALLS: usize = 10;

/// Share of a call, as its inverse, that opening and closing buffers may take while the call is timed.
const GUARD_SHARE: u64 = 100;

/// Empty orders by which the hand-off is measured.
const HANDOFFS: usize = 20;

/// What is known of a size so far; a run cut short keeps it.
#[derive(Debug)]
pub struct Log {
    tally: Tally,
    kernel: Vec<Nanoseconds>,
    baseline: Vec<Nanoseconds>,
    handoff: Vec<Nanoseconds>,
    outputs: Vec<Vec<Vec<u8>>>,
    between: Vec<OutputComparison>,
    states: Vec<DeviceState>,
    pub(super) right: bool,
}

impl Log {
    /// Nothing yet, after a start that took `load`.
    #[must_use]
    pub fn new(load: Nanoseconds) -> Self {
        let (kernel, baseline, handoff, states) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let tally = Tally::new(load);
        Self { tally, kernel, baseline, handoff, outputs: vec![], between: vec![], states, right: false }
    }

    /// Calls so far.
    #[must_use]
    pub fn calls(&self) -> u64 {
        self.tally.next_call()
    }

    /// The evidence, when the process ended as `end`.
    #[must_use]
    pub fn close(self, end: End, host_access: Option<HostAccess>, stderr: String) -> SizeRun {
        let Self { tally, kernel, baseline, handoff, outputs, between, states, right } = self;
        let right = right && matches!(end, End::Completed | End::CompletedThenFailed { .. });
        let run = tally.finish(end, host_access, stderr);
        let isolation = Isolation { level: String::new(), layers: Vec::new() };
        let launches = Vec::new();
        SizeRun { run, kernel, baseline, handoff, outputs, between, states, launches, isolation, right }
    }
}

/// Checks and, where asked, times one size; says whether everything was right.
///
/// # Errors
/// When the runner falls silent or the judge cannot do its part.
pub fn run(
    plan: &Plan<'_>,
    session: &mut Session<'_>,
    size: &SizeCases,
    baseline: &mut Baseline<'_>,
    other: Option<&SizeRun>,
    log: &mut Log,
) -> Result<bool, Failed> {
    session.keep_all(size)?;
    // On the host, closing a large buffer costs page-table work: every checking call pays it, a timed one only if it is
    // lost in the noise.
    let mut guard_is_cheap = true;
    for (set, case) in size.cases().enumerate() {
        let call = call::checked(session, case, set, true, plan.deadline(), log.calls())?;
        guard_is_cheap = call.answer.report.guard_ns <= call.answer.elapsed_ns / GUARD_SHARE;
        let mut right = log.tally.add(&call, case);
        if let Some(other) = other.and_then(|o| o.outputs.get(set)) {
            let compared = between_runs(other, &call, case, log.calls() - 1)?;
            right &= compared.iter().all(|o| o.comparison.passed());
            log.between.extend(compared);
        }
        log.outputs.push(call.outputs);
        if !right {
            return Ok(false);
        }
    }
    if size.timed { time(plan, session, size, baseline, guard_is_cheap, log) } else { Ok(true) }
}

fn between_runs(other: &[Vec<u8>], call: &Call, case: &Case, number: u64) -> Result<Vec<OutputComparison>, Failed> {
    let input = case.input();
    let compare = |((a, b), expected): ((&Vec<u8>, &Vec<u8>), &Expected)| {
        let comparison = output_between_runs(&expected.gate, input, a, b, expected.oracle())?;
        let (output, twin) = (expected.gate.name.clone(), input == Input::Twin);
        Ok(OutputComparison { output, call: number, twin, comparison })
    };
    other.iter().zip(&call.outputs).zip(&case.expected).map(compare).collect()
}

/// Times kernel and baseline in turns until the medians of both are known well enough.
fn time(
    plan: &Plan<'_>,
    session: &mut Session<'_>,
    size: &SizeCases,
    baseline: &mut Baseline<'_>,
    guard: bool,
    log: &mut Log,
) -> Result<bool, Failed> {
    let started = Instant::now();
    for _ in 0..HANDOFFS {
        log.handoff.push(Nanoseconds(session.handoff()?.elapsed_ns));
    }
    let mut rotation = (0..size.sets.len()).cycle();
    loop {
        let mut right = true;
        let Log { tally, kernel, .. } = log;
        turn(kernel, || {
            let set = rotation.next().unwrap_or(0);
            let mut call = call::checked(session, &size.sets[set], set, guard, plan.deadline(), tally.next_call())?;
            if !plan.setup.defences.has(Defence::EveryCall) {
                call.comparisons.clear();
            }
            right &= tally.add(&call, &size.sets[set]);
            Ok(right.then_some(Nanoseconds(call.answer.elapsed_ns)))
        })?;
        if !right {
            return Ok(false);
        }
        session.pause()?;
        let samples = &mut log.baseline;
        let turned = baseline.turn(|b| turn(samples, || b.call(size, rotation.next().unwrap_or(0)).map(Some)));
        session.resume()?;
        turned?;
        if log.states.is_empty() {
            // Not before the first turn: an idle device runs slowly.
            log.states.extend(plan.setup.site.device.state());
        }
        let half_width = || relative_half_width(&log.kernel).max(relative_half_width(&log.baseline));
        if plan.budget.is_enough(log.kernel.len().min(log.baseline.len()), started.elapsed(), half_width) {
            log.states.extend(plan.setup.site.device.state());
            return Ok(true);
        }
    }
}

/// Calls until the turn is over, or `call` gives nothing. The first call of a turn wakes caches and threads and is not
/// recorded.
fn turn(
    samples: &mut Vec<Nanoseconds>,
    mut call: impl FnMut() -> Result<Option<Nanoseconds>, Failed>,
) -> Result<(), Failed> {
    let started = Instant::now();
    for number in 0..=TURN_CALLS {
        let Some(time) = call()? else { return Ok(()) };
        if number > 0 {
            samples.push(time);
            if started.elapsed() >= TURN {
                break;
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_call_of_a_turn_is_not_recorded() {
        let mut samples = Vec::new();
        let mut times = 0..;
        turn(&mut samples, || Ok(times.next().map(Nanoseconds))).expect("no failure");
        assert_eq!(samples.len(), TURN_CALLS);
        assert_eq!(samples[0], Nanoseconds(1));
    }

    #[test]
    fn a_turn_ends_where_its_calls_end() {
        let mut samples = Vec::new();
        let mut times = [Some(Nanoseconds(1)), Some(Nanoseconds(2)), None].into_iter();
        turn(&mut samples, || Ok(times.next().flatten())).expect("no failure");
        assert_eq!(samples, [Nanoseconds(2)]);
    }
}
