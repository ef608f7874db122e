//! In tables of rows.

use super::columns::columns;
use super::names::{self, DeckNames};
use super::{Candidate, Candidates, Kind, icon_before, icons};
use crate::kit::Files;
use crate::kit::table::Table;

pub fn candidates(files: &Files, path: &str, text: &str, offset: usize) -> Candidates {
    let before = &text[..offset];
    if let Some(at) = icon_before(before) {
        return Candidates {
            replaced: at..offset,
            all: icons(files),
        };
    }
    let Ok(table) = Table::open(files, path, None, "") else {
        return Candidates::default();
    };
    // Cells are in the text without its byte order mark.
    let mark = text.len().saturating_sub(table.text().len());
    let Some(offset) = offset.checked_sub(mark) else {
        return Candidates::default();
    };
    let decks = names::decks(files);
    let mut header: Option<Vec<String>> = None;
    for line in table.lines().flatten().filter(|line| !line.is_blank()) {
        let touched = line
            .cells
            .iter()
            .position(|cell| cell.span.start <= offset && offset <= cell.span.end);
        if let Some(at) = touched {
            let span = line.cells[at].span.clone();
            return Candidates {
                replaced: span.start + mark..span.end + mark,
                all: match &header {
                    None => columns(&decks),
                    Some(header) => header
                        .get(at)
                        .map_or(Vec::new(), |name| values(&decks, name)),
                },
            };
        }
        if line.span.start > offset {
            break;
        }
        let names = || line.cells.iter().map(|cell| cell.value.to_string());
        header.get_or_insert_with(|| names().collect());
    }
    Candidates::default()
}

fn values(decks: &[DeckNames], name: &str) -> Vec<Candidate> {
    let columns = decks.iter().flat_map(|deck| &deck.columns);
    let own = columns.filter(|column| column.name == name);
    own.flat_map(|column| &column.values)
        .map(|value| Candidate::new(Kind::Value, value, ""))
        .collect()
}
