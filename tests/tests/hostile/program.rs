//! The judge with switches for its defences, run as a person would run it.

use std::ffi::OsString;
use std::io::Read;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use crate::traces;
use judge_tests::judge_attacks;

/// After this the judge itself hangs.
const PATIENCE: Duration = Duration::from_secs(300);

/// A process that the judge left behind would keep its output open.
const CLOSING: Duration = Duration::from_secs(5);

/// More than this of its own memory, in KiB, and a flood or a bomb reached the judge.
const MOST_MEMORY_KIB: u64 = 2 << 20;

/// A correctness size and a timed one: enough for every attack, and quick.
const SIZES: &str = "n1000,small";

/// Seconds of timing for each size and run: nobody looks at the numbers.
const BUDGET: &str = "0.05";

/// A variable of the judge's environment that no submission may see.
pub(crate) const SECRET: &str = "JUDGE_HOSTILE_SECRET";

/// One run of `judge submit`.
#[derive(Debug, Clone, Default)]
pub(crate) struct Submit<'a> {
    /// The file, as it is named on the command line.
    pub(crate) file: OsString,
    /// The task.
    pub(crate) task: &'a str,
    /// Further options.
    pub(crate) options: &'a [String],
    /// Defences to switch off.
    pub(crate) without: &'a [String],
    /// `text` or `json`.
    pub(crate) format: &'a str,
    /// A program that starts the judge in its turn.
    pub(crate) under: &'a [&'a str],
    /// Variables that differ from what the test was started with.
    pub(crate) env: Vec<(&'a str, OsString)>,
    /// The folder it is started in.
    pub(crate) folder: PathBuf,
    /// The judge's cache.
    pub(crate) cache: PathBuf,
}

/// How it ended.
#[derive(Debug)]
pub(crate) struct Answer {
    /// Exit status, unless a signal ended it.
    pub(crate) code: Option<i32>,
    /// Standard output.
    pub(crate) stdout: Vec<u8>,
    /// Standard error.
    pub(crate) stderr: Vec<u8>,
}

impl Answer {
    /// A field of the JSON document, empty when there is none.
    pub(crate) fn field(&self, name: &str) -> String {
        let document: serde_json::Value = serde_json::from_slice(&self.stdout).unwrap_or_default();
        document.get(name).and_then(serde_json::Value::as_str).unwrap_or_default().to_owned()
    }

    /// Verdict and reason, or what was there instead.
    pub(crate) fn describe(&self) -> String {
        match self.field("verdict") {
            verdict if verdict.is_empty() => {
                let text = |bytes: &[u8]| String::from_utf8_lossy(&bytes[..bytes.len().min(2000)]).into_owned();
                format!("no verdict: exit {:?}, {:?}, {:?}", self.code, text(&self.stdout), text(&self.stderr))
            }
            verdict => format!("{verdict}: {}", self.field("reason")),
        }
    }
}

impl Submit<'_> {
    /// Starts it.
    pub(crate) fn start(&self) -> Child {
        let mut command = match self.under {
            [] => Command::new(judge_attacks()),
            [program, arguments @ ..] => {
                let mut command = Command::new(program);
                command.args(arguments).arg(judge_attacks());
                command
            }
        };
        command.arg("submit").args(["--task", self.task, "--format", self.format]).args(self.options);
        if !self.options.iter().any(|option| option == "--sizes") {
            command.args(["--sizes", SIZES]);
        }
        if !self.options.iter().any(|option| option == "--budget") {
            command.args(["--budget", BUDGET]);
        }
        command.arg("--").arg(&self.file).current_dir(&self.folder);
        command.env("JUDGE_CACHE", &self.cache).env("TMPDIR", &self.folder).env(SECRET, "secret");
        command.env("JUDGE_TEST_DISABLE", self.without.join(",")).envs(self.env.iter().map(|(k, v)| (k, v)));
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        traces::starting(|| command.spawn().expect("the judge starts"))
    }

    /// Runs it to its end.
    ///
    /// # Panics
    /// When the judge itself hangs or grows without bound.
    pub(crate) fn run(&self) -> Answer {
        let mut child = self.start();
        let stdout = read(child.stdout.take());
        let stderr = read(child.stderr.take());
        let status = self.wait(&mut child);
        let all = |stream: Receiver<Vec<u8>>| stream.recv_timeout(CLOSING).expect("the judge's output ends with it");
        Answer { code: status.code(), stdout: all(stdout), stderr: all(stderr) }
    }

    fn wait(&self, child: &mut Child) -> std::process::ExitStatus {
        let (started, mut most) = (Instant::now(), 0);
        loop {
            most = most.max(traces::memory_kib(child.id()));
            if let Some(status) = traces::ended(child) {
                assert!(most <= MOST_MEMORY_KIB, "the judge grew to {most} KiB on {:?}", self.file);
                return status;
            }
            if started.elapsed() > PATIENCE {
                // Reported by whoever looks at the exit: no status, no verdict.
                let _ = child.kill();
            }
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

/// Everything up to the end of the stream, read aside so that neither stream blocks the other.
fn read(stream: Option<impl Read + Send + 'static>) -> Receiver<Vec<u8>> {
    let (sender, receiver) = channel();
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut stream) = stream {
            let _ = stream.read_to_end(&mut bytes);
        }
        // Nobody may wait any more.
        let _ = sender.send(bytes);
    });
    receiver
}
