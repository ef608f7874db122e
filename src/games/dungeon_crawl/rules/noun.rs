//! The particulars of this game's events, as facts from which sentences are built.

use serde_json::json;

use super::position::Position;
use crate::games::dungeon_crawl::Crawl;
use crate::games::dungeon_crawl::data::map;
use crate::games::dungeon_crawl::data::piece::{self, Code, Role as _, Values};
use crate::games::shared::event::{Particular, Told};
use crate::games::shared::fact::Fact;
use crate::games::side::Side;

/// A space of the dungeon, by name: "c4".
pub struct Square(pub map::Square);

impl Particular<Crawl> for Square {
    fn tell(&self, _: &Crawl, _: &Position) -> Told {
        Told::new(self.0.to_string(), self.0.to_string())
    }

    fn specimens(_: &Crawl) -> Vec<Square> {
        vec![Square(map::Square::new(2, 3))]
    }
}

/// The suits that point north, east, south and west: a list with a `suit` and a `side` for each.
pub struct Compass(pub [piece::Suit; 4]);

impl Compass {
    pub fn list(&self) -> Fact {
        let pointer = |(side, suit): (Side, piece::Suit)| {
            Fact::noun("pointer", [("suit", Fact::Word(suit.name())), ("side", Fact::Word(side.name()))])
        };
        Fact::List(Side::ALL.into_iter().zip(self.0).map(pointer).collect())
    }
}

impl Particular<Crawl> for Compass {
    fn tell(&self, _: &Crawl, _: &Position) -> Told {
        Told::new(json!(self.0), self.list())
    }

    fn specimens(_: &Crawl) -> Vec<Compass> {
        vec![Compass(piece::Suit::ALL)]
    }
}

/// A tile: its `code` and its `suit`.
pub struct Tile(pub Code);

impl Particular<Crawl> for Tile {
    fn tell(&self, _: &Crawl, _: &Position) -> Told {
        let code = self.0.to_string();
        let facts = [("code", code.as_str().into()), ("suit", Fact::Word(self.0.suit.name()))];
        Told::new(code.as_str(), Fact::noun("tile", facts))
    }

    fn specimens(_: &Crawl) -> Vec<Tile> {
        piece::Suit::ALL.map(|suit| Tile(Code { suit, value: 3 })).into()
    }
}

/// An open coin: its `code`, `value` and `role`, and whether it is a `hazard`.
pub struct Coin(pub Code);

impl Particular<Crawl> for Coin {
    fn tell(&self, _: &Crawl, _: &Position) -> Told {
        let (code, Code { suit, value }) = (self.0.to_string(), self.0);
        let hazard = matches!(suit, piece::Suit::Suns | piece::Suit::Moons);
        let facts = [
            ("code", code.as_str().into()),
            ("value", value.into()),
            ("role", Fact::Word(suit.role())),
            ("hazard", hazard.into()),
        ];
        Told::new(code.as_str(), Fact::noun("coin", facts))
    }

    fn specimens(_: &Crawl) -> Vec<Coin> {
        piece::Suit::ALL.map(|suit| Coin(Code { suit, value: 3 })).into()
    }
}

/// The role of a suit's coins.
pub struct Role(pub piece::Suit);

impl Particular<Crawl> for Role {
    fn tell(&self, _: &Crawl, _: &Position) -> Told {
        Told::new(self.0.role(), Fact::Word(self.0.role()))
    }

    fn specimens(_: &Crawl) -> Vec<Role> {
        piece::Suit::ALL.map(Role).into()
    }
}

/// The codes of coins of one suit.
pub fn codes(suit: piece::Suit, values: Values) -> Vec<String> {
    values.iter().map(|value| Code { suit, value }.to_string()).collect()
}

/// The same coins; in sentences by value.
pub struct Coins(pub piece::Suit, pub Values);

impl Particular<Crawl> for Coins {
    fn tell(&self, _: &Crawl, _: &Position) -> Told {
        Told::new(codes(self.0, self.1), self.1.iter().map(Fact::from).collect::<Vec<Fact>>())
    }

    fn specimens(_: &Crawl) -> Vec<Coins> {
        [0, 1, 3].map(|values| Coins(piece::Suit::Crowns, Values(values))).into()
    }
}

/// What a player has or leaves: `treasures` by value, and points of `equipment`.
pub struct Loot(pub Values, pub Values);

impl Loot {
    pub fn noun(&self) -> Fact {
        let treasures = self.0.iter().map(Fact::from).collect::<Vec<Fact>>();
        Fact::noun("loot", [("treasures", treasures.into()), ("equipment", self.1.len().into())])
    }
}

impl Particular<Crawl> for Loot {
    fn tell(&self, _: &Crawl, _: &Position) -> Told {
        Told { data: None, fact: self.noun() }
    }

    fn specimens(_: &Crawl) -> Vec<Loot> {
        let values = [0, 1, 3].map(Values);
        values.into_iter().flat_map(|treasure| values.map(|equipment| Loot(treasure, equipment))).collect()
    }
}

/// A corner of a tile.
pub struct Corner(pub map::Corner);

impl Particular<Crawl> for Corner {
    fn tell(&self, _: &Crawl, _: &Position) -> Told {
        Told::new(self.0.name(), Fact::Word(self.0.name()))
    }

    fn specimens(_: &Crawl) -> Vec<Corner> {
        map::Corner::ALL.map(Corner).into()
    }
}

/// The position of a tile relative to the one laid before it, in `steps`, and whether it was the `first`. Each step has a
/// `way` and a `count`, and says whether it is the `only` one and a single tile long.
pub struct Offset {
    pub east: i16,
    pub north: i16,
    pub is_second: bool,
}

impl Offset {
    /// The position of the tile laid last; `None` for the first one.
    pub fn of_last(p: &Position) -> Option<Offset> {
        let mut tiles = p.map.tiles().iter().rev();
        let (last, before) = tiles.next().zip(tiles.next())?;
        let [east, north] =
            [(last.0, before.0), (last.1, before.1)].map(|(last, before)| i16::from(last) - i16::from(before));
        Some(Offset { east, north, is_second: p.map.tiles().len() == 2 })
    }

    pub fn noun(&self) -> Fact {
        let way = |steps: i16, [less, more]: [&'static str; 2]| (steps.unsigned_abs(), if steps < 0 { less } else { more });
        let ways = [way(self.north, ["south", "north"]), way(self.east, ["west", "east"])];
        let ways: Vec<(u16, &'static str)> = ways.into_iter().filter(|(count, _)| *count > 0).collect();
        let only = matches!(ways.as_slice(), [(1, _)]);
        let step = |(count, way): (u16, &'static str)| {
            Fact::noun("step", [("count", count.into()), ("way", Fact::Word(way)), ("only", only.into())])
        };
        let steps = ways.into_iter().map(step).collect::<Vec<Fact>>();
        Fact::noun("offset", [("steps", steps.into()), ("first", self.is_second.into())])
    }
}

/// The position of the tile laid last.
pub struct Place(pub Option<Offset>);

impl Particular<Crawl> for Place {
    fn tell(&self, _: &Crawl, _: &Position) -> Told {
        Told { data: None, fact: self.0.as_ref().map_or(Fact::None, Offset::noun) }
    }

    fn specimens(_: &Crawl) -> Vec<Place> {
        let place = |east, north, is_second| Place(Some(Offset { east, north, is_second }));
        vec![Place(None), place(1, 0, true), place(-1, 2, false)]
    }
}
