//! Exact lengths: whole micrometres, until a writer formats them.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Div, Mul, Neg, Sub};

/// A length in whole micrometres, so that sums are exact and fronts meet backs exactly.
///
/// ```
/// use paperkeep::kit::Um;
/// assert_eq!(Um::from_mm(14.2) * 3, Um(42_600));
/// assert_eq!("215.9".parse(), Ok(Um(215_900)));
/// assert_eq!(Um(215_900).to_string(), "215.9");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Um(pub i64);

impl Um {
    pub const ZERO: Um = Um(0);

    /// From millimetres, to the nearest micrometre.
    pub fn from_mm(mm: f64) -> Um {
        Um((mm * 1000.0).round() as i64)
    }

    /// In millimetres.
    pub fn mm(self) -> f64 {
        self.0 as f64 / 1000.0
    }

    /// In PostScript points, 72 per inch of 25.4 mm.
    pub fn pt(self) -> f64 {
        self.0 as f64 * 72.0 / 25_400.0
    }

    pub fn half(self) -> Um {
        Um(self.0 / 2)
    }
}

/// Millimetres with only as many decimals as needed: `210`, `14.2`.
impl fmt::Display for Um {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let whole = self.0.unsigned_abs() / 1000;
        let rest = self.0.unsigned_abs() % 1000;
        let sign = if self.0 < 0 { "-" } else { "" };
        match rest {
            0 => write!(f, "{sign}{whole}"),
            _ => write!(
                f,
                "{sign}{whole}.{}",
                format!("{rest:03}").trim_end_matches('0')
            ),
        }
    }
}

/// Why a text is not a length.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LengthError {
    #[error("`{0}` is not a length in millimetres such as 14.2")]
    NotALength(String),
    #[error("`{0}` is finer than a micrometre; three decimals are enough")]
    TooFine(String),
    #[error("`{0}` mm is more than ten metres")]
    TooLong(String),
}

impl From<LengthError> for String {
    fn from(error: LengthError) -> String {
        error.to_string()
    }
}

/// Parses decimal millimetres exactly: `14.2`. More than three decimals, or more than ten metres, is an error.
impl std::str::FromStr for Um {
    type Err = LengthError;

    fn from_str(text: &str) -> Result<Um, LengthError> {
        let wrong = || LengthError::NotALength(text.to_owned());
        let (sign, digits) = match text.strip_prefix('-') {
            Some(rest) => (-1, rest),
            None => (1, text.strip_prefix('+').unwrap_or(text)),
        };
        let (whole, decimals) = digits.split_once('.').unwrap_or((digits, ""));
        let decimals = decimals.trim_end_matches('0');
        let all_digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        if digits.is_empty() || digits == "." || !all_digits(whole) || !all_digits(decimals) {
            return Err(wrong());
        }
        if decimals.len() > 3 {
            return Err(LengthError::TooFine(text.to_owned()));
        }
        let micrometres = format!("{whole}{decimals:0<3}")
            .parse::<i64>()
            .map_err(|_| wrong())?;
        if micrometres > 10_000_000 {
            return Err(LengthError::TooLong(text.to_owned()));
        }
        Ok(Um(sign * micrometres))
    }
}

impl Add for Um {
    type Output = Um;
    fn add(self, other: Um) -> Um {
        Um(self.0 + other.0)
    }
}

impl AddAssign for Um {
    fn add_assign(&mut self, other: Um) {
        self.0 += other.0;
    }
}

impl Sub for Um {
    type Output = Um;
    fn sub(self, other: Um) -> Um {
        Um(self.0 - other.0)
    }
}

impl Neg for Um {
    type Output = Um;
    fn neg(self) -> Um {
        Um(-self.0)
    }
}

impl Mul<i64> for Um {
    type Output = Um;
    fn mul(self, times: i64) -> Um {
        Um(self.0 * times)
    }
}

impl Div<i64> for Um {
    type Output = Um;
    fn div(self, by: i64) -> Um {
        Um(self.0 / by)
    }
}

impl Sum for Um {
    fn sum<I: Iterator<Item = Um>>(all: I) -> Um {
        all.fold(Um::ZERO, Add::add)
    }
}

/// A point; its origin and the direction of y are documented where it is used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point {
    pub x: Um,
    pub y: Um,
}

impl Point {
    pub const fn new(x: Um, y: Um) -> Point {
        Point { x, y }
    }
}

/// Width and height.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Size {
    pub w: Um,
    pub h: Um,
}

impl Size {
    /// Paper of 210 x 297 mm.
    pub const A4: Size = Size::new(Um(210_000), Um(297_000));

    /// Paper of 297 x 420 mm.
    pub const A3: Size = Size::new(Um(297_000), Um(420_000));

    /// Paper of 8.5 x 11 inches.
    pub const LETTER: Size = Size::new(Um(215_900), Um(279_400));

    /// The longest side of paper.
    pub const LONGEST: Um = Um(2_000_000);

    pub const fn new(w: Um, h: Um) -> Size {
        Size { w, h }
    }

    /// The same in the other orientation.
    pub fn turned(self) -> Size {
        Size::new(self.h, self.w)
    }

    /// The area in square millimetres.
    pub fn area(self) -> f64 {
        self.w.mm() * self.h.mm()
    }
}

/// `36 x 26`, in millimetres.
impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} x {}", self.w, self.h)
    }
}
