//! What a character finds on a space (R24-R33, R40).

use super::super::event::Event;
use super::super::position::{DEADLY, Position, Step, TREASURES};
use crate::games::dungeon_crawl::Crawl;
use crate::games::dungeon_crawl::data::map::{Cell, Square};
use crate::games::dungeon_crawl::data::piece::{Code, Suit};

impl Crawl {
    /// R24: turns over a coin, which leaves the board whatever it is.
    pub(super) fn turn_coin(&self, p: &mut Position, suit: Suit, tell: &mut impl FnMut(Event)) {
        let seat = p.actor();
        let Some((at, value)) = p.players[seat].pawn.zip(p.underfoot()) else {
            return;
        };
        p.map.set(at, Cell::Floor);
        p.revealed[suit as usize].add(value);
        p.last_coin = p.turn;
        let coin = Code { suit, value };
        tell(Event::CoinTurned {
            seat: p.acting,
            coin,
        });
        match suit {
            // R25
            Suit::Suns | Suit::Moons => {
                let experienced = !p.players[seat].experience[suit as usize].is_empty();
                p.step = if experienced {
                    Step::Experience(coin)
                } else {
                    Step::Hazard { coin, spent: 0 }
                };
            }
            // R29
            Suit::Crowns => {
                self.gain_treasure(p, value);
                let found = p.found();
                tell(Event::TreasureFound {
                    seat: p.acting,
                    value,
                    found,
                });
                // R41
                if found == TREASURES {
                    self.finish(p, tell)
                } else {
                    self.next_turn(p, tell)
                }
            }
            // R30
            Suit::Arms => {
                p.players[seat].equipment.add(value);
                tell(Event::EquipmentFound {
                    seat: p.acting,
                    coin,
                });
                self.next_turn(p, tell);
            }
        }
    }

    /// Spends experience (R25, A17).
    pub(super) fn spend_experience(
        &self,
        p: &mut Position,
        coin: Code,
        points: u8,
        tell: &mut impl FnMut(Event),
    ) {
        let seat = p.actor();
        let suit = coin.suit;
        let spent = p.players[seat].experience[suit as usize].split(points);
        p.discards[suit as usize].take(spent);
        if points > 0 {
            tell(Event::ExperienceSpent {
                seat: p.acting,
                suit,
                points,
            });
        }
        p.step = Step::Hazard {
            coin,
            spent: points,
        };
    }

    /// Meets a trap or monster (R26-R28).
    pub(super) fn meet_hazard(
        &self,
        p: &mut Position,
        coin: Code,
        spent: u8,
        roll: u8,
        tell: &mut impl FnMut(Event),
    ) {
        let Code { suit, value } = coin;
        let seat = p.actor();
        if roll + spent > value {
            p.players[seat].experience[suit as usize].add(value);
            tell(Event::Beaten {
                seat: p.acting,
                coin,
                roll,
                spent,
            });
            return self.next_turn(p, tell);
        }
        p.players[seat].damage[suit as usize].add(value);
        tell(Event::Hurt {
            seat: p.acting,
            coin,
            roll,
            spent,
        });
        if value > 0 && !p.players[seat].equipment.is_empty() {
            // R31
            p.step = Step::Apply { damage: value };
        } else {
            self.survive(p, tell);
        }
    }

    /// Applies equipment to damage (R31-R33).
    pub(super) fn apply_equipment(
        &self,
        p: &mut Position,
        points: u8,
        tell: &mut impl FnMut(Event),
    ) {
        let player = &mut p.players[usize::from(p.acting)];
        let applied = player.equipment.split(points);
        player.applied.take(applied);
        if points > 0 {
            tell(Event::EquipmentApplied {
                seat: p.acting,
                points,
            });
        }
        self.survive(p, tell);
    }

    /// Continues with death (R36) or the next turn.
    fn survive(&self, p: &mut Position, tell: &mut impl FnMut(Event)) {
        if p.players[p.actor()].hurt() < DEADLY {
            self.next_turn(p, tell)
        } else {
            self.die(p, tell)
        }
    }

    /// Takes a stack (R40).
    pub(super) fn take_stack(&self, p: &mut Position, at: Square, tell: &mut impl FnMut(Event)) {
        let seat = p.actor();
        if let Some(index) = p.stacks.iter().position(|stack| stack.at == at) {
            let stack = p.stacks.swap_remove(index);
            p.map.set(at, Cell::Floor);
            p.players[seat].equipment.take(stack.equipment);
            stack
                .treasure
                .iter()
                .for_each(|value| self.gain_treasure(p, value));
            tell(Event::StackTaken {
                seat: p.acting,
                treasure: stack.treasure,
                equipment: stack.equipment,
            });
        }
        self.next_turn(p, tell);
    }

    /// Gives the player a treasure whose value everybody sees (R29, R40).
    fn gain_treasure(&self, p: &mut Position, value: u8) {
        let seat = p.acting;
        p.players[usize::from(seat)].treasures += 1;
        p.worlds.give(value, seat);
        p.memory.give(value, seat);
    }
}
