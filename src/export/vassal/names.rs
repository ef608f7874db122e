//! Names that several components of a module use.

use crate::export::Set;

/// The version of the engine that the module is made for; newer ones read it as well.
pub const ENGINE: &str = "3.7.0";
/// The version of the module.
pub const VERSION: &str = "1.0";
/// The picture of the mat.
pub const MAT: &str = "table.mat.png";

/// A named keystroke, which buttons send to pieces. The engine writes this number before all such names.
pub fn key(name: &str) -> String {
    format!("57348,0,{name}")
}

/// The key that resets all counters to their starting values.
pub const RESET: &str = "reset";
/// The key that sends a card to the hand of whoever pressed the button.
pub const DEAL: &str = "deal";

/// The key that sends a card to a zone of the kit's rules, by the zone's number.
pub fn to_zone(number: usize) -> String {
    format!("to place {number}")
}

/// The name of the map that only this side sees.
pub fn hand(side: &str) -> String {
    format!("Hand of {side}")
}

/// The picture of a face.
pub fn picture(stem: &str) -> String {
    format!("{stem}.png")
}

/// The picture of unprinted sides; no face has this name.
pub fn blank(set: &Set<'_>) -> String {
    format!("{}.blank.png", set.stem)
}
