//! Excel workbooks, cell by cell: the size that a sheet declares is not trusted.

use std::collections::{HashMap, HashSet};
use std::io::Cursor;

use calamine::{DataRef, ExcelDateTime, Reader, SheetType, SheetVisible, Xlsx};

use super::archive::{Archive, ReadError};
use super::looks::{Extra, Raw, Style, shown_address};
use super::package::{path_of, to_last_row};
use super::pictures;
use super::sheet::{Area, Cells, Found, Tab};
use crate::kit::marked::{Look, Marked};

/// The name and cells of the sheet that `pick` chooses by name.
pub fn read(
    bytes: &[u8],
    pick: impl FnOnce(&[Tab]) -> Result<usize, ReadError>,
) -> Result<(String, Cells), ReadError> {
    let mut archive = Archive::open(bytes)?;
    let damaged = |error: calamine::XlsxError| (format!("it is damaged: {error}"), None);
    let mut book: Xlsx<_> = Xlsx::new(Cursor::new(bytes)).map_err(damaged)?;
    let tab = |sheet: &calamine::Sheet| Tab {
        name: sheet.name.clone(),
        is_hidden: sheet.visible != SheetVisible::Visible || sheet.typ != SheetType::WorkSheet,
    };
    let tabs: Vec<Tab> = book.sheets_metadata().iter().map(tab).collect();
    let name = tabs[pick(&tabs)?].name.clone();
    let mut cells = Cells::default();
    for area in book.merge_cells_by_sheet_name(&name).map_err(damaged)? {
        let ((top, left), (bottom, right)) = (area.start, area.end);
        cells.merge(Area {
            top: top as usize,
            left: left as usize,
            bottom: bottom as usize,
            right: right as usize,
        });
    }
    let path = path_of(&mut archive, &name);
    let xml = path.as_ref().and_then(|path| archive.text(path).ok());
    let sheet = xml.map(to_last_row).unwrap_or_default();
    let raw = Raw::open(&mut archive, &sheet);
    let (extras, hidden) = raw.map_or_else(Default::default, |raw| raw.read());
    hidden.into_iter().for_each(|row| cells.hide(row));
    let mut known = HashMap::new();
    // What is read in place of a cell's value.
    let mut instead = HashSet::new();
    let mut formulas = Vec::new();
    for extra in extras {
        match extra.formula {
            Some(formula) => {
                instead.insert((extra.row, extra.column));
                formulas.push((extra.row, extra.column, formula));
            }
            None => {
                known.insert((extra.row, extra.column), extra);
            }
        }
    }
    for picture in path
        .map(|path| pictures::placed(&mut archive, &path, &sheet))
        .unwrap_or_default()
    {
        if picture.is_value {
            instead.insert((picture.row, picture.column));
        }
        let name = pictures::name(&mut archive, &picture.path);
        cells.lay(picture.row, picture.column, name);
    }
    let mut reader = book.worksheet_cells_reader(&name).map_err(damaged)?;
    while let Some(cell) = reader.next_cell().map_err(damaged)? {
        let (row, column) = cell.get_position();
        let place = (row as usize, column as usize);
        if instead.contains(&place) {
            continue;
        }
        let Some(found) = found(cell.get_value(), known.remove(&place)) else {
            continue;
        };
        if !cells.add(place.0, place.1, found) {
            break;
        }
    }
    for (row, column, formula) in formulas {
        let found = match shown_address(&formula) {
            Some(address) => Found::value(address.to_owned()),
            None => Found::uncalculated(formula),
        };
        if !cells.add(row, column, found) {
            break;
        }
    }
    Ok((name, cells))
}

/// A cell as the sheet shows it; `None` for a blank one.
fn found(value: &DataRef<'_>, extra: Option<Extra>) -> Option<Found> {
    let (Style { look, format }, marked) =
        extra.map_or_else(Default::default, |extra| (extra.style, extra.marked));
    let text = |words: &str| Found {
        marked: marked.clone().or_else(|| whole(words, look)),
        ..Found::value(words.to_owned())
    };
    Some(match value {
        DataRef::Empty => return None,
        DataRef::String(words) => text(words),
        DataRef::SharedString(words) => text(words),
        DataRef::Int(number) => format.found(*number as f64),
        DataRef::Float(number) => format.found(*number),
        DataRef::Bool(flag) => Found::value(flag.to_string()),
        DataRef::DateTime(date) => Found::date(date_shown(date)),
        DataRef::DateTimeIso(date) | DataRef::DurationIso(date) => Found::date(date.clone()),
        DataRef::Error(error) => Found::error(error.to_string()),
    })
}

/// A text that is bold or italic as a whole.
fn whole(words: &str, look: Look) -> Option<String> {
    (look != Look::default()).then(|| {
        let mut marked = Marked::default();
        marked.add(words, look);
        marked.finish()
    })
}

/// A date as 2026-11-28, and a time as 14:40.
fn date_shown(date: &ExcelDateTime) -> String {
    let (year, month, day, hour, minute, ..) = date.to_ymd_hms_milli();
    let day = format!("{year:04}-{month:02}-{day:02}");
    let time = format!("{hour:02}:{minute:02}");
    let number = date.as_f64();
    if number < 1.0 || date.is_duration() {
        time
    } else if number.fract() == 0.0 {
        day
    } else {
        format!("{day} {time}")
    }
}
