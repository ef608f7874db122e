//! What happened, for telling.

use super::moves::Coins;
use crate::games::dungeon_in_a_tin::data::piece::{Attack, Colour, Kind, Monster};
use crate::games::side::Side;

/// Something that happened. `seat` is the player it is about; tiles, cards and rooms are indices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A card of the first hand (R11).
    Dealt { seat: u8, card: u8 },
    /// A closed first hand (R11).
    HandDealt { seat: u8, cards: u8 },
    /// A turn begins (R15).
    TurnBegan { turn: u32 },
    /// A number for the turn order (R21).
    OrderRolled { seat: u8, roll: u8 },
    /// These seats, a bit each, roll again.
    OrderTied { seats: u8 },
    /// Who goes first this turn (R21).
    GoesFirst { seat: u8 },
    /// Ten experience became a level (R78, R79).
    LevelGained { seat: u8, level: u8 },
    /// A card of step 1 (R25); none if only its owner sees it.
    CardRefreshed { seat: u8, card: u8 },
    /// A card of a closed hand that is discarded (R87, R88, A39).
    CardShown { seat: u8, card: u8 },
    /// The discarded cards became the deck (R26).
    Reshuffled { cards: u8 },
    /// From the floor (R28).
    Took { seat: u8, kind: Kind },
    /// To the floor (R28).
    Dropped { seat: u8, kind: Kind },
    /// An item bought (R34).
    Bought { seat: u8, kind: Kind },
    /// Coins for all that is bought (R35).
    Paid { seat: u8, coins: Coins, price: u32 },
    /// A potion (R37).
    Drank { seat: u8 },
    /// A lock opened for good (R54); `room` has the keyhole.
    Unlocked { seat: u8, room: u8, side: Side },
    /// A rope left in the Chasm.
    Bridged { seat: u8, room: u8 },
    /// Where a player means to go (R40).
    Declared { seat: u8, side: Side },
    /// A player stays (R38).
    Stayed { seat: u8 },
    /// An item of somebody who died or left stays in the room (R88, A39).
    LeftBehind { seat: u8, kind: Kind },
    /// A player left for good (R85).
    Left { seat: u8, gold: u32 },
    /// A tile that does not fit (R49); `known` if everybody knew it was next.
    TileSkipped { tile: u8, known: bool },
    /// The one to place; `known` if everybody knew that it was next.
    TileDrawn { seat: u8, tile: u8, known: bool },
    /// A tile laid (R45, R46).
    TilePlaced { room: u8 },
    /// Nothing will ever lie there (R50).
    ExitBlocked { room: u8, side: Side },
    /// A knight moved; `fled` from monsters (R42, R39).
    Moved { seat: u8, room: u8, side: Side, fled: bool },
    /// The way turned out locked.
    MetLock { seat: u8, room: u8, side: Side },
    /// The way turned out walled.
    MetWall { seat: u8, side: Side },
    /// Nothing lies behind the exit.
    MetNothing { seat: u8, side: Side },
    /// The maiden is safe (R82).
    Rescued { seat: u8 },
    /// A player is home (R87).
    WentHome { seat: u8, score: u32 },
    /// A monster die taken from another room.
    DieMoved { from: u8, monster: Monster },
    /// No die for a monster.
    NoDie { colour: Colour, room: u8 },
    /// A monster die rolled for a room (R59).
    MonsterCame { room: u8, monster: Monster },
    /// A token drawn for a room (R61).
    TreasureFound { room: u8, kind: Kind },
    /// No treasure is left to draw (A26).
    PoolDry { room: u8 },
    /// Discarded treasure became the pool (A26).
    PoolRefilled { tokens: u32 },
    /// The maiden lies in her room (R62).
    MaidenFound { room: u8 },
    /// The attack die (R69).
    Attacked { seat: u8, monster: Monster, attack: Attack },
    /// The answer (R70).
    CardPlayed { seat: u8, card: u8, from_deck: bool },
    /// A bomb (R72).
    BombAdded { seat: u8 },
    /// The combat die, and a dead monster (R74, R75).
    FightWon { seat: u8, monster: Monster, roll: u8, modifier: i16 },
    /// The combat die, and a monster that won (R74, R77).
    FightLost { seat: u8, monster: Monster, roll: u8, modifier: i16 },
    /// For a kill (R75).
    ExperienceGained { seat: u8, experience: u8 },
    /// For a lost fight (R77).
    HeartLost { seat: u8, hearts: u8 },
    /// A killed monster's treasure (R75).
    LootFound { seat: u8, kind: Kind },
    /// A player is dead (R77, R88).
    Died { seat: u8 },
}
