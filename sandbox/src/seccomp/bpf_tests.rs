use super::*;

/// What the kernel would answer: an interpreter for the instructions that the compiler emits.
fn run(program: &[sock_filter], arch: u32, number: u32, arguments: [u64; 6]) -> Option<u32> {
    let load = |offset: u32| match offset {
        NUMBER => number,
        ARCH => arch,
        _ => {
            let argument = arguments.get(((offset - 16) / 8) as usize).copied().unwrap_or_default();
            if offset.is_multiple_of(8) { argument as u32 } else { (argument >> 32) as u32 }
        }
    };
    let (mut at, mut accumulator) = (0_usize, 0_u32);
    loop {
        let instruction = program.get(at)?;
        let jump = |holds: bool| usize::from(if holds { instruction.jt } else { instruction.jf });
        at += 1;
        match u32::from(instruction.code) {
            LOAD => accumulator = load(instruction.k),
            AND => accumulator &= instruction.k,
            JUMP => at += instruction.k as usize,
            IF_EQUAL => at += jump(accumulator == instruction.k),
            IF_AT_LEAST => at += jump(accumulator >= instruction.k),
            RETURN => return Some(instruction.k),
            _ => return None,
        }
    }
}

fn embedded() -> Vec<Policy> {
    ["compile", "run-load", "run-call", "run-load-gpu", "run-call-gpu"]
        .iter()
        .filter_map(|name| Policy::named(name).ok())
        .collect()
}

#[test]
fn the_compiled_filter_answers_as_the_policy_says() {
    let policies = embedded();
    assert_eq!(policies.len(), 5);
    let values = [0, 1, 3, 4, 7, 0x1_0000_0000, 0x0001_0f00, 0x003d_0f00, 0x5401, u64::MAX];
    for policy in &policies {
        for denials in [Denials::Reported, Denials::Silent] {
            let program = compile(policy, None, denials, None);
            assert!(program.len() < 4096, "the kernel takes no longer filter");
            for number in 0..600_u32 {
                for value in values {
                    for position in 0..6 {
                        let mut arguments = [0; 6];
                        arguments[position] = value;
                        let expected = verdict(policy.answer(i64::from(number), &arguments), denials);
                        let got = run(&program, NATIVE_ARCH, number, arguments);
                        assert_eq!(got, Some(expected), "{} {number} {arguments:x?}", policy.name());
                    }
                }
            }
        }
    }
}

#[test]
fn the_kernel_lets_through_what_both_stages_allow_and_asks_about_the_rest() {
    for (first, second) in [("run-load", "run-call"), ("run-load-gpu", "run-call-gpu")] {
        let (Ok(first), Ok(second)) = (Policy::named(first), Policy::named(second)) else { unreachable!() };
        let program = compile(&first, Some(&second), Denials::Reported, None);
        assert!(program.len() < 4096, "the kernel takes no longer filter");
        for number in 0..600_u32 {
            for value in [0, 1, 3, 4, 7, 0x1000, 0x0001_0f00, 0x003d_0f00, 0x5401, u64::MAX] {
                for position in 0..6 {
                    let mut arguments = [0; 6];
                    arguments[position] = value;
                    let answers = [&first, &second].map(|policy| policy.answer(i64::from(number), &arguments));
                    let expected = match answers {
                        [Action::Allow, Action::Allow] => libc::SECCOMP_RET_ALLOW,
                        [Action::Allow, _] => libc::SECCOMP_RET_USER_NOTIF,
                        [first, _] => verdict(first, Denials::Reported),
                    };
                    let got = run(&program, NATIVE_ARCH, number, arguments);
                    assert_eq!(got, Some(expected), "{} {number} {arguments:x?}", first.name());
                }
            }
        }
    }
}

#[test]
fn foreign_conventions_are_fatal_for_every_call() {
    const I386: u32 = 0x4000_0003;
    for policy in embedded() {
        let program = compile(&policy, None, Denials::Silent, None);
        for number in 0..600 {
            let fatal = Some(libc::SECCOMP_RET_KILL_PROCESS);
            assert_eq!(run(&program, I386, number, [0; 6]), fatal);
            assert_eq!(run(&program, NATIVE_ARCH, number | X32_BIT, [0; 6]), fatal);
        }
    }
}

#[test]
fn one_execution_is_of_one_descriptor() {
    for policy in embedded().into_iter().filter(|policy| policy.exec == crate::policy::ExecRule::Once) {
        let program = compile(&policy, None, Denials::Silent, Some(500));
        let exec =
            |number: i64, descriptor, flags| run(&program, NATIVE_ARCH, number as u32, [descriptor, 0, 0, 0, flags, 0]);
        let flags = libc::AT_EMPTY_PATH as u64;
        assert_eq!(exec(libc::SYS_execveat, 500, flags), Some(libc::SECCOMP_RET_ALLOW));
        assert_ne!(exec(libc::SYS_execveat, 501, flags), Some(libc::SECCOMP_RET_ALLOW));
        assert_ne!(exec(libc::SYS_execveat, 500, 0), Some(libc::SECCOMP_RET_ALLOW));
        assert_ne!(exec(libc::SYS_execve, 500, flags), Some(libc::SECCOMP_RET_ALLOW));
    }
}
