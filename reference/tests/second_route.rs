//! Oracles against a second route that shares nothing with them: exact integers of 128 bits, or a property of the answer.

mod common;

use common::c_call::Function;
use common::{Arrays, Compiled, doubles, longs, words};
use judge_reference::{ORACLE_FLAGS, generator_signature};
use judge_tasks::rng::{derive, hash, like};
use judge_tasks::{OutputComparison, Role, Task, Variant};

/// A double as an integer multiple of 2^-53; exact for every value that `like` makes, and for 0.7 and 1.3.
fn fixed(value: f64) -> i128 {
    let scaled = value * 2f64.powi(53);
    assert_eq!(scaled, scaled.trunc(), "{value} is finer than 2^-53");
    scaled as i128
}

/// A sum of products of such numbers as the nearest double.
fn rounded(sum: i128) -> f64 {
    sum as f64 * 2f64.powi(-106)
}

#[test]
fn dot_products_are_the_correctly_rounded_exact_sums() {
    for (name, streams) in [("bs3-norm", [0, 0]), ("bs4-dot", [0, 1])] {
        let Some(compiled) = Compiled::new(name) else { return };
        for size in ["n1", "n2", "n31", "n1000", "n65537"] {
            let size = compiled.task.size(size).unwrap_or_else(|e| panic!("{e}"));
            let (layout, inputs) = compiled.inputs(size, Variant::Normal, 9);
            let expected = compiled.expected(&layout, &inputs);
            let term = |i: u64| fixed(like(hash(9, streams[0], i))) * fixed(like(hash(9, streams[1], i)));
            let terms: Vec<i128> = (0..layout.arrays[0].elements).map(term).collect();
            // 65537 terms below 2^107.2 fit 127 bits.
            assert_eq!(doubles(&expected["result_r"]), [rounded(terms.iter().sum())], "{name} {}", size.name);
            assert_eq!(doubles(&expected["result_s"]), [rounded(terms.iter().map(|t| t.abs()).sum())]);
        }
    }
}

#[test]
fn vector_updates_are_the_correctly_rounded_exact_values() {
    let Some(compiled) = Compiled::new("bs2-axpy") else { return };
    let size = compiled.task.size("n1000").unwrap_or_else(|e| panic!("{e}"));
    let (layout, inputs) = compiled.inputs(size, Variant::Normal, 9);
    let expected = compiled.expected(&layout, &inputs);
    let (r, s) = (doubles(&expected["y_r"]), doubles(&expected["y_s"]));
    for i in 0..1000 {
        let ax = fixed(0.7) * fixed(like(hash(9, 0, i)));
        let by = fixed(-1.3) * fixed(like(hash(9, 1, i)));
        assert_eq!(r[i as usize], rounded(ax + by), "y[{i}]");
        assert_eq!(s[i as usize], rounded(ax.abs() + by.abs()), "S[{i}]");
    }
}

/// On the twin all is exact: S, and with it every partial sum, is an integer (or a fraction of few bits) below 2^53.
#[test]
fn no_order_of_summation_rounds_on_any_twin() {
    for task in Task::builtins().filter(Task::has_twin) {
        let Some(compiled) = Compiled::of(task) else { return };
        for size in compiled.task.sizes().iter().filter(|s| s.role == Role::Correctness) {
            let (layout, inputs) = compiled.inputs(size, Variant::Twin, 3);
            let expected = compiled.expected(&layout, &inputs);
            for gate in compiled.task.outputs(size).unwrap_or_else(|e| panic!("{e}")) {
                if matches!(gate.comparison, OutputComparison::Band(_)) && gate.twin_exact {
                    let largest = doubles(&expected[&format!("{}_s", gate.name)]).into_iter().fold(0.0, f64::max);
                    assert!(
                        largest < 2f64.powi(53),
                        "{} {} {}: S = {largest}",
                        compiled.task.name(),
                        size.name,
                        gate.name
                    );
                }
            }
        }
    }
}

/// The rows of the gather, made from the geometry of nodes, are the scatter, made element by element, turned round.
#[test]
fn gather_and_scatter_are_each_other_turned_round() {
    let (Some(gather), Some(scatter)) = (Compiled::new("bs6-gather"), Compiled::new("bs7-scatter")) else { return };
    for size in gather.task.sizes().iter().filter(|s| s.role == Role::Correctness && s.name != "empty") {
        let (_, rows) = gather.inputs(size, Variant::Normal, 1);
        let other = scatter.task.size(&size.name).unwrap_or_else(|e| panic!("{e}"));
        let (_, nodes) = scatter.inputs(other, Variant::Normal, 1);
        let nodes: Vec<i32> = words(&nodes["scatterIds"]).into_iter().map(u32::cast_signed).collect();
        let (starts, ids) = (words(&rows["rowStarts"]), words(&rows["ids"]));
        let mut turned = vec![-1; nodes.len()];
        for (node, range) in starts.windows(2).enumerate() {
            let row = &ids[range[0] as usize..range[1] as usize];
            assert!(row.is_sorted(), "{}: row {node} does not ascend", size.name);
            for &id in row {
                turned[id as usize] = i32::try_from(node).expect("few nodes");
            }
        }
        assert_eq!(turned, nodes, "{}", size.name);
    }
}

/// Exchanging the sides and turning the normal round changes the sign of the mass and energy flux, and nothing else.
#[test]
fn riemann_solvers_see_both_sides_alike() {
    for name in ["hll-flux", "hlld-flux"] {
        let Some(compiled) = Compiled::new(name) else { return };
        let size = compiled.task.size("box-i").unwrap_or_else(|e| panic!("{e}"));
        let (layout, inputs) = compiled.inputs(size, Variant::Normal, 5);
        let faces = layout.arrays[2].elements as usize;
        let there = doubles(&compiled.expected(&layout, &inputs)["F_r"]);
        let mirrored = |from: &str| -> Vec<u8> {
            let q = doubles(&inputs[from]);
            let turned = |(e, v): (usize, &f64)| if matches!(e / faces, 1 | 4) { -v } else { *v };
            q.iter().enumerate().flat_map(|e| turned(e).to_ne_bytes()).collect()
        };
        let bn: Vec<u8> = doubles(&inputs["Bn"]).iter().flat_map(|v| (-v).to_ne_bytes()).collect();
        let turned = Arrays::from([
            ("vL".to_owned(), mirrored("vR")),
            ("vR".to_owned(), mirrored("vL")),
            ("Bn".to_owned(), bn),
            ("F".to_owned(), inputs["F"].clone()),
        ]);
        let back = doubles(&compiled.expected(&layout, &turned)["F_r"]);
        for (e, (a, b)) in there.iter().zip(&back).enumerate() {
            // The normal momentum's flux is a pressure; the field's tangential flux turns with the velocity.
            let sign = if e / faces == 1 { 1.0 } else { -1.0 };
            assert!((a - sign * b).abs() <= 1e-15 * a.abs().max(1.0), "{name}: variable {} {a} {b}", e / faces);
        }
    }
}

/// Where both sides are the same, the flux is that of the state itself, and the mass flux is rho u.
#[test]
fn riemann_solvers_return_the_flux_of_a_uniform_state() {
    for name in ["hll-flux", "hlld-flux"] {
        let Some(compiled) = Compiled::new(name) else { return };
        let size = compiled.task.size("box-j").unwrap_or_else(|e| panic!("{e}"));
        let (layout, mut inputs) = compiled.inputs(size, Variant::Normal, 5);
        inputs.insert("vR".to_owned(), inputs["vL"].clone());
        let faces = layout.arrays[2].elements as usize;
        let q = doubles(&inputs["vL"]);
        let flux = doubles(&compiled.expected(&layout, &inputs)["F_r"]);
        for face in 0..faces {
            // Along j the normal component is the second of three.
            let mass = q[face] * q[2 * faces + face];
            assert!((flux[face] - mass).abs() <= 1e-15 * mass.abs().max(1e-3), "{name}: {} {mass}", flux[face]);
        }
    }
}

/// The update by constrained transport leaves the divergence as it was; on the twin, exactly.
#[test]
fn constrained_transport_keeps_the_divergence() {
    let Some(compiled) = Compiled::new("ct-emf") else { return };
    let size = compiled.task.size("box").unwrap_or_else(|e| panic!("{e}"));
    let (layout, inputs) = compiled.inputs(size, Variant::Twin, 5);
    let expected = compiled.expected(&layout, &inputs);
    let [nx, ny, nz] = ["nx", "ny", "nz"].map(|d| size.bindings[d] as usize);
    let (y, z) = (nx + 2, (nx + 2) * (ny + 2));
    let change = |name: &str| -> Vec<f64> {
        let (old, new) = (doubles(&inputs[name]), doubles(&expected[&format!("{name}_r")]));
        old.iter().zip(new).map(|(a, b)| b - a).collect()
    };
    let (bx, by, bz) = (change("Bx"), change("By"), change("Bz"));
    let mut moved = false;
    for (k, j, i) in (1..=nz).flat_map(|k| (1..=ny).flat_map(move |j| (1..=nx).map(move |i| (k, j, i)))) {
        let e = i + y * j + z * k;
        assert_eq!(bx[e + 1] - bx[e] + by[e + y] - by[e] + bz[e + z] - bz[e], 0.0, "cell {i} {j} {k}");
        moved |= bx[e] != 0.0;
    }
    assert!(moved, "the field did not change at all");
}

/// A matrix has the number of entries that its size states for any seed: two empty rows at the end, a long one.
#[test]
fn sparse_rows_add_up_for_every_seed() {
    let task = Task::builtin("csr-spmv").unwrap_or_else(|e| panic!("{e}"));
    let signature = generator_signature(&task).expect("has one");
    let compile = || Function::compile("csr", &signature, task.oracle_source(), task.include_files(), ORACLE_FLAGS);
    let Some(generate) = compile() else { return };
    for seed in (0..20).map(|set| derive(1, set)) {
        for (n, nnz) in [(0i64, 0i64), (1, 1), (2, 6), (50, 446), (1000, 9000), (9039, 8 * 9039 + 4096)] {
            let mut arguments = vec![
                seed.to_ne_bytes().to_vec(),
                0i32.to_ne_bytes().to_vec(),
                n.to_ne_bytes().to_vec(),
                nnz.to_ne_bytes().to_vec(),
                vec![0xA5; 4 * (n as usize + 1)],
                vec![0xA5; 4 * nnz as usize],
            ];
            generate.call(&mut arguments);
            let starts = words(&arguments[4]);
            assert!(starts.is_sorted() && i64::from(starts[n as usize]) == nnz, "seed {seed}, N = {n}");
            assert!(words(&arguments[5]).iter().all(|c| i64::from(*c) < n.max(1)), "a column outside");
            if n >= 8 {
                assert_eq!(starts[n as usize - 2], starts[n as usize], "the last two rows are empty");
                let longest = starts.windows(2).map(|w| w[1] - w[0]).max().unwrap_or(0);
                assert_eq!(i64::from(longest), n.min(4096));
            }
        }
    }
}

/// The first of the smallest, with the smallest planted three times.
#[test]
fn the_first_of_equal_values_is_found() {
    let Some(compiled) = Compiled::new("argmin-first") else { return };
    let size = compiled.task.size("n1000").unwrap_or_else(|e| panic!("{e}"));
    for seed in 0..20 {
        let (layout, inputs) = compiled.inputs(size, Variant::Normal, seed);
        let a = doubles(&inputs["a"]);
        let least = a.iter().copied().fold(f64::INFINITY, f64::min);
        let first = a.iter().position(|v| *v == least).expect("not empty");
        let expected = compiled.expected(&layout, &inputs);
        assert_eq!(longs(&expected["index_r"]), [first as i64]);
        assert!(a.iter().filter(|v| **v == least).count() >= 2, "seed {seed} plants no equal values");
    }
}
