//! Pieces distinguished only by hue, which look the same to colour-blind people and on a black-and-white printer.
//!
//! Every different face of a deck is read with the same code, so that the printed code makes no difference. Faces with different
//! words are distinguished by them. Those with the same words are rendered small: two of them look alike in grey if no square
//! millimetre of one is much lighter or darker than the corresponding one of the other.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::sync::OnceLock;

use rayon::prelude::*;
use resvg::tiny_skia::{Color, Pixmap, Transform};

use crate::face::{Drawing, Reader, Templates, raster};
use crate::kit::{Deck, Kit, Piece, Problem, Row, Side};

/// Pixels per millimetre; a thin stroke of small type is half a pixel wide.
const DOTS: f32 = 3.0;
/// The width and height of a cell in pixels: one millimetre.
const CELL: u32 = 3;
/// Cells closer than this, of 255, look alike in grey; a worn printer or poor light removes such differences.
const ALIKE: u8 = 20;
/// Cells at least this far apart in red, green or blue have different colours.
const APART: u8 = 32;

/// The results for each deck, by its name and the hash of its faces. Faces that are the same in another ink are not rendered again.
#[derive(Default)]
pub struct Seen(Vec<(String, Vec<u64>, Vec<Problem>)>);

/// The faces of each deck that only hue distinguishes from an earlier face, each as a problem at its row.
///
/// Faces that cannot be drawn are skipped; [`DrawnPieces`](crate::press::drawn::DrawnPieces) report them.
pub fn distinguished_by_hue(
    kit: &Kit,
    templates: &Templates<'_>,
    reader: &mut Reader,
    seen: &mut Seen,
) -> Vec<Problem> {
    let of_deck = |deck: &Deck| {
        let samples = samples(kit, deck, templates, reader);
        let hashes: Vec<u64> = samples.iter().map(|sample| sample.drawing.hash()).collect();
        if let Some((.., found)) = seen
            .0
            .iter()
            .find(|(name, known, _)| *name == deck.name && *known == hashes)
        {
            return found.clone();
        }
        let found = problems_of(&samples);
        seen.0.push((deck.name.clone(), hashes, found.clone()));
        found
    };
    kit.decks.iter().flat_map(of_deck).collect()
}

/// A drawn face, and the piece it belongs to.
struct Sample<'k> {
    row: &'k Row,
    /// "Y", "Y horned_chest", "KN helmet of set 2".
    name: String,
    drawing: Drawing,
}

/// The problems of the samples that only hue distinguishes from an earlier one.
fn problems_of(samples: &[Sample<'_>]) -> Vec<Problem> {
    let mut groups: HashMap<Vec<Cow<'_, str>>, Vec<usize>> = HashMap::new();
    for (index, sample) in samples.iter().enumerate() {
        groups
            .entry(sample.drawing.items.texts().map(|line| line.text).collect())
            .or_default()
            .push(index);
    }
    let faces: Vec<OnceLock<Cells>> = samples.iter().map(|_| OnceLock::new()).collect();
    let face = |index: usize| faces[index].get_or_init(|| Cells::of(&samples[index].drawing));
    let of_group = |group: &Vec<usize>| {
        let alike = |at: usize| {
            let earlier = group[..at]
                .iter()
                .find(|earlier| face(group[at]).differ_in_hue_alone(face(**earlier)));
            Some((group[at], *earlier?))
        };
        (1..group.len())
            .into_par_iter()
            .filter_map(alike)
            .collect::<Vec<(usize, usize)>>()
    };
    let mut found: Vec<(usize, usize)> = groups
        .par_iter()
        .flat_map(|(_, group)| of_group(group))
        .collect();
    found.sort_unstable();
    let problem = |(sample, earlier): (usize, usize)| {
        let (sample, earlier) = (&samples[sample], &samples[earlier]);
        let place = earlier.row.place();
        let (line, _) = place.line_column();
        let message = format!(
            "only hue distinguishes `{}` from `{}`, which is in {} at line {line}",
            sample.name, earlier.name, place.file
        );
        let problem = Problem::new(sample.row.place(), message).label("the same in grey");
        problem.help("make shape, text, pattern or brightness differ as well")
    };
    found.into_iter().map(problem).collect()
}

fn dots(mm: f64) -> u32 {
    (mm as f32 * DOTS).round() as u32
}

/// Every different face of a deck, over all sets that differ, with the first row that has it.
fn samples<'k>(
    kit: &Kit,
    deck: &'k Deck,
    templates: &Templates<'_>,
    reader: &mut Reader,
) -> Vec<Sample<'k>> {
    let code = deck
        .rows
        .iter()
        .flat_map(Row::codes)
        .next()
        .unwrap_or_default();
    let mut samples = Vec::new();
    let mut seen = HashSet::new();
    for copy in 0..kit.copy_grounds.len().max(1) {
        let before = seen.len();
        // With the same code on all of them, the pieces of a row differ only in their faces.
        let mut last = None;
        for piece in deck.pieces() {
            let this = (piece.row.place().span.start, piece.face);
            if last.replace(this) == Some(this) {
                continue;
            }
            let name = match (piece.face, copy) {
                (None, 0) => piece.row.codes().join(" "),
                (Some(face), 0) => format!("{} {face}", piece.row.codes().join(" ")),
                (face, _) => format!(
                    "{} {} of set {}",
                    piece.row.codes().join(" "),
                    face.unwrap_or("piece"),
                    copy + 1
                ),
            };
            let piece = Piece {
                code: code.into(),
                ..piece
            };
            let Ok(svg) = templates.piece(deck, &piece, copy, Side::Front) else {
                continue;
            };
            if seen.contains(&svg) {
                continue;
            }
            if let Ok(drawing) = reader.read(&name, &svg, deck.size, deck.bleed) {
                samples.push(Sample {
                    row: piece.row,
                    name,
                    drawing,
                });
            }
            seen.insert(svg);
        }
        // If the second set is the same as the first, so are all others.
        if copy > 0 && seen.len() == before {
            break;
        }
    }
    samples
}

/// The mean colours of a face's cells: red, green, blue and grey.
#[derive(Default)]
struct Cells(Vec<[u8; 4]>);

impl Cells {
    fn of(drawing: &Drawing) -> Cells {
        let [width, height] = [drawing.size.w, drawing.size.h].map(|length| dots(length.mm()));
        let Some(mut picture) = Pixmap::new(width, height) else {
            return Cells(Vec::new());
        };
        picture.fill(Color::WHITE);
        raster::paint(drawing, &mut picture, Transform::from_scale(DOTS, DOTS));
        let mut cells = Vec::new();
        for y in (0..height).step_by(CELL as usize) {
            for x in (0..width).step_by(CELL as usize) {
                let mut sum = [0_u32; 3];
                let mut count = 0;
                for (x, y) in (y..height.min(y + CELL))
                    .flat_map(|y| (x..width.min(x + CELL)).map(move |x| (x, y)))
                {
                    let dot = &picture.data()[((y * width + x) * 4) as usize..][..3];
                    (0..3).for_each(|channel| sum[channel] += u32::from(dot[channel]));
                    count += 1;
                }
                let [r, g, b] = sum.map(|channel| channel / count);
                // Luma as in ITU-R BT.601, which printer drivers use to convert colours to grey.
                let grey = (299 * r + 587 * g + 114 * b) / 1000;
                cells.push([r, g, b, grey].map(|mean| mean as u8));
            }
        }
        Cells(cells)
    }

    /// Whether no cells differ in grey.
    fn are_alike(&self, other: &Cells) -> bool {
        self.0
            .iter()
            .zip(&other.0)
            .all(|(one, two)| one[3].abs_diff(two[3]) < ALIKE)
    }

    fn differ_in_hue_alone(&self, other: &Cells) -> bool {
        let apart = |(one, two): (&[u8; 4], &[u8; 4])| {
            (0..3).any(|channel| one[channel].abs_diff(two[channel]) >= APART)
        };
        self.are_alike(other) && self.0.iter().zip(&other.0).any(apart)
    }
}
