//! The mat of a kit: the picture that its game is played on.

use super::Frame;
use super::frame::dots;
use crate::face::{Anchor, Area, Drawing};
use crate::games::by_kit::language::map_state::Shape as Ground;
use crate::kit::{Deck, Point, Shape, Size, Um};

/// A mat, drawn.
pub struct Mat {
    pub drawing: Drawing,
    /// The centres of piles, by the names of their decks.
    pub places: Vec<Anchor>,
    /// The areas where tiles are laid edge to edge, by the names of their decks.
    pub grids: Vec<Area>,
}

impl Mat {
    /// The frame of the whole mat at true scale.
    pub fn frame(&self, dpi: u32) -> Frame {
        let size = self.drawing.size;
        Frame {
            size,
            bleed: Size::new(Um::ZERO, Um::ZERO),
            dots: dots(size, dpi),
            at: Point::new(Um::ZERO, Um::ZERO),
            face: size,
            turned: false,
            clip: Vec::new(),
            stretched: false,
        }
    }

    /// The centre of a deck's pile: mm from the upper left corner.
    pub fn place(&self, deck: &str) -> Option<(f64, f64)> {
        self.places
            .iter()
            .find(|place| place.name == deck)
            .map(|place| (place.x, place.y))
    }

    /// Where pieces of a deck are laid edge to edge, if there is room for one: as squares or hexes, and the area.
    pub fn grid(&self, deck: &Deck) -> Option<(Ground, &Area)> {
        let fits = |grid: &&Area| grid.w >= deck.size.w.mm() && grid.h >= deck.size.h.mm();
        let area = self
            .grids
            .iter()
            .filter(|grid| grid.name == deck.name)
            .find(fits)?;
        let ground = match deck.shape {
            Shape::FlatHex => Ground::Flat,
            Shape::PointyHex => Ground::Pointy,
            _ => Ground::Square,
        };
        Some((ground, area))
    }
}
