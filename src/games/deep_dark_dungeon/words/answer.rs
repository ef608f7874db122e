//! What may be answered: in full, and as it is typed.

use super::super::Deep;
use super::super::rules::noun::{Card, Path, Tile, Way};
use super::super::rules::position::{Position, Step};
use crate::games::deep_dark_dungeon::data::hex;
use crate::games::deep_dark_dungeon::rules::event::Event;
use crate::games::deep_dark_dungeon::rules::moves::Move;
use crate::games::shared::noun::{Chance, Number, Player};
use crate::games::shared::phrase::phrases;
use crate::referee::odds::{Likelihood, chance};

phrases! {
    /// An answer in a few words; in [short] as it is typed: first what is enough to type, then what helps in choosing.
    pub struct Answer of Deep, in "answers", with (game, p, mv: Move);

    match mv;

    Move::Tile(tile) => "tile" { tile: Tile(tile) };
    /// `beside` are the heights of its neighbours, except the one in the middle.
    Move::Place(way) => "place" { way: Way(way), beside: Vec<Number>(game.beside(p, way)) };
    /// The odds are those of a fight with the Guardian.
    Move::Step(way) => "step" { path: Path(p.here(), way), odds: Chance(game.passing(p, way, mv)) };
    Move::Scramble(way) => "scramble" { path: Path(p.here(), way), odds: Chance(game.passing(p, way, mv)) };
    Move::Slide(way) => "slide" { path: Path(p.here(), way) };
    Move::Attack(seat) =>
        let target = p.explorers.get(usize::from(seat));
        let carried = target.into_iter().flat_map(|target| target.carried.iter().map(Card)).collect::<Vec<_>>();
        let odds = if carried.is_empty() { None } else { game.winning(p, &[mv]) };
        "attack" { target: Player(seat), carried: Vec<Card>(carried), odds: Chance(odds) };
    Move::End if game.has_acted(p) => "stop";
    Move::End => "stay";
    Move::Drink => let odds = if matches!(p.step, Step::Brace(_)) { game.winning(p, &[mv]) } else { None };
        "drink" { card: Option<Card>(game.potion(p).map(Card)), odds: Chance(odds) };
    Move::Face => "face";
    Move::Card(card) => "card" { card: Card(card) };
    Move::Roll(roll) => "roll" { roll: Number(roll) };
    /// A Treasure that changes hands, or is given up.
    Move::Steal(card) | Move::Discard(card) => "treasure" { card: Card(card) };
}

phrases! {
    /// What is asked back before something that is likely a mistake.
    pub enum Confirm of Deep, in "confirm";

    GiveUpKey = "give_up_key";
}

impl Deep {
    /// The heights next to an empty space beside the one in the middle.
    fn beside(&self, p: &Position, way: hex::Way) -> Vec<Number> {
        let (centre, gap) = (p.centre(), p.space(p.centre()).at.neighbour(way));
        let beside = hex::Way::ALL
            .into_iter()
            .filter_map(|way| p.space_at(gap.neighbour(way)));
        beside
            .filter(|space| *space != centre)
            .map(|space| Number::of(self.height(p, space)))
            .collect()
    }

    /// The chance to get past the Guardian, if this move leads to it.
    fn passing(&self, p: &Position, way: hex::Way, mv: Move) -> Option<Likelihood> {
        let to = p.space(p.here()).towards(way);
        to.and_then(|to| self.guardian_at(p, to))
            .and_then(|_| self.winning(p, &[mv, Move::Face]))
    }

    /// The chance that the acting Explorer wins the fight after these moves.
    pub(super) fn winning(&self, p: &Position, moves: &[Move]) -> Option<Likelihood> {
        let settled = |events: &[Event], _: &Position| {
            events.iter().find_map(|event| match event {
                Event::AttackWon { .. } | Event::FightWon { .. } => Some(true),
                Event::AttackFailed { .. } | Event::FightLost { .. } => Some(false),
                _ => None,
            })
        };
        chance(self, p, moves, settled)
    }
}
