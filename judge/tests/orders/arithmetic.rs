//! Correctly rounded additions and products of each format, on values carried as binary64.

use judge::gate::Precision;

/// Rounds to the format. One binary64 operation on values of a narrower format, then this, is one operation of that format:
/// 53 bits are more than twice its own and two, so rounding twice changes nothing (Figueroa 1995).
pub fn round(precision: Precision, x: f64) -> f64 {
    match precision {
        Precision::F64 => x,
        Precision::F32 | Precision::Matrix => f64::from(x as f32),
        Precision::F16 => half::f16::from_f64(x).to_f64(),
        Precision::Bf16 => half::bf16::from_f64(x).to_f64(),
    }
}

/// Term `i` of a sum of products: the pair, and whether the product is fused into the addition.
#[derive(Debug, Clone, Copy)]
pub struct Arithmetic {
    pub precision: Precision,
    pub fused: bool,
}

impl Arithmetic {
    pub fn add(self, a: f64, b: f64) -> f64 {
        round(self.precision, a + b)
    }

    /// `sum + x·y`: one rounding when fused, else two.
    pub fn accumulate(self, sum: f64, (x, y): (f64, f64)) -> f64 {
        match (self.fused, self.precision) {
            (false, _) => self.add(sum, round(self.precision, x * y)),
            (true, Precision::F64) => x.mul_add(y, sum),
            // The product of two narrower values is exact in binary64.
            (true, _) => self.add(sum, x * y),
        }
    }
}

/// An unevaluated sum of two binary64 numbers: about 106 bits.
#[derive(Debug, Clone, Copy, Default)]
pub struct DoubleDouble {
    high: f64,
    low: f64,
}

impl DoubleDouble {
    /// Adds `x·y` (Knuth's two-sum, and the product's error by a fused operation).
    pub fn accumulate(self, (x, y): (f64, f64)) -> Self {
        let product = x * y;
        let error = x.mul_add(y, -product);
        let sum = self.high + product;
        let other = sum - self.high;
        let lost = (self.high - (sum - other)) + (product - other);
        let low = self.low + lost + error;
        let high = sum + low;
        Self { high, low: low - (high - sum) }
    }

    pub fn value(self) -> f64 {
        self.high + self.low
    }
}
