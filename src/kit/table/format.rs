//! How a workbook shows a number: in per cent, with leading zeros, with a sign, a currency or a unit.

use std::iter::Peekable;
use std::str::Chars;
use std::sync::Arc;

use super::sheet::Found;

/// The most digits and decimals that a format asks for.
const MAX_DIGITS: usize = 20;

/// What a format shows of positive and negative numbers and of zero; nothing for a number that is shown as it is.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NumberFormat(Arc<[Section]>);

/// What a format shows of some numbers.
#[derive(Clone, Debug, Default, PartialEq)]
struct Section {
    before: String,
    digits: Digits,
    after: String,
}

/// How the digits of a number are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Digits {
    /// The least digits before the point.
    least: usize,
    decimals: usize,
    has_point: bool,
    is_grouped: bool,
    is_per_cent: bool,
}

impl NumberFormat {
    /// A format in the language of spreadsheets, as far as a card needs it.
    pub fn of(code: &str) -> NumberFormat {
        let sections: Option<Vec<Section>> = sections(code).map(Section::of).take(3).collect();
        let sections = sections.unwrap_or_default();
        if sections.first().is_some_and(Section::tells) {
            NumberFormat(sections.into())
        } else {
            NumberFormat::default()
        }
    }

    /// A number as it is shown.
    pub fn found(&self, number: f64) -> Found {
        // Spreadsheets calculate with 15 digits, and show no more.
        let number: f64 = format!("{number:.14e}").parse().unwrap_or(number);
        let bare = number.to_string();
        let section = match &*self.0 {
            [_, negative, ..] if number < 0.0 => Some((negative, "")),
            [_, _, zero] if number == 0.0 => Some((zero, "")),
            [first, ..] if number < 0.0 => Some((first, "-")),
            sections => sections.first().map(|first| (first, "")),
        };
        let Some((section, sign)) = section else {
            return Found::value(bare);
        };
        let Section {
            before,
            digits,
            after,
        } = section;
        let words = format!("{sign}{before}{}{after}", digits.shown(number.abs()));
        Found::number(words.trim().to_owned(), bare)
    }
}

impl Section {
    /// `None` if it shows something else than a plain number: a date, a fraction, a power of ten.
    fn of(code: &str) -> Option<Section> {
        let mut section = Section::default();
        let mut letters = code.chars().peekable();
        let mut has_digits = false;
        while let Some(letter) = letters.next() {
            let words = match letter {
                '0' | '#' | '?' if has_digits => return None,
                '0' | '#' | '?' => {
                    has_digits = true;
                    section.digits.read(letter, &mut letters);
                    continue;
                }
                '%' => {
                    section.digits.is_per_cent = true;
                    "%".to_owned()
                }
                '"' => letters
                    .by_ref()
                    .take_while(|letter| *letter != '"')
                    .collect(),
                '\\' => letters.next()?.to_string(),
                '_' => letters.next().map(|_| " ".to_owned())?,
                '*' => letters.next().map(|_| String::new())?,
                '[' => bracketed(
                    &letters
                        .by_ref()
                        .take_while(|letter| *letter != ']')
                        .collect::<String>(),
                )?,
                letter if letter.is_ascii_alphabetic() || "@/".contains(letter) => return None,
                letter => letter.to_string(),
            };
            if has_digits {
                section.after.push_str(&words);
            } else {
                section.before.push_str(&words);
            }
        }
        // A section without digits hides the number, or puts a word in its place.
        has_digits.then_some(section)
    }

    /// Whether it shows more than the number's own digits.
    fn tells(&self) -> bool {
        let Digits { least, .. } = self.digits;
        let has_words = !self.before.trim().is_empty() || !self.after.trim().is_empty();
        has_words || least > 1 && !self.digits.is_grouped
    }
}

impl Digits {
    /// Reads the places of digits; the first of them has been taken.
    fn read(&mut self, first: char, letters: &mut Peekable<Chars<'_>>) {
        self.place(first);
        while let Some(letter) = letters.next_if(|letter| "0#?.,".contains(*letter)) {
            match letter {
                ',' => self.is_grouped = true,
                '.' => self.has_point = true,
                place => self.place(place),
            }
        }
    }

    fn place(&mut self, place: char) {
        let count = if self.has_point {
            &mut self.decimals
        } else {
            &mut self.least
        };
        *count = (*count + usize::from(place == '0')).min(MAX_DIGITS);
    }

    fn shown(self, number: f64) -> String {
        let scaled = if self.is_per_cent {
            number * 100.0
        } else {
            number
        };
        let decimals = self.decimals;
        let words = if decimals > 0 || self.is_per_cent || !self.has_point && self.least > 1 {
            // A half is rounded up, as spreadsheets do.
            let unit = 10_f64.powi(decimals as i32);
            format!("{:.decimals$}", (scaled * unit).round() / unit)
        } else {
            scaled.to_string()
        };
        let (whole, rest) = words.split_at(words.find('.').unwrap_or(words.len()));
        let whole = format!("{whole:0>least$}", least = self.least);
        if self.is_grouped {
            grouped(&whole) + rest
        } else {
            whole + rest
        }
    }
}

/// The sections of a format, which are separated by semicolons outside of quotes.
fn sections(code: &str) -> impl Iterator<Item = &str> {
    let mut is_quoted = false;
    code.split(move |letter| {
        is_quoted ^= letter == '"';
        letter == ';' && !is_quoted
    })
}

/// What square brackets show: the sign of a currency, and nothing for a colour; `None` for a condition.
fn bracketed(inside: &str) -> Option<String> {
    if let Some(currency) = inside.strip_prefix('$') {
        let sign = currency.split('-').next().unwrap_or_default();
        return Some(sign.to_owned());
    }
    let is_colour = inside.chars().all(char::is_alphanumeric) && inside.len() > 2;
    is_colour.then(String::new)
}

/// Digits in groups of three.
fn grouped(digits: &str) -> String {
    let mut words = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            words.push(',');
        }
        words.push(digit);
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_shown_as_in_the_sheet() {
        let cases = [
            (0.1 + 0.2, "General", "0.3"),
            (0.5, "0%", "50%"),
            (0.125, "0.0%", "12.5%"),
            (0.125, "0%", "13%"),
            (0.0625, "0.0%", "6.3%"),
            (7.0, "000", "007"),
            (1234.5, "0.00", "1234.5"),
            (1234.5, "#,##0.00", "1234.5"),
            (2.0, "+0;-0;0", "+2"),
            (-2.0, "+0;-0;0", "-2"),
            (0.0, "+0;-0;0", "0"),
            (5.0, "0\\ \"€\"", "5 €"),
            (1234.5, "[$€-407] #,##0.00", "€ 1,234.50"),
            (3.0, "0 \"gold\"", "3 gold"),
            (1.0, "0 \"a;b\"", "1 a;b"),
            (-3.0, "$0", "-$3"),
            (-5.0, "#,##0_);(#,##0)", "-5"),
            (2.5, "\"×\"General", "2.5"),
            (2.5, "[>9]0 \"many\";0", "2.5"),
            (45000.0, "dd/mm/yyyy", "45000"),
            (1.0, "\"x", "1"),
        ];
        for (number, code, wanted) in cases {
            let found = NumberFormat::of(code).found(number);
            assert_eq!(found.words, wanted, "{code}");
            let bare = found.number.as_deref().unwrap_or(&found.words);
            let number = format!("{number:.14e}").parse::<f64>();
            assert_eq!(bare.parse(), number, "{code}");
        }
    }
}
