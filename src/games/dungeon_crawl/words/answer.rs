//! What may be answered.

use super::super::Crawl;
use super::super::data::map;
use super::super::rules::event::Event;
use super::super::rules::moves::{Move, Spoils, site_number};
use super::super::rules::noun::{Compass, Offset, Place, Role, Square, Tile};
use super::super::rules::position::{self, DEADLY, Position, Step};
use super::question::along_from;
use crate::games::shared::noun::{Chance, Flag, Number, Player, Players, Rolls, Side};
use crate::games::shared::phrase::phrases;
use crate::games::side;
use crate::referee::odds::{Likelihood, Needed, chance, needed};

phrases! {
    /// An answer: in a few words, and in `[short]` as it is typed and shown at a prompt: first what is enough to type.
    pub struct Answer of Crawl, in "answers", with (game, p, mv: Move);

    match mv;

    Move::Roll(number) => "roll" { number: Number(number) };
    Move::Compass(suits) => "compass" { compass: Compass(suits) };
    Move::Tile(tile) => "tile" { tile: Tile(tile) };
    /// The `place` beyond the tile with this `number` on that `side`, counted `from` another (R10). The side is known only
    /// where it is asked for.
    Move::Site(along) => let side = p.edge().unwrap_or(side::Side::North);
        "site" {
            number: Number(site_number(along)), side: Side(side), from: Side(along_from(side)),
            place: Place(Offset::beyond(p, side, along)),
        };
    Move::Coin(value) => "coin" { value: Number(value) };
    Move::Pawn(at) | Move::Enter(at) => "space" { space: Square(at) };
    Move::Wait => "wait";
    Move::Go(to) if p.map.coin(to).is_some() =>
        "turn" { space: Square(to), value: Number(p.map.coin(to).unwrap_or_default()) };
    /// To a stack of this many coins.
    Move::Go(to) if p.stack_at(to).is_some() =>
        let coins = p.stack_at(to).map_or(0, |stack| stack.treasure.len() + stack.equipment.len());
        "gather" { space: Square(to), coins: Number(coins) };
    /// To a space `beside` these players, of whom the `prey` have something to take.
    Move::Go(to) => let (beside, prey) = (game.beside(p, to, |_| true), game.beside(p, to, position::Player::is_prey));
        "go" { space: Square(to), beside: Players(beside), prey: Players(prey) };
    Move::Suit(suit) => "suit" { role: Role(suit) };
    Move::Spend(points) if matches!(p.step, Step::Experience(_)) =>
        "experience" { points: Number(points), rolls: Rolls(game.beating(p, &[mv])) };
    /// The defender's `chance`.
    Move::Spend(points) if matches!(p.step, Step::DefendSpend { .. }) =>
        "defend_spend" { points: Number(points), chance: Chance(game.fighting(p, &[mv], false)) };
    /// Typed with a plus, since a plain number is read as the next die.
    Move::Spend(points) => "attack_spend" { points: Number(points) };
    /// The `damage` that is left, of which the character perhaps `dies`.
    Move::Apply(points) => let left = p.players[p.actor()].hurt().saturating_sub(points);
        "apply" { points: Number(points), damage: Number(left), dies: Flag(left >= DEADLY) };
    /// The attacker's `chance`, if the defender has nothing to spend: one with equipment decides first (R34).
    Move::Attack(seat) =>
        let target = p.players.get(usize::from(seat)).copied().unwrap_or_default();
        let decides = target.equipment.is_empty();
        "attack" {
            player: Player(seat), treasures: Number(target.treasures), equipment: Number(target.equipment.len()),
            chance: Chance(decides.then(|| game.fighting(p, &[mv, Move::Spend(0)], true)).flatten()),
        };
    Move::Peace => "peace";
    Move::Spoils(Spoils::Treasure) => "take_treasure";
    Move::Spoils(Spoils::Equipment) => "take_equipment";
    Move::Spoils(Spoils::Nothing) => "take_nothing";
    Move::Steal(value) | Move::Show(value) => "treasure" { value: Number(value) };
    Move::StealUnseen => "unseen";
}

impl Crawl {
    /// The players next to a space, except the one to move, who are so: one bit each.
    pub(super) fn beside(
        &self,
        p: &Position,
        to: map::Square,
        is: impl Fn(&position::Player) -> bool,
    ) -> u8 {
        let touches = |pawn: map::Square| pawn.touches(to, self.options.corners_touch);
        let beside = (0u8..).zip(&p.players).filter(|(seat, player)| {
            *seat != p.acting && player.pawn.is_some_and(touches) && is(player)
        });
        beside.map(|(seat, _)| 1 << seat).sum()
    }

    /// The rolls that beat the trap or monster after these moves (R27).
    pub(super) fn beating(&self, p: &Position, moves: &[Move]) -> Option<Needed> {
        let face = |mv| {
            if let Move::Roll(face) = mv {
                Some(face)
            } else {
                None
            }
        };
        needed(self, p, moves, face, |event: &Event| {
            matches!(event, Event::Beaten { .. })
        })
    }

    /// The chance that the attack after these moves succeeds, or that it fails.
    fn fighting(&self, p: &Position, moves: &[Move], succeeds: bool) -> Option<Likelihood> {
        let settled = |events: &[Event], _: &Position| {
            events.iter().find_map(|event| match event {
                Event::AttackWon { .. } => Some(succeeds),
                Event::AttackFailed { .. } => Some(!succeeds),
                _ => None,
            })
        };
        chance(self, p, moves, settled)
    }
}
