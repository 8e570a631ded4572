//! Runs plain code with the widest vector instructions of the processor it finds itself on.
//!
//! The program is built for the oldest processor of its architecture, so a loop over memory would otherwise leave half of
//! a newer one idle. Results are the same: no instruction set chosen here contracts or reorders arithmetic.

/// A piece of work whose body is compiled once for each instruction set.
pub trait Work {
    /// What it gives.
    type Output;

    /// The work. To be compiled with the wider instructions it and all that it calls in its loops must be
    /// `#[inline(always)]`.
    fn run(self) -> Self::Output;
}

/// Runs `work` with the widest instructions there are.
#[inline]
pub fn widest<W: Work>(work: W) -> W::Output {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has AVX2.
        return unsafe { with_avx2(work) };
    }
    work.run()
}

/// # Safety
///
/// The processor must have AVX2.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
unsafe fn with_avx2<W: Work>(work: W) -> W::Output {
    work.run()
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Sum<'a>(&'a [f64]);

    impl Work for Sum<'_> {
        type Output = f64;
        #[inline(always)]
        fn run(self) -> f64 {
            self.0.iter().fold(0.0, |sum, x| sum + x * x)
        }
    }

    #[test]
    fn wider_instructions_give_the_same_bits() {
        let terms: Vec<f64> = (0..1001).map(|i| 1.0 / f64::from(i * i + 1)).collect();
        assert_eq!(widest(Sum(&terms)).to_bits(), Sum(&terms).run().to_bits());
    }
}
