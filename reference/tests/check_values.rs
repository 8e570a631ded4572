//! Known answers for small inputs, from exact rational or 50-digit arithmetic, against every oracle and generator.

mod common;

use std::collections::BTreeMap;

use common::c_call::Function;
use judge_reference::checks::{Call, evaluate};
use judge_reference::{ORACLE_FLAGS, generator_signature, oracle_signature};
use judge_tasks::Task;

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

fn file() -> serde_json::Value {
    let text = std::fs::read_to_string("../tests/data/task_checks.json").expect("readable");
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
    let report = evaluate(&file(), &mut Compiled::default()).expect("evaluates");
    assert_eq!(report.mismatches, Vec::<String>::new());
    assert!(report.compared > 400, "only {} values compared", report.compared);
}

/// Five values are changed by one unit in the last place; the flux is compared six times: three directions, two layouts.
#[test]
fn a_wrong_check_value_is_noticed() {
    if !has_compiler() {
        return;
    }
    let mut changed = file();
    changed["tasks"]["bs2_axpy"]["checks"][0]["S"][3] = "0x1.44667121f99cdp+1".into();
    changed["tasks"]["hlld_flux"]["checks"][1]["flux_hex"][2] = "-0x1.5ac973fa9b5ebp+0".into();
    changed["tasks"]["bs6_gather"]["checks"][3]["rowStarts_wsum"] = 4_972_189.into();
    changed["tasks"]["csr_spmv"]["checks"][0]["y_long_row"] = "-0x1.53239845559bfp+3".into();
    changed["tasks"]["ct_emf"]["checks"][0]["sum_dBx32"] = 78.into();
    let report = evaluate(&changed, &mut Compiled::default()).expect("evaluates");
    assert_eq!(report.mismatches.len(), 4 + 6, "{:#?}", report.mismatches);
}
