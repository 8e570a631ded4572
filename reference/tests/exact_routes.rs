//! The oracles that `second_route` leaves out, against exact integers of 128 bits, another formula, or a plain loop.

mod common;

use common::{Arrays, Compiled, doubles, words};
use judge_tasks::{Layout, Variant};

/// Sizes that are small enough to do again by hand.
fn sizes(task: &str) -> &'static [&'static str] {
    match task {
        "csr-spmv" => &["n1", "n2", "n50", "n1000"],
        "stencil7" => &["n1", "n2", "n5"],
        "plm-reconstruct" | "rhs-flux-difference" => &["one", "box-i", "box-j", "box-k", "box-aos-i", "box-aos-k"],
        _ => &["empty", "n1", "n2", "n31", "n1000"],
    }
}

/// Calls `check` with layout, inputs and the oracle's words for each small size that the task has.
fn each(task: &str, check: impl Fn(&Layout, &Arrays, &Arrays)) {
    let Some(compiled) = Compiled::new(task) else { return };
    let mut seen = 0;
    for size in sizes(task).iter().filter_map(|name| compiled.task.size(name).ok()) {
        let (layout, inputs) = compiled.inputs(size, Variant::Normal, 11);
        let expected = compiled.expected(&layout, &inputs);
        check(&layout, &inputs, &expected);
        seen += 1;
    }
    assert!(seen > 1, "{task} has none of its small sizes");
}

/// A double as an integer multiple of 2^-56; exact for every value that `like` makes and for the tasks' constants.
fn fixed(value: f64) -> i128 {
    let scaled = value * 2f64.powi(56);
    assert_eq!(scaled, scaled.trunc(), "{value} is finer than 2^-56");
    scaled as i128
}

/// A multiple of 2^-112 as the nearest double.
fn rounded(value: i128) -> f64 {
    value as f64 * 2f64.powi(-112)
}

fn scalar(layout: &Layout, name: &str) -> u64 {
    layout.scalars.iter().find(|s| s.name == name).unwrap_or_else(|| panic!("no scalar `{name}`")).bits
}

fn real(layout: &Layout, name: &str) -> f64 {
    f64::from_bits(scalar(layout, name))
}

fn count(layout: &Layout, name: &str) -> usize {
    usize::try_from(scalar(layout, name)).expect("a count")
}

/// The square of a 128-bit number, as two halves.
fn square(value: i128) -> (u128, u128) {
    let (low, high) = (value.unsigned_abs() & u128::from(u64::MAX), value.unsigned_abs() >> 64);
    let (cross, below) = (low * high, low * low);
    let (sum, carry) = below.overflowing_add(cross << 65);
    (high * high + (cross >> 63) + u128::from(carry), sum)
}

#[test]
fn copies_are_copies() {
    each("bs1-copy", |_, inputs, expected| assert_eq!(inputs["a"], expected["b_r"]));
}

#[test]
fn conjugate_gradients_are_the_rounded_exact_values() {
    each("bs5-cg", |layout, inputs, expected| {
        let alpha = fixed(real(layout, "alpha"));
        let [p, ap, x, r] = ["p", "Ap", "x", "r"].map(|name| doubles(&inputs[name]));
        let (mut high, mut low) = (0_u128, 0_u128);
        for i in 0..p.len() {
            let one = 1_i128 << 56;
            let new_x = fixed(x[i]) * one + alpha * fixed(p[i]);
            let new_r = fixed(r[i]) * one - alpha * fixed(ap[i]);
            assert_eq!(doubles(&expected["x_r"])[i], rounded(new_x), "x[{i}]");
            assert_eq!(doubles(&expected["r_r"])[i], rounded(new_r), "r[{i}]");
            let (above, below) = square(new_r);
            let (sum, carry) = low.overflowing_add(below);
            (low, high) = (sum, high + above + u128::from(carry));
        }
        let rr = (high as f64).mul_add(2f64.powi(128), low as f64) * 2f64.powi(-224);
        let said = doubles(&expected["rr_r"])[0];
        assert!((said - rr).abs() <= rr * f64::EPSILON, "r.r is {rr}, not {said}");
    });
}

#[test]
fn updates_by_fluxes_are_the_rounded_exact_values() {
    each("rhs-flux-difference", |layout, inputs, expected| {
        let direction = count(layout, "direction");
        let n = ["nx", "ny", "nz"].map(|name| count(layout, name));
        let mut m = n;
        m[direction] += 1;
        let (cells, faces) = (n.iter().product::<usize>(), m.iter().product::<usize>());
        let place = |var, at: [usize; 3], n: [usize; 3], all| {
            let cell = at[0] + n[0] * (at[1] + n[1] * at[2]);
            if scalar(layout, "aos") == 1 { cell * 8 + var } else { var * all + cell }
        };
        let [u, f] = ["U", "F"].map(|name| doubles(&inputs[name]));
        let said = doubles(&expected["U_r"]);
        let dtdx = fixed(real(layout, "dtdx"));
        for cell in 0..cells {
            let at = [cell % n[0], cell / n[0] % n[1], cell / (n[0] * n[1])];
            let mut right = at;
            right[direction] += 1;
            for var in 0..8 {
                let e = place(var, at, n, cells);
                let jump = fixed(f[place(var, right, m, faces)]) - fixed(f[place(var, at, m, faces)]);
                assert_eq!(said[e], rounded(fixed(u[e]) * (1 << 56) - dtdx * jump), "U[{e}]");
            }
        }
    });
}

#[test]
fn stencils_are_the_rounded_exact_values() {
    each("stencil7", |layout, inputs, expected| {
        let n = count(layout, "n");
        let (u, y) = (doubles(&inputs["u"]), doubles(&expected["y_r"]));
        let [c, cx, cy, cz] = ["c", "cx", "cy", "cz"].map(|name| fixed(real(layout, name)));
        for i in 0..n * n * n {
            let at = [i % n, i / n % n, i / (n * n)];
            let inside = at.iter().all(|x| (1..n - 1).contains(x));
            let exact = if inside {
                let pair = |step: usize| fixed(u[i - step]) + fixed(u[i + step]);
                c * fixed(u[i]) + cx * pair(1) + cy * pair(n) + cz * pair(n * n)
            } else {
                0
            };
            assert_eq!(y[i], rounded(exact), "y[{i}]");
        }
    });
}

#[test]
fn sparse_products_are_the_rounded_exact_values() {
    each("csr-spmv", |layout, inputs, expected| {
        let [rows, columns] = ["rowptr", "col"].map(|name| words(&inputs[name]));
        let [val, x] = ["val", "x"].map(|name| doubles(&inputs[name]));
        for row in 0..count(layout, "N") {
            let entries = rows[row] as usize..rows[row + 1] as usize;
            assert_eq!(words(&expected["y_n"])[row] as usize, entries.len());
            let terms = entries.map(|s| fixed(val[s]) * fixed(x[columns[s] as usize]));
            let terms: Vec<i128> = terms.collect();
            assert_eq!(doubles(&expected["y_r"])[row], rounded(terms.iter().sum()), "y[{row}]");
            assert_eq!(doubles(&expected["y_s"])[row], rounded(terms.iter().map(|t| t.abs()).sum()));
        }
    });
}

#[test]
fn weighted_bins_are_the_rounded_exact_sums() {
    each("weighted-histogram-16", |_, inputs, expected| {
        let (bins, weights) = (words(&inputs["bin"]), doubles(&inputs["w"]));
        for bin in 0..16 {
            let mine = bins.iter().zip(&weights).filter(|(b, _)| **b == bin).map(|(_, w)| fixed(*w) << 56);
            let mine: Vec<i128> = mine.collect();
            let at = bin as usize;
            assert_eq!(doubles(&expected["sums_r"])[at], rounded(mine.iter().sum()));
            assert_eq!(words(&expected["sums_n"])[at] as usize, mine.len());
        }
    });
}

/// The harmonic mean by its definition, 2/(1/a + 1/b), in double: a few roundings from the oracle.
#[test]
fn reconstructed_faces_are_half_a_harmonic_mean_away() {
    each("plm-reconstruct", |layout, inputs, expected| {
        let m = ["nx", "ny", "nz"].map(|name| count(layout, name) + 4);
        let (cells, direction) = (m.iter().product::<usize>(), count(layout, "direction"));
        let aos = scalar(layout, "aos") == 1;
        let step = [1, m[0], m[0] * m[1]][direction] * if aos { 8 } else { 1 };
        let v = doubles(&inputs["V"]);
        let [left, right] = ["vL_r", "vR_r"].map(|name| doubles(&expected[name]));
        for cell in 0..cells {
            let at = [cell % m[0], cell / m[0] % m[1], cell / (m[0] * m[1])][direction];
            for var in 0..8 {
                let e = if aos { cell * 8 + var } else { var * cells + cell };
                let mut half = 0.0;
                if at > 0 && at + 1 < m[direction] {
                    let (a, b) = (v[e] - v[e - step], v[e + step] - v[e]);
                    half = if a * b > 0.0 { 1.0 / (1.0 / a + 1.0 / b) } else { 0.0 };
                }
                for (said, exact) in [(left[e], v[e] + half), (right[e], v[e] - half)] {
                    assert!((said - exact).abs() < 4e-15, "{e}: {said}, not {exact}");
                }
            }
        }
    });
}

#[test]
fn integers_are_those_of_plain_loops() {
    each("histogram-256", |_, inputs, expected| {
        let mut bins = vec![0; 256];
        words(&inputs["keys"]).into_iter().for_each(|key| bins[key as usize] += 1);
        assert_eq!(words(&expected["counts_r"]), bins);
    });
    each("exclusive-scan-u32", |_, inputs, expected| {
        let before = words(&inputs["value"]).into_iter().scan(0_u32, |sum, value| {
            let before = *sum;
            *sum = sum.wrapping_add(value);
            Some(before)
        });
        assert_eq!(words(&expected["scan_r"]), before.collect::<Vec<_>>());
    });
    each("compaction-count", |_, inputs, expected| {
        let keys = words(&inputs["keys"]);
        let kept: Vec<u32> = (0..keys.len() as u32).filter(|i| keys[*i as usize].is_multiple_of(8)).collect();
        assert_eq!(words(&expected["count_r"]), [kept.len() as u32]);
        assert_eq!(words(&expected["kept_r"])[..kept.len()], kept);
        assert!(words(&expected["kept_r"])[kept.len()..].iter().all(|rest| *rest == u32::MAX));
    });
}
