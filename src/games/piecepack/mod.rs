//! The pieces of a piecepack: tiles and coins in four suits with values 0 to 5, and a die and a pawn in each suit.

pub mod mat;
mod pieces;

use serde::{Serialize, Serializer};

pub use pieces::Pieces;

/// The number of values on tiles, coins and dice: null, ace and 2 to 5.
pub const VALUES: usize = 6;

/// A suit, in the standard order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Hash)]
#[serde(rename_all = "lowercase")]
pub enum Suit {
    Suns,
    Moons,
    Crowns,
    Arms,
}

impl Suit {
    pub const ALL: [Suit; 4] = [Suit::Suns, Suit::Moons, Suit::Crowns, Suit::Arms];

    /// The letter printed in codes: S, M, C or A.
    pub fn letter(self) -> char {
        ['S', 'M', 'C', 'A'][self as usize]
    }

    pub fn name(self) -> &'static str {
        ["Suns", "Moons", "Crowns", "Arms"][self as usize]
    }

    /// All suits in the order of these letters, the unnamed ones last: "CA" gives Crowns, Arms, Suns, Moons.
    pub fn in_order(letters: &str) -> [Suit; 4] {
        crate::games::in_order(Suit::ALL, letters.chars().filter_map(Suit::of_letter))
    }

    pub fn of_letter(letter: char) -> Option<Suit> {
        Suit::ALL
            .into_iter()
            .find(|suit| suit.letter().eq_ignore_ascii_case(&letter))
    }

    /// Parses a letter or a name.
    pub fn parse(word: &str) -> Option<Suit> {
        let mut letters = word.chars();
        match (letters.next(), letters.next()) {
            (Some(letter), None) => Suit::of_letter(letter),
            _ => Suit::ALL
                .into_iter()
                .find(|suit| suit.name().eq_ignore_ascii_case(word)),
        }
    }
}

/// A tile or a coin: "S3".
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Code {
    pub suit: Suit,
    pub value: u8,
}

impl Code {
    /// Parses a code such as "M4"; "n" and "a" stand for 0 and 1.
    pub fn parse(word: &str) -> Option<Code> {
        let mut letters = word.chars();
        let suit = Suit::of_letter(letters.next()?)?;
        Some(Code {
            suit,
            value: value(letters.as_str())?,
        })
    }
}

impl std::fmt::Display for Code {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{}", self.suit.letter(), self.value)
    }
}

/// Parses "0" to "5", "n" or "a".
pub fn value(word: &str) -> Option<u8> {
    match word {
        "n" | "N" => Some(0),
        "a" | "A" => Some(1),
        _ => word.parse().ok(),
    }
}

/// A set of values of one suit; since no two coins are alike, this is also a set of coins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Values(pub u8);

impl Values {
    /// All six values.
    pub const ALL: Values = Values((1 << VALUES) - 1);

    pub fn has(self, value: u8) -> bool {
        usize::from(value) < VALUES && self.0 & 1 << value != 0
    }

    pub fn add(&mut self, value: u8) {
        self.0 |= 1 << value;
    }

    pub fn remove(&mut self, value: u8) {
        self.0 &= !(1 << value);
    }

    /// Adds the values of another set.
    pub fn take(&mut self, others: Values) {
        self.0 |= others.0;
    }

    pub fn len(self) -> u8 {
        self.0.count_ones() as u8
    }

    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The values in ascending order.
    pub fn iter(self) -> impl Iterator<Item = u8> {
        (0..VALUES as u8).filter(move |value| self.has(*value))
    }

    /// The sum of the values.
    pub fn sum(self) -> u32 {
        self.iter().map(u32::from).sum()
    }

    /// Removes and returns this many values, the lowest first.
    pub fn split(&mut self, count: u8) -> Values {
        let out = Values(
            self.iter()
                .take(usize::from(count))
                .fold(0, |out, value| out | 1 << value),
        );
        self.0 &= !out.0;
        out
    }
}

impl Serialize for Values {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}
