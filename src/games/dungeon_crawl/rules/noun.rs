//! The particulars of this game's events and phrases, as facts from which sentences are built.

use serde_json::json;

use super::position::{self, DEADLY, Position};
use crate::games::dungeon_crawl::Crawl;
use crate::games::dungeon_crawl::data::map;
use crate::games::dungeon_crawl::data::piece::{self, Code, Role as _, Values};
use crate::games::shared::event::{Particular, Told};
use crate::games::shared::fact::Fact;
use crate::games::shared::noun::Player;
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

/// The suits that point north, east, south and west: a list with a `suit`, its `letter` and a `side` for each.
pub struct Compass(pub [piece::Suit; 4]);

impl Compass {
    fn list(&self) -> Fact {
        let pointer = |(side, suit): (Side, piece::Suit)| {
            let letter = suit.letter().to_string().into();
            Fact::noun("pointer", [("suit", Fact::Word(suit.name())), ("letter", letter), ("side", Fact::Word(side.name()))])
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
            ("role", Role(suit).noun()),
            ("hazard", hazard.into()),
        ];
        Told::new(code.as_str(), Fact::noun("coin", facts))
    }

    fn specimens(_: &Crawl) -> Vec<Coin> {
        piece::Suit::ALL.map(|suit| Coin(Code { suit, value: 3 })).into()
    }
}

/// A suit, and the role of its coins: a `word`, and whether it is one of several things that can be counted.
pub struct Role(pub piece::Suit);

impl Role {
    pub fn noun(&self) -> Fact {
        let (word, suit) = (Fact::Word(self.0.role()), Fact::Word(self.0.name()));
        Fact::noun("role", [("word", word), ("suit", suit), ("counted", (self.0 != piece::Suit::Arms).into())])
    }
}

impl Particular<Crawl> for Role {
    fn tell(&self, _: &Crawl, _: &Position) -> Told {
        Told::new(self.0.role(), self.noun())
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

/// What is in front of a player: points by kind, and the number of `treasures`, with their values and `total` if those are `known`.
/// There is no `space` outside the dungeon.
#[derive(Clone, Copy)]
pub struct Holdings(pub position::Player, pub Option<Values>);

impl Particular<Crawl> for Holdings {
    fn tell(&self, _: &Crawl, _: &Position) -> Told {
        let Holdings(player, known) = self;
        let known = known.unwrap_or_default();
        let facts = [
            ("space", player.pawn.map_or(Fact::None, |at| at.to_string().into())),
            ("treasures", player.treasures.into()),
            ("known", known.iter().map(Fact::from).collect::<Vec<Fact>>().into()),
            ("total", known.sum().into()),
            ("equipment", player.equipment.len().into()),
            ("applied", player.applied.len().into()),
            ("traps", player.experience[0].len().into()),
            ("monsters", player.experience[1].len().into()),
            ("damage", player.hurt().into()),
            ("deadly", DEADLY.into()),
        ];
        Told { data: None, fact: Fact::noun("holdings", facts) }
    }

    fn specimens(_: &Crawl) -> Vec<Holdings> {
        let (poor, one) = (position::Player::default(), Values(1));
        let rich = position::Player {
            pawn: Some(map::Square::new(2, 3)),
            treasures: 1,
            equipment: one,
            applied: one,
            damage: [Values(8), one],
            ..poor
        };
        vec![Holdings(poor, None), Holdings(rich, None), Holdings(rich, Some(Values(3)))]
    }
}

/// A `player` with the `suit` and the `corner` agreed on.
pub struct Seating(pub u8);

impl Particular<Crawl> for Seating {
    fn tell(&self, game: &Crawl, p: &Position) -> Told {
        let (suit, corner) = (game.suit(self.0.into()), game.options.corners[usize::from(self.0)]);
        let facts = [
            ("player", Player(self.0).tell(game, p).fact),
            ("suit", Fact::Word(suit.name())),
            ("corner", Fact::Word(corner.name())),
        ];
        Told { data: None, fact: Fact::noun("seat", facts) }
    }

    fn specimens(_: &Crawl) -> Vec<Seating> {
        vec![Seating(0), Seating(1)]
    }
}

/// Columns with floor that lie side by side, `from` one `to` another.
pub struct Run(pub u8, pub u8);

impl Particular<Crawl> for Run {
    fn tell(&self, _: &Crawl, _: &Position) -> Told {
        let [from, to] = [self.0, self.1].map(map::Square::column);
        Told { data: None, fact: Fact::noun("run", [("from", from.into()), ("to", to.into())]) }
    }

    fn specimens(_: &Crawl) -> Vec<Run> {
        vec![Run(0, 3), Run(6, 7)]
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
    /// The position of a place beyond that side, in this column or row (R10).
    pub fn beyond(p: &Position, side: Side, along: u8) -> Option<Offset> {
        let ((x, y), last) = p.map.beyond(side, along).zip(p.map.tiles().last())?;
        let (east, north) = (i16::from(x) - i16::from(last.0), i16::from(y) - i16::from(last.1));
        Some(Offset { east, north, is_second: p.map.tiles().len() == 1 })
    }

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

/// A position for a tile, or that of the tile laid last.
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
