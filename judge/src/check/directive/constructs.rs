//! The names of directives.

/// What a directive governs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Association {
    /// The statement or block that follows; in Fortran up to its `end`.
    Block,
    /// The loop nest that follows.
    Loop,
    /// Nothing: it acts where it stands.
    Standalone,
    /// A declaration.
    Declaration,
    /// Opens or closes a range of declarations.
    Delimited,
}

macro_rules! leaves {
    ($($leaf:ident $name:literal $association:ident $combines:literal,)*) => {
        /// One directive, or one part of a combined directive.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub(crate) enum Leaf { $($leaf,)* }

        impl Leaf {
            pub(crate) const ALL: &[Leaf] = &[$(Leaf::$leaf,)*];

            /// Its words.
            pub(crate) const fn name(self) -> &'static str {
                match self { $(Leaf::$leaf => $name,)* }
            }

            pub(crate) const fn association(self) -> Association {
                match self { $(Leaf::$leaf => Association::$association,)* }
            }

            /// Whether it may follow another leaf in a combined directive.
            pub(crate) const fn combines(self) -> bool {
                match self { $(Leaf::$leaf => $combines,)* }
            }
        }
    };
}

leaves! {
    Target "target" Block false,
    TargetData "target data" Block false,
    TargetEnterData "target enter data" Standalone false,
    TargetExitData "target exit data" Standalone false,
    TargetUpdate "target update" Standalone false,
    Teams "teams" Block true,
    Distribute "distribute" Loop true,
    Parallel "parallel" Block true,
    For "for" Loop true,
    Do "do" Loop true,
    Simd "simd" Loop true,
    Loop "loop" Loop true,
    Workdistribute "workdistribute" Block true,
    Workshare "workshare" Block true,
    Sections "sections" Block true,
    Section "section" Block false,
    Single "single" Block false,
    Scope "scope" Block false,
    Masked "masked" Block true,
    Master "master" Block true,
    Critical "critical" Block false,
    Task "task" Block false,
    Taskloop "taskloop" Loop true,
    Taskgroup "taskgroup" Block false,
    Taskgraph "taskgraph" Block false,
    TaskIteration "task iteration" Standalone false,
    Taskwait "taskwait" Standalone false,
    Taskyield "taskyield" Standalone false,
    Barrier "barrier" Standalone false,
    Flush "flush" Standalone false,
    Depobj "depobj" Standalone false,
    Ordered "ordered" Block false,
    Atomic "atomic" Block false,
    Scan "scan" Standalone false,
    Cancel "cancel" Standalone false,
    CancellationPoint "cancellation point" Standalone false,
    Interop "interop" Standalone false,
    Dispatch "dispatch" Block false,
    Error "error" Standalone false,
    Nothing "nothing" Standalone false,
    Allocate "allocate" Declaration false,
    Allocators "allocators" Block false,
    Threadprivate "threadprivate" Declaration false,
    Groupprivate "groupprivate" Declaration false,
    Requires "requires" Declaration false,
    Assume "assume" Block false,
    Assumes "assumes" Declaration false,
    BeginAssumes "begin assumes" Delimited false,
    EndAssumes "end assumes" Delimited false,
    Tile "tile" Loop false,
    Unroll "unroll" Loop false,
    Reverse "reverse" Loop false,
    Interchange "interchange" Loop false,
    Fuse "fuse" Loop false,
    Split "split" Loop false,
    Stripe "stripe" Loop false,
    Metadirective "metadirective" Block false,
    BeginMetadirective "begin metadirective" Delimited false,
    EndMetadirective "end metadirective" Delimited false,
    DeclareTarget "declare target" Declaration false,
    BeginDeclareTarget "begin declare target" Delimited false,
    EndDeclareTarget "end declare target" Delimited false,
    DeclareVariant "declare variant" Declaration false,
    BeginDeclareVariant "begin declare variant" Delimited false,
    EndDeclareVariant "end declare variant" Delimited false,
    DeclareSimd "declare simd" Declaration false,
    DeclareReduction "declare reduction" Declaration false,
    DeclareMapper "declare mapper" Declaration false,
    DeclareInduction "declare induction" Declaration false,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique() {
        let names: std::collections::HashSet<_> = Leaf::ALL.iter().map(|l| l.name()).collect();
        assert_eq!(names.len(), Leaf::ALL.len());
    }
}
