//! The effects of moves.
//!
//! * [`build`]: the first player, tiles, coins, pawns. [`turns`]: turns, movement, returning.
//! * [`coins`]: what is on a space: traps, monsters, treasure, equipment, stacks. [`fight`]: attacks.
//! * [`death`]: dying. [`ending`]: the last treasure.

mod build;
mod coins;
mod death;
mod ending;
mod fight;
mod turns;

use super::event::Event;
use super::moves::Move;
use super::position::{Fight, Position, Step};
use crate::games::dungeon_crawl::Crawl;

impl Crawl {
    /// Makes a legal move.
    pub(crate) fn make(&self, p: &mut Position, mv: Move, tell: &mut impl FnMut(Event)) {
        match (p.step, mv) {
            (Step::Start { .. }, Move::Roll(roll)) => self.roll_to_start(p, roll, tell),
            (_, Move::Compass(compass)) => self.set_compass(p, compass, tell),
            (_, Move::Tile(tile)) => self.turn_tile(p, tile, tell),
            (_, Move::Site(along)) => {
                if let Some(place) = p.edge().and_then(|side| p.map.beyond(side, along)) {
                    self.lay_tile(p, place, tell);
                }
            }
            (Step::Coin { tile }, Move::Coin(value)) => self.lay_coin(p, tile, value, tell),
            (_, Move::Pawn(at)) => self.place_pawn(p, at, tell),
            (_, Move::Go(to)) => self.go(p, to, tell),
            (_, Move::Enter(at)) => self.enter(p, at, tell),
            (_, Move::Wait) => {
                tell(Event::Waited { seat: p.acting });
                self.next_turn(p, tell);
            }
            (_, Move::Suit(suit)) => self.turn_coin(p, suit, tell),
            (Step::Experience(coin), Move::Spend(points)) => {
                self.spend_experience(p, coin, points, tell)
            }
            (Step::Hazard { coin, spent }, Move::Roll(roll)) => {
                self.meet_hazard(p, coin, spent, roll, tell)
            }
            (_, Move::Apply(points)) => self.apply_equipment(p, points, tell),
            (_, Move::Attack(seat)) => self.attack(p, seat, tell),
            (_, Move::Peace) => self.next_turn(p, tell),
            (Step::AttackSpend { target }, Move::Spend(points)) => {
                self.spend_attacking(p, target, points, tell)
            }
            (Step::DefendSpend { target, spent }, Move::Spend(points)) => {
                self.spend_defending(
                    p,
                    Fight {
                        target,
                        spent: [spent, points],
                    },
                    tell,
                );
            }
            (Step::AttackRoll(fight), Move::Roll(roll)) => self.roll_attack(p, fight, roll, tell),
            (
                Step::DefendRoll {
                    fight,
                    roll: attack,
                },
                Move::Roll(roll),
            ) => self.roll_defence(p, fight, [attack, roll], tell),
            (Step::Spoils { victim }, Move::Spoils(spoils)) => {
                self.take_spoils(p, victim, spoils, tell)
            }
            (Step::Steal { victim }, Move::Steal(value)) => self.steal(p, victim, value, tell),
            (Step::Steal { victim }, Move::StealUnseen) => self.steal_unseen(p, victim, tell),
            (Step::ShowDead, Move::Show(value)) => self.show_dead(p, value, tell),
            (Step::ShowEnd { seat }, Move::Show(value)) => self.show_end(p, seat, value, tell),
            _ => {}
        }
    }
}
