//! Numbers as every writer formats them.

use std::fmt;

/// A number with at most so many decimals, without trailing zeros or an exponent: `14.2`, `-0.05`, `3`.
#[derive(Clone, Copy)]
pub(super) struct Decimal(pub f64, pub u32);

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let unit = 10_u64.pow(self.1);
        let scaled = (self.0 * unit as f64).round() as i64;
        let (whole, mut rest) = (scaled.unsigned_abs() / unit, scaled.unsigned_abs() % unit);
        if scaled < 0 {
            f.write_str("-")?;
        }
        if rest == 0 {
            return write!(f, "{whole}");
        }
        let mut places = self.1 as usize;
        while rest % 10 == 0 {
            rest /= 10;
            places -= 1;
        }
        // PDF and SVG both read `.5`.
        match whole {
            0 => write!(f, ".{rest:0places$}"),
            _ => write!(f, "{whole}.{rest:0places$}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Decimal;

    #[test]
    fn decimals_are_short_and_plain() {
        let told = |number, places| Decimal(number, places).to_string();
        assert_eq!(told(14.2, 3), "14.2");
        assert_eq!(told(-0.0501, 3), "-.05");
        assert_eq!(told(-0.0001, 3), "0");
        assert_eq!(told(1.9996, 3), "2");
        assert_eq!(told(1e9, 3), "1000000000");
    }
}
