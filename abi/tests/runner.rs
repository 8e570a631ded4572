//! The runner on LLVM's host offload device, without a jail: counts, guard, read-only inputs.
//!
//! This executable is its own runner: the test [`runner_process`] becomes one when its environment says so.

mod rig;

use judge_abi::link::{Answer, Silence};
use judge_abi::page::{CallReport, Fault, FaultBuffer, Order, settle};
use judge_abi::wire::Launcher;
use judge_abi::{Array, DType, Intent, Param, Scalar, Signature, shim};
use rig::{Argument, Rig};

const N: usize = 1000;

#[test]
fn runner_process() {
    rig::run_if_asked();
}

/// `kernel(x, y, n, a, mode)`.
fn signature() -> Signature {
    let array = |name: &str, intent| Param::Array(Array { name: name.to_owned(), dtype: DType::F64, intent });
    let scalar = |name: &str, dtype| Param::Scalar(Scalar { name: name.to_owned(), dtype });
    let scalars = [scalar("n", DType::I64), scalar("a", DType::F64), scalar("mode", DType::I64)];
    let params = [array("x", Intent::In), array("y", Intent::InOut)].into_iter().chain(scalars).collect();
    Signature { entry: "kernel".to_owned(), params }
}

/// A runner of `kernels/axpy.c` on ones, or `None` when there is no LLVM and that is allowed here.
fn ready_rig() -> Option<Rig> {
    let llvm = rig::llvm_with("clang")?;
    let folder = tempfile::tempdir().expect("folder");
    let (object, shim) = (folder.path().join("axpy.so"), folder.path().join("shim.c"));
    std::fs::write(&shim, shim::source(&signature(), shim::Arm::Offload)).expect("shim");
    let flags = ["-O2", "-fopenmp", "-fopenmp-targets=x86_64-pc-linux-gnu", "-fPIC", "-shared", "-fuse-ld=lld"];
    let (shim, output) = (shim.display().to_string(), object.display().to_string());
    let files = [concat!(env!("CARGO_MANIFEST_DIR"), "/tests/kernels/axpy.c"), &shim, "-o", &output];
    rig::compile(&llvm.join("bin/clang"), &[&flags[..], &["-nostartfiles"], &files].concat());
    let arrays = [Argument::Input(vec![1.0; N]), Argument::Output(vec![1.0; N])];
    let scalars = [Argument::Scalar(N as u64), Argument::Scalar(0), Argument::Scalar(0)];
    let arguments: Vec<Argument> = arrays.into_iter().chain(scalars).collect();
    Some(Rig::start(&object, Launcher::OpenMp, &llvm.join("lib"), &arguments).expect("a runner"))
}

/// One call with a = 2 on what the call before left.
fn call(rig: &mut Rig, mode: u64, guard: bool) -> Result<Answer, Silence> {
    rig.order(Order::Call, &[0, 0, N as u64, 2.0_f64.to_bits(), mode], guard)
}

fn first(rig: &Rig) -> f64 {
    rig.array(1)[0]
}

#[test]
fn a_target_region_counts_as_one_launch_that_moves_nothing() {
    let Some(mut rig) = ready_rig() else { return };
    for guard in [false, true] {
        let report = call(&mut rig, 0, guard).expect("answer").report;
        assert_eq!((report.launches, report.host_launches), (1, 0));
        assert_eq!((report.to_device, report.from_device), (0, 0));
    }
    assert!((first(&rig) - 5.0).abs() < 1e-12, "1 + 2 + 2, got {}", first(&rig));
}

/// Before a call on a GPU the object's device code looks at every page; here the device is the host.
#[test]
fn touching_and_settling_are_no_part_of_a_call() {
    let Some(mut rig) = ready_rig() else { return };
    for (order, steps) in [(Order::Touch, &[][..]), (Order::Settle, &[settle::ALL]), (Order::Describe, &[])] {
        let report = rig.order(order, steps, false).expect("answer").report;
        assert_eq!(report, CallReport::default(), "{order:?}");
        assert_eq!(call(&mut rig, 0, true).expect("answer").report.launches, 1, "after {order:?}");
    }
    assert!((first(&rig) - 7.0).abs() < 1e-12, "1 + 3 * 2, got {}", first(&rig));
}

/// Only in the call for which it was ordered: it takes time.
#[test]
fn memory_of_the_submissions_own_is_no_number_in_a_poisoned_call() {
    let Some(mut rig) = ready_rig() else { return };
    rig.send(Order::Poison).expect("answer");
    call(&mut rig, 5, true).expect("answer");
    assert!(first(&rig).is_nan());
    rig.restore();
    call(&mut rig, 0, true).expect("answer");
    assert!((first(&rig) - 3.0).abs() < 1e-12, "{}", first(&rig));
}

#[test]
fn copies_are_counted_to_the_byte() {
    let Some(mut rig) = ready_rig() else { return };
    let report = call(&mut rig, 3, true).expect("answer").report;
    assert_eq!((report.launches, report.to_device, report.from_device), (0, N as u64 * 8, N as u64 * 8));
}

#[test]
fn a_host_loop_passes_unguarded_and_dies_guarded() {
    let Some(mut rig) = ready_rig() else { return };
    assert_eq!(call(&mut rig, 1, false).expect("unguarded").report.launches, 0);
    for mode in [1, 2] {
        let mut rig = ready_rig().expect("rig");
        assert_eq!(call(&mut rig, mode, true), Err(Silence::Ended));
        let fault = rig.fault().expect("fault");
        assert_eq!(fault.signal, libc::SIGSEGV);
        assert!(fault.buffer.expect("in a buffer").guarded);
    }
}

#[test]
fn a_store_to_an_input_dies_and_names_it() {
    let Some(mut rig) = ready_rig() else { return };
    assert_eq!(call(&mut rig, 4, true), Err(Silence::Ended));
    let expected = Fault { signal: libc::SIGSEGV, buffer: Some(FaultBuffer { array: 0, guarded: false }) };
    assert_eq!(rig.fault(), Some(expected));
}

#[test]
fn an_unknown_order_is_answered_and_leave_ends_the_process() {
    let Some(mut rig) = ready_rig() else { return };
    rig.send(Order::Leave).expect("left");
    assert_eq!(rig.status(), Some(0));
}
