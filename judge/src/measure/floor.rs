//! The least time physics allows on the host device: compulsory bytes at the processor's own read bandwidth.
//!
//! Measured at the working set in question, because a small one stays in the caches. A GPU's peak is measured by its
//! device.

use std::time::Instant;

use judge_abi::Intent;
use judge_abi::device::{self, Work};
use judge_tasks::Layout;

use crate::score::{Bytes, Floor, Nanoseconds};

/// The judge's read loop is good but not the best there can be: only times below half of what it reaches are impossible.
const HEADROOM: f64 = 2.0;

/// Bytes read in one trial, at least: long enough to hide the start of the threads.
const TRIAL_BYTES: u64 = 256 << 20;

const TRIALS: usize = 6;

/// Largest working set that is measured; beyond every cache the bandwidth no longer changes.
const LARGEST: u64 = 256 << 20;

/// The floor of a call that moves `bytes`, on this machine with `threads` threads.
///
/// A machine that is busy just now reads slowly, and the floor would rise above honest kernels: the `best` time of the
/// trusted baseline counts as a reading too.
#[must_use]
pub fn host(bytes: u64, threads: usize, best: Option<Nanoseconds>) -> Option<Floor> {
    let words = usize::try_from(bytes.clamp(4096, LARGEST) / 8).ok()?;
    let data = vec![1_u64; words];
    let passes = TRIAL_BYTES.div_ceil(words as u64 * 8);
    let baseline = best.filter(|b| b.0 > 0).map_or(0.0, |b| bytes as f64 / b.seconds());
    let best = (0..TRIALS).map(|_| trial(&data, passes, threads)).fold(f64::INFINITY, f64::min);
    let peak = (words as u64 * 8 * passes) as f64 / best;
    Floor::of(Bytes(bytes), HEADROOM * peak.max(baseline))
}

/// The floor of one call on a device whose peaks were measured: what it writes may stay in the caches, what it reads was
/// flushed from them.
#[must_use]
pub fn of(peaks: &device::Floor, layout: &Layout) -> Option<Floor> {
    let written = layout.arrays.iter().filter(|a| matches!(a.intent, Intent::Out | Intent::InOut)).map(|a| a.bytes);
    let written = written.fold(0_u64, u64::saturating_add).min(layout.bytes_moved);
    let work = Work { read: layout.bytes_moved - written, written, flops: layout.flops };
    let nanoseconds = peaks.shortest_ns(&work);
    let time = Nanoseconds(nanoseconds as u64);
    nanoseconds.is_finite().then_some(Floor { peak_bytes_per_second: peaks.peak(), time })
}

/// Seconds in which `threads` threads read `data` `passes` times, each its own part.
fn trial(data: &[u64], passes: u64, threads: usize) -> f64 {
    let part = data.len().div_ceil(threads.max(1));
    let start = Instant::now();
    std::thread::scope(|scope| {
        for chunk in data.chunks(part) {
            scope.spawn(move || {
                for _ in 0..passes {
                    std::hint::black_box(sum(std::hint::black_box(chunk)));
                }
            });
        }
    });
    start.elapsed().as_secs_f64()
}

/// Several sums at once, so that loads and not the additions' latency are the limit.
fn sum(data: &[u64]) -> u64 {
    let (chunks, rest) = data.as_chunks::<32>();
    let mut lanes = [0_u64; 32];
    for chunk in chunks {
        for (lane, word) in lanes.iter_mut().zip(chunk) {
            *lane = lane.wrapping_add(*word);
        }
    }
    lanes.iter().chain(rest).fold(0, |a, b| a.wrapping_add(*b))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_floor_grows_with_the_bytes_and_none_is_zero_time() {
        let small = host(1 << 20, 2, None).expect("a floor");
        let large = host(64 << 20, 2, None).expect("a floor");
        assert!(small.time.0 > 0 && large.time > small.time);
    }

    #[test]
    fn a_fast_baseline_lowers_the_floor_below_half_its_time() {
        let floor = host(1 << 20, 2, Some(Nanoseconds(100))).expect("a floor");
        assert!(floor.time.0 <= 50, "{floor:?}");
    }

    #[test]
    fn the_read_loop_reads_everything() {
        let data: Vec<u64> = (0..1000).collect();
        assert_eq!(sum(&data), 499_500);
    }
}
