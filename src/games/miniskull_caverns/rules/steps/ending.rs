//! Phase 9, and the end of the game (R12, R112-R118, A38).

use super::super::event::Event;
use super::super::position::{End, MAX_CLOCK, Position, Step};
use crate::games::miniskull_caverns::Caverns;

impl Caverns {
    pub(super) fn end_round(&self, p: &mut Position, tell: &mut impl FnMut(Event)) {
        if !p.is_solo() {
            // R12, A33
            p.first = p.left_of(p.first, 1);
            tell(Event::TokenPassed { seat: p.first });
            return self.next_round(p, tell);
        }
        let can_move = |die: &u8| self.can_move_clock(p, *die);
        match (can_move(&0), can_move(&1)) {
            // A35
            (false, false) => {
                tell(Event::ClockHeld);
                self.next_round(p, tell);
            }
            (true, true) if p.clock[0] != p.clock[1] => p.step = Step::Clock,
            (first, _) => self.move_clock(p, u8::from(!first), tell),
        }
    }

    /// R113, R116, R123: whether a countdown die can move in the direction required this turn.
    pub(in super::super) fn can_move_clock(&self, p: &Position, die: u8) -> bool {
        let own = p.clock[usize::from(die)];
        let other = p.clock[usize::from(1 - die)];
        match (p.rises, own) {
            (false, _) => own > 0,
            (true, 0) => self.options.clock_revives && other == MAX_CLOCK,
            (true, _) => own < MAX_CLOCK,
        }
    }

    pub(super) fn move_clock(&self, p: &mut Position, die: u8, tell: &mut impl FnMut(Event)) {
        let left = &mut p.clock[usize::from(die)];
        if p.rises {
            *left += 1;
            tell(Event::ClockRose { die, left: *left });
        } else {
            *left -= 1;
            tell(Event::ClockFell { die, left: *left });
        }
        if p.clock == [0; 2] {
            // R118
            self.finish(p, End::NoTime);
            return tell(Event::OutOfTime { seat: p.acting });
        }
        self.next_round(p, tell);
    }

    fn next_round(&self, p: &mut Position, tell: &mut impl FnMut(Event)) {
        if self.options.round_limit > 0 && p.round >= self.options.round_limit {
            self.finish(p, End::RoundLimit);
            return tell(Event::LimitReached { round: p.round });
        }
        self.begin_round(p, tell);
    }

    /// R104: ends the game at once, in the middle of the round.
    pub(super) fn finish(&self, p: &mut Position, end: End) {
        p.step = Step::Over;
        p.end = Some(end);
    }

    pub(super) fn is_over(p: &Position) -> bool {
        p.end.is_some()
    }
}
