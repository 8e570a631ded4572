//! What the compiler made of a kernel, for people who tune it.

use serde::{Deserialize, Serialize};

/// Numbers read from the objects and from what the assembler says.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Resources {
    /// Target regions in the object, by their entry names.
    pub regions: Vec<String>,
    /// Device images embedded in the object.
    pub images: usize,
    /// Size of all device images in bytes.
    pub image_bytes: u64,
    /// What each kernel of a GPU takes, by name.
    pub kernels: Vec<KernelResources>,
}

/// What one kernel takes of a GPU, per thread where nothing else is said. Bytes.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct KernelResources {
    /// Its entry name.
    pub name: String,
    /// Registers; on AMD vector registers.
    pub registers: u32,
    /// Scalar registers of a wavefront, which only AMD's GPUs have.
    pub scalar_registers: Option<u32>,
    /// Stores of registers to memory: bytes on NVIDIA, registers on AMD.
    pub spills: u32,
    /// Stack.
    pub stack: u32,
    /// Shared memory of a block that is known when it is compiled.
    pub shared: u32,
}

impl Resources {
    /// A line for each kernel, fit for a verdict's evidence.
    #[must_use]
    pub fn lines(&self) -> Vec<String> {
        self.kernels.iter().map(KernelResources::line).collect()
    }
}

impl KernelResources {
    fn line(&self) -> String {
        let scalar = self.scalar_registers.map_or_else(String::new, |n| format!(", {n} scalar"));
        let spills = match (self.spills, self.scalar_registers) {
            (0, _) => "no spills".to_owned(),
            (bytes, None) => format!("{bytes} bytes spilled"),
            (registers, Some(_)) => format!("{registers} registers spilled"),
        };
        let (name, stack, shared) = (self.short_name(), self.stack, self.shared);
        format!("{name}: {} registers{scalar}, {spills}, {stack} bytes of stack, {shared} bytes shared", self.registers)
    }

    /// `kernel, line 12` for a target region's entry, which has a device and an inode in its name; any other as it is.
    #[must_use]
    pub fn short_name(&self) -> String {
        let region = || {
            let rest = self.name.strip_prefix("__omp_offloading_")?;
            let (function, line) = rest.splitn(3, '_').nth(2)?.rsplit_once("_l")?;
            line.bytes().all(|b| b.is_ascii_digit()).then(|| format!("{function}, line {line}"))
        };
        region().unwrap_or_else(|| self.name.clone())
    }
}

/// Takes what `ptxas -v` says out of a compiler's words.
///
/// ```text
/// ptxas info    : Compiling entry function 'axpy' for 'sm_90'
/// ptxas info    : Function properties for axpy
///     0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
/// ptxas info    : Used 14 registers, used 0 barriers, 4 bytes smem
/// ```
pub(super) fn of_ptxas(words: &str) -> (String, Vec<KernelResources>) {
    let mut rest = String::new();
    let mut kernels: Vec<KernelResources> = Vec::new();
    let mut entry: Option<KernelResources> = None;
    let mut properties_of = String::new();
    for line in words.lines() {
        let Some(info) = line.strip_prefix("ptxas info") else {
            match (numbers_before(line, "bytes stack frame"), &mut entry) {
                (Some(stack), Some(kernel)) if properties_of == kernel.name => {
                    kernel.stack = stack;
                    kernel.spills = numbers_before(line, "bytes spill stores").unwrap_or(0);
                }
                (Some(_), _) => {}
                (None, _) => rest.extend([line, "\n"]),
            }
            continue;
        };
        let info = info.trim_start_matches([' ', ':']);
        if let Some(name) = info.strip_prefix("Compiling entry function '").and_then(|text| text.split('\'').next()) {
            kernels.extend(entry.replace(KernelResources { name: name.to_owned(), ..KernelResources::default() }));
        } else if let Some(name) = info.strip_prefix("Function properties for ") {
            name.trim().clone_into(&mut properties_of);
        } else if let (Some(registers), Some(kernel)) = (numbers_before(info, "registers"), &mut entry)
            && properties_of == kernel.name
        {
            kernel.registers = registers;
            kernel.shared = numbers_before(info, "bytes smem").unwrap_or(0);
        }
    }
    kernels.extend(entry);
    kernels.sort();
    (rest, kernels)
}

/// The number that stands before `unit`.
fn numbers_before(text: &str, unit: &str) -> Option<u32> {
    text[..text.find(unit)?].split_whitespace().next_back()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const WORDS: &str = "k.c:3:1: warning: a word of the compiler's\n\
        ptxas info    : 272 bytes gmem\n\
        ptxas info    : Compiling entry function '__omp_offloading_fe00_9b003b_kernel_l9' for 'sm_90'\n\
        ptxas info    : Function properties for __omp_offloading_fe00_9b003b_kernel_l9\n    \
        32 bytes stack frame, 16 bytes spill stores, 12 bytes spill loads\n\
        ptxas info    : Used 80 registers, used 0 barriers, 4 bytes smem, 400 bytes cmem[0]\n\
        ptxas info    : Function properties for __internal_accurate_pow\n    \
        8 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n\
        ptxas info    : Compiling entry function 'axpy' for 'sm_90'\n\
        ptxas info    : Function properties for axpy\n    \
        0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n\
        ptxas info    : Used 14 registers, used 0 barriers\n\
        ptxas info    : Compile time = 4.069 ms\n1 warning generated.\n";

    #[test]
    fn ptxas_is_read_and_taken_out_of_the_compilers_words() {
        let (rest, kernels) = of_ptxas(WORDS);
        assert_eq!(rest, "k.c:3:1: warning: a word of the compiler's\n1 warning generated.\n");
        let lines = Resources { kernels, ..Resources::default() }.lines();
        assert_eq!(
            lines,
            [
                "kernel, line 9: 80 registers, 16 bytes spilled, 32 bytes of stack, 4 bytes shared",
                "axpy: 14 registers, no spills, 0 bytes of stack, 0 bytes shared",
            ]
        );
    }

    #[test]
    fn amd_counts_scalar_registers_too() {
        let kernel = KernelResources {
            name: "axpy".to_owned(),
            registers: 30,
            scalar_registers: Some(20),
            spills: 2,
            ..KernelResources::default()
        };
        assert_eq!(
            kernel.line(),
            "axpy: 30 registers, 20 scalar, 2 registers spilled, 0 bytes of stack, 0 bytes shared"
        );
    }
}
