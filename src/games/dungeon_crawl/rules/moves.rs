//! The moves: everything that changes the position.

use crate::games::dungeon_crawl::data::map::Square;
use crate::games::dungeon_crawl::data::piece::{Code, Suit};

/// A decision, a result of chance, or a fact reported by the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// Chance: a piecepack die, 0 to 5 (R4, R26, R35).
    Roll(u8),
    /// The pawns that point north, east, south and west (R6); a decision, or chance (A3).
    Compass([Suit; 4]),
    /// Chance: a tile turned over (R8).
    Tile(Code),
    /// Lays the tile beyond the outer edge, in this column or row of tiles, counted from 0 (R10).
    Site(u8),
    /// Lays a coin of this value from the pile (R11, R13).
    Coin(u8),
    /// Puts the neighbour's pawn on an entrance (R14).
    Pawn(Square),
    /// Moves one's own character (R19).
    Go(Square),
    /// Chance: the suit of the coin under the character (R24).
    Suit(Suit),
    /// Spends this much experience or equipment (R25, R34).
    Spend(u8),
    /// Applies this much equipment to the damage (R31).
    Apply(u8),
    /// Attacks this player (R34).
    Attack(u8),
    /// Attacks nobody (R34).
    Peace,
    /// Chooses what a successful attacker takes (R35).
    Spoils(Spoils),
    /// Chance: the treasure stolen (R35).
    Steal(u8),
    /// Fact: a treasure was stolen, and only thief and victim know which (section 7).
    StealUnseen,
    /// Returns a dead character to the dungeon at an entrance (R38).
    Enter(Square),
    /// Keeps a dead character out for now (R38).
    Wait,
    /// Fact: this treasure is among those turned up (R37, R42).
    Show(u8),
}

impl Move {
    /// The space that an answer points to: on the map, in pictures and on the page.
    pub fn space(self) -> Option<Square> {
        match self {
            Move::Pawn(at) | Move::Go(at) | Move::Enter(at) => Some(at),
            _ => None,
        }
    }
}

/// The number of a column or row of tiles, used wherever a position for a tile is named: on the map, in the picture, in
/// questions and in the move's name (R10).
pub fn site_number(along: u8) -> u16 {
    u16::from(along) + 1
}

/// The choices of a successful attacker (R35, A14).
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
