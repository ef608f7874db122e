//! Everything that takes a position to the next.

use crate::games::deep_dark_dungeon::data::hex::Way;

/// A decision, or a result of chance. Tiles and cards are indices into the kit's, Explorers are seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// Chance: this tile comes out of the bag (R8, R29).
    Tile(u8),
    /// Lays the tile in hand on this side of the pawn, or of the Start in the set-up (R8, R29).
    Place(Way),
    /// One space (R17).
    Step(Way),
    /// One space for who is stranded (R25).
    Scramble(Way),
    /// Attacks that seat (R53).
    Attack(u8),
    /// Ends step 1 (R16).
    End,
    /// Drinks a Potion (R51).
    Drink,
    /// Rolls without drinking first (R51).
    Face,
    /// Chance: this card comes off the deck (R38).
    Card(u8),
    /// Chance: a die (R39, R45, R55, R62).
    Roll(u8),
    /// Chance: this Treasure is taken (R41, R55).
    Steal(u8),
    /// Discards this Treasure, having too many (R48).
    Discard(u8),
    /// Slides this way (R46).
    Slide(Way),
}
