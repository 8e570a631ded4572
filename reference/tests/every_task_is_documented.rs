//! Every built-in task has a page with its mathematics, gates and source.

use judge_tasks::Task;

#[test]
fn every_task_has_its_page() {
    let mut tasks = 0;
    for task in Task::builtins() {
        let path = format!("../docs/tasks/{}.md", task.name());
        let page = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"));
        assert!(page.starts_with(&format!("# {}: ", task.name())), "{path} begins with the task's name");
        for heading in ["## How outputs are compared", "## Exact twin", "## Source"] {
            assert!(page.contains(heading), "{path} has no `{heading}`");
        }
        let twinless = page.contains("## Exact twin\n\nNone");
        assert_eq!(task.has_twin(), !twinless, "{path} and task.yaml disagree on the exact twin");
        tasks += 1;
    }
    assert_eq!(std::fs::read_dir("../docs/tasks").expect("a folder").count(), tasks, "a page without a task");
}
