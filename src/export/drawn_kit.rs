//! What there is to export: every distinct piece with its count, and a file name for every face.

use std::collections::{BTreeMap, HashSet};

use super::Mat;
use crate::face::Drawing;
use crate::kit::code::is_device;
use crate::kit::{Deck, Kit, Make, Row, Side};

/// The drawn pieces of a kit; for virtual tables, also those of the kit it is played with.
pub struct DrawnKit<'k> {
    pub kit: &'k Kit,
    /// Each different face once.
    pub faces: Vec<Drawing>,
    pub sets: Vec<Set<'k>>,
    /// What the game is played on, if the kit has a mat and it was drawn.
    pub mat: Option<Mat>,
}

/// The pieces of one deck.
pub struct Set<'k> {
    pub deck: &'k Deck,
    /// The deck's name in a form safe for file names.
    pub stem: String,
    pub pieces: Vec<Piece<'k>>,
}

/// The fewest different pieces with unprinted backs that make a supply to draw from; fewer are player aids and markers.
const SUPPLY: usize = 6;

/// Identical pieces.
#[derive(Clone, Debug)]
pub struct Piece<'k> {
    pub row: &'k Row,
    /// The printed code: "T07"; for a sticker, the die and the side: "Y1-6".
    pub code: String,
    pub count: usize,
    /// For stickers, the number of the die in its deck.
    pub die: Option<usize>,
    pub front: Face,
    pub back: Option<Face>,
}

/// One side of a piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Face {
    /// Index into [`DrawnKit::faces`].
    pub index: usize,
    /// The name of its file without the extension; different faces have different names.
    pub stem: String,
}

/// A single piece as it was drawn.
pub struct DrawnPiece<'k> {
    pub deck: &'k Deck,
    pub row: &'k Row,
    pub code: String,
    pub die: Option<usize>,
    /// Indices into [`DrawnKit::faces`].
    pub front: usize,
    pub back: Option<usize>,
}

impl<'k> DrawnKit<'k> {
    /// Sorts pieces by deck, counts identical ones, and names their faces.
    pub fn new(
        kit: &'k Kit,
        faces: Vec<Drawing>,
        drawn: impl IntoIterator<Item = DrawnPiece<'k>>,
    ) -> DrawnKit<'k> {
        let mut names = Names::default();
        let mut sets: Vec<Set<'k>> = Vec::new();
        for piece in drawn {
            if sets
                .last()
                .is_none_or(|set| !std::ptr::eq(set.deck, piece.deck))
            {
                sets.push(Set {
                    deck: piece.deck,
                    stem: names.take(&piece.deck.name),
                    pieces: Vec::new(),
                });
            }
            let Some(set) = sets.last_mut() else { continue };
            let same = |other: &Piece<'_>| {
                (
                    other.front.index,
                    other.back.as_ref().map(|back| back.index),
                ) == (piece.front, piece.back)
                    && (&other.code, other.die) == (&piece.code, piece.die)
            };
            match set.pieces.last_mut() {
                Some(last) if same(last) => last.count += 1,
                _ => {
                    let face = |index| Face {
                        index,
                        stem: String::new(),
                    };
                    let DrawnPiece {
                        row,
                        code,
                        die,
                        front,
                        back,
                        ..
                    } = piece;
                    set.pieces.push(Piece {
                        row,
                        code,
                        count: 1,
                        die,
                        front: face(front),
                        back: back.map(face),
                    });
                }
            }
        }
        sets.iter_mut().for_each(|set| set.name_faces(&mut names));
        DrawnKit {
            kit,
            faces,
            sets,
            mat: None,
        }
    }

    /// The decks of the kit itself, without those of the kit it is played with.
    pub fn own(&self) -> impl Iterator<Item = &Set<'k>> {
        self.sets.iter().filter(|set| {
            self.kit
                .decks
                .iter()
                .any(|deck| std::ptr::eq(deck, set.deck))
        })
    }

    /// The pieces' authors and licence.
    pub fn attribution(&self) -> String {
        let used = self
            .kit
            .uses
            .as_deref()
            .filter(|_| self.own().count() < self.sets.len());
        let of = |kit: &Kit| {
            format!(
                "{}, by {}. {}",
                kit.title,
                kit.designers.join(", "),
                kit.licence
            )
        };
        std::iter::once(self.kit)
            .chain(used)
            .map(of)
            .collect::<Vec<_>>()
            .join("\n")
    }
}

impl Set<'_> {
    /// A front is named after its piece, a back after the deck if all pieces have it, otherwise after the first piece that has it.
    fn name_faces(&mut self, names: &mut Names) {
        let shared = self.shared_back();
        let mut backs = BTreeMap::new();
        for piece in &mut self.pieces {
            piece.front.stem = names.take(&format!("{}-{}", self.stem, piece.code));
            if let Some(back) = &mut piece.back {
                let whose = if shared.is_some() {
                    &self.stem
                } else {
                    &piece.front.stem
                };
                back.stem = backs
                    .entry(back.index)
                    .or_insert_with(|| names.take(&format!("{whose}-back")))
                    .clone();
            }
        }
    }

    /// The index of the back that all pieces share.
    pub fn shared_back(&self) -> Option<usize> {
        let mut backs = self
            .pieces
            .iter()
            .map(|piece| piece.back.as_ref().map(|back| back.index));
        let first = backs.next()??;
        backs.all(|back| back == Some(first)).then_some(first)
    }

    /// Every named face, once, in the order of the pieces.
    pub fn faces(&self) -> Vec<(Side, &Face)> {
        let mut seen = HashSet::new();
        self.pieces
            .iter()
            .flat_map(|piece| {
                [
                    (Side::Front, Some(&piece.front)),
                    (Side::Back, piece.back.as_ref()),
                ]
            })
            .filter_map(|(side, face)| Some((side, face?)))
            .filter(|(_, face)| seen.insert(&face.stem))
            .collect()
    }

    /// How many physical pieces there are.
    pub fn count(&self) -> usize {
        self.pieces.iter().map(|piece| piece.count).sum()
    }

    /// Whether its pieces lie face down until they are drawn: they share one printed back, or are a supply with unprinted backs.
    /// Folded pieces stand, or are seen from both sides.
    pub fn lies_face_down(&self) -> bool {
        let unprinted =
            || self.pieces.len() >= SUPPLY && self.pieces.iter().all(|piece| piece.back.is_none());
        let flat = !matches!(self.deck.make, Make::Fold | Make::Stickers);
        flat && self.pieces.len() > 1 && (self.shared_back().is_some() || unprinted())
    }

    /// Whether its pieces are the sides of dice.
    pub fn is_dice(&self) -> bool {
        self.deck.make == Make::Stickers
    }
}

impl Piece<'_> {
    /// Its display name: its row's field `name`, or else its code.
    pub fn name(&self) -> &str {
        self.row_name().unwrap_or(&self.code)
    }

    /// Its row's field `name`.
    pub fn row_name(&self) -> Option<&str> {
        self.row.text("name")
    }
}

/// Names already taken.
#[derive(Default)]
struct Names(HashSet<String>);

/// The longest stem, in bytes: file systems allow names of 255, and suffixes are added to it.
const LONGEST: usize = 160;

impl Names {
    /// The name in a form that every system accepts in a path, with letters and digits of all scripts; numbered if it is taken,
    /// regardless of case.
    fn take(&mut self, name: &str) -> String {
        let stem = stem(name);
        let numbered = (2..).map(|number| format!("{stem}-{number}"));
        let mut free = std::iter::once(stem.clone())
            .chain(numbered)
            .filter(|name| !is_device(name));
        free.find(|name| self.0.insert(name.to_lowercase()))
            .unwrap_or(stem)
    }
}

/// A name with only letters and digits of all scripts, `_` and `-`.
pub fn stem(name: &str) -> String {
    let safe = |letter: char| {
        if letter.is_alphanumeric() || letter == '_' {
            letter
        } else {
            '-'
        }
    };
    let mut stem: String = name.chars().take(80).map(safe).collect();
    stem.truncate(stem.floor_char_boundary(LONGEST));
    stem
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_safe_and_unique() {
        let mut names = Names::default();
        let taken = [
            "../T 1", "..-T-1", "..-t-1", "Crème", "CRÈME", "札-1", "札/1", "con",
        ]
        .map(|name| names.take(name));
        assert_eq!(
            taken,
            [
                "---T-1", "---T-1-2", "---t-1-3", "Crème", "CRÈME-2", "札-1", "札-1-2", "con-2"
            ]
        );
        let long = ["龍".repeat(90), "龍".repeat(91)].map(|name| names.take(&name));
        assert!(long[0] != long[1] && long.iter().all(|name| name.len() < 200));
    }
}
