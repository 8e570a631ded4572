//! The whole check. An upper-case letter gives the text as the compiler's view too.
#![no_main]

mod input;

use judge::check::{Preprocessed, Source, check};
use libfuzzer_sys::{Corpus, fuzz_target};

fuzz_target!(|data: &[u8]| -> Corpus {
    let Some((language, compiled, text)) = input::split(data) else { return Corpus::Reject };
    let preprocessed = compiled.then(|| Preprocessed { text: text.to_vec() });
    let report = check(&Source { name: "fuzz", language, text }, preprocessed.as_ref(), None);
    for finding in &report.findings {
        assert!(finding.span.start <= finding.span.end && finding.span.end as usize <= text.len(), "{finding:?}");
    }
    Corpus::Keep
});
