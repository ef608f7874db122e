//! Whether a picture lies across its card: a landscape on an upright card, or the reverse.

use std::io::Cursor;

use image::metadata::Orientation::{Rotate90, Rotate90FlipH, Rotate270, Rotate270FlipH};
use image::{ImageDecoder, ImageReader};

use crate::kit::{Size, markup};

/// How much longer one side is than the other where a picture is not square, at least.
const LONGER: f64 = 1.1;

/// Whether a picture of this width and height would have to be turned to lie as its card does.
pub fn lies_across(shape: [f64; 2], card: Size) -> bool {
    let card = [card.w, card.h].map(|side| side.0 as f64);
    let is_wide = |[w, h]: [f64; 2]| w > h * LONGER;
    let is_high = |[w, h]: [f64; 2]| h > w * LONGER;
    is_wide(shape) && is_high(card) || is_high(shape) && is_wide(card)
}

/// A picture's width and height, of which only the proportion matters; `None` if it does not tell. Whoever draws it says so then.
pub fn shape(bytes: &[u8], ending: &str) -> Option<[f64; 2]> {
    match ending {
        "svg" => of_drawing(std::str::from_utf8(bytes).ok()?),
        _ => of_pixels(bytes),
    }
}

fn of_pixels(bytes: &[u8]) -> Option<[f64; 2]> {
    let reader = ImageReader::new(Cursor::new(bytes));
    let mut decoder = reader.with_guessed_format().ok()?.into_decoder().ok()?;
    let (w, h) = decoder.dimensions();
    let [w, h] = [w, h].map(f64::from);
    Some(match decoder.orientation() {
        Ok(Rotate90 | Rotate270 | Rotate90FlipH | Rotate270FlipH) => [h, w],
        _ => [w, h],
    })
}

fn of_drawing(xml: &str) -> Option<[f64; 2]> {
    if markup::over_limits(xml).is_some() {
        return None;
    }
    let document = roxmltree::Document::parse(xml).ok()?;
    let root = document.root_element();
    let numbers = |words: &str| -> Vec<f64> {
        let parts = words.split([' ', ',']).filter(|part| !part.is_empty());
        parts.filter_map(|part| part.parse().ok()).collect()
    };
    if let Some([_, _, w, h]) = root.attribute("viewBox").map(numbers).as_deref() {
        return Some([*w, *h]);
    }
    let length = |name: &str| {
        let words = root.attribute(name)?;
        let number = words.trim_end_matches(|letter: char| !letter.is_ascii_digit());
        number.parse::<f64>().ok()
    };
    Some([length("width")?, length("height")?])
}
