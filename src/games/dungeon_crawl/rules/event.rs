//! What happened, for telling.

use crate::games::dungeon_crawl::data::map::Square;
use crate::games::dungeon_crawl::data::piece::{Code, Suit, Values};
use crate::games::side::Side;

/// Something that happened. `seat` is the player it is about.
///
/// Events are told to everybody, so none says which treasure was stolen (section 7 of the rules).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// R4.
    StartRolled { seat: u8, roll: u8 },
    /// R4, A1: these seats, a bit each, roll again.
    StartTied { seats: u8 },
    /// R4.
    First { seat: u8 },
    /// R6: the suits that point north, east, south, west.
    CompassSet { compass: [Suit; 4] },
    /// R8.
    TileTurned { seat: u8, tile: Code, side: Side },
    /// R10: there is a tile already where it should go.
    PlaceTaken { side: Side },
    /// R9, R10: its south-west space.
    TileLaid { seat: u8, at: Square },
    /// R11, R13.
    CoinLaid { seat: u8, value: u8, at: Square },
    /// R14.
    PawnPlaced { by: u8, seat: u8, at: Square },
    /// R18.
    TurnBegan { turn: u32, seat: u8 },
    /// A13.
    Blocked { seat: u8 },
    /// A20.
    NoEntrance { seat: u8 },
    /// R20.
    Moved { seat: u8, to: Square },
    /// R24.
    CoinTurned { seat: u8, coin: Code },
    /// R25.
    ExperienceSpent { seat: u8, suit: Suit, points: u8 },
    /// R27.
    Beaten { seat: u8, coin: Code, roll: u8, spent: u8 },
    /// R28.
    Hurt { seat: u8, coin: Code, roll: u8, spent: u8 },
    /// R29: and how many were found by then.
    TreasureFound { seat: u8, value: u8, found: u8 },
    /// R30.
    EquipmentFound { seat: u8, coin: Code },
    /// R32.
    EquipmentApplied { seat: u8, points: u8 },
    /// R34.
    Attacked { seat: u8, target: u8 },
    /// R34.
    EquipmentSpent { seat: u8, points: u8 },
    /// R35.
    AttackRolled { seat: u8, roll: u8, spent: u8 },
    /// R35: the totals.
    AttackWon { seat: u8, target: u8, totals: [u8; 2] },
    /// R35: the totals.
    AttackFailed { seat: u8, target: u8, totals: [u8; 2] },
    /// R35.
    TreasureStolen { seat: u8, victim: u8 },
    /// R35.
    EquipmentStolen { seat: u8, victim: u8, coin: Code },
    /// R35, A14.
    NothingTaken { seat: u8, victim: u8 },
    /// R36.
    Died { seat: u8, at: Square, damage: u8 },
    /// R37.
    TreasureShown { seat: u8, value: u8 },
    /// R37.
    StackLeft { seat: u8, at: Square, treasure: Values, equipment: Values },
    /// R40.
    StackTaken { seat: u8, treasure: Values, equipment: Values },
    /// R38.
    Entered { seat: u8, at: Square },
    /// R38.
    Waited { seat: u8 },
    /// R42.
    Revealed { seat: u8, treasure: Values },
    /// R43: these seats, a bit each, have the highest total.
    Tied { seats: u8 },
    /// R42.
    Won { seat: u8, total: u8 },
}
