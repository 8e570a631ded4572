use judge_sandbox::{Exit, Jail, Limits, Policy};
fn system(j: Jail) -> Jail {
    j.bind_ro("/usr", "/usr").symlink("usr/lib64", "/lib64").symlink("usr/lib", "/lib").symlink("usr/bin", "/bin")
}
#[test]
fn runs() {
    let e =
        system(Jail::new("/usr/bin/id")).policy(Policy::named("run-load").unwrap()).limits(Limits::default()).spawn();
    match e {
        Ok(r) => println!("{:#?}", r.wait()),
        Err(e) => {
            let s: &dyn std::error::Error = &e;
            panic!("{e} {:?}", s.source())
        }
    }
    let e = system(Jail::new("/usr/bin/sh"))
        .args(["-c", "echo hi; ls -la /; cat /proc/self/status; ls /proc; ls /tmp; id; hostname"])
        .proc(judge_sandbox::ProcMount::ReadOnly)
        .tmp(1 << 20, 100)
        .policy(Policy::named("compile").unwrap())
        .spawn()
        .unwrap()
        .wait();
    println!("{}\n{}", e.stdout.text(), e.stderr.text());
    println!("{:?}", e.denials);
    assert_eq!(e.exit, Exit::Code(0));
}
