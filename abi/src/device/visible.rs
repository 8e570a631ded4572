//! The environment variables that hide devices from a driver, read so that the judge can say what they did.
//!
//! The drivers take odd values silently: CUDA stops at the first entry it does not understand and shows what came
//! before. The judge names the entry instead.

/// A vendor's GPUs, driver and vocabulary.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Vendor {
    /// CUDA.
    Nvidia,
    /// HIP on ROCm.
    Amd,
}

impl Vendor {
    /// The name in messages.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Nvidia => "NVIDIA",
            Self::Amd => "AMD",
        }
    }

    /// What to check when the driver sees no device.
    pub(crate) const fn where_to_look(self) -> &'static str {
        match self {
            Self::Nvidia => "check the nodes /dev/nvidia*, and that MIG mode, where it is on, has slices",
            Self::Amd => "check /dev/kfd and /dev/dri, and that you are in the groups render and video",
        }
    }

    /// The variables that hide devices, the strongest first.
    #[must_use]
    pub const fn variables(self) -> &'static [&'static str] {
        match self {
            Self::Nvidia => &["CUDA_VISIBLE_DEVICES"],
            Self::Amd => &["ROCR_VISIBLE_DEVICES", "HIP_VISIBLE_DEVICES", "CUDA_VISIBLE_DEVICES"],
        }
    }
}

impl std::fmt::Display for Vendor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// A value that hides every device or cannot be meant.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum VisibleError {
    /// Set, but to nothing.
    #[error("{variable} is set to an empty value, which hides every GPU; unset it or name a device")]
    Empty {
        /// The variable.
        variable: &'static str,
    },
    /// `-1` and its like.
    #[error("{variable}={value} hides every GPU; unset it or name a device")]
    Hides {
        /// The variable.
        variable: &'static str,
        /// Its value.
        value: String,
    },
    /// An entry that is neither an index nor a UUID.
    #[error("{variable}={value}: {entry:?} is neither an index nor a UUID (GPU-…, MIG-…); correct it or unset it")]
    Odd {
        /// The variable.
        variable: &'static str,
        /// Its value.
        value: String,
        /// The entry.
        entry: String,
    },
    /// The same device twice.
    #[error("{variable}={value} names {entry:?} twice; name each device once")]
    Twice {
        /// The variable.
        variable: &'static str,
        /// Its value.
        value: String,
        /// The entry.
        entry: String,
    },
}

/// Checks the value of `variable`; `None` is unset, which shows every device.
///
/// # Errors
/// When the value hides every device or has an entry that cannot be meant.
pub(crate) fn check(variable: &'static str, value: Option<&str>) -> Result<(), VisibleError> {
    let Some(value) = value else { return Ok(()) };
    if value.trim().is_empty() {
        return Err(VisibleError::Empty { variable });
    }
    let whole = value.to_owned();
    let mut seen = Vec::new();
    for (position, entry) in value.split(',').map(str::trim).enumerate() {
        let entry = entry.to_owned();
        let hides = entry.starts_with('-') && entry[1..].parse::<u32>().is_ok() || entry == "NoDevFiles";
        match entry.parse::<u32>() {
            _ if hides && position == 0 => return Err(VisibleError::Hides { variable, value: whole }),
            Err(_) if !is_uuid(&entry) => return Err(VisibleError::Odd { variable, value: whole, entry }),
            _ if seen.contains(&entry) => return Err(VisibleError::Twice { variable, value: whole, entry }),
            _ => seen.push(entry),
        }
    }
    Ok(())
}

/// Whether `entry` looks like a UUID or the beginning of one, as the drivers take them.
fn is_uuid(entry: &str) -> bool {
    ["GPU-", "MIG-"].iter().any(|prefix| {
        entry.strip_prefix(prefix).is_some_and(|rest| {
            let rest = rest.strip_prefix("GPU-").unwrap_or(rest);
            !rest.is_empty() && rest.chars().all(|c| c.is_ascii_hexdigit() || "-/".contains(c))
        })
    })
}

/// Which of a vendor's visible devices to use.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Choice {
    /// The first one.
    #[default]
    First,
    /// By index among the visible ones.
    Index(u32),
    /// By the beginning of its UUID, `GPU-` or `MIG-` included.
    Uuid(String),
}

/// Text that names no device.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{text:?} is neither a device index nor a UUID (GPU-…, MIG-…)")]
pub struct ChoiceError {
    text: String,
}

impl std::str::FromStr for Choice {
    type Err = ChoiceError;

    fn from_str(text: &str) -> Result<Self, ChoiceError> {
        match text.parse() {
            Ok(index) => Ok(Self::Index(index)),
            Err(_) if is_uuid(text) => Ok(Self::Uuid(text.to_owned())),
            Err(_) => Err(ChoiceError { text: text.to_owned() }),
        }
    }
}

impl Choice {
    /// The position among `uuids`, the visible devices in the driver's order; the error is what to tell the user.
    pub(crate) fn among(&self, uuids: &[String]) -> Result<usize, String> {
        let matches: Vec<usize> = match self {
            Self::First => (0..uuids.len().min(1)).collect(),
            Self::Index(index) => (0..uuids.len()).filter(|&at| at == *index as usize).collect(),
            Self::Uuid(text) => {
                let starts = |uuid: &str| uuid.get(..text.len()).is_some_and(|start| start.eq_ignore_ascii_case(text));
                (0..uuids.len()).filter(|&at| starts(&uuids[at])).collect()
            }
        };
        match matches[..] {
            [at] => Ok(at),
            [] => Err("no visible device is".to_owned()),
            _ => Err(format!("{} visible devices are", matches.len())),
        }
    }
}

impl std::fmt::Display for Choice {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::First => f.write_str("the first device"),
            Self::Index(index) => write!(f, "index {index}"),
            Self::Uuid(uuid) => f.write_str(uuid),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAME: &str = "CUDA_VISIBLE_DEVICES";

    #[test]
    fn honest_values_pass() {
        for value in
            ["0", "1,0", " 0 , 2", "GPU-3f2a", "GPU-3f2a9d10-77aa-4bb0-9f3c-0a1b2c3d4e5f,0", "MIG-GPU-3f2a/1/0"]
        {
            assert_eq!(check(NAME, Some(value)), Ok(()), "{value}");
        }
        assert_eq!(check(NAME, None), Ok(()));
    }

    #[test]
    fn each_odd_value_has_its_sentence() {
        let sentence = |value| check(NAME, Some(value)).expect_err(value).to_string();
        assert!(sentence("").contains("empty value"));
        assert!(sentence("-1").contains("hides every GPU"));
        assert!(sentence("NoDevFiles").contains("hides every GPU"));
        assert!(sentence("0,abc").contains("\"abc\" is neither"));
        assert!(sentence("0,,1").contains("\"\" is neither"));
        assert!(sentence("GPU-").contains("is neither"));
        assert!(sentence("0,1,0").contains("names \"0\" twice"));
    }

    #[test]
    fn two_devices_are_told_apart_by_index_or_uuid() {
        let uuids = ["GPU-3f2a9d10".to_owned(), "GPU-3f9911aa".to_owned()];
        let choose = |text: &str| text.parse::<Choice>().expect(text).among(&uuids);
        assert_eq!(Choice::First.among(&uuids), Ok(0));
        assert_eq!(choose("1"), Ok(1));
        assert_eq!(choose("GPU-3F99"), Ok(1));
        assert!(choose("2").expect_err("out of range").contains("no visible device"));
        assert!(choose("GPU-3f").expect_err("ambiguous").contains("2 visible devices"));
        assert!("fast".parse::<Choice>().is_err());
    }
}
