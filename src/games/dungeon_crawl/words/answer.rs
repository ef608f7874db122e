//! What may be answered.

use super::super::Crawl;
use super::super::data::map::{self, Cell};
use super::super::rules::event::Event;
use super::super::rules::moves::{Move, Spoils, site_number};
use super::super::rules::noun::{Compass, Offset, Place, Role, Square, Tile};
use super::super::rules::position::{DEADLY, Position, Step};
use super::question::along_from;
use crate::games::shared::noun::{Chance, Flag, Number, Player, Players, Rolls, Side};
use crate::games::shared::phrase::phrases;
use crate::referee::odds::{chance, needed};

phrases! {
    /// An answer: in a few words, and in `[short]` as it is typed and shown at a prompt: first what is enough to type.
    pub enum Answer of Crawl, in "answers";

    Roll { number: Number } = "roll";
    Compass { compass: Compass } = "compass";
    Tile { tile: Tile } = "tile";
    /// The `place` beyond the tile with this `number` on that `side`, counted `from` another (R10).
    Site { number: Number, side: Side, from: Side, place: Place } = "site";
    Coin { value: Number } = "coin";
    /// Where a pawn is put.
    Space { space: Square } = "space";
    Wait = "wait";
    /// To a space with a coin.
    Turn { space: Square, value: Number } = "turn";
    /// To a space with a stack of so many coins.
    Gather { space: Square, coins: Number } = "gather";
    /// To a space `beside` these players, of whom the `prey` have something to take.
    Go { space: Square, beside: Players, prey: Players } = "go";
    Suit { role: Role } = "suit";
    Experience { points: Number, rolls: Rolls } = "experience";
    /// Typed with a plus, since a plain number is read as the next die.
    AttackSpend { points: Number } = "attack_spend";
    /// The defender's `chance`.
    DefendSpend { points: Number, chance: Chance } = "defend_spend";
    /// The `damage` that is left, of which the character perhaps `dies`.
    Apply { points: Number, damage: Number, dies: Flag } = "apply";
    /// The attacker's `chance`, if the defender has nothing to spend.
    Attack { player: Player, treasures: Number, equipment: Number, chance: Chance } = "attack";
    Peace = "peace";
    TakeTreasure = "take_treasure";
    TakeEquipment = "take_equipment";
    TakeNothing = "take_nothing";
    Treasure { value: Number } = "treasure";
    Unseen = "unseen";
}

impl Crawl {
    pub(super) fn answer(&self, p: &Position, mv: Move) -> Answer {
        match mv {
            Move::Roll(number) => Answer::Roll { number: Number::of(number) },
            Move::Compass(suits) => Answer::Compass { compass: Compass(suits) },
            Move::Tile(tile) => Answer::Tile { tile: Tile(tile) },
            Move::Site(along) => {
                let side = p.points_to(p.tile);
                Answer::Site {
                    number: Number::of(site_number(along)),
                    side: Side(side),
                    from: Side(along_from(side)),
                    place: Place(Offset::beyond(p, side, along)),
                }
            }
            Move::Coin(value) => Answer::Coin { value: Number::of(value) },
            Move::Pawn(at) | Move::Enter(at) => Answer::Space { space: Square(at) },
            Move::Wait => Answer::Wait,
            Move::Go(to) => self.way(p, to),
            Move::Suit(suit) => Answer::Suit { role: Role(suit) },
            Move::Spend(points) => {
                let number = Number::of(points);
                match p.step {
                    Step::Experience => Answer::Experience { points: number, rolls: self.beating(p, &[mv]) },
                    Step::DefendSpend => Answer::DefendSpend { points: number, chance: self.fighting(p, &[mv], false) },
                    _ => Answer::AttackSpend { points: number },
                }
            }
            Move::Apply(points) => {
                let left = p.players[p.actor()].hurt().saturating_sub(points);
                Answer::Apply { points: Number::of(points), damage: Number::of(left), dies: Flag(left >= DEADLY) }
            }
            Move::Attack(seat) => {
                let target = p.players.get(usize::from(seat)).copied().unwrap_or_default();
                // R34: a defender with equipment decides first.
                let chance = match target.equipment.is_empty() {
                    true => self.fighting(p, &[mv, Move::Spend(0)], true),
                    false => Chance(None),
                };
                let [treasures, equipment] = [target.treasures, target.equipment.len()].map(Number::of);
                Answer::Attack { player: Player(seat), treasures, equipment, chance }
            }
            Move::Peace => Answer::Peace,
            Move::Spoils(Spoils::Treasure) => Answer::TakeTreasure,
            Move::Spoils(Spoils::Equipment) => Answer::TakeEquipment,
            Move::Spoils(Spoils::Nothing) => Answer::TakeNothing,
            Move::Steal(value) | Move::Show(value) => Answer::Treasure { value: Number::of(value) },
            Move::StealUnseen => Answer::Unseen,
        }
    }

    fn way(&self, p: &Position, to: map::Square) -> Answer {
        let space = Square(to);
        match p.map.cell(to) {
            Cell::Coin(value) => Answer::Turn { space, value: Number::of(value) },
            Cell::Stack => {
                let coins = p.stack_at(to).map_or(0, |stack| stack.treasure.len() + stack.equipment.len());
                Answer::Gather { space, coins: Number::of(coins) }
            }
            Cell::Floor | Cell::Void => {
                let beside = (0u8..).zip(&p.players).filter(|(seat, player)| {
                    let touches = |pawn: map::Square| pawn.touches(to, self.options.corners_touch);
                    *seat != p.acting && player.pawn.is_some_and(touches)
                });
                let (mut all, mut prey) = (0, 0);
                for (seat, player) in beside {
                    all |= 1 << seat;
                    prey |= u8::from(player.is_prey()) << seat;
                }
                Answer::Go { space, beside: Players(all), prey: Players(prey) }
            }
        }
    }

    /// The rolls that beat the trap or monster after these moves (R27).
    pub(super) fn beating(&self, p: &Position, moves: &[Move]) -> Rolls {
        let face = |mv| if let Move::Roll(face) = mv { Some(face) } else { None };
        Rolls(needed(self, p, moves, face, |event: &Event| matches!(event, Event::Beaten { .. })))
    }

    /// The chance that the attack after these moves succeeds, or that it fails.
    fn fighting(&self, p: &Position, moves: &[Move], succeeds: bool) -> Chance {
        let settled = |events: &[Event], _: &Position| {
            events.iter().find_map(|event| match event {
                Event::AttackWon { .. } => Some(succeeds),
                Event::AttackFailed { .. } => Some(!succeeds),
                _ => None,
            })
        };
        Chance(chance(self, p, moves, settled))
    }
}
