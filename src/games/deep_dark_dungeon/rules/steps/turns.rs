//! The order of events within a turn, and whose turn it is (R14, R36, R37).

use super::super::event::Event;
use super::super::position::{Phase, Position, Step};
use crate::games::deep_dark_dungeon::Deep;

impl Deep {
    /// Continues after something is settled, up to the next decision or result of chance.
    pub(crate) fn go_on(&self, p: &mut Position, tell: &mut impl FnMut(Event)) {
        self.settle_keys(p, tell);
        if self.walks_out(p) {
            return self.escape(p, tell);
        }
        match p.phase {
            Phase::Setup => p.step = Step::Tile,
            // R23: step 1 ends automatically, unless nothing has been done.
            Phase::Act if self.has_acted(p) && !self.can_step(p) && !self.can_attack(p) => {
                self.end_acting(p, tell)
            }
            Phase::Act => p.step = Step::Act,
            Phase::Arrive => self.fill(p, tell),
            Phase::Fill => self.fill(p, tell),
            Phase::Drawn if p.drawn.is_empty() => self.pass_on(p, tell),
            Phase::Drawn => {
                let site = p.drawn.remove(0);
                self.draw_card(p, site, tell);
            }
        }
    }

    /// R36: passes the turn to the left, or ends a game that has reached its limit (R71, R72).
    pub(crate) fn pass_on(&self, p: &mut Position, tell: &mut impl FnMut(Event)) {
        let seats = p.explorers.len();
        let clock = self.options.solo_turns;
        if seats == 1 && clock > 0 && p.turn >= clock {
            p.step = Step::Over;
            return tell(Event::TimeUp { turns: clock });
        }
        let left = (1..=seats)
            .map(|places| (p.actor() + places) % seats)
            .find(|seat| !p.is_out(*seat));
        let next = left.unwrap_or(p.actor());
        if next <= p.actor() {
            let limit = self.options.round_limit;
            if limit > 0 && p.round >= limit {
                p.step = Step::Over;
                return tell(Event::RoundsOver { rounds: limit });
            }
            self.begin_round(p, tell);
        }
        p.acting = next as u8;
        self.begin_turn(p, tell);
    }

    pub(super) fn begin_round(&self, p: &mut Position, tell: &mut impl FnMut(Event)) {
        p.round += 1;
        tell(Event::RoundBegan { round: p.round });
    }

    pub(super) fn begin_turn(&self, p: &mut Position, tell: &mut impl FnMut(Event)) {
        p.turn += 1;
        (p.used, p.attacked, p.moved, p.origin) = (0, false, false, p.here());
        p.drawn.clear();
        p.phase = Phase::Act;
        tell(Event::TurnBegan {
            turn: p.turn,
            seat: p.acting,
        });
        if p.me().webbed {
            // R37
            p.me_mut().webbed = false;
            tell(Event::TurnSkipped { seat: p.acting });
            return self.pass_on(p, tell);
        }
        self.go_on(p, tell);
    }
}
