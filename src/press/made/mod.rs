//! Things that are made from paper and that no deck has: dice to fold, boxes for decks.

pub mod dice;
pub mod tuckbox;

pub use tuckbox::Tuckbox;

use super::{Point, Stroke};
use crate::kit::Um;

/// A level or upright line from a point, by this much to the right or down.
fn line(x: Um, y: Um, right: Um, down: Um) -> Stroke {
    Stroke { from: Point::new(x, y), to: Point::new(x + right, y + down) }
}
