//! C99 hexadecimal floating point, as `printf("%a")` writes it: exact in text.

/// Parses `[-]0x1.8p+3`, `inf`, `-inf`, `nan` and `nan:0x<bits>`; nothing else, and nothing that binary64 would round.
#[must_use]
pub fn parse(text: &str) -> Option<f64> {
    let (negative, magnitude) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let value = match magnitude {
        "inf" => f64::INFINITY,
        "nan" => f64::NAN,
        _ => match magnitude.strip_prefix("nan:0x") {
            Some(bits) => Some(f64::from_bits(u64::from_str_radix(bits, 16).ok()?)).filter(|x| x.is_nan())?,
            None => finite(magnitude.strip_prefix("0x")?)?,
        },
    };
    Some(if negative { -value } else { value })
}

fn finite(digits: &str) -> Option<f64> {
    let (significand, exponent) = digits.split_once(['p', 'P'])?;
    let (whole, fraction) = significand.split_once('.').unwrap_or((significand, ""));
    let all_hex = |s: &str| s.bytes().all(|b| b.is_ascii_hexdigit());
    if whole.is_empty() || !all_hex(whole) || !all_hex(fraction) {
        return None;
    }
    let digits = format!("{whole}{fraction}");
    let trimmed = digits.trim_start_matches('0');
    if trimmed.is_empty() {
        return Some(0.0).filter(|_| exponent.parse::<i32>().is_ok());
    }
    // Sixteen significant digits hold any binary64 number; more would be rounded.
    let kept = trimmed.trim_end_matches('0');
    if kept.len() > 16 {
        return None;
    }
    let integer = u64::from_str_radix(kept, 16).ok()?;
    let dropped = i32::try_from(trimmed.len() - kept.len()).ok()?;
    let shift = exponent.parse::<i32>().ok()?.checked_add(4 * (dropped - i32::try_from(fraction.len()).ok()?))?;
    scale(integer, shift)
}

/// `integer · 2^shift`, if binary64 holds it exactly.
fn scale(integer: u64, shift: i32) -> Option<f64> {
    let zeros = integer.trailing_zeros();
    let (odd, exponent) = (integer >> zeros, shift.checked_add(zeros as i32)?);
    let bits = 64 - odd.leading_zeros() as i32;
    let top = exponent.checked_add(bits)?;
    if bits > 53 || top > 1024 || exponent < -1074 {
        return None;
    }
    // Two factors, each a power of two in range; the product is exact because the result is representable.
    let power = |e: i32| f64::from_bits(((e + 1023) as u64) << 52);
    let half = exponent / 2;
    Some(odd as f64 * power(half) * power(exponent - half))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_c_prints() {
        assert_eq!(parse("0x1.8p+3"), Some(12.0));
        assert_eq!(parse("-0x1.3p-1"), Some(-0.59375));
        assert_eq!(parse("0x0.0p+0"), Some(0.0));
        assert!(parse("-0x0.0p+0").is_some_and(|x| x == 0.0 && x.is_sign_negative()));
        assert_eq!(parse("0x0.0000000000001p-1022"), Some(f64::from_bits(1)));
        assert_eq!(parse("0x1.fffffffffffffp+1023"), Some(f64::MAX));
        assert_eq!(parse("0x1p-1074"), Some(f64::from_bits(1)));
        assert_eq!(parse("0x10p0"), Some(16.0));
        assert_eq!(parse("-inf"), Some(f64::NEG_INFINITY));
        assert!(parse("nan:0xfff8000000000123").is_some_and(f64::is_nan));
    }

    #[test]
    fn refuses_what_is_malformed_or_would_be_rounded() {
        for text in [
            "",
            "0x",
            "0x1.8",
            "0x.8p0",
            "1.5",
            "0x1.8p",
            "0x1p2000",
            "0x1p-1075",
            "0x1.ffffffffffffffp0",
            "nan:0x0",
            "nan:",
            "0xgp0",
            "0x1.8p+3 ",
            "--0x1p0",
            "0x1p99999999999",
        ] {
            assert_eq!(parse(text), None, "{text:?}");
        }
    }
}
