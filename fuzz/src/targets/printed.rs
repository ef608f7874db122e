//! What is printed from, or with, besides kits: pages of a PDF, printers, stocks; and what is added up: parts of a simulation.

use std::path::Path;

use paperkeep::face::{Reader, Templates};
use paperkeep::kit::Ink;
use paperkeep::kit::gallery::{self, Cards};
use paperkeep::lab::Part;
use paperkeep::press::Profiles;
use paperkeep::press::drawn::DrawnPieces;

/// Two pages with most of what a page may have: text, forms in forms, a picture, patterns, shadings, transparency.
const PAGES: &str = include_str!("pages.pdf");

/// A printer, as `calibrate` writes it.
const PRINTER: &str = "version = 1\n\n[printer.office]\npaper = [210.0, 297.0]\n\n[printer.office.front]\noffset = [0.5, -0.2]\nrotation = 0.1\nscale = [1.001, 0.999]\n";

pub fn pages() -> Vec<Vec<u8>> {
    vec![PAGES.into()]
}

/// Reads the pages and draws them as cards.
pub fn drawn(input: &[u8]) -> bool {
    let path = Path::new("found/pages.pdf");
    std::fs::write(path, input).expect("room on the disk");
    let Ok(kit) = gallery::kit(path, &Cards::default()) else {
        return false;
    };
    let templates = Templates::new(&kit, Ink::Color);
    DrawnPieces::draw(&kit, &templates, 1, &mut Reader::new()).is_ok()
}

pub fn printers() -> Vec<Vec<u8>> {
    vec![PRINTER.into()]
}

pub fn printer(input: &[u8]) -> bool {
    let text = String::from_utf8_lossy(input);
    Profiles::parse(Path::new("printer.toml"), &text).is_ok()
}

/// What `simulate --shard 1/2 --report part.json` wrote.
pub fn parts() -> Vec<Vec<u8>> {
    vec![include_bytes!("part.json").to_vec()]
}

/// Reads a part and adds it up.
pub fn part(input: &[u8]) -> bool {
    let text = String::from_utf8_lossy(input);
    let Ok(part) = Part::read(&text) else {
        return false;
    };
    // It is one of two, so the sum is refused after all checks.
    let _ = paperkeep::lab::part::sum(&[("part.json".to_owned(), part)]);
    true
}
