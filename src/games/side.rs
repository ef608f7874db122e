//! Sides of square tiles, and sets of them.

use serde::{Serialize, Serializer};

/// A side of a square on the table, north up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    North,
    East,
    South,
    West,
}

use Side::{East, North, South, West};

impl Side {
    pub const ALL: [Side; 4] = [North, East, South, West];

    /// The side `quarters` quarter turns clockwise from this one.
    pub fn turned(self, quarters: u8) -> Side {
        Side::ALL[usize::from((self as u8 + quarters) & 3)]
    }

    /// Quarter turns clockwise from north to here.
    pub fn quarters(self) -> u8 {
        self as u8
    }

    pub fn opposite(self) -> Side {
        self.turned(2)
    }

    /// The step to the neighbouring cell: x grows east, y grows north.
    pub fn step(self) -> (i16, i16) {
        match self {
            North => (0, 1),
            East => (1, 0),
            South => (0, -1),
            West => (-1, 0),
        }
    }

    /// "north"
    pub fn name(self) -> &'static str {
        match self {
            North => "north",
            East => "east",
            South => "south",
            West => "west",
        }
    }

    /// "n"
    pub fn letter(self) -> &'static str {
        &self.name()[..1]
    }

    /// Parses "n", "N" or "north".
    pub fn parse(text: &str) -> Option<Side> {
        Side::ALL.into_iter().find(|side| {
            text.eq_ignore_ascii_case(side.letter()) || text.eq_ignore_ascii_case(side.name())
        })
    }
}

/// A set of sides: bit 0 is north, then clockwise.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Sides(pub u8);

impl Sides {
    pub fn has(self, side: Side) -> bool {
        self.0 & 1 << side as u8 != 0
    }

    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub fn len(self) -> u32 {
        self.0.count_ones()
    }

    pub fn add(&mut self, side: Side) {
        self.0 |= 1 << side as u8;
    }

    pub fn remove(&mut self, side: Side) {
        self.0 &= !(1 << side as u8);
    }

    /// The set after `quarters` quarter turns clockwise: after one, a printed north exit points east.
    pub fn turned(self, quarters: u8) -> Sides {
        Sides((self.0 << quarters | self.0 >> (4 - quarters)) & 15)
    }

    pub fn iter(self) -> impl Iterator<Item = Side> {
        Side::ALL.into_iter().filter(move |side| self.has(*side))
    }
}

impl Serialize for Sides {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl FromIterator<Side> for Sides {
    fn from_iter<I: IntoIterator<Item = Side>>(sides: I) -> Sides {
        let mut all = Sides::default();
        sides.into_iter().for_each(|side| all.add(side));
        all
    }
}
