//! Adds up the calls of one size of one run into evidence.

use judge_abi::link::Answer;
use judge_tasks::Variant;

use super::call::Call;
use super::cases::Cases;
use crate::score::{Bytes, ClockMismatch, End, HostAccess, HostWork, Nanoseconds, OutputComparison, Run};

/// The judge's time holds the hand-off too, which a busy machine makes long. Above twice the runner's time and this, the
/// clocks tell different stories.
const CLOCK_SLACK_NS: u64 = 20_000_000;

/// Evidence in the making.
#[derive(Debug, Clone)]
pub struct Tally {
    run: Run,
    /// Of each call.
    host_work: Vec<HostWork>,
}

impl Tally {
    /// Nothing yet, after a start that took `load`.
    #[must_use]
    pub fn new(load: Nanoseconds) -> Self {
        Self {
            run: Run {
                end: End::Completed,
                calls: 0,
                launches_min: u64::MAX,
                launches_max: 0,
                host_regions: 0,
                to_device: Bytes(0),
                from_device: Bytes(0),
                in_target_regions: Nanoseconds(0),
                in_calls: Nanoseconds(0),
                load,
                host_access: None,
                host_work: None,
                late_write: None,
                overrun: None,
                clock_mismatch: None,
                outputs: Vec::new(),
                stderr: String::new(),
            },
            host_work: Vec::new(),
        }
    }

    /// The number of the next call, from 0.
    #[must_use]
    pub fn next_call(&self) -> u64 {
        self.run.calls
    }

    /// Adds one call; says whether everything about it was right.
    pub fn add(&mut self, call: &Call, cases: &dyn Cases, set: usize) -> bool {
        let number = self.run.calls;
        self.add_answer(&call.answer, number);
        self.run.calls += 1;
        self.run.late_write = self.run.late_write.take().or_else(|| call.late.clone());
        self.run.overrun = self.run.overrun.take().or_else(|| call.overrun.clone());
        let twin = cases.layout(set).variant == Variant::Twin;
        for (comparison, gate) in call.look.comparisons.iter().zip(cases.gates()) {
            let output =
                OutputComparison { output: gate.name.clone(), call: number, twin, comparison: comparison.clone() };
            merge(&mut self.run.outputs, output);
        }
        let passed = call.look.comparisons.iter().all(crate::gate::Comparison::passed);
        call.late.is_none() && call.overrun.is_none() && passed
    }

    fn add_answer(&mut self, answer: &Answer, number: u64) {
        let (run, report) = (&mut self.run, &answer.report);
        run.launches_min = run.launches_min.min(report.launches);
        run.launches_max = run.launches_max.max(report.launches);
        // A process that forges its counters may say anything.
        run.host_regions = run.host_regions.saturating_add(report.host_launches);
        run.to_device = run.to_device.max(Bytes(report.to_device));
        run.from_device = run.from_device.max(Bytes(report.from_device));
        run.in_target_regions.0 = run.in_target_regions.0.saturating_add(report.region_ns);
        run.in_calls.0 += answer.elapsed_ns;
        self.host_work.push(HostWork {
            call: number,
            beside: Nanoseconds(report.beside_ns),
            aside: Nanoseconds(report.aside_ns),
            regions: Nanoseconds(report.launcher_ns),
            launches: report.launches,
        });
        let (judge, own) = (answer.elapsed_ns, report.runner_ns);
        let apart = own > judge || judge > own.saturating_mul(2).saturating_add(CLOCK_SLACK_NS);
        if run.clock_mismatch.is_none() && apart {
            let (judge, runner) = (Nanoseconds(answer.elapsed_ns), Nanoseconds(report.runner_ns));
            run.clock_mismatch = Some(ClockMismatch { call: number, judge, runner });
        }
    }

    /// The evidence, when the process ended as `end`.
    #[must_use]
    pub fn finish(mut self, end: End, host_access: Option<HostAccess>, stderr: String) -> Run {
        if self.run.calls == 0 {
            self.run.launches_min = 0;
        }
        Run { end, host_access, stderr, host_work: HostWork::telling(&self.host_work), ..self.run }
    }
}

/// Keeps one comparison per output and kind of input: the first that failed, or else the last.
fn merge(outputs: &mut Vec<OutputComparison>, new: OutputComparison) {
    match outputs.iter_mut().find(|o| o.output == new.output && o.twin == new.twin) {
        Some(old) if !old.comparison.passed() => {}
        Some(old) => *old = new,
        None => outputs.push(new),
    }
}
