//! The names of clauses and the shape of what they hold.

/// How a clause's parentheses are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape {
    /// None, or an expression that switches it.
    Flag,
    /// Expressions, perhaps behind words and a colon.
    Expression,
    /// A list of variables, perhaps behind modifiers and a colon.
    List,
    /// A list, with a step or alignment behind the colon.
    ListThenExpression,
    /// Modifiers, map type, locators.
    Map,
    /// A context selector, then a directive.
    Arm,
    /// A directive.
    DefaultArm,
    /// Anything with balanced brackets.
    Balanced,
}

macro_rules! clauses {
    ($($shape:ident { $($clause:ident $name:literal,)* })*) => {
        /// One clause of OpenMP 5.2 or 6.0.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub(crate) enum ClauseName { $($($clause,)*)* }

        impl ClauseName {
            pub(crate) const ALL: &[ClauseName] = &[$($(ClauseName::$clause,)*)*];

            pub(crate) const fn name(self) -> &'static str {
                match self { $($(ClauseName::$clause => $name,)*)* }
            }

            pub(crate) const fn shape(self) -> Shape {
                match self { $($(ClauseName::$clause => Shape::$shape,)*)* }
            }
        }
    };
}

clauses! {
    Map { Map "map", To "to", From "from", }
    List {
        IsDevicePtr "is_device_ptr", HasDeviceAddr "has_device_addr", UseDevicePtr "use_device_ptr",
        UseDeviceAddr "use_device_addr", Private "private", Firstprivate "firstprivate", Lastprivate "lastprivate",
        Shared "shared", Copyin "copyin", Copyprivate "copyprivate", Reduction "reduction",
        InReduction "in_reduction", TaskReduction "task_reduction", Depend "depend", Affinity "affinity",
        Nontemporal "nontemporal", Uniform "uniform", Inclusive "inclusive", Exclusive "exclusive", Enter "enter",
        Link "link", Local "local", Allocate "allocate", Doacross "doacross", Induction "induction", Saved "saved",
    }
    ListThenExpression { Linear "linear", Aligned "aligned", }
    Expression {
        If "if", Device "device", NumTeams "num_teams", ThreadLimit "thread_limit", NumThreads "num_threads",
        Collapse "collapse", Schedule "schedule", DistSchedule "dist_schedule", Order "order", Bind "bind",
        Default "default", Defaultmap "defaultmap", ProcBind "proc_bind", Priority "priority", Final "final",
        Grainsize "grainsize", NumTasks "num_tasks", Safelen "safelen", Simdlen "simdlen", Filter "filter",
        Hint "hint", Detach "detach", DeviceType "device_type", At "at", Severity "severity", Message "message",
        Sizes "sizes", Counts "counts", Permutation "permutation", Looprange "looprange", Memscope "memscope",
        AtomicDefaultMemOrder "atomic_default_mem_order", Allocator "allocator", Align "align",
        Holds "holds", Absent "absent", Contains "contains", Fail "fail", Threadset "threadset",
        GraphId "graph_id", GraphReset "graph_reset", DynGroupprivate "dyn_groupprivate", Safesync "safesync",
        OmpxDynCgroupMem "ompx_dyn_cgroup_mem", Indirect "indirect", Transparent "transparent",
        Novariants "novariants", Nocontext "nocontext", Replayable "replayable", Ordered "ordered",
    }
    Flag {
        Nowait "nowait", Untied "untied", Mergeable "mergeable", Nogroup "nogroup", Inbranch "inbranch",
        Notinbranch "notinbranch", SeqCst "seq_cst", AcqRel "acq_rel", Release "release", Acquire "acquire",
        Relaxed "relaxed", Read "read", Write "write", Update "update", Capture "capture", Compare "compare",
        Weak "weak", Full "full", Partial "partial", Threads "threads", Simd "simd", Parallel "parallel",
        Sections "sections", For "for", Do "do", Taskgroup "taskgroup", ReverseOffload "reverse_offload",
        UnifiedAddress "unified_address", UnifiedSharedMemory "unified_shared_memory", SelfMaps "self_maps",
        DynamicAllocators "dynamic_allocators", DeviceSafesync "device_safesync", NoOpenmp "no_openmp",
        NoOpenmpRoutines "no_openmp_routines", NoOpenmpConstructs "no_openmp_constructs",
        NoParallelism "no_parallelism", OmpxBare "ompx_bare", InitComplete "init_complete",
    }
    Balanced {
        UsesAllocators "uses_allocators", Init "init", Use "use", Destroy "destroy", AdjustArgs "adjust_args",
        AppendArgs "append_args", Match "match", Initializer "initializer", Combiner "combiner",
        Inductor "inductor", Collector "collector", Apply "apply", OmpxAttribute "ompx_attribute",
        Interop "interop",
    }
    Arm { When "when", }
    DefaultArm { Otherwise "otherwise", }
}

impl ClauseName {
    /// The clause of this spelling.
    pub(crate) fn find(text: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|c| c.name() == text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_found_again() {
        for clause in ClauseName::ALL.iter() {
            assert_eq!(ClauseName::find(clause.name()), Some(*clause));
        }
        assert_eq!(ClauseName::find(""), None);
    }
}
