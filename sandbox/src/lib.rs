//! Runs one program in a jail and returns evidence.
//!
//! ```no_run
//! use judge_sandbox::{Jail, Policy};
//!
//! let evidence = Jail::new("/usr/bin/true")
//!     .bind_ro("/usr", "/usr")
//!     .symlink("usr/lib64", "/lib64")
//!     .policy(Policy::named("run-load")?)
//!     .spawn()?
//!     .wait();
//! assert!(evidence.exit.success());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A [`Jail`] describes the run; [`Jail::spawn`] starts it and returns a [`Running`]; [`Running::wait`] returns the
//! [`Evidence`]. Nothing is granted that the description does not grant, and a layer that the machine lacks is an
//! error unless a lower [`Isolation`] was asked for.

mod cgroup;
mod child;
mod clock;
mod error;
mod evidence;
mod explain;
mod ids;
mod isolation;
mod jail;
mod landlock;
mod limits;
mod live;
mod mounts;
mod ownership;
mod plan;
mod policy;
mod probe;
mod rlimits;
mod running;
mod sampling;
mod seccomp;
mod spawn;
mod step;
mod streams;
mod supervise;
mod sys;
mod tied;
mod usage;

pub use error::JailError;
pub use evidence::{Answer, Denial, Evidence, Exit, Stop, Stream, StreamName};
pub use isolation::{Accounting, Achieved, Isolation};
pub use jail::{Jail, ProcMount};
pub use limits::Limits;
pub use live::{is_shut_down, shut_down};
pub use policy::{Policy, PolicyError};
pub use probe::{Layer, probe};
pub use running::{KillHandle, Running};
pub use seccomp::{NarrowError, narrow};
pub use step::Step;
pub use streams::Capture;
pub use tied::output_while_alive;
