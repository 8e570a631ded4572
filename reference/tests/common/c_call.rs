//! Calls a C function in a process of its own: compiles the source with a generated `main` that reads the arguments from
//! standard input and writes every array to standard output. For tests of baselines and oracles; knows nothing of tasks.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use judge_abi::{DType, Intent, Param, Signature};

/// One argument's bytes: an array's contents (for an output: what stands there before), or a scalar's value.
pub(crate) type Argument = Vec<u8>;

/// A compiled function.
#[derive(Debug)]
pub(crate) struct Function {
    label: String,
    folder: tempfile::TempDir,
    arrays: Vec<usize>,
}

impl Function {
    /// Compiles `source` with the headers `includes`; `None` when the machine has no C compiler.
    ///
    /// # Panics
    /// When the source does not compile, or there is no compiler and `JUDGE_MUST_WORK=1`.
    #[must_use]
    pub(crate) fn compile(
        label: &str,
        signature: &Signature,
        source: &str,
        includes: &[(&str, &str)],
        flags: &[&str],
    ) -> Option<Self> {
        let compiled = Self::compile_with(&["clang-22", "gcc"], label, signature, source, includes, flags);
        assert!(
            compiled.is_some() || std::env::var("JUDGE_MUST_WORK").as_deref() != Ok("1"),
            "no C compiler: `make deps` installs clang-22"
        );
        compiled
    }

    /// The same with the first of these compilers that is there; `None` when none is.
    ///
    /// # Panics
    /// When the source does not compile.
    #[must_use]
    pub(crate) fn compile_with(
        compilers: &[&str],
        label: &str,
        signature: &Signature,
        source: &str,
        includes: &[(&str, &str)],
        flags: &[&str],
    ) -> Option<Self> {
        let works = |compiler: &&&str| Command::new(compiler).arg("--version").output().is_ok();
        let compiler = compilers.iter().find(works)?;
        let folder = tempfile::tempdir().expect("a temporary folder");
        let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).expect("writes a source");
        write("function.c", source);
        write("main.c", &driver(signature));
        for (name, text) in includes {
            write(name, text);
        }
        let output = Command::new(compiler)
            .current_dir(folder.path())
            .args(flags)
            .args(["-std=gnu17", "-Wall", "-Wextra", "-Werror", "-I.", "function.c", "main.c", "-lm", "-o", "call"])
            .output()
            .expect("the compiler starts");
        assert!(output.status.success(), "{label}: {}", String::from_utf8_lossy(&output.stderr));
        let arrays = signature.params.iter().enumerate().filter(|(_, p)| matches!(p, Param::Array(_)));
        Some(Self { label: format!("{label}: {}", signature.entry), arrays: arrays.map(|(i, _)| i).collect(), folder })
    }

    /// Calls it and puts the arrays' contents afterwards into `arguments`.
    ///
    /// # Panics
    /// When the function dies.
    pub(crate) fn call(&self, arguments: &mut [Argument]) {
        let mut child = Command::new(self.path())
            .env("OMP_NUM_THREADS", "3")
            .env("LIBOMP_NUM_HIDDEN_HELPER_THREADS", "0")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the compiled call starts");
        let mut input = Vec::new();
        for argument in arguments.iter() {
            input.extend((argument.len() as u64).to_ne_bytes());
            input.extend(argument);
        }
        let mut stdin = child.stdin.take().expect("piped");
        // The driver reads everything before it writes, so this cannot block on a full pipe.
        stdin.write_all(&input).expect("the call reads its arguments");
        drop(stdin);
        let output = child.wait_with_output().expect("the call ends");
        assert!(output.status.success(), "{} died: {}", self.label, output.status);
        let mut rest = &output.stdout[..];
        for &index in &self.arrays {
            let (bytes, after) = rest.split_at(arguments[index].len());
            arguments[index] = bytes.to_vec();
            rest = after;
        }
        assert!(rest.is_empty(), "the function wrote to standard output");
    }

    /// Fastest of `calls` calls.
    ///
    /// # Panics
    /// When the function dies.
    pub(crate) fn fastest(&self, arguments: &[Argument], calls: u32) -> Duration {
        let mut child = Command::new(self.path())
            .arg(calls.to_string())
            .env("OMP_PROC_BIND", "close")
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the compiled call starts");
        let mut stdin = child.stdin.take().expect("piped");
        for argument in arguments {
            stdin.write_all(&(argument.len() as u64).to_ne_bytes()).expect("the call reads its arguments");
            stdin.write_all(argument).expect("the call reads its arguments");
        }
        drop(stdin);
        let output = child.wait_with_output().expect("the call ends");
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        let nanoseconds = text.lines().filter_map(|line| line.parse().ok()).min();
        Duration::from_nanos(nanoseconds.unwrap_or_else(|| panic!("{} took no time: {text}", self.label)))
    }

    fn path(&self) -> std::path::PathBuf {
        Path::new(self.folder.path()).join("call")
    }
}

fn driver(signature: &Signature) -> String {
    let mut text = String::from("#include <stdint.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <time.h>\n");
    let types: Vec<String> = signature.params.iter().map(c_type).collect();
    let _ = writeln!(text, "void {}({});", signature.entry, types.join(", "));
    text.push_str(
        "static void *take(uint64_t *length) {\n  if (fread(length, 8, 1, stdin) != 1) exit(3);\n  \
         char *data = aligned_alloc(64, (*length + 64) / 64 * 64);\n  \
         if (fread(data, 1, *length, stdin) != *length) exit(4);\n  return data;\n}\n\
         int main(int count, char **text) {\n",
    );
    for i in 0..types.len() {
        let _ = writeln!(text, "  uint64_t length{i}; void *p{i} = take(&length{i});");
    }
    let arguments = signature.params.iter().zip(&types).enumerate().map(|(i, (param, ctype))| match param {
        Param::Array(_) => format!("p{i}"),
        Param::Scalar(_) => format!("*({ctype} *)p{i}"),
    });
    let _ = writeln!(
        text,
        "  int calls = count > 1 ? atoi(text[1]) : 1;\n  for (int c = 0; c < calls; c++) {{\n    struct timespec a, b;\n    \
         timespec_get(&a, TIME_UTC);\n    {}({});\n    timespec_get(&b, TIME_UTC);\n    if (count > 1) fprintf(stderr, \"%ld\\n\", \
         (b.tv_sec - a.tv_sec) * 1000000000L + b.tv_nsec - a.tv_nsec);\n  }}",
        signature.entry,
        arguments.collect::<Vec<_>>().join(", ")
    );
    for (i, param) in signature.params.iter().enumerate() {
        if matches!(param, Param::Array(_)) {
            let _ = writeln!(text, "  if (fwrite(p{i}, 1, length{i}, stdout) != length{i}) return 5;");
        }
    }
    text.push_str("  return 0;\n}\n");
    text
}

fn c_type(param: &Param) -> String {
    let name = |dtype| match dtype {
        DType::F64 => "double",
        DType::F32 => "float",
        DType::F16 | DType::Bf16 => "uint16_t",
        DType::Complex64 => "float _Complex",
        DType::Complex128 => "double _Complex",
        DType::I32 => "int32_t",
        DType::I64 => "int64_t",
        DType::U32 => "uint32_t",
        DType::U64 => "uint64_t",
        DType::Bytes => "uint8_t",
    };
    match param {
        Param::Scalar(s) => name(s.dtype).to_owned(),
        Param::Array(a) if a.intent == Intent::In => format!("const {} *", name(a.dtype)),
        Param::Array(a) => format!("{} *", name(a.dtype)),
    }
}
