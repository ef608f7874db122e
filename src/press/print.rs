//! A kit on paper: its label sheets and its guide, in one ink, on one paper.

use std::fmt::Write;

use super::labels::{Label, TooLarge, area, label_sheets, missing_height};
use super::marks::Notes;
use super::memory::Memory;
use super::pack::Packer;
use super::{Changes, Job, Meta, Proof, Proofs, Record, guide};
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
    /// Print only what is new or changed since then, and no guide.
    pub since: Option<Record>,
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
    /// None where only changes are printed.
    pub guide: Option<Job>,
    /// Every piece of the kit as it is now.
    pub record: Record,
    /// What is different from the record the order named.
    pub changes: Option<Changes>,
    /// How many faces had to be drawn for it.
    pub drawn: usize,
    /// In a line: sheets, pieces, how much of the paper is used.
    pub summary: String,
    /// What the crafter should know, a sentence each.
    pub warnings: Vec<String>,
}

/// Prints a kit. All that is wrong with its faces comes back together.
pub fn print(kit: &Kit, order: &Order) -> Result<Printed, Problems> {
    Press::new().print(kit, order)
}

/// Prints kits, one after the other.
pub struct Press {
    reader: Reader<'static>,
    packer: Packer,
    memory: Option<Memory>,
}

impl Press {
    /// A press for one print.
    pub fn new() -> Press {
        Press { reader: Reader::new(Fonts::shipped()), packer: Packer::default(), memory: None }
    }

    /// A press that draws and packs again only what changed since the last print.
    pub fn remembering() -> Press {
        Press { memory: Some(Memory::default()), ..Press::new() }
    }

    /// Prints a kit. All that is wrong with its faces comes back together.
    pub fn print(&mut self, kit: &Kit, order: &Order) -> Result<Printed, Problems> {
        let templates = Templates::new(kit, order.ink, Fonts::shipped());
        self.reader.forget_if_many();
        if let Some(memory) = &mut self.memory {
            memory.begin(kit);
        }
        let proofs = Proofs::draw_anew(kit, &templates, order.copies, &mut self.reader, self.memory.as_mut())?;
        let drawn = self.memory.as_ref().map_or(proofs.faces.len(), Memory::drawn);
        let printed = lay_out(kit, order, &templates, proofs, self)?;
        if let Some(memory) = &mut self.memory {
            memory.end();
        }
        Ok(Printed { drawn, ..printed })
    }
}

impl Default for Press {
    fn default() -> Press {
        Press::new()
    }
}

/// Puts drawn pieces on sheets.
fn lay_out(
    kit: &Kit,
    order: &Order,
    templates: &Templates<'_>,
    proofs: Proofs<'_>,
    press: &mut Press,
) -> Result<Printed, Problems> {
    let fonts = Fonts::shipped();
    let record = Record::of(kit, order.ink, &proofs, |proof| printed_size(proof.deck, order.stickers).to_string());
    let changes = order.since.as_ref().map(|earlier| record.since(earlier));
    let sets: Vec<Vec<Label>> = match &changes {
        None => (0..order.copies).map(|copy| set(kit, &proofs, order, |at| proofs.pieces[at].copy == copy)).collect(),
        Some(changes) if changes.nothing_to_print() => Vec::new(),
        Some(changes) => vec![set(kit, &proofs, order, |at| changes.to_print[at])],
    };

    let small_print = fonts.find("Barlow Condensed", 600, false).unwrap_or_default();
    let font = fonts.get(small_print);
    let measure = |words: &str| f64::from(font.line(words).advance) / font.units();
    let what = if changes.is_some() { ", changed pieces" } else { "" };
    let label = format!("{}, {} {}{what}", kit.title, order.paper_name, order.ink.name());
    let notes = Notes { label: &label, font: small_print, measure: &measure };
    let sheets = label_sheets(&sets, order.paper, &notes, &mut press.packer).map_err(|large| too_large(kit, &large))?;

    let meta = Meta {
        title: kit.title.clone(),
        authors: kit.designers.clone(),
        subject: format!("Label sheet, {} {}", order.paper_name, order.ink.name()),
        licence: kit.licence.clone(),
        language: kit.language.clone(),
        keywords: vec!["print and play".into(), kit.id.clone()],
    };
    let guide = match (&changes, sheets.first()) {
        (None, Some(labels)) => {
            let sources = guide::Sources { kit, templates, fonts, ink: order.ink, proofs: &proofs, labels };
            let title = format!("{}: guide", kit.title);
            let guide_meta = Meta { title, subject: "How to make it".into(), ..meta.clone() };
            Some(guide::guide(&sources, order.paper, guide_meta, &mut press.reader)?)
        }
        _ => None,
    };

    let mut warnings = Vec::new();
    let pages = sheets.len() / order.copies.max(1);
    if let (true, None, Some(set)) = (pages > 1, &changes, sets.first()) {
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
    let labels = Job { meta, faces: proofs.faces, sheets };
    Ok(Printed { labels, guide, record, changes, drawn: 0, summary, warnings })
}

/// The labels of some pieces, by their index.
fn set(kit: &Kit, proofs: &Proofs<'_>, order: &Order, wanted: impl Fn(usize) -> bool) -> Vec<Label> {
    let kind = |deck: &Deck| kit.decks.iter().position(|other| std::ptr::eq(other, deck)).unwrap_or_default();
    let label = |proof: &Proof<'_>| Label {
        face: proof.face,
        kind: kind(proof.deck),
        size: printed_size(proof.deck, order.stickers),
        may_turn: true,
        bleed: proof.deck.bleed,
        radius: match proof.deck.shape {
            Shape::Rect => Um::ZERO,
            Shape::Rounded(radius) => radius,
        },
        code: proof.code.clone(),
        // Dice of different sets are different dice.
        group: proof.die.map(|die| die * order.copies + proof.copy),
    };
    proofs.pieces.iter().enumerate().filter(|(at, _)| wanted(*at)).map(|(_, proof)| label(proof)).collect()
}

/// The trimmed size a deck is printed at.
fn printed_size(deck: &Deck, stickers: Stickers) -> Size {
    let square = |edge| Size::new(edge, edge);
    match (deck.make, stickers) {
        (Make::Labels, _) | (_, Stickers::ByKit) => deck.size,
        (Make::Stickers, Stickers::Edge(edge)) => square(edge),
        (Make::Stickers, Stickers::ForDie(die)) => square(die - deck.recess),
    }
}

fn too_large(kit: &Kit, large: &TooLarge) -> Problem {
    let message = format!("piece `{}` is {} mm, the paper has room for {} mm", large.code, large.size, large.area);
    Problem::new(kit.place(), message).help("print on larger paper: --paper a3")
}
