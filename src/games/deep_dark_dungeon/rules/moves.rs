//! The moves: everything that changes the position.

use crate::games::deep_dark_dungeon::data::hex::Way;

/// A decision or a result of chance. Tiles and cards are indices into the kit's, and Explorers are seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// Chance: a tile from the bag (R8, R29).
    Tile(u8),
    /// Places the drawn tile on this side of the pawn, or of the Start during the set-up (R8, R29).
    Place(Way),
    /// Moves one space (R17).
    Step(Way),
    /// Moves one space over any height, if stranded (R25).
    Scramble(Way),
    /// Attacks this player (R53).
    Attack(u8),
    /// Ends step 1 (R16).
    End,
    /// Drinks a Potion (R51).
    Drink,
    /// Rolls without drinking first (R51).
    Face,
    /// Chance: a card from the deck (R38).
    Card(u8),
    /// Chance: a die (R39, R45, R55, R62).
    Roll(u8),
    /// Chance: the Treasure taken (R41, R55).
    Steal(u8),
    /// Discards this Treasure, if there are too many (R48).
    Discard(u8),
    /// Slides in this direction (R46).
    Slide(Way),
}
