//! Names a kernel has no business with, as data: by header, each with what it does.

use std::sync::LazyLock;

use super::super::Code;
use crate::check::text::token::Map;

/// One family of names.
pub(super) struct Family {
    pub(super) code: Code,
    /// What they do, after "`name` …".
    pub(super) does: &'static str,
    pub(super) help: &'static str,
    /// Refused even when only named: their address is as good as a call.
    pub(super) any_mention: bool,
    pub(super) names: &'static [&'static str],
}

const COMPUTE: &str = "a kernel only computes: remove it";

/// All families.
pub(super) const FAMILIES: &[Family] = &[
    // omp.h
    Family {
        code: Code::J304,
        does: "chooses a device",
        help: "remove it: the judge has chosen the device",
        any_mention: true,
        names: &["omp_set_default_device", "hipSetDevice", "hipSetValidDevices"],
    },
    Family {
        code: Code::J305,
        does: "changes the offload environment",
        help: "remove it: the judge sets the environment",
        any_mention: true,
        names: &[
            "setenv",
            "putenv",
            "unsetenv",
            "clearenv",
            "kmp_set_defaults",
            "omp_control_tool",
            "secure_putenv",
            "environ",
        ],
    },
    Family {
        code: Code::J402,
        does: "takes the device, and the judge's buffers with it, away",
        help: "remove it",
        any_mention: true,
        names: &["omp_pause_resource", "omp_pause_resource_all"],
    },
    // unistd.h, sys/wait.h, spawn.h, sched.h
    Family {
        code: Code::J504,
        does: "starts or steers processes",
        help: COMPUTE,
        any_mention: true,
        names: &[
            "fork",
            "vfork",
            "execve",
            "execv",
            "execvp",
            "execl",
            "execlp",
            "execle",
            "system",
            "popen",
            "posix_spawn",
            "posix_spawnp",
            "waitpid",
            "ptrace",
            "prctl",
            "syscall",
            "clone",
            "unshare",
            "setns",
            "daemon",
            "execute_command_line",
            "process_vm_writev",
            "process_vm_readv",
            "userfaultfd",
        ],
    },
    // pthread.h, threads.h, <thread>
    Family {
        code: Code::J402,
        does: "starts threads or work of its own",
        help: "use OpenMP: what it starts ends with its region",
        any_mention: true,
        names: &["pthread_create", "thrd_create", "pthread_detach", "jthread"],
    },
    // dlfcn.h, link.h
    Family {
        code: Code::J504,
        does: "loads or searches code at run time",
        help: COMPUTE,
        any_mention: true,
        names: &[
            "dlopen",
            "dlmopen",
            "dlsym",
            "dlvsym",
            "dladdr",
            "dl_iterate_phdr",
            "dlclose",
            "mprotect",
            "pkey_mprotect",
            "memfd_create",
            "shm_open",
            "mmap",
            "mremap",
            "munmap",
            "ftok",
            "shmget",
            "shmat",
        ],
    },
    // stdio.h, fcntl.h, sys/stat.h, <fstream>, <filesystem>
    Family {
        code: Code::J504,
        does: "reaches for files",
        help: COMPUTE,
        any_mention: true,
        names: &[
            "fopen",
            "freopen",
            "fdopen",
            "tmpfile",
            "mkstemp",
            "mkdtemp",
            "openat",
            "creat",
            "opendir",
            "unlink",
            "symlink",
            "rename",
            "truncate",
            "ftruncate",
            "ifstream",
            "ofstream",
            "fstream",
            "filesystem",
            "inotify_init",
            "chroot",
            "fanotify_init",
            "sendfile",
            "splice",
        ],
    },
    // sys/socket.h, netdb.h
    Family {
        code: Code::J504,
        does: "reaches for the network",
        help: COMPUTE,
        any_mention: true,
        names: &[
            "socket",
            "socketpair",
            "getaddrinfo",
            "gethostbyname",
            "accept4",
            "sendmsg",
            "recvmsg",
            "io_uring_setup",
        ],
    },
    // stdlib.h
    Family {
        code: Code::J504,
        does: "reads the environment",
        help: COMPUTE,
        any_mention: true,
        names: &[
            "getenv",
            "secure_getenv",
            "get_environment_variable",
            "getauxval",
            "get_command_argument",
            "get_command",
        ],
    },
    // signal.h, setjmp.h, time.h
    Family {
        code: Code::J504,
        does: "sets signals or timers",
        help: COMPUTE,
        any_mention: true,
        names: &[
            "sigaction",
            "signalfd",
            "sigprocmask",
            "pthread_sigmask",
            "sigaltstack",
            "setitimer",
            "timer_create",
            "timerfd_create",
            "alarm",
            "ualarm",
            "pthread_atfork",
            "perf_event_open",
            "sched_setaffinity",
            "pthread_setaffinity_np",
            "setrlimit",
            "setpriority",
        ],
    },
    // Common words: only as calls of functions the file does not define.
    Family {
        code: Code::J504,
        does: "reaches for the operating system",
        help: COMPUTE,
        any_mention: false,
        names: &[
            "open", "read", "write", "close", "connect", "bind", "listen", "accept", "send", "recv", "kill", "raise",
            "signal", "remove", "pipe", "dup", "dup2", "ioctl", "fcntl", "poll", "select", "access", "stat", "nice",
            "pause",
        ],
    },
    // Work of one's own left running.
    Family {
        code: Code::J402,
        does: "starts threads or work of its own",
        help: "use OpenMP: what it starts ends with its region",
        any_mention: false,
        names: &["thread", "async"],
    },
];

/// Family of each name.
pub(super) static BANNED: LazyLock<Map<&'static str, usize>> = LazyLock::new(|| {
    FAMILIES.iter().enumerate().flat_map(|(f, family)| family.names.iter().map(move |n| (*n, f))).collect()
});

/// Prefixes of symbols that belong to the runtime or the judge.
pub(super) const RUNTIME_PREFIXES: &[&str] = &[
    "omp_",
    "ompt_",
    "ompd_",
    "__kmpc_",
    "kmpc_",
    "__tgt_",
    "__kmp_",
    "GOMP_",
    "judge_",
    "__libc_",
    "__cxa_",
    "llvm_omp_",
    "__llvm_",
];

/// Symbols that belong to the system.
pub(super) const RUNTIME_NAMES: &[&str] = &[
    "main",
    "malloc",
    "calloc",
    "realloc",
    "free",
    "aligned_alloc",
    "posix_memalign",
    "memcpy",
    "memmove",
    "memset",
    "memcmp",
    "clock_gettime",
    "gettimeofday",
    "time",
    "mmap",
    "munmap",
    "dlopen",
    "dlsym",
    "pthread_create",
    "__libc_start_main",
    "_start",
    "_init",
    "_fini",
    "printf",
    "puts",
    "exit",
    "_exit",
    "abort",
    "getenv",
    "write",
    "read",
    "open",
    "close",
    "syscall",
    "futex",
    "sched_yield",
    "usleep",
    "nanosleep",
];

/// Headers that may also be written in quotes: the compiler finds its own.
pub(super) const LANGUAGE_HEADERS: &[&str] = &[
    "omp.h",
    "omp_lib.h",
    "math.h",
    "stdio.h",
    "stdlib.h",
    "stddef.h",
    "stdint.h",
    "string.h",
    "float.h",
    "limits.h",
    "complex.h",
    "assert.h",
];

/// Headers of the operating system.
pub(super) const SYSTEM_HEADERS: &[&str] = &[
    "unistd.h",
    "fcntl.h",
    "signal.h",
    "dlfcn.h",
    "pthread.h",
    "sched.h",
    "spawn.h",
    "poll.h",
    "dirent.h",
    "link.h",
    "elf.h",
    "ucontext.h",
    "netdb.h",
    "csignal",
    "thread",
    "fstream",
    "filesystem",
    "threads.h",
    "future",
];
