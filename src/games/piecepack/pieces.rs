//! The printed piecepack, for pictures: which piece of a kit is which tile, coin, die or pawn.

use super::{Code, Suit, VALUES};
use crate::kit::{Kit, Row};
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
        let size = |deck| kit.playing_deck(deck).map(|(_, deck)| (deck.size.w.mm(), deck.size.h.mm()));
        let recess = kit.playing_deck(DICE).map_or(0.0, |(_, deck)| deck.recess.mm());
        Some(Pieces {
            tile: size(TILES)?.0,
            coin: size(COINS)?.0,
            die: size(DICE)?.0 + recess,
            pawn: size(PAWNS)?,
            tiles: all(kit, TILES)?,
            coins: all(kit, COINS)?,
            dice: suits(kit, DICE)?,
            pawns: suits(kit, PAWNS)?,
        })
    }

    /// A tile face up.
    pub fn tile(&self, tile: Code) -> What {
        What::Piece(piece(TILES, of(&self.tiles, tile)))
    }

    /// A tile face down; all backs are alike.
    pub fn tile_back(&self) -> What {
        What::Turned(piece(TILES, of(&self.tiles, Code { suit: Suit::Suns, value: 0 })))
    }

    /// A coin with its suit up; all coins of a suit look alike.
    pub fn suit_up(&self, coin: Code) -> What {
        What::Piece(piece(COINS, of(&self.coins, coin)))
    }

    /// A coin with its value up; all coins of a value look alike.
    pub fn value_up(&self, coin: Code) -> What {
        What::Turned(piece(COINS, of(&self.coins, coin)))
    }

    /// A suit's die showing this value.
    pub fn die(&self, suit: Suit, value: u8) -> What {
        let face = VALUE_NAMES.get(usize::from(value)).map(|name| (*name).to_owned());
        What::Die(Piece { face, ..piece(DICE, &self.dice[suit as usize]) })
    }

    pub fn pawn(&self, suit: Suit) -> What {
        What::Piece(piece(PAWNS, &self.pawns[suit as usize]))
    }
}

fn of(codes: &Codes, code: Code) -> &str {
    codes[code.suit as usize].get(usize::from(code.value)).map_or("", String::as_str)
}

fn piece(deck: &'static str, code: &str) -> Piece {
    Piece { deck, code: code.to_owned(), face: None, set: 0 }
}

/// The codes of a deck with a piece for each suit.
fn suits(kit: &Kit, deck: &str) -> Option<[String; 4]> {
    let codes = Suit::ALL.map(|suit| code(kit, deck, suit, None).unwrap_or_default());
    codes.iter().all(|code| !code.is_empty()).then_some(codes)
}

/// The codes of a deck with a piece for each suit and value.
fn all(kit: &Kit, deck: &str) -> Option<Codes> {
    let of = |suit| VALUE_NAMES.map(|value| code(kit, deck, suit, Some(value)).unwrap_or_default());
    let codes = Suit::ALL.map(of);
    codes.iter().flatten().all(|code| !code.is_empty()).then_some(codes)
}

fn code(kit: &Kit, deck: &str, suit: Suit, value: Option<&str>) -> Option<String> {
    let (_, deck) = kit.playing_deck(deck)?;
    let suit = suit.name().to_lowercase();
    let fits = |row: &&Row| row.text("suit") == Some(&suit) && value.is_none_or(|value| row.text("value") == Some(value));
    deck.rows.iter().find(fits)?.codes().next().map(str::to_owned)
}
