//! The judge's random numbers: a hash of (seed, stream, index), so that any element can be made on its own.

/// `H(seed, stream, i)`: the SplitMix64 finaliser of `seed + stream·0xD1B54A32D192ED03 + (i+1)·0x9E3779B97F4A7C15`.
///
/// Stream 0 is plain SplitMix64.
#[must_use]
pub const fn hash(seed: u64, stream: u64, i: u64) -> u64 {
    let mut z = seed
        .wrapping_add(stream.wrapping_mul(0xD1B5_4A32_D192_ED03))
        .wrapping_add(i.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15));
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// A value of either sign with magnitude in [0.5, 1.5): like magnitudes, so that no tiny term hides.
#[must_use]
pub fn like(h: u64) -> f64 {
    // Below 2^53: the conversion of signed integers is one instruction, that of unsigned ones is ten.
    sign(h, 0.5 + (h >> 11).cast_signed() as f64 * (f64::EPSILON / 2.0))
}

/// `±(1 + (h>>32) mod max)`: a small integer that is never zero.
#[must_use]
pub const fn ipm(h: u64, max: u64) -> i64 {
    let magnitude = (1 + (h >> 32) % max).cast_signed();
    if h & 1 == 1 { -magnitude } else { magnitude }
}

/// An odd integer in [1, max]: wide, so that a narrower accumulator cannot hold it.
#[must_use]
pub const fn odd_positive(h: u64, max: u64) -> i64 {
    (2 * ((h >> 20) % max.div_ceil(2)) + 1).cast_signed()
}

/// `odd_positive` with a random sign.
#[must_use]
pub const fn odd(h: u64, max: u64) -> i64 {
    if h & 1 == 1 { -odd_positive(h, max) } else { odd_positive(h, max) }
}

/// The seed of one input set of a run: sets of one run differ in every element.
#[must_use]
pub const fn derive(seed: u64, set: u64) -> u64 {
    hash(seed, u64::MAX, set)
}

fn sign(h: u64, magnitude: f64) -> f64 {
    if h & 1 == 1 { -magnitude } else { magnitude }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_splitmix64_on_stream_zero() {
        let first: Vec<u64> = (0..5).map(|i| hash(1_234_567, 0, i)).collect();
        assert_eq!(
            first,
            [
                6_457_827_717_110_365_317,
                3_203_168_211_198_807_973,
                9_817_491_932_198_370_423,
                4_593_380_528_125_082_431,
                16_408_922_859_458_223_821
            ]
        );
        assert_eq!(hash(42, 1, 0), 15_563_345_056_690_163_072);
        assert_eq!(hash(42, 1, 1), 678_961_091_478_010_903);
    }

    #[test]
    fn like_magnitudes_stay_in_their_octaves() {
        for i in 0..10_000 {
            let magnitude = like(hash(7, 0, i)).abs();
            assert!((0.5..1.5).contains(&magnitude), "{magnitude}");
        }
        assert_eq!(like(hash(42, 0, 0)), -1.241_564_878_771_823_2);
    }

    #[test]
    fn twin_values_are_odd_and_reach_their_bound() {
        let values: Vec<i64> = (0..10_000).map(|i| odd_positive(hash(7, 0, i), 9)).collect();
        assert!(values.iter().all(|v| v % 2 == 1 && (1..=9).contains(v)));
        assert!(values.contains(&9) && values.contains(&1));
        assert_eq!(odd_positive(u64::MAX, 1), 1);
    }
}
