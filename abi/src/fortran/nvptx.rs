//! What flang's code for NVIDIA GPUs lacks: functions under the names it calls, and names for what LLVM does not lower.

/// C source of the functions, for bitcode that is linked before optimisation; its head says how to compile it.
pub const DEVICE: &str = include_str!("../../fortran/nvptx_device.c");

/// Flang's options by which mathematics become calls that [`DEVICE`] defines, and complex arithmetic needs no library.
pub const FLAGS: [&str; 5] =
    ["-fcomplex-arithmetic=improved", "-mmlir", "-force-mlir-complex", "-mmlir", "--math-runtime=precise"];

/// Flang's device code as LLVM text, with the roundings to integers that no NVIDIA GPU has an instruction for renamed to
/// functions of [`DEVICE`].
#[must_use]
pub fn lowered(text: &str) -> String {
    let mut text = text.to_owned();
    for name in ["lround", "llround", "lrint", "llrint"] {
        // Most code has none of them, and a text may be long.
        if !text.contains(&format!("@llvm.{name}.")) {
            continue;
        }
        for (integer, real) in [("i32", "f32"), ("i32", "f64"), ("i64", "f32"), ("i64", "f64")] {
            let intrinsic = format!("@llvm.{name}.{integer}.{real}(");
            text = text.replace(&intrinsic, &format!("@judge_{name}_{integer}_{real}("));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roundings_are_renamed_and_nothing_else() {
        let text = "%1 = call i32 @llvm.lround.i32.f64(double %0)\n%2 = call double @llvm.floor.f64(double %0)\n";
        assert_eq!(
            lowered(text),
            "%1 = call i32 @judge_lround_i32_f64(double %0)\n%2 = call double @llvm.floor.f64(double %0)\n"
        );
    }

    #[test]
    fn every_new_name_is_defined() {
        for name in ["lround", "llround", "lrint", "llrint"] {
            assert!(DEVICE.contains(&format!("ROUND({name}, ")), "{name}");
        }
    }
}
