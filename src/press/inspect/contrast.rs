//! Texts that stand out too little from what is under them.
//!
//! Measured on the drawn face: the face is drawn without its texts, and the colour of each text is compared with every dot
//! of the ground where it stands, by the contrast ratio of the Web Content Accessibility Guidelines 2.2 (1.4.3). What counts
//! is the ratio that three quarters of those dots reach: a line that crosses a word does not spoil it, a busy ground does.

use crate::face::SVG;
use std::collections::HashMap;

use rayon::prelude::*;
use resvg::tiny_skia::{Color, Pixmap, Transform};
use roxmltree::Document;

use super::texts::{Inked, texts};
use crate::face::{Drawing, Item, Items, Reader, Templates, raster};
use crate::kit::{Problem, Problems, Side};
use crate::press::proof::{Proof, Proofs};

/// Dots to the millimetre.
const DOTS: f32 = 4.0;
/// What text needs, and large text: from 18 point, or bold from 14 point.
const NEEDED: f64 = 4.5;
const NEEDED_LARGE: f64 = 3.0;
const LARGE: f64 = 18.0 * 25.4 / 72.0;
const LARGE_BOLD: f64 = 14.0 * 25.4 / 72.0;

/// The faint texts of the faces that were looked at last, by what each shows: who looks again need not measure them.
#[derive(Default)]
pub struct Measured(HashMap<u64, Vec<(Inked, f64)>>);

/// What is hard to read, by the template it is in and its colour: the worst of each, at its row.
///
/// # Errors
///
/// A face cannot be read back.
pub fn low_contrast(
    proofs: &Proofs<'_>,
    templates: &Templates<'_>,
    reader: &mut Reader,
    measured: &mut Measured,
) -> Result<Vec<Problem>, Problems> {
    let faces: Vec<_> = proofs.first_of_each_face().collect();
    let mut before = std::mem::take(&mut measured.0);
    let mut looks = Vec::with_capacity(faces.len());
    let mut news = Vec::new();
    for (proof, side, face) in &faces {
        let drawing = proofs.face(*face)?;
        let look = drawing.look();
        looks.push(look);
        match before.remove(&look) {
            Some(faint) => drop(measured.0.insert(look, faint)),
            None if measured.0.contains_key(&look) => {}
            None => news.push((*face, look, ground(proof, *side, &drawing, templates, reader))),
        }
    }
    let found = news.par_iter().map(|(face, look, ground)| match ground {
        Some(ground) => Ok((*look, faint(&*proofs.face(*face)?, ground))),
        None => Ok((*look, Vec::new())),
    });
    measured.0.extend(found.collect::<Result<Vec<_>, Problem>>()?);
    let mut order = Vec::new();
    let mut worst: HashMap<_, (usize, &Proof<'_>, &Inked, f64)> = HashMap::new();
    for ((proof, side, _), look) in faces.iter().zip(&looks) {
        for (text, ratio) in measured.0.get(look).into_iter().flatten() {
            let key = (proof.deck.template(*side), text.fill);
            let entry = worst.entry(key).or_insert_with(|| {
                order.push(key);
                (0, *proof, text, *ratio)
            });
            entry.0 += 1;
            if *ratio < entry.3 {
                *entry = (entry.0, *proof, text, *ratio);
            }
        }
    }
    let ink = templates.ink().name();
    let problem = |(template, fill): (Option<&str>, Option<[u8; 3]>)| {
        let (count, proof, text, ratio) = worst.get(&(template, fill))?;
        let [r, g, b] = fill?;
        let message = format!(
            "in {ink}, \"{}\" on {} {} is hard to read: its contrast with the ground is {:.1}, and text of {:.1} mm needs {}",
            text.words,
            proof.deck.name,
            proof.code,
            // What is not enough must not look as if it were.
            (ratio * 10.0).floor() / 10.0,
            text.size,
            needed(text)
        );
        let others = if *count > 1 { format!(", as {} more of this colour", count - 1) } else { String::new() };
        let label = format!("#{r:02X}{g:02X}{b:02X} in `{}`{others}", template.unwrap_or_default());
        let problem = Problem::new(proof.row.place(), message).label(label);
        Some(problem.help("make the text darker or the ground lighter, or put a plain panel under it"))
    };
    Ok(order.into_iter().filter_map(problem).collect())
}

/// The face without its texts, if it has any whose colour is known.
fn ground(proof: &Proof<'_>, side: Side, face: &Drawing, templates: &Templates<'_>, reader: &mut Reader) -> Option<Drawing> {
    if face.slow.is_empty() {
        face.items.texts().next()?;
        let items: Items = face.items.art().map(Item::Art).collect();
        return Some(Drawing { items: items.into(), ..face.clone() });
    }
    let svg = templates.piece(proof.deck, &proof.piece(), proof.copy, side).ok()?;
    reader.read(&face.name, &without_texts(&svg)?, face.size, face.bleed).ok()
}

fn without_texts(svg: &str) -> Option<String> {
    let document = Document::parse(svg).ok()?;
    let mut rest = String::new();
    let mut from = 0;
    for node in document.descendants().filter(|node| node.has_tag_name((SVG, "text"))) {
        let range = node.range();
        if range.start >= from {
            rest += &svg[from..range.start];
            from = range.end;
        }
    }
    Some(rest + &svg[from..])
}

/// The texts of a face that need more contrast than they have, each with what it has.
fn faint(face: &Drawing, ground: &Drawing) -> Vec<(Inked, f64)> {
    let Some(picture) = picture(ground) else { return Vec::new() };
    let measured = texts(face).into_iter().filter_map(|text| Some((contrast(&text, &picture)?, text)));
    measured.filter(|(ratio, text)| *ratio < needed(text)).map(|(ratio, text)| (text, ratio)).collect()
}

/// The trimmed piece on white; none for a piece without any dot.
fn picture(drawing: &Drawing) -> Option<Pixmap> {
    let count = |mm: f64| (mm as f32 * DOTS).round() as u32;
    let mut picture = Pixmap::new(count(drawing.size.w.mm()), count(drawing.size.h.mm()))?;
    picture.fill(Color::WHITE);
    raster::paint(drawing, &mut picture, Transform::from_scale(DOTS, DOTS));
    Some(picture)
}

fn needed(text: &Inked) -> f64 {
    let large = if text.weight >= 700 { LARGE_BOLD } else { LARGE };
    if text.size >= large { NEEDED_LARGE } else { NEEDED }
}

/// The contrast that three quarters of the dots under a text have to it; none for a text of no one colour, or off the piece.
fn contrast(text: &Inked, picture: &Pixmap) -> Option<f64> {
    let own = luminance(text.fill?);
    let dots = |way: (f64, f64)| (way.0.hypot(way.1) * f64::from(DOTS)).ceil().max(1.0) as u32;
    let (columns, rows) = (dots(text.along), dots(text.down));
    let mut ratios = Vec::new();
    for (column, row) in (0..columns).flat_map(|column| (0..rows).map(move |row| (column, row))) {
        let middle = |dot: u32, of: u32| (f64::from(dot) + 0.5) / f64::from(of);
        let (x, y) = text.at(middle(column, columns), middle(row, rows));
        let dot = |mm: f64| u32::try_from((mm * f64::from(DOTS)).floor() as i64).ok();
        let Some(dot) = dot(x).zip(dot(y)).and_then(|(x, y)| picture.pixel(x, y)) else { continue };
        let under = luminance([dot.red(), dot.green(), dot.blue()]);
        ratios.push((own.max(under) + 0.05) / (own.min(under) + 0.05));
    }
    let quarter = ratios.len() / 4;
    (!ratios.is_empty()).then(|| *ratios.select_nth_unstable_by(quarter, f64::total_cmp).1)
}

/// The relative luminance of WCAG, of a colour in sRGB.
fn luminance(rgb: [u8; 3]) -> f64 {
    let [r, g, b] = rgb.map(|part| {
        let part = f64::from(part) / 255.0;
        if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
    });
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
        let svg = format!("<svg xmlns=\"{}\" viewBox=\"0 0 20 10\"><g>{ground}</g>{text}</svg>", SVG);
        let size = Size::new(Um(20_000), Um(10_000));
        let mut reader = Reader::new();
        let face = reader.read("", &svg, size, Um(0)).unwrap();
        let ground = reader.read("", &without_texts(&svg).unwrap(), size, Um(0)).unwrap();
        let picture = picture(&ground).unwrap();
        contrast(&texts(&face)[0], &picture).unwrap()
    }

    /// The pairs that the guidelines and their readers quote.
    #[test]
    fn ratios_are_those_of_the_guidelines() {
        let of = |ground: &str, fill| measured(&format!("<rect width=\"20\" height=\"10\" fill=\"{ground}\"/>"), fill);
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
