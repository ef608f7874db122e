//! Tiles by number, and sets of them.

use serde::{Serialize, Serializer};

use crate::games::piecepack::{Code, Suit, VALUES};

/// A tile of the piecepack, or the entrance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tile(u8);

/// The number of tiles in a piecepack.
pub const TILES: usize = 24;

impl Tile {
    /// The face-down tile in the middle, whichever it is (R2).
    pub const ENTRANCE: Tile = Tile(TILES as u8);

    pub fn new(suit: Suit, value: u8) -> Tile {
        Tile(suit as u8 * VALUES as u8 + value)
    }

    /// All tiles of the piecepack, by suit and then value.
    pub fn all() -> impl Iterator<Item = Tile> + Clone {
        (0..TILES as u8).map(Tile)
    }

    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The suit; `None` for the entrance.
    pub fn suit(self) -> Option<Suit> {
        Suit::ALL.get(self.index() / VALUES).copied()
    }

    /// R2, R16: null is 0, ace is 1, and the entrance is -1.
    pub fn value(self) -> i8 {
        if self == Tile::ENTRANCE {
            -1
        } else {
            (self.index() % VALUES) as i8
        }
    }

    /// R16: whether two tiles may be connected.
    pub fn fits(self, other: Tile) -> bool {
        self.value().abs_diff(other.value()) == 1
    }

    /// Parses "C2", or "E" for the entrance.
    pub fn parse(word: &str) -> Option<Tile> {
        if word.eq_ignore_ascii_case("e") {
            return Some(Tile::ENTRANCE);
        }
        Code::parse(word)
            .filter(|code| usize::from(code.value) < VALUES)
            .map(|code| Tile::new(code.suit, code.value))
    }
}

impl Serialize for Tile {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl std::fmt::Display for Tile {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.suit() {
            Some(suit) => write!(
                f,
                "{}",
                Code {
                    suit,
                    value: self.value() as u8
                }
            ),
            None => f.write_str("E"),
        }
    }
}

/// A set of tiles, one bit each, which may include the entrance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Tiles(u32);

impl Tiles {
    pub fn has(self, tile: Tile) -> bool {
        self.0 & 1 << tile.0 != 0
    }

    pub fn add(&mut self, tile: Tile) {
        self.0 |= 1 << tile.0;
    }

    pub fn remove(&mut self, tile: Tile) {
        self.0 &= !(1 << tile.0);
    }

    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The tiles that are not in the other set.
    pub fn without(self, other: Tiles) -> Tiles {
        Tiles(self.0 & !other.0)
    }

    /// The tiles in either set.
    pub fn or(self, other: Tiles) -> Tiles {
        Tiles(self.0 | other.0)
    }

    /// The tiles in both sets.
    pub fn and(self, other: Tiles) -> Tiles {
        Tiles(self.0 & other.0)
    }

    /// The tiles of a suit.
    pub fn of_suit(suit: Suit) -> Tiles {
        Tiles(((1 << VALUES) - 1) << (suit as usize * VALUES))
    }

    /// The tiles with this [value](Tile::value).
    pub fn of_value(value: i8) -> Tiles {
        const NULLS: u32 = 1 | 1 << VALUES | 1 << (2 * VALUES) | 1 << (3 * VALUES);
        match value {
            -1 => Tiles(1 << TILES),
            0..=5 => Tiles(NULLS << value),
            _ => Tiles::default(),
        }
    }

    /// R16: all tiles that may be connected to this one.
    pub fn fitting(tile: Tile) -> Tiles {
        let value = tile.value();
        Tiles(Tiles::of_value(value - 1).0 | Tiles::of_value(value + 1).0)
    }

    /// The tiles by suit and then value, the entrance last.
    pub fn iter(self) -> impl Iterator<Item = Tile> + Clone {
        let first = |left: u32| (left != 0).then_some(left);
        std::iter::successors(first(self.0), move |left| first(left & (left - 1)))
            .map(|left| Tile(left.trailing_zeros() as u8))
    }

    pub fn first(self) -> Option<Tile> {
        self.iter().next()
    }
}

impl Serialize for Tiles {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl FromIterator<Tile> for Tiles {
    fn from_iter<I: IntoIterator<Item = Tile>>(tiles: I) -> Tiles {
        let mut all = Tiles::default();
        tiles.into_iter().for_each(|tile| all.add(tile));
        all
    }
}
