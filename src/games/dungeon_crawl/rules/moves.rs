//! Everything that takes a position to the next.

use crate::games::dungeon_crawl::data::map::Square;
use crate::games::dungeon_crawl::data::piece::{Code, Suit};

/// A decision, a result of chance, or a fact told by the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// Chance: a die of the piecepack, 0 to 5 (R4, R26, R35).
    Roll(u8),
    /// Which pawns point north, east, south and west (R6); a decision, or chance (A3).
    Compass([Suit; 4]),
    /// Chance: this tile is turned over (R8).
    Tile(Code),
    /// Beyond the outer edge, in this column or row of tiles from 0 (R10).
    Site(u8),
    /// Takes a coin of this value from the pile (R11, R13).
    Coin(u8),
    /// Places the neighbour's pawn at an entrance (R14).
    Pawn(Square),
    /// Moves the own character (R19).
    Go(Square),
    /// Chance: the coin landed on shows this suit (R24).
    Suit(Suit),
    /// Spends so much experience or equipment (R25, R34).
    Spend(u8),
    /// Applies so much equipment to the damage (R31).
    Apply(u8),
    /// Attacks that seat (R34).
    Attack(u8),
    /// Attacks nobody (R34).
    Peace,
    /// What a successful attacker takes (R35).
    Spoils(Spoils),
    /// Chance: this treasure is stolen (R35).
    Steal(u8),
    /// A fact: some treasure is stolen, and the two who saw it keep it to themselves (section 7).
    StealUnseen,
    /// A dead character comes back at an entrance (R38).
    Enter(Square),
    /// It does not yet (R38).
    Wait,
    /// A fact: this treasure is among those turned up (R37, R42).
    Show(u8),
}

impl Move {
    /// The space that an answer points at, on the map, in pictures and on the page.
    pub fn space(self) -> Option<Square> {
        match self {
            Move::Pawn(at) | Move::Go(at) | Move::Enter(at) => Some(at),
            _ => None,
        }
    }
}

/// What a column or row of tiles is called, wherever a place for a tile is named: on the map, in the picture, in what is asked
/// and in the move's name (R10).
pub fn site_number(along: u8) -> u16 {
    u16::from(along) + 1
}

/// What a successful attacker may take (R35, A14).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spoils {
    Treasure,
    Equipment,
    Nothing,
}

impl Spoils {
    pub const ALL: [Spoils; 3] = [Spoils::Treasure, Spoils::Equipment, Spoils::Nothing];

    pub fn name(self) -> &'static str {
        ["treasure", "equipment", "none"][self as usize]
    }
}
