//! The printed piecepack, for pictures: which piece of a kit is which tile, coin, die or pawn.

use super::{Code, Suit, VALUES};
use crate::games::shared::tabletop::{code, size};
use crate::kit::Kit;
use crate::referee::scene::{Piece, What};

const TILES: &str = "tiles";
const COINS: &str = "coins";
const DICE: &str = "dice";
const PAWNS: &str = "standees";

/// The names of the values in the piecepack kit.
const VALUE_NAMES: [&str; VALUES] = ["null", "ace", "two", "three", "four", "five"];

/// A code for each suit and value.
type Codes = [[String; VALUES]; 4];

/// What a picture needs from the printed piecepack. Lengths are in mm.
#[derive(Clone, Debug)]
pub struct Pieces {
    pub tile: f64,
    pub coin: f64,
    /// The edge of a whole die.
    pub die: f64,
    pub pawn: (f64, f64),
    tiles: Codes,
    coins: Codes,
    dice: [String; 4],
    pawns: [String; 4],
}

impl Pieces {
    /// Finds the pieces of a kit; `None` if some are missing.
    pub fn new(kit: &Kit) -> Option<Pieces> {
        let recess = kit
            .playing_deck(DICE)
            .map_or(0.0, |(_, deck)| deck.recess.mm());
        Some(Pieces {
            tile: size(kit, TILES)?.0,
            coin: size(kit, COINS)?.0,
            die: size(kit, DICE)?.0 + recess,
            pawn: size(kit, PAWNS)?,
            tiles: all(kit, TILES)?,
            coins: all(kit, COINS)?,
            dice: suits(kit, DICE)?,
            pawns: suits(kit, PAWNS)?,
        })
    }

    /// A tile face up.
    pub fn tile(&self, tile: Code) -> What {
        What::Piece(Piece::new(TILES, of(&self.tiles, tile)))
    }

    /// A tile face down; all backs are alike.
    pub fn tile_back(&self) -> What {
        What::Turned(Piece::new(
            TILES,
            of(
                &self.tiles,
                Code {
                    suit: Suit::Suns,
                    value: 0,
                },
            ),
        ))
    }

    /// A coin with its suit up; all coins of a suit look alike.
    pub fn suit_up(&self, coin: Code) -> What {
        What::Piece(Piece::new(COINS, of(&self.coins, coin)))
    }

    /// A coin with its value up; all coins of a value look alike.
    pub fn value_up(&self, coin: Code) -> What {
        What::Turned(Piece::new(COINS, of(&self.coins, coin)))
    }

    /// A suit's die showing this value.
    pub fn die(&self, suit: Suit, value: u8) -> What {
        let face = VALUE_NAMES
            .get(usize::from(value))
            .map(|name| (*name).to_owned());
        What::Die(Piece {
            face,
            ..Piece::new(DICE, &self.dice[suit as usize])
        })
    }

    pub fn pawn(&self, suit: Suit) -> What {
        What::Piece(Piece::new(PAWNS, &self.pawns[suit as usize]))
    }
}

fn of(codes: &Codes, code: Code) -> &str {
    codes[code.suit as usize]
        .get(usize::from(code.value))
        .map_or("", String::as_str)
}

/// The codes of a deck with a piece for each suit.
fn suits(kit: &Kit, deck: &str) -> Option<[String; 4]> {
    let codes = Suit::ALL.map(|suit| coded(kit, deck, suit, &[]));
    codes.iter().all(|code| !code.is_empty()).then_some(codes)
}

/// The codes of a deck with a piece for each suit and value.
fn all(kit: &Kit, deck: &str) -> Option<Codes> {
    let codes =
        Suit::ALL.map(|suit| VALUE_NAMES.map(|value| coded(kit, deck, suit, &[("value", value)])));
    codes
        .iter()
        .flatten()
        .all(|code| !code.is_empty())
        .then_some(codes)
}

/// The code of a suit's piece with these texts; empty if it is missing.
fn coded(kit: &Kit, deck: &str, suit: Suit, texts: &[(&str, &str)]) -> String {
    code(
        kit,
        deck,
        &[&[("suit", &*suit.name().to_lowercase())], texts].concat(),
    )
    .unwrap_or_default()
}
