//! Before the first round (R2-R9).

use super::super::event::Event;
use super::super::position::{Hero, Position, Step};
use crate::games::miniskull_caverns::Caverns;
use crate::games::miniskull_caverns::data::MAX_SEATS;
use crate::games::miniskull_caverns::data::map::{SPACES, Space};

impl Caverns {
    pub(crate) fn set_up(&self) -> Position {
        let seats = self.players.len() as u8;
        let mut heroes = [Hero::NEW; MAX_SEATS];
        for (hero, card) in heroes.iter_mut().zip(&self.data.actions) {
            hero.orientation = card.start().unwrap_or(Hero::NEW.orientation);
        }
        let mut lying = [0; SPACES];
        self.map
            .gems
            .iter()
            .for_each(|space| lying[space.index()] = 1);
        let mut clock = [0; 2];
        if seats == 1 {
            // R112, R125, R126
            let turns = self.options.solo_turns;
            clock = [turns.div_ceil(2), turns / 2];
            heroes[0].strength = self.options.solo_strength;
        }
        Position {
            step: Step::Start,
            round: 0,
            first: 0,
            acting: 0,
            seats,
            heroes,
            lying,
            tiny: self.data.tiny,
            noise: 0,
            clock,
            rises: false,
            end: None,
        }
    }

    /// R8, A5: takes a start, in seating order; the last free symbol is taken automatically.
    pub(super) fn take_start(&self, p: &mut Position, at: Space, tell: &mut impl FnMut(Event)) {
        let seat = p.acting;
        p.hero_mut(seat).at = Some(at);
        tell(Event::Started { seat, at });
        p.acting += 1;
        if p.acting < p.seats {
            let mut free = self
                .map
                .starts
                .iter()
                .copied()
                .filter(|at| p.standing_on(*at).next().is_none());
            if let (Some(last), None) = (free.next(), free.next()) {
                self.take_start(p, last, tell);
            }
        } else if p.is_solo() {
            p.acting = 0;
            self.begin_round(p, tell);
        } else {
            p.acting = 0;
            p.step = Step::First;
        }
    }

    pub(super) fn set_first(&self, p: &mut Position, seat: u8, tell: &mut impl FnMut(Event)) {
        p.first = seat;
        tell(Event::First { seat });
        self.begin_round(p, tell);
    }
}
