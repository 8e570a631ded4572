//! What a jailed program sees: what it was shown, and nothing else.

mod common;

use std::fs;
use std::io::{Seek, SeekFrom, Write};

use common::{Outcome, jail, line, repeat_as_ordinary_user, run};
use judge_sandbox::{Exit, ProcMount};

#[test]
fn is_an_ordinary_process_of_nobody_special() -> Outcome {
    let evidence = run("compile", &["self"])?;
    assert_eq!(line(&evidence), "uid 1000 gid 1000 pid 1 parent 0 session 1");
    let evidence = jail("run-load", &["read", "/proc/self/status"])?.proc(ProcMount::ReadOnly).spawn()?.wait();
    let text = evidence.stdout.text();
    let field = |name: &str| text.lines().find_map(|line| line.strip_prefix(name)).unwrap_or("?").trim().to_owned();
    for set in ["CapInh:", "CapPrm:", "CapEff:", "CapBnd:", "CapAmb:", "SigIgn:", "SigBlk:"] {
        assert_eq!(field(set), "0000000000000000", "{set}");
    }
    assert_eq!((field("NoNewPrivs:"), field("Seccomp:")), ("1".to_owned(), "2".to_owned()));
    if evidence.isolation.own_user {
        assert_eq!(field("Groups:"), "");
    }
    Ok(())
}

#[test]
fn sees_only_its_own_variables_and_descriptors() -> Outcome {
    assert_eq!(line(&run("run-load", &["environment"])?), "");
    assert_eq!(line(&jail("run-load", &["environment"])?.env("A", "b=c").spawn()?.wait()), "A=b=c");
    assert_eq!(line(&run("run-load", &["descriptors"])?), "0 1 2");
    let (first, second) = (tempfile::tempfile()?, tempfile::tempfile()?);
    let evidence = jail("run-load", &["descriptors"])?.fd(first, 90).fd(second, 5).spawn()?.wait();
    assert_eq!(line(&evidence), "0 1 2 5 90");
    Ok(())
}

/// The program is opened in the jail, at the lowest free number: it must not be the one that a passed descriptor takes next.
#[test]
fn passed_descriptors_take_every_low_number() -> Outcome {
    let mut jail = jail("run-load", &["descriptors"])?;
    for number in 3..60 {
        jail = jail.fd(tempfile::tempfile()?, number);
    }
    let all: Vec<String> = (0..60).map(|number| number.to_string()).collect();
    assert_eq!(line(&jail.spawn()?.wait()), all.join(" "));
    Ok(())
}

#[test]
fn reads_its_input_and_a_passed_descriptor() -> Outcome {
    let mut file = tempfile::tempfile()?;
    file.write_all(b"passed on")?;
    file.seek(SeekFrom::Start(0))?;
    let evidence = jail("compile", &["read", "/dev/null"])?.device("/dev/null").spawn()?.wait();
    assert_eq!((line(&evidence).as_str(), evidence.exit), ("", Exit::Code(0)));
    let evidence = jail("run-load", &["call", "0", "0", "0", "0"])?.stdin(file).spawn()?.wait();
    assert_eq!(line(&evidence), "done");
    Ok(())
}

#[test]
fn what_is_bound_read_only_can_be_read_and_not_written() -> Outcome {
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("file");
    fs::write(&file, "shown")?;
    let see = |words: &[&str]| -> Result<String, Box<dyn std::error::Error>> {
        Ok(line(&jail("compile", words)?.bind_ro(folder.path(), "/shown").spawn()?.wait()))
    };
    assert_eq!(see(&["read", "/shown/file"])?, "shown");
    assert_eq!(see(&["write", "/shown/file"])?, "open: EROFS");
    assert_eq!(see(&["write", "/shown/new"])?, "open: EROFS");
    assert_eq!(see(&["write", "/new"])?, "open: EROFS");
    assert_eq!(fs::read_to_string(&file)?, "shown");
    Ok(())
}

#[test]
fn what_is_bound_writable_is_the_callers_afterwards() -> Outcome {
    let folder = tempfile::tempdir()?;
    let evidence = jail("compile", &["write", "/out/file"])?.bind_rw(folder.path(), "/out").spawn()?.wait();
    assert_eq!(line(&evidence), "written");
    assert_eq!(fs::read_to_string(folder.path().join("file"))?, "data");
    fs::remove_file(folder.path().join("file"))?;
    Ok(())
}

#[test]
fn a_private_file_of_the_caller_can_be_shown_alone() -> Outcome {
    let file = tempfile::NamedTempFile::new()?;
    fs::write(file.path(), "private")?;
    let evidence = jail("compile", &["read", "/it"])?.bind_ro(file.path(), "/it").spawn()?.wait();
    assert_eq!(line(&evidence), "private");
    Ok(())
}

#[test]
fn a_planted_link_does_not_redirect_a_later_mount() -> Outcome {
    let (folder, victim) = (tempfile::tempdir()?, tempfile::tempdir()?);
    std::os::unix::fs::symlink(victim.path(), folder.path().join("trap"))?;
    let jail = jail("compile", &["exit", "0"])?.bind_rw(folder.path(), "/out").bind_ro("/etc", "/out/trap/inner");
    let error = jail.spawn().err().map(|error| error.to_string()).unwrap_or_default();
    assert!(error.contains("/out/trap"), "{error}");
    assert_eq!(fs::read_dir(victim.path())?.count(), 0);
    Ok(())
}

#[test]
fn nothing_of_the_host_is_there() -> Outcome {
    for path in ["/etc/passwd", "/proc/1/environ", "/dev/zero", "/sys/kernel", "/root", "/home"] {
        assert_eq!(line(&run("compile", &["read", path])?), "open: ENOENT", "{path}");
    }
    let own = format!("/proc/{}/environ", std::process::id());
    let evidence = jail("compile", &["read", &own])?.proc(ProcMount::Writable).spawn()?.wait();
    assert_eq!(line(&evidence), "open: ENOENT");
    Ok(())
}

#[test]
fn the_first_process_cannot_be_looked_into() -> Outcome {
    for file in ["mem", "environ", "maps", "fd/0", "root/etc/passwd", "cwd/Cargo.toml"] {
        let path = format!("/proc/1/{file}");
        let evidence = jail("compile", &["read", &path])?.proc(ProcMount::Writable).spawn()?.wait();
        assert_eq!(line(&evidence), "open: EACCES", "{path}");
    }
    let own = jail("compile", &["read", "/proc/self/comm"])?.proc(ProcMount::ReadOnly).spawn()?.wait();
    assert_eq!(line(&own), "act");
    Ok(())
}

#[test]
fn the_private_folder_is_bounded_and_leaves_nothing() -> Outcome {
    let with_tmp = |words: &[&str]| -> Result<String, Box<dyn std::error::Error>> {
        Ok(line(&jail("compile", words)?.tmp(1 << 20, 50).spawn()?.wait()))
    };
    assert_eq!(with_tmp(&["write", "/tmp/file"])?, "written");
    assert_eq!(with_tmp(&["read", "/tmp/file"])?, "open: ENOENT");
    assert_eq!(with_tmp(&["write-much", "/tmp/file"])?, format!("{} ENOSPC", 1 << 20));
    let files = with_tmp(&["files"])?;
    assert_eq!(files, "49 ENOSPC", "the folder itself takes one of fifty");
    assert_eq!(line(&run("compile", &["write", "/tmp/file"])?), "open: ENOENT");
    Ok(())
}

#[test]
fn the_current_folder_and_mistakes_about_it_are_named() -> Outcome {
    let error = |jail: judge_sandbox::Jail| jail.spawn().err().map(|error| error.to_string()).unwrap_or_default();
    assert_eq!(error(jail("compile", &[])?.current_dir("/no")), "cannot change into the folder `/no`");
    let missing = judge_sandbox::Jail::new("/no").policy(judge_sandbox::Policy::named("compile")?);
    assert!(error(missing).starts_with("cannot open the program `/no` ("));
    assert!(error(jail("compile", &[])?.bind_ro("/no/such", "/x")).contains("`/no/such`"));
    assert!(error(jail("compile", &[])?.fd(tempfile::tempfile()?, 2)).contains("number 2"));
    let (first, second) = (tempfile::tempfile()?, tempfile::tempfile()?);
    assert!(error(jail("compile", &[])?.fd(first, 7).fd(second, 7)).contains("twice"));
    assert!(error(jail("compile", &[])?.env("A=B", "c")).contains("variable `A=B`"));
    assert!(error(jail("compile", &["a\0b"])?).contains("NUL"));
    assert!(error(jail("run-call", &[])?).contains("narrow"));
    assert!(error(judge_sandbox::Jail::new("/no")).contains("no system-call policy"));
    assert_eq!(run("compile", &["exit", "0"])?.exit, Exit::Code(0));
    Ok(())
}

#[test]
fn also_as_an_ordinary_user() -> Outcome {
    repeat_as_ordinary_user("also_as_an_ordinary_user")
}
