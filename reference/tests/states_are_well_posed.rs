//! The random states of the flux tasks: the waves of the Riemann problem stand in their order at every face, so that one
//! case of equation (64) of Miyoshi and Kusano holds, and none is so close to the next that a flux loses its digits.

mod common;

use common::{Compiled, doubles};
use judge_tasks::Variant;

const GAMMA: f64 = 1.666_666_666_666_666_7;

/// One side of a face along i: density, normal speed, total pressure, fast speed.
struct Side {
    rho: f64,
    u: f64,
    total: f64,
    fast: f64,
}

fn side(variables: [f64; 8], bn: f64) -> Side {
    let [rho, u, _, _, _, bt, bs, p] = variables;
    let (b2, gp) = (bn * bn + bt * bt + bs * bs, GAMMA * p);
    let fast = ((gp + b2 + ((gp + b2).powi(2) - 4.0 * gp * bn * bn).sqrt()) / (2.0 * rho)).sqrt();
    Side { rho, u, total: p + 0.5 * b2, fast }
}

#[test]
fn the_waves_stand_in_their_order_at_every_face() {
    for task in ["hll-flux", "hlld-flux"] {
        let Some(compiled) = Compiled::new(task) else { return };
        let size = compiled.task.size("small-i").expect("a size");
        for seed in [1, 2] {
            let (_, inputs) = compiled.inputs(size, Variant::Normal, seed);
            let [left, right, normal] = ["vL", "vR", "Bn"].map(|name| doubles(&inputs[name]));
            let faces = normal.len();
            let mut supersonic = 0;
            for (face, &bn) in normal.iter().enumerate() {
                let at = |v: &[f64]| std::array::from_fn(|variable| v[variable * faces + face]);
                let (l, r) = (side(at(&left), bn), side(at(&right), bn));
                let (sl, sr) = ((l.u - l.fast).min(r.u - r.fast), (l.u + l.fast).max(r.u + r.fast));
                let (ml, mr) = (l.rho * (sl - l.u), r.rho * (sr - r.u));
                let sm = (mr * r.u - ml * l.u - r.total + l.total) / (mr - ml);
                let alfven = |mass: f64, s: f64| bn.abs() / (mass / (s - sm)).sqrt();
                let (inner_l, inner_r) = (sm - alfven(ml, sl), sm + alfven(mr, sr));
                assert!(
                    sl < inner_l && inner_l < sm && sm < inner_r && inner_r < sr,
                    "{task}: face {face}, seed {seed}"
                );
                for (mass, s, u) in [(ml, sl, l.u), (mr, sr, r.u)] {
                    assert!(mass * (s - sm) - bn * bn > 0.099 * mass * (s - u), "{task}: face {face}, seed {seed}");
                }
                supersonic += usize::from(sl > 0.0 || sr < 0.0);
            }
            assert!(supersonic > faces / 20, "{supersonic} of {faces}");
        }
    }
}
