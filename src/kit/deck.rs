//! Decks and their pieces.

use serde_json::{Map, Value};

use super::{Place, Size, Um};

/// How a deck's pieces are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Make {
    /// Printed on one side, stuck to something, cut out.
    Labels,
    /// One sticker for each face of a die.
    Stickers,
}

/// The outline of a piece, within its size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    Rect,
    /// A rectangle with corners of this radius.
    Rounded(Um),
}

/// A named set of pieces of one size and one face template.
#[derive(Clone, Debug)]
pub struct Deck {
    pub name: String,
    pub title: String,
    /// The path of the front's template in the kit.
    pub front: String,
    /// The trimmed size.
    pub size: Size,
    /// How far art runs beyond the trim on each side.
    pub bleed: Um,
    pub shape: Shape,
    pub make: Make,
    /// What to stick it on, for the guide.
    pub stock: String,
    /// Stickers: how much smaller than the edge of a plain die they are.
    pub recess: Um,
    pub rows: Vec<Row>,
}

/// A row as the data has it.
#[derive(Clone, Debug)]
pub struct Row {
    /// The printed codes; a row with several prints one piece for each.
    pub codes: Vec<String>,
    /// How many alike of each code.
    pub count: u32,
    /// Stickers: the faces of the die, `"blank"` where it has no sticker.
    pub faces: Vec<String>,
    /// The deck's own fields, as its templates and rules see them.
    pub fields: Map<String, Value>,
    /// Where the row stands.
    pub place: Place,
}

/// One physical piece of a set, as printed.
#[derive(Clone, Debug)]
pub struct Piece<'k> {
    pub row: &'k Row,
    /// What is printed on it: "T07"; of a sticker, the die and the side: "Y1-6".
    pub code: String,
    /// Stickers: the face's name.
    pub face: Option<&'k str>,
}

impl Deck {
    /// Every piece of one set, in the order of the rows; the stickers of one die together.
    pub fn pieces(&self) -> Vec<Piece<'_>> {
        let mut pieces = Vec::new();
        for row in &self.rows {
            for code in &row.codes {
                for copy in 1..=row.count {
                    if self.make == Make::Labels {
                        pieces.push(Piece { row, code: code.clone(), face: None });
                        continue;
                    }
                    for (side, face) in row.faces.iter().enumerate().filter(|(_, face)| *face != "blank") {
                        let code = format!("{code}{copy}-{}", side + 1);
                        pieces.push(Piece { row, code, face: Some(face) });
                    }
                }
            }
        }
        pieces
    }
}
