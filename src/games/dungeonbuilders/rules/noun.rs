//! The particulars of this game's events and phrases, as facts from which sentences are built.

use serde_json::json;

use super::position::{self, POTION, SWORD};
use crate::games::dungeonbuilders::Builders;
use crate::games::dungeonbuilders::data::layout::{self, Set, beside};
use crate::games::dungeonbuilders::data::tile;
use crate::games::piecepack::{self, VALUES};
use crate::games::shared::described::cell;
use crate::games::shared::event::Told;
use crate::games::shared::fact::Fact;
use crate::games::shared::noun::{Player, nouns};
use crate::games::side::Side;

nouns! {
    of Builders, with (game, p);

    /// A tile by its code.
    Tile(tile: tile::Tile) = Told::new(tile.to_string(), tile.to_string()), like [Tile(tile::Tile::ENTRANCE)];

    /// Tiles by their codes.
    Tiles(tiles: tile::Tiles) = {
        let codes = || tiles.iter().map(|tile| tile.to_string());
        Told::new(codes().collect::<Vec<String>>(), codes().map(Fact::from).collect::<Vec<Fact>>())
    }, like [0, 1, 3].map(|count| Tiles(tile::Tile::all().take(count).collect()));

    /// The cell of a tile, as in snapshots and corrections: "3e 1s".
    Cell(at: layout::Cell) = Told::new(json!(at), cell((at.0.into(), at.1.into()))), like [Cell((3, -1))];

    /// A cell for a tile: the matching tiles `near` it, each with its `side` on which the cell is, and the `code` by which the cell
    /// is typed. Without a tile to lay, all tiles beside it are near.
    Spot(near: Vec<(Side, tile::Tile)>) = {
        let beside = |(side, other): &(Side, tile::Tile)| {
            Fact::noun("near", [("side", Fact::Word(side.name())), ("tile", other.to_string().into())])
        };
        let near_by = near.iter().map(beside).collect::<Vec<Fact>>();
        Told::aside(Fact::noun("spot", [("near", near_by.into()), ("code", Spot::code(near).map_or(Fact::None, Fact::from))]))
    }, like {
        let tiles = || tile::Tile::all().map(|tile| (Side::East, tile));
        [0, 1, 2].map(|count| Spot(tiles().take(count).collect()))
    };

    /// A suit of the piecepack.
    Suit(suit: piecepack::Suit) = Told::new(suit.name(), Fact::Word(suit.name())), like piecepack::Suit::ALL.map(Suit);

    /// A `player`, and the `suit` of the coins, the pawn and the die.
    Seating(seat: u8) = Told::aside(Fact::noun("seat", [
        ("player", Player(*seat).tell(game, p).fact),
        ("suit", Fact::Word(game.suit(*seat).name())),
    ])), like [Seating(0), Seating(1)];

    /// A coin whose value is known: its `value`, and whether it is a `potion` or a `sword`.
    Coin(value: u8) = Told::new(*value, Coin(*value).noun()), like (0..VALUES as u8).map(Coin);

    /// A coin whose value may not be known.
    Placed(value: Option<u8>) = Told::new(json!(value), value.map_or(Fact::None, |value| Coin(value).noun())),
        like [None, Some(POTION), Some(SWORD), Some(3)].map(Placed);

    /// A `coin` on a tile, and the `player` who placed it.
    Lying(seat: u8, value: Option<u8>) = Told::aside(Fact::noun("lying", [
        ("player", Player(*seat).tell(game, p).fact),
        ("coin", value.map_or(Fact::None, |value| Coin(value).noun())),
    ])), like [None, Some(POTION), Some(SWORD), Some(3)].map(|value| Lying(0, value));

    /// What a hero carries or left behind: whether there is a `sword`, and the number of `potions`.
    Things(sword: bool, potions: u32) = Told::aside(
        Fact::noun("things", [("sword", (*sword).into()), ("potions", (*potions).into())])
    ), like [(true, 0), (false, 1), (true, 2)].map(|(sword, potions)| Things(sword, potions));

    /// A `tile` on the `side` of an`other` one; the first of a set is beside nothing.
    Neighbour(tile: tile::Tile, beside: Option<(Side, tile::Tile)>) = Told::aside(Fact::noun("neighbour", [
        ("tile", tile.to_string().into()),
        ("side", beside.map_or(Fact::None, |(side, _)| Fact::Word(side.name()))),
        ("other", beside.map_or(Fact::None, |(_, other)| other.to_string().into())),
    ])), like {
        let first = tile::Tile::ENTRANCE;
        tile::Tile::all().take(1).flat_map(move |tile| [Neighbour(first, None), Neighbour(tile, Some((Side::East, first)))])
    };
}

impl Coin {
    pub fn noun(&self) -> Fact {
        let is = |value: u8| (self.0 == value).into();
        Fact::noun(
            "coin",
            [
                ("value", self.0.into()),
                ("potion", is(POTION)),
                ("sword", is(SWORD)),
            ],
        )
    }
}

impl Things {
    /// What a hero carries.
    pub fn of(hero: &position::Hero) -> Things {
        Things(hero.sword.is_some(), hero.potions.count_ones())
    }

    /// What a dead hero left.
    pub fn left(left: &position::Remains) -> Things {
        Things(left.sword.is_some(), left.potions.count_ones())
    }

    pub fn is_empty(&self) -> bool {
        !self.0 && self.1 == 0
    }
}

impl Spot {
    /// The tiles of the dungeon beside a cell that match this tile, if any is given, each with its side on which the cell is.
    pub fn near(
        layout: &layout::Layout,
        at: layout::Cell,
        tile: Option<tile::Tile>,
    ) -> Vec<(Side, tile::Tile)> {
        let found = |side: Side| {
            layout
                .at(Set::DUNGEON, beside(at, side))
                .map(|other| (side.opposite(), other))
        };
        let fits = |(_, other): &(Side, tile::Tile)| tile.is_none_or(|tile| tile.fits(*other));
        Side::ALL
            .into_iter()
            .filter_map(found)
            .filter(fits)
            .collect()
    }

    /// The code by which a cell is typed: "C2w" is west of C2. A cell beside no matching tile has none.
    pub fn code(near: &[(Side, tile::Tile)]) -> Option<String> {
        near.first()
            .map(|(side, other)| format!("{other}{}", side.letter()))
    }
}
