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
}

/// What one sum and its twin showed: for each band whether it refused an honest order, and which faults it missed.
type Trial = [(bool, [bool; 5]); 5];

fn trial(acc: Precision, n: usize, kind: Kind, seed: u64) -> Trial {
    let judge = |sum: &Sum, bands: &[Band]| {
        let arithmetic = Arithmetic { precision: acc, fused: false };
        let honest = Order::ALL.map(|order| order.sum(arithmetic, &sum.pairs, seed));
        let wrong = Fault::ALL.map(|fault| fault.applies_to(acc).then(|| fault.sum(acc, &sum.pairs, seed)));
        let one = |band: &Band| {
            let refused = honest.iter().any(|got| !band.accepts(acc, sum, *got));
            (refused, wrong.map(|got| got.is_some_and(|got| band.accepts(acc, sum, got))))
        };
        bands.iter().map(one).collect::<Vec<_>>()
    };
    let (plain, twin) = Band::ALL.split_at(4);
    let mut judged = judge(&Sum::plain(kind, acc, n, seed), plain);
    judged.extend(judge(&Sum::twin(acc, n, seed), twin));
    std::array::from_fn(|band| judged[band])
}

fn rows(acc: Precision, n: usize, kind: Kind, trials: u64) {
    let trials: Vec<Trial> = (0..trials).into_par_iter().map(|seed| trial(acc, n, kind, seed)).collect();
    let share = |holds: &dyn Fn(&Trial) -> bool| {
        100.0 * trials.iter().filter(|trial| holds(trial)).count() as f64 / trials.len() as f64
    };
    for (b, band) in Band::ALL.into_iter().enumerate() {
        print!("{:<5} {n:>8} {:<13} {:<10}", format!("{acc:?}").to_lowercase(), kind.name(), band.name());
        print!(" {:>9.1}", share(&|trial| trial[b].0));
        for (f, fault) in Fault::ALL.into_iter().enumerate() {
            if fault.applies_to(acc) {
                print!(" {:>15.1}", share(&|trial| trial[b].1[f]));
            } else {
                print!(" {:>15}", "–");
            }
        }
        println!();
    }
}

fn main() {
    println!("Per cent of sums: honest orders (six each) refused, and faults missed.");
    println!("Of 200 or 400 sums each; one standard error is at most 3.5.\n");
    print!("{:<5} {:>8} {:<13} {:<10} {:>9}", "acc", "n", "terms", "band", "refused");
    for fault in Fault::ALL {
        print!(" {:>15}", fault.name());
    }
    println!();
    for kind in [Kind::Like, Kind::Constant, Kind::HeavyTailed] {
        for (acc, n, trials) in [
            (Precision::F64, 10, 400),
            (Precision::F64, 1000, 400),
            (Precision::F64, 100_000, 200),
            (Precision::F64, 1_000_000, 200),
            (Precision::F32, 10, 400),
            (Precision::F32, 1000, 400),
            (Precision::F32, 100_000, 200),
            (Precision::F16, 40, 400),
            (Precision::Bf16, 10, 400),
        ] {
            // Heavy tails overflow binary16: such a task is refused, and nothing is judged.
            if (acc, kind) != (Precision::F16, Kind::HeavyTailed) {
                rows(acc, n, kind, trials);
            }
        }
    }
}
