//! A kit on paper: its label sheets and its guide, in one ink, on one paper.

use std::fmt::Write;

use super::labels::{Label, TooLarge, area, label_sheets, missing_height};
use super::marks::Notes;
use super::{Job, Meta, Proof, Proofs, guide};
use crate::face::{Fonts, Reader, Templates};
use crate::kit::{Deck, Ink, Kit, Make, Problem, Problems, Shape, Size, Um};

/// What to print.
#[derive(Clone, Debug)]
pub struct Order {
    pub paper: Size,
    /// The paper's name, as printed on the sheet: "a4".
    pub paper_name: String,
    pub ink: Ink,
    /// How many sets.
    pub copies: usize,
    pub stickers: Stickers,
}

/// How large die labels are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stickers {
    /// As the kit says.
    ByKit,
    /// With this edge.
    Edge(Um),
    /// For plain dice with this edge: smaller by the kit's recess.
    ForDie(Um),
}

/// What was printed.
pub struct Printed {
    pub labels: Job,
    pub guide: Job,
    /// In a line: sheets, pieces, how much of the paper is used.
    pub summary: String,
    /// What the crafter should know, a sentence each.
    pub warnings: Vec<String>,
}

/// Prints a kit. All that is wrong with its faces comes back together.
pub fn print(kit: &Kit, order: &Order) -> Result<Printed, Problems> {
    let fonts = Fonts::shipped();
    let templates = Templates::new(kit, order.ink, fonts);
    let mut reader = Reader::new(fonts);
    let proofs = Proofs::draw(kit, &templates, order.copies, &mut reader)?;
    let sets: Vec<Vec<Label>> = (0..order.copies).map(|copy| set(kit, &proofs, copy, order.stickers)).collect();

    let small_print = fonts.find("Barlow Condensed", 600, false).unwrap_or_default();
    let font = fonts.get(small_print);
    let measure = |words: &str| f64::from(font.line(words).advance) / font.units();
    let label = format!("{}, {} {}", kit.title, order.paper_name, order.ink.name());
    let notes = Notes { label: &label, font: small_print, measure: &measure };
    let sheets = label_sheets(&sets, order.paper, &notes).map_err(|large| too_large(kit, &large))?;

    let meta = Meta {
        title: kit.title.clone(),
        authors: kit.designers.clone(),
        subject: format!("Label sheet, {} {}", order.paper_name, order.ink.name()),
        licence: kit.licence.clone(),
        language: kit.language.clone(),
        keywords: vec!["print and play".into(), kit.id.clone()],
    };
    let sources = guide::Sources { kit, templates: &templates, fonts, ink: order.ink, proofs: &proofs, labels: &sheets[0] };
    let guide_meta = Meta { title: format!("{}: guide", kit.title), subject: "How to make it".into(), ..meta.clone() };
    let guide = guide::guide(&sources, order.paper, guide_meta, &mut reader)?;

    let mut warnings = Vec::new();
    let pages = sheets.len() / order.copies.max(1);
    if let (true, Some(set)) = (pages > 1, sets.first()) {
        let mut warning = format!("a set of {} does not fit one sheet of {}: it needs {pages}", kit.title, order.paper_name);
        if let Some(missing) = missing_height(set, order.paper) {
            let _ = write!(
                warning,
                "; for one, the paper would have to be {:.1} mm higher",
                (missing.mm() * 10.0).ceil() / 10.0
            );
        }
        warnings.push(warning);
    }
    let pieces: usize = sheets.iter().map(|sheet| sheet.placed.len()).sum();
    let used: f64 = sheets.iter().flat_map(|sheet| &sheet.placed).map(|placed| placed.size.area()).sum();
    let room = area(order.paper).area() * sheets.len() as f64;
    let cuts: usize = sheets.iter().map(|sheet| sheet.cuts.len()).sum();
    let summary = format!(
        "{}, {pieces} pieces, {cuts} straight cuts, {:.0} % of the printable area used",
        if sheets.len() == 1 { "1 sheet".to_owned() } else { format!("{} sheets", sheets.len()) },
        used / room * 100.0
    );
    Ok(Printed { labels: Job { meta, faces: proofs.faces, sheets }, guide, summary, warnings })
}

/// The labels of one copy.
fn set(kit: &Kit, proofs: &Proofs<'_>, copy: usize, stickers: Stickers) -> Vec<Label> {
    let kind = |deck: &Deck| kit.decks.iter().position(|other| std::ptr::eq(other, deck)).unwrap_or_default();
    let label = |proof: &Proof<'_>| Label {
        face: proof.face,
        kind: kind(proof.deck),
        size: printed_size(proof.deck, stickers),
        may_turn: true,
        bleed: proof.deck.bleed,
        radius: match proof.deck.shape {
            Shape::Rounded(radius) => radius,
            _ => Um::ZERO,
        },
        code: proof.code.clone(),
        group: proof.die,
    };
    proofs.pieces.iter().filter(|proof| proof.copy == copy).map(label).collect()
}

/// The trimmed size a deck is printed at.
fn printed_size(deck: &Deck, stickers: Stickers) -> Size {
    let square = |edge| Size::new(edge, edge);
    match (deck.make, stickers) {
        (Make::Stickers, Stickers::Edge(edge)) => square(edge),
        (Make::Stickers, Stickers::ForDie(die)) => square(die - deck.recess),
        _ => deck.size,
    }
}

fn too_large(kit: &Kit, large: &TooLarge) -> Problem {
    let message = format!("piece `{}` is {} mm, the paper has room for {} mm", large.code, large.size, large.area);
    Problem::new(kit.place(), message).help("print on larger paper: --paper a3")
}
