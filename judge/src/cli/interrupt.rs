//! Ctrl-C and termination: every jail is ended, the stages return, temporary files go with them, and only then the
//! process ends.

use tokio::signal::unix::{SignalKind, signal};

use super::{Exit, Printer};

/// What is said when a signal came first.
pub(super) fn told(printer: Printer) -> Exit {
    printer.error("judge: interrupted; every process it started has ended, and there is no result");
    Exit::JudgeError
}

/// Runs `work` on a thread of its own; nothing when a signal came first. `work` still runs to its end, which comes soon
/// because every jail it has or asks for is ended.
pub(super) fn unless_interrupted<T: Send>(work: impl FnOnce() -> T + Send) -> Option<T> {
    let Ok(runtime) = tokio::runtime::Builder::new_current_thread().enable_io().build() else {
        // Without an event loop a signal ends the process at once, and the jails end with it.
        return Some(work());
    };
    let (done, finished) = tokio::sync::oneshot::channel();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            // The receiver is gone only after a signal.
            let _ = done.send(work());
        });
        let first = runtime.block_on(async {
            let (interrupt, terminate) = (signal(SignalKind::interrupt()), signal(SignalKind::terminate()));
            match (interrupt, terminate) {
                (Ok(mut interrupt), Ok(mut terminate)) => tokio::select! {
                    value = finished => value.ok(),
                    _ = interrupt.recv() => None,
                    _ = terminate.recv() => None,
                },
                _ => finished.await.ok(),
            }
        });
        if first.is_none() {
            judge_sandbox::shut_down();
        }
        first
    })
}
