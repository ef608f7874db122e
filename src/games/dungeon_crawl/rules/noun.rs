//! The particulars of this game's events and phrases, as facts from which sentences are built.

use serde_json::json;

use super::position::{self, DEADLY, Position};
use crate::games::dungeon_crawl::Crawl;
use crate::games::dungeon_crawl::data::map;
use crate::games::dungeon_crawl::data::piece::{self, Code, Role as _, Values};
use crate::games::shared::event::Told;
use crate::games::shared::fact::Fact;
use crate::games::shared::noun::{Player, nouns};
use crate::games::side::Side;

nouns! {
    of Crawl, with (game, p);

    /// A space of the dungeon, by name: "c4".
    Square(at: map::Square) = Told::new(at.to_string(), at.to_string()), like [Square(map::Square::new(2, 3))];

    /// The suits that point north, east, south and west: a list with a `suit`, its `letter` and a `side` for each.
    Compass(suits: [piece::Suit; 4]) = {
        let pointer = |(side, suit): (Side, &piece::Suit)| {
            let letter = suit.letter().to_string().into();
            Fact::noun("pointer", [("suit", Fact::Word(suit.name())), ("letter", letter), ("side", Fact::Word(side.name()))])
        };
        Told::new(json!(suits), Side::ALL.into_iter().zip(suits).map(pointer).collect::<Vec<Fact>>())
    }, like [Compass(piece::Suit::ALL)];

    /// A tile: its `code` and its `suit`.
    Tile(tile: Code) = {
        let facts = [("code", tile.to_string().into()), ("suit", Fact::Word(tile.suit.name()))];
        Told::new(tile.to_string(), Fact::noun("tile", facts))
    }, like piece::Suit::ALL.map(|suit| Tile(Code { suit, value: 3 }));

    /// An open coin: its `code`, `value` and `role`, and whether it is a `hazard`.
    Coin(coin: Code) = {
        let facts = [
            ("code", coin.to_string().into()),
            ("value", coin.value.into()),
            ("role", Role(coin.suit).noun()),
            ("hazard", matches!(coin.suit, piece::Suit::Suns | piece::Suit::Moons).into()),
        ];
        Told::new(coin.to_string(), Fact::noun("coin", facts))
    }, like piece::Suit::ALL.map(|suit| Coin(Code { suit, value: 3 }));

    /// A suit, and the role of its coins: a `word`, and whether it is a countable noun.
    Role(suit: piece::Suit) = Told::new(suit.role(), Role(*suit).noun()), like piece::Suit::ALL.map(Role);

    /// Coins of one suit; in sentences by value.
    Coins(suit: piece::Suit, values: Values) = {
        Told::new(codes(*suit, *values), values.iter().map(Fact::from).collect::<Vec<Fact>>())
    }, like [0, 1, 3].map(|values| Coins(piece::Suit::Crowns, Values(values)));

    /// What a player has or leaves: `treasures` by value, and points of `equipment`.
    Loot(treasure: Values, equipment: Values) = Told::aside(Loot(*treasure, *equipment).noun()), like {
        let values = [0, 1, 3].map(Values);
        values.into_iter().flat_map(move |treasure| values.map(|equipment| Loot(treasure, equipment)))
    };

    /// What is in front of a player: points by kind, and the number of `treasures`, with their values and `total` if those are
    /// `known`. There is no `space` outside the dungeon.
    #[derive(Clone, Copy)]
    Holdings(player: position::Player, known: Option<Values>) = {
        let known = known.unwrap_or_default();
        Told::aside(Fact::noun("holdings", [
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
        ]))
    }, like {
        let (pawn, one) = (Some(map::Square::new(2, 3)), Values(1));
        let poor = position::Player::default();
        let rich = position::Player { pawn, treasures: 1, equipment: one, applied: one, damage: [Values(8), one], ..poor };
        [Holdings(poor, None), Holdings(rich, None), Holdings(rich, Some(Values(3)))]
    };

    /// A `player` with the `suit` and the `corner` agreed on.
    Seating(seat: u8) = Told::aside(Fact::noun("seat", [
        ("player", Player(*seat).tell(game, p).fact),
        ("suit", Fact::Word(game.suit((*seat).into()).name())),
        ("corner", Fact::Word(game.options.corners[usize::from(*seat)].name())),
    ])), like [Seating(0), Seating(1)];

    /// Neighbouring columns with floor, `from` the first `to` the last.
    Run(from: u8, to: u8) = {
        let [from, to] = [from, to].map(|column| map::Square::column(*column));
        Told::aside(Fact::noun("run", [("from", from.into()), ("to", to.into())]))
    }, like [Run(0, 3), Run(6, 7)];

    /// A corner of a tile.
    Corner(corner: map::Corner) = Told::new(corner.name(), Fact::Word(corner.name())), like map::Corner::ALL.map(Corner);

    /// A position for a tile, or that of the tile laid last.
    Place(at: Option<Offset>) = Told::aside(at.as_ref().map_or(Fact::None, Offset::noun)), like {
        let place = |east, north, is_second| Place(Some(Offset { east, north, is_second }));
        [Place(None), place(1, 0, true), place(-1, 2, false)]
    };
}

/// The codes of coins of one suit.
pub fn codes(suit: piece::Suit, values: Values) -> Vec<String> {
    values
        .iter()
        .map(|value| Code { suit, value }.to_string())
        .collect()
}

impl Role {
    pub fn noun(&self) -> Fact {
        let word = Fact::Word(self.0.role());
        let suit = Fact::Word(self.0.name());
        Fact::noun(
            "role",
            [
                ("word", word),
                ("suit", suit),
                ("counted", (self.0 != piece::Suit::Arms).into()),
            ],
        )
    }
}

impl Loot {
    pub fn noun(&self) -> Fact {
        let treasures = self.0.iter().map(Fact::from).collect::<Vec<Fact>>();
        Fact::noun(
            "loot",
            [
                ("treasures", treasures.into()),
                ("equipment", self.1.len().into()),
            ],
        )
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
        let east = i16::from(x) - i16::from(last.0);
        let north = i16::from(y) - i16::from(last.1);
        Some(Offset {
            east,
            north,
            is_second: p.map.tiles().len() == 1,
        })
    }

    /// The position of the tile laid last; `None` for the first one.
    pub fn of_last(p: &Position) -> Option<Offset> {
        let mut tiles = p.map.tiles().iter().rev();
        let (last, before) = tiles.next().zip(tiles.next())?;
        let [east, north] = [(last.0, before.0), (last.1, before.1)]
            .map(|(last, before)| i16::from(last) - i16::from(before));
        Some(Offset {
            east,
            north,
            is_second: p.map.tiles().len() == 2,
        })
    }

    pub fn noun(&self) -> Fact {
        let way = |steps: i16, [less, more]: [&'static str; 2]| {
            (steps.unsigned_abs(), if steps < 0 { less } else { more })
        };
        let ways = [
            way(self.north, ["south", "north"]),
            way(self.east, ["west", "east"]),
        ];
        let ways: Vec<(u16, &'static str)> =
            ways.into_iter().filter(|(count, _)| *count > 0).collect();
        let only = matches!(ways.as_slice(), [(1, _)]);
        let step = |(count, way): (u16, &'static str)| {
            Fact::noun(
                "step",
                [
                    ("count", count.into()),
                    ("way", Fact::Word(way)),
                    ("only", only.into()),
                ],
            )
        };
        let steps = ways.into_iter().map(step).collect::<Vec<Fact>>();
        Fact::noun(
            "offset",
            [("steps", steps.into()), ("first", self.is_second.into())],
        )
    }
}
