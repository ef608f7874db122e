//! Leaving the dungeon: dead, gone, or home (R77, R82-R91).

use super::super::event::Event;
use super::super::judge::anybody;
use super::super::position::{Departure, Fate, Position, Step};
use crate::games::dungeon_in_a_tin::Dungeon;
use crate::games::dungeon_in_a_tin::data::piece::{SPECIALS, Tokens};

impl Dungeon {
    /// Settles a death (R77, R88).
    pub(super) fn die(&self, p: &mut Position, tell: &mut impl FnMut(Event)) {
        let seat = p.actor();
        p.players[seat].hearts = 0;
        tell(Event::Died { seat: seat as u8 });
        p.players[seat].fate = Fate::Dead;
        self.lay_items(p, seat, tell);
        self.give_up_hand(p, seat);
        let coins = std::mem::take(&mut p.players[seat].carried);
        if self.options.coins_to_floor {
            // A41
            let room = p.players[seat].room;
            p.room_mut(room).floor.absorb(coins);
        } else {
            p.pool.absorb(coins);
        }
        self.part(p, Departure::Death, tell);
    }

    /// Settles a departure (R85, A39).
    pub(super) fn leave(&self, p: &mut Position, tell: &mut impl FnMut(Event)) {
        let seat = p.actor();
        p.players[seat].fate = Fate::Left;
        tell(Event::Left {
            seat: seat as u8,
            gold: self.data.gold(p.players[seat].carried),
        });
        self.lay_items(p, seat, tell);
        self.give_up_hand(p, seat);
        self.part(p, Departure::Leave, tell);
    }

    /// R83, R87: after the rescue, every player on the stairs is home.
    pub(super) fn homecoming(&self, p: &mut Position, tell: &mut impl FnMut(Event)) {
        if p.rescued {
            for seat in 0..p.players.len() {
                if p.in_dungeon(seat) && p.players[seat].room == 0 {
                    p.players[seat].fate = Fate::Home;
                    self.give_up_hand(p, seat);
                    tell(Event::WentHome {
                        seat: seat as u8,
                        score: self.score(p, seat),
                    });
                }
            }
        }
        self.part(p, Departure::Homecoming, tell);
    }

    /// Continues after players may have left the dungeon; first shows their closed hands if anybody needs to know them.
    fn part(&self, p: &mut Position, departure: Departure, tell: &mut impl FnMut(Event)) {
        if p.shows().is_some() && anybody(p) {
            p.step = Step::Show(departure);
            return;
        }
        match departure {
            Departure::Leave => self.declared(p, tell),
            _ if !anybody(p) => self.over(p),
            Departure::Death => self.next_fighter(p, 1, tell),
            Departure::Homecoming => self.next_room(p, tell),
        }
    }

    /// Records a card of a hand that is shown.
    pub(super) fn show(
        &self,
        p: &mut Position,
        departure: Departure,
        card: u8,
        tell: &mut impl FnMut(Event),
    ) {
        let seat = p.shows().unwrap_or(p.actor());
        p.put_down(seat, card);
        p.spent_cards[usize::from(card)] += 1;
        tell(Event::CardShown {
            seat: seat as u8,
            card,
        });
        self.part(p, departure, tell);
    }

    /// Puts special items on the floor.
    fn lay_items(&self, p: &mut Position, seat: usize, tell: &mut impl FnMut(Event)) {
        let mut items = p.players[seat].carried;
        items.0[SPECIALS..].fill(0);
        p.players[seat].carried.give(items);
        for kind in items.each() {
            if self.lay(p, seat, kind, tell) && self.players.len() > 1 {
                tell(Event::LeftBehind {
                    seat: seat as u8,
                    kind,
                });
            }
        }
    }

    /// Discards the cards that the referee knows.
    fn give_up_hand(&self, p: &mut Position, seat: usize) {
        while let Some(card) = p.players[seat].hand.cards().first().copied() {
            p.put_down(seat, card);
            p.spent_cards[usize::from(card)] += 1;
        }
    }

    /// Ends the game, including the current turn.
    pub(super) fn over(&self, p: &mut Position) {
        p.step = Step::Over;
        p.acting = 0;
        p.entered.clear();
        for die in &mut p.monsters {
            die.fought = 0;
        }
    }

    /// R84, A37: gold and, with one table option, the price of the items in the slots.
    pub fn score(&self, p: &Position, seat: usize) -> u32 {
        let carried: Tokens = p.players[seat].carried;
        let items = if self.options.items_score {
            self.data.price(carried)
        } else {
            0
        };
        self.data.gold(carried) + items
    }
}
