//! Particulars that the events of several games have. Those of one game stand in its folder.

use super::event::{Particular, Told};
use super::fact::Fact;
use super::narrator::{Narrator, Seats};
use crate::games::side;
use crate::referee::Game;

/// A player, by seat: `name`, and whether they play `alone`.
pub struct Player(pub u8);

impl<G: Game + Narrator> Particular<G> for Player {
    fn tell(&self, game: &G, _: &G::Position) -> Told {
        let name = game.name(self.0);
        Told::new(name, player(name, game.is_alone()))
    }

    fn specimens(_: &G) -> Vec<Player> {
        vec![Player(0)]
    }

    fn shapes(_: &G, _: &G::Position) -> Vec<Fact> {
        vec![player("Ann", true), player("Ben", false)]
    }
}

/// The noun of a player.
pub fn player(name: &str, alone: bool) -> Fact {
    Fact::noun("player", [("name", name.into()), ("alone", alone.into())])
}

/// Some players, one bit each: a list of names.
pub struct Players(pub u8);

impl<G: Game + Narrator> Particular<G> for Players {
    fn tell(&self, game: &G, _: &G::Position) -> Told {
        let names = game.names(Seats(self.0));
        Told::new(names.clone(), names.into_iter().map(Fact::from).collect::<Vec<Fact>>())
    }

    fn specimens(_: &G) -> Vec<Players> {
        vec![Players(0b11)]
    }
}

/// A number.
pub struct Number(pub i64);

impl<G: Game> Particular<G> for Number {
    fn tell(&self, _: &G, _: &G::Position) -> Told {
        Told::new(self.0, self.0)
    }

    fn specimens(_: &G) -> Vec<Number> {
        [-1, 0, 1, 2, 6].map(Number).into()
    }
}

/// Two numbers: a list.
pub struct Pair(pub i64, pub i64);

impl<G: Game> Particular<G> for Pair {
    fn tell(&self, _: &G, _: &G::Position) -> Told {
        Told::new(vec![self.0, self.1], vec![Fact::Number(self.0), Fact::Number(self.1)])
    }

    fn specimens(_: &G) -> Vec<Pair> {
        vec![Pair(3, 5)]
    }
}

/// A yes or no.
pub struct Flag(pub bool);

impl<G: Game> Particular<G> for Flag {
    fn tell(&self, _: &G, _: &G::Position) -> Told {
        Told::new(self.0, self.0)
    }

    fn specimens(_: &G) -> Vec<Flag> {
        vec![Flag(true), Flag(false)]
    }
}

/// A side of the table.
pub struct Side(pub side::Side);

impl<G: Game> Particular<G> for Side {
    fn tell(&self, _: &G, _: &G::Position) -> Told {
        Told::new(self.0.name(), Fact::Word(self.0.name()))
    }

    fn specimens(_: &G) -> Vec<Side> {
        side::Side::ALL.map(Side).into()
    }
}

/// Sides of the table: a list.
pub struct Sides(pub side::Sides);

impl<G: Game> Particular<G> for Sides {
    fn tell(&self, _: &G, _: &G::Position) -> Told {
        let names = || self.0.iter().map(side::Side::name);
        Told::new(names().collect::<Vec<_>>(), names().map(Fact::Word).collect::<Vec<_>>())
    }

    fn specimens(_: &G) -> Vec<Sides> {
        [0, 1, 15].map(|sides| Sides(side::Sides(sides))).into()
    }
}
