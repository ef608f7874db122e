//! Papers and lengths as people type them.

use std::str::FromStr;

use crate::kit::{Size, Um};

/// A page size with its name.
#[derive(Clone, Debug)]
pub struct Paper {
    pub name: String,
    pub size: Size,
}

impl Paper {
    /// The papers of most printers.
    pub const USUAL: [&str; 2] = ["a4", "letter"];
}

impl FromStr for Paper {
    type Err = String;

    fn from_str(text: &str) -> Result<Paper, String> {
        let size = match text.to_ascii_lowercase().as_str() {
            "a4" => Size::A4,
            "a3" => Size::A3,
            "letter" => Size::LETTER,
            other => {
                let (w, h) = other
                    .split_once('x')
                    .ok_or("not a paper: a4, letter, a3, or WxH in mm such as 210x297")?;
                let longest = Size::LONGEST.0 / 1000;
                Size::new(length(w, 50, longest)?, length(h, 50, longest)?)
            }
        };
        Ok(Paper {
            name: text.to_ascii_lowercase(),
            size,
        })
    }
}

/// The name of a paper as people write it: "A4", "Letter".
pub(crate) fn written(name: &str) -> String {
    let mut letters = name.chars();
    letters
        .next()
        .map(|first| first.to_uppercase().chain(letters).collect())
        .unwrap_or_default()
}

/// A length between two bounds in mm; it may say "16mm".
pub fn length(text: &str, min: i64, max: i64) -> Result<Um, String> {
    let digits = text.strip_suffix("mm").unwrap_or(text).trim_end();
    let length: Um = digits.parse()?;
    if (Um(min * 1000)..=Um(max * 1000)).contains(&length) {
        Ok(length)
    } else {
        Err(format!("give {min} to {max} mm"))
    }
}
