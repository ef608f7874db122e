//! Several pieces drawn one after another to a place where their order means nothing.

use crate::games::by_kit::KitGame;
use crate::games::by_kit::rules::position::*;

impl KitGame {
    /// How many pieces come to one place from one pool, beginning with the one that is waited for, before anything else happens.
    pub(crate) fn drawn_at_once(&self, p: &Position) -> usize {
        let Wait::Know { piece, from } = p.wait else {
            return 1;
        };
        let to = p.pieces[usize::from(piece)].zone;
        let pool = p.pieces[usize::from(piece)].pool;
        if !self.is_in_any_order(to) || !p.pools.0[usize::from(pool)].children.is_empty() {
            return 1;
        }
        let is_like = |other: &u16| {
            let at = &p.pieces[usize::from(*other)];
            at.kind == UNKNOWN && at.pool == pool && !self.is_referred_to(p, *other)
        };
        let pile = || p.zones[usize::from(from)].iter().rev().copied();
        let more = match p.queue.last() {
            Some(Step::Look { zone }) if *zone == to => {
                let here = p.zones[usize::from(to)].iter().copied();
                let others = here.filter(|other| *other != piece && self.must_know(p, *other));
                let others: Vec<u16> = others.collect();
                let looks = |other: u16| {
                    let at = p.pieces[usize::from(other)];
                    (at.up, at.turns, at.mark, at.shown)
                };
                let are_like = others
                    .iter()
                    .all(|other| is_like(other) && looks(*other) == looks(piece));
                if are_like { others.len() } else { 0 }
            }
            Some(next @ (Step::Draw { .. } | Step::Fill { .. } | Step::Random { .. })) => {
                let more = self.still_drawn(p, next, (from, to));
                let all = if let Step::Random { .. } = next {
                    usize::MAX
                } else {
                    more
                };
                let are_like = pile().take(all).all(|other| is_like(&other));
                if are_like { more.min(pile().len()) } else { 0 }
            }
            _ => 0,
        };
        if self.is_referred_to(p, piece) {
            1
        } else {
            1 + more
        }
    }

    /// How often a step that is queued takes one more piece from one zone to another.
    fn still_drawn(&self, p: &Position, next: &Step, (from, to): (u16, u16)) -> usize {
        match next {
            Step::Fill {
                from: own,
                to: zone,
                until,
            } if (*own, *zone) == (from, to) => {
                usize::from(*until).saturating_sub(p.zones[usize::from(to)].len())
            }
            Step::Draw {
                from: own,
                to: zone,
                ..
            }
            | Step::Random {
                from: own,
                to: zone,
                ..
            } if (*own, *zone) == (from, to) => p
                .queue
                .iter()
                .rev()
                .take_while(|step| *step == next)
                .count(),
            _ => 0,
        }
    }
}
