//! One submission's figures.

use serde_json::{Value, json};

/// One cell of the tables.
pub(crate) struct Row {
    pub(crate) task: String,
    pub(crate) arm: String,
    pub(crate) device: String,
    pub(crate) size: String,
    pub(crate) verdict: String,
    /// Why it is not accepted, or not timed.
    pub(crate) reason: String,
    pub(crate) timed: Option<Timed>,
    /// What goes into the file.
    pub(crate) raw: Value,
}

/// Figures of a timed size.
pub(crate) struct Timed {
    pub(crate) nanoseconds: f64,
    pub(crate) rate: f64,
    /// Of the device's copy bandwidth, where that was measured.
    pub(crate) share: Option<f64>,
    pub(crate) baseline: f64,
    pub(crate) launches: u64,
}

impl Row {
    /// A submission's row, out of its document.
    pub(crate) fn of(task: &str, arm: &str, device: &str, size_name: &str, document: &Value) -> Self {
        let evidence = &document["evidence"];
        let size = evidence["sizes"].as_array().and_then(|sizes| sizes.last()).cloned().unwrap_or_default();
        Self::kept(json!({
            "task": task,
            "arm": arm,
            "device": device,
            "verdict": document["verdict"],
            "reason": document["reason"],
            "size": size_name,
            "bytes": size["bytes"],
            "kernel": summary(&size["kernel"]),
            "baseline": summary(&size["baseline"]),
            "floor": size["floor"],
            "copy": evidence["device"]["peaks"]["copy"],
            "launches_max": size["a"]["launches_max"],
            "launches": size["launches"],
            "states": size["states"],
            "flags": evidence["build"]["flags"],
            "resources": evidence["build"]["resources"],
            "stages": evidence["stages"],
        }))
    }

    /// A row as the file has it.
    pub(crate) fn kept(raw: Value) -> Self {
        let text = |key: &str| raw[key].as_str().unwrap_or_default().to_owned();
        let verdict = text("verdict");
        Self {
            task: text("task"),
            arm: text("arm"),
            device: text("device"),
            size: text("size"),
            reason: text("reason"),
            timed: if verdict == "accepted" { timed(&raw) } else { None },
            verdict,
            raw,
        }
    }

    pub(crate) fn line(&self) -> String {
        let figures = self.timed.as_ref().map_or_else(
            || self.reason.clone(),
            |t| {
                let share = t.share.map_or_else(String::new, |s| format!(", {:.1} % of copy", 100.0 * s));
                format!(
                    "{:.1} us, {:.0} GB/s{share}, {:.1} times the baseline, {} launches",
                    t.nanoseconds / 1e3,
                    t.rate / 1e9,
                    t.baseline / t.nanoseconds,
                    t.launches
                )
            },
        );
        format!("{:10} {:9} {:4} {:6} {:12} {figures}", self.task, self.arm, self.device, self.size, self.verdict)
    }
}

/// A timing without its samples.
fn summary(timing: &Value) -> Value {
    json!({ "median": timing["median"], "mad": timing["mad"], "n": timing["n"] })
}

fn timed(raw: &Value) -> Option<Timed> {
    let nanoseconds = raw["kernel"]["median"]["value"].as_f64()?;
    let rate = raw["bytes"].as_f64()? / nanoseconds * 1e9;
    Some(Timed {
        nanoseconds,
        rate,
        share: raw["copy"].as_f64().map(|copy| rate / copy),
        baseline: raw["baseline"]["median"]["value"].as_f64()?,
        launches: raw["launches_max"].as_u64()?,
    })
}
