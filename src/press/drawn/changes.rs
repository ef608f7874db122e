//! Records of a print and the changes since, for printing only what is necessary.
//!
//! A [`Record`] is a small JSON file beside the sheets, with one line per piece; it is reproducible byte for byte.

use std::collections::{BTreeMap, HashMap};
use std::io::{self, Write};
use std::num::ParseIntError;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::pieces::DrawnPieces;
use crate::kit::{Deck, Ink, Kit, Problem};

/// The version of the file format; others are refused.
const VERSION: u32 = 1;

/// Every piece of a print, with a hash of its face.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    version: u32,
    kit: String,
    ink: String,
    pieces: Vec<Printed>,
}

/// A printed piece.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Printed {
    /// The deck's name.
    pub deck: Arc<str>,
    pub code: Arc<str>,
    /// The set that it belongs to, counted from 1.
    set: usize,
    /// The trimmed size in mm: "36 x 36".
    size: Arc<str>,
    pub face: Fingerprints,
}

/// The appearance of a piece's front and, if it has one, its back; in the file, their
/// [fingerprints](crate::face::Drawing::fingerprint) as front-back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Fingerprints {
    front: u64,
    back: Option<u64>,
}

impl Fingerprints {
    /// The fingerprints of its front and, if it has one, its back.
    pub fn sides(&self) -> (String, Option<String>) {
        let digits = |fingerprint: u64| format!("{fingerprint:016x}");
        (digits(self.front), self.back.map(digits))
    }
}

impl From<Fingerprints> for String {
    fn from(fingerprints: Fingerprints) -> String {
        match fingerprints.sides() {
            (front, Some(back)) => format!("{front}-{back}"),
            (front, None) => front,
        }
    }
}

impl TryFrom<String> for Fingerprints {
    type Error = ParseIntError;

    fn try_from(text: String) -> Result<Fingerprints, ParseIntError> {
        let fingerprint = |digits: &str| u64::from_str_radix(digits, 16);
        let (front, back) = text
            .split_once('-')
            .map_or((&*text, None), |(front, back)| (front, Some(back)));
        Ok(Fingerprints {
            front: fingerprint(front)?,
            back: back.map(fingerprint).transpose()?,
        })
    }
}

/// The differences from an earlier [`Record`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// The codes of pieces that did not exist.
    pub new: Vec<String>,
    /// The codes of pieces that look different or have another size.
    pub changed: Vec<String>,
    /// The codes of pieces that no longer exist.
    pub gone: Vec<String>,
    /// For each piece of the print, whether it is new or changed.
    to_print: Vec<bool>,
}

/// Why a file is not read as a record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordError {
    #[error("it is not a list of faces: {0}")]
    NotARecord(String),
    #[error("it is of version {0}; this paperkeep reads version {known}", known = VERSION)]
    Version(u32),
}

impl Record {
    /// The record of a print; `size` returns a deck's printed size in words.
    pub(crate) fn of(
        ink: Ink,
        drawn: &DrawnPieces<'_>,
        size: impl Fn(&Deck) -> String,
    ) -> Result<Record, Problem> {
        let kit = drawn.kit;
        let faces = (0..drawn.faces.len()).map(|face| Ok(drawn.face(face)?.hash()));
        let faces: Vec<u64> = faces.collect::<Result<_, Problem>>()?;
        let decks = kit.decks.iter().map(|deck| {
            (
                deck.name.as_str(),
                (deck.name.as_str().into(), size(deck).into()),
            )
        });
        let decks: HashMap<&str, (Arc<str>, Arc<str>)> = decks.collect();
        let pieces = drawn.pieces.iter().map(|drawn_piece| {
            let (deck, size) = decks[drawn_piece.deck.name.as_str()].clone();
            let face = Fingerprints {
                front: faces[drawn_piece.face],
                back: drawn_piece.back.map(|back| faces[back]),
            };
            Printed {
                deck,
                code: drawn_piece.code.clone(),
                set: drawn_piece.copy + 1,
                size,
                face,
            }
        });
        Ok(Record {
            version: VERSION,
            kit: kit.id.clone(),
            ink: ink.name().into(),
            pieces: pieces.collect(),
        })
    }

    /// Writes the file.
    pub fn write(&self, mut out: impl Write) -> io::Result<()> {
        let word = |text: &str| serde_json::Value::from(text).to_string();
        let (version, kit, ink) = (self.version, word(&self.kit), word(&self.ink));
        writeln!(
            out,
            "{{\"version\":{version},\"kit\":{kit},\"ink\":{ink},\"pieces\":["
        )?;
        for (at, piece) in self.pieces.iter().enumerate() {
            out.write_all(if at > 0 { b",\n" } else { b"" })?;
            serde_json::to_writer(&mut out, piece)?;
        }
        out.write_all(b"\n]}\n")
    }

    /// Parses a file.
    ///
    /// # Errors
    ///
    /// It is not a record, or has another version.
    pub fn from_json(text: &str) -> Result<Record, RecordError> {
        #[derive(Deserialize)]
        struct Versioned {
            version: u32,
        }
        let wrong = |error: serde_json::Error| RecordError::NotARecord(error.to_string());
        let Versioned { version } = serde_json::from_str(text).map_err(wrong)?;
        match version {
            VERSION => serde_json::from_str(text).map_err(wrong),
            other => Err(RecordError::Version(other)),
        }
    }

    /// Every piece, by set, deck and row.
    pub fn pieces(&self) -> &[Printed] {
        &self.pieces
    }

    /// Whether the record is for this kit in this ink.
    pub fn is_of(&self, kit: &Kit, ink: Ink) -> bool {
        self.kit == kit.id && self.ink == ink.name()
    }

    /// The differences from `earlier`. Of pieces with the same code, as many as existed before do not count as new.
    pub fn since(&self, earlier: &Record) -> Changes {
        let mut before: BTreeMap<_, Vec<&Printed>> = BTreeMap::new();
        for piece in &earlier.pieces {
            before
                .entry((piece.set, &*piece.deck, &*piece.code))
                .or_default()
                .push(piece);
        }
        // First match unchanged pieces, then pieces that replace others; the rest is new.
        let same: Vec<bool> = self
            .pieces
            .iter()
            .map(|piece| take(&mut before, piece, |other| other == piece))
            .collect();
        let mut changes = Changes {
            to_print: same.iter().map(|same| !same).collect(),
            ..Changes::default()
        };
        for (piece, _) in self.pieces.iter().zip(same).filter(|(_, same)| !same) {
            match take(&mut before, piece, |_| true) {
                true => changes.changed.push(piece.code.to_string()),
                false => changes.new.push(piece.code.to_string()),
            }
        }
        changes.gone = before
            .into_values()
            .flatten()
            .map(|piece| piece.code.to_string())
            .collect();
        changes
    }
}

/// Removes an earlier piece with the same set, deck and code, if one matches.
fn take<'r>(
    before: &mut BTreeMap<(usize, &'r str, &'r str), Vec<&'r Printed>>,
    piece: &'r Printed,
    accepts: impl Fn(&Printed) -> bool,
) -> bool {
    let Some(pieces) = before.get_mut(&(piece.set, &*piece.deck, &*piece.code)) else {
        return false;
    };
    pieces
        .iter()
        .position(|other| accepts(other))
        .map(|at| pieces.remove(at))
        .is_some()
}

impl Changes {
    /// Keeps only the pieces to print, all in one set, so that they are laid out together.
    pub(crate) fn keep_changed(&self, drawn: &mut DrawnPieces<'_>) {
        let mut wanted = self.to_print.iter();
        drawn.pieces.retain(|_| wanted.next() == Some(&true));
        let sets = drawn
            .pieces
            .iter()
            .map(|drawn_piece| drawn_piece.copy + 1)
            .max()
            .unwrap_or(1);
        for drawn_piece in &mut drawn.pieces {
            // Dice of different sets stay different dice.
            drawn_piece.die = drawn_piece.die.map(|die| die * sets + drawn_piece.copy);
            drawn_piece.copy = 0;
        }
    }

    /// Whether there is nothing to print again.
    pub fn nothing_to_print(&self) -> bool {
        self.new.is_empty() && self.changed.is_empty()
    }

    /// A line for each kind of change: "changed: T07, T09 x2".
    pub fn lines(&self) -> Vec<String> {
        let kinds = [
            ("new", &self.new),
            ("changed", &self.changed),
            ("gone", &self.gone),
        ];
        let some = kinds.into_iter().filter(|(_, codes)| !codes.is_empty());
        some.map(|(kind, codes)| format!("{kind}: {}", counted(codes).join(", ")))
            .collect()
    }
}

/// Each code once, with the number of pieces if there are several.
fn counted(codes: &[String]) -> Vec<String> {
    let mut each: Vec<(&String, usize)> = Vec::new();
    let mut known = HashMap::new();
    for code in codes {
        let at = *known.entry(code).or_insert(each.len());
        match each.get_mut(at) {
            Some((_, count)) => *count += 1,
            None => each.push((code, 1)),
        }
    }
    each.iter()
        .map(|(code, count)| {
            if *count > 1 {
                format!("{code} x{count}")
            } else {
                code.to_string()
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(pieces: &[(&str, &str)]) -> Record {
        let piece = |(code, face): &(&str, &str)| Printed {
            deck: "cards".into(),
            code: (*code).into(),
            set: 1,
            size: "40 x 30".into(),
            face: face.to_string().try_into().unwrap(),
        };
        let pieces = pieces.iter().map(piece).collect();
        Record {
            version: VERSION,
            kit: "small".into(),
            ink: "mono".into(),
            pieces,
        }
    }

    #[test]
    fn pieces_are_new_changed_or_gone() {
        let earlier = record(&[("A", "1"), ("B", "2"), ("B", "2"), ("C", "3"), ("D", "4")]);
        let now = record(&[
            ("A", "1"),
            ("B", "2"),
            ("B", "9"),
            ("B", "9"),
            ("C", "8"),
            ("E", "5"),
            ("E", "5"),
        ]);
        let changes = now.since(&earlier);
        assert_eq!(
            changes.lines(),
            ["new: B, E x2", "changed: B, C", "gone: D"]
        );
        assert_eq!(
            changes.to_print,
            [false, false, true, true, true, true, true]
        );
        assert!(now.since(&now).nothing_to_print() && now.since(&now).lines().is_empty());
    }

    #[test]
    fn a_record_is_read_back_and_others_are_refused() {
        let record = record(&[("A \"1\"", "1"), ("B", "2")]);
        let mut json = Vec::new();
        record.write(&mut json).unwrap();
        let json = String::from_utf8(json).unwrap();
        assert_eq!(Record::from_json(&json), Ok(record));
        let other = json.replace("\"version\":1", "\"version\":7");
        assert_eq!(Record::from_json(&other), Err(RecordError::Version(7)));
        let other = json.replace("1\"", "g\"");
        for text in [&*other, "[]"] {
            let refused = Record::from_json(text).unwrap_err();
            assert!(refused.to_string().contains("not a list of faces"));
        }
    }
}
