//! Every broken task file gives one clear sentence with its line and column. The sentences are in `broken/expected.txt`.

use std::fmt::Write;

use judge_tasks::{Sources, Task};

#[test]
fn each_broken_file_says_what_is_wrong_and_where() {
    let mut paths: Vec<_> =
        std::fs::read_dir("tests/broken").expect("a corpus").map(|e| e.expect("readable").path()).collect();
    paths.sort();
    let mut said = String::new();
    for path in paths.iter().filter(|p| p.extension().is_some_and(|x| x == "yaml")) {
        let yaml = std::fs::read_to_string(path).expect("readable");
        let stem = path.file_stem().expect("a name").to_string_lossy();
        let sources = Sources { yaml, baseline: String::new(), oracle: String::new() };
        let error = Task::from_sources("task.yaml", sources).err().map(|e| e.to_string());
        let error = error.unwrap_or_else(|| panic!("{stem} was taken for a task"));
        assert!(!error.contains('\n'), "{stem}: more than one sentence: {error}");
        let _ = writeln!(said, "{stem}: {error}");
    }
    insta::assert_snapshot!(said);
}

#[test]
fn a_folder_says_which_file_it_lacks() {
    let missing = Task::from_dir(std::path::Path::new("/nowhere/at/all")).map(|_| ()).map_err(|e| e.to_string());
    assert_eq!(
        missing,
        Err("/nowhere/at/all is no folder; a task is a folder with task.yaml, a baseline and an oracle".to_owned())
    );
    let without = Task::from_dir(std::path::Path::new("tests/broken")).map(|_| ()).map_err(|e| e.to_string());
    assert_eq!(without, Err("cannot read tests/broken/task.yaml: No such file or directory (os error 2)".to_owned()));
}

#[test]
fn a_file_that_is_no_text_says_where() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("task.yaml"), b"name: x\ntitle: caf\xe9\n").expect("written");
    let error = Task::from_dir(folder.path()).map(|_| ()).expect_err("no text").to_string();
    assert!(error.ends_with("task.yaml:2:11: this is not UTF-8 text"), "{error}");
}

#[test]
fn a_name_that_some_language_has_for_itself_is_no_parameter() {
    let yaml = std::fs::read_to_string("builtin/bs2-axpy/task.yaml").expect("the task file");
    let named = |name: &str| {
        let yaml = yaml.replacen("- name: x\n", &format!("- name: {name}\n"), 1);
        Task::from_sources("task.yaml", Sources { yaml, baseline: String::new(), oracle: String::new() })
    };
    assert!(named("w").is_ok());
    for name in ["union", "this", "operator", "kernel", "Kernel", "int64_t", "threadIdx", "c_ptr"] {
        let error = named(name).map(|_| ()).expect_err(name).to_string();
        assert!(error.contains(&format!(":19:11: `{name}` means something in C, C++, Fortran or HIP")), "{error}");
    }
}
