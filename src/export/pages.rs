//! A PDF for each deck with a side on each page, and a table of what is on them.

use super::csv::line;
use super::format::{Export, ExportFile, Format, Subject, of_all};
use super::{ExportError, Files, Set, job};
use crate::press::write::pdf;

pub struct Pages;

impl Format for Pages {
    fn name(&self) -> &'static str {
        "pages"
    }

    fn subject(&self) -> Subject {
        Subject::Faces
    }

    fn has_dots(&self) -> bool {
        false
    }

    fn export<'e>(&self, export: &'e Export<'e>) -> Result<Vec<ExportFile<'e>>, ExportError> {
        let heads = ["file", "page", "deck", "code", "name", "side"];
        let mut table = line(heads.into_iter().map(str::to_owned));
        let mut files = Files::new();
        for (set, frame) in &export.framed {
            let file = format!("{}.pdf", set.stem);
            table += &pages_of(set, &file);
            let job = job::deck(export.kit, set, frame, false);
            files.push((file, pdf::write(&job)?));
            for _ in set.faces() {
                (export.done)();
            }
        }
        files.push(("pages.csv".into(), table.into_bytes()));
        Ok(of_all(files))
    }
}

/// A line for each page of a deck's file.
fn pages_of(set: &Set<'_>, file: &str) -> String {
    let sides: &[&str] = if job::is_two_sided(set) {
        &["front", "back"]
    } else {
        &["front"]
    };
    let pieces = set
        .pieces
        .iter()
        .flat_map(|piece| std::iter::repeat_n(piece, piece.count));
    let printed = pieces.flat_map(|piece| sides.iter().map(move |side| (piece, *side)));
    let mut table = String::new();
    for (page, (piece, side)) in (1..).zip(printed) {
        let page: u32 = page;
        let cells = [
            file,
            &page.to_string(),
            &set.deck.name,
            &piece.code,
            piece.name(),
            side,
        ];
        table += &line(cells.into_iter().map(str::to_owned));
    }
    table
}
