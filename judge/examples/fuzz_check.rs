//! Fuzzes the static check: `fuzz_check directive|check EXECUTIONS [SEED] CORPUS…`.
//!
//! Takes files of the corpora as seeds and mutates them: bytes, tokens of the language, lines spliced from other seeds.
//! Ends with a panic on the first input that makes the check panic or take longer than a second; the input is written to
//! `fuzz-failure` first. The peak memory is printed at the end.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use judge::check::{Source, check, directive_problems};
use judge::language::Language;

/// Pieces of the languages, so that mutants get past the lexer.
const PIECES: &[&str] = &[
    "#pragma omp ",
    "target ",
    "teams ",
    "loop ",
    "is_device_ptr(",
    "map(tofrom: ",
    "map(",
    "nowait ",
    "\\\n",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "\"",
    "'",
    "R\"(",
    ")\"",
    "/*",
    "*/",
    "//",
    "#define F(x) x\n",
    "#if 0\n",
    "#endif\n",
    "F(",
    "!$omp ",
    "&\n",
    "!$omp& ",
    "c$omp ",
    "     & ",
    "do i = 1, n\n",
    "end do\n",
    "metadirective when(",
    "default(",
    "_Pragma(\"omp ",
    "[[omp::directive(",
    "::",
    "->",
    "*",
    "&",
    "y",
    "x[0:n]",
    "this->",
    "[=](long i) {",
    "struct V {",
    "template <class T> ",
    "kernel(",
    "extern \"C\" ",
    "<",
    ">",
    "<<<1, 2>>>",
    "if (",
    "else ",
    ";",
    ",",
    ":",
    "0",
    "1'0",
    "\u{e9}",
    "\0",
    "\r\n",
    "contains\n",
    "associate (p => y)\n",
    "call c_f_pointer(",
    "#line 3 \"x\"\n",
    "# 1 \"a\" 3\n",
    "%:",
    "??=",
    "##",
    "#",
];

/// xorshift64*: the same inputs for the same seed.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    fn below(&mut self, n: usize) -> usize {
        if n == 0 { 0 } else { (self.next() % n as u64) as usize }
    }
}

fn main() {
    let mut args = std::env::args().skip(1);
    let target = args.next().unwrap_or_default();
    let executions: u64 = args.next().and_then(|n| n.parse().ok()).unwrap_or(100_000);
    let seed: u64 = args.next().and_then(|n| n.parse().ok()).unwrap_or(1);
    let mut seeds = Vec::new();
    for path in args {
        collect(Path::new(&path), &mut seeds);
    }
    if target == "directive" {
        seeds = seeds.iter().flat_map(|(l, text)| directives(*l, text)).collect();
    }
    assert!(!seeds.is_empty(), "usage: fuzz_check directive|check EXECUTIONS SEED CORPUS…");
    let mut random = Random(seed.max(1));
    let (start, mut slowest) = (Instant::now(), Duration::ZERO);
    let mut found = 0usize;
    for _ in 0..executions {
        let (language, mut text) = seeds[random.below(seeds.len())].clone();
        for _ in 0..=random.below(6) {
            mutate(&mut text, &seeds, &mut random);
        }
        text.truncate(1 << 16);
        let once = || {
            let begin = Instant::now();
            let result = std::panic::catch_unwind(|| {
                if target == "directive" { directive_problems(language, &text) } else { run(language, &text) }
            });
            (result, begin.elapsed())
        };
        let (mut result, mut took) = once();
        // A busy machine makes anything slow once.
        if took >= Duration::from_secs(1) {
            (result, took) = once();
        }
        slowest = slowest.max(took);
        match result {
            Ok(n) if took < Duration::from_secs(1) => found += n,
            _ => {
                std::fs::write("fuzz-failure", &text).expect("the failing input is written");
                panic!("{language:?} failed or took {took:?}: see fuzz-failure");
            }
        }
    }
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find(|l| l.starts_with("VmHWM")).unwrap_or("VmHWM unknown").to_owned();
    let line =
        format!("{executions} executions in {:?}, {found} findings, slowest {slowest:?}, {peak}\n", start.elapsed());
    std::io::Write::write_all(&mut std::io::stdout(), line.as_bytes()).expect("standard output is open");
}

fn run(language: Language, text: &[u8]) -> usize {
    check(&Source { name: "fuzz", language, text }, None, None).findings.len()
}

fn collect(path: &Path, seeds: &mut Vec<(Language, Vec<u8>)>) {
    if path.is_dir() {
        let mut entries: Vec<PathBuf> =
            std::fs::read_dir(path).expect("a folder").flatten().map(|e| e.path()).collect();
        entries.sort();
        entries.iter().for_each(|e| collect(e, seeds));
    } else if let (Some(language), Ok(text)) = (Language::of(path), std::fs::read(path)) {
        seeds.push((language, text));
    }
}

/// The directives of a seed, one each.
fn directives(language: Language, text: &[u8]) -> Vec<(Language, Vec<u8>)> {
    let text = String::from_utf8_lossy(text).to_lowercase();
    let after = |l: &str| l.split_once("omp").map(|(_, rest)| rest.as_bytes().to_vec());
    text.lines().filter(|l| l.contains("omp ")).filter_map(after).map(|d| (language, d)).collect()
}

fn mutate(text: &mut Vec<u8>, seeds: &[(Language, Vec<u8>)], random: &mut Random) {
    let at = random.below(text.len() + 1);
    match random.below(9) {
        0 if at < text.len() => text[at] = random.next() as u8,
        1 if at < text.len() => text[at] ^= 1 << random.below(8),
        2 if at < text.len() => {
            let end = (at + 1 + random.below(20)).min(text.len());
            text.drain(at..end);
        }
        3 => {
            let end = (at + 1 + random.below(40)).min(text.len());
            let copy = text[at..end].to_vec();
            let to = random.below(text.len() + 1);
            text.splice(to..to, copy);
        }
        4 => {
            let (_, other) = &seeds[random.below(seeds.len())];
            let from = random.below(other.len());
            let end = (from + random.below(80)).min(other.len());
            text.splice(at..at, other[from..end].iter().copied());
        }
        5 => {
            let piece = PIECES[random.below(PIECES.len())];
            for _ in 0..random.below(30) {
                text.splice(at..at, piece.bytes());
            }
        }
        _ => {
            let piece = PIECES[random.below(PIECES.len())];
            text.splice(at..at, piece.bytes());
        }
    }
}
