//! The rules' codes. Stable: a code is never reused for another rule.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Level;

macro_rules! codes {
    ($($code:ident $level:ident $title:literal,)*) => {
        /// A rule.
        #[derive(
            Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
        )]
        pub enum Code { $(#[doc = $title] $code,)* }

        impl Code {
            /// Every rule, in order.
            pub const ALL: &'static [Code] = &[$(Code::$code,)*];

            /// How it is written.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Code::$code => stringify!($code),)* }
            }

            /// Its level; a finding may be milder, never harsher.
            #[must_use]
            pub const fn level(self) -> Level {
                match self { $(Code::$code => Level::$level,)* }
            }

            /// What it finds, in a line.
            #[must_use]
            pub const fn title(self) -> &'static str {
                match self { $(Code::$code => $title,)* }
            }

            /// Why it exists, with a wrong and a right example per language, in Markdown.
            #[must_use]
            pub const fn explanation(self) -> &'static str {
                match self { $(Code::$code => include_str!(concat!("explain/", stringify!($code), ".md")),)* }
            }
        }
    };
}

codes! {
    J001 Error "the source cannot be read",
    J002 Error "a directive does not parse",
    J003 Error "an unknown word or dropped text in a directive",
    J004 Note "not preprocessed: macros and includes were not seen by a compiler",
    J005 Error "looks like an OpenMP directive but is not",
    J101 Error "no target region is reachable from kernel",
    J102 Error "a target construct touches an ABI array it does not name",
    J103 Error "no region names any ABI array",
    J104 Warning "an ABI array may reach this region: not provable here",
    J105 Error "is_device_ptr on a Fortran array",
    J106 Warning "kernel never touches an ABI array it must write",
    J107 Warning "use_device_ptr on an ABI array",
    J201 Error "a map moves an ABI array",
    J202 Error "a map without a type moves an ABI array",
    J203 Error "target update moves an ABI array",
    J204 Error "target data moves an ABI array",
    J205 Error "a copy routine of the runtime",
    J206 Error "defaultmap moves an ABI array",
    J207 Error "an implicit map moves an ABI array",
    J208 Error "a mapper reaches an ABI array",
    J209 Error "HIP: moves an ABI array or uses host memory from the device",
    J210 Error "a map of an ABI array, which is not host memory",
    J301 Error "an architecture is written down",
    J302 Error "requires a memory or execution model",
    J303 Error "an if clause that may run the region on the host",
    J304 Error "chooses a device",
    J305 Error "changes the offload environment",
    J306 Error "host code touches an ABI array",
    J307 Error "a host branch over ABI arrays",
    J401 Error "target work may outlive kernel",
    J402 Error "own threads, streams or events left running",
    J501 Error "runs code at load time",
    J502 Error "inline assembly",
    J503 Error "an include from outside the language",
    J504 Error "reaches for the operating system",
    J505 Error "steers the compiler",
    J506 Error "defines a symbol of the runtime",
    J601 Warning "the team shape comes from a device query",
    J602 Note "schedule buys nothing on a device",
    J603 Warning "target parallel without teams",
    J604 Warning "sizes the host team",
    J605 Note "the outer loop is too short for a device",
    J606 Warning "a scalar's new value is lost",
    J607 Warning "a struct with pointers is mapped",
    J608 Warning "a parallel loop inside distribute, which flang gets wrong on NVIDIA",
    J609 Warning "schedule(static, 1) in several teams, which clang gets wrong on the host device",
    J701 Error "no usable kernel entry",
    J702 Error "the parameter list differs from the task's",
}

impl std::fmt::Display for Code {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

impl std::str::FromStr for Code {
    type Err = UnknownCode;

    fn from_str(text: &str) -> Result<Self, UnknownCode> {
        Self::ALL
            .iter()
            .copied()
            .find(|c| c.name().eq_ignore_ascii_case(text))
            .ok_or_else(|| UnknownCode(text.to_owned()))
    }
}

/// Not a rule's code.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no rule `{0}`: codes look like J102, and `judge explain` lists them")]
pub struct UnknownCode(String);
