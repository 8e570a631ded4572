//! The generated C file that calls an entry with its exact types: the one symbol a runner needs.

use std::fmt::Write;

use crate::prototype::c::{self, Spelling};
use crate::{Param, Signature};

/// The symbol a built object exports.
pub const CALL: &str = "judge_call";

/// How the shim waits for what the entry left running.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Wait {
    /// `taskwait`: child tasks, and `target nowait` tasks of the hidden helper team.
    OpenMp,
    /// Nothing here: the caller synchronises the device.
    Caller,
}

/// C source of `void judge_call(void **args)`.
///
/// `args[i]` points to the value of parameter `i`; an array's value is its device pointer.
#[must_use]
pub fn source(signature: &Signature, wait: Wait) -> String {
    let values: Vec<String> = signature.params.iter().enumerate().map(|(i, p)| argument(i, p)).collect();
    let list = if values.is_empty() { String::new() } else { format!("\n        {}", values.join(",\n        ")) };
    let mut text = c::header(signature);
    let _ = write!(
        text,
        "\n__attribute__((visibility(\"default\"))) void {CALL}(void **args)\n{{\n    (void)args;\n    {}({list});\n",
        signature.entry
    );
    if wait == Wait::OpenMp {
        text.push_str("    #pragma omp taskwait\n");
    }
    text.push_str("}\n");
    text
}

fn argument(index: usize, param: &Param) -> String {
    let kind = c::param_type(param, Spelling::Compiler);
    let gap = if kind.ends_with('*') { "" } else { " " };
    format!("*({kind}{gap}*)args[{index}]")
}
