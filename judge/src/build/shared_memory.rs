//! Shared memory that a kernel declares and no block can have: one sentence, whichever tool notices it.

use object::elf::{FileHeader64, STT_TLS};
use object::read::elf::ElfFile;
use object::{Endianness, Object, ObjectSymbol};

/// Bytes that a block has on the host device, as on AMD's.
const HOST_BYTES: u64 = 65536;

/// The sentence in a GPU compiler's words, if that is what it refused.
pub(super) fn refused(words: &str) -> Option<String> {
    words.lines().find_map(|line| ptxas(line).or_else(|| llvm(line)))
}

/// `Entry function 'NAME' uses too much shared data (0x11940 bytes, 0xc000 max)`.
fn ptxas(line: &str) -> Option<String> {
    let (_, rest) = line.split_once("Entry function '")?;
    let (name, rest) = rest.split_once("' uses too much shared data (0x")?;
    let (declared, rest) = rest.split_once(" bytes, 0x")?;
    let most = rest.split_once(" max)")?.0;
    let number = |hex| u64::from_str_radix(hex, 16).ok();
    Some(sentence(&plain(name), number(declared)?, number(most)?))
}

/// `local memory (72000) exceeds limit (65536) in 'NAME(types)'`.
fn llvm(line: &str) -> Option<String> {
    let (_, rest) = line.split_once("local memory (")?;
    let (declared, rest) = rest.split_once(") exceeds limit (")?;
    let (most, rest) = rest.split_once(") in ")?;
    let name = rest.trim_start_matches("function ").trim_matches('\'').split('(').next()?;
    Some(sentence(name, declared.parse().ok()?, most.parse().ok()?))
}

/// On the host, where shared memory is storage of a thread, a variable each; no tool knows that it has a limit.
pub(super) fn on_host(object: &[u8]) -> Option<String> {
    let file = ElfFile::<FileHeader64<Endianness>>::parse(object).ok()?;
    let mut kernels: Vec<(String, u64)> = Vec::new();
    for symbol in file.symbols().filter(|s| !s.is_undefined() && s.elf_symbol().st_type() == STT_TLS) {
        let name = symbol.name().unwrap_or_default();
        // What stands in one function is one block's; what stands outside counts alone.
        let owner = name.strip_prefix("_ZZ").and_then(|rest| Some(rest.rsplit_once('E')?.0)).unwrap_or(name);
        match kernels.iter_mut().find(|(known, _)| known == owner) {
            Some((_, bytes)) => *bytes += symbol.size(),
            None => kernels.push((owner.to_owned(), symbol.size())),
        }
    }
    let (name, bytes) = kernels.into_iter().find(|(_, bytes)| *bytes > HOST_BYTES)?;
    Some(sentence(&plain(&name), bytes, HOST_BYTES))
}

fn sentence(kernel: &str, declared: u64, most: u64) -> String {
    format!(
        "`{kernel}` declares {declared} bytes of shared memory; a block has {most}: make its arrays smaller, or, for what a \
         GPU gives beyond that, use `extern __shared__` and hipFuncSetAttribute with \
         hipFuncAttributeMaxDynamicSharedMemorySize"
    )
}

/// The names in a mangled one, without types: `_ZN4blas3sumILj128EEvPKd` is `blas::sum`. Anything else stays as it is.
fn plain(mangled: &str) -> String {
    let mut rest = mangled.trim_start_matches("_Z").trim_start_matches('N').trim_start_matches('L');
    let mut names = Vec::new();
    loop {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let length = rest[..digits].parse::<usize>().ok().filter(|n| *n > 0);
        let Some(name) = length.and_then(|length| rest.get(digits..digits + length)) else { break };
        if !name.starts_with("_GLOBAL__N") {
            names.push(name);
        }
        rest = &rest[digits + name.len()..];
    }
    if names.is_empty() { mangled.to_owned() } else { names.join("::") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tools_words_become_one_sentence() {
        let words = "ptxas info: x\nptxas error   : Entry function '_Z4axpyPKdPdddl' uses too much shared data (0x11940 bytes, 0xc000 max)\n";
        let said = refused(words).expect("a sentence");
        assert!(said.starts_with("`axpy` declares 72000 bytes of shared memory; a block has 49152: "), "{said}");
        let words =
            "big.hip:3:17: error: local memory (72000) exceeds limit (65536) in 'blas::axpy(double const*, long)'\n";
        let said = refused(words).expect("a sentence");
        assert!(said.starts_with("`blas::axpy` declares 72000 bytes of shared memory; a block has 65536: "), "{said}");
        assert_eq!(refused("error: unknown type name 'x'"), None);
    }

    #[test]
    fn mangled_names_lose_their_types() {
        assert_eq!(plain("_Z4axpyPKdPdddl"), "axpy");
        assert_eq!(plain("_ZN4blas8for_eachINS_4AxpyEEEvlT_"), "blas::for_each");
        assert_eq!(plain("_ZN12_GLOBAL__N_13sumEPd"), "sum");
        assert_eq!(plain("4axpyPKdPdddl"), "axpy");
        assert_eq!(plain("kernel"), "kernel");
        assert_eq!(plain("_Z99short"), "_Z99short");
    }
}
