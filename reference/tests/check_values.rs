//! Known answers for small inputs, from exact rational or 50-digit arithmetic, against every oracle and generator.

mod common;

use std::collections::BTreeMap;

use common::c_call::Function;
use judge_reference::checks::{Call, evaluate};
use judge_reference::{ORACLE_FLAGS, generator_signature, oracle_signature};
use judge_tasks::Task;
use serde_json::json;

#[derive(Default)]
struct Compiled(BTreeMap<String, Function>);

impl Compiled {
    fn call(&mut self, task: &Task, signature: &judge_abi::Signature, arguments: &mut [Vec<u8>]) {
        let key = format!("{} {}", task.name(), signature.entry);
        let compile = || {
            Function::compile(task.name(), signature, task.oracle_source(), task.include_files(), ORACLE_FLAGS)
                .expect("a compiler, which the test asked for before")
        };
        self.0.entry(key).or_insert_with(compile).call(arguments);
    }
}

impl Call for Compiled {
    fn oracle(&mut self, task: &Task, arguments: &mut [Vec<u8>]) -> Result<(), String> {
        self.call(task, &oracle_signature(task), arguments);
        Ok(())
    }

    fn generate(&mut self, task: &Task, arguments: &mut [Vec<u8>]) -> Result<(), String> {
        self.call(task, &generator_signature(task).expect("has one"), arguments);
        Ok(())
    }
}

fn file(name: &str) -> serde_json::Value {
    let text = std::fs::read_to_string(format!("../tests/data/{name}")).expect("readable");
    serde_json::from_str(&text).expect("JSON")
}

fn has_compiler() -> bool {
    common::Compiled::new("bs1-copy").is_some()
}

#[test]
fn every_check_value_is_met() {
    if !has_compiler() {
        return;
    }
    for name in ["task_checks.json", "task_checks_made.json"] {
        let report = evaluate(&file(name), &mut Compiled::default()).expect("evaluates");
        assert_eq!(report.mismatches, Vec::<String>::new());
        assert!(report.compared > 1000, "only {} values compared", report.compared);
    }
}

/// One sentence says what no check is, and where.
#[test]
fn a_malformed_check_is_named() {
    for (task, check, said) in [
        ("bs4_dot", json!({ "N": -1 }), "bs4_dot[0]: `N` is no number of elements"),
        ("bs4_dot", json!({ "N": 3, "x": "foo(1)" }), "bs4_dot[0]: cannot read the specification `foo(1)`"),
        ("bs2_axpy", json!({ "N": 3, "alpha": "x" }), "bs2_axpy[0]: `alpha` is not a number"),
        ("bs6_gather", json!({ "nx": 2 }), "bs6_gather[0]: `ny` is not an integer"),
        (
            "bs6_gather",
            json!({ "nx": 1_u64 << 40, "ny": 1, "nz": 1, "p": 1 }),
            "bs6_gather[0]: `nx` is not the first of",
        ),
        ("hlld_flux", json!({ "L": [1], "R": [2], "flux": [3] }), "hlld_flux[0]: `L` is not eight numbers"),
        ("stencil7", json!({ "n": 100_000_000 }), "stencil7[0]: `n` is not a number of points a side"),
        ("nope", json!({}), "no check is known for `nope`"),
        ("bs4_dot", json!(5), "bs4_dot[0] is no mapping"),
    ] {
        let file = json!({ "tasks": { task: { "checks": [check] } } });
        let error = evaluate(&file, &mut Compiled::default()).expect_err(said).to_string();
        assert!(error.contains(said), "{error}");
    }
    let file = json!({ "tasks": { "histogram_256": { "checks": [{ "N": 3, "key": "H>>56", "wsum": "x" }] } } });
    if has_compiler() {
        let error = evaluate(&file, &mut Compiled::default()).expect_err("no integer").to_string();
        assert!(error.contains("histogram_256[0]: `wsum` is not an integer"), "{error}");
    }
}

/// Five values are changed by one unit in the last place; the flux is compared six times: three directions, two layouts.
#[test]
fn a_wrong_check_value_is_noticed() {
    if !has_compiler() {
        return;
    }
    let mut changed = file("task_checks.json");
    changed["tasks"]["bs2_axpy"]["checks"][0]["S"][3] = "0x1.44667121f99cdp+1".into();
    changed["tasks"]["hlld_flux"]["checks"][1]["flux_hex"][2] = "-0x1.5ac973fa9b5ebp+0".into();
    changed["tasks"]["bs6_gather"]["checks"][3]["rowStarts_wsum"] = 4_972_189.into();
    changed["tasks"]["csr_spmv"]["checks"][0]["y_long_row"] = "-0x1.53239845559bfp+3".into();
    changed["tasks"]["ct_emf"]["checks"][0]["sum_dBx32"] = 78.into();
    let report = evaluate(&changed, &mut Compiled::default()).expect("evaluates");
    assert_eq!(report.mismatches.len(), 4 + 6, "{:#?}", report.mismatches);
}
