//! The JSON schema of `task.yaml`: the generated one is the one in `docs`, and the built-in tasks meet it.

#[test]
fn the_documented_schema_is_the_generated_one() {
    let path = "../docs/task.schema.json";
    let generated = format!("{:#}\n", judge_tasks::schema());
    if std::env::var_os("JUDGE_REGENERATE").is_some() {
        std::fs::write(path, &generated).expect("writes the schema");
    }
    let documented = std::fs::read_to_string(path).expect("docs/task.schema.json");
    assert_eq!(documented, generated, "JUDGE_REGENERATE=1 cargo test -p judge-tasks writes it anew");
}

#[test]
fn built_in_tasks_meet_the_schema() {
    let validator = jsonschema::validator_for(&judge_tasks::schema()).expect("a schema");
    let mut seen = 0;
    for folder in std::fs::read_dir("builtin").expect("a folder of tasks") {
        let path = folder.expect("readable").path().join("task.yaml");
        let text = std::fs::read_to_string(&path).expect("readable");
        // YAML 1.2, as editors read it: `N` and `y` are names, not truth values.
        let options = serde_saphyr::options! { strict_booleans: true };
        let value: serde_json::Value = serde_saphyr::from_str_with_options(&text, options).expect("YAML");
        let errors: Vec<String> =
            validator.iter_errors(&value).map(|e| format!("{}: {e}", e.instance_path())).collect();
        assert_eq!(errors, Vec::<String>::new(), "{}", path.display());
        seen += 1;
    }
    assert_eq!(seen, judge_tasks::Task::builtins().count());
}
