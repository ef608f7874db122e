//! The moves: everything that changes the position.

use crate::games::dungeon_crawl::Crawl;
use crate::games::dungeon_crawl::data::map::Square;
use crate::games::dungeon_crawl::data::piece::{Code, Suit, value};
use crate::games::shared::moves::{moves, notations};
use crate::games::side::Side;

moves! {
    /// A decision, a result of chance, or a fact reported by the table.
    pub enum Move of Crawl;

    /// Chance: a piecepack die, 0 to 5 (R4, R26, R35).
    Roll(number: u8 as Value) = "roll:{number}";
    /// The pawns that point north, east, south and west (R6); a decision, or chance (A3).
    Compass(suits: [Suit; 4] as Compass) = "compass:{suits}";
    /// Chance: a tile turned over (R8).
    Tile(tile: Code) = "tile:{tile}";
    /// Lays the tile beyond the outer edge, in this column or row of tiles, counted from 0 (R10).
    Site(along: u8 as Site) = "site:{along}";
    /// Lays a coin of this value from the pile (R11, R13).
    Coin(value: u8 as Value) = "coin:{value}";
    /// Puts the neighbour's pawn on an entrance (R14).
    Pawn(at: Square) = "pawn:{at}";
    /// Moves one's own character (R19).
    Go(to: Square) = "go:{to}";
    /// Chance: the suit of the coin under the character (R24).
    Suit(suit: Suit) = "suit:{suit}";
    /// Spends this much experience or equipment (R25, R34).
    Spend(points: u8) = "spend:{points}";
    /// Applies this much equipment to the damage (R31).
    Apply(points: u8) = "apply:{points}";
    /// Attacks this player (R34).
    Attack(seat: u8 as Pawn) = "attack:{seat}";
    /// Attacks nobody (R34).
    Peace = "attack:none";
    /// Chooses what a successful attacker takes (R35).
    Spoils(spoils: Spoils) = "take:{spoils}";
    /// Chance: the treasure stolen (R35).
    Steal(treasure: u8 as Treasure) = "steal:{treasure}";
    /// Fact: a treasure was stolen, and only thief and victim know which (section 7).
    StealUnseen = "steal:unseen";
    /// Returns a dead character to the dungeon at an entrance (R38).
    Enter(at: Square) = "enter:{at}";
    /// Keeps a dead character out for now (R38).
    Wait = "wait";
    /// Fact: this treasure is among those turned up (R37, R42).
    Show(treasure: u8 as Treasure) = "show:{treasure}";
}

notations! {
    of Crawl, with game;

    suit: Suit = suit.letter(), word => Suit::parse(word), like Suit::ALL;
    tile: Code = tile, word => Code::parse(word),
        like Suit::ALL.into_iter().flat_map(|suit| (0..=6).map(move |value| Code { suit, value }));
    spoils: Spoils = spoils.name(), word => Spoils::ALL.into_iter().find(|spoils| spoils.name() == word), like Spoils::ALL;

    /// Of a large map, only some.
    square: Square = square, word => Square::parse(word),
        like (0..28).flat_map(|x| (0..28).map(move |y| Square::new(x, y))).filter(|at| (at.x + 3 * at.y) % 5 == 0);

    /// The value of a coin, or a number on a die.
    number: u8 as Value = number, word => value(word), like 0..=6;

    /// The suits that point north, east, south and west: "SMCA".
    suits: [Suit; 4] as Compass = suits.map(Suit::letter).iter().collect::<String>(), word => parse_compass(word),
        like compasses();

    /// A position for a tile.
    along: u8 as Site = site_number(along), word => word.parse::<u8>().ok()?.checked_sub(1), like 0..=6;

    /// A player by suit.
    seat: u8 as Pawn = game.suit(seat.into()).letter(), word => Suit::parse(word).map(|suit| game.seat_of(suit)), like 0..4;

    /// A treasure by its code: "C3".
    treasure: u8 as Treasure = format!("C{treasure}"), word => parse_crown(word), like 0..6;
}

/// All 24 arrangements of the pawns (R6).
pub(super) fn compasses() -> impl Iterator<Item = [Suit; 4]> {
    let all = (0..256usize)
        .map(|code| Side::ALL.map(|side| Suit::ALL[code >> (2 * (3 - side as usize)) & 3]));
    all.filter(|compass| Suit::ALL.iter().all(|suit| compass.contains(suit)))
}

/// Parses four different suits for north, east, south and west: "SMCA".
fn parse_compass(word: &str) -> Option<[Suit; 4]> {
    let suits: [Suit; 4] = word
        .chars()
        .map(Suit::of_letter)
        .collect::<Option<Vec<Suit>>>()?
        .try_into()
        .ok()?;
    Suit::ALL
        .iter()
        .all(|suit| suits.contains(suit))
        .then_some(suits)
}

/// Parses a treasure: "C3".
fn parse_crown(word: &str) -> Option<u8> {
    Code::parse(word)
        .filter(|code| code.suit == Suit::Crowns)
        .map(|code| code.value)
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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
