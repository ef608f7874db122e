//! What a seat knows: everything but other players' Controls before they are revealed, the purpose of exerted Strength, and
//! the first Tactic until both have been played (section 7 of the rules).

use super::super::Caverns;
use super::super::data::card::Adjustment;
use super::super::rules::position::{Placed, Position, Step};
use crate::referee::Seat;
use crate::referee::snapshot::Viewer;

impl Caverns {
    /// Whether the viewer sees the Control that a hero has placed.
    pub(super) fn sees_control(&self, p: &Position, viewer: Viewer, seat: Seat) -> bool {
        !self.keeps_secrets() || p.step != Step::Place || viewer.see_as(seat)
    }

    /// Whether the viewer sees the Tactic that a hero has played.
    pub(super) fn sees_tactic(&self, p: &Position, viewer: Viewer, seat: Seat) -> bool {
        !self.keeps_secrets()
            || !matches!(p.step, Step::DefenceTactic { .. })
            || viewer.see_as(seat)
    }

    /// All positions that are consistent with the backs of face-down cards.
    pub(in super::super) fn ways_seen(&self, p: &Position, seat: Option<Seat>) -> Vec<Position> {
        let mut ways = vec![*p];
        for other in (0..p.seats).filter(|other| !self.sees_control(p, seat.into(), *other)) {
            let Some(placed) = p.hero(other).placed else {
                continue;
            };
            let may_be = self.may_be(other, placed);
            ways = fold(&ways, &may_be, |way, placed| {
                way.hero_mut(other).placed = Some(placed)
            });
        }
        let attacker = p.acting;
        if let Some(tactic) = p
            .hero(attacker)
            .tactic
            .filter(|_| !self.sees_tactic(p, seat.into(), attacker))
        {
            let cards = &self.data.controls[usize::from(attacker)];
            let may_be = cards.tactic_pair(cards.tactic_edge(tactic).is_upright());
            ways = fold(&ways, &may_be, |way, tactic| {
                way.hero_mut(attacker).tactic = Some(tactic)
            });
        }
        ways
    }

    /// The possibilities for a card on the table, given its back and the die on it.
    fn may_be(&self, seat: u8, placed: Placed) -> Vec<Placed> {
        let cards = &self.data.controls[usize::from(seat)];
        let controls = cards.pair(cards.edge(placed.control).is_upright());
        let chosen = placed.exerted && self.options.exert_at_once;
        let adjustments: Vec<Option<Adjustment>> = if chosen {
            Adjustment::ALL.map(Some).into()
        } else {
            vec![placed.adjustment]
        };
        let each = |control| {
            adjustments.iter().map(move |adjustment| Placed {
                control,
                adjustment: *adjustment,
                ..placed
            })
        };
        controls.into_iter().flat_map(each).collect()
    }
}

/// Combines every position with every one of these values.
fn fold<T: Copy>(ways: &[Position], all: &[T], set: impl Fn(&mut Position, T)) -> Vec<Position> {
    let with = |way: &Position, one: T| {
        let mut way = *way;
        set(&mut way, one);
        way
    };
    ways.iter()
        .flat_map(|way| all.iter().map(|one| with(way, *one)).collect::<Vec<_>>())
        .collect()
}
