//! Attacks on other characters (R34-R35).

use super::super::event::Event;
use super::super::moves::Spoils;
use super::super::position::{Fight, Position, Step};
use crate::games::dungeon_crawl::Crawl;
use crate::games::dungeon_crawl::data::piece::{Code, Suit};

impl Crawl {
    pub(super) fn attack(&self, p: &mut Position, target: u8, tell: &mut impl FnMut(Event)) {
        tell(Event::Attacked {
            seat: p.acting,
            target,
        });
        if p.players[p.actor()].equipment.is_empty() {
            self.defend(p, target, 0)
        } else {
            p.step = Step::AttackSpend { target }
        }
    }

    pub(super) fn spend_attacking(
        &self,
        p: &mut Position,
        target: u8,
        points: u8,
        tell: &mut impl FnMut(Event),
    ) {
        self.spend_equipment(p, p.acting, points, tell);
        self.defend(p, target, points);
    }

    /// R34: the defender spends equipment, knowing what the attacker spent.
    fn defend(&self, p: &mut Position, target: u8, spent: u8) {
        p.step = if p.players[usize::from(target)].equipment.is_empty() {
            Step::AttackRoll(Fight {
                target,
                spent: [spent, 0],
            })
        } else {
            Step::DefendSpend { target, spent }
        };
    }

    pub(super) fn spend_defending(
        &self,
        p: &mut Position,
        fight: Fight,
        tell: &mut impl FnMut(Event),
    ) {
        self.spend_equipment(p, fight.target, fight.spent[1], tell);
        p.step = Step::AttackRoll(fight);
    }

    /// Spends equipment (A17).
    fn spend_equipment(
        &self,
        p: &mut Position,
        seat: u8,
        points: u8,
        tell: &mut impl FnMut(Event),
    ) {
        let spent = p.players[usize::from(seat)].equipment.split(points);
        p.discards[Suit::Arms as usize].take(spent);
        if points > 0 {
            tell(Event::EquipmentSpent { seat, points });
        }
    }

    pub(super) fn roll_attack(
        &self,
        p: &mut Position,
        fight: Fight,
        roll: u8,
        tell: &mut impl FnMut(Event),
    ) {
        tell(Event::AttackRolled {
            seat: p.acting,
            roll,
            spent: fight.spent[0],
        });
        p.step = Step::DefendRoll { fight, roll };
    }

    /// Settles the fight with both rolls (R35).
    pub(super) fn roll_defence(
        &self,
        p: &mut Position,
        fight: Fight,
        rolls: [u8; 2],
        tell: &mut impl FnMut(Event),
    ) {
        let (seat, Fight { target, spent }) = (p.acting, fight);
        tell(Event::AttackRolled {
            seat: target,
            roll: rolls[1],
            spent: spent[1],
        });
        let totals = [rolls[0] + spent[0], rolls[1] + spent[1]];
        if totals[0] <= totals[1] {
            tell(Event::AttackFailed {
                seat,
                target,
                totals,
            });
            return self.next_turn(p, tell);
        }
        tell(Event::AttackWon {
            seat,
            target,
            totals,
        });
        let defender = &p.players[usize::from(target)];
        if defender.treasures > 0 || !defender.equipment.is_empty() {
            p.step = Step::Spoils { victim: target };
        } else {
            // A14
            self.next_turn(p, tell);
        }
    }

    /// Takes the spoils (R35, A14).
    pub(super) fn take_spoils(
        &self,
        p: &mut Position,
        victim: u8,
        spoils: Spoils,
        tell: &mut impl FnMut(Event),
    ) {
        let seat = p.acting;
        match spoils {
            Spoils::Treasure => {
                let possible = p.worlds.possible(victim);
                if possible.len() == 1 {
                    return possible
                        .iter()
                        .for_each(|value| self.steal(p, victim, value, tell));
                }
                // The referee cannot draw what it does not know.
                if !p.worlds.open(victim).is_empty() {
                    return self.steal_unseen(p, victim, tell);
                }
                p.step = Step::Steal { victim };
                return;
            }
            Spoils::Equipment => {
                let coin = p.players[usize::from(victim)].equipment.split(1);
                p.players[usize::from(seat)].equipment.take(coin);
                for value in coin.iter() {
                    tell(Event::EquipmentStolen {
                        seat,
                        victim,
                        coin: Code {
                            suit: Suit::Arms,
                            value,
                        },
                    });
                }
            }
            Spoils::Nothing => tell(Event::NothingTaken { seat, victim }),
        }
        self.next_turn(p, tell);
    }

    /// R35: this treasure is stolen; thief and victim know it now.
    pub(super) fn steal(
        &self,
        p: &mut Position,
        victim: u8,
        value: u8,
        tell: &mut impl FnMut(Event),
    ) {
        let seat = p.acting;
        let treasures = p.players[usize::from(victim)].treasures;
        p.worlds.steal(value, victim, seat);
        p.memory.steal(victim, seat, treasures, Some(value));
        self.treasure_moves(p, victim, tell);
        self.next_turn(p, tell);
    }

    /// Section 7: a treasure is stolen; thief and victim see which one and keep it to themselves.
    pub(super) fn steal_unseen(&self, p: &mut Position, victim: u8, tell: &mut impl FnMut(Event)) {
        let seat = p.acting;
        let treasures = p.players[usize::from(victim)].treasures;
        p.worlds.steal_unseen(victim, seat);
        p.memory.steal(victim, seat, treasures, None);
        self.treasure_moves(p, victim, tell);
        self.next_turn(p, tell);
    }

    fn treasure_moves(&self, p: &mut Position, victim: u8, tell: &mut impl FnMut(Event)) {
        let seat = p.acting;
        p.players[usize::from(victim)].treasures -= 1;
        p.players[usize::from(seat)].treasures += 1;
        tell(Event::TreasureStolen { seat, victim });
    }
}
