//! Laying everything anew (R22-R24, A10).
//!
//! What is on the table is the draft: tiles are lifted off the dungeon and put elsewhere until all is well. The first tile taken
//! from a floating set takes the whole set in hand, since its tiles must stay together.
//!
//! Sets that stay apart are not laid anew here, though they might be: a rebuild brings a path, so nobody reaches them any more
//! (R33, A32) and the next round gathers all tiles (R60).

use super::super::event::Event;
use super::super::position::{Position, Step};
use crate::games::dungeonbuilders::Builders;
use crate::games::dungeonbuilders::data::layout::{Cell, Set};
use crate::games::dungeonbuilders::data::tile::Tile;
use crate::games::piecepack::{Suit, VALUES};

impl Builders {
    pub(super) fn begin_rebuild(&self, p: &mut Position) {
        (p.before, p.instead) = (p.layout, p.step == Step::Act);
        p.step = Step::Rebuild;
    }

    /// R24a.
    pub(super) fn end_rebuild(&self, p: &mut Position, tell: &mut impl FnMut(Event)) {
        p.before = Default::default();
        p.placer = Some(p.acting);
        tell(Event::Rebuilt { seat: p.acting });
        self.end_action(p, tell);
    }

    /// R22: no rebuild; R23: back to the choice of action.
    pub(super) fn withdraw(&self, p: &mut Position, tell: &mut impl FnMut(Event)) {
        p.layout = std::mem::take(&mut p.before);
        if p.instead {
            p.step = Step::Act;
        } else {
            self.end_action(p, tell);
        }
    }

    /// A10: every suit a straight arm from the entrance, the one that misses a tile last; what follows the gap stands north of
    /// the east arm.
    pub(super) fn lay_star(&self, p: &mut Position) {
        p.layout = Default::default();
        let complete = |suit: &Suit| (0..VALUES as u8).all(|value| p.drawn.has(Tile::new(*suit, value)));
        let mut suits: Vec<Suit> = Suit::ALL.into_iter().filter(|suit| self.tile_suits().contains(suit)).collect();
        suits.sort_by_key(|suit| !complete(suit));
        for (suit, (dx, dy)) in suits.into_iter().zip([(1, 0), (-1, 0), (0, -1), (0, 1)]) {
            let mut gap = None;
            for value in 0..VALUES as u8 {
                let (tile, along) = (Tile::new(suit, value), value as i8 + 1);
                match gap {
                    _ if !p.drawn.has(tile) => gap = Some(along),
                    None => p.layout.lay(tile, (along * dx, along * dy)),
                    Some(gap) => p.layout.lay(tile, (gap, along - gap)),
                }
            }
        }
    }
}

impl Position {
    pub(super) fn lift_dungeon(&mut self) {
        for tile in Tile::all() {
            if self.layout.place(tile).is_some_and(|place| place.set == Set::DUNGEON) {
                self.layout.lift(tile);
            }
        }
    }

    pub(super) fn put(&mut self, tile: Tile, cell: Cell) {
        if let Some(place) = self.layout.place(tile) {
            for other in Tile::all() {
                if self.layout.place(other).is_some_and(|own| own.set == place.set) {
                    self.layout.lift(other);
                }
            }
        }
        self.layout.lay(tile, cell);
    }
}
