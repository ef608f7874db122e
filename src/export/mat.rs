//! The mat of a kit: the picture that its game is played on.

use super::Frame;
use super::frame::dots;
use crate::face::{Anchor, Drawing};
use crate::kit::{Point, Um};

/// A mat, drawn.
pub struct Mat {
    pub drawing: Drawing,
    /// Where the middles of piles lie, by the names of their decks.
    pub places: Vec<Anchor>,
}

impl Mat {
    /// All of it at true scale.
    pub fn frame(&self, dpi: u32) -> Frame {
        let size = self.drawing.size;
        Frame {
            size,
            bleed: crate::kit::Size::new(Um::ZERO, Um::ZERO),
            dots: dots(size, dpi),
            at: Point::new(Um::ZERO, Um::ZERO),
            face: size,
            turned: false,
            clip: Vec::new(),
            stretched: false,
        }
    }

    /// The middle of a deck's pile: mm from the upper left corner.
    pub fn place(&self, deck: &str) -> Option<(f64, f64)> {
        self.places.iter().find(|place| place.name == deck).map(|place| (place.x, place.y))
    }
}
