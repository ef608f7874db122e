//! What happened, for telling.

use crate::games::dungeonbuilders::data::layout::{Cell, Set};
use crate::games::dungeonbuilders::data::tile::Tile;
use crate::referee::RuleId;

/// Something that happened. `seat` is the player it is about. Events are told to everybody, so none says the value of a coin
/// that lies value down (I12).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// R8, R9.
    RoundBegan { round: u32, seat: u8 },
    /// R14.
    TileDrawn { seat: u8, tile: Tile },
    /// R17.
    TileLaid { seat: u8, tile: Tile, cell: Cell },
    /// R18: in the dungeon, that is.
    FitsNowhere { tile: Tile },
    /// R18.
    LeftApart { seat: u8, tile: Tile },
    /// R18, R19.
    Joined { seat: u8, tile: Tile, set: Set, count: u8 },
    /// R25; `value` where it lies open (A14).
    CoinPlaced { seat: u8, tile: Tile, value: Option<u8> },
    /// R30.
    PoweredUp { seat: u8, power: u8 },
    /// R24.
    Rebuilt { seat: u8 },
    /// R33a.
    Strongest { seat: u8 },
    /// R33b.
    PathFound,
    /// R35.
    Mightiest { seat: u8, power: u8 },
    /// R36: these seats, a bit each.
    Tied { seats: u8, power: u8 },
    /// R37.
    AuctionOpened { seat: u8, stay_out: bool },
    /// R38.
    BidMade { seat: u8, gold: u16 },
    /// R39.
    UnableToBid { seat: u8 },
    /// R40, R41.
    Paid { seat: u8, gold: u16, stay_out: bool },
    /// R43, R44.
    Entered { seat: u8, power: u8 },
    /// R45.
    Went { seat: u8, tile: Tile },
    /// R47; `by` is who placed it.
    CoinTurned { seat: u8, by: u8, value: u8 },
    /// R51.
    SwordTaken { seat: u8, by: u8 },
    /// R51, A29.
    SwordLeft { seat: u8, by: u8 },
    /// R52.
    PotionTaken { seat: u8, by: u8 },
    /// R53.
    Drank { seat: u8, by: u8, healed: u8 },
    /// R48: what the roll, the power and the sword make against the monster.
    Fought { seat: u8, roll: u8, power: u8, sword: bool, strength: u8, result: i8 },
    /// R49.
    Unharmed { seat: u8 },
    /// R49.
    Hurt { seat: u8, damage: u8, power: u8 },
    /// By this rule: R50, R51 or R53.
    Earned { seat: u8, gold: u16, rule: RuleId },
    /// R57.
    Died { seat: u8, tile: Tile },
    /// R56.
    Left { seat: u8 },
    /// R58, R59, V1, V3f.
    Scored { seat: u8, gold: u16, dead: bool },
    /// V3b, V3c.
    Declined { seat: u8 },
    /// V3c.
    Volunteered { seat: u8 },
    /// V3e.
    Looted { seat: u8, from: u8, sword: bool },
    /// R60: the round is over.
    RoundEnded { round: u32 },
    /// R63.
    Won { seat: u8, gold: u16 },
    /// R63, A34: these seats, a bit each.
    WonTogether { seats: u8, gold: u16 },
    /// A34.
    PlayedOn { seats: u8 },
    /// A44.
    LimitReached { rounds: u32 },
}
