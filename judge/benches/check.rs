//! Throughput of the static check on one core, without a preprocessor: bytes of source a second, and files a second.

use divan::counter::{BytesCount, ItemsCount};
use judge::check::{Source, check};
use judge::language::Language;

fn main() {
    divan::main();
}

/// A kernel of ordinary density, repeated as helpers until the file is about `bytes` long.
fn source(language: Language, bytes: usize) -> String {
    let mut text = String::new();
    let mut k = 0;
    while text.len() < bytes {
        match language {
            Language::C | Language::Cxx | Language::Hip => text.push_str(&format!(
                "/* Helper {k}: one sweep over the grid, with the boundary left alone. */\n\
                 static void sweep_{k}(const double *restrict in, double *restrict out, long n, double weight) {{\n\
                 #pragma omp target teams distribute parallel for is_device_ptr(in, out) num_teams((n + 255) / 256)\n\
                 \x20 for (long i = 1; i < n - 1; i++) {{\n\
                 \x20   const double left = in[i - 1], right = in[i + 1];\n\
                 \x20   out[i] = weight * (left + right - 2.0 * in[i]) + in[i];\n\
                 \x20 }}\n}}\n\n"
            )),
            Language::Fortran(_) => text.push_str(&format!(
                "! Helper {k}: one sweep over the grid, with the boundary left alone.\n\
                 subroutine sweep_{k}(u, v, n, weight)\n\
                 \x20 integer, intent(in) :: n\n\
                 \x20 real(8), intent(in) :: u(n), weight\n\
                 \x20 real(8), intent(out) :: v(n)\n\
                 \x20 integer :: i\n\
                 \x20 !$omp target teams distribute parallel do has_device_addr(u, v)\n\
                 \x20 do i = 2, n - 1\n\
                 \x20   v(i) = weight * (u(i - 1) + u(i + 1) - 2.0d0 * u(i)) + u(i)\n\
                 \x20 end do\n\
                 end subroutine\n\n"
            )),
        }
        k += 1;
    }
    if language.is_c_family() {
        text.push_str("void kernel(const double *x, double *y, long n, double a) { sweep_0(x, y, n, a); }\n");
    } else {
        text.push_str("subroutine kernel(x, y, n, a) bind(c)\n real(8) :: x(n), y(n), a\n integer :: n\n call sweep_0(x, y, n, a)\nend subroutine\n");
    }
    text
}

const LANGUAGES: &[&str] = &["k.c", "k.cpp", "k.f90"];

#[divan::bench(args = LANGUAGES)]
fn one_large_file(bencher: divan::Bencher<'_, '_>, name: &str) {
    let language = Language::of(std::path::Path::new(name)).expect("a known extension");
    let text = source(language, 1_000_000);
    bencher.counter(BytesCount::of_slice(text.as_bytes())).bench(|| {
        let report = check(&Source { name, language, text: text.as_bytes() }, None, None);
        assert!(!report.refused());
    });
}

#[divan::bench(args = LANGUAGES)]
fn a_thousand_small_files(bencher: divan::Bencher<'_, '_>, name: &str) {
    let language = Language::of(std::path::Path::new(name)).expect("a known extension");
    let text = source(language, 4_000);
    bencher.counter(ItemsCount::new(1_000_usize)).bench(|| {
        for _ in 0..1_000 {
            let report = check(&Source { name, language, text: text.as_bytes() }, None, None);
            assert!(!report.refused());
        }
    });
}
