//! Gather and scatter on meshes of hexahedra.

use judge_abi::DType;

use super::field::{Check, CheckError, bytes, floats_in, i32s_in, u32s_in, weighted_sum, whole, words};
use super::{Inputs, Run, integer};

/// A mesh that a check names by its dimensions.
struct Mesh {
    values: [(&'static str, i64); 6],
    local: usize,
    global: usize,
    kept: usize,
}

impl Mesh {
    fn of(check: &mut Check<'_>) -> Result<Self, CheckError> {
        let flag = |name: &str| i64::from(check.field(name).as_bool().unwrap_or(false));
        let (nx, ny, nz, p) = (check.integer("nx")?, check.integer("ny")?, check.integer("nz")?, check.integer("p")?);
        let (permuted, masked) = (flag("permuted"), flag("masked"));
        let values = [("nx", nx), ("ny", ny), ("nz", nz), ("p", p), ("permuted", permuted), ("masked", masked)];
        let product = |along: fn(i64, i64, i64) -> i64| {
            let sides = [nx, ny, nz].map(|n| usize::try_from(along(n, p, masked)).ok());
            sides.into_iter().try_fold(1_usize, |product, side| product.checked_mul(side?))
        };
        let is_small = values[..4].iter().all(|(_, v)| (1..=1 << 10).contains(v));
        let sizes = is_small.then(|| {
            let local = product(|n, p, _| n * (p + 1))?;
            Some((
                local,
                product(|n, p, masked| n * p + 1 - 2 * masked)?,
                product(|n, p, masked| n * (p + 1) - 2 * masked)?,
            ))
        });
        let (local, global, kept) = sizes.flatten().filter(|(local, ..)| *local < 1 << 28).ok_or_else(|| {
            check.wrong("nx", "the first of `nx`, `ny`, `nz` and `p` of a mesh that is positive and fits in memory")
        })?;
        for (field, size) in [("NL", local), ("NG", global), ("kept", kept)] {
            check.same_integer(field, size as i128)?;
        }
        Ok(Self { values, local, global, kept })
    }

    /// NG, NL, bytes and flops of the check are those of the task's own expressions.
    fn compare(&self, check: &mut Check<'_>, run: &Run<'_>) -> Result<(), CheckError> {
        let same = |s: &&judge_tasks::Size| self.values.iter().all(|(n, v)| s.bindings.get(*n) == Some(v));
        let size = run.task.sizes().iter().find(same).cloned().unwrap_or_else(|| {
            let mut size = run.task.sizes()[0].clone();
            let derived = [("NL", self.local as i64), ("NG", self.global as i64), ("kept", self.kept as i64)];
            size.bindings.extend(self.values.iter().chain(&derived).map(|(name, value)| ((*name).to_owned(), *value)));
            size
        });
        for field in ["NL", "NG", "kept"] {
            if let Some(value) = size.bindings.get(field) {
                check.same_integer(field, i128::from(*value))?;
            }
        }
        let layout = run.task.layout(&size, judge_tasks::Variant::Normal);
        let layout = layout.map_err(|e| CheckError::Shape(e.to_string()))?;
        check.same_integer("bytes_model", i128::from(layout.bytes_moved))?;
        check.same_integer("flops", i128::from(layout.flops))
    }
}

pub(super) fn gather(check: &mut Check<'_>, run: &mut Run<'_>) -> Result<(), CheckError> {
    let mesh = Mesh::of(check)?;
    mesh.compare(check, run)?;
    let made = run.generate(check.seed(), &mesh.values, &[("rowStarts", mesh.global + 1), ("ids", mesh.kept)])?;
    let (starts, ids) = (i32s_in(&made["rowStarts"]), i32s_in(&made["ids"]));
    check.same_integer("rowStarts_wsum", weighted_sum(starts.iter().copied()))?;
    check.same_integer("gatherIds_wsum", weighted_sum(ids.iter().copied()))?;
    let lengths: Vec<i64> = starts.windows(2).map(|w| w[1] - w[0]).collect();
    for (length, count) in check.field("row_length_histogram").as_object().into_iter().flatten() {
        let rows = lengths.iter().filter(|l| l.to_string() == *length).count();
        check.same_value(&format!("rows of length {length}"), count, rows as i128)?;
    }
    let inverse = local_to_global(&starts, &ids, mesh.local);
    check.same_integers("l2g_first8", &inverse)?;
    check.same_integer("l2g_wsum", weighted_sum(inverse))?;

    let (sums, terms) = rows(run, &starts, &ids, &check.like(0, mesh.local), mesh.global)?;
    check.same_list("float_first4", &sums)?;
    check.holds("n is the length of each row", terms == lengths);
    let twin = check.field("twin");
    let v: Vec<f64> = check
        .random(twin["v"].as_str().unwrap_or("ipm(stream 0,K=1000)"), mesh.local)?
        .iter()
        .map(|v| *v as f64)
        .collect();
    let (sums, _) = rows(run, &starts, &ids, &v, mesh.global)?;
    check.same_value("twin.wsum_out", &twin["wsum_out"], weighted_sum(whole(&sums)))?;
    check.same_value("twin.sum_out", &twin["sum_out"], whole(&sums).map(i128::from).sum())?;
    Ok(())
}

fn rows(
    run: &mut Run<'_>,
    starts: &[i64],
    ids: &[i64],
    v: &[f64],
    global: usize,
) -> Result<(Vec<f64>, Vec<i64>), CheckError> {
    let inputs = Inputs::from([
        ("v_L", bytes(v)),
        ("rowStarts", words(starts)),
        ("ids", words(ids)),
        ("NG", integer(global as i64, DType::I64)),
    ]);
    let outputs = run.oracle(&inputs, &[("g", global)])?;
    Ok((floats_in(&outputs["g_r"]), u32s_in(&outputs["g_n"])))
}

/// The node of each local entry, -1 where it has none: the rows inverted.
fn local_to_global(starts: &[i64], ids: &[i64], local: usize) -> Vec<i64> {
    let mut nodes = vec![-1; local];
    for (node, range) in starts.windows(2).enumerate() {
        for id in ids.get(range[0] as usize..range[1] as usize).unwrap_or_default() {
            if let Some(entry) = nodes.get_mut(*id as usize) {
                *entry = node as i64;
            }
        }
    }
    nodes
}

pub(super) fn scatter(check: &mut Check<'_>, run: &mut Run<'_>) -> Result<(), CheckError> {
    let mesh = Mesh::of(check)?;
    mesh.compare(check, run)?;
    let made = run.generate(check.seed(), &mesh.values, &[("scatterIds", mesh.local)])?;
    let ids = i32s_in(&made["scatterIds"]);
    check.same_integer("masked_entries", ids.iter().filter(|i| **i < 0).count() as i128)?;
    let twin = check.field("twin");
    let v: Vec<f64> = check
        .random(twin["vG"].as_str().unwrap_or("ipm(stream 1,K=1000)"), mesh.global)?
        .iter()
        .map(|v| *v as f64)
        .collect();
    let sentinel = twin["untouched_sentinel"].as_f64().unwrap_or(-777.0);
    let inputs = Inputs::from([
        ("v_G", bytes(&v)),
        ("scatterIds", words(&ids)),
        ("q", bytes(&vec![sentinel; mesh.local])),
        ("NL", integer(mesh.local as i64, DType::I64)),
    ]);
    let q = floats_in(&run.oracle(&inputs, &[("q", mesh.local)])?["q_r"]);
    check.same_value("twin.wsum_out", &twin["wsum_out"], weighted_sum(whole(&q)))?;
    Ok(())
}
