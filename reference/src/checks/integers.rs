//! Integer and index tasks: histogram, argmin, scan, compaction.

use judge_abi::DType;

use super::field::{Check, CheckError, bytes, floats_in, number, u32s_in, weighted_sum, words};
use super::{Inputs, Run, integer};

pub(super) fn histogram(check: &mut Check<'_>, run: &mut Run<'_>) -> Result<(), CheckError> {
    let n = check.elements()?;
    let keys = words(&check.random(check.text("key"), n)?);
    let own = run.own_fill("keys", &[("N", n as i64)], check.seed());
    if let Some(own) = own.filter(|_| check.text("key").starts_with("H>>56")) {
        check.holds("the task's own keys are these", own == keys);
    }
    let inputs = Inputs::from([("keys", keys), ("N", integer(n as i64, DType::I64))]);
    let counts = u32s_in(&run.oracle(&inputs, &[("counts", 256)])?["counts_r"]);
    check.same_integers("counts_first8", &counts)?;
    check.same_integer("wsum", weighted_sum(counts))?;
    Ok(())
}

pub(super) fn argmin(check: &mut Check<'_>, run: &mut Run<'_>) -> Result<(), CheckError> {
    let n = check.elements()?;
    let mut a = match check.text("base").strip_prefix("constant ").map(str::parse) {
        Some(Ok(value)) => vec![value; n],
        _ => check.like(0, n),
    };
    for (index, value) in check.field("plant").as_object().into_iter().flatten() {
        let place = index.parse::<usize>().ok().and_then(|i| a.get_mut(i)).zip(number(value));
        let (place, value) = place.ok_or_else(|| check.wrong("plant", "a mapping of index to value"))?;
        *place = value;
    }
    let inputs = Inputs::from([("a", bytes(&a)), ("N", integer(n as i64, DType::I64))]);
    let outputs = run.oracle(&inputs, &[])?;
    let index = outputs["index_r"].as_chunks().0.first().map_or(-1, |b| i64::from_ne_bytes(*b));
    check.same_integer("index", i128::from(index))?;
    check.same("value", floats_in(&outputs["value_r"])[0])
}

pub(super) fn scan(check: &mut Check<'_>, run: &mut Run<'_>) -> Result<(), CheckError> {
    let n = check.elements()?;
    let value = words(&check.random(check.text("value"), n)?);
    let sum: i64 = u32s_in(&value).iter().sum();
    let inputs = Inputs::from([("value", value), ("N", integer(n as i64, DType::I64))]);
    let scan = u32s_in(&run.oracle(&inputs, &[("scan", n)])?["scan_r"]);
    check.same_integers("first8", &scan)?;
    check.same_integer("last", i128::from(scan.last().copied().unwrap_or_default()))?;
    check.same_integer("total", i128::from(sum) % (1 << 32))?;
    check.same_integer("wsum", weighted_sum(scan))?;
    Ok(())
}

pub(super) fn compaction(check: &mut Check<'_>, run: &mut Run<'_>) -> Result<(), CheckError> {
    let n = check.elements()?;
    // The task tests `key & 7 == 0`; another test is put into the keys.
    let keys = match check.text("predicate") {
        "(H & 7)==0" => check.random("H", n)?,
        "always false" => vec![1; n],
        "always true" => vec![0; n],
        text => check.random(text, n)?.iter().map(|holds| i64::from(*holds == 0)).collect(),
    };
    let untouched = words(&vec![-1; n]);
    let inputs = Inputs::from([("keys", words(&keys)), ("kept", untouched), ("N", integer(n as i64, DType::I64))]);
    let outputs = run.oracle(&inputs, &[("kept", n), ("count", 1)])?;
    let count = u32s_in(&outputs["count_r"])[0];
    let kept = u32s_in(&outputs["kept_r"]);
    let (kept, rest) = kept.split_at(usize::try_from(count).unwrap_or(n).min(n));
    check.same_integer("count", i128::from(count))?;
    check.same_integers("first8", kept)?;
    check.same_integer("wsum_of_kept_indices", weighted_sum(kept.iter().copied()))?;
    check.holds("what stands behind the kept indices is untouched", rest.iter().all(|v| *v == i64::from(u32::MAX)));
    Ok(())
}
