//! What happened, for telling.

use super::moves::Coins;
use super::piece::{Attack, Colour, Kind, Monster};
use super::side::Side;

/// Something that happened. `seat` is the player it is about; tiles, cards and rooms are indices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    Dealt {
        seat: u8,
        card: u8,
    },
    TurnBegan {
        turn: u32,
    },
    OrderRolled {
        seat: u8,
        roll: u8,
    },
    /// These seats, a bit each, roll again.
    OrderTied {
        seats: u8,
    },
    GoesFirst {
        seat: u8,
    },
    LevelGained {
        seat: u8,
        level: u8,
    },
    CardRefreshed {
        seat: u8,
        card: u8,
    },
    Reshuffled {
        cards: u8,
    },
    Took {
        seat: u8,
        kind: Kind,
    },
    Dropped {
        seat: u8,
        kind: Kind,
    },
    Bought {
        seat: u8,
        kind: Kind,
    },
    Paid {
        seat: u8,
        coins: Coins,
        price: u32,
    },
    Drank {
        seat: u8,
    },
    Unlocked {
        seat: u8,
        room: u8,
        side: Side,
    },
    /// A rope left in the Chasm.
    Bridged {
        seat: u8,
        room: u8,
    },
    Declared {
        seat: u8,
        side: Side,
    },
    Stayed {
        seat: u8,
    },
    Left {
        seat: u8,
        gold: u32,
    },
    TileSkipped {
        tile: u8,
        known: bool,
    },
    /// The one to place; `known` if everybody knew that it was next.
    TileDrawn {
        tile: u8,
        known: bool,
    },
    TilePlaced {
        room: u8,
    },
    ExitBlocked {
        room: u8,
        side: Side,
    },
    Moved {
        seat: u8,
        room: u8,
        side: Side,
        fled: bool,
    },
    /// The way turned out locked.
    MetLock {
        seat: u8,
        room: u8,
        side: Side,
    },
    /// The way turned out walled.
    MetWall {
        seat: u8,
        side: Side,
    },
    /// Nothing lies behind the exit.
    MetNothing {
        seat: u8,
        side: Side,
    },
    Rescued {
        seat: u8,
    },
    WentHome {
        seat: u8,
        score: u32,
    },
    /// A monster die taken from another room.
    DieMoved {
        from: u8,
        monster: Monster,
    },
    /// No die for a monster.
    NoDie {
        colour: Colour,
        room: u8,
    },
    MonsterCame {
        room: u8,
        monster: Monster,
    },
    TreasureFound {
        room: u8,
        kind: Kind,
    },
    PoolDry {
        room: u8,
    },
    PoolRefilled {
        tokens: u32,
    },
    MaidenFound {
        room: u8,
    },
    Attacked {
        seat: u8,
        monster: Monster,
        attack: Attack,
    },
    CardPlayed {
        seat: u8,
        card: u8,
        from_deck: bool,
    },
    BombAdded {
        seat: u8,
    },
    FightWon {
        seat: u8,
        monster: Monster,
        roll: u8,
        modifier: i16,
    },
    FightLost {
        seat: u8,
        monster: Monster,
        roll: u8,
        modifier: i16,
    },
    ExperienceGained {
        seat: u8,
        experience: u8,
    },
    HeartLost {
        seat: u8,
        hearts: u8,
    },
    LootFound {
        seat: u8,
        kind: Kind,
    },
    Died {
        seat: u8,
    },
}
