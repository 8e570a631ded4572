//! One size of one run: checked calls on every case, then timed calls in turns with the baseline.

use std::time::{Duration, Instant};

use judge_abi::device::DeviceState;
use judge_tasks::{Variant, derive};

use super::baseline::Baseline;
use super::call::{self, Failed, On};
use super::cases::{Cases, Output};
use super::naive;
use super::run::{Plan, SizeRun};
use super::session::Session;
use super::tally::Tally;
use crate::defence::Defence;
use crate::gate::Comparison;
use crate::score::{End, HostAccess, Isolation, Nanoseconds, OutputComparison};

/// Time for which one side keeps the machine before the other has its turn.
const TURN: Duration = Duration::from_millis(40);

/// Calls in a turn that are recorded, at least: one more is made, and making a large size's inputs costs more than calls.
const LEAST_CALLS: usize = 3;

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
    outputs: Vec<Vec<Output>>,
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

    /// Adds comparisons of outputs, by number, with those of an earlier call on the same case; says whether all agree.
    fn compared(
        &mut self,
        cases: &dyn Cases,
        set: usize,
        comparisons: impl Iterator<Item = (usize, Comparison)>,
    ) -> bool {
        let (call, twin) = (self.calls() - 1, cases.layout(set).variant == Variant::Twin);
        let gates = cases.gates();
        let named = comparisons.map(|(output, comparison)| OutputComparison {
            output: gates[output].name.clone(),
            call,
            twin,
            comparison,
        });
        let before = self.between.len();
        self.between.extend(named);
        self.between[before..].iter().all(|o| o.comparison.passed())
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
    session: &mut Session,
    cases: &mut dyn Cases,
    baseline: &mut Baseline,
    other: Option<&SizeRun>,
    log: &mut Log,
) -> Result<bool, Failed> {
    cases.adopt(session)?;
    // On the host, closing a large buffer costs page-table work: every checking call pays it, a timed one only if it is
    // lost in the noise.
    let (mut guard_is_cheap, defences) = (true, plan.setup.defences);
    for set in 0..cases.count() {
        session.poison_allocations()?;
        let call = call::checked(session, cases, On::Known(set), true, plan.deadline(), log.calls())?;
        naive::next_process(&plan.setup, session, cases)?;
        guard_is_cheap = call.answer.report.guard_ns <= call.answer.elapsed_ns / GUARD_SHARE;
        let mut right = log.tally.add(&call, cases, set);
        if let Some(other) = other.and_then(|o| o.outputs.get(set)) {
            let compared = cases.between(set, other, &call.look.outputs)?;
            let compared = compared.into_iter().enumerate();
            let compared = compared.filter_map(|(output, c)| Some((output, naive::agreement(defences, c?))));
            right &= log.compared(cases, set, compared);
        }
        right &= log.compared(cases, set, call.look.unlike.into_iter());
        log.outputs.push(call.look.outputs);
        if !right {
            return Ok(false);
        }
    }
    if cases.timed() { time(plan, session, cases, baseline, guard_is_cheap, log) } else { Ok(true) }
}

/// Times kernel and baseline in turns until the medians of both are known well enough.
fn time(
    plan: &Plan<'_>,
    session: &mut Session,
    cases: &mut dyn Cases,
    baseline: &mut Baseline,
    guard: bool,
    log: &mut Log,
) -> Result<bool, Failed> {
    baseline.adopt(cases)?;
    let defences = plan.setup.defences;
    let started = Instant::now();
    for _ in 0..HANDOFFS {
        log.handoff.push(Nanoseconds(session.handoff()?.elapsed_ns));
    }
    let rotation = || Rotation { sets: cases.sets(), seed: plan.rotation, calls: log.calls(), last: cases.sets() - 1 };
    let (mut order, mut other_order) = (rotation(), rotation());
    loop {
        let mut right = true;
        let mut kernel = std::mem::take(&mut log.kernel);
        let turned = turn(&mut kernel, |recorded| {
            // What a kernel remembers of earlier inputs must not help it while its time counts.
            let on = match recorded && defences.has(Defence::Rotation) {
                true => On::Fresh(derive(plan.fresh, log.calls())),
                false => On::Known(order.next()),
            };
            let time = one(plan, session, cases, on, guard, log)?;
            right = time.is_some();
            Ok(time)
        });
        log.kernel = kernel;
        turned?;
        if !right {
            return Ok(false);
        }
        session.pause()?;
        let samples = &mut log.baseline;
        let turned = baseline.turn(|b| turn(samples, |_| b.call(cases, other_order.next()).map(Some)));
        cases.hide()?;
        session.resume()?;
        turned?;
        if log.states.is_empty() {
            // Not before the first turn: an idle device runs slowly.
            log.states.extend(plan.setup.site.device.state());
        }
        if plan.budget.is_enough(&log.kernel, &log.baseline, started.elapsed()) {
            log.states.extend(plan.setup.site.device.state());
            // A kernel may have begun to differ from itself when its time began to count.
            return Ok(one(plan, session, cases, On::Known(order.next()), guard, log)?.is_some());
        }
    }
}

/// One call while time is taken, held to the oracle and to an earlier call on the same case; its time, when it was right.
fn one(
    plan: &Plan<'_>,
    session: &mut Session,
    cases: &mut dyn Cases,
    on: On,
    guard: bool,
    log: &mut Log,
) -> Result<Option<Nanoseconds>, Failed> {
    let defences = plan.setup.defences;
    let mut call = call::checked(session, cases, on, guard, plan.deadline(), log.calls())?;
    let set = call.set;
    naive::next_process(&plan.setup, session, cases)?;
    let mut unlike = std::mem::take(&mut call.look.unlike);
    if defences.has(Defence::EveryCall) {
        let first = log.outputs.get(set).map(|first| cases.between(set, first, &call.look.outputs)).transpose()?;
        let first = first.into_iter().flatten().enumerate();
        let first = first.filter_map(|(output, c)| Some((output, naive::agreement(defences, c?))));
        unlike.extend(first.filter(|(_, c)| !c.passed()));
    } else {
        (call.look.comparisons, unlike) = (Vec::new(), Vec::new());
    }
    let right = log.tally.add(&call, cases, set) & log.compared(cases, set, unlike.into_iter());
    cases.recycle(call.look.outputs);
    Ok(right.then_some(Nanoseconds(call.answer.elapsed_ns)))
}

/// The sets of successive calls, in an order that only the judge knows: never the same twice in a row.
struct Rotation {
    sets: usize,
    seed: u64,
    calls: u64,
    last: usize,
}

impl Rotation {
    fn next(&mut self) -> usize {
        self.calls += 1;
        let others = self.sets.saturating_sub(1).max(1) as u64;
        let step = 1 + derive(self.seed, self.calls) % others;
        self.last = (self.last + usize::try_from(step).unwrap_or(1)) % self.sets.max(1);
        self.last
    }
}

/// Calls until the turn is over, or `call`, which is told whether it is recorded, gives nothing. The first call of a turn
/// wakes caches and threads and is not recorded.
fn turn(
    samples: &mut Vec<Nanoseconds>,
    mut call: impl FnMut(bool) -> Result<Option<Nanoseconds>, Failed>,
) -> Result<(), Failed> {
    let started = Instant::now();
    for number in 0..=TURN_CALLS {
        let Some(time) = call(number > 0)? else { return Ok(()) };
        if number > 0 {
            samples.push(time);
            if number >= LEAST_CALLS && started.elapsed() >= TURN {
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
        turn(&mut samples, |recorded| Ok(times.next().filter(|t| recorded == (*t > 0)).map(Nanoseconds)))
            .expect("no failure");
        assert_eq!(samples.len(), TURN_CALLS);
        assert_eq!(samples[0], Nanoseconds(1));
    }

    #[test]
    fn no_set_follows_itself_and_the_order_depends_on_the_seed() {
        let order = |seed, sets| {
            let mut rotation = Rotation { sets, seed, calls: 0, last: 0 };
            (0..100).map(|_| rotation.next()).collect::<Vec<_>>()
        };
        for sets in 2..5 {
            let sequence = order(1, sets);
            assert!(sequence.windows(2).all(|pair| pair[0] != pair[1] && pair[1] < sets));
            assert!((0..sets).all(|set| sequence.contains(&set)));
        }
        assert_ne!(order(1, 3), order(2, 3));
        assert_eq!(order(1, 1), [0; 100]);
    }

    #[test]
    fn a_turn_ends_where_its_calls_end() {
        let mut samples = Vec::new();
        let mut times = [Some(Nanoseconds(1)), Some(Nanoseconds(2)), None].into_iter();
        turn(&mut samples, |_| Ok(times.next().flatten())).expect("no failure");
        assert_eq!(samples, [Nanoseconds(2)]);
    }
}
