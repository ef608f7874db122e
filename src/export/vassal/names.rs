//! Names in a module that its parts agree on.

use crate::export::Set;

/// The engine for which it is made; newer ones read it as well.
pub const ENGINE: &str = "3.7.0";
/// The version of the module.
pub const VERSION: &str = "1.0";
/// The picture of the mat.
pub const MAT: &str = "table.mat.png";

/// A key that nobody presses: buttons and pieces know it by this name. The number is what the engine writes before all of them.
pub fn key(name: &str) -> String {
    format!("57348,0,{name}")
}

/// The key that puts all counters back to their start.
pub const RESET: &str = "reset";
/// The key that sends a card to the hand of whoever pressed the button.
pub const DEAL: &str = "deal";

/// The key that sends a card to a place of the kit's rules, by its number.
pub fn to_place(number: usize) -> String {
    format!("to place {number}")
}

/// The map that only this side sees.
pub fn hand(side: &str) -> String {
    format!("Hand of {side}")
}

/// The picture of a face.
pub fn picture(stem: &str) -> String {
    format!("{stem}.png")
}

/// The picture of sides that show nothing; no face is called so.
pub fn blank(set: &Set<'_>) -> String {
    format!("{}.blank.png", set.stem)
}
