//! Which defences are up: all of them, always.
//!
//! Only an executable of the tests' own takes single ones down ([`main_with`](crate::cli::main_with)). That shows of each defence
//! that the attack it holds off is real, and of each later one that it holds alone.

/// One defence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u32)]
pub enum Defence {
    /// The static check refuses.
    Check,
    /// An object's constructors and imports are refused.
    Imports,
    /// The runner narrows its system calls before the first call.
    Narrow,
    /// Host code that touches a buffer dies.
    Guard,
    /// A call must return: a process that ends in one has failed.
    Returns,
    /// A call must launch.
    Launches,
    /// A call must not move arrays.
    Transfer,
    /// Guard regions beside arrays are looked at.
    Regions,
    /// Inputs are mapped read-only.
    ReadOnly,
    /// Outputs are poisoned before each call.
    Poison,
    /// Inputs differ from call to call.
    Rotation,
    /// Timed calls are checked as well.
    EveryCall,
    /// Outputs are copied at once and looked at again.
    LateWrite,
    /// The band is what reassociation explains.
    Band,
    /// Outputs are compared.
    Answers,
    /// A time below the physical floor is refused.
    Floor,
}

impl Defence {
    /// Every defence.
    pub const ALL: [Self; 16] = [
        Self::Check,
        Self::Imports,
        Self::Narrow,
        Self::Guard,
        Self::Returns,
        Self::Launches,
        Self::Transfer,
        Self::Regions,
        Self::ReadOnly,
        Self::Poison,
        Self::Rotation,
        Self::EveryCall,
        Self::LateWrite,
        Self::Band,
        Self::Answers,
        Self::Floor,
    ];

    /// The word that takes it down.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Check => "check",
            Self::Imports => "imports",
            Self::Narrow => "narrow",
            Self::Guard => "guard",
            Self::Returns => "returns",
            Self::Launches => "launches",
            Self::Transfer => "transfer",
            Self::Regions => "regions",
            Self::ReadOnly => "readonly",
            Self::Poison => "poison",
            Self::Rotation => "rotation",
            Self::EveryCall => "every-call",
            Self::LateWrite => "late-write",
            Self::Band => "band",
            Self::Answers => "answers",
            Self::Floor => "floor",
        }
    }
}

/// A word that names no defence.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` names no defence")]
pub struct UnknownDefence(pub String);

/// A set of defences that are up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Defences {
    down: u32,
}

impl Defences {
    /// Every defence is up.
    pub const UP: Self = Self { down: 0 };

    /// All but those in a list separated by commas.
    ///
    /// # Errors
    /// When a word names no defence.
    pub fn without(words: &str) -> Result<Self, UnknownDefence> {
        let words = words.split(',').map(str::trim).filter(|word| !word.is_empty());
        words.map(find).try_fold(Self::UP, |set, found| Ok(Self { down: set.down | 1 << found? as u32 }))
    }

    /// Whether `defence` is up.
    #[must_use]
    pub const fn has(self, defence: Defence) -> bool {
        self.down & 1 << defence as u32 == 0
    }
}

fn find(word: &str) -> Result<Defence, UnknownDefence> {
    Defence::ALL.into_iter().find(|d| d.name() == word).ok_or_else(|| UnknownDefence(word.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_word_takes_down_one_defence() {
        for defence in Defence::ALL {
            let set = Defences::without(defence.name()).expect("a known word");
            let down: Vec<Defence> = Defence::ALL.into_iter().filter(|d| !set.has(*d)).collect();
            assert_eq!(down, [defence]);
        }
        assert_eq!(Defences::without(" check, guard,"), Defences::without("guard,check"));
        assert_eq!(Defences::without(""), Ok(Defences::UP));
        assert_eq!(Defences::without("chekc"), Err(UnknownDefence("chekc".to_owned())));
    }
}
