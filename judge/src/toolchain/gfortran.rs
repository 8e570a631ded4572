//! gfortran's way to NVIDIA GPUs, which is not taken: what it would leave unproven is said instead.

use std::path::PathBuf;

use super::fact::Fact;
use super::probe::Search;

const NAME: &str = "gfortran for NVIDIA";

/// What a verdict could not say of a kernel that gfortran built.
const WEAKER: &str = "it has no OpenMP tools interface, so neither launches nor bytes moved could be counted, and where it \
                      finds no GPU it runs on the host without a word, even under OMP_TARGET_OFFLOAD=MANDATORY";

/// The fact, where gfortran can offload.
pub(super) fn look(search: &Search, has_flang: bool) -> Option<Fact> {
    let offload = offload_folder(search)?;
    let evidence = format!("{}: not used; {WEAKER}", offload.display());
    Some(match has_flang {
        true => Fact::good(NAME, evidence),
        false => Fact::missing(NAME, evidence, "apt-get install flang-22: Fortran is judged through flang alone"),
    })
}

/// GCC's folder of its NVIDIA compiler: `gcc/x86_64-linux-gnu/12/accel/nvptx-none`, in the folder of system libraries.
fn offload_folder(search: &Search) -> Option<PathBuf> {
    let inside = |folder: PathBuf| std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let versions = inside(search.system.as_ref()?.join("gcc")).flat_map(inside);
    let mut found: Vec<PathBuf> =
        versions.map(|version| version.join("accel/nvptx-none")).filter(|f| f.is_dir()).collect();
    found.sort();
    found.pop()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toolchain::Outcome;

    #[test]
    fn a_machine_that_has_only_gfortran_is_told_what_would_be_weaker() {
        let system = tempfile::tempdir().expect("a folder");
        let search = Search { system: Some(system.path().to_owned()), ..Search::default() };
        assert_eq!(look(&search, false), None);
        std::fs::create_dir_all(system.path().join("gcc/x86_64-linux-gnu/12/accel/nvptx-none")).expect("folders");
        let fact = look(&search, false).expect("a fact");
        assert_eq!(fact.outcome, Outcome::Missing);
        assert!(
            fact.evidence.contains("neither launches nor bytes") && fact.fix.is_some_and(|fix| fix.contains("flang"))
        );
        assert_eq!(look(&search, true).map(|fact| fact.outcome), Some(Outcome::Good));
    }
}
