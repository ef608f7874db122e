//! Counters, and how one lies on a table: as a small plate with its name, its value, and beads or a bar for what it can hold.
//!
//! Lengths are in millimetres from the upper left corner of the plate.

use serde::Serialize;

use super::Tone;

/// A counter and its name.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Count {
    pub name: String,
    #[serde(flatten)]
    pub amount: Amount,
}

/// What a counter shows.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Amount {
    /// A number, and the least and the most if it has both.
    Number {
        value: i32,
        #[serde(skip_serializing_if = "Option::is_none")]
        limits: Option<(i32, i32)>,
    },
    Words {
        words: String,
    },
    Flag {
        set: bool,
    },
    /// Several counters of the same kind.
    Track {
        track: Vec<Count>,
    },
}

/// The space at the edges of a plate, and between its parts.
const PAD: f64 = 2.6;
/// The height of a plate with one line.
const HIGH: f64 = 10.0;
/// The sizes of a name, of a value, and of what is written in a cell.
const NAME: f64 = 4.2;
const VALUE: f64 = 6.0;
const CELL_NAME: f64 = 3.4;
const CELL_VALUE: f64 = 4.8;
/// The width of a letter as a fraction of its size, in the narrow type of the table.
const LETTER: f64 = 0.45;
/// What can hold up to this many shows them one by one.
const MOST_BEADS: i32 = 10;
/// The distance of beads, and their radius.
const BEADS: f64 = 4.2;
pub const BEAD: f64 = 1.6;
/// The width of a bar.
const BAR: f64 = 16.0;
/// The cells of a track: their least width, their height, and how many are in a row.
const CELL: f64 = 8.0;
const CELL_HIGH: f64 = 9.4;
const CELLS: usize = 12;

/// A counter that lies on a table.
#[derive(Debug, Default)]
pub struct Plate {
    pub size: (f64, f64),
    pub words: Vec<Word>,
    pub marks: Vec<Mark>,
}

/// A word on a plate, by the left end of its baseline.
#[derive(Debug)]
pub struct Word {
    pub text: String,
    pub size: f64,
    pub tone: Tone,
    pub at: (f64, f64),
}

/// A mark on a plate.
#[derive(Debug)]
pub enum Mark {
    /// A bead by its middle, or the place for one.
    Bead { at: (f64, f64), is_there: bool },
    /// A bar by its left end, its width, and how much of it is filled, 0..=1.
    Bar {
        at: (f64, f64),
        width: f64,
        filled: f64,
    },
}

impl Plate {
    pub fn new(count: &Count) -> Plate {
        let mut plate = Plate::default();
        match &count.amount {
            Amount::Track { track } => plate.track(&count.name, track),
            amount => plate.single(&count.name, amount),
        }
        plate
    }

    /// A name and its value in a line.
    fn single(&mut self, name: &str, amount: &Amount) {
        let baseline = HIGH / 2.0 + 2.0;
        let mut x = self.write(name, NAME, Tone::Dim, (PAD, baseline)) + PAD * 0.7;
        match amount {
            Amount::Number { value, limits } => {
                x = self.write(&value.to_string(), VALUE, Tone::Plain, (x, baseline));
                x = self.measure(*value, *limits, x);
            }
            Amount::Words { words } => {
                x = self.write(words, NAME, Tone::Plain, (x, baseline));
            }
            Amount::Flag { set } => x = self.beads(i32::from(*set), 1, x),
            Amount::Track { .. } => {}
        }
        self.size = (x + PAD, HIGH);
    }

    /// What a value is of what it can be, to the right of `x`; returns the right end.
    fn measure(&mut self, value: i32, limits: Option<(i32, i32)>, x: f64) -> f64 {
        let Some((least, most)) = limits.filter(|(least, most)| least < most) else {
            return x;
        };
        if least == 0 && most <= MOST_BEADS {
            return self.beads(value, most, x + PAD * 0.7);
        }
        self.marks.push(Mark::Bar {
            at: (x + PAD, HIGH / 2.0),
            width: BAR,
            filled: share(value, (least, most)),
        });
        x + PAD + BAR
    }

    /// A row of beads, of which the first ones are there; returns its right end.
    fn beads(&mut self, value: i32, most: i32, x: f64) -> f64 {
        for bead in 0..most {
            self.marks.push(Mark::Bead {
                at: (x + BEAD + f64::from(bead) * BEADS, HIGH / 2.0),
                is_there: bead < value,
            });
        }
        x + f64::from(most - 1) * BEADS + 2.0 * BEAD
    }

    /// A name above a row of cells, one for each counter of a track.
    fn track(&mut self, name: &str, track: &[Count]) {
        let name_ends = self.write(name, NAME, Tone::Dim, (PAD, PAD + NAME * 0.8));
        let width = track.iter().map(cell_width).fold(CELL, f64::max);
        let top = PAD + NAME * 1.2;
        for (index, count) in track.iter().enumerate() {
            let column = index % CELLS;
            let row = index / CELLS;
            let x = PAD + column as f64 * width;
            self.cell(count, (x, top + row as f64 * CELL_HIGH), width);
        }
        let columns = track.len().min(CELLS) as f64;
        let rows = track.len().div_ceil(CELLS) as f64;
        let right = name_ends.max(PAD + columns * width);
        self.size = (right + PAD, top + rows * CELL_HIGH + PAD * 0.4);
    }

    fn cell(&mut self, count: &Count, (x, y): (f64, f64), width: f64) {
        let middle = x + width / 2.0;
        let name_at = (middle - wide(&count.name, CELL_NAME) / 2.0, y + 2.8);
        self.write(&count.name, CELL_NAME, Tone::Dim, name_at);
        let said = match &count.amount {
            Amount::Number { value, limits } => {
                if let Some(limits) = limits.filter(|(least, most)| least < most) {
                    self.marks.push(Mark::Bar {
                        at: (x + 1.0, y + 8.4),
                        width: width - 2.0,
                        filled: share(*value, limits),
                    });
                }
                value.to_string()
            }
            Amount::Words { words } => words.clone(),
            Amount::Flag { set } => {
                self.marks.push(Mark::Bead {
                    at: (middle, y + 5.6),
                    is_there: *set,
                });
                return;
            }
            Amount::Track { .. } => return,
        };
        let at = (middle - wide(&said, CELL_VALUE) / 2.0, y + 7.4);
        self.write(&said, CELL_VALUE, Tone::Plain, at);
    }

    /// Writes a word; returns its right end.
    fn write(&mut self, text: &str, size: f64, tone: Tone, at: (f64, f64)) -> f64 {
        self.words.push(Word {
            text: text.to_owned(),
            size,
            tone,
            at,
        });
        at.0 + wide(text, size)
    }
}

/// About how wide a text is.
fn wide(text: &str, size: f64) -> f64 {
    text.chars().count() as f64 * size * LETTER
}

fn cell_width(count: &Count) -> f64 {
    let said = match &count.amount {
        Amount::Number { value, .. } => wide(&value.to_string(), CELL_VALUE),
        Amount::Words { words } => wide(words, CELL_VALUE),
        Amount::Flag { .. } | Amount::Track { .. } => 2.0 * BEAD,
    };
    wide(&count.name, CELL_NAME).max(said) + PAD
}

/// How far a value is from the least to the most.
fn share(value: i32, (least, most): (i32, i32)) -> f64 {
    let above = f64::from(value) - f64::from(least);
    (above / (f64::from(most) - f64::from(least))).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(name: &str, value: i32, limits: Option<(i32, i32)>) -> Count {
        Count {
            name: name.to_owned(),
            amount: Amount::Number { value, limits },
        }
    }

    #[test]
    fn few_are_beads_and_many_a_bar() {
        let hearts = Plate::new(&number("hearts", 2, Some((0, 3))));
        let there = |mark: &Mark| matches!(mark, Mark::Bead { is_there: true, .. });
        assert_eq!(hearts.marks.len(), 3);
        assert_eq!(hearts.marks.iter().filter(|mark| there(mark)).count(), 2);
        let water = Plate::new(&number("water", 10, Some((0, 40))));
        assert!(matches!(water.marks[..], [Mark::Bar { filled: 0.25, .. }]));
        assert!(Plate::new(&number("score", 7, None)).marks.is_empty());
        // The whole range of numbers does not overflow.
        let all = Plate::new(&number("all", i32::MAX, Some((i32::MIN, i32::MAX))));
        assert!(matches!(all.marks[..], [Mark::Bar { filled: 1.0, .. }]));
    }

    #[test]
    fn everything_lies_on_its_plate() {
        let track = (2..=14).map(|at| number(&at.to_string(), at, Some((0, 20))));
        let columns = Count {
            name: "columns".to_owned(),
            amount: Amount::Track {
                track: track.collect(),
            },
        };
        for count in [columns, number("a long name of a counter", 3, Some((0, 9)))] {
            let plate = Plate::new(&count);
            let (w, h) = plate.size;
            for word in &plate.words {
                assert!(word.at.0 >= 0.0 && word.at.1 <= h, "{word:?}");
                assert!(word.at.0 + wide(&word.text, word.size) <= w, "{word:?}");
            }
            for mark in &plate.marks {
                let ((x, y), right) = match *mark {
                    Mark::Bead { at, .. } => (at, at.0 + BEAD),
                    Mark::Bar { at, width, .. } => (at, at.0 + width),
                };
                assert!(x > 0.0 && right < w && y < h, "{mark:?} of {w} x {h}");
            }
        }
    }
}
