//! Stored floats as binary64, without branches, so that loops over them become vector code.

/// A stored format of `N` bytes.
pub(super) trait Float<const N: usize>: Send + Sync + 'static {
    /// The value, exactly.
    fn widen(raw: [u8; N]) -> f64;
    /// The nearest value of this format, for values that neither overflow nor come near a tie; decides labels, never
    /// verdicts.
    fn nearest(value: f64) -> f64;
}

/// IEEE binary64.
pub(super) enum F64 {}
/// IEEE binary32.
pub(super) enum F32 {}
/// IEEE binary16.
pub(super) enum F16 {}
/// bfloat16.
pub(super) enum Bf16 {}

impl Float<8> for F64 {
    #[inline(always)]
    fn widen(raw: [u8; 8]) -> f64 {
        f64::from_ne_bytes(raw)
    }
    #[inline(always)]
    fn nearest(value: f64) -> f64 {
        value
    }
}

impl Float<4> for F32 {
    #[inline(always)]
    fn widen(raw: [u8; 4]) -> f64 {
        f64::from(f32::from_ne_bytes(raw))
    }
    #[inline(always)]
    fn nearest(value: f64) -> f64 {
        f64::from(value as f32)
    }
}

impl Float<2> for F16 {
    #[inline(always)]
    fn widen(raw: [u8; 2]) -> f64 {
        let bits = u32::from(u16::from_ne_bytes(raw));
        // Exponent and fraction moved to their places in binary32; the product corrects the exponent's bias, and is exact
        // for subnormals too.
        let magnitude = f32::from_bits((bits & 0x7fff) << 13) * f32::from_bits((127 + 112) << 23);
        let special = if bits & 0x7c00 == 0x7c00 { 0x7f80_0000 } else { 0 };
        let sign = (bits & 0x8000) << 16;
        f64::from(f32::from_bits(magnitude.to_bits() | special | sign))
    }
    #[inline(always)]
    fn nearest(value: f64) -> f64 {
        // Adding and subtracting 1.5·2²⁸ rounds to a multiple of the smallest subnormal, 2⁻²⁴.
        const SHIFT: f64 = 1.5 * (1_u64 << 28) as f64;
        (to_bits(value, 11) + SHIFT) - SHIFT
    }
}

impl Float<2> for Bf16 {
    #[inline(always)]
    fn widen(raw: [u8; 2]) -> f64 {
        f64::from(f32::from_bits(u32::from(u16::from_ne_bytes(raw)) << 16))
    }
    #[inline(always)]
    fn nearest(value: f64) -> f64 {
        to_bits(value, 8)
    }
}

/// Rounds to `p` bits of significand (Veltkamp's splitting).
#[inline(always)]
fn to_bits(value: f64, p: u32) -> f64 {
    let c = value * ((1_u64 << (53 - p)) + 1) as f64;
    c - (c - value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_half_and_bfloat_widens_as_the_library_says() {
        for bits in 0..=u16::MAX {
            let (half, bfloat) = (half::f16::from_bits(bits), half::bf16::from_bits(bits));
            let ours = F16::widen(bits.to_ne_bytes());
            assert!(ours == half.to_f64() || (ours.is_nan() && half.is_nan()), "f16 {bits:#06x}");
            assert_eq!(ours.is_sign_negative(), half.is_sign_negative());
            let ours = Bf16::widen(bits.to_ne_bytes());
            assert!(ours == bfloat.to_f64() || (ours.is_nan() && bfloat.is_nan()), "bf16 {bits:#06x}");
        }
    }

    #[test]
    fn nearest_agrees_with_the_library_between_neighbours() {
        for bits in 0..0x7bff_u16 {
            let (low, high) = (half::f16::from_bits(bits).to_f64(), half::f16::from_bits(bits + 1).to_f64());
            for x in [low, low + (high - low) * 0.125, low + (high - low) * 0.875] {
                assert_eq!(F16::nearest(x), half::f16::from_f64(x).to_f64(), "{x:e}");
            }
        }
        for bits in 0x0080..0x7eff_u16 {
            let (low, high) = (half::bf16::from_bits(bits).to_f64(), half::bf16::from_bits(bits + 1).to_f64());
            for x in [low, low + (high - low) * 0.375, low + (high - low) * 0.75] {
                assert_eq!(Bf16::nearest(x), half::bf16::from_f64(x).to_f64(), "{x:e}");
            }
        }
    }
}
