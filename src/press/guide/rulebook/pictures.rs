//! The faces shown with rules: the kit's own, and those of the kit it is played with.

use std::collections::{BTreeMap, BTreeSet};

use super::super::Sources;
use super::super::flow::Flow;
use super::COVER;
use crate::face::{Drawing, Reader, Templates};
use crate::kit::{Make, Point, Problems, Size, Um};
use crate::press::drawn::{DrawnPiece, DrawnPieces};
use crate::press::sheet::Placed;

/// The gap between two pictures, in mm.
const BETWEEN: f64 = 3.0;

/// A face at the size at which it is cut.
pub(super) struct Picture {
    drawing: Drawing,
    pub size: Size,
    shape: crate::kit::Shape,
    /// Its name; may be empty.
    pub name: String,
}

/// The pictures of a rulebook.
pub(super) struct Pictures {
    by_code: BTreeMap<String, Picture>,
    pub cover: Vec<Picture>,
}

impl Pictures {
    /// The pictures that the chapters name, and some of the size of piece that takes up the most area.
    pub fn of(sources: &Sources<'_, '_>, reader: &mut Reader) -> Result<Pictures, Problems> {
        let Sources {
            kit,
            order,
            drawn: drawn_pieces,
            ..
        } = *sources;
        let other = kit.uses.as_deref();
        let templates = other.map(|other| Templates::new(other, order.ink));
        let drawn = other
            .zip(templates.as_ref())
            .map(|(other, templates)| DrawnPieces::draw(other, templates, 1, reader));
        let drawn = drawn.transpose()?;
        let all: Vec<&DrawnPieces<'_>> = std::iter::once(drawn_pieces).chain(&drawn).collect();

        let mut by_code = BTreeMap::new();
        for code in kit.rule_chapters.iter().flat_map(|chapter| &chapter.pieces) {
            let is_it = |drawn_piece: &&DrawnPiece<'_>| {
                *drawn_piece.code == **code || drawn_piece.row.codes().any(|known| known == code)
            };
            let found = all.iter().find_map(|drawn_pieces| {
                Some((*drawn_pieces, drawn_pieces.pieces.iter().find(is_it)?))
            });
            if let Some((drawn_pieces, drawn_piece)) = found {
                by_code.insert(code.clone(), Picture::of(drawn_pieces, drawn_piece)?);
            }
        }
        let sizes = |drawn_pieces: &DrawnPieces<'_>| {
            drawn_pieces
                .kit
                .decks
                .iter()
                .map(|deck| deck.size)
                .collect::<Vec<_>>()
        };
        let alike = all.iter().flat_map(|drawn_pieces| {
            sizes(drawn_pieces)
                .into_iter()
                .map(|size| (*drawn_pieces, faces(drawn_pieces, size)))
        });
        let area = |faces: &[&DrawnPiece<'_>]| {
            faces
                .iter()
                .map(|drawn_piece| drawn_piece.deck.size.area())
                .sum::<f64>()
        };
        let largest = alike.max_by(|(_, one), (_, other)| area(one).total_cmp(&area(other)));
        let cover = largest.map(|(drawn_pieces, faces)| {
            let shown = faces.len().min(COVER);
            (0..shown)
                .map(|index| Picture::of(drawn_pieces, faces[index * faces.len() / shown]))
                .collect()
        });
        Ok(Pictures {
            by_code,
            cover: cover.transpose()?.unwrap_or_default(),
        })
    }

    /// The pictures with these codes; codes that are not printed in this edition are skipped.
    pub fn named<'p>(&'p self, codes: &'p [String]) -> Vec<&'p Picture> {
        codes
            .iter()
            .filter_map(|code| self.by_code.get(code))
            .collect()
    }
}

/// The first piece of each face of this size.
fn faces<'p, 'k>(drawn_pieces: &'p DrawnPieces<'k>, size: Size) -> Vec<&'p DrawnPiece<'k>> {
    let mut known = BTreeSet::new();
    let alike = drawn_pieces.pieces.iter().filter(|drawn_piece| {
        drawn_piece.deck.size == size && drawn_piece.deck.make != Make::Stickers
    });
    alike
        .filter(|drawn_piece| known.insert(drawn_piece.face))
        .collect()
}

impl Picture {
    fn of(
        drawn_pieces: &DrawnPieces<'_>,
        drawn_piece: &DrawnPiece<'_>,
    ) -> Result<Picture, Problems> {
        let drawing = drawn_pieces.face(drawn_piece.face)?.clone();
        let name = drawn_piece.row.text("name").unwrap_or_default().to_owned();
        Ok(Picture {
            drawing,
            size: drawn_piece.deck.size,
            shape: drawn_piece.deck.shape.clone(),
            name,
        })
    }
}

impl Flow<'_, '_> {
    /// Places a picture by its top left corner in mm, scaled relative to the size at which it is cut.
    pub(super) fn show(&mut self, picture: &Picture, (x, y): (f64, f64), scale: f64) {
        let Picture {
            drawing,
            size,
            shape,
            ..
        } = picture;
        let face = self.draw(drawing.clone());
        let there = |point: Point| {
            Point::new(
                Um::from_mm(x + point.x.mm() * scale),
                Um::from_mm(y + point.y.mm() * scale),
            )
        };
        let clip = shape
            .outline(*size)
            .map(|outline| outline.map(there))
            .into_iter()
            .collect();
        let (at, size) = (there(Point::default()), super::times(*size, scale));
        self.page().placed.push(Placed {
            face,
            at,
            size,
            clip,
            ..Placed::default()
        });
    }

    /// Places pictures in rows, as large as possible, centred in a box given by its corner and its size in mm.
    pub(super) fn array(
        &mut self,
        pictures: &[Picture],
        (left, top): (f64, f64),
        (wide, high): (f64, f64),
    ) {
        let Some(first) = pictures.first() else {
            return;
        };
        let (w, h) = (first.size.w.mm(), first.size.h.mm());
        let fit = |columns: usize| {
            let rows = pictures.len().div_ceil(columns);
            let across = (wide - BETWEEN * (columns - 1) as f64) / (w * columns as f64);
            (
                across.min((high - BETWEEN * (rows - 1) as f64) / (h * rows as f64)),
                columns,
                rows,
            )
        };
        let best = (1..=pictures.len())
            .map(fit)
            .max_by(|one, two| one.0.total_cmp(&two.0));
        let Some((scale, columns, rows)) = best.filter(|(scale, ..)| *scale > 0.0) else {
            return;
        };
        let (w, h) = (w * scale + BETWEEN, h * scale + BETWEEN);
        let y = top + (high - rows as f64 * h + BETWEEN) / 2.0;
        for (row, line) in pictures.chunks(columns).enumerate() {
            let x = left + (wide - line.len() as f64 * w + BETWEEN) / 2.0;
            for (column, picture) in line.iter().enumerate() {
                self.show(picture, (x + column as f64 * w, y + row as f64 * h), scale);
            }
        }
    }
}
