//! An input: a letter that says how the rest is to be read, then the source itself. Seeds are files of the corpora behind
//! their letter, so that a mutation of the first byte is the same text in another language.

use judge::check::{Form, Language};

/// A letter per language.
pub const LANGUAGES: [(u8, Language); 5] = [
    (b'c', Language::C),
    (b'x', Language::Cxx),
    (b'h', Language::Hip),
    (b'f', Language::Fortran(Form::Free)),
    (b'k', Language::Fortran(Form::Fixed)),
];

/// Language, whether the text stands for a preprocessor's output too, and the text.
#[must_use]
pub fn split(input: &[u8]) -> Option<(Language, bool, &[u8])> {
    let (letter, text) = input.split_first()?;
    let (_, language) = LANGUAGES.iter().find(|(known, _)| *known == letter.to_ascii_lowercase())?;
    Some((*language, letter.is_ascii_uppercase(), text))
}
