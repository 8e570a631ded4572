//! Weighted histogram, sparse rows, stencil.

use judge_abi::DType;

use super::field::{Check, CheckError, bytes, floats_in, i32s_in, number, u32s_in, weighted_sum, whole, words};
use super::{Inputs, Run, integer, scalar};

pub(super) fn weighted_histogram(check: &mut Check<'_>, run: &mut Run<'_>) -> Result<(), CheckError> {
    let n = check.elements()?;
    let specification = if check.has("bin") { check.text("bin") } else { "H>>60" };
    let bin = words(&check.random(specification, n)?);
    let inputs =
        Inputs::from([("bin", bin), ("w", bytes(&check.floats("w", 1, n)?)), ("N", integer(n as i64, DType::I64))]);
    let outputs = run.oracle(&inputs, &[("sums", 16)])?;
    let sums = floats_in(&outputs["sums_r"]);
    check.same_list("sum_first4", &sums)?;
    check.same_list("S_first4", &floats_in(&outputs["sums_s"]))?;
    check.same_integers("n_first4", &u32s_in(&outputs["sums_n"]))?;
    check.same_list("bins", &sums)?;
    check.same_integer("wsum", weighted_sum(whole(&sums)))?;
    Ok(())
}

pub(super) fn csr(check: &mut Check<'_>, run: &mut Run<'_>) -> Result<(), CheckError> {
    if check.has("invariant") {
        return row_sums(check, run);
    }
    let (n, nnz) = (check.count("N")?, check.count("nnz")?);
    let (rowptr, col) = matrix(check, run, n, nnz)?;
    let entries = rowptr.last().copied().unwrap_or_default();
    check.same_integer("nnz", i128::from(entries))?;
    if entries != nnz as i64 {
        return Ok(());
    }
    let lengths: Vec<i64> = rowptr.windows(2).map(|w| w[1] - w[0]).collect();
    let longest = lengths.iter().copied().max().unwrap_or_default();
    check.same_integers("rowptr_first8", &rowptr)?;
    check.same_integers("col_first8", &col)?;
    check.same_integer("empty_rows", lengths.iter().filter(|l| **l == 0).count() as i128)?;
    check.same_integer("longest_row", i128::from(longest))?;
    let (y, s, terms) = product(run, &rowptr, &col, &check.like(4, nnz), &check.like(5, n))?;
    check.same_list("y_first8", &y)?;
    check.same_list("S_first8", &s)?;
    let long = lengths.iter().position(|l| *l == longest).unwrap_or_default();
    check.same("y_long_row", y.get(long).copied().unwrap_or_default())?;
    check.holds("n is the length of each row", terms == lengths);
    Ok(())
}

/// With x = 1 a product gives the sums of the rows.
fn row_sums(check: &mut Check<'_>, run: &mut Run<'_>) -> Result<(), CheckError> {
    let (n, nnz) = if check.has("N") { (check.count("N")?, check.count("nnz")?) } else { (50, 446) };
    let (rowptr, col) = matrix(check, run, n, nnz)?;
    let val: Vec<f64> = check.random("ipm(stream 4,K=1000)", nnz)?.iter().map(|v| *v as f64).collect();
    let (y, ..) = product(run, &rowptr, &col, &val, &vec![1.0; n])?;
    let sums: Vec<f64> = rowptr.windows(2).map(|w| val[w[0] as usize..w[1] as usize].iter().sum()).collect();
    check.same_floats("x = 1 gives the row sums", &y, &sums);
    Ok(())
}

fn matrix(check: &Check<'_>, run: &mut Run<'_>, n: usize, nnz: usize) -> Result<(Vec<i64>, Vec<i64>), CheckError> {
    let values = [("N", n as i64), ("nnz", nnz as i64)];
    let made = run.generate(check.seed(), &values, &[("rowptr", n + 1), ("col", nnz)])?;
    Ok((i32s_in(&made["rowptr"]), i32s_in(&made["col"])))
}

type Product = (Vec<f64>, Vec<f64>, Vec<i64>);

fn product(run: &mut Run<'_>, rowptr: &[i64], col: &[i64], val: &[f64], x: &[f64]) -> Result<Product, CheckError> {
    let inputs = Inputs::from([
        ("rowptr", words(rowptr)),
        ("col", words(col)),
        ("val", bytes(val)),
        ("x", bytes(x)),
        ("N", integer(x.len() as i64, DType::I64)),
    ]);
    let outputs = run.oracle(&inputs, &[("y", x.len())])?;
    Ok((floats_in(&outputs["y_r"]), floats_in(&outputs["y_s"]), u32s_in(&outputs["y_n"])))
}

pub(super) fn stencil(check: &mut Check<'_>, run: &mut Run<'_>) -> Result<(), CheckError> {
    let n = if check.has("n") { check.side("n")? } else { 5 };
    let coefficient = |name: &str, otherwise| number(&check.field("coef")[name]).unwrap_or(otherwise);
    let inputs = Inputs::from([
        ("u", bytes(&check.like(0, n * n * n))),
        ("c", scalar(coefficient("c", -6.5))),
        ("cx", scalar(coefficient("x", 1.1))),
        ("cy", scalar(coefficient("y", 0.9))),
        ("cz", scalar(coefficient("z", 1.25))),
        ("n", integer(n as i64, DType::I32)),
    ]);
    let y = floats_in(&run.oracle(&inputs, &[("y", n * n * n)])?["y_r"]);
    for (field, [i, j, k]) in check.points("y", n) {
        check.same(field, y[i + n * (j + n * k)])?;
    }
    let edge = |i: usize| i == 0 || i + 1 == n;
    let zero = |e: usize| !(edge(e % n) || edge(e / n % n) || edge(e / n / n)) || y[e] == 0.0;
    check.holds("the six faces are 0", (0..n * n * n).all(zero));
    Ok(())
}
