//! How much isolation is asked for, and what was achieved.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How much isolation is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Isolation {
    /// Namespaces, an own file tree and resource limits; no Landlock and no system-call filter. Only for programs
    /// that are trusted as much as the caller.
    Namespaces,
    /// A full jail without Landlock, for kernels before 5.13.
    WithoutLandlock,
    /// Every layer.
    #[default]
    Full,
}

impl Isolation {
    /// Whether a system-call filter is part of it.
    #[must_use]
    pub const fn filters(self) -> bool {
        matches!(self, Self::Full | Self::WithoutLandlock)
    }

    /// Whether Landlock is part of it.
    #[must_use]
    pub const fn landlock(self) -> bool {
        matches!(self, Self::Full)
    }
}

impl fmt::Display for Isolation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Namespaces => "namespaces",
            Self::WithoutLandlock => "without-landlock",
            Self::Full => "full",
        })
    }
}

/// How one resource is held to its limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Accounting {
    /// A version 2 control group.
    CgroupV2,
    /// A version 1 control group.
    CgroupV1,
    /// Per-process limits, and sampling by the caller.
    Sampled,
}

/// The layers that were active around a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Achieved {
    /// What was asked for, and therefore reached.
    pub level: Isolation,
    /// The namespaces entered.
    pub namespaces: Vec<String>,
    /// The Landlock version in force.
    pub landlock: Option<u32>,
    /// The name of the system-call policy in force.
    pub policy: Option<String>,
    /// Whether the program ran as a host user other than the caller's.
    pub own_user: bool,
    /// How memory was limited.
    pub memory: Accounting,
    /// How the number of processes was limited.
    pub processes: Accounting,
    /// How processor time was counted.
    pub cpu: Accounting,
}
