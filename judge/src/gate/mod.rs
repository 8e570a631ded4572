//! Gate: when is an output right, and when do two runs agree?
//!
//! A float output may differ from the reference, or from another run, by no more than a different order of additions can
//! explain. With `u` the unit roundoff of the accumulation, `n` the terms added into an element, `S` the sum of their
//! magnitudes, `k = min(n − 1, depth) + m + 2·libm_ulp` and `γ_k = k·u / (1 − k·u)` (Higham, *Accuracy and Stability of
//! Numerical Algorithms*, 2nd ed., section 4.2):
//!
//! | comparison | rule |
//! |---|---|
//! | a run with the reference `r` | `abs(a − r) ≤ γ_k·S + k·λ + out(r)` |
//! | run A with run B | `n ≤ 2`: equal; otherwise `abs(a − b) ≤ 2·(γ_k·S + k·λ + out)` |
//! | with the exact twin, integers, indices | equal |
//!
//! Every function here is pure, takes the bytes as they lie in a buffer, and copies nothing.

mod band;
mod column;
mod compare;
mod comparison;
mod difference;
mod exact;
mod float;
pub mod hex;
mod lanes;
mod output;
mod precision;
mod rule;
pub mod vectors;

pub use band::Against;
pub use column::{Magnitude, Terms};
pub use compare::{Reference, against_reference, between_runs};
pub use comparison::{Comparison, GateError, Label, Outcome, Refusal};
pub use difference::{Difference, Value};
pub use exact::{exact, twin};
pub use output::{Input, OracleOutput, output_against_oracle, output_between_runs};
pub use precision::Precision;
pub use rule::{Element, Rule, Runs};
