//! What a seat knows: everything but which treasures others have (section 7 of the rules). How many they have is public. Who
//! stole what must be remembered by those who saw it; the referee does not help.

use super::super::Crawl;
use super::super::data::piece::Values;
use super::super::rules::memory::Memory;
use super::super::rules::position::{Position, Step};
use super::super::rules::worlds::Worlds;
use crate::referee::Seat;
use crate::referee::snapshot::Viewer;

impl Crawl {
    /// The treasures of a player, if the viewer sees them and the referee knows them.
    pub(super) fn treasure_seen(&self, p: &Position, viewer: Viewer, seat: Seat) -> Option<Values> {
        let sees = p.step == Step::Over || viewer.see_as(seat);
        let known = p.worlds.open(seat).is_empty();
        (sees && known).then(|| p.worlds.certain(seat))
    }

    /// The position as a seat knows it, in which others' treasures may be distributed in any way.
    pub(in super::super) fn seen_from(&self, p: &Position, seat: Option<Seat>) -> Position {
        let mut seen = p.clone();
        seen.memory = Memory::default();
        if !self.is_told_thefts || p.step == Step::Over {
            return seen;
        }
        let own = seat.filter(|seat| p.worlds.open(*seat).is_empty());
        let counts = p
            .players
            .iter()
            .map(|player| player.treasures)
            .collect::<Vec<u8>>();
        seen.worlds.mix(&counts, own);
        seen
    }

    /// The positions that are possible for a player who remembers every treasure that was seen from the seat, with their weights.
    /// Others are taken to have seen as much, and to know their own treasures.
    pub(in super::super) fn remembered_from(
        &self,
        p: &Position,
        seat: Option<Seat>,
    ) -> Vec<(Position, u32)> {
        let seen = Position {
            memory: p.memory.of(seat),
            ..self.seen_from(p, seat)
        };
        if !self.is_told_thefts || p.step == Step::Over {
            return vec![(seen, 1)];
        }
        let counts = p
            .players
            .iter()
            .map(|player| player.treasures)
            .collect::<Vec<u8>>();
        let worlds = p
            .worlds
            .distributions(&counts, |value| p.memory.likely(seat, value));
        let possible = |(worlds, weight): (Worlds, u32)| {
            let mut world = Position {
                worlds,
                ..seen.clone()
            };
            for seat in 0..counts.len() as u8 {
                world.memory.look(seat, world.worlds.certain(seat));
            }
            (world, weight)
        };
        if worlds.is_empty() {
            // After very many thefts, the least likely holders are forgotten.
            vec![(seen, 1)]
        } else {
            worlds.into_iter().map(possible).collect()
        }
    }
}
