//! How the pieces of a sheet are made, in a few steps at its foot, if there is room.

use super::captions::line_font;
use super::heading::{occupied, rules, text, width};
use super::marks::Notes;
use crate::face::{Font, Fonts, TextLine};
use crate::kit::{Point, Size, Um};
use crate::press::sheet::bounds::Bounds;
use crate::press::sheet::measures::MARGIN;
use crate::press::sheet::{Placed, Sheet};

/// The ems of a step's number and of its words, and the distance between two lines.
const NUMBER: Um = Um(7_000);
const EM: Um = Um(3_200);
const STEP: Um = Um(4_100);

/// From a number to its words, between two steps, and from the ornament to the words.
const BESIDE: Um = Um(2_200);
const BETWEEN: Um = Um(7_000);
const BELOW: Um = Um(7_600);

/// From the lowest line to the edge of the paper, and what stays free below the pieces.
const FOOT: Um = Um(21_000);
const AIR: Um = Um(14_000);

/// What steps of up to three lines need below the pieces, down to the edge of the paper.
pub(super) const HIGH: Um = Um(FOOT.0 + STEP.0 * 2 + BELOW.0 + AIR.0);

/// Adds the steps below everything else, unless something is there.
pub(super) fn add(sheet: &mut Sheet, notes: &Notes, taken: &[Bounds]) {
    let steps: Vec<String> = steps(sheet)
        .into_iter()
        .map(|step| notes.say(step, &[]))
        .collect();
    let Size { w, h } = sheet.size;
    let count = steps.len() as i64;
    let column = Um((w - MARGIN * 2 - BETWEEN * (count - 1)).0 / count);
    let digits = ["1", "2", "3", "4"];
    let indent = width(numerals(), "4", NUMBER) + BESIDE;
    let set = steps.iter().map(|step| wrapped(step, column - indent));
    let set: Vec<Vec<String>> = set.collect();
    let rows = set.iter().map(Vec::len).max().unwrap_or_default() as i64;
    let first = h - FOOT - STEP * (rows - 1);
    let top = first - BELOW;
    let lowest = occupied(sheet).iter().map(|part| part.bottom).max();
    let place = Bounds::new(
        Point::new(Um::ZERO, top),
        Size::new(w, h - FOOT + Um(1_200) - top),
    );
    if lowest.is_none_or(|lowest| lowest + AIR > top)
        || taken.iter().any(|taken| taken.overlaps(&place))
    {
        return;
    }
    let mut words: Vec<TextLine<'static>> = Vec::new();
    for (index, lines) in set.iter().enumerate() {
        let x = MARGIN + (column + BETWEEN) * index as i64;
        let base = first + Um(1_500);
        words.push(text(numerals(), digits[index], NUMBER, Point::new(x, base)));
        for (row, line) in lines.iter().enumerate() {
            let at = Point::new(x + indent, first - Um(1_200) + STEP * row as i64);
            words.push(text(line_font(), line, EM, at));
        }
    }
    sheet.words.extend(words);
    let mut marks = sheet.marks.to_vec();
    marks.extend(rules(top, MARGIN, w - MARGIN));
    sheet.marks = marks.into();
}

fn numerals() -> &'static Font {
    Fonts::plain("Cinzel", 700)
}

/// What is done with the pieces of a sheet: those that are folded, or labels.
fn steps(sheet: &Sheet) -> Vec<&'static str> {
    let is_label = |placed: &Placed| placed.kiss;
    if !sheet.folds.is_empty() {
        let pairs = || sheet.placed.iter().filter(|placed| placed.behind.is_some());
        let is_cut_last = pairs().any(|placed| placed.outline.is_some());
        let mut steps = vec![
            "Score the dashed lines with the back of a knife.",
            match is_cut_last {
                true => "Cut along the straight lines.",
                false => "Cut along the solid lines.",
            },
            match pairs().count() * 2 == sheet.placed.len() {
                true => "Fold, and glue the two sides back to back.",
                false => "Fold along the scores, and glue.",
            },
        ];
        if is_cut_last {
            steps.push("When the glue is dry, cut along the outlines.");
        }
        return steps;
    }
    let mut steps = vec!["Measure the printed 100 mm line: it must be 100 mm long."];
    if !sheet.placed.iter().all(is_label) {
        steps.push("What goes on board is stuck to it before it is cut.");
    }
    steps.push("Cut along the lines, the longest first.");
    if sheet.placed.iter().any(is_label) {
        steps.push("Stick the labels of each row on one die.");
    }
    steps
}

/// Breaks words into lines of this width at most.
fn wrapped(words: &str, most: Um) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in words.split(' ') {
        match lines.last_mut() {
            Some(line) if width(line_font(), &format!("{line} {word}"), EM) <= most => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::press::sheet::Stroke;

    /// A sheet with a piece of this height.
    fn sheet(high: i64, is_folded: bool) -> Sheet {
        let (at, size) = (
            Point::new(Um(80_000), Um(40_000)),
            Size::new(Um(40_000), Um(high)),
        );
        let fold = Stroke {
            from: at,
            to: Point::new(at.x + size.w, at.y),
        };
        Sheet {
            size: Size::new(Um(210_000), Um(297_000)),
            placed: vec![Placed {
                at,
                size,
                ..Placed::default()
            }],
            folds: if is_folded { vec![fold] } else { Vec::new() },
            ..Sheet::default()
        }
    }

    #[test]
    fn the_steps_are_those_of_the_pieces_and_stand_below_them() {
        for (is_folded, first) in [(true, "Score the"), (false, "Measure the printed")] {
            let mut sheet = sheet(60_000, is_folded);
            add(&mut sheet, &Notes::new(""), &[]);
            let lines: Vec<&str> = sheet.words.iter().map(|line| &*line.text).collect();
            assert!(lines[0] == "1" && lines[1].starts_with(first), "{lines:?}");
            assert!(
                sheet
                    .words
                    .iter()
                    .all(|line| line.y > 250.0 && line.y < 280.0)
            );
        }
    }

    #[test]
    fn where_pieces_reach_far_down_there_are_no_steps() {
        let mut sheet = sheet(225_000, true);
        add(&mut sheet, &Notes::new(""), &[]);
        assert!(sheet.words.is_empty() && sheet.marks.is_empty());
    }
}
