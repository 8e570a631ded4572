//! Throughput of the gate against a plain read of the same memory: `cargo bench -p judge --bench gate`.
#![allow(missing_docs, reason = "a benchmark")]

use divan::counter::BytesCount;
use divan::{Bencher, black_box};
use judge::gate::{Magnitude, Precision, Reference, Rule, Runs, Terms, against_reference, between_runs, exact, twin};
use judge_abi::DType;
use rayon::iter::ParallelIterator;
use rayon::slice::ParallelSlice;

/// Values of each array: in a cache, where only the arithmetic counts, and far more than any cache holds.
const COUNTS: [usize; 2] = [1 << 18, 1 << 24];

const RULE: Rule =
    Rule { acc: Precision::F64, out: Precision::F64, m: 1, libm_ulp: 0, depth: None, runs: Runs::Reassociate };

fn main() {
    divan::main();
}

/// A reference, an output a few units in the last place away from it, magnitudes, and counts.
struct Data {
    value: Vec<u8>,
    near: Vec<u8>,
    s: Vec<u8>,
    n: Vec<u8>,
}

fn data(count: usize) -> Data {
    let value = |i: usize| 1.0 + (i % 1013) as f64 / 1013.0;
    let bytes = |f: &dyn Fn(usize) -> f64| (0..count).flat_map(|i| f(i).to_ne_bytes()).collect::<Vec<u8>>();
    Data {
        value: bytes(&value),
        near: bytes(&|i| f64::from_bits(value(i).to_bits() + i as u64 % 3)),
        s: bytes(&|_| 4.0),
        n: (0..count).flat_map(|i| (3 + i as u32 % 25).to_ne_bytes()).collect(),
    }
}

/// The least that any comparison must do.
fn read(arrays: &[&[u8]]) -> u64 {
    let sum = |words: &[u8]| words.as_chunks::<8>().0.iter().fold(0_u64, |s, w| s.wrapping_add(u64::from_ne_bytes(*w)));
    arrays.iter().map(|a| a.par_chunks(1 << 18).map(sum).reduce(|| 0, u64::wrapping_add)).fold(0, u64::wrapping_add)
}

fn bytes(arrays: &[&[u8]]) -> BytesCount {
    BytesCount::new(arrays.iter().map(|a| a.len()).sum::<usize>())
}

#[divan::bench(args = COUNTS, sample_count = 50)]
fn plain_read(bencher: Bencher, count: usize) {
    let d = data(count);
    let arrays: [&[u8]; 3] = [&d.value, &d.near, &d.s];
    bencher.counter(bytes(&arrays)).bench(|| read(black_box(&arrays)));
}

#[divan::bench(args = COUNTS, sample_count = 50)]
fn reference_same_terms(bencher: Bencher, count: usize) {
    let d = data(count);
    let reference = Reference { value: &d.value, n: Terms::Constant(27), s: Magnitude::PerElement(&d.s) };
    let counter = bytes(&[&d.value, &d.near, &d.s]);
    bencher.counter(counter).bench(|| against_reference(black_box(&d.near), reference, &RULE));
}

#[divan::bench(args = COUNTS, sample_count = 50)]
fn reference_terms_per_element(bencher: Bencher, count: usize) {
    let d = data(count);
    let reference = Reference { value: &d.value, n: Terms::PerElement(&d.n), s: Magnitude::PerElement(&d.s) };
    let counter = bytes(&[&d.value, &d.near, &d.s, &d.n]);
    bencher.counter(counter).bench(|| against_reference(black_box(&d.near), reference, &RULE));
}

#[divan::bench(args = COUNTS, sample_count = 50)]
fn runs_in_band(bencher: Bencher, count: usize) {
    let d = data(count);
    let (n, s) = (Terms::Constant(27), Magnitude::PerElement(&d.s));
    let counter = bytes(&[&d.value, &d.near, &d.s]);
    bencher.counter(counter).bench(|| between_runs(black_box(&d.near), black_box(&d.value), n, s, &RULE));
}

#[divan::bench(args = COUNTS, sample_count = 50)]
fn runs_equal(bencher: Bencher, count: usize) {
    let d = data(count);
    let again = d.value.clone();
    let (n, s) = (Terms::Constant(27), Magnitude::PerElement(&d.s));
    let counter = bytes(&[&d.value, &again, &d.s]);
    bencher.counter(counter).bench(|| between_runs(black_box(&again), black_box(&d.value), n, s, &RULE));
}

#[divan::bench(args = COUNTS, sample_count = 50)]
fn exact_integers(bencher: Bencher, count: usize) {
    let d = data(count);
    let again = d.value.clone();
    bencher.counter(bytes(&[&d.value, &again])).bench(|| exact(black_box(&again), black_box(&d.value), DType::U64));
}

#[divan::bench(args = COUNTS, sample_count = 50)]
fn exact_twin(bencher: Bencher, count: usize) {
    let d = data(count);
    let again = d.value.clone();
    bencher.counter(bytes(&[&d.value, &again])).bench(|| twin(black_box(&again), black_box(&d.value), DType::F64));
}

#[divan::bench(args = COUNTS, sample_count = 50)]
fn half_precision(bencher: Bencher, count: usize) {
    let d = data(count);
    let out: Vec<u8> =
        d.value.as_chunks().0.iter().flat_map(|w| half::f16::from_f64(f64::from_ne_bytes(*w)).to_ne_bytes()).collect();
    let rule = Rule { acc: Precision::F32, out: Precision::F16, ..RULE };
    let reference = Reference { value: &d.value, n: Terms::Constant(27), s: Magnitude::PerElement(&d.s) };
    let counter = bytes(&[&out, &d.value, &d.s]);
    bencher.counter(counter).bench(|| against_reference(black_box(&out), reference, &rule));
}

#[divan::bench(args = COUNTS, sample_count = 5)]
fn all_wrong(bencher: Bencher, count: usize) {
    let d = data(count);
    let zeros = vec![0; d.value.len()];
    let reference = Reference { value: &d.value, n: Terms::Constant(27), s: Magnitude::PerElement(&d.s) };
    let counter = bytes(&[&d.value, &zeros, &d.s]);
    bencher.counter(counter).bench(|| against_reference(black_box(&zeros), reference, &RULE));
}
