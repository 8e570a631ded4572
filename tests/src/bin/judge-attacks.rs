//! The command `judge` with the defences down that `JUDGE_TEST_DISABLE` lists. It shows of each defence that the attack it holds
//! off is real, and of each later one that it holds alone.

use judge::defence::Defences;

fn main() -> std::process::ExitCode {
    let down = std::env::var("JUDGE_TEST_DISABLE").unwrap_or_default();
    judge::cli::main_with(Defences::without(&down).expect("JUDGE_TEST_DISABLE is a list of defences"))
}
