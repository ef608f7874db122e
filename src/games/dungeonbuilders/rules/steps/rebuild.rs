//! Laying everything again (R22-R24, A10).
//!
//! This happens on the table itself: tiles are lifted out of the dungeon and put elsewhere until the layout is right. Taking
//! the first tile from a floating set lifts the whole set, since its tiles must stay together.
//!
//! Sets that stay floating cannot be rearranged here, although the rules would allow it: a rebuild creates a path, so nobody
//! can reach them any more (R33, A32), and the next round collects all tiles (R60).

use super::super::event::Event;
use super::super::position::{Position, Step};
use crate::games::dungeonbuilders::Builders;
use crate::games::dungeonbuilders::data::layout::Cell;
use crate::games::dungeonbuilders::data::tile::Tile;
use crate::games::piecepack::{Suit, VALUES};

impl Builders {
    pub(super) fn begin_rebuild(&self, p: &mut Position) {
        p.before = p.layout;
        p.instead = p.step == Step::Act;
        p.step = Step::Rebuild;
    }

    /// Accepts the new layout (R24a).
    pub(super) fn end_rebuild(&self, p: &mut Position, tell: &mut impl FnMut(Event)) {
        p.before = Default::default();
        p.placer = Some(p.acting);
        tell(Event::Rebuilt { seat: p.acting });
        self.end_action(p, tell);
    }

    /// Cancels the rebuild: R22 continues without it, R23 returns to the choice of action.
    pub(super) fn withdraw(&self, p: &mut Position, tell: &mut impl FnMut(Event)) {
        p.layout = std::mem::take(&mut p.before);
        if p.instead {
            p.step = Step::Act;
        } else {
            self.end_action(p, tell);
        }
    }

    /// A10: lays every suit as a straight arm from the entrance, the one with a missing tile last; its tiles after the gap
    /// go north of the east arm.
    pub(super) fn lay_star(&self, p: &mut Position) {
        p.layout = Default::default();
        let complete =
            |suit: &Suit| (0..VALUES as u8).all(|value| p.drawn.has(Tile::new(*suit, value)));
        let mut suits: Vec<Suit> = Suit::ALL
            .into_iter()
            .filter(|suit| self.tile_suits().contains(suit))
            .collect();
        suits.sort_by_key(|suit| !complete(suit));
        for (suit, (dx, dy)) in suits.into_iter().zip([(1, 0), (-1, 0), (0, -1), (0, 1)]) {
            let mut gap = None;
            for value in 0..VALUES as u8 {
                let tile = Tile::new(suit, value);
                let along = value as i8 + 1;
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
        self.layout
            .laid()
            .iter()
            .for_each(|tile| self.layout.lift(tile));
    }

    pub(super) fn put(&mut self, tile: Tile, cell: Cell) {
        if let Some(place) = self.layout.place(tile) {
            self.layout
                .within(place.set)
                .iter()
                .for_each(|other| self.layout.lift(other));
        }
        self.layout.lay(tile, cell);
    }
}
