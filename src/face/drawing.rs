//! One side of one piece, drawn.
//!
//! A face's SVG is taken apart at its top level: plain text becomes [`TextLine`]s, everything else [`Fragment`]s that are
//! known by their content. Whoever has seen a fragment before need not parse or write it again.

use std::sync::Arc;

use sha2::{Digest, Sha256};

use super::{Font, Shown};
use crate::kit::{Size, Um};

/// A drawing: items in painting order. Millimetres, origin at the top left corner of the trimmed piece, y down.
#[derive(Clone, Debug)]
pub struct Drawing {
    /// The trimmed size it is drawn for; a press may print it larger or smaller.
    pub size: Size,
    /// How far it is drawn beyond the trim on each side.
    pub bleed: Um,
    /// What is painted, first below.
    pub items: Arc<[Item]>,
    /// Where it came from, for messages: "tiles T07".
    pub name: Arc<str>,
    /// Texts that are not plain, and are drawn as art: right as well, only slower and larger.
    pub slow: Vec<Slow>,
}

/// A text that is not plain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slow {
    pub text: String,
    /// What makes it so: `transform="rotate(90)"`.
    pub why: String,
}

impl Drawing {
    /// 16 hexadecimal digits, equal for two drawings exactly when the same is painted.
    pub fn fingerprint(&self) -> String {
        let mut hash = Sha256::new();
        hash.update(format!("{} {}", self.size, self.bleed));
        for item in self.items.iter() {
            let line = match item {
                Item::Art(fragment) => {
                    hash.update(fragment.key.to_le_bytes());
                    continue;
                }
                Item::Text(line) => line,
            };
            hash.update((line.text.len() as u64).to_le_bytes());
            hash.update(line.text.as_bytes());
            [line.x, line.y, line.size, line.tracking].iter().for_each(|number| hash.update(number.to_le_bytes()));
            hash.update(line.font.id.to_le_bytes());
            hash.update(line.fill);
        }
        hash.finalize().iter().take(8).map(|byte| format!("{byte:02x}")).collect()
    }
}

/// One thing painted.
#[derive(Clone, Debug)]
pub enum Item {
    Art(Arc<Fragment>),
    Text(TextLine),
}

/// A piece of art, the same wherever its key is the same.
#[derive(Debug)]
pub struct Fragment {
    /// A hash of its source and of what it refers to.
    pub key: u128,
    /// Drawn in a box of the drawing with its bleed: one unit is a millimetre, the origin is the top left corner *of the bleed*.
    pub tree: usvg::Tree,
    /// How many lines and curves it is drawn with.
    pub strokes: usize,
    /// The pictures of dots in it.
    pub pictures: Vec<Shown>,
}

/// A line of live text: one font, one size, one colour.
#[derive(Clone, Debug, PartialEq)]
pub struct TextLine {
    pub text: Box<str>,
    /// The start of the baseline (whatever the anchor was), mm.
    pub x: f64,
    pub y: f64,
    /// The em, mm.
    pub size: f64,
    pub font: &'static Font,
    /// `[r, g, b]`.
    pub fill: [u8; 3],
    /// Extra space after each character, mm.
    pub tracking: f64,
}
