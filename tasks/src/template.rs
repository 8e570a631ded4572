//! A folder for a new task: small, complete, and judged at once.

use crate::task::name_is_valid;

/// What the new task's kernel computes at first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Template {
    /// Each output element on its own: `y = alpha x + y`.
    Map,
    /// All elements into one number: the sum of `x`.
    Sum,
}

/// A name that no task can have.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no name for a task: lower-case letters, digits and hyphens, a letter first")]
pub struct NameError(String);

impl Template {
    /// The files of a task called `name`: (file name, text).
    ///
    /// # Errors
    /// When the name is none.
    pub fn files(self, name: &str, title: &str) -> Result<Vec<(&'static str, String)>, NameError> {
        if !name_is_valid(name) {
            return Err(NameError(name.to_owned()));
        }
        let [yaml, baseline, oracle, good] = match self {
            Self::Map => [
                include_str!("../templates/map/task.yaml"),
                include_str!("../templates/map/baseline.c"),
                include_str!("../templates/map/oracle.c"),
                include_str!("../templates/map/good.c"),
            ],
            Self::Sum => [
                include_str!("../templates/sum/task.yaml"),
                include_str!("../templates/sum/baseline.c"),
                include_str!("../templates/sum/oracle.c"),
                include_str!("../templates/sum/good.c"),
            ],
        };
        // A JSON string is a YAML string, whatever the title holds.
        let title = serde_json::Value::from(title).to_string();
        Ok(vec![
            ("task.yaml", yaml.replace("@NAME@", name).replace("@TITLE@", &title)),
            ("baseline.c", baseline.to_owned()),
            ("oracle.c", oracle.to_owned()),
            ("good.c", good.to_owned()),
            ("task.schema.json", format!("{:#}\n", crate::schema())),
        ])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Sources, Task};

    #[test]
    fn every_template_is_a_task() {
        for template in [Template::Map, Template::Sum] {
            let files = template.files("my-task", "A title: with \"quotes\" and # marks").expect("a fine name");
            let text = |name: &str| files.iter().find(|(n, _)| *n == name).expect("is there").1.clone();
            let sources = Sources { yaml: text("task.yaml"), baseline: text("baseline.c"), oracle: text("oracle.c") };
            let task = Task::from_sources("task.yaml", sources).unwrap_or_else(|e| panic!("{e}"));
            assert_eq!((task.name(), task.title()), ("my-task", "A title: with \"quotes\" and # marks"));
            assert!(task.has_twin());
        }
    }

    #[test]
    fn a_name_must_be_one() {
        for name in ["", "My-task", "9lives", "a b", "a/b", "-x"] {
            assert!(Template::Map.files(name, "").is_err(), "{name}");
        }
    }
}
