//! `judge submit`: judges one submission.

use std::path::{Path, PathBuf};
use std::time::Duration;

use judge_abi::Language;
use judge_sandbox::Isolation;
use judge_tasks::Task;

use super::progress::Bar;
use super::{Exit, Printer, cache, input, interrupt};
use crate::defence::Defences;
use crate::language::Language as Form;
use crate::measure::end::Limits;
use crate::measure::stop::Budget;
use crate::report;
use crate::score::{Bytes, Nanoseconds, Standing};
use crate::submit::{self, DeviceChoice, PUBLIC_SEED, Request};
use crate::toolchain::probe::Search;

/// Options of `judge submit`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The submission: one C, C++, Fortran or HIP source file.
    file: PathBuf,
    /// A built-in task, or the folder of one.
    #[arg(long, value_name = "NAME|DIR")]
    task: String,
    /// Where to run: a dry run on the host, or a GPU, by index or UUID as in `cuda:1`.
    #[arg(long, value_name = "auto|host|cuda|hip", default_value = "auto", value_parser = device)]
    device: DeviceChoice,
    /// Sizes to judge, by name; default: the task's correctness sizes, small and medium.
    #[arg(long, value_delimiter = ',', value_name = "NAME,...")]
    sizes: Vec<String>,
    /// Form of the result.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// A kernel slower than this many times the baseline ends with exit code 1.
    #[arg(long, value_name = "X", value_parser = positive)]
    min_speedup: Option<f64>,
    /// Seed of the inputs of a dry run.
    #[arg(long, value_name = "N", conflicts_with = "seed_file")]
    seed: Option<u64>,
    /// File that holds a secret seed for a ranked run; JUDGE_SEED may hold it instead.
    #[arg(long, value_name = "FILE")]
    seed_file: Option<PathBuf>,
    /// Seconds that timing one size may take, for each of the two runs.
    #[arg(long, value_name = "SECONDS", default_value_t = 1.0, value_parser = positive)]
    budget: f64,
    /// Rotating input sets for each size.
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u8).range(2..=16))]
    sets: u8,
    /// Keeps nothing in memory twice, as for large sizes: slower, and at most three times the memory of the arrays.
    #[arg(long)]
    low_memory: bool,
    /// Seconds that one call may take.
    #[arg(long, value_name = "SECONDS", default_value_t = 10.0, value_parser = positive)]
    time_limit: f64,
    /// Seconds that the whole judgement may take, without waiting for others; default: 300, and 180 and
    /// four budgets for each size.
    #[arg(long, value_name = "SECONDS", value_parser = positive)]
    total_limit: Option<f64>,
    /// Host memory that the submission may use besides the judge's buffers, in MiB.
    #[arg(long, value_name = "MIB", default_value_t = 2048, value_parser = clap::value_parser!(u64).range(64..=1 << 20))]
    memory_limit: u64,
    /// Isolation of the submission; less than `full` is for machines that lack a layer, and stands in the verdict.
    #[arg(long, value_enum, default_value_t = Level::Full)]
    isolation: Level,
    /// Folder of the compiler, instead of those in PATH and /usr/lib.
    #[arg(long, value_name = "DIR")]
    toolchain: Option<PathBuf>,
    /// Folder of the cache, instead of JUDGE_CACHE or the user's own.
    #[arg(long, value_name = "DIR")]
    cache: Option<PathBuf>,
}

/// Form of the result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// For people.
    Text,
    /// One versioned document, see docs/schema.json.
    Json,
}

/// Isolation by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Level {
    /// Every layer.
    Full,
    /// Every layer but Landlock.
    WithoutLandlock,
    /// Namespaces and limits, without filters on system calls: for code that is trusted.
    Namespaces,
}

/// Seconds that a whole judgement may take, and seconds more for each size, without its budgets for timing.
const TOTAL: [f64; 2] = [300.0, 180.0];

/// Most bytes a submission may print.
const OUTPUT: Bytes = Bytes(1 << 20);

/// Judges and reports.
#[must_use]
pub(super) fn run(args: &Args, defences: Defences, printer: Printer) -> Exit {
    let fail = |message: &str, exit: Exit| {
        printer.error(&format!("judge: {message}"));
        exit
    };
    let cache = match cache::folder(args.cache.as_deref()) {
        Ok(cache) => cache,
        Err(message) => return fail(&message, Exit::JudgeError),
    };
    let request = match request(args, defences, cache) {
        Ok(request) => request,
        Err(message) => return fail(&message, Exit::Usage),
    };
    let bar = Bar::new(printer);
    let outcome = interrupt::unless_interrupted(|| submit::judge(&request, &bar));
    bar.finish();
    let Some(document) = outcome else { return interrupt::told(printer) };
    let text = match args.format {
        Format::Text => report::text(&document, printer.stdout_color()),
        Format::Json => report::json(&document),
    };
    let exit = match document.standing {
        Standing::Accepted => Exit::Accepted,
        Standing::NotAccepted => Exit::NotAccepted,
        Standing::JudgeError => Exit::JudgeError,
    };
    printer.result(&text, exit)
}

fn request(args: &Args, defences: Defences, cache: PathBuf) -> Result<Request, String> {
    let (name, language, form, source) = source(&args.file)?;
    let task = task(&args.task)?;
    let sizes = sizes(&task, &args.sizes)?;
    let (seed, secret) = seed(args)?;
    // Two runs use a budget each, and a call may begin when it is almost spent.
    let [once, each] = TOTAL;
    let total = args.total_limit.unwrap_or(once + (each + 4.0 * args.budget) * sizes.len() as f64);
    Ok(Request {
        name,
        source,
        language,
        form,
        task,
        sizes,
        seed,
        secret,
        sets: usize::from(args.sets),
        large: if args.low_memory { Bytes(0) } else { submit::large() },
        device: args.device.clone(),
        budget: Budget { time: Duration::from_secs_f64(args.budget), ..Budget::default() },
        limits: Limits {
            memory: Bytes(args.memory_limit << 20),
            output: OUTPUT,
            call: Nanoseconds::from(Duration::from_secs_f64(args.time_limit)),
        },
        total: Duration::from_secs_f64(total),
        defences,
        isolation: match args.isolation {
            Level::Full => Isolation::Full,
            Level::WithoutLandlock => Isolation::WithoutLandlock,
            Level::Namespaces => Isolation::Namespaces,
        },
        min_speedup: args.min_speedup,
        search: Search::from_env(args.toolchain.clone()),
        cache,
    })
}

/// Reads the submission, or a byte more of it than is judged.
pub(super) fn source(file: &Path) -> Result<(String, Language, Form, Vec<u8>), String> {
    let text = input::bytes(file, crate::build::MAX_SOURCE as u64).map_err(|e| format!("{e}; give one source file"))?;
    let (language, form) = Language::of(file).zip(Form::of(file)).ok_or_else(|| {
        let shown = file.display();
        format!("{shown}: the file name's extension names no language; use .c, .cpp, .f90, .f or .hip")
    })?;
    let name = file.file_name().map_or_else(|| "submission".to_owned(), |n| n.to_string_lossy().into_owned());
    Ok((name, language, form, text))
}

/// A built-in task by name; anything with a separator in it, or a folder of that name that holds a task, is a folder.
pub(super) fn task(name: &str) -> Result<Task, String> {
    let path = Path::new(name);
    let is_folder = name.contains('/') || path.join("task.yaml").exists() || matches!(name, "." | "..");
    let task = if is_folder { Task::from_dir(path) } else { Task::builtin(name) };
    task.map_err(|e| e.to_string())
}

fn sizes(task: &Task, asked: &[String]) -> Result<Vec<String>, String> {
    if asked.is_empty() {
        let default = task.sizes().iter().filter(|s| !s.on_request());
        return Ok(default.map(|s| s.name.clone()).collect());
    }
    for name in asked {
        task.size(name).map_err(|e| e.to_string())?;
    }
    // In the task's order, each once.
    Ok(task.sizes().iter().filter(|s| asked.contains(&s.name)).map(|s| s.name.clone()).collect())
}

/// The seed, and whether it is secret: a file's or the environment's for a ranked run, the option's or the public one for a
/// dry run.
fn seed(args: &Args) -> Result<(u64, bool), String> {
    /// Far more than any seed takes.
    const LONGEST: u64 = 1000;
    let secret = |text: &str, place: &str| {
        let seed = text.trim().parse();
        seed.map(|seed| (seed, true))
            .map_err(|_| format!("{place} does not hold a seed: a whole number from 0 to {}", u64::MAX))
    };
    if let Some(file) = &args.seed_file {
        let text = input::bytes(file, LONGEST).map_err(|e| format!("--seed-file: {e}"))?;
        return secret(&String::from_utf8_lossy(&text), &format!("--seed-file {}", file.display()));
    }
    match (args.seed, std::env::var_os("JUDGE_SEED")) {
        (Some(seed), _) => Ok((seed, false)),
        (None, Some(text)) => secret(&text.to_string_lossy(), "JUDGE_SEED"),
        (None, None) => Ok((PUBLIC_SEED, false)),
    }
}

/// Reads `auto`, `host`, `cuda`, `hip`, or the latter two with an index or UUID.
fn device(text: &str) -> Result<DeviceChoice, String> {
    let (kind, which) = text.split_once(':').unwrap_or((text, "0"));
    let choice = || which.parse().map_err(|e: judge_abi::device::ChoiceError| e.to_string());
    match (kind, text.contains(':')) {
        ("auto", false) => Ok(DeviceChoice::Auto),
        ("host", false) => Ok(DeviceChoice::Host),
        ("cuda", _) => Ok(DeviceChoice::Cuda(choice()?)),
        ("hip", _) => Ok(DeviceChoice::Hip(choice()?)),
        _ => Err("not auto, host, cuda[:INDEX|UUID] or hip[:INDEX|UUID]".to_owned()),
    }
}

/// A finite number above zero.
pub(super) fn positive(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(value) if value.is_finite() && value > 0.0 && value <= 1e6 => Ok(value),
        _ => Err("not a number above 0 and up to 1000000".to_owned()),
    }
}
