//! Several pieces drawn one after another to a place where their order means nothing: odds follow them from the lowest kind up, so
//! that each set of pieces is met once, however it was drawn.

use crate::games::by_kit::KitGame;
use crate::games::by_kit::rules::position::*;

impl KitGame {
    /// How many pieces are drawn in one go, beginning with this one, so that their order means nothing. Only positions that odds
    /// [settle](KitGame::put_in_order) count them.
    pub(super) fn drawn_at_once(&self, p: &Position, (piece, from): (u16, u16)) -> u64 {
        let at = &p.pieces[usize::from(piece)];
        let pool = &p.pools.0[usize::from(at.pool)];
        let to = at.zone;
        let is_mixed = pool.children.iter().any(|(_, count)| *count > 0);
        let is_ordered = !self.is_loose(to) && !self.is_unread(to);
        if !p.is_settled || is_mixed || is_ordered {
            return 1;
        }
        let more = match p.queue.last() {
            Some(
                next @ Step::Draw {
                    from: own,
                    to: zone,
                    ..
                },
            ) if (*own, *zone) == (from, to) => p
                .queue
                .iter()
                .rev()
                .take_while(|step| *step == next)
                .count(),
            Some(Step::Fill {
                from: own,
                to: zone,
                until,
            }) if (*own, *zone) == (from, to) => {
                usize::from(*until).saturating_sub(p.zones[usize::from(to)].len())
            }
            _ => 0,
        };
        let pile = &p.zones[usize::from(from)];
        let is_like = |other: &u16| {
            let other = &p.pieces[usize::from(*other)];
            other.kind == UNKNOWN && other.pool == at.pool
        };
        let are_alike = pile.len() >= more && pile.iter().rev().take(more).all(is_like);
        let cards = u64::from(pool.counts.iter().sum::<u16>());
        let count = 1 + more as u64;
        let fits = ways(cards, count).is_some_and(|ways| ways <= u64::from(u32::MAX));
        if are_alike && fits { count } else { 1 }
    }

    /// Each kind that may be the lowest of so many that are drawn, none below the last one, with its cases.
    pub(super) fn each_lowest(
        &self,
        p: &Position,
        piece: u16,
        count: u64,
        each: &mut dyn FnMut(u16, u32),
    ) {
        let pool = p.pieces[usize::from(piece)].pool;
        let counts = &p.pools.0[usize::from(pool)].counts[usize::from(p.lowest)..];
        let mut left: u64 = counts.iter().map(|count| u64::from(*count)).sum();
        for (kind, own) in (p.lowest..).zip(counts) {
            let all = ways(left, count).unwrap_or(0);
            left -= u64::from(*own);
            let cases = all - ways(left, count).unwrap_or(0);
            if cases > 0 {
                each(kind, u32::try_from(cases).unwrap_or(u32::MAX));
            }
        }
    }
}

/// In how many ways so many of all can be taken; `None` if that is too large a number.
fn ways(all: u64, taken: u64) -> Option<u64> {
    if taken > all {
        return Some(0);
    }
    let taken = taken.min(all - taken);
    (0..taken).try_fold(1u64, |ways, at| {
        Some(ways.checked_mul(all - at)? / (at + 1))
    })
}
