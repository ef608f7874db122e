//! Drawings in character cells, and the part of them that fits the screen.

use std::ops::Range;

use crate::referee::{Screen, Tone};

/// An area of styled characters, in the coordinates of what is drawn: x to the right, y down, from any origin.
pub struct Canvas {
    columns: Range<i16>,
    rows: Range<i16>,
    cells: Vec<(char, Tone)>,
}

impl Canvas {
    pub fn new(columns: Range<i16>, rows: Range<i16>) -> Canvas {
        let cells = vec![(' ', Tone::Plain); columns.len() * rows.len()];
        Canvas {
            columns,
            rows,
            cells,
        }
    }

    pub fn columns(&self) -> Range<i16> {
        self.columns.clone()
    }

    pub fn height(&self) -> i16 {
        self.rows.end - self.rows.start
    }

    /// Writes text to the right of a cell. What is outside the area is left out.
    pub fn put(&mut self, (x, y): (i16, i16), text: &str, tone: Tone) {
        for (x, letter) in (x..).zip(text.chars()) {
            if self.columns.contains(&x) && self.rows.contains(&y) {
                let column = (x - self.columns.start) as usize;
                let row = (y - self.rows.start) as usize;
                self.cells[row * self.columns.len() + column] = (letter, tone);
            }
        }
    }

    /// Copies another drawing, with its upper left corner here.
    pub fn copy(&mut self, (x, y): (i16, i16), other: &Canvas) {
        for (down, row) in (y..).zip(other.cells.chunks(other.columns.len().max(1))) {
            for (along, (letter, tone)) in (x..).zip(row) {
                self.put((along, down), letter.encode_utf8(&mut [0; 4]), *tone);
            }
        }
    }

    /// Leaves out rows in which nothing is drawn.
    pub fn without_empty_rows(mut self) -> Canvas {
        let rows = self.cells.chunks(self.columns.len().max(1));
        let drawn: Vec<_> = rows
            .filter(|row| row.iter().any(|(letter, _)| *letter != ' '))
            .collect();
        self.rows = 0..drawn.len() as i16;
        self.cells = drawn.concat();
        self
    }

    /// Adds these columns of it to a screen.
    pub fn show(&self, columns: Range<i16>, screen: &mut Screen) {
        let within =
            |x: i16| (x.clamp(self.columns.start, self.columns.end) - self.columns.start) as usize;
        for row in self.cells.chunks(self.columns.len().max(1)) {
            let shown = &row[within(columns.start)..within(columns.end)];
            let end = shown
                .iter()
                .rposition(|(letter, _)| *letter != ' ')
                .map_or(0, |at| at + 1);
            let spans = shown[..end].chunk_by(|a, b| a.1 == b.1);
            screen.lines.push(
                spans
                    .map(|span| (span.iter().map(|(letter, _)| *letter).collect(), span[0].1))
                    .collect(),
            );
        }
    }
}

/// The columns or rows to show: all if they fit, otherwise `most` of them (at least one) around `here`.
pub fn window(all: Range<i16>, here: i16, most: usize) -> Range<i16> {
    let most = i16::try_from(most).unwrap_or(i16::MAX).max(1);
    if all.end - all.start <= most {
        return all;
    }
    let start = (here - most / 2).clamp(all.start, all.end - most);
    start..start + most
}

/// The range from the least to the greatest cell, both included; only 0 if there is none.
pub fn span(cells: impl Iterator<Item = i16> + Clone) -> Range<i16> {
    cells.clone().min().unwrap_or(0)..cells.max().unwrap_or(0) + 1
}

/// Explains signs, as far as they are in use: "→ unexplored".
pub fn legend<S: AsRef<str>, L>(
    signs: impl IntoIterator<Item = (bool, S, L)>,
    say: impl Fn(L) -> String,
) -> Vec<String> {
    let used = signs.into_iter().filter(|(is_used, ..)| *is_used);
    used.map(|(_, sign, meaning)| {
        format!("{} {}", sign.as_ref(), say(meaning))
            .trim_start()
            .to_owned()
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(canvas: &Canvas, columns: Range<i16>) -> String {
        let mut screen = Screen::default();
        canvas.show(columns, &mut screen);
        screen.to_string()
    }

    #[test]
    fn only_what_is_inside_is_drawn() {
        let mut canvas = Canvas::new(-2..3, -1..2);
        canvas.put((-4, -1), "abcd", Tone::Plain);
        canvas.put((1, 1), "abcd", Tone::Dim);
        canvas.put((0, 5), "abcd", Tone::Plain);
        assert_eq!(shown(&canvas, canvas.columns()), "cd\n\n   ab\n");
        assert_eq!(shown(&canvas, -1..i16::MAX), "d\n\n  ab\n");
        let canvas = canvas.without_empty_rows();
        assert_eq!(
            (canvas.height(), shown(&canvas, 0..2)),
            (2, "\n a\n".to_owned())
        );
        let mut beside = Canvas::new(0..9, 0..3);
        beside.copy((1, 0), &canvas);
        assert_eq!(shown(&beside, 0..9), " cd\n    ab\n\n");
    }

    #[test]
    fn a_window_stays_inside_and_around_what_matters() {
        assert_eq!(window(-3..9, 0, 20), -3..9);
        assert_eq!(
            (
                window(-3..9, 3, 4),
                window(-3..9, -3, 4),
                window(-3..9, 8, 4)
            ),
            (1..5, -3..1, 5..9)
        );
        assert_eq!(window(0..5, 2, 0), 2..3);
    }

    #[test]
    fn unused_signs_are_not_explained() {
        let signs = [
            (true, "→", "unexplored"),
            (false, "╬", "locked"),
            (true, "", "coins"),
        ];
        assert_eq!(legend(signs, str::to_owned), ["→ unexplored", "coins"]);
    }
}
