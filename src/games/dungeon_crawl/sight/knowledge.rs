//! What a seat knows: everything but which treasures others have (section 7 of the rules). How many they have is public. Who
//! stole what must be remembered by those who saw it; the referee does not help.

use super::super::Crawl;
use super::super::rules::memory::Memory;
use super::super::rules::position::{Position, Step};
use crate::referee::Seat;

impl Crawl {
    /// The position as a seat knows it, in which others' treasures may be distributed in any way.
    pub(in super::super) fn seen_from(&self, p: &Position, seat: Option<Seat>) -> Position {
        let mut seen = p.clone();
        seen.memory = Memory::default();
        if !self.is_told_thefts || p.step == Step::Over {
            return seen;
        }
        let own = seat.filter(|seat| p.worlds.open(*seat).is_empty());
        let counts = p.players.iter().map(|player| player.treasures).collect::<Vec<u8>>();
        seen.worlds.mix(&counts, own);
        seen
    }
}
