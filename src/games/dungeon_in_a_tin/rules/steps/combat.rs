//! Step 5: one fight for each monster and player (R66-R77).

use super::super::event::Event;
use super::super::position::{Die, EXPERIENCE_FOR_LEVEL, Fight, Played, Position, Step};
use crate::games::dungeon_in_a_tin::Dungeon;
use crate::games::dungeon_in_a_tin::data::piece::{Attack, Kind};

/// Added to the roll for a bomb (R73).
const BOMB_BONUS: i16 = 3;
/// Added to the roll against a horned monster (R73).
const HORNED: i16 = -1;
/// Added to the roll of a knight with the maiden (R73).
const WITH_MAIDEN: i16 = -1;
/// The lowest total that wins (R74).
const MIN_WINNING_TOTAL: i16 = 4;
/// R74: a roll that loses whatever is added.
const FUMBLE: u8 = 1;
/// R74: a roll that wins whatever is added.
const PERFECT_HIT: u8 = 6;

impl Dungeon {
    /// Finds the next player with a monster to fight, starting `after` places on (R67); if there is none, begins the next turn.
    pub(super) fn next_fighter(&self, p: &mut Position, after: u8, tell: &mut impl FnMut(Event)) {
        let seats = p.players.len() as u8;
        for after in after..after + seats {
            let at = (p.acting + after) % seats;
            let seat = (usize::from(p.first) + usize::from(at)) % p.players.len();
            if !p.in_dungeon(seat) {
                continue;
            }
            let room = p.players[seat].room;
            let mut unfought = p
                .monsters
                .iter()
                .enumerate()
                .filter(|(_, die)| die.room == room && die.fought & 1 << seat == 0);
            let Some((first, die)) = unfought.next() else {
                continue;
            };
            let alike = unfought
                .all(|(_, other)| (other.monster, other.fought) == (die.monster, die.fought));
            p.acting = at;
            if alike {
                self.begin_fight(p, first);
            } else {
                p.step = Step::Choose;
            }
            return;
        }
        for die in &mut p.monsters {
            die.fought = 0;
        }
        self.begin_turn(p, tell);
    }

    pub(super) fn begin_fight(&self, p: &mut Position, die: usize) {
        p.fight = Some(Fight {
            die: die as u8,
            attack: None,
            played: None,
            bomb: false,
        });
        p.step = Step::Attack;
    }

    pub(super) fn attacked(&self, p: &mut Position, attack: Attack, tell: &mut impl FnMut(Event)) {
        let seat = p.actor() as u8;
        let Some(fight) = &mut p.fight else { return };
        fight.attack = Some(attack);
        tell(Event::Attacked {
            seat,
            monster: p.monsters[usize::from(fight.die)].monster,
            attack,
        });
        self.attacked_again(p, tell);
    }

    /// Asks for a card.
    pub(super) fn attacked_again(&self, p: &mut Position, tell: &mut impl FnMut(Event)) {
        let seat = p.actor();
        if p.players[seat].hand.is_empty() {
            self.reveal(p, tell);
        } else {
            p.step = Step::Card;
        }
    }

    /// R70: plays a card from the deck.
    pub(super) fn reveal(&self, p: &mut Position, tell: &mut impl FnMut(Event)) {
        self.ready_deck(p, tell);
        p.step = Step::Reveal;
    }

    pub(super) fn revealed(&self, p: &mut Position, card: u8, tell: &mut impl FnMut(Event)) {
        p.take_from_deck(card);
        self.card_lies(p, card, true, tell);
    }

    pub(super) fn play_card(&self, p: &mut Position, card: u8, tell: &mut impl FnMut(Event)) {
        let seat = p.actor();
        p.put_down(seat, card);
        self.card_lies(p, card, false, tell);
    }

    /// R71: the card is shown before a bomb may be added.
    fn card_lies(&self, p: &mut Position, card: u8, from_deck: bool, tell: &mut impl FnMut(Event)) {
        let seat = p.actor();
        if let Some(fight) = &mut p.fight {
            fight.played = Some(Played { card, from_deck });
        }
        tell(Event::CardPlayed {
            seat: seat as u8,
            card,
            from_deck,
        });
        p.step = if p.players[seat].carried.has(Kind::BOMB) {
            Step::Bomb
        } else {
            Step::Combat
        };
    }

    pub(super) fn add_bomb(&self, p: &mut Position, tell: &mut impl FnMut(Event)) {
        let seat = p.actor();
        p.players[seat].carried.remove(Kind::BOMB);
        if let Some(fight) = &mut p.fight {
            fight.bomb = true;
        }
        tell(Event::BombAdded { seat: seat as u8 });
        p.step = Step::Combat;
    }

    /// The modifier of the current fight (R73).
    pub fn modifier(&self, p: &Position) -> i16 {
        let Some(fight) = p.fight else { return 0 };
        let card = fight.card().map(|card| self.data.card(card));
        let mut modifier = card
            .zip(fight.attack)
            .map_or(0, |(card, attack)| i16::from(card.bonus[attack as usize]));
        let monster = p.monsters[usize::from(fight.die)].monster;
        if fight.bomb {
            modifier += BOMB_BONUS;
        }
        if monster.has_horns() {
            modifier += HORNED;
        }
        if p.players[p.actor()].carried.has(Kind::MAIDEN) {
            modifier += WITH_MAIDEN;
        }
        modifier
    }

    /// Whether a roll wins (R74).
    pub fn is_hit(roll: u8, modifier: i16) -> bool {
        roll == PERFECT_HIT || roll != FUMBLE && i16::from(roll) + modifier >= MIN_WINNING_TOTAL
    }

    pub(super) fn roll_combat(&self, p: &mut Position, roll: u8, tell: &mut impl FnMut(Event)) {
        let seat = p.actor() as u8;
        let modifier = self.modifier(p);
        let Some(fight) = p.fight.take() else { return };
        let monster = p.monsters[usize::from(fight.die)].monster;
        let won = Dungeon::is_hit(roll, modifier);
        tell(if won {
            Event::FightWon {
                seat,
                monster,
                roll,
                modifier,
            }
        } else {
            Event::FightLost {
                seat,
                monster,
                roll,
                modifier,
            }
        });
        self.tidy_up(p, fight, won);
        if won {
            let die = p.monsters.remove(usize::from(fight.die));
            self.win(p, die, tell);
        } else {
            // R68
            p.monsters[usize::from(fight.die)].fought |= 1 << seat;
            self.lose(p, tell);
        }
    }

    /// Removes the card and the bomb from the table (R76, A31).
    fn tidy_up(&self, p: &mut Position, fight: Fight, won: bool) {
        let seat = p.actor();
        let back = !won && !self.options.spent_on_loss;
        match fight.played {
            Some(Played {
                card,
                from_deck: false,
            }) if back => p.players[seat].hand.add(card),
            Some(Played { card, .. }) => p.spent_cards[usize::from(card)] += 1,
            None => {}
        }
        match (fight.bomb, back) {
            (true, true) => p.players[seat].carried.add(Kind::BOMB),
            (true, false) => p.spent_tokens.add(Kind::BOMB),
            (false, _) => {}
        }
    }

    /// Settles a fight that was won (R75).
    fn win(&self, p: &mut Position, die: Die, tell: &mut impl FnMut(Event)) {
        let seat = p.actor();
        let player = &mut p.players[seat];
        if player.experience < EXPERIENCE_FOR_LEVEL {
            // A33
            player.experience += 1;
            tell(Event::ExperienceGained {
                seat: seat as u8,
                experience: player.experience,
            });
        }
        if die.monster.has_chest() && self.ready_pool(p, die.room, tell) {
            p.step = Step::Loot;
        } else {
            self.after_fight(p, tell);
        }
    }

    pub(super) fn loot(&self, p: &mut Position, kind: Kind, tell: &mut impl FnMut(Event)) {
        let seat = p.actor();
        let room = p.players[seat].room;
        p.pool.remove(kind);
        p.room_mut(room).floor.add(kind);
        tell(Event::LootFound {
            seat: seat as u8,
            kind,
        });
        self.after_fight(p, tell);
    }

    fn lose(&self, p: &mut Position, tell: &mut impl FnMut(Event)) {
        let seat = p.actor();
        if p.players[seat].hearts > 1 {
            self.lose_heart(p, tell);
        } else if p.can_swap(seat) && self.data.hearts > 1 {
            // A32; a swap saves nobody who can have only one heart.
            p.step = Step::LastHeart;
        } else {
            self.die(p, tell);
        }
    }

    /// Takes a heart (R77).
    pub(super) fn lose_heart(&self, p: &mut Position, tell: &mut impl FnMut(Event)) {
        let seat = p.actor();
        p.players[seat].hearts -= 1;
        tell(Event::HeartLost {
            seat: seat as u8,
            hearts: p.players[seat].hearts,
        });
        if p.players[seat].hearts == 0 {
            self.die(p, tell)
        } else {
            self.after_fight(p, tell)
        }
    }

    /// Offers a swap (D1), then continues with the next player's go.
    fn after_fight(&self, p: &mut Position, tell: &mut impl FnMut(Event)) {
        if p.can_swap(p.actor()) {
            p.step = Step::SwapAfter;
        } else {
            self.next_fighter(p, 1, tell);
        }
    }
}
