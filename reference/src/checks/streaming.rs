//! Vectors: copy, axpy, dot products, the update of conjugate gradients.

use judge_abi::DType;
use judge_tasks::{OutputComparison, Terms};

use super::field::{Check, CheckError, bytes, floats_in, weighted_sum, whole};
use super::{Inputs, Run, integer, scalar};

pub(super) fn copy(check: &mut Check<'_>, run: &mut Run<'_>) -> Result<(), CheckError> {
    let n = check.elements()?;
    let a = check.like(0, n);
    check.same_list("a", &a)?;
    let inputs = Inputs::from([("a", bytes(&a)), ("N", integer(n as i64, DType::I64))]);
    let outputs = run.oracle(&inputs, &[("b", n)])?;
    check.same_floats("b", &floats_in(&outputs["b_r"]), &a);
    Ok(())
}

pub(super) fn axpy(check: &mut Check<'_>, run: &mut Run<'_>) -> Result<(), CheckError> {
    let n = check.elements()?;
    let (x, y) = (check.floats("x", 0, n)?, check.floats(if check.has("y_in") { "y_in" } else { "y" }, 1, n)?);
    if !check.is_twin() {
        check.same_list("x", &check.like(0, n))?;
        check.same_list("y_in", &check.like(1, n))?;
    }
    let inputs = Inputs::from([
        ("x", bytes(&x)),
        ("y", bytes(&y)),
        ("alpha", scalar(check.number("alpha")?)),
        ("beta", scalar(check.number("beta")?)),
        ("N", integer(n as i64, DType::I64)),
    ]);
    let outputs = run.oracle(&inputs, &[("y", n)])?;
    let (r, s) = (floats_in(&outputs["y_r"]), floats_in(&outputs["y_s"]));
    check.same_list("y_out_correctly_rounded", &r)?;
    check.same_list("S", &s)?;
    gate(check, run, "y", n)?;
    check.same_integer("sum_y_out", whole(&r).map(i128::from).sum())?;
    check.same_integer("wsum", weighted_sum(whole(&r)))?;
    Ok(())
}

pub(super) fn dot(check: &mut Check<'_>, run: &mut Run<'_>) -> Result<(), CheckError> {
    let n = check.elements()?;
    let x = check.floats("x", 0, n)?;
    let norm = run.task.name() == "bs3-norm";
    let y = if norm { x.clone() } else { check.floats("y", 1, n)? };
    let inputs = Inputs::from([("x", bytes(&x)), ("y", bytes(&y)), ("N", integer(n as i64, DType::I64))]);
    let outputs = run.oracle(&inputs, &[("result", 1)])?;
    let (r, s) = (floats_in(&outputs["result_r"])[0], floats_in(&outputs["result_s"])[0]);
    check.same("result_correctly_rounded", r)?;
    check.same("decimal", r)?;
    check.same("S", s)?;
    check.same_integer("result", r as i128)?;
    gate(check, run, "result", n)?;
    let sequential = x.iter().zip(&y).fold(0.0, |sum, (a, b)| sum + a * b);
    check.same("sequential_f64", sequential)?;
    Ok(())
}

pub(super) fn cg(check: &mut Check<'_>, run: &mut Run<'_>) -> Result<(), CheckError> {
    let n = check.elements()?;
    let array = |stream| match check.has("K") {
        true => Ok(check
            .random(&format!("ipm(stream {stream},K={})", check.count("K")?), n)?
            .iter()
            .map(|v| *v as f64)
            .collect()),
        false => Ok::<Vec<f64>, CheckError>(check.like(stream, n)),
    };
    let inputs = Inputs::from([
        ("p", bytes(&array(0)?)),
        ("Ap", bytes(&array(1)?)),
        ("x", bytes(&array(2)?)),
        ("r", bytes(&array(3)?)),
        ("alpha", scalar(check.number("alpha")?)),
        ("N", integer(n as i64, DType::I64)),
    ]);
    let outputs = run.oracle(&inputs, &[("x", n), ("r", n), ("rr", 1)])?;
    let (x, r, rr) = (floats_in(&outputs["x_r"]), floats_in(&outputs["r_r"]), floats_in(&outputs["rr_r"])[0]);
    check.same_list("x_out", &x)?;
    check.same_list("r_out", &r)?;
    check.same("rdotr_exact_rounded", rr)?;
    check.same("decimal", rr)?;
    check.same("S_rdotr", floats_in(&outputs["rr_s"])[0])?;
    check.same_integer("k_rdotr", steps(run, "rr", n)?)?;
    check.same_integer("sum_x", whole(&x).map(i128::from).sum())?;
    check.same_integer("sum_r", whole(&r).map(i128::from).sum())?;
    check.same_integer("rdotr", rr as i128)?;
    Ok(())
}

/// n and m of the output's gate, where the check states them.
fn gate(check: &mut Check<'_>, run: &Run<'_>, output: &str, n: usize) -> Result<(), CheckError> {
    if let Some((terms, m)) = terms_and_m(run, output, n)? {
        check.same_integer("n", i128::from(terms))?;
        check.same_integer("m", i128::from(m))?;
    }
    Ok(())
}

fn steps(run: &Run<'_>, output: &str, n: usize) -> Result<i128, CheckError> {
    let (terms, m) = terms_and_m(run, output, n)?.unwrap_or_default();
    Ok(i128::from(terms) - 1 + i128::from(m))
}

/// The gate as the task states it. A task has no size for every n; where n is a dimension, it is put in its place.
fn terms_and_m(run: &Run<'_>, output: &str, n: usize) -> Result<Option<(u64, u64)>, CheckError> {
    let mut size = run.task.sizes()[0].clone();
    size.bindings.insert("N".to_owned(), n as i64);
    let gates = run.task.outputs(&size).map_err(|e| CheckError::Shape(e.to_string()))?;
    Ok(gates.into_iter().find(|g| g.name == output).and_then(|g| match g.comparison {
        OutputComparison::Band(band) => match band.terms {
            Terms::Constant(terms) => Some((terms, band.m)),
            Terms::Oracle => None,
        },
        OutputComparison::Exact => None,
    }))
}
