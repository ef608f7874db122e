//! Texts with too little contrast to their background.
//!
//! This is measured on the rendered face: it is rendered without its texts, and the colour of each text is compared with every
//! pixel of the background behind it, by the contrast ratio of the Web Content Accessibility Guidelines 2.2 (1.4.3). Three quarters
//! of those pixels must reach the ratio, so a line that crosses a word is harmless, while a busy background is not.
//!
//! A background shared by many faces is rendered once.

use crate::face::SVG;
use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use rayon::prelude::*;
use resvg::tiny_skia::{Color, Pixmap, PremultipliedColorU8, Transform};
use roxmltree::Document;

use super::texts::{Inked, texts};
use crate::face::{Drawing, Item, Items, Reader, Templates, raster};
use crate::kit::{Problem, Problems, Side};
use crate::press::drawn::{DrawnPiece, DrawnPieces};

/// Pixels per millimetre.
const DOTS: f32 = 4.0;
/// The ratios that text and large text need. Text is large from 18 point, or from 14 point if bold.
const NEEDED: f64 = 4.5;
const NEEDED_LARGE: f64 = 3.0;
const LARGE: f64 = 18.0 * 25.4 / 72.0;
const LARGE_BOLD: f64 = 14.0 * 25.4 / 72.0;

/// The low-contrast texts of the faces measured so far, by the hash of the face.
#[derive(Default)]
pub struct Measured(HashMap<u64, Vec<(Inked, f64)>>);

/// With more faces than this, only those of the last check are remembered.
const MANY: usize = 50_000;

/// Finds texts that are hard to read: for each template and colour the worst one, with the row it is on.
///
/// # Errors
///
/// A face cannot be read back.
pub fn low_contrast(
    drawn: &DrawnPieces<'_>,
    templates: &Templates<'_>,
    reader: &mut Reader,
    measured: &mut Measured,
) -> Result<Vec<Problem>, Problems> {
    let faces: Vec<_> = drawn.first_of_each_face().collect();
    let mut hashes = Vec::with_capacity(faces.len());
    let mut new = HashSet::new();
    let mut grounds: HashMap<u64, (Drawing, Vec<(usize, u64)>)> = HashMap::new();
    for (drawn_piece, side, face) in &faces {
        let drawing = drawn.face(*face)?;
        let hash = drawing.hash();
        hashes.push(hash);
        if measured.0.contains_key(&hash) || !new.insert(hash) {
            continue;
        }
        if let Some(ground) = ground(drawn_piece, *side, drawing, templates, reader) {
            grounds
                .entry(ground.hash())
                .or_insert_with(|| (ground, Vec::new()))
                .1
                .push((*face, hash));
        }
    }
    let found = grounds.into_par_iter().map(|(_, (ground, faces))| {
        let light = Light::of(&ground);
        let of_face =
            |(face, hash): &(usize, u64)| Ok((*hash, faint(drawn.face(*face)?, light.as_ref())));
        faces
            .par_iter()
            .map(of_face)
            .collect::<Result<Vec<_>, Problem>>()
    });
    let found = found.collect::<Result<Vec<_>, Problem>>()?;
    measured.0.extend(
        new.into_iter()
            .map(|hash| (hash, Vec::new()))
            .chain(found.into_iter().flatten()),
    );
    if measured.0.len() > MANY {
        let hashes: HashSet<u64> = hashes.iter().copied().collect();
        measured.0.retain(|hash, _| hashes.contains(hash));
    }
    let mut order = Vec::new();
    let mut worst: HashMap<_, (usize, &DrawnPiece<'_>, &Inked, f64)> = HashMap::new();
    for ((drawn_piece, side, _), hash) in faces.iter().zip(&hashes) {
        for (text, ratio) in measured.0.get(hash).into_iter().flatten() {
            let key = (drawn_piece.deck.template(*side), text.fill);
            let entry = worst.entry(key).or_insert_with(|| {
                order.push(key);
                (0, *drawn_piece, text, *ratio)
            });
            entry.0 += 1;
            if *ratio < entry.3 {
                *entry = (entry.0, *drawn_piece, text, *ratio);
            }
        }
    }
    let problem = |(template, fill): (Option<&str>, Option<[u8; 3]>)| {
        let (count, drawn_piece, text, ratio) = worst.get(&(template, fill))?;
        let [r, g, b] = fill?;
        let message = format!(
            "\"{}\" on {} {} is hard to read: its contrast with the background is {:.1}, and text of {:.1} mm needs {}",
            text.words,
            drawn_piece.deck.name,
            drawn_piece.code,
            // Rounded down, so that an insufficient ratio never looks sufficient.
            (ratio * 10.0).floor() / 10.0,
            text.size,
            needed(text)
        );
        let others = if *count > 1 {
            format!(", and {} more of this colour", count - 1)
        } else {
            String::new()
        };
        let label = format!(
            "#{r:02X}{g:02X}{b:02X} in `{}`{others}",
            template.unwrap_or_default()
        );
        let problem = Problem::new(drawn_piece.row.place(), message).label(label);
        Some(problem.help("change the colour of the text or of the background, or put a plain panel under the text"))
    };
    Ok(order.into_iter().filter_map(problem).collect())
}

/// The face without its texts, if it has any with a known colour.
fn ground(
    drawn_piece: &DrawnPiece<'_>,
    side: Side,
    face: &Drawing,
    templates: &Templates<'_>,
    reader: &mut Reader,
) -> Option<Drawing> {
    if face.texts_as_art.is_empty() {
        face.items.texts().next()?;
        let items: Items = face.items.art().map(Item::Art).collect();
        return Some(Drawing {
            items: items.into(),
            ..face.clone()
        });
    }
    let svg = templates
        .piece(
            drawn_piece.deck,
            &drawn_piece.piece(),
            drawn_piece.copy,
            side,
        )
        .ok()?;
    reader
        .read(&face.name, &without_texts(&svg)?, face.size, face.bleed)
        .ok()
}

fn without_texts(svg: &str) -> Option<String> {
    let document = Document::parse(svg).ok()?;
    let mut rest = String::new();
    let mut from = 0;
    for node in document
        .descendants()
        .filter(|node| node.has_tag_name((SVG, "text")))
    {
        let range = node.range();
        if range.start >= from {
            rest += &svg[from..range.start];
            from = range.end;
        }
    }
    Some(rest + &svg[from..])
}

/// The texts of a face that need more contrast than they have, each with its ratio.
fn faint(face: &Drawing, ground: Option<&Light>) -> Vec<(Inked, f64)> {
    let Some(ground) = ground else {
        return Vec::new();
    };
    let measured = texts(face)
        .into_iter()
        .filter_map(|text| Some((contrast(&text, ground, needed(&text))?, text)));
    measured.map(|(ratio, text)| (text, ratio)).collect()
}

/// The relative luminance of each pixel of a trimmed piece on white.
struct Light {
    width: u32,
    height: u32,
    dots: Vec<f32>,
    /// The darkest and the lightest pixel of each block, by rows.
    blocks: Vec<[f32; 2]>,
}

/// The width and height of a block in pixels.
const BLOCK: u32 = 8;

impl Light {
    /// Renders a piece; `None` if it has no pixels.
    fn of(drawing: &Drawing) -> Option<Light> {
        let count = |mm: f64| (mm as f32 * DOTS).round() as u32;
        let mut picture = Pixmap::new(count(drawing.size.w.mm()), count(drawing.size.h.mm()))?;
        picture.fill(Color::WHITE);
        raster::paint(drawing, &mut picture, Transform::from_scale(DOTS, DOTS));
        let (width, height) = (picture.width(), picture.height());
        let light =
            |dot: &PremultipliedColorU8| luminance([dot.red(), dot.green(), dot.blue()]) as f32;
        let dots: Vec<f32> = picture.pixels().iter().map(light).collect();
        let across = width.div_ceil(BLOCK) as usize;
        let mut blocks =
            vec![[f32::INFINITY, f32::NEG_INFINITY]; across * height.div_ceil(BLOCK) as usize];
        for (y, row) in dots.chunks(width as usize).enumerate() {
            let blocks = &mut blocks[y / BLOCK as usize * across..][..across];
            for (block, dots) in blocks.iter_mut().zip(row.chunks(BLOCK as usize)) {
                *block = dots.iter().fold(*block, |[dark, light], dot| {
                    [dark.min(*dot), light.max(*dot)]
                });
            }
        }
        Some(Light {
            width,
            height,
            dots,
            blocks,
        })
    }

    /// Whether a pixel under a text may have a luminance between these two. This is quick, since it only compares blocks of pixels,
    /// and most backgrounds are plain.
    fn may_be_between(&self, text: &Inked, darkest: f64, lightest: f64) -> bool {
        let corners = [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 1.0)]
            .map(|(along, down)| text.at(along, down));
        // The blocks from the first to the last that the corners touch.
        let blocks = |place: fn(&(f64, f64)) -> f64, length: u32| {
            let ends = corners.iter().map(place).fold(
                [f64::INFINITY, f64::NEG_INFINITY],
                |[start, end], mm| {
                    let dot = mm * f64::from(DOTS);
                    [start.min(dot), end.max(dot)]
                },
            );
            let [first, last] = ends.map(|dot| (dot.max(0.0) as u32).min(length - 1) / BLOCK);
            first..=last
        };
        let columns = blocks(|at| at.0, self.width);
        let across = self.width.div_ceil(BLOCK);
        blocks(|at| at.1, self.height).any(|row| {
            columns.clone().any(|column| {
                let [dark, light] = self.blocks[(row * across + column) as usize].map(f64::from);
                darkest < light && dark < lightest
            })
        })
    }

    /// The pixels of the piece under the ink of a text.
    fn under(&self, text: &Inked) -> impl Iterator<Item = f64> {
        let dots = |way: (f64, f64)| (way.0.hypot(way.1) * f64::from(DOTS)).ceil().max(1.0) as u32;
        let (columns, rows) = (dots(text.along), dots(text.down));
        let middle = |dot: u32, of: u32| (f64::from(dot) + 0.5) / f64::from(of);
        let places = (0..rows).flat_map(move |row| {
            (0..columns).map(move |column| (middle(column, columns), middle(row, rows)))
        });
        places.filter_map(|(along, down)| {
            let (x, y) = text.at(along, down);
            let (x, y) = (x * f64::from(DOTS), y * f64::from(DOTS));
            let is_on =
                x >= 0.0 && y >= 0.0 && x < f64::from(self.width) && y < f64::from(self.height);
            is_on.then(|| f64::from(self.dots[(y as u32 * self.width + x as u32) as usize]))
        })
    }
}

fn needed(text: &Inked) -> f64 {
    let large = if text.weight >= 700 {
        LARGE_BOLD
    } else {
        LARGE
    };
    if text.size >= large {
        NEEDED_LARGE
    } else {
        NEEDED
    }
}

/// The contrast that a text has to three quarters of the pixels under it, if it is less than needed; `None` for text that has
/// several colours or is outside the piece.
fn contrast(text: &Inked, ground: &Light, needed: f64) -> Option<f64> {
    let own = luminance(text.fill?);
    // Most texts have enough contrast: often it is sufficient in all blocks of pixels, and otherwise counting pixels is faster than
    // sorting them.
    let darkest = (own + 0.05) / needed - 0.05;
    let lightest = (own + 0.05) * needed - 0.05;
    if !ground.may_be_between(text, darkest, lightest) {
        return None;
    }
    let (mut all, mut few) = (0, 0);
    for under in ground.under(text) {
        all += 1;
        few += usize::from(darkest < under && under < lightest);
    }
    if few <= all / 4 {
        return None;
    }
    let ratio = |under: f64| (own.max(under) + 0.05) / (own.min(under) + 0.05);
    let mut ratios: Vec<f64> = ground.under(text).map(ratio).collect();
    Some(*ratios.select_nth_unstable_by(all / 4, f64::total_cmp).1)
}

/// The relative luminance, as defined by WCAG, of an sRGB colour.
fn luminance(rgb: [u8; 3]) -> f64 {
    static OF_PART: LazyLock<[f64; 256]> = LazyLock::new(|| {
        std::array::from_fn(|part| {
            let part = part as f64 / 255.0;
            if part <= 0.04045 {
                part / 12.92
            } else {
                ((part + 0.055) / 1.055).powf(2.4)
            }
        })
    });
    let [r, g, b] = rgb.map(|part| OF_PART[usize::from(part)]);
    0.2126 * r + 0.7152 * g + 0.0722 * b
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kit::{Size, Um};

    fn measured(ground: &str, fill: &str) -> f64 {
        let text = format!(
            "<text x=\"3\" y=\"6\" font-family=\"Alegreya\" font-weight=\"400\" font-size=\"4\" fill=\"{fill}\">Owl</text>"
        );
        let svg = format!(
            "<svg xmlns=\"{}\" viewBox=\"0 0 20 10\"><g>{ground}</g>{text}</svg>",
            SVG
        );
        let size = Size::new(Um(20_000), Um(10_000));
        let mut reader = Reader::new();
        let face = reader.read("", &svg, size, Um(0)).unwrap();
        let ground = reader
            .read("", &without_texts(&svg).unwrap(), size, Um(0))
            .unwrap();
        contrast(&texts(&face)[0], &Light::of(&ground).unwrap(), 22.0).unwrap()
    }

    /// The colour pairs commonly quoted with the guidelines.
    #[test]
    fn ratios_are_those_of_the_guidelines() {
        let of = |ground: &str, fill| {
            measured(
                &format!("<rect width=\"20\" height=\"10\" fill=\"{ground}\"/>"),
                fill,
            )
        };
        assert!((of("#FFFFFF", "#000000") - 21.0).abs() < 0.01);
        assert!((of("#FFFFFF", "#767676") - 4.54).abs() < 0.01);
        assert!((of("#FFFFFF", "#FF0000") - 4.0).abs() < 0.01);
        assert!((of("#102030", "#102030") - 1.0).abs() < 0.01);
    }

    #[test]
    fn a_line_across_does_no_harm_and_stripes_do() {
        let bar = |y: f64| format!("<rect y=\"{y}\" width=\"20\" height=\".3\" fill=\"#000000\"/>");
        assert!(measured(&bar(5.0), "#000000") > 20.0);
        let stripes: String = (0..20).map(|at| bar(f64::from(at) * 0.5)).collect();
        assert!(measured(&stripes, "#000000") < 4.5);
    }
}
