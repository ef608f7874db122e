//! Pieces distinguished only by hue, which look the same to colour-blind people and on a black-and-white printer.
//!
//! Every different face of a deck is rendered small, all with the same code, so that the printed code makes no difference.
//! Two faces look alike in grey if no square millimetre of one is much lighter or darker than the same one of the other.
//!
//! In a deck with many texts, the strip in which most faces differ is rendered first; only faces that it does not
//! distinguish are rendered completely.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Range;
use std::sync::OnceLock;

use rayon::prelude::*;
use resvg::tiny_skia::{Color, Pixmap, Transform};

use crate::face::{Drawing, Reader, Templates, raster};
use crate::kit::{Deck, Kit, Piece, Problem, Row, Side};

/// Pixels per millimetre; a thin stroke of small type is half a pixel wide.
const DOTS: f32 = 3.0;
/// The width and height of a cell in pixels: one millimetre.
const CELL: u32 = 3;
/// The height of a strip, in cells.
const STRIP: u32 = 2;
/// Cells closer than this, of 255, look alike in grey; a worn printer or poor light removes such differences.
const ALIKE: u8 = 20;
/// Cells at least this far apart in red, green or blue have different colours.
const APART: u8 = 32;

/// The results for each deck, by its name and the look of its faces. Faces that look the same in another ink are not
/// rendered again.
#[derive(Default)]
pub struct Seen(Vec<(String, Vec<u64>, Vec<Problem>)>);

/// The faces of each deck that only hue distinguishes from an earlier face, each as a problem at its row.
///
/// Faces that cannot be drawn are skipped; [`Proofs`](crate::press::proof::Proofs) report them.
pub fn told_by_hue(kit: &Kit, templates: &Templates<'_>, reader: &mut Reader, seen: &mut Seen) -> Vec<Problem> {
    let of_deck = |deck: &Deck| {
        let samples = samples(kit, deck, templates, reader);
        let looks: Vec<u64> = samples.iter().map(|sample| sample.drawing.look()).collect();
        if let Some((.., found)) = seen.0.iter().find(|(name, known, _)| *name == deck.name && *known == looks) {
            return found.clone();
        }
        let found = told_apart(&samples);
        seen.0.push((deck.name.clone(), looks, found.clone()));
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
fn told_apart(samples: &[Sample<'_>]) -> Vec<Problem> {
    let strip = best_strip(samples);
    let mut strips: Vec<Cells> = samples
        .par_iter()
        .map(|sample| strip.clone().map_or(Cells::default(), |strip| Cells::of(&sample.drawing, strip)))
        .collect();
    sort_by_spread(&mut strips);
    let wholes: Vec<OnceLock<Cells>> = samples.iter().map(|_| OnceLock::new()).collect();
    let whole = |index: usize| wholes[index].get_or_init(|| Cells::whole(&samples[index].drawing));
    let alike = |one: usize, two: usize| strips[one].are_alike(&strips[two]) && whole(one).differ_in_hue_alone(whole(two));
    let earlier = |index: usize| (0..index).find(|&earlier| alike(index, earlier));
    let found: Vec<Option<usize>> = (0..samples.len()).into_par_iter().map(earlier).collect();
    let found = samples.iter().zip(found).filter_map(|(sample, earlier)| Some((sample, &samples[earlier?])));
    let problem = |(sample, earlier): (&Sample<'_>, &Sample<'_>)| {
        let place = earlier.row.place();
        let (line, _) = place.line_column();
        let message =
            format!("only hue tells `{}` from `{}`, which is in {} at line {line}", sample.name, earlier.name, place.file);
        let problem = Problem::new(sample.row.place(), message).label("the same in grey");
        problem.help("let shape, text, pattern or brightness tell them apart as well")
    };
    found.map(problem).collect()
}

/// The rows of pixels in which most faces have different texts; `None` if at most half of them do.
fn best_strip(samples: &[Sample<'_>]) -> Option<Range<u32>> {
    let height = samples.first().map(|sample| dots(sample.drawing.size.h.mm())).filter(|height| *height > 0)?;
    let mut differ: Vec<HashSet<u64>> = vec![HashSet::new(); height.div_ceil(STRIP * CELL) as usize];
    for sample in samples {
        let mut strips = vec![DefaultHasher::new(); differ.len()];
        for line in sample.drawing.items.texts() {
            // Roughly the strips with its letters.
            let strip = |mm: f64| (mm.max(0.0) as f32 * DOTS) as usize / (STRIP * CELL) as usize;
            let end = strip(line.y).min(differ.len() - 1);
            for strip in &mut strips[strip(line.y - line.size / 2.0).min(end)..=end] {
                (&line.text, line.x.to_bits(), line.y.to_bits(), line.size.to_bits()).hash(strip);
            }
        }
        for (differ, strip) in differ.iter_mut().zip(&strips) {
            differ.insert(strip.finish());
        }
    }
    let (best, faces) = differ.iter().map(HashSet::len).enumerate().rev().max_by_key(|(_, faces)| *faces)?;
    let start = best as u32 * STRIP * CELL;
    (faces * 2 > samples.len()).then(|| start..height.min(start + STRIP * CELL))
}

fn dots(mm: f64) -> u32 {
    (mm as f32 * DOTS).round() as u32
}

/// Every different face of a deck, over all sets that differ, with the first row that has it.
fn samples<'k>(kit: &Kit, deck: &'k Deck, templates: &Templates<'_>, reader: &mut Reader) -> Vec<Sample<'k>> {
    let code = deck.rows.iter().flat_map(Row::codes).next().unwrap_or_default();
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
    fn whole(drawing: &Drawing) -> Cells {
        Cells::of(drawing, 0..dots(drawing.size.h.mm()))
    }

    /// The cells in these rows of pixels.
    fn of(drawing: &Drawing, rows: Range<u32>) -> Cells {
        let (width, height) = (dots(drawing.size.w.mm()), rows.end - rows.start);
        let Some(mut picture) = Pixmap::new(width, height) else { return Cells(Vec::new()) };
        picture.fill(Color::WHITE);
        raster::paint(drawing, &mut picture, Transform::from_scale(DOTS, DOTS).post_translate(0.0, -(rows.start as f32)));
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
                // Luma as in ITU-R BT.601, which printer drivers use to convert colours to grey.
                let grey = (299 * r + 587 * g + 114 * b) / 1000;
                cells.push([r, g, b, grey].map(|mean| mean as u8));
            }
        }
        Cells(cells)
    }

    /// Whether no cells differ in grey.
    fn are_alike(&self, other: &Cells) -> bool {
        self.0.iter().zip(&other.0).all(|(one, two)| one[3].abs_diff(two[3]) < ALIKE)
    }

    fn differ_in_hue_alone(&self, other: &Cells) -> bool {
        let apart = |(one, two): (&[u8; 4], &[u8; 4])| (0..3).any(|channel| one[channel].abs_diff(two[channel]) >= APART);
        self.are_alike(other) && self.0.iter().zip(&other.0).any(apart)
    }
}

/// Moves the cells with the greatest variation in grey over the deck to the front, where different faces are told apart
/// soonest.
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
