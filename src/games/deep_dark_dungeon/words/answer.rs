//! What may be answered: in full, and as it is typed.

use super::super::Deep;
use super::super::rules::noun::{Card, Path, Tile, Way};
use super::super::rules::position::{Position, Step};
use crate::games::deep_dark_dungeon::data::hex;
use crate::games::deep_dark_dungeon::rules::event::Event;
use crate::games::deep_dark_dungeon::rules::moves::Move;
use crate::games::shared::noun::{Chance, Number, Player};
use crate::games::shared::phrase::phrases;
use crate::referee::odds::chance;

phrases! {
    /// An answer in a few words; in [short] as it is typed: first what is enough to type, then what helps in choosing.
    pub enum Answer of Deep, in "answers";

    Tile { tile: Tile } = "tile";
    /// `beside` are the heights of its neighbours, except the one in the middle.
    Place { way: Way, beside: Vec<Number> } = "place";
    /// The odds are those of a fight with the Guardian.
    Step { path: Path, odds: Chance } = "step";
    Scramble { path: Path, odds: Chance } = "scramble";
    Slide { path: Path } = "slide";
    Attack { target: Player, carried: Vec<Card>, odds: Chance } = "attack";
    Stop = "stop";
    Stay = "stay";
    Drink { card: Option<Card>, odds: Chance } = "drink";
    Face = "face";
    Card { card: Card } = "card";
    Roll { roll: Number } = "roll";
    /// A Treasure that changes hands, or is given up.
    Treasure { card: Card } = "treasure";
}

phrases! {
    /// What is asked back before something that is likely a mistake.
    pub enum Confirm of Deep, in "confirm";

    GiveUpKey = "give_up_key";
}

impl Deep {
    pub(super) fn answer(&self, p: &Position, mv: Move) -> Answer {
        let path = |way| Path(p.me().at, way);
        match mv {
            Move::Tile(tile) => Answer::Tile { tile: Tile(tile) },
            Move::Place(way) => Answer::Place { way: Way(way), beside: self.beside(p, way) },
            Move::Step(way) => Answer::Step { path: path(way), odds: self.passing(p, way, mv) },
            Move::Scramble(way) => Answer::Scramble { path: path(way), odds: self.passing(p, way, mv) },
            Move::Slide(way) => Answer::Slide { path: path(way) },
            Move::Attack(seat) => {
                let target = p.explorers.get(usize::from(seat));
                let carried: Vec<Card> = target.into_iter().flat_map(|target| target.carried.iter().map(Card)).collect();
                let odds = if carried.is_empty() { Chance(None) } else { self.winning(p, &[mv]) };
                Answer::Attack { target: Player(seat), carried, odds }
            }
            Move::End if self.has_acted(p) => Answer::Stop,
            Move::End => Answer::Stay,
            Move::Drink => {
                let odds = if p.step == Step::Brace { self.winning(p, &[mv]) } else { Chance(None) };
                Answer::Drink { card: self.potion(p).map(Card), odds }
            }
            Move::Face => Answer::Face,
            Move::Card(card) => Answer::Card { card: Card(card) },
            Move::Roll(roll) => Answer::Roll { roll: Number::of(roll) },
            Move::Steal(card) | Move::Discard(card) => Answer::Treasure { card: Card(card) },
        }
    }

    /// The heights next to an empty space beside the one in the middle.
    fn beside(&self, p: &Position, way: hex::Way) -> Vec<Number> {
        let (centre, gap) = (p.centre(), p.space(p.centre()).at.neighbour(way));
        let beside = hex::Way::ALL.into_iter().filter_map(|way| p.space_at(gap.neighbour(way)));
        beside.filter(|space| *space != centre).map(|space| Number::of(self.height(p, space))).collect()
    }

    /// The chance to get past the Guardian, if this move leads to it.
    fn passing(&self, p: &Position, way: hex::Way, mv: Move) -> Chance {
        let to = p.space(p.me().at).towards(way);
        match to.and_then(|to| self.guardian_at(p, to)) {
            Some(_) => self.winning(p, &[mv, Move::Face]),
            None => Chance(None),
        }
    }

    /// The chance that the acting Explorer wins the fight after these moves.
    pub(super) fn winning(&self, p: &Position, moves: &[Move]) -> Chance {
        let settled = |events: &[Event], _: &Position| {
            events.iter().find_map(|event| match event {
                Event::AttackWon { .. } | Event::FightWon { .. } => Some(true),
                Event::AttackFailed { .. } | Event::FightLost { .. } => Some(false),
                _ => None,
            })
        };
        Chance(chance(self, p, moves, settled))
    }
}
