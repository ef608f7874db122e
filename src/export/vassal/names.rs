//! Names in a module that its parts agree on.

use crate::export::Set;

/// The engine for which it is made; newer ones read it as well.
pub const ENGINE: &str = "3.7.0";
/// The version of the module.
pub const VERSION: &str = "1.0";
/// The picture of the mat.
pub const MAT: &str = "table.mat.png";

/// The picture of a face.
pub fn picture(stem: &str) -> String {
    format!("{stem}.png")
}

/// The picture of the sides of dice that show nothing; no face is called so.
pub fn blank(set: &Set<'_>) -> String {
    format!("{}.blank.png", set.stem)
}
