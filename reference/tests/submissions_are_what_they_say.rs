//! Example submissions: those under `accepted` pass their task's gate, those under `wrong-answer` do not, at some size.
//! They run through clang's host offload, without the judge: the judge's own corpus test expects whole verdicts.

mod common;

use std::path::Path;

use common::Compiled;
use common::c_call::Function;
use judge_tasks::{Role, Task, Variant};

const OFFLOAD: &[&str] = &["-O2", "-fopenmp", "-fopenmp-targets=x86_64-pc-linux-gnu", "-Wno-openmp-mapping"];

#[test]
fn accepted_ones_pass_and_wrong_answers_do_not() {
    let root = Path::new("../tests/submissions");
    let mut seen = 0;
    for task in Task::builtins() {
        let name = task.name().to_owned();
        let Some(compiled) = Compiled::of(task) else { return };
        for (verdict, right) in [("accepted", true), ("wrong-answer", false)] {
            for path in sources(&root.join(&name).join(verdict)) {
                let source = std::fs::read_to_string(&path).expect("readable");
                assert!(source.starts_with("//") || source.starts_with("/*"), "{} must say why", path.display());
                let Some(kernel) = Function::compile(&name, compiled.task.signature(), &source, &[], OFFLOAD) else {
                    return;
                };
                let found = first_difference(&compiled, &kernel);
                assert_eq!(found.is_none(), right, "{}: {found:?}", path.display());
                seen += 1;
            }
        }
    }
    assert!(seen >= 2 * Task::builtins().count(), "{seen} submissions are too few: one good, one wrong for each task");
}

fn first_difference(compiled: &Compiled, kernel: &Function) -> Option<String> {
    let variants = if compiled.task.has_twin() { &[Variant::Normal, Variant::Twin][..] } else { &[Variant::Normal] };
    let sizes = compiled.task.sizes().iter().filter(|s| s.role == Role::Correctness);
    sizes.flat_map(|s| variants.iter().map(move |v| (s, *v))).find_map(|(size, variant)| {
        let (layout, inputs) = compiled.inputs(size, variant, 7);
        let expected = compiled.expected(&layout, &inputs);
        let result = compiled.run(kernel, &layout, &inputs);
        compiled.compare(size, variant, &result, &expected).err().map(|e| format!("{} {variant:?}: {e}", size.name))
    })
}

fn sources(folder: &Path) -> Vec<std::path::PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<_> = entries.map(|e| e.path()).filter(|p| p.extension().is_some_and(|x| x == "c")).collect();
    paths.sort();
    paths
}
