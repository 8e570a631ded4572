//! Compiles a policy to the kernel's filter language.
//!
//! The crate `seccompiler` has neither the *notify* answer, which is how the caller learns what was denied, nor
//! more than two answers in one filter.

use libc::sock_filter;

use crate::policy::{Action, Condition, Policy, Rule};

/// What the three kinds of denial turn into.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Denials {
    /// The caller is asked, and records them.
    Reported,
    /// The kernel answers alone.
    Silent,
}

/// `AUDIT_ARCH_X86_64`.
pub(crate) const NATIVE_ARCH: u32 = 0xC000_003E;
/// Calls with this bit follow the x32 convention.
pub(crate) const X32_BIT: u32 = 0x4000_0000;

const NUMBER: u32 = 0;
const ARCH: u32 = 4;

const LOAD: u32 = libc::BPF_LD | libc::BPF_W | libc::BPF_ABS;
const AND: u32 = libc::BPF_ALU | libc::BPF_AND | libc::BPF_K;
const JUMP: u32 = libc::BPF_JMP | libc::BPF_JA;
const IF_EQUAL: u32 = libc::BPF_JMP | libc::BPF_JEQ | libc::BPF_K;
const IF_AT_LEAST: u32 = libc::BPF_JMP | libc::BPF_JGE | libc::BPF_K;
const RETURN: u32 = libc::BPF_RET | libc::BPF_K;

/// Compiles `policy`. What a policy that the program will be `narrowed` to does not allow is the caller's to answer from
/// the start: a filter has no memory of what it said before. `exec` is the one descriptor that may be executed, when the policy allows one execution.
pub(crate) fn compile(
    policy: &Policy,
    narrowed: Option<&Policy>,
    denials: Denials,
    exec: Option<i32>,
) -> Vec<sock_filter> {
    let fatal = verdict(Action::Kill, denials);
    let mut program = vec![
        op(LOAD, ARCH),
        branch(IF_EQUAL, NATIVE_ARCH, 1, 0),
        op(RETURN, fatal),
        op(LOAD, NUMBER),
        branch(IF_AT_LEAST, X32_BIT, 0, 1),
        op(RETURN, fatal),
    ];
    let otherwise = verdict(policy.otherwise, denials);
    for (number, block) in blocks(policy, narrowed, denials, exec) {
        program.push(branch(IF_EQUAL, number, 1, 0));
        program.push(op(JUMP, block.len() as u32 + 1));
        program.extend(block);
        program.push(op(RETURN, otherwise));
    }
    program.push(op(RETURN, otherwise));
    program
}

/// The code for every call that is named, by number.
fn blocks(
    policy: &Policy,
    narrowed: Option<&Policy>,
    denials: Denials,
    exec: Option<i32>,
) -> Vec<(u32, Vec<sock_filter>)> {
    let mut blocks = Vec::new();
    let allow = op(RETURN, libc::SECCOMP_RET_ALLOW);
    match (policy.exec, exec) {
        (crate::policy::ExecRule::Any, _) => {
            blocks.extend([libc::SYS_execve, libc::SYS_execveat].map(|call| (call as u32, vec![allow])));
        }
        (crate::policy::ExecRule::Once, Some(descriptor)) => {
            // The kernel looks at the low half of both arguments only.
            let low = u64::from(u32::MAX);
            let conditions = [
                Condition { argument: 0, mask: low, is: descriptor as u64 },
                Condition { argument: 4, mask: low, is: libc::AT_EMPTY_PATH as u64 },
            ];
            blocks.push((libc::SYS_execveat as u32, guarded(&conditions, libc::SECCOMP_RET_ALLOW)));
        }
        _ => {}
    }
    for (number, rules) in &policy.rules {
        let code = rules.iter().flat_map(|rule| match (rule.action, narrowed) {
            (Action::Allow, Some(second)) => in_both(rule, second.rules.get(number)),
            _ => guarded(&rule.when, verdict(rule.action, denials)),
        });
        blocks.push((*number as u32, code.collect()));
    }
    blocks
}

/// Lets through what `rule` allows and one of the second stage's rules as well; the caller answers the rest of `rule`.
fn in_both(rule: &Rule, second: Option<&Vec<Rule>>) -> Vec<sock_filter> {
    let mut code = Vec::new();
    for other in second.into_iter().flatten() {
        let conditions = [rule.when.as_slice(), other.when.as_slice()].concat();
        let answer = match other.action {
            Action::Allow => libc::SECCOMP_RET_ALLOW,
            _ => libc::SECCOMP_RET_USER_NOTIF,
        };
        code.extend(guarded(&conditions, answer));
    }
    code.extend(guarded(&rule.when, libc::SECCOMP_RET_USER_NOTIF));
    code
}

/// Returns `verdict` when every condition holds, else falls through to what follows.
fn guarded(conditions: &[Condition], verdict: u32) -> Vec<sock_filter> {
    let mut code = vec![op(RETURN, verdict)];
    // Built from the back: each failed test jumps over all that is there already.
    for condition in conditions.iter().rev() {
        let base = 16 + 8 * u32::from(condition.argument);
        let halves = [
            (base, condition.mask as u32, condition.is as u32),
            (base + 4, (condition.mask >> 32) as u32, (condition.is >> 32) as u32),
        ];
        for (offset, mask, is) in halves {
            if mask == 0 {
                continue;
            }
            let mut test =
                vec![op(LOAD, offset), op(AND, mask), branch(IF_EQUAL, is, 1, 0), op(JUMP, code.len() as u32)];
            test.append(&mut code);
            code = test;
        }
    }
    code
}

/// The kernel's number for an answer.
fn verdict(action: Action, denials: Denials) -> u32 {
    match (action, denials) {
        (Action::Allow, _) => libc::SECCOMP_RET_ALLOW,
        (Action::Refuse { errno, recorded: false }, _) | (Action::Refuse { errno, .. }, Denials::Silent) => {
            libc::SECCOMP_RET_ERRNO | errno as u32
        }
        (_, Denials::Reported) => libc::SECCOMP_RET_USER_NOTIF,
        (Action::Kill | Action::Narrow, Denials::Silent) => libc::SECCOMP_RET_KILL_PROCESS,
    }
}

const fn op(code: u32, k: u32) -> sock_filter {
    sock_filter { code: code as u16, jt: 0, jf: 0, k }
}

const fn branch(code: u32, k: u32, jt: u8, jf: u8) -> sock_filter {
    sock_filter { code: code as u16, jt, jf, k }
}

#[cfg(test)]
#[path = "bpf_tests.rs"]
mod tests;
