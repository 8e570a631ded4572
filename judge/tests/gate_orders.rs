//! The gate's promises, tried on sums: an honest order is never refused, a fault is caught at the documented rates, and
//! always with the exact twin.

#[path = "orders/mod.rs"]
mod orders;

use judge::gate::{Against, Element, Precision, Rule, Runs, twin};
use orders::arithmetic::{Arithmetic, round};
use orders::data::{Kind, Random, Sum};
use orders::faults::Fault;
use orders::sums::Order;
use rayon::iter::{IntoParallelIterator, ParallelIterator};

const FORMATS: [Precision; 4] = [Precision::F64, Precision::F32, Precision::F16, Precision::Bf16];

fn rule(acc: Precision, m: u32) -> Rule {
    Rule { acc, out: acc, m, libm_ulp: 0, depth: None, runs: Runs::Reassociate }
}

/// Longest sums tried: far from where the task itself is refused.
const fn longest(acc: Precision) -> usize {
    match acc {
        Precision::F64 | Precision::F32 | Precision::Matrix => 2000,
        Precision::F16 => 200,
        Precision::Bf16 => 30,
    }
}

/// Judges every honest order of one sum, and each of them against another; says how many were judged.
fn judge_honest(acc: Precision, out: Precision, seed: u64) -> usize {
    let mut random = Random(seed);
    let mut n = 1 + random.below(random.clone().below(longest(acc)).max(2));
    let kind = Kind::ALL[random.below(6)];
    let products = random.below(2) == 1;
    if out != acc && !products {
        // One term that is only stored in another format is no copy: a task declares a rounding for it.
        n = n.max(2);
    }
    let sum = if products { Sum::products(kind, acc, n, seed) } else { Sum::plain(kind, acc, n, seed) };
    let rule = Rule { out, ..rule(acc, u32::from(products)) };
    let limit = acc.largest().min(out.largest()) / 2.0;
    if sum.magnitude.is_nan() || sum.magnitude >= limit {
        // The task would be refused.
        return 0;
    }
    let fused = products && random.below(2) == 1;
    let arithmetic = Arithmetic { precision: acc, fused };
    let formed = Order::ALL.map(|order| round(out, order.sum(arithmetic, &sum.pairs, random.next())));
    for (i, a) in formed.into_iter().enumerate() {
        let b = formed[(i + 1) % formed.len()];
        for (against, b) in [(Against::Reference, sum.value), (Against::Run, b)] {
            let judged = rule.judge(against, a, b, n as f64, sum.magnitude);
            // Two terms have one association only where additions are commutative and nothing else happens: Kahan's
            // sum and its neighbours round differently, and no kernel changes its algorithm between runs.
            let other_algorithm = against == Against::Run && n <= 2;
            assert!(
                matches!(judged, Element::Equal | Element::Within(_)) || other_algorithm,
                "{:?} of {n} {} in {acc:?}, stored as {out:?}, fused {fused}: {a:e} with {against:?} {b:e}: {judged:?}",
                Order::ALL[i],
                kind.name()
            );
        }
    }
    2 * formed.len()
}

#[test]
fn a_hundred_thousand_honest_orders_are_never_refused() {
    let pairs = FORMATS.iter().map(|acc| (*acc, *acc));
    let narrower =
        [(Precision::F32, Precision::F16), (Precision::F32, Precision::Bf16), (Precision::F64, Precision::F32)];
    for (acc, out) in pairs.chain(narrower) {
        let judged: usize = (0..10_000_u64).into_par_iter().map(|seed| judge_honest(acc, out, seed)).sum();
        assert!(judged >= 100_000, "{acc:?}: {judged}");
    }
}

#[test]
fn two_terms_of_one_kernel_are_the_same_in_any_order() {
    for seed in 0..1000 {
        let sum = Sum::plain(Kind::Like, Precision::F32, 2, seed);
        let arithmetic = Arithmetic { precision: Precision::F32, fused: false };
        let [a, b] = [1, 2].map(|s| Order::Random.sum(arithmetic, &sum.pairs, s));
        let judged = rule(Precision::F32, 0).judge(Against::Run, a, b, 2.0, sum.magnitude);
        assert_eq!(judged, Element::Equal);
    }
}

fn caught(rule: &Rule, sum: &Sum, got: f64) -> bool {
    let judged = rule.judge(Against::Reference, got, sum.value, sum.pairs.len() as f64, sum.magnitude);
    matches!(judged, Element::Beyond(_))
}

#[test]
fn faults_among_like_terms_are_caught_while_the_band_is_not_blind() {
    // A third of the length at which one lost update of like size hides.
    for (acc, n) in [(Precision::F64, 100_000), (Precision::F32, 1300), (Precision::F16, 15), (Precision::Bf16, 5)] {
        let rule = rule(acc, 0);
        assert!(!rule.is_blind(n as f64));
        for fault in Fault::ALL.into_iter().filter(|fault| fault.applies_to(acc)) {
            for seed in 0..20 {
                let sum = Sum::plain(Kind::Positive, acc, n, seed);
                let got = fault.sum(acc, &sum.pairs, seed);
                assert!(caught(&rule, &sum, got), "{} of {n} in {acc:?}, seed {seed}", fault.name());
            }
        }
    }
}

#[test]
fn the_band_is_blind_where_the_documentation_says() {
    for (acc, n) in [(Precision::F64, 9.5e7), (Precision::F32, 4097.0), (Precision::F16, 46.0), (Precision::Bf16, 17.0)]
    {
        assert!(rule(acc, 0).is_blind(n) && !rule(acc, 0).is_blind(n * 0.95), "{acc:?}");
    }
    let sum = Sum::plain(Kind::Like, Precision::F32, 20_000, 1);
    let missed = (0..50).filter(|&seed| {
        let got = Fault::LostUpdate.sum(Precision::F32, &sum.pairs, seed);
        !caught(&rule(Precision::F32, 0), &sum, got)
    });
    assert_eq!(missed.count(), 50);
}

#[test]
fn a_third_of_lost_terms_hides_in_a_long_heavy_tailed_sum() {
    let sum = Sum::plain(Kind::HeavyTailed, Precision::F64, 1_000_000, 7);
    let rule = rule(Precision::F64, 0);
    let missed: usize = (0..200_u64)
        .into_par_iter()
        .filter(|&seed| !caught(&rule, &sum, Fault::LostUpdate.sum(Precision::F64, &sum.pairs, seed)))
        .count();
    assert!((50..=90).contains(&missed), "{missed} of 200");
}

/// The output's bytes, in its own format.
fn stored(precision: Precision, x: f64) -> (Vec<u8>, judge_abi::DType) {
    use judge_abi::DType;
    match precision {
        Precision::F64 => (x.to_ne_bytes().to_vec(), DType::F64),
        Precision::F32 | Precision::Matrix => ((x as f32).to_ne_bytes().to_vec(), DType::F32),
        Precision::F16 => (half::f16::from_f64(x).to_ne_bytes().to_vec(), DType::F16),
        Precision::Bf16 => (half::bf16::from_f64(x).to_ne_bytes().to_vec(), DType::Bf16),
    }
}

#[test]
fn the_twin_passes_every_order_and_catches_every_fault() {
    for (acc, lengths) in [
        (Precision::F64, [10, 1000, 1_000_000]),
        (Precision::F32, [10, 1000, 100_000]),
        (Precision::F16, [4, 40, 400]),
        (Precision::Bf16, [2, 10, 60]),
    ] {
        for n in lengths {
            (0..20_u64).into_par_iter().for_each(|seed| {
                let sum = Sum::twin(acc, n, seed);
                let judged = |got: f64| {
                    let (out, dtype) = stored(acc, got);
                    twin(&out, &sum.value.to_ne_bytes(), dtype).unwrap().passed()
                };
                for order in Order::ALL {
                    let arithmetic = Arithmetic { precision: acc, fused: false };
                    assert!(judged(order.sum(arithmetic, &sum.pairs, seed)), "{order:?} of {n} in {acc:?}");
                }
                for fault in Fault::ALL.into_iter().filter(|fault| fault.applies_to(acc)) {
                    let got = fault.sum(acc, &sum.pairs, seed);
                    assert!(!judged(got), "{} of {n} in {acc:?}, seed {seed}", fault.name());
                }
            });
        }
    }
}

#[test]
fn simpler_bands_refuse_the_honest_or_miss_the_wrong() {
    // 0.1 added a million times, first to last, is 120·√n·u·S off.
    let sum = Sum::plain(Kind::Constant, Precision::F64, 1_000_000, 0);
    let arithmetic = Arithmetic { precision: Precision::F64, fused: false };
    let got = Order::Natural.sum(arithmetic, &sum.pairs, 0);
    let statistical = 1000.0 * Precision::F64.unit_roundoff() * sum.magnitude;
    let times = (got - sum.value).abs() / statistical;
    assert!((115.0..125.0).contains(&times), "{times}");
    assert!(!caught(&rule(Precision::F64, 0), &sum, got));
    // A relative tolerance of 1e-5 passes single precision in a double-precision task.
    let sum = Sum::plain(Kind::Positive, Precision::F64, 10, 3);
    let got = Fault::NarrowAccumulator.sum(Precision::F64, &sum.pairs, 3);
    assert!((got - sum.value).abs() < 1e-5 * sum.value.abs());
    assert!(caught(&rule(Precision::F64, 0), &sum, got));
}
