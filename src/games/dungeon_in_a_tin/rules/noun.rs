//! What the events of this game are about, as facts: sentences put them into words.

use serde_json::json;

use super::moves::Coins;
use super::position::Position;
use crate::games::dungeon_in_a_tin::Dungeon;
use crate::games::dungeon_in_a_tin::data::piece::{self, Kind, SPECIALS};
use crate::games::shared::event::{Particular, Told};
use crate::games::shared::fact::Fact;
use crate::games::side::{self, Side};

/// Treasure of one kind: its `word`, what a coin is worth in `gold` (0 of items), whether it is the `maiden`, and how many.
pub struct Token(pub Kind);

impl Token {
    pub fn several(&self, game: &Dungeon, count: u8) -> Fact {
        let (kind, token) = (self.0, game.data.token(self.0));
        let special = Kind::SPECIAL_NAMES.get(kind.index()).map(|name| Fact::Word(name));
        let word = special.unwrap_or_else(|| token.word.as_str().into());
        let maiden = (kind == Kind::MAIDEN).into();
        Fact::noun("token", [("word", word), ("gold", token.gold.into()), ("maiden", maiden), ("count", count.into())])
    }
}

impl Particular<Dungeon> for Token {
    fn tell(&self, game: &Dungeon, _: &Position) -> Told {
        Told::new(game.data.token(self.0).word.as_str(), self.several(game, 1))
    }

    fn specimens(_: &Dungeon) -> Vec<Token> {
        (0..=SPECIALS as u8).map(|kind| Token(Kind(kind))).collect()
    }
}

/// A fight card: its `code`, and its `bonuses`, the `attack`s that it answers with what it adds.
pub struct Card(pub u8);

impl Card {
    pub fn noun(&self, game: &Dungeon) -> Fact {
        let named = piece::Attack::ALL.into_iter().zip(game.data.card(self.0).bonus).filter(|(_, bonus)| *bonus != 0);
        let bonus = |(attack, plus): (piece::Attack, i8)| {
            Fact::noun("bonus", [("attack", Fact::Word(attack.name())), ("plus", plus.into())])
        };
        Fact::noun("card", [("code", game.card_code(self.0).into()), ("bonuses", Fact::List(named.map(bonus).collect()))])
    }
}

impl Particular<Dungeon> for Card {
    fn tell(&self, game: &Dungeon, _: &Position) -> Told {
        Told::new(game.card_code(self.0), self.noun(game))
    }

    fn specimens(game: &Dungeon) -> Vec<Card> {
        let answers = |card: &u8| game.data.card(*card).bonus.iter().filter(|bonus| **bonus != 0).count();
        let first = |number: usize| (0..game.data.cards.len() as u8).find(|card| answers(card) == number).map(Card);
        (0..=3).filter_map(first).collect()
    }
}

/// A card that goes to a hand, and whether all may see it.
pub struct Dealt(pub u8, pub bool);

impl Particular<Dungeon> for Dealt {
    fn tell(&self, game: &Dungeon, p: &Position) -> Told {
        if self.1 { Card(self.0).tell(game, p) } else { Told::hidden() }
    }

    fn specimens(_: &Dungeon) -> Vec<Dealt> {
        vec![Dealt(0, true), Dealt(0, false)]
    }
}

/// A kind of tile: its `name` without an article of its own, and its `code`.
pub struct Tile(pub u8);

impl Tile {
    pub fn noun(&self, game: &Dungeon) -> Fact {
        Fact::noun("room", [("name", game.tile_name(self.0).into()), ("code", game.tile_code(self.0).into())])
    }
}

impl Particular<Dungeon> for Tile {
    fn tell(&self, game: &Dungeon, _: &Position) -> Told {
        Told::new(game.tile_code(self.0), self.noun(game))
    }

    fn specimens(game: &Dungeon) -> Vec<Tile> {
        (0..game.data.tiles.len() as u8).map(Tile).collect()
    }
}

/// A tile that lies, by the order in which tiles were laid.
pub struct Room(pub u8);

impl Particular<Dungeon> for Room {
    fn tell(&self, game: &Dungeon, p: &Position) -> Told {
        Tile(p.room(self.0).tile).tell(game, p)
    }

    fn specimens(_: &Dungeon) -> Vec<Room> {
        vec![Room(0)]
    }
}

/// The `exits` of a room: of each its `side`, and whether it is `locked`.
pub struct Exits(pub side::Sides, pub side::Sides);

impl Exits {
    pub fn noun(&self) -> Fact {
        let exit = |side: Side| Fact::noun("exit", [("side", Fact::Word(side.name())), ("locked", self.1.has(side).into())]);
        Fact::noun("exits", [("exits", Fact::List(self.0.iter().map(exit).collect()))])
    }
}

impl Particular<Dungeon> for Exits {
    fn tell(&self, _: &Dungeon, _: &Position) -> Told {
        Told::new(self.0.iter().map(Side::name).collect::<Vec<_>>(), self.noun())
    }

    fn specimens(_: &Dungeon) -> Vec<Exits> {
        [(1, 0), (2, 2), (15, 4)].map(|(exits, locked)| Exits(side::Sides(exits), side::Sides(locked))).into()
    }
}

/// A monster: its `colour`, whether it is `horned` and has a `chest`, and how many.
pub struct Monster(pub piece::Monster);

impl Monster {
    pub fn several(&self, count: u32) -> Fact {
        let (horned, chest) = (self.0.has_horns().into(), self.0.has_chest().into());
        let colour = Fact::Word(self.0.colour().name());
        Fact::noun("monster", [("colour", colour), ("horned", horned), ("chest", chest), ("count", count.into())])
    }
}

impl Particular<Dungeon> for Monster {
    fn tell(&self, _: &Dungeon, _: &Position) -> Told {
        Told::new(json!({ "colour": self.0.colour(), "face": self.0.face().name() }), self.several(1))
    }

    fn specimens(_: &Dungeon) -> Vec<Monster> {
        piece::Monster::ALL.map(Monster).into()
    }
}

/// The colour of a die.
pub struct Colour(pub piece::Colour);

impl Particular<Dungeon> for Colour {
    fn tell(&self, _: &Dungeon, _: &Position) -> Told {
        Told::new(self.0.name(), Fact::Word(self.0.name()))
    }

    fn specimens(_: &Dungeon) -> Vec<Colour> {
        piece::Colour::ALL.map(Colour).into()
    }
}

/// What a monster does.
pub struct Attack(pub piece::Attack);

impl Particular<Dungeon> for Attack {
    fn tell(&self, _: &Dungeon, _: &Position) -> Told {
        Told::new(self.0.name(), Fact::Word(self.0.name()))
    }

    fn specimens(_: &Dungeon) -> Vec<Attack> {
        piece::Attack::ALL.map(Attack).into()
    }
}

/// The coins of a payment: a list of their words.
pub struct Payment(pub Coins);

impl Particular<Dungeon> for Payment {
    fn tell(&self, game: &Dungeon, _: &Position) -> Told {
        let words = game.coin_words(self.0);
        Told::new(words.clone(), words.into_iter().map(Fact::from).collect::<Vec<_>>())
    }

    fn specimens(_: &Dungeon) -> Vec<Payment> {
        vec![Payment(Coins::default())]
    }
}
