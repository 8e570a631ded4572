//! The parameter lists of an oracle and a generator, derived from the kernel's.

use judge_abi::{Array, DType, Intent, Param, Scalar, Signature};
use judge_tasks::Task;

/// What an array of an oracle holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OracleRole {
    /// r: the value, `NAME_r`.
    Value,
    /// n: the number of terms, `NAME_n`.
    Terms,
    /// S: the sum of the terms' magnitudes, `NAME_s`.
    Magnitude,
}

/// One array that an oracle writes: as many elements as the kernel's output of which it speaks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OracleArray {
    /// Name of the kernel's output.
    pub output: String,
    /// What it holds.
    pub role: OracleRole,
    /// The parameter of `oracle`.
    pub array: Array,
}

/// The arrays that the task's oracle writes, in the order of its parameters: for each output in the kernel's order its
/// value, then, where its band needs them, n and S.
///
/// Value and magnitude of a float are `double` whatever the output's type; complex ones are interleaved doubles, S by
/// component. Integers keep their type.
#[must_use]
pub fn oracle_outputs(task: &Task) -> Vec<OracleArray> {
    let mut arrays = Vec::new();
    for output in task.signature().arrays().filter(|a| a.intent.is_output()) {
        let value = match output.dtype {
            DType::F64 | DType::F32 | DType::F16 | DType::Bf16 => DType::F64,
            DType::Complex64 | DType::Complex128 => DType::Complex128,
            integer => integer,
        };
        let mut add = |role, suffix, dtype| {
            let array = Array { name: format!("{}_{suffix}", output.name), dtype, intent: Intent::Out };
            arrays.push(OracleArray { output: output.name.clone(), role, array });
        };
        add(OracleRole::Value, "r", value);
        if task.terms_from_oracle(&output.name) {
            add(OracleRole::Terms, "n", DType::U32);
        }
        if task.has_band(&output.name) {
            add(OracleRole::Magnitude, "s", value);
        }
    }
    arrays
}

/// `oracle`: the kernel's parameters with every array `const` and those that it does not read left out, then
/// [`oracle_outputs`].
#[must_use]
pub fn oracle_signature(task: &Task) -> Signature {
    let read = task.signature().params.iter().filter_map(|param| match param {
        Param::Array(a) if matches!(a.intent, Intent::In | Intent::InOut) => {
            Some(Param::Array(Array { intent: Intent::In, ..a.clone() }))
        }
        Param::Array(_) => None,
        Param::Scalar(s) => Some(Param::Scalar(s.clone())),
    });
    let written = oracle_outputs(task).into_iter().map(|o| Param::Array(o.array));
    Signature { entry: "oracle".to_owned(), params: read.chain(written).collect() }
}

/// `generate`: `uint64_t seed, int32_t twin`, the dimensions as `int64_t` in the file's order, the kernel's scalars that
/// are no dimensions, then the arrays whose `fill` is `oracle`. `None` when there are no such arrays.
#[must_use]
pub fn generator_signature(task: &Task) -> Option<Signature> {
    let scalar = |name: &str, dtype| Param::Scalar(Scalar { name: name.to_owned(), dtype });
    let mut params = vec![scalar("seed", DType::U64), scalar("twin", DType::I32)];
    params.extend(task.dimensions().iter().map(|d| scalar(d, DType::I64)));
    let others = task.signature().scalars().filter(|s| !task.dimensions().contains(&s.name));
    params.extend(others.map(|s| Param::Scalar(s.clone())));
    params.extend(task.generated().map(|a| Param::Array(Array { intent: Intent::Out, ..a.clone() })));
    task.has_generator().then(|| Signature { entry: "generate".to_owned(), params })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(signature: &Signature) -> String {
        let show = |p: &Param| match p {
            Param::Array(a) => format!("{} {}*", a.name, a.dtype),
            Param::Scalar(s) => format!("{} {}", s.name, s.dtype),
        };
        let params: Vec<String> = signature.params.iter().map(show).collect();
        format!("{}({})", signature.entry, params.join(", "))
    }

    #[test]
    fn an_oracle_reads_what_the_kernel_reads_and_writes_value_and_magnitude() {
        let task = Task::builtin("bs5-cg").expect("built in");
        assert_eq!(
            text(&oracle_signature(&task)),
            "oracle(p f64*, Ap f64*, x f64*, r f64*, alpha f64, N i64, \
             x_r f64*, x_s f64*, r_r f64*, r_s f64*, rr_r f64*, rr_s f64*)"
        );
        assert!(generator_signature(&task).is_none());
    }

    #[test]
    fn exact_outputs_have_a_value_only() {
        let task = Task::builtin("argmin-first").expect("built in");
        assert_eq!(text(&oracle_signature(&task)), "oracle(a f64*, N i64, value_r f64*, index_r i64*)");
        let generate = generator_signature(&task).expect("has one");
        assert_eq!(text(&generate), "generate(seed u64, twin i32, N i64, a f64*)");
    }
}
