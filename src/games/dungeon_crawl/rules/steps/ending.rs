//! The end (R41-R44).

use super::super::event::Event;
use super::super::position::{Position, Step};
use crate::games::dungeon_crawl::Crawl;
use crate::games::dungeon_crawl::data::piece::Values;

impl Crawl {
    /// R41, R42: all players turn up their treasure.
    pub(crate) fn finish(&self, p: &mut Position, tell: &mut impl FnMut(Event)) {
        let unknown = (0..p.players.len() as u8).find(|seat| !p.worlds.open(*seat).is_empty());
        if let Some(seat) = unknown {
            p.step = Step::ShowEnd { seat };
            return;
        }
        p.step = Step::Over;
        for seat in 0..p.players.len() as u8 {
            tell(Event::Revealed {
                seat,
                treasure: p.worlds.certain(seat),
            });
        }
        let winner = self.winner(p);
        let total = |seat: usize| p.worlds.certain(seat as u8).sum();
        let level = (0..p.players.len()).filter(|seat| total(*seat) == total(winner));
        let tied = level.fold(0u8, |tied, seat| tied | 1 << seat);
        if tied.count_ones() > 1 {
            tell(Event::Tied { seats: tied });
        }
        tell(Event::Won {
            seat: winner as u8,
            total: total(winner) as u8,
        });
    }

    pub(super) fn show_end(
        &self,
        p: &mut Position,
        seat: u8,
        value: u8,
        tell: &mut impl FnMut(Event),
    ) {
        p.worlds.show(value, seat);
        tell(Event::TreasureShown { seat, value });
        self.finish(p, tell);
    }

    /// R42, R43: the player with the highest total and, among those tied, with the best single treasure; no two are equal
    /// in both (A25).
    pub(in super::super) fn winner(&self, p: &Position) -> usize {
        (0..p.players.len())
            .max_by_key(|seat| Self::standing(p, *seat))
            .unwrap_or_default()
    }

    /// The rank of a player: the total, then the best treasure, where even a null is better than none.
    pub(crate) fn standing(p: &Position, seat: usize) -> (u32, Option<u8>) {
        let treasure: Values = p.worlds.certain(seat as u8);
        (treasure.sum(), treasure.iter().max())
    }
}
