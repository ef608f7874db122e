//! Pieces that nothing but their hue tells apart: they are the same to some eyes, and on a black-and-white printer.
//!
//! Every different face of a deck is drawn small, all with one code, so that the printed code tells nothing. Two faces look
//! alike in grey where no square millimetre of one is much lighter or darker than that of the other.

use std::collections::HashSet;

use rayon::prelude::*;
use resvg::tiny_skia::{Color, Pixmap, Transform};

use crate::face::{Drawing, Reader, Templates, raster};
use crate::kit::{Deck, Kit, Piece, Problem, Row, Side};

/// Dots to the millimetre: a thin stroke of small type is half a dot.
const DOTS: f32 = 3.0;
/// Cells are this many dots wide and high: a millimetre.
const CELL: u32 = 3;
/// Cells nearer than this are alike in grey, of 255: what a worn printer or poor light takes away.
const ALIKE: u8 = 20;
/// Cells as far from each other as this in red, green or blue are different colours.
const APART: u8 = 32;

/// The faces of each deck that only hue tells from an earlier face, each a problem at its row.
///
/// What cannot be drawn is left out; [`Proofs`](crate::press::proof::Proofs) say why it cannot.
pub fn told_by_hue(kit: &Kit, templates: &Templates<'_>, reader: &mut Reader) -> Vec<Problem> {
    kit.decks.iter().flat_map(|deck| deck_problems(kit, deck, templates, reader)).collect()
}

/// A face, drawn, and whose it is.
struct Sample<'k> {
    row: &'k Row,
    /// "Y", "Y horned_chest", "KN helmet of set 2".
    name: String,
    drawing: Drawing,
}

fn deck_problems(kit: &Kit, deck: &Deck, templates: &Templates<'_>, reader: &mut Reader) -> Vec<Problem> {
    let samples = samples(kit, deck, templates, reader);
    if samples.len() < 2 {
        return Vec::new();
    }
    let mut cells: Vec<Cells> = samples.par_iter().map(|sample| Cells::of(&sample.drawing)).collect();
    sort_by_spread(&mut cells);
    let mut problems = Vec::new();
    for (index, sample) in samples.iter().enumerate() {
        let earlier = (0..index).find(|&earlier| cells[index].differ_in_hue_alone(&cells[earlier]));
        let Some(earlier) = earlier.map(|index| &samples[index]) else { continue };
        let (line, _) = earlier.row.place().line_column();
        let message = format!(
            "in {}, only hue tells `{}` from `{}`, which is in {} at line {line}",
            templates.ink().name(),
            sample.name,
            earlier.name,
            earlier.row.place().file
        );
        let problem = Problem::new(sample.row.place(), message).label("the same in grey");
        problems.push(problem.help("let shape, text, pattern or brightness tell them apart as well"));
    }
    problems
}

/// Every different face of a deck over all sets that differ, with the first row that has it.
fn samples<'k>(kit: &Kit, deck: &'k Deck, templates: &Templates<'_>, reader: &mut Reader) -> Vec<Sample<'k>> {
    let code = deck.rows.iter().flat_map(Row::codes).next().unwrap_or_default();
    let mut samples = Vec::new();
    let mut seen = HashSet::new();
    for copy in 0..kit.copy_grounds.len().max(1) {
        let before = seen.len();
        // With the same code on all of them, the pieces of a row differ by their faces alone.
        let mut last = None;
        for piece in deck.pieces() {
            let this = (piece.row.place().span.start, piece.face);
            if last.replace(this) == Some(this) {
                continue;
            }
            let name = match (piece.face, copy) {
                (None, 0) => piece.row.codes().join(" "),
                (Some(face), 0) => format!("{} {face}", piece.row.codes().join(" ")),
                (face, _) => format!("{} {} of set {}", piece.row.codes().join(" "), face.unwrap_or("piece"), copy + 1),
            };
            let piece = Piece { code: code.into(), ..piece };
            let Ok(svg) = templates.piece(deck, &piece, copy, Side::Front) else { continue };
            if seen.contains(&svg) {
                continue;
            }
            if let Ok(drawing) = reader.read(&name, &svg, deck.size, deck.bleed) {
                samples.push(Sample { row: piece.row, name, drawing });
            }
            seen.insert(svg);
        }
        // A deck that is the same in the second set is the same in all.
        if copy > 0 && seen.len() == before {
            break;
        }
    }
    samples
}

/// The mean colours of a face's cells: red, green, blue, grey.
struct Cells(Vec<[u8; 4]>);

impl Cells {
    fn of(drawing: &Drawing) -> Cells {
        let count = |mm: f64| (mm as f32 * DOTS).round() as u32;
        let (width, height) = (count(drawing.size.w.mm()), count(drawing.size.h.mm()));
        let Some(mut picture) = Pixmap::new(width, height) else { return Cells(Vec::new()) };
        picture.fill(Color::WHITE);
        raster::paint(drawing, &mut picture, Transform::from_scale(DOTS, DOTS));
        let mut cells = Vec::new();
        for y in (0..height).step_by(CELL as usize) {
            for x in (0..width).step_by(CELL as usize) {
                let mut sum = [0_u32; 3];
                let mut count = 0;
                for (x, y) in (y..height.min(y + CELL)).flat_map(|y| (x..width.min(x + CELL)).map(move |x| (x, y))) {
                    let dot = &picture.data()[((y * width + x) * 4) as usize..][..3];
                    (0..3).for_each(|channel| sum[channel] += u32::from(dot[channel]));
                    count += 1;
                }
                let [r, g, b] = sum.map(|channel| channel / count);
                // Luma of ITU-R BT.601, as printers' drivers turn colour into grey.
                let grey = (299 * r + 587 * g + 114 * b) / 1000;
                cells.push([r, g, b, grey].map(|mean| mean as u8));
            }
        }
        Cells(cells)
    }

    fn differ_in_hue_alone(&self, other: &Cells) -> bool {
        let pairs = || self.0.iter().zip(&other.0);
        let apart = |(one, two): (&[u8; 4], &[u8; 4])| (0..3).any(|channel| one[channel].abs_diff(two[channel]) >= APART);
        pairs().all(|(one, two)| one[3].abs_diff(two[3]) < ALIKE) && pairs().any(apart)
    }
}

/// Puts the cells first whose grey differs most over the deck: there two faces that differ are soon told apart.
fn sort_by_spread(faces: &mut [Cells]) {
    let Some(count) = faces.first().map(|face| face.0.len()) else { return };
    let mut order: Vec<(u8, usize)> = (0..count)
        .map(|cell| {
            let greys = || faces.iter().map(|face| face.0[cell][3]);
            (greys().max().unwrap_or(0) - greys().min().unwrap_or(0), cell)
        })
        .collect();
    order.sort_unstable_by(|one, two| two.cmp(one));
    for face in faces {
        face.0 = order.iter().map(|&(_, cell)| face.0[cell]).collect();
    }
}
