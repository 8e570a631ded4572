//! Medians and how sure they are.
//!
//! Times of a kernel are skewed and have outliers, so nothing here is a mean. Intervals are percentile bootstrap intervals
//! (Efron & Tibshirani, *An Introduction to the Bootstrap*, chapter 13) from a generator with a fixed seed: the same
//! samples always give the same interval.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Nanoseconds;

/// Resamples drawn for an interval.
const RESAMPLES: usize = 1000;

/// A value with a 95 % interval.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Estimate {
    /// Best estimate.
    pub value: f64,
    /// Lower end of the 95 % interval.
    pub low: f64,
    /// Upper end of the 95 % interval.
    pub high: f64,
}

impl Estimate {
    /// Half the interval's width ÷ value; infinite for a value of zero.
    #[must_use]
    pub fn relative_half_width(&self) -> f64 {
        if self.value > 0.0 { (self.high - self.low) / 2.0 / self.value } else { f64::INFINITY }
    }
}

/// Repeated times of one thing.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Timing {
    /// Number of samples.
    pub n: usize,
    /// Median, in nanoseconds, with its interval.
    pub median: Estimate,
    /// Median absolute deviation from the median.
    pub mad: Nanoseconds,
    /// Every sample, in the order taken.
    pub samples: Vec<Nanoseconds>,
}

impl Timing {
    /// Describes `samples`; nothing for none.
    #[must_use]
    pub fn of(samples: &[Nanoseconds]) -> Option<Self> {
        let sorted = sorted(samples)?;
        let median = median_of_sorted(&sorted);
        let (low, high) = percentiles(&mut medians(&sorted, 0));
        Some(Self {
            n: samples.len(),
            median: Estimate { value: median, low, high },
            mad: Nanoseconds(mad(&sorted, median) as u64),
            samples: samples.to_vec(),
        })
    }

    /// The median.
    #[must_use]
    pub fn time(&self) -> Nanoseconds {
        Nanoseconds(self.median.value.round() as u64)
    }

    /// Bytes ÷ median, in GB/s (10⁹).
    #[must_use]
    pub fn gigabytes_per_second(&self, bytes: super::Bytes) -> f64 {
        bytes.0 as f64 / self.median.value
    }
}

/// Median of `samples`; nothing for none. Of an even number, the mean of the middle two.
#[must_use]
pub fn median(samples: &[Nanoseconds]) -> Option<f64> {
    sorted(samples).map(|s| median_of_sorted(&s))
}

/// Relative half-width of the bootstrap interval of the median: the measure by which a measurement knows it is done.
/// Infinite for fewer than two samples.
#[must_use]
pub fn relative_half_width(samples: &[Nanoseconds]) -> f64 {
    match sorted(samples) {
        Some(sorted) if sorted.len() > 1 => {
            let (low, high) = percentiles(&mut medians(&sorted, 0));
            Estimate { value: median_of_sorted(&sorted), low, high }.relative_half_width()
        }
        _ => f64::INFINITY,
    }
}

/// Median of `numerator` ÷ median of `denominator`, both resampled; nothing without samples, or with a median of zero.
#[must_use]
pub fn ratio(numerator: &[Nanoseconds], denominator: &[Nanoseconds]) -> Option<Estimate> {
    geometric_mean(&[(numerator, denominator)])
}

/// Geometric mean of the ratios of medians of several pairs, all resampled together.
#[must_use]
pub fn geometric_mean(pairs: &[(&[Nanoseconds], &[Nanoseconds])]) -> Option<Estimate> {
    if pairs.is_empty() {
        return None;
    }
    let mut value = 0.0;
    let mut logs = vec![0.0; RESAMPLES];
    for (i, (numerator, denominator)) in pairs.iter().enumerate() {
        let (top, bottom) = (sorted(numerator)?, sorted(denominator)?);
        value += log_ratio(median_of_sorted(&top), median_of_sorted(&bottom))?;
        let stream = 2 * i as u64;
        for (log, (a, b)) in logs.iter_mut().zip(medians(&top, stream).into_iter().zip(medians(&bottom, stream + 1))) {
            *log += log_ratio(a, b)?;
        }
    }
    let count = pairs.len() as f64;
    let (low, high) = percentiles(&mut logs);
    let power = |log: f64| (log / count).exp();
    Some(Estimate { value: power(value), low: power(low), high: power(high) })
}

fn log_ratio(a: f64, b: f64) -> Option<f64> {
    (a > 0.0 && b > 0.0).then(|| (a / b).ln())
}

fn sorted(samples: &[Nanoseconds]) -> Option<Vec<u64>> {
    let mut sorted: Vec<u64> = samples.iter().map(|s| s.0).collect();
    sorted.sort_unstable();
    (!sorted.is_empty()).then_some(sorted)
}

fn median_of_sorted(sorted: &[u64]) -> f64 {
    let n = sorted.len();
    (sorted[(n - 1) / 2] as f64 + sorted[n / 2] as f64) / 2.0
}

fn mad(sorted: &[u64], median: f64) -> f64 {
    let mut distances: Vec<f64> = sorted.iter().map(|&x| (x as f64 - median).abs()).collect();
    distances.sort_unstable_by(f64::total_cmp);
    let n = distances.len();
    (distances[(n - 1) / 2] + distances[n / 2]) / 2.0
}

/// Medians of [`RESAMPLES`] resamples, each with the samples' count and drawn with replacement. Only ranks are drawn: the
/// median of a resample is the sample of the median rank.
fn medians(sorted: &[u64], stream: u64) -> Vec<f64> {
    let n = sorted.len();
    let mut random = SplitMix64(0x6a75_6467_6500 + stream);
    let mut ranks = vec![0_usize; n];
    let draw = |_| {
        ranks.iter_mut().for_each(|rank| *rank = random.below(n));
        let (below, &mut upper, _) = ranks.select_nth_unstable(n / 2);
        let lower = if n % 2 == 1 { upper } else { below.iter().copied().max().unwrap_or(upper) };
        (sorted[lower] as f64 + sorted[upper] as f64) / 2.0
    };
    (0..RESAMPLES).map(draw).collect()
}

/// The 2.5th and 97.5th percentile.
fn percentiles(values: &mut [f64]) -> (f64, f64) {
    values.sort_unstable_by(f64::total_cmp);
    let tail = values.len() / 40;
    (values[tail], values[values.len() - 1 - tail])
}

/// SplitMix64 (Steele, Lea & Flood 2014).
struct SplitMix64(u64);

impl SplitMix64 {
    /// A number below `n`, by the high half of a product; its bias, n ÷ 2⁶⁴, is nothing here.
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((u128::from(z ^ (z >> 31)) * n as u128) >> 64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn times(samples: &[u64]) -> Vec<Nanoseconds> {
        samples.iter().copied().map(Nanoseconds).collect()
    }

    #[test]
    fn median_and_deviation_by_hand() {
        let timing = Timing::of(&times(&[7, 1, 3, 100, 5])).unwrap();
        assert_eq!((timing.n, timing.median.value, timing.mad), (5, 5.0, Nanoseconds(2)));
        assert_eq!(median(&times(&[1, 2, 3, 10])), Some(2.5));
        assert_eq!(Timing::of(&[]), None);
        let one = Timing::of(&times(&[9])).unwrap();
        assert_eq!((one.median.low, one.median.high), (9.0, 9.0));
        assert_eq!(relative_half_width(&times(&[9])), f64::INFINITY);
        assert_eq!(relative_half_width(&times(&[9, 9, 9])), 0.0);
    }

    #[test]
    fn interval_covers_the_true_median_nineteen_times_in_twenty() {
        let mut random = SplitMix64(1);
        let trials = 1000;
        let covered = (0..trials)
            .filter(|_| {
                // Exponential tail: as skewed as real times. True median: 1000 + 1000 ln 2.
                let uniform = |r: &mut SplitMix64| (r.below(1 << 30) + 1) as f64 / (1_u64 << 30) as f64;
                let samples: Vec<_> =
                    (0..41).map(|_| Nanoseconds((1000.0 - 1000.0 * uniform(&mut random).ln()) as u64)).collect();
                let median = Timing::of(&samples).unwrap().median;
                (median.low..=median.high).contains(&(1000.0 + 1000.0 * std::f64::consts::LN_2))
            })
            .count();
        assert!((920..=980).contains(&covered), "{covered} of {trials}");
    }

    #[test]
    fn ratios_and_their_mean() {
        let (fast, slow) = (times(&[10, 10, 10]), times(&[40, 40, 40]));
        assert_eq!(ratio(&slow, &fast).unwrap(), Estimate { value: 4.0, low: 4.0, high: 4.0 });
        let mean = geometric_mean(&[(&slow, &fast), (&fast, &fast)]).unwrap();
        assert!((mean.value - 2.0).abs() < 1e-12);
        assert_eq!(geometric_mean(&[]), None);
        assert_eq!(ratio(&slow, &times(&[0])), None);
        assert_eq!(ratio(&[], &fast), None);
    }

    #[test]
    fn a_ratio_is_as_unsure_as_its_parts() {
        let noisy: Vec<_> = (0..50).map(|i| Nanoseconds(100 + i)).collect();
        let steady = times(&[100; 50]);
        let both = ratio(&noisy, &noisy).unwrap();
        let one = ratio(&noisy, &steady).unwrap();
        assert!(both.high / both.low > one.high / one.low);
        assert!(both.low < 1.0 && both.high > 1.0);
    }

    #[test]
    fn the_same_samples_give_the_same_interval() {
        let noisy: Vec<_> = (0..50).map(|i| Nanoseconds(100 + i * i)).collect();
        assert_eq!(Timing::of(&noisy), Timing::of(&noisy));
    }
}
