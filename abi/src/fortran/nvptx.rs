//! What flang's code for NVIDIA GPUs lacks: functions under the names it calls, and names for what LLVM does not lower.

/// C source of the functions, for bitcode that is linked before optimisation; its head says how to compile it.
pub const DEVICE: &str = include_str!("../../fortran/nvptx_device.c");

/// Flang's options by which complex arithmetic needs no library.
pub const FLAGS: [&str; 3] = ["-fcomplex-arithmetic=improved", "-mmlir", "-force-mlir-complex"];

/// LLVM's intrinsics that its code generator for NVIDIA GPUs refuses.
const NOT_LOWERED: [&str; 23] = [
    "acos", "asin", "atan", "atan2", "cos", "cosh", "exp", "exp10", "exp2", "ldexp", "llrint", "llround", "log",
    "log10", "log2", "lrint", "lround", "pow", "powi", "sin", "sinh", "tan", "tanh",
];

/// Flang's device code as LLVM text, with calls of [`NOT_LOWERED`] intrinsics renamed to functions of [`DEVICE`]:
/// `llvm.exp.f64` to `judge_exp_f64`.
#[must_use]
pub fn lowered(text: &str) -> String {
    const MARK: &str = "@llvm.";
    let mut pieces = text.split(MARK);
    let mut made = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let (name, rest) = piece.split_at(piece.find('(').unwrap_or(0));
        let first = name.split('.').next().unwrap_or_default();
        if NOT_LOWERED.contains(&first) {
            made.extend(["@judge_", &name.replace('.', "_"), rest]);
        } else {
            made.extend([MARK, piece]);
        }
    }
    made
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_lowered_is_renamed_and_nothing_else() {
        for (text, wanted) in [
            ("call i32 @llvm.lround.i32.f64(double %0)", "call i32 @judge_lround_i32_f64(double %0)"),
            ("declare double @llvm.exp.f64(double) #5", "declare double @judge_exp_f64(double) #5"),
            ("call double @llvm.floor.f64(double %0)", "call double @llvm.floor.f64(double %0)"),
            ("@llvm.global_ctors = x", "@llvm.global_ctors = x"),
            ("@llvm.", "@llvm."),
            ("", ""),
        ] {
            assert_eq!(lowered(text), wanted);
        }
    }

    #[test]
    fn every_new_name_is_defined() {
        for name in NOT_LOWERED {
            let made =
                ["ONE_INTRINSIC(", "TWO_INTRINSIC(", "ROUND(", "POWER(judge_", " judge_"].map(|m| format!("{m}{name}"));
            assert!(made.iter().any(|text| DEVICE.contains(text)), "{name}");
        }
    }
}
