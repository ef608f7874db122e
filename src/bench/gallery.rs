//! What there is to see of a printed kit, as data: its sheets and single faces.
//!
//! Every picture is addressed by its content, so a browser fetches only what changed. Pictures are generated on request.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use serde::Serialize;
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::told::{of_file, problems};
use crate::face::Drawing;
use crate::kit::{Deck, Ink, Kit, Problems, Shape, Size};
use crate::press::drawn::Fingerprints;
use crate::press::paper::Paper;
use crate::press::sheet::{Job, Placed, PrintError, Sheet};
use crate::press::write::svg;
use crate::press::{Order, Press, Printed};

/// A kit printed in one ink.
#[derive(Clone, Serialize)]
pub struct Exhibit {
    title: String,
    ink: &'static str,
    paper: String,
    summary: String,
    pub warnings: Vec<String>,
    /// What was drawn in spite of a problem.
    unfit: Value,
    sheets: Vec<SheetSide>,
    decks: Vec<Faces>,
    #[serde(skip)]
    pictures: Arc<Pictures>,
}

/// One side of a sheet.
#[derive(Clone, Serialize)]
struct SheetSide {
    id: String,
    title: String,
    /// mm.
    size: [f64; 2],
    /// For a back, the index of its front.
    front: Option<usize>,
    /// The codes of the pieces on it, and where they are, mm.
    pieces: Vec<(String, [f64; 4])>,
}

/// A deck's different faces.
#[derive(Clone, Serialize)]
struct Faces {
    name: String,
    title: String,
    /// Trimmed, mm.
    size: [f64; 2],
    /// mm.
    bleed: f64,
    /// The distance from the edge at which text is safe, mm.
    safe: f64,
    /// Of the corners, mm.
    radius: f64,
    /// The trim as SVG path data in mm, if it is not a rectangle.
    outline: Option<String>,
    faces: Vec<ShownFace>,
}

/// A face, and the pieces it belongs to.
#[derive(Clone, Serialize)]
struct ShownFace {
    codes: BTreeSet<String>,
    name: String,
    count: usize,
    front: String,
    back: Option<String>,
}

/// What to generate when a picture is requested.
struct Pictures {
    job: Job,
    /// Indices by what is drawn.
    sheets: HashMap<String, usize>,
    faces: HashMap<String, usize>,
}

impl Exhibit {
    pub fn of(kit: &Kit, ink: Ink, paper: &str, printed: Printed) -> Result<Exhibit, PrintError> {
        let job = printed.sheets;
        let faces: Vec<String> = job.faces.iter().map(Drawing::fingerprint).collect();
        let sheets: Vec<SheetSide> = job
            .sheets
            .iter()
            .map(|sheet| SheetSide {
                id: fingerprint(sheet, &faces),
                title: sheet.title.clone(),
                size: mm(sheet.size),
                front: sheet.front,
                pieces: sheet.placed.iter().map(place).collect(),
            })
            .collect();
        let mut decks: Vec<Faces> = kit.decks.iter().map(Faces::of).collect();
        let mut known: HashMap<(usize, Fingerprints), usize> = HashMap::new();
        for piece in printed.record.pieces() {
            let Some(at) = kit.decks.iter().position(|deck| *deck.name == *piece.deck) else {
                continue;
            };
            let faces = &mut decks[at].faces;
            let face = *known.entry((at, piece.face)).or_insert_with(|| {
                let (front, back) = piece.face.sides();
                faces.push(ShownFace {
                    codes: BTreeSet::new(),
                    name: own_name(&kit.decks[at], &piece.code, &job).to_owned(),
                    count: 0,
                    front,
                    back,
                });
                faces.len() - 1
            });
            faces[face].codes.insert(piece.code.to_string());
            faces[face].count += 1;
        }
        let by_id = |ids: Vec<String>| {
            ids.into_iter()
                .enumerate()
                .map(|(at, id)| (id, at))
                .collect()
        };
        let sheet_ids = by_id(sheets.iter().map(|page| page.id.clone()).collect());
        Ok(Exhibit {
            title: kit.title.clone(),
            ink: ink.name(),
            paper: paper.to_owned(),
            summary: printed.summary,
            warnings: printed.warnings,
            unfit: Value::Array(Vec::new()),
            sheets,
            decks,
            pictures: Arc::new(Pictures {
                job,
                sheets: sheet_ids,
                faces: by_id(faces),
            }),
        })
    }

    /// The SVG of a sheet.
    pub fn sheet(&self, id: &str) -> Option<Result<String, PrintError>> {
        let Pictures { job, sheets, .. } = &*self.pictures;
        sheets.get(id).map(|sheet| svg::write(job, *sheet))
    }

    /// The SVG of a face, with its bleed.
    pub fn face(&self, id: &str) -> Option<Result<String, PrintError>> {
        let Pictures { job, faces, .. } = &*self.pictures;
        faces.get(id).map(|face| svg::face(job.faces.get(*face)?))
    }
}

/// Prints a kit again and again as it is changed; only what changed is drawn.
pub struct Printer {
    ink: Ink,
    press: Press,
}

impl Default for Printer {
    fn default() -> Printer {
        Printer {
            ink: Ink::Color,
            press: Press::forgiving(),
        }
    }
}

impl Printer {
    /// The kit as it is now, on this paper.
    ///
    /// # Errors
    ///
    /// The kit cannot be drawn, or there is no such paper.
    pub fn print(&mut self, kit: &Kit, paper: &str, ink: Ink) -> Result<Exhibit, Problems> {
        if self.ink != ink {
            *self = Printer {
                ink,
                ..Printer::default()
            };
        }
        let wrong = |why: String| Problems::from(of_file(&kit.id, why));
        let paper: Paper = paper.parse().map_err(wrong)?;
        let order = Order::new(paper.size, &paper.name, self.ink);
        let drawn = self.press.draw(kit, order.ink, order.copies)?;
        let printed = self.press.lay_out(kit, &order, &drawn)?;
        let unfit = problems(&drawn.templates.marked());
        let exhibit = Exhibit::of(kit, self.ink, &paper.name, printed);
        let exhibit = exhibit.map_err(|why| wrong(why.to_string()))?;
        Ok(Exhibit { unfit, ..exhibit })
    }
}

impl Faces {
    fn of(deck: &Deck) -> Faces {
        let radius = if let Shape::Rounded(radius) = deck.shape {
            radius.mm()
        } else {
            0.0
        };
        Faces {
            name: deck.name.clone(),
            title: deck.title.clone(),
            size: mm(deck.size),
            bleed: deck.bleed.mm(),
            safe: deck.safe.mm(),
            radius,
            outline: deck.shape.outline(deck.size).map(|outline| outline.path()),
            faces: Vec::new(),
        }
    }
}

/// 16 hexadecimal digits that differ for sheets that look different; `faces` are those of the faces.
fn fingerprint(sheet: &Sheet, faces: &[String]) -> String {
    let mut hash = Sha256::new();
    for placed in &sheet.placed {
        hash.update(&faces[placed.face]);
    }
    // The position of a face in the list makes no visible difference.
    let placed = sheet
        .placed
        .iter()
        .map(|placed| Placed {
            face: 0,
            ..placed.clone()
        })
        .collect();
    hash.update(format!(
        "{:?}",
        Sheet {
            placed,
            ..sheet.clone()
        }
    ));
    hash.finalize()
        .iter()
        .take(8)
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

/// The code of a piece and its box, mm.
fn place(placed: &Placed) -> (String, [f64; 4]) {
    let Placed { at, size, .. } = placed;
    let place = [at.x.mm(), at.y.mm(), size.w.mm(), size.h.mm()];
    (placed.code.to_string(), place)
}

fn mm(size: Size) -> [f64; 2] {
    [size.w.mm(), size.h.mm()]
}

/// The name of a piece without the description of what is drawn on it, which a caption has no room for.
fn own_name<'j>(deck: &Deck, code: &str, job: &'j Job) -> &'j str {
    let name = job.catalogue.name(code);
    let described = || {
        // Most decks describe nothing.
        deck.described(deck.rows.first()?)?.ok()?;
        let row = deck
            .rows
            .iter()
            .find(|row| row.codes().any(|own| own == code))?;
        let words = deck.described(row)?.ok()?;
        name.strip_suffix(&*words)?.strip_suffix(": ")
    };
    described().unwrap_or(name)
}
