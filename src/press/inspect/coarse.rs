//! Pictures whose resolution does not suit print, or that cannot be shown completely. One finding for one cause, however many
//! pictures there are.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use crate::face::effects::Effect;
use crate::games::english::counted;
use crate::kit::{Problem, Problems};
use crate::press::drawn::DrawnPieces;
use crate::press::write::FINEST;

/// What is said about pictures.
#[derive(Default)]
pub struct PictureFindings {
    pub coarse: Option<Problem>,
    /// Those that are not shown as they were drawn.
    pub faulty: Vec<Problem>,
    /// A sentence about those that have more pixels than anybody can see in print.
    pub fine: Option<String>,
    /// A sentence about what is drawn as pixels because PDF has nothing like it.
    pub effects: Option<String>,
}

/// The most fonts that a warning names.
const MAX_NAMED: usize = 5;

/// One problem for all fonts that are missing in drawings, where others stand in.
fn replaced_fonts(drawn: &DrawnPieces<'_>) -> Option<Problem> {
    let first = drawn.drawings.replaced_fonts.keys().next()?;
    let all: BTreeSet<&String> = drawn.drawings.replaced_fonts.values().flatten().collect();
    let mut names: Vec<String> = all
        .iter()
        .take(MAX_NAMED)
        .map(|family| format!("`{family}`"))
        .collect();
    if all.len() > MAX_NAMED {
        names.push(format!("{} more", all.len() - MAX_NAMED));
    }
    let more = match drawn.drawings.replaced_fonts.len() - 1 {
        0 => String::new(),
        more => format!(" and {}", counted(more, "other drawing")),
    };
    let message = format!(
        "`{first}`{more}: no font is called {}, so another stands in",
        names.join(", ")
    );
    let help = "put the font's file (TTF or OTF) into the folder `fonts` of the kit, or beside finished cards";
    Some(Problem::new(drawn.kit.place(), message).help(help))
}

/// One problem for all drawings in which nothing is to be seen.
fn blank(drawn: &DrawnPieces<'_>) -> Option<Problem> {
    let blank = &drawn.drawings.blank;
    let first = blank.first()?;
    let more = match blank.len() - 1 {
        0 => String::new(),
        more => format!(" and {}", counted(more, "other")),
    };
    let message = format!("`{first}`{more}: nothing is drawn in it, and the card is blank");
    let help = "show its layers if they are hidden; a drawing that only defines others is no card";
    Some(Problem::new(drawn.kit.place(), message).help(help))
}

/// Looks at every picture on the faces of pieces.
///
/// # Errors
///
/// A face cannot be read back.
pub fn of_pictures(drawn: &DrawnPieces<'_>) -> Result<PictureFindings, Problems> {
    let (mut seen, mut known) = (HashSet::new(), HashSet::new());
    let mut findings = PictureFindings::default();
    let mut coarsest: Option<(f64, Problem)> = None;
    let mut coarse: HashSet<String> = HashSet::new();
    let mut fine = HashSet::new();
    let mut rastered = BTreeSet::new();
    let mut faults: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (piece, _, face) in drawn.first_of_each_face() {
        let face = drawn.face(face)?;
        let within = face.items.art().flat_map(|art| &art.pictures);
        let within = within.map(|shown| (shown.path.as_str(), Some(shown.dpi)));
        let alone = face.items.pictures();
        let alone = alone.map(|shown| (shown.picture.path.as_str(), shown.dpi()));
        for art in face.items.art().filter(|art| known.insert(art.key)) {
            rastered.extend(&art.effects);
        }
        for shown in face.items.pictures() {
            if seen.insert(shown.picture.key) {
                for fault in &shown.picture.faults {
                    let faulty = faults.entry(fault.clone()).or_default();
                    faulty.push(shown.picture.path.clone());
                }
            }
            if shown.picture.is_finer(shown.dots(FINEST, 1.0)) {
                fine.insert(shown.picture.key);
            }
        }
        for (path, dpi) in within.chain(alone) {
            let Some(dpi) = dpi.filter(|dpi| dpi.round() < f64::from(drawn.kit.dpi)) else {
                continue;
            };
            coarse.insert(path.to_owned());
            if coarsest.as_ref().is_none_or(|(least, _)| dpi < *least) {
                let name = match path {
                    "" => "an embedded picture".to_owned(),
                    path => format!("the picture `{path}`"),
                };
                let (deck, code) = (&piece.deck.name, &piece.code);
                let message = format!("{name} is printed at {dpi:.0} dpi on {deck} {code}");
                coarsest = Some((dpi, Problem::new(piece.row.place(), message)));
            }
        }
    }
    findings.coarse = coarsest.map(|(_, mut problem)| {
        let least = drawn.kit.dpi;
        match coarse.len() - 1 {
            0 => problem.message += &format!(": less than {least} dpi looks coarse"),
            more => {
                let more = counted(more, "other picture");
                problem.message +=
                    &format!(", and {more} below {least} dpi too, which looks coarse");
            }
        }
        problem
    });
    findings.faulty = faults
        .into_iter()
        .map(|(fault, paths)| {
            let more = match paths.len() - 1 {
                0 => String::new(),
                more => format!(" and {}", counted(more, "other")),
            };
            let message = format!(
                "`{}`{more}: {fault}; such cards are marked in print",
                paths[0]
            );
            Problem::new(drawn.kit.place(), message)
        })
        .collect();
    findings.faulty.extend(replaced_fonts(drawn));
    findings.faulty.extend(blank(drawn));
    if !rastered.is_empty() {
        let names: Vec<_> = rastered.into_iter().map(Effect::name).collect();
        findings.effects = Some(format!(
            "{} are printed as pixels of 300 dpi: PDF has nothing like them",
            names.join(" and ")
        ));
    }
    if !fine.is_empty() {
        let count = counted(fine.len(), "picture");
        let are = if fine.len() == 1 { "is" } else { "are" };
        findings.fine = Some(format!(
            "{count} with more than {FINEST} dpi {are} reduced to that: nobody sees the difference"
        ));
    }
    Ok(findings)
}
