//! The grammar of directives alone: the text is what stands behind a sentinel.
#![no_main]

mod input;

use judge::check::directive_problems;
use libfuzzer_sys::{Corpus, fuzz_target};

fuzz_target!(|data: &[u8]| -> Corpus {
    let Some((language, _, text)) = input::split(data) else { return Corpus::Reject };
    let _ = directive_problems(language, text);
    Corpus::Keep
});
