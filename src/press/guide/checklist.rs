//! The checklist.

use std::collections::BTreeSet;

use super::flow::{Flow, HEAD, ROW, TextStyle};
use super::{SIDE, TOP, scaled};
use crate::face::{TextLine, text};
use crate::kit::{Deck, Make, Point, Problems, Row, Size, Texts, Um};
use crate::press::sheet::{Placed, Role};

/// The gap between two decks in a row, in mm.
const BESIDE: f64 = 8.0;

/// The size of codes, in mm.
const CODE: f64 = 2.6;

/// The most rows of a deck that are listed.
const MAX_ROWS: usize = 200;

/// Pictures of more rows than this are smaller, those of more than that smaller still, and those of more than a full deck of cards would
/// say nothing.
const MANY: usize = 16;
const VERY_MANY: usize = 45;
const TOO_MANY: usize = 60;

/// Fewer pieces than this are not listed: those on the sheets are counted above. If that leaves a single page, fewer than so many are not.
const FEW: usize = 8;
const SOME: usize = 32;

/// How much smaller the pictures are in a guide that is tight.
const TIGHT: f64 = 0.72;

/// The share of a page up to which the pieces of a deck are kept together.
const SHORT: f64 = 0.35;

/// The size of a piece whose two sides are shown, and the gap between them, in mm.
const TWO: f64 = 9.0;
const APART: f64 = 0.8;

/// How the pieces of a deck are listed: their size, whether both sides are shown, and the width and height of a piece with its
/// boxes, in mm.
struct Cells {
    scale: f64,
    size: Size,
    both: bool,
    wide: f64,
    high: f64,
}

/// A deck of the checklist, and the width of all its pieces in a line or of its title.
struct Listed<'k> {
    deck: &'k Deck,
    title: String,
    cells: Cells,
    wide: f64,
}

impl<'k> Listed<'k> {
    fn of(deck: &'k Deck, title: String, flow: &Flow<'_, 'k>) -> Result<Listed<'k>, Problems> {
        let cells = Cells::of(deck, flow)?;
        let (lines, _) = flow.set(&title, TextStyle::Strong, 3.9, SIDE, 0.0, flow.width())?;
        let title_width = lines.first().map_or(0.0, text::width);
        let wide = title_width.max(listed(deck).len() as f64 * cells.wide - 2.6);
        Ok(Listed {
            deck,
            title,
            cells,
            wide,
        })
    }

    fn kept(&self, flow: &Flow<'_, '_>) -> f64 {
        self.cells.kept(listed(self.deck).len(), flow)
    }
}

/// Whether pieces of a deck have equal fronts, and only their backs tell them apart.
fn has_telling_backs(deck: &Deck, flow: &Flow<'_, '_>) -> bool {
    let pieces = flow.sources.drawn.pieces.iter();
    let of_deck = || {
        pieces
            .clone()
            .filter(|piece| std::ptr::eq(piece.deck, deck))
    };
    let fronts: BTreeSet<usize> = of_deck().map(|piece| piece.face).collect();
    let sides: BTreeSet<_> = of_deck().map(|piece| (piece.face, piece.back)).collect();
    sides.len() > fronts.len()
}

/// The width of the picture of a piece.
fn shown(size: Size, both: bool) -> f64 {
    size.w.mm() + if both { size.w.mm() + APART } else { 0.0 }
}

/// The number of boxes to tick for a row.
fn boxes(row: &Row) -> usize {
    (row.codes().len() * row.count() as usize).min(12)
}

impl Cells {
    fn of(deck: &Deck, flow: &Flow<'_, '_>) -> Result<Cells, Problems> {
        let both = has_telling_backs(deck, flow) && deck.rows.len() <= VERY_MANY;
        let (wide, high) = match deck.rows.len() {
            many if many > TOO_MANY => (0.0, 0.0),
            many if many > VERY_MANY => (20.0, 9.0),
            _ if both => (TWO, TWO),
            many if many > MANY => (20.0, 12.0),
            _ => (20.0, 15.0),
        };
        let scale = (wide / deck.size.w.mm())
            .min(high / deck.size.h.mm())
            .min(0.8)
            * flow.scale
            * if flow.columns.is_some() { TIGHT } else { 1.0 };
        let scale = (scale * flow.pieces).min(1.0);
        let size = scaled(deck.size, scale);
        let boxes = deck.rows.iter().map(boxes).max().unwrap_or_default();
        let mut words = 0.0_f64;
        for row in deck.rows.iter().take(MAX_ROWS) {
            let (lines, _) =
                flow.set(&codes(row.codes()), TextStyle::Label, CODE, 0.0, 0.0, 40.0)?;
            words = lines.iter().map(text::width).fold(words, f64::max);
        }
        let high = size.h.mm().max(3.6 + boxes.div_ceil(3) as f64 * 3.1) + 3.0;
        Ok(Cells {
            scale,
            size,
            both,
            wide: shown(size, both) + 1.5 + words.max(boxes.min(3) as f64 * 3.1) + 2.6,
            high,
        })
    }

    /// How many of this many pieces stand in a line, so that all lines are equally long.
    fn in_line(&self, pieces: usize, flow: &Flow<'_, '_>) -> usize {
        let most = ((flow.width() + 2.6) / self.wide).max(1.0) as usize;
        pieces.div_ceil(pieces.div_ceil(most).max(1)).max(1)
    }

    /// The height of this many pieces and their title, or of the first line if that is much of a page: it stays together.
    fn kept(&self, pieces: usize, flow: &Flow<'_, '_>) -> f64 {
        let lines = |count: usize| 6.0 + count as f64 * self.high;
        let whole = lines(pieces.div_ceil(self.in_line(pieces, flow)));
        match whole <= SHORT * (flow.bottom() - TOP[1]) {
            true => whole,
            false => lines(1),
        }
    }
}

/// The rows of a deck that are listed: all, or none of very many.
fn listed(deck: &Deck) -> &[Row] {
    match deck.rows.len() > MAX_ROWS {
        true => &[],
        false => &deck.rows,
    }
}

impl<'k> Flow<'_, 'k> {
    /// Adds every piece with boxes to tick: one thumbnail per row, and a box for each copy. Small decks share a line.
    pub(super) fn checklist(&mut self) -> Result<(), Problems> {
        let decks = self
            .inventory
            .products
            .iter()
            .filter_map(|product| Some((product.deck?, product.title.clone())));
        let decks: Vec<_> = decks
            .filter(|(deck, _)| deck.make != Make::Stickers)
            .collect();
        let rows = decks.iter().flat_map(|(deck, _)| &deck.rows);
        let pieces: usize = rows.map(boxes).sum();
        if pieces < if self.is_listed { FEW } else { SOME } {
            return Ok(());
        }
        let first = Cells::of(decks[0].0, self)?;
        let with = first.kept(listed(decks[0].0).len(), self);
        self.heading(&self.say("Checklist", &[]), with)?;
        self.explain_codes()?;
        let right = self.paper.w.mm() - SIDE;
        // Where the next deck begins, and the height of the line so far.
        let (mut left, mut line) = (SIDE, 0.0_f64);
        let mut decks: Vec<Listed<'k>> = decks
            .into_iter()
            .map(|(deck, title)| Listed::of(deck, title, self))
            .collect::<Result<_, Problems>>()?;
        while !decks.is_empty() {
            // The next deck, or a later one that has room at the end of the line, or in a new line on this page.
            let fits = |listed: &Listed<'_>| match left == SIDE {
                true => self.y + listed.kept(self) <= self.bottom(),
                false => left + listed.wide <= right,
            };
            let next = decks.iter().position(fits).unwrap_or(0);
            let Listed {
                deck,
                title,
                cells,
                wide,
            } = decks.remove(next);
            let rows = listed(deck);
            let high = 6.0 + if rows.is_empty() { 0.0 } else { cells.high };
            if left > SIDE && (left + wide > right || self.y + high > self.bottom()) {
                (left, self.y, line) = (SIDE, self.y + line + self.gap(), 0.0);
            }
            if left == SIDE {
                self.room(cells.kept(rows.len(), self));
                self.seam(ROW);
            }
            let top = self.y;
            self.block(Role::Heading(3));
            self.write(&title, TextStyle::Strong, 3.9, left, top, self.width())?;
            if left + wide <= right {
                for (index, row) in rows.iter().enumerate() {
                    self.cell(
                        deck,
                        &cells,
                        row,
                        left + index as f64 * cells.wide,
                        top + 6.0,
                    )?;
                }
                (left, line) = (left + wide + BESIDE, line.max(high));
                continue;
            }
            self.y += 6.0;
            for rows in rows.chunks(cells.in_line(rows.len(), self)) {
                let pages = self.pages.len();
                self.room(cells.high);
                if self.pages.len() > pages {
                    self.decoration();
                    let y = self.y;
                    self.write(&title, TextStyle::Strong, 3.9, SIDE, y, self.width())?;
                    self.y += 6.0;
                }
                self.seam(ROW);
                for (index, row) in rows.iter().enumerate() {
                    let y = self.y;
                    self.cell(deck, &cells, row, SIDE + index as f64 * cells.wide, y)?;
                }
                self.y += cells.high;
            }
            self.y += self.gap();
        }
        self.y += line;
        Ok(())
    }

    /// Says at the end of the heading's line what the codes are for.
    fn explain_codes(&mut self) -> Result<(), Problems> {
        let words = self.say("The codes are printed on the pieces, or beside them.", &[]);
        let (lines, _) = self.set(&words, TextStyle::Slanted, 3.3, SIDE, 0.0, self.width())?;
        let wide = lines.iter().map(text::width).fold(0.0, f64::max);
        let (right, y) = (self.paper.w.mm() - SIDE - wide, self.y - HEAD + 1.2);
        self.block(Role::Paragraph);
        let lines = lines.into_iter().map(|line| TextLine {
            x: right,
            y: line.y + y,
            ..line
        });
        self.add_texts(lines);
        Ok(())
    }

    /// The pieces of a row in words: "C01-C06 Treasure tokens: coin, gold 2".
    fn described(&self, row: &Row) -> String {
        let first = row.code();
        let name = self.sources.catalogue.name(first);
        let codes = codes(row.codes());
        if name.is_empty() {
            codes
        } else {
            format!("{codes} {name}")
        }
    }

    /// Adds a row of a deck: its picture, its codes, and a box for each piece.
    fn cell(
        &mut self,
        deck: &Deck,
        cells: &Cells,
        row: &'k Row,
        x: f64,
        y: f64,
    ) -> Result<(), Problems> {
        let size = cells.size;
        self.block(Role::Figure(self.described(row)));
        if let Some(drawn_piece) = self
            .sources
            .drawn
            .pieces
            .iter()
            .find(|drawn_piece| std::ptr::eq(drawn_piece.row, row) && cells.scale > 0.0)
        {
            let back = drawn_piece.back.filter(|_| cells.both);
            let sides = std::iter::once(drawn_piece.face).chain(back);
            let outline = deck.shape.outline(deck.size);
            for (index, face) in sides.enumerate() {
                let x = x + index as f64 * (size.w.mm() + APART);
                let there = |point: Point| {
                    let along =
                        |from: f64, length: Um| Um::from_mm(from + length.mm() * cells.scale);
                    Point::new(along(x, point.x), along(y, point.y))
                };
                self.add_placed(Placed {
                    face,
                    at: there(Point::default()),
                    size,
                    clip: outline.iter().map(|outline| outline.map(there)).collect(),
                    ..Placed::default()
                });
            }
        }
        let beside = x + shown(size, cells.both) + 1.5;
        self.write(
            &codes(row.codes()),
            TextStyle::Label,
            CODE,
            beside,
            y + 0.4,
            40.0,
        )?;
        let ink = self.ink("ink");
        for index in 0..boxes(row) {
            let (bx, by) = (
                beside + (index % 3) as f64 * 3.1,
                y + 4.4 + (index / 3) as f64 * 3.1,
            );
            self.page().art += &format!(
                r#"<rect x="{bx:.3}" y="{by:.3}" width="2.3" height="2.3" fill="none" stroke="{ink}" stroke-width="0.28"/>"#
            );
        }
        Ok(())
    }
}

/// Abbreviates codes: "C01-C06".
fn codes(mut codes: Texts<'_>) -> String {
    let first = codes.next().unwrap_or_default();
    match codes.last() {
        Some(last) => format!("{first}-{last}"),
        None => first.to_owned(),
    }
}
