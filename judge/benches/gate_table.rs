//! Prints what the gate and simpler bands make of honest orders and of faults: `cargo bench -p judge --bench gate_table`.
#![allow(missing_docs, clippy::print_stdout, reason = "a table is what this program is for")]

#[path = "../tests/orders/mod.rs"]
mod orders;

use judge::gate::{Against, Element, Precision, Rule, Runs};
use orders::arithmetic::Arithmetic;
use orders::data::{Kind, Sum};
use orders::faults::Fault;
use orders::sums::Order;
use rayon::iter::{IntoParallelIterator, ParallelIterator};

/// A way to decide whether a sum is right.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Band {
    /// `γ_k·S`: the gate's.
    Gate,
    /// `8·√n·u·S`: the gate's line for a note.
    Statistical,
    /// A relative tolerance of 1e-5.
    Relative,
    /// Absolute and relative tolerances of 1e-2.
    Loose,
    /// Equality on the exact twin.
    Twin,
}

impl Band {
    const ALL: [Self; 5] = [Self::Gate, Self::Statistical, Self::Relative, Self::Loose, Self::Twin];

    const fn name(self) -> &'static str {
        match self {
            Self::Gate => "γ_k·S",
            Self::Statistical => "8√n·u·S",
            Self::Relative => "rtol 1e-5",
            Self::Loose => "1e-2",
            Self::Twin => "twin",
        }
    }

    fn accepts(self, acc: Precision, sum: &Sum, got: f64) -> bool {
        let n = sum.pairs.len() as f64;
        let residual = (got - sum.value).abs();
        match self {
            Self::Gate => {
                let rule = Rule { acc, out: acc, m: 0, libm_ulp: 0, depth: None, runs: Runs::Reassociate };
                let judged = rule.judge(Against::Reference, got, sum.value, n, sum.magnitude);
                matches!(judged, Element::Equal | Element::Within(_))
            }
            Self::Statistical => residual <= 8.0 * n.sqrt() * acc.unit_roundoff() * sum.magnitude,
            Self::Relative => residual <= 1e-5 * sum.value.abs(),
            Self::Loose => residual <= 1e-2 + 1e-2 * sum.value.abs(),
            Self::Twin => got == sum.value,
        }
    }

    fn data(self, kind: Kind, acc: Precision, n: usize, seed: u64) -> Sum {
        if self == Self::Twin { Sum::twin(acc, n, seed) } else { Sum::plain(kind, acc, n, seed) }
    }
}

/// Per cent of `trials` for which `holds`.
fn share(trials: u64, holds: impl Fn(u64) -> bool + Sync) -> f64 {
    100.0 * (0..trials).into_par_iter().filter(|&seed| holds(seed)).count() as f64 / trials as f64
}

fn row(acc: Precision, n: usize, kind: Kind, trials: u64) {
    for band in Band::ALL {
        print!("{:<5} {n:>8} {:<13} {:<10}", format!("{acc:?}").to_lowercase(), kind.name(), band.name());
        let refused = share(trials, |seed| {
            let sum = band.data(kind, acc, n, seed);
            let arithmetic = Arithmetic { precision: acc, fused: false };
            let wrong = |order: Order| !band.accepts(acc, &sum, order.sum(arithmetic, &sum.pairs, seed));
            Order::ALL.into_iter().any(wrong)
        });
        print!(" {refused:>9.1}");
        for fault in Fault::ALL {
            if fault.applies_to(acc) {
                let missed = share(trials, |seed| {
                    let sum = band.data(kind, acc, n, seed);
                    band.accepts(acc, &sum, fault.sum(acc, &sum.pairs, seed))
                });
                print!(" {missed:>15.1}");
            } else {
                print!(" {:>15}", "–");
            }
        }
        println!();
    }
}

fn main() {
    println!("Per cent of sums: honest orders (six each) refused, and faults missed.\n");
    print!("{:<5} {:>8} {:<13} {:<10} {:>9}", "acc", "n", "terms", "band", "refused");
    for fault in Fault::ALL {
        print!(" {:>15}", fault.name());
    }
    println!();
    for kind in [Kind::Like, Kind::Constant, Kind::HeavyTailed] {
        for (acc, n, trials) in [
            (Precision::F64, 10, 400),
            (Precision::F64, 1000, 400),
            (Precision::F64, 100_000, 100),
            (Precision::F64, 1_000_000, 40),
            (Precision::F32, 10, 400),
            (Precision::F32, 1000, 400),
            (Precision::F32, 100_000, 100),
            (Precision::F16, 40, 400),
            (Precision::Bf16, 10, 400),
        ] {
            row(acc, n, kind, trials);
        }
    }
}
