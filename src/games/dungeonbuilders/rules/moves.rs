//! The moves: everything that changes the position.

use crate::games::dungeonbuilders::data::layout::Cell;
use crate::games::dungeonbuilders::data::tile::Tile;
use crate::games::piecepack::Suit;
use crate::games::side::Side;

/// A decision, a result of chance, or a fact reported by the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// Chance: the player who begins the first round (R9).
    Starter(u8),
    /// The tile action: draws a tile (R12).
    TakeTile,
    /// The coin action: puts a coin on this tile (R25).
    PlaceCoin(Tile),
    /// The power action: gains a point of power (R30).
    PowerUp,
    /// Rebuilds the dungeon instead of drawing a tile (R23), or right after the last tile (R22).
    Rebuild,
    /// Declines to rebuild (R22).
    LeaveAsIs,
    /// Chance: draws this tile (R14).
    Draw(Tile),
    /// Lays the drawn tile on this cell of the dungeon (R17).
    Lay(Cell),
    /// Joins a floating set to the drawn tile: with which tile, at which side, and after how many quarter turns clockwise
    /// (A9).
    Join { anchor: Tile, side: Side, quarters: u8 },
    /// Joins no more sets (R19).
    Stop,
    /// Says which coin was placed, by its value (R25).
    Coin(u8),
    /// Says that the coin was a monster, value down, if items are open (A14).
    Monster,
    /// Rebuilding: takes a tile out of the dungeon.
    Lift(Tile),
    /// Rebuilding: takes all tiles out of the dungeon.
    LiftAll,
    /// Rebuilding: lays a tile in the dungeon.
    Put(Tile, Cell),
    /// Rebuilding: lays all tiles as a star (A10).
    Star,
    /// Rebuilding: accepts the layout (R24).
    Done,
    /// Rebuilding: restores the layout from before.
    Withdraw,
    /// The auction is for entering (R37).
    ToEnter,
    /// The auction is for staying out (R37).
    ToStayOut,
    /// Bids this much gold (R38).
    Bid(u16),
    /// Goes to an unvisited tile (R45).
    Go(Tile),
    /// Leaves the dungeon (R56).
    Leave,
    /// Drinks the potion of this suit (R53).
    Drink(Suit),
    /// Drinks no potion now (R53).
    Keep,
    /// Turns up this coin of the tile next: the first or the second placed (R47).
    Turn(u8),
    /// Fact: the value of the coin turned up.
    Shown(u8),
    /// Chance: the combat die (R48).
    Roll(u8),
    /// V3: enters after a dead hero, or takes what he left.
    Yes,
    /// V3: declines to enter or to take it.
    No,
}
