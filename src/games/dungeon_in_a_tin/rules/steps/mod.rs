//! The effects of moves, by the steps of a turn (R23).
//!
//! * [`setup`]: the first hands. [`order`]: who goes first. [`refresh`]: step 1. [`treasure`]: steps 2 and 3.
//! * [`moving`]: step 4, up to laying a tile. [`entering`]: what a room receives. [`combat`]: step 5. [`ending`]: leaving
//!   the dungeon.

mod combat;
mod ending;
mod entering;
mod moving;
mod order;
mod refresh;
mod setup;
mod treasure;

use super::event::Event;
use super::moves::Move;
use super::position::{Position, Step};
use crate::games::dungeon_in_a_tin::Dungeon;
use crate::games::dungeon_in_a_tin::data::piece::{Kind, MAX_LEVEL};

impl Dungeon {
    /// Makes a legal move and continues until a player or chance must move.
    pub(crate) fn make(&self, p: &mut Position, mv: Move, tell: &mut impl FnMut(Event)) {
        let seat = p.actor();
        match (p.step, mv) {
            (Step::Deal, Move::Draw(card)) => self.deal(p, card, tell),
            (Step::Deal, Move::Dealt) => self.deal_face_down(p, tell),
            (Step::Order, Move::Roll(number)) => self.roll_order(p, number, tell),
            (Step::SwapFirst, Move::Swap) => {
                self.swap(p, seat, tell);
                self.next_refresh(p, true, tell);
            }
            (Step::SwapFirst, _) => self.next_refresh(p, true, tell),
            (Step::Refresh, Move::Draw(card)) => self.draw_to_hand(p, card, tell),

            (Step::SwapAfter, Move::Swap) => {
                self.swap(p, seat, tell);
                self.next_fighter(p, 1, tell);
            }
            (Step::SwapAfter, _) => self.next_fighter(p, 1, tell),
            (Step::Show(parting), Move::Show(card)) => self.show(p, parting, card, tell),
            (Step::LastHeart, Move::Swap) => {
                self.swap(p, seat, tell);
                self.lose_heart(p, tell);
            }
            (Step::LastHeart, _) => self.die(p, tell),
            (_, Move::Swap) => self.swap(p, seat, tell),

            (_, Move::Take(kind)) => self.take(p, kind, tell),
            (_, Move::Drop(kind)) => self.drop(p, kind, tell),
            (_, Move::Buy(kind)) => {
                p.basket.add(kind);
                p.step = Step::Basket;
            }
            (_, Move::Pay(coins)) => self.pay(p, coins, tell),
            (_, Move::Cancel) => self.close_basket(p),
            (Step::Treasure, Move::Pass) => self.pass(p, tell),
            (Step::Potion, Move::Pass) => self.next_potion(p, 1, tell),
            (_, Move::Drink) => self.drink(p, tell),

            (_, Move::Unlock(side)) => self.unlock(p, p.players[seat].room, side, tell),
            (_, Move::UnlockBeyond(side)) => {
                if let Some(room) = p.room_of(seat).beyond[side as usize] {
                    self.unlock(p, room, side.opposite(), tell);
                }
            }
            (_, Move::Go(side)) => self.declare(p, Some(side), tell),
            (_, Move::Stay) => self.declare(p, None, tell),
            (_, Move::Leave) => self.leave(p, tell),
            (_, Move::Tile(tile)) => self.uncover(p, tile, tell),
            (_, Move::Lay(arrow)) => self.place(p, arrow, tell),
            (_, Move::Face(face)) => self.monster_comes(p, face, tell),
            (Step::Chest, Move::Treasure(kind)) => self.chest_opens(p, kind, tell),

            (_, Move::Fight(monster, fought)) => {
                let room = p.players[seat].room;
                let wanted = |die: &super::position::Die| {
                    (die.room, die.monster, die.fought) == (room, monster, fought)
                };
                let die = p.monsters.iter().position(wanted).unwrap_or_default();
                self.begin_fight(p, die);
            }
            (_, Move::Attack(attack)) => self.attacked(p, attack, tell),
            (Step::Card, Move::Card(card)) => self.play_card(p, card, tell),
            (_, Move::Deck) => self.reveal(p, tell),
            (Step::Reveal, Move::Draw(card)) => self.revealed(p, card, tell),
            (Step::Bomb, Move::Bomb) => self.add_bomb(p, tell),
            (Step::Bomb, _) => p.step = Step::Combat,
            (_, Move::Roll(number)) => self.roll_combat(p, number, tell),
            (Step::Loot, Move::Treasure(kind)) => self.loot(p, kind, tell),
            _ => {}
        }
    }

    /// Continues after a correction that left nothing to decide.
    pub(crate) fn go_on_after(&self, p: &mut Position, tell: &mut impl FnMut(Event)) {
        let seat = p.actor();
        let anybody = p.count_in_dungeon() > 0;
        let room = p.players[seat].room;
        match p.step {
            Step::Over | Step::Deal | Step::Show(_) => {}
            _ if !anybody => self.over(p),
            // The monster is gone, or the player who fought it.
            _ if fights(p.step)
                && (!p.in_dungeon(seat) || p.fought().is_none_or(|die| die.room != room)) =>
            {
                self.drop_fight(p);
                self.next_fighter(p, 0, tell);
            }
            // The card was taken back.
            Step::Bomb | Step::Combat if p.fight.is_some_and(|fight| fight.played.is_none()) => {
                self.attacked_again(p, tell)
            }
            Step::Free { .. } if p.count_in_dungeon() > 1 => self.begin_treasure(p, tell),
            Step::Free { .. } if !p.in_dungeon(seat) => self.begin_turn(p, tell),
            Step::Declare if !p.in_dungeon(seat) => self.next_declaration(p, 0, tell),
            // R24
            Step::Treasure if !p.is_safe(seat) || !p.in_dungeon(seat) => {
                self.next_treasure(p, 0, tell)
            }
            Step::Potion
                if !p.is_safe(seat)
                    || !p.in_dungeon(seat)
                    || !p.players[seat].carried.has(Kind::POTION) =>
            {
                self.next_potion(p, 0, tell)
            }
            Step::Choose
                if p.monsters_in(p.players[seat].room)
                    .all(|die| die.fought & 1 << seat != 0) =>
            {
                self.next_fighter(p, 0, tell);
            }
            _ => {}
        }
    }

    /// Swaps ten experience for a level and full hearts (R78-R81).
    fn swap(&self, p: &mut Position, seat: usize, tell: &mut impl FnMut(Event)) {
        let player = &mut p.players[seat];
        player.experience = 0;
        player.level = (player.level + 1).min(MAX_LEVEL);
        player.hearts = self.data.hearts;
        tell(Event::LevelGained {
            seat: seat as u8,
            level: player.level,
        });
    }

    /// Makes sure that a card can be drawn (R26).
    fn ready_deck(&self, p: &mut Position, tell: &mut impl FnMut(Event)) {
        if p.deck_size() == 0 {
            if self.options.face_down {
                p.worlds.shuffle(&p.deck, p.hidden());
            }
            tell(Event::Reshuffled {
                cards: p.spent_cards.iter().sum(),
            });
            p.deck
                .iter_mut()
                .zip(&mut p.spent_cards)
                .for_each(|(deck, spent)| *deck += std::mem::take(spent));
        }
    }

    /// Makes sure that treasure can be drawn, if the table's options allow it (A26). Returns whether it can.
    fn ready_pool(&self, p: &mut Position, room: u8, tell: &mut impl FnMut(Event)) -> bool {
        if p.pool.is_empty() && self.options.refill && !p.spent_tokens.is_empty() {
            std::mem::swap(&mut p.pool, &mut p.spent_tokens);
            tell(Event::PoolRefilled {
                tokens: p.pool.total(),
            });
        }
        let ready = !p.pool.is_empty();
        if !ready {
            tell(Event::PoolDry { room });
        }
        ready
    }
}

/// Whether a die is being fought.
pub(crate) fn fights(step: Step) -> bool {
    matches!(
        step,
        Step::Attack | Step::Card | Step::Reveal | Step::Bomb | Step::Combat
    )
}
