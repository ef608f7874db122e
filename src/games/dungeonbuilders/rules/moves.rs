//! Everything that takes a position to the next.

use crate::games::dungeonbuilders::data::layout::Cell;
use crate::games::dungeonbuilders::data::tile::Tile;
use crate::games::piecepack::Suit;
use crate::games::side::Side;

/// A decision, a result of chance, or a fact told by the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// Chance: who begins the first round (R9).
    Starter(u8),
    /// The tile action (R12).
    TakeTile,
    /// The coin action: a coin for this tile (R25).
    PlaceCoin(Tile),
    /// The third action (R30).
    PowerUp,
    /// Instead of a tile: everything may be laid anew (R23), or right after the last tile (R22).
    Rebuild,
    /// Not now (R22).
    LeaveAsIs,
    /// Chance: the tile drawn (R14).
    Draw(Tile),
    /// Where in the dungeon the drawn tile goes (R17).
    Lay(Cell),
    /// A floating set is put to the drawn tile, which tile of it at which side, after quarter turns clockwise (A9).
    Join { anchor: Tile, side: Side, quarters: u8 },
    /// No more sets are joined (R19).
    Stop,
    /// Which coin was placed, by its value (R25).
    Coin(u8),
    /// That it was a monster, value down, where items lie open (A14).
    Monster,
    /// Rebuilding: takes a tile off the dungeon.
    Lift(Tile),
    /// Rebuilding: takes all tiles off the dungeon.
    LiftAll,
    /// Rebuilding: lays a tile in the dungeon.
    Put(Tile, Cell),
    /// Rebuilding: lays everything as a star (A10).
    Star,
    /// Rebuilding: this is the layout (R24).
    Done,
    /// Rebuilding: everything is put back as it was.
    Withdraw,
    /// The auction is for entering (R37).
    ToEnter,
    /// The auction is for staying out (R37).
    ToStayOut,
    /// R38.
    Bid(u16),
    /// To an unvisited tile (R45).
    Go(Tile),
    /// R56.
    Leave,
    /// Drinks the potion of this suit (R53).
    Drink(Suit),
    /// Drinks nothing now (R53).
    Keep,
    /// Which coin of the tile is turned up next: the first or the second placed (R47).
    Turn(u8),
    /// A fact: the value of the coin turned up.
    Shown(u8),
    /// Chance: the combat die (R48).
    Roll(u8),
    /// V3: enters after a dead hero, or takes what he left.
    Yes,
    /// V3: does not.
    No,
}
