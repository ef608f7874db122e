//! The start of a turn: who goes first (R21).

use super::super::event::Event;
use super::super::position::{Position, Step};
use crate::games::dungeon_in_a_tin::Dungeon;
use crate::games::dungeon_in_a_tin::data::piece::MAX_SEATS;

impl Dungeon {
    pub(super) fn begin_turn(&self, p: &mut Position, tell: &mut impl FnMut(Event)) {
        if p.count_in_dungeon() == 0 {
            p.step = Step::Over;
            return;
        }
        p.turn += 1;
        tell(Event::TurnBegan { turn: p.turn });
        p.acting = 0;
        p.first = (0..p.players.len())
            .find(|seat| p.in_dungeon(*seat))
            .unwrap_or(0) as u8;
        if p.count_in_dungeon() == 1 {
            return self.next_refresh(p, false, tell);
        }
        p.rolls = [0; MAX_SEATS];
        p.rolling = (0..p.players.len())
            .filter(|seat| p.in_dungeon(*seat))
            .fold(0, |mask, seat| mask | 1 << seat);
        p.step = Step::Order;
        self.next_to_roll(p);
    }

    /// While rolling, the acting player is the lowest seat still to roll.
    fn next_to_roll(&self, p: &mut Position) {
        p.first = p.rolling.trailing_zeros() as u8;
        p.acting = 0;
    }

    pub(super) fn roll_order(&self, p: &mut Position, number: u8, tell: &mut impl FnMut(Event)) {
        let seat = p.actor();
        p.rolls[seat] = number;
        p.rolling &= !(1 << seat);
        tell(Event::OrderRolled {
            seat: seat as u8,
            roll: number,
        });
        if p.rolling != 0 {
            return self.next_to_roll(p);
        }
        let highest = p.rolls.iter().max().copied().unwrap_or(0);
        let tied = (0..MAX_SEATS)
            .filter(|seat| p.rolls[*seat] == highest)
            .fold(0u8, |mask, seat| mask | 1 << seat);
        p.rolls = [0; MAX_SEATS];
        if tied.count_ones() > 1 {
            // A38: only those tied for the highest.
            p.rolling = tied;
            tell(Event::OrderTied { seats: tied });
            return self.next_to_roll(p);
        }
        p.first = tied.trailing_zeros() as u8;
        p.acting = 0;
        tell(Event::GoesFirst { seat: p.first });
        self.next_refresh(p, false, tell);
    }
}
