//! System-call policies as data: a stage per file, a reason per entry.
//!
//! A policy lists what is allowed. Anything else is denied and recorded. See `sandbox/policy/` for the format by
//! example.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::seccomp::syscalls;

/// The embedded policies.
const EMBEDDED: [(&str, &str); 5] = [
    ("compile", include_str!("../policy/compile.yaml")),
    ("run-load", include_str!("../policy/run-load.yaml")),
    ("run-call", include_str!("../policy/run-call.yaml")),
    ("run-load-gpu", include_str!("../policy/run-load-gpu.yaml")),
    ("run-call-gpu", include_str!("../policy/run-call-gpu.yaml")),
];

/// What is wrong with a policy.
#[derive(Debug, thiserror::Error)]
pub enum PolicyError {
    /// No embedded policy has this name.
    #[error("no policy is called `{name}`; there are {known}")]
    Unknown {
        /// The name asked for.
        name: String,
        /// The names there are.
        known: String,
    },
    /// The text is not a policy.
    #[error("policy does not parse: {reason}")]
    Syntax {
        /// The parser's message, with the place.
        reason: String,
    },
    /// A system call that this machine's architecture does not have.
    #[error("policy `{policy}` names the system call `{call}`, which does not exist; see `man 2 syscalls`")]
    Call {
        /// The policy.
        policy: String,
        /// The name.
        call: String,
    },
    /// A system call that is listed under two answers, or twice without a condition.
    #[error("policy `{policy}` lists `{call}` more than once; keep one entry, or give each a condition")]
    Twice {
        /// The policy.
        policy: String,
        /// The name.
        call: String,
    },
    /// An entry without a reason.
    #[error("policy `{policy}` gives no reason for `{entry}`; fill in `why`")]
    NoReason {
        /// The policy.
        policy: String,
        /// The first call of the entry.
        entry: String,
    },
    /// An entry that cannot mean anything.
    #[error("policy `{policy}`, entry `{entry}`: {what}")]
    Entry {
        /// The policy.
        policy: String,
        /// The first call of the entry.
        entry: String,
        /// What is wrong.
        what: &'static str,
    },
    /// A policy that cannot be used where it was passed.
    #[error("policy `{policy}` {what}")]
    Use {
        /// The policy.
        policy: String,
        /// Why it cannot.
        what: &'static str,
    },
}

/// How often the program may execute a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ExecRule {
    /// Never: the policy is for a program that narrows itself.
    Never,
    /// Once, to become the program.
    Once,
    /// As often as it likes.
    Any,
}

/// What happens when a call is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Action {
    /// It goes through.
    Allow,
    /// It fails with this error number. Recorded when the reason is that nothing allows it.
    Refuse { errno: i32, recorded: bool },
    /// The program is killed, and the call recorded.
    Kill,
    /// It goes through the first time, and the time is noted: the program narrows itself.
    Narrow,
}

/// A condition on one argument: `argument & mask == is`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Condition {
    /// Which argument, from 0.
    pub(crate) argument: u8,
    #[serde(default = "all_bits")]
    pub(crate) mask: u64,
    pub(crate) is: u64,
}

const fn all_bits() -> u64 {
    u64::MAX
}

/// What one call is answered with: the first rule whose conditions all hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Rule {
    pub(crate) when: Vec<Condition>,
    pub(crate) action: Action,
}

/// A checked policy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Policy {
    name: String,
    pub(crate) exec: ExecRule,
    pub(crate) otherwise: Action,
    pub(crate) rules: BTreeMap<i64, Vec<Rule>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    name: String,
    purpose: String,
    /// An embedded policy whose answers hold for every call that this one does not list.
    extends: Option<String>,
    exec: ExecRule,
    #[serde(rename = "else")]
    otherwise: Otherwise,
    allow: Vec<Entry>,
    #[serde(default)]
    refuse: Vec<Entry>,
    #[serde(default)]
    kill: Vec<Entry>,
    #[serde(default)]
    narrow: Vec<Entry>,
}

#[derive(Deserialize, Clone, Copy)]
#[serde(rename_all = "lowercase")]
enum Otherwise {
    Refuse,
    Kill,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    calls: Vec<String>,
    #[serde(default)]
    when: Vec<Condition>,
    errno: Option<ErrorName>,
    #[serde(default)]
    why: String,
}

/// Error numbers that a policy can answer with.
#[derive(Deserialize, Clone, Copy)]
enum ErrorName {
    #[serde(rename = "EPERM")]
    NotPermitted,
    #[serde(rename = "ENOSYS")]
    NotImplemented,
}

impl ErrorName {
    const fn number(self) -> i32 {
        match self {
            Self::NotPermitted => libc::EPERM,
            Self::NotImplemented => libc::ENOSYS,
        }
    }
}

impl Policy {
    /// The embedded policy with this name: `compile`, `run-load`, `run-call`, or one of the latter two with `-gpu`.
    ///
    /// # Errors
    ///
    /// When there is none.
    pub fn named(name: &str) -> Result<Self, PolicyError> {
        match EMBEDDED.iter().find(|(known, _)| *known == name) {
            Some((_, text)) => Self::parse(text),
            None => {
                let known = EMBEDDED.map(|(name, _)| name).join(", ");
                Err(PolicyError::Unknown { name: name.to_owned(), known })
            }
        }
    }

    /// Reads and checks a policy file's text.
    ///
    /// # Errors
    ///
    /// When it does not parse, names an unknown call, lists one twice or gives no reason.
    pub fn parse(text: &str) -> Result<Self, PolicyError> {
        let file: File =
            serde_saphyr::from_str(text).map_err(|error| PolicyError::Syntax { reason: error.to_string() })?;
        if file.purpose.trim().is_empty() {
            return Err(PolicyError::NoReason { policy: file.name, entry: "purpose".to_owned() });
        }
        let otherwise = match file.otherwise {
            Otherwise::Refuse => Action::Refuse { errno: libc::EPERM, recorded: true },
            Otherwise::Kill => Action::Kill,
        };
        let mut policy = Self { name: file.name, exec: file.exec, otherwise, rules: BTreeMap::new() };
        for entry in file.allow {
            policy.add(entry, |_| Some(Action::Allow))?;
        }
        for entry in file.refuse {
            policy.add(entry, |errno| Some(Action::Refuse { errno: errno?.number(), recorded: false }))?;
        }
        for entry in file.kill {
            policy.add(entry, |_| Some(Action::Kill))?;
        }
        for entry in file.narrow {
            policy.add(entry, |_| Some(Action::Narrow))?;
        }
        if let Some(base) = file.extends {
            for (call, rules) in Self::named(&base)?.rules {
                policy.rules.entry(call).or_insert(rules);
            }
        }
        policy.check()?;
        Ok(policy)
    }

    /// The policy's name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    fn add(
        &mut self,
        entry: Entry,
        action: impl FnOnce(Option<ErrorName>) -> Option<Action>,
    ) -> Result<(), PolicyError> {
        let policy = || self.name.clone();
        let first = entry.calls.first().cloned().unwrap_or_default();
        let wrong = |what| PolicyError::Entry { policy: policy(), entry: first.clone(), what };
        if first.is_empty() {
            return Err(wrong("names no call"));
        }
        if entry.why.trim().is_empty() {
            return Err(PolicyError::NoReason { policy: policy(), entry: first });
        }
        if entry.when.iter().any(|condition| condition.argument > 5) {
            return Err(wrong("a call has the arguments 0 to 5"));
        }
        if entry.when.iter().any(|condition| condition.is & !condition.mask != 0) {
            return Err(wrong("`is` has bits that `mask` lacks: it never holds"));
        }
        let has_errno = entry.errno.is_some();
        let action = action(entry.errno).ok_or_else(|| wrong("needs an `errno`"))?;
        if has_errno && !matches!(action, Action::Refuse { .. }) {
            return Err(wrong("only a refusal has an `errno`"));
        }
        for call in entry.calls {
            let Some(number) = syscalls::number(&call) else {
                return Err(PolicyError::Call { policy: policy(), call });
            };
            let rules = self.rules.entry(number).or_default();
            if rules.iter().any(|rule| rule.when.is_empty() || rule.when == entry.when) {
                return Err(PolicyError::Twice { policy: self.name.clone(), call });
            }
            rules.push(Rule { when: entry.when.clone(), action });
        }
        Ok(())
    }

    /// What holds for every policy, whatever it is for.
    fn check(&self) -> Result<(), PolicyError> {
        let misuse = |what| Err(PolicyError::Use { policy: self.name.clone(), what });
        if [libc::SYS_execve, libc::SYS_execveat].iter().any(|call| self.rules.contains_key(call)) {
            return misuse("lists execve or execveat; say so with `exec`");
        }
        let exit = Rule { when: Vec::new(), action: Action::Allow };
        if self.rules.get(&libc::SYS_exit_group).and_then(|rules| rules.first()) != Some(&exit) {
            return misuse("does not allow exit_group, so a program could not even end");
        }
        Ok(())
    }

    /// Whether a program can narrow itself to this policy.
    pub(crate) fn check_second_stage(&self) -> Result<(), PolicyError> {
        let narrows = self.rules.values().flatten().any(|rule| rule.action == Action::Narrow);
        if self.exec != ExecRule::Never || narrows {
            let what = "is for a program that is started, not for one that narrows itself";
            return Err(PolicyError::Use { policy: self.name.clone(), what });
        }
        Ok(())
    }

    /// What a call is answered with once a program that started under this policy has narrowed itself to `second`:
    /// the stricter of both answers.
    pub(crate) fn answer_narrowed(&self, second: &Self, number: i64, arguments: &[u64; 6]) -> Action {
        match (self.answer(number, arguments), second.answer(number, arguments)) {
            (Action::Kill, _) | (_, Action::Kill) => Action::Kill,
            (refused @ Action::Refuse { .. }, _) => refused,
            (_, second) => second,
        }
    }

    /// What a call is answered with; calls of other conventions than the native one are always fatal.
    pub(crate) fn answer(&self, number: i64, arguments: &[u64; 6]) -> Action {
        if self.exec == ExecRule::Any && [libc::SYS_execve, libc::SYS_execveat].contains(&number) {
            return Action::Allow;
        }
        let holds = |condition: &Condition| {
            arguments.get(usize::from(condition.argument)).is_some_and(|value| value & condition.mask == condition.is)
        };
        let rules = self.rules.get(&number).map(Vec::as_slice).unwrap_or_default();
        rules.iter().find(|rule| rule.when.iter().all(holds)).map_or(self.otherwise, |rule| rule.action)
    }
}

#[cfg(test)]
mod tests;
