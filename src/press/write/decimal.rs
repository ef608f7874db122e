//! The format of numbers in all files.

use std::fmt;

/// A number with at most this many decimals, without trailing zeros or an exponent: `14.2`, `-0.05`, `3`.
#[derive(Clone, Copy)]
pub(super) struct Decimal(pub f64, pub u32);

impl Decimal {
    /// Appends the number as text. A file is mostly numbers, so this bypasses the standard formatter.
    pub fn push(self, out: &mut Vec<u8>) {
        let mut digits = [0; 40];
        out.extend_from_slice(self.digits(&mut digits));
    }

    /// The digits, written from the end of the buffer.
    fn digits(self, room: &mut [u8; 40]) -> &[u8] {
        let scaled = (self.0 * 10_u64.pow(self.1) as f64).round() as i64;
        let mut rest = scaled.unsigned_abs();
        let mut places = self.1;
        let mut at = room.len();
        while places > 0 && rest.is_multiple_of(10) {
            rest /= 10;
            places -= 1;
        }
        let mut put = |byte: u8| {
            at -= 1;
            room[at] = byte;
        };
        for place in 1..=places {
            put(b'0' + (rest % 10) as u8);
            rest /= 10;
            if place == places {
                put(b'.');
            }
        }
        // PDF and SVG both accept `.5`.
        let mut bare = places == 0;
        while rest > 0 || bare {
            put(b'0' + (rest % 10) as u8);
            rest /= 10;
            bare = false;
        }
        if scaled < 0 {
            put(b'-');
        }
        &room[at..]
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(str::from_utf8(self.digits(&mut [0; 40])).unwrap_or_default())
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
        assert_eq!(told(-12.0305, 4), "-12.0305");
        assert_eq!(told(100.0, 0), "100");
        assert_eq!(told(f64::MAX, 7).len(), 20);
    }
}
