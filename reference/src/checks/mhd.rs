//! Magnetohydrodynamics: reconstruction, fluxes, flux differences, constrained transport.

use judge_abi::DType;
use serde_json::Value;

use super::field::{Check, CheckError, bytes, floats_in, number, numbers};
use super::{Inputs, Outputs, Run, integer, scalar};

/// The scalars of a grid.
fn grid(inputs: &mut Inputs, n: [usize; 3], direction: i64, aos: i64) {
    for (name, value) in
        [("nx", n[0] as i64), ("ny", n[1] as i64), ("nz", n[2] as i64), ("direction", direction), ("aos", aos)]
    {
        inputs.insert(name, integer(value, DType::I32));
    }
}

/// Place of a variable at a point of a grid.
fn place(at: [usize; 3], m: [usize; 3], var: usize, aos: i64) -> usize {
    let point = at[0] + m[0] * (at[1] + m[1] * at[2]);
    if aos == 1 { point * 8 + var } else { var * m[0] * m[1] * m[2] + point }
}

/// The line along each direction and in both layouts, on a grid that repeats it across.
pub(super) fn plm(check: &mut Check<'_>, run: &mut Run<'_>) -> Result<(), CheckError> {
    let mut line = check.numbers("line")?;
    if check.has("real_line") {
        check.same_list("line", &check.like(0, line.len()))?;
    }
    // A grid has two ghost cells on either side of at least one; what stands behind a short line is not looked at.
    line.resize(line.len().max(5), 0.0);
    for direction in 0..3usize {
        for aos in [0, 1] {
            let mut n = [1, 1, 1];
            n[direction] = line.len() - 4;
            let m = n.map(|n| n + 4);
            let mut v = vec![0.0; 8 * m.iter().product::<usize>()];
            each_point(m, |at| (0..8).for_each(|var| v[place(at, m, var, aos)] = line[at[direction]]));
            let mut inputs = Inputs::from([("V", bytes(&v))]);
            grid(&mut inputs, n, direction as i64, aos);
            let outputs = run.oracle(&inputs, &[("vL", v.len()), ("vR", v.len())])?;
            let (left, right) = (floats_in(&outputs["vL_r"]), floats_in(&outputs["vR_r"]));
            for cell in check.field("cells").as_array().into_iter().flatten() {
                let mut at = [1, 1, 1];
                at[direction] = cell["i"].as_u64().unwrap_or_default() as usize;
                for var in [0, 7] {
                    let e = place(at, m, var, aos);
                    for (field, got) in [
                        ("vL_at_i_plus_half", left[e]),
                        ("vL_hex", left[e]),
                        ("vL", left[e]),
                        ("vR_at_i_minus_half", right[e]),
                        ("vR_hex", right[e]),
                        ("vR", right[e]),
                    ] {
                        if let Some(expected) = number(&cell[field]) {
                            let what = format!("{field} at {} along {direction}, aos {aos}", cell["i"]);
                            check.same_floats(&what, &[got], &[expected]);
                        }
                    }
                }
            }
        }
    }
    Ok(())
}

/// Of the scale of a flux, what double-double does not resolve: where all of it cancels, other digits are left than of a
/// calculation with fifty.
const ORACLE_DIGITS: f64 = 1.0 / (1_u128 << 100) as f64;

/// The face in each direction and both layouts, with the state's components rotated.
pub(super) fn flux(check: &mut Check<'_>, run: &mut Run<'_>) -> Result<(), CheckError> {
    let (left, right) = (check.numbers("L")?, check.numbers("R")?);
    let expected = check.numbers(if check.has("flux_hex") { "flux_hex" } else { "flux" })?;
    let scale = if check.has("magnitude_M") { check.numbers("magnitude_M")? } else { Vec::new() };
    if left.len() != 8 || right.len() != 8 || expected.len() != 8 {
        return Err(check.wrong("L", "eight numbers, like R and the flux"));
    }
    for direction in 0..3usize {
        for aos in [0, 1] {
            let outputs = one_face(check, run, &left, &right, direction, aos)?;
            let (r, s) = (floats_in(&outputs["F_r"]), floats_in(&outputs["F_s"]));
            for (slot, expected) in expected.iter().enumerate() {
                let var = rotated(slot, direction);
                let digits = s[var] * ORACLE_DIGITS;
                check.within(&format!("flux[{slot}] along {direction}, aos {aos}"), r[var], *expected, digits);
                if let Some(m) = scale.get(slot) {
                    check.close(&format!("magnitude_M[{slot}] along {direction}"), s[var], *m, 1e-14);
                }
            }
        }
    }
    Ok(())
}

fn one_face(
    check: &Check<'_>,
    run: &mut Run<'_>,
    left: &[f64],
    right: &[f64],
    direction: usize,
    aos: i64,
) -> Result<Outputs, CheckError> {
    let state = |q: &[f64]| {
        let mut v = vec![0.0; 8];
        (0..8).for_each(|slot| v[rotated(slot, direction)] = q[slot]);
        bytes(&v)
    };
    let gamma = scalar(check.number("gamma")?);
    let mut inputs =
        Inputs::from([("vL", state(left)), ("vR", state(right)), ("Bn", bytes(&left[4..5])), ("gamma", gamma)]);
    grid(&mut inputs, [1, 1, 1], direction as i64, aos);
    run.oracle(&inputs, &[("F", 8)])
}

/// Where a component in the order normal, first tangent, second tangent stands in the order x, y, z.
fn rotated(slot: usize, direction: usize) -> usize {
    match slot {
        1..=3 => 1 + (slot - 1 + direction) % 3,
        4..=6 => 4 + (slot - 4 + direction) % 3,
        other => other,
    }
}

pub(super) fn rhs(check: &mut Check<'_>, run: &mut Run<'_>) -> Result<(), CheckError> {
    let (cells, vars) = (check.count("cells")?, check.count("vars")?);
    let table = |field: &str| {
        let rows = (0..vars.min(8)).map(|var| numbers(&check.field(field)[var]));
        rows.collect::<Option<Vec<_>>>().ok_or_else(|| check.wrong(field, "a list for each variable"))
    };
    let (old, fluxes, expected) = (table("U")?, table("F")?, table("U_new")?);
    for direction in 0..3usize {
        for aos in [0, 1] {
            let mut n = [1, 1, 1];
            n[direction] = cells;
            let mut m = n;
            m[direction] += 1;
            let (mut u, mut f) = (vec![0.0; 8 * cells], vec![0.0; 8 * (cells + 1)]);
            let along = |i: usize| std::array::from_fn(|d| if d == direction { i } else { 0 });
            for var in 0..vars.min(8) {
                old[var].iter().take(cells).enumerate().for_each(|(i, v)| u[place(along(i), n, var, aos)] = *v);
                fluxes[var].iter().take(cells + 1).enumerate().for_each(|(i, v)| f[place(along(i), m, var, aos)] = *v);
            }
            let dtdx = scalar(check.number("dt_over_dx")?);
            let mut inputs = Inputs::from([("U", bytes(&u)), ("F", bytes(&f)), ("dtdx", dtdx)]);
            grid(&mut inputs, n, direction as i64, aos);
            let new = floats_in(&run.oracle(&inputs, &[("U", u.len())])?["U_r"]);
            for var in 0..vars.min(8) {
                let got: Vec<f64> = (0..cells).map(|i| new[place(along(i), n, var, aos)]).collect();
                check.same_floats(&format!("U_new[{var}] along {direction}, aos {aos}"), &got, &expected[var]);
                if let Some(sum) = number(&check.field("sum_new")[var]) {
                    check.same_floats(&format!("sum_new[{var}]"), &[got.iter().sum()], &[sum]);
                }
            }
        }
    }
    Ok(())
}

pub(super) fn ct(check: &mut Check<'_>, run: &mut Run<'_>) -> Result<(), CheckError> {
    let n = check.side("cells")?;
    let m = n + 2;
    let text = check.text("emf");
    let bound = text.split("K=").nth(1).and_then(|t| t.split(|c: char| !c.is_ascii_digit()).next()).unwrap_or("8");
    let step = match check.field("dt_over_dx") {
        Value::String(text) => text.split_whitespace().next().and_then(|t| number(&Value::from(t))),
        Value::Null => Some(0.125),
        value => number(value),
    };
    let step = step.ok_or_else(|| check.wrong("dt_over_dx", "a number"))?;
    let mut inputs = Inputs::from([("dtdx", scalar(step)), ("dtdy", scalar(step)), ("dtdz", scalar(step))]);
    for (stream, name) in (40..).zip(["exj", "exk", "eyi", "eyk", "ezi", "ezj"]) {
        let values = check.random(&format!("ipm(stream {stream},K={bound})"), m * m * m)?;
        inputs.insert(name, bytes(&values.iter().map(|v| *v as f64).collect::<Vec<_>>()));
    }
    for name in ["Bx", "By", "Bz"] {
        inputs.insert(name, bytes(&vec![0.0; m * m * m]));
    }
    for name in ["nx", "ny", "nz"] {
        inputs.insert(name, integer(n as i64, DType::I32));
    }
    let lengths: Vec<(&str, usize)> =
        ["ex", "ey", "ez", "Bx", "By", "Bz"].iter().map(|name| (*name, m * m * m)).collect();
    let outputs = run.oracle(&inputs, &lengths)?;
    let at = |i: usize, j: usize, k: usize| i + m * (j + m * k);
    for (name, array) in
        [("ex", "ex_r"), ("ey", "ey_r"), ("ez", "ez_r"), ("dBx", "Bx_r"), ("dBy", "By_r"), ("dBz", "Bz_r")]
    {
        let values = floats_in(&outputs[array]);
        for (field, [i, j, k]) in check.points(name, m) {
            check.same(field, values[at(i, j, k)])?;
        }
        for (field, scale) in check.sums(name) {
            check.same(field, values.iter().map(|v| scale * v).sum())?;
        }
    }
    let [x, y, z] = ["Bx_r", "By_r", "Bz_r"].map(|name| floats_in(&outputs[name]));
    let mut largest = 0f64;
    for (k, j, i) in (1..=n).flat_map(|k| (1..=n).flat_map(move |j| (1..=n).map(move |i| (k, j, i)))) {
        let e = at(i, j, k);
        let divergence = x[at(i + 1, j, k)] - x[e] + y[at(i, j + 1, k)] - y[e] + z[at(i, j, k + 1)] - z[e];
        largest = largest.max(divergence.abs());
    }
    check.same("max_abs_div_dB", largest)
}

fn each_point(m: [usize; 3], mut visit: impl FnMut([usize; 3])) {
    for k in 0..m[2] {
        for j in 0..m[1] {
            for i in 0..m[0] {
                visit([i, j, k]);
            }
        }
    }
}
