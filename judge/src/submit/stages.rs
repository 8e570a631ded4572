//! Wall time by stage.

use std::time::{Duration, Instant};

use crate::score::{Nanoseconds, Stage};

/// Times so far, in order.
#[derive(Debug, Default)]
pub(super) struct Stages {
    done: Vec<Stage>,
}

impl Stages {
    /// Runs a stage and notes its time.
    pub(super) fn time<T>(&mut self, name: &str, run: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        let value = run();
        self.done.push(Stage { name: name.to_owned(), wall: start.elapsed().into() });
        value
    }

    /// Wall time of the latest stage.
    pub(super) fn last(&self) -> Duration {
        Duration::from_nanos(self.done.last().map_or(0, |stage| stage.wall.0))
    }

    /// Moves `part` of a stage's time into a stage of its own.
    pub(super) fn split(&mut self, name: &str, part: &str, time: Duration) {
        let time = Nanoseconds::from(time);
        if let Some(stage) = self.done.iter_mut().find(|s| s.name == name) {
            stage.wall = Nanoseconds(stage.wall.0.saturating_sub(time.0));
            self.done.push(Stage { name: part.to_owned(), wall: time });
        }
    }

    pub(super) fn finish(self) -> Vec<Stage> {
        self.done
    }
}
