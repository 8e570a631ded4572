//! The built-in tasks, embedded. Nothing about them is written in Rust: they are read like anybody's.

use crate::error::TaskError;
use crate::task::{Sources, Task};

/// Headers for baselines and oracles.
pub(crate) const INCLUDES: &[(&str, &str)] = &[
    ("judge_dd.h", include_str!("../../reference/include/judge_dd.h")),
    ("judge_sum.h", include_str!("../../reference/include/judge_sum.h")),
    ("judge_rng.h", include_str!("../../reference/include/judge_rng.h")),
    ("judge_mesh.h", include_str!("../../reference/include/judge_mesh.h")),
    ("judge_mhd.h", include_str!("../../reference/include/judge_mhd.h")),
];

pub(crate) struct Builtin {
    pub(crate) name: &'static str,
    yaml: &'static str,
    baseline: &'static str,
    oracle: &'static str,
}

macro_rules! builtin {
    ($($name:literal),+ $(,)?) => {
        &[$(Builtin {
            name: $name,
            yaml: include_str!(concat!("../builtin/", $name, "/task.yaml")),
            baseline: include_str!(concat!("../../reference/", $name, "/baseline.c")),
            oracle: include_str!(concat!("../../reference/", $name, "/oracle.c")),
        }),+]
    };
}

pub(crate) const TASKS: &[Builtin] = builtin!(
    "bs1-copy",
    "bs2-axpy",
    "bs3-norm",
    "bs4-dot",
    "bs5-cg",
    "bs6-gather",
    "bs7-scatter",
    "plm-reconstruct",
    "hll-flux",
    "hlld-flux",
    "rhs-flux-difference",
    "ct-emf",
    "histogram-256",
    "weighted-histogram-16",
    "argmin-first",
    "exclusive-scan-u32",
    "compaction-count",
    "csr-spmv",
    "stencil7",
);

impl Builtin {
    pub(crate) fn load(&self) -> Result<Task, TaskError> {
        let sources =
            Sources { yaml: self.yaml.to_owned(), baseline: self.baseline.to_owned(), oracle: self.oracle.to_owned() };
        Task::from_sources(&format!("{}/task.yaml", self.name), sources)
    }
}
