//! Excel workbooks, cell by cell: the size that a sheet declares is not trusted.

use std::io::Cursor;

use calamine::{DataRef, Reader, SheetType, SheetVisible, Xlsx};
use roxmltree::{Document, Node, ParsingOptions};

use super::archive::Archive;
use super::letters;
use super::sheet::{Cells, Found, Tab};
use crate::kit::markup;

/// The most elements in a sheet that is searched for formulas.
const MAX_NODES: u32 = 2_000_000;

/// Why there is no sheet, and what to do about it.
type ReadError = (String, Option<String>);

/// The name and cells of the sheet that `pick` chooses by name.
pub fn read(
    bytes: &[u8],
    pick: impl FnOnce(&[Tab]) -> Result<usize, ReadError>,
) -> Result<(String, Cells), ReadError> {
    let mut archive = Archive::open(bytes).map_err(|why| (why, None))?;
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
        let at =
            |row: u32, column: u32| format!("{}{}", letters(column as usize), u64::from(row) + 1);
        let area = format!("{}:{}", at(top, left), at(bottom, right));
        cells
            .merged
            .entry(top as usize)
            .or_insert((left as usize, area));
    }
    let mut reader = book.worksheet_cells_reader(&name).map_err(damaged)?;
    while let Some(cell) = reader.next_cell().map_err(damaged)? {
        let (row, column) = cell.get_position();
        let found = match cell.get_value() {
            DataRef::Empty => continue,
            DataRef::String(text) => Found::Value(text.clone()),
            DataRef::SharedString(text) => Found::Value((*text).to_owned()),
            DataRef::Int(number) => Found::Value(number.to_string()),
            DataRef::Float(number) => Found::Value(number.to_string()),
            DataRef::Bool(flag) => Found::Value(flag.to_string()),
            DataRef::DateTime(date) => Found::date(date.as_f64().to_string()),
            DataRef::DateTimeIso(date) | DataRef::DurationIso(date) => Found::date(date.clone()),
            DataRef::Error(error) => Found::error(error.to_string()),
        };
        if !cells.add(row as usize, column as usize, found) {
            break;
        }
    }
    for (row, column, formula) in uncalculated(&mut archive, &name).unwrap_or_default() {
        if !cells.add(row, column, Found::uncalculated(formula)) {
            break;
        }
    }
    Ok((name, cells))
}

/// The formulas of a sheet without a value: row, column and text. The reader of cells takes them for blank cells.
fn uncalculated(archive: &mut Archive<'_>, sheet: &str) -> Option<Vec<(usize, usize, String)>> {
    let (book, links) = (
        archive.text("xl/workbook.xml").ok()?,
        archive.text("xl/_rels/workbook.xml.rels").ok()?,
    );
    if markup::over_limits(&book)
        .or_else(|| markup::over_limits(&links))
        .is_some()
    {
        return None;
    }
    let (book, links) = (Document::parse(&book).ok()?, Document::parse(&links).ok()?);
    let attribute = |node: &Node, name: &str| {
        node.attributes()
            .find(|attribute| attribute.name() == name)
            .map(|attribute| attribute.value().to_owned())
    };
    let sheet = book
        .descendants()
        .find(|node| is(node, "sheet") && node.attribute("name") == Some(sheet))?;
    let link = sheet
        .attributes()
        .find(|attribute| attribute.name() == "id")?
        .value();
    let link = links
        .descendants()
        .find(|node| attribute(node, "Id").as_deref() == Some(link))?;
    let path = attribute(&link, "Target")?;
    let path = path
        .strip_prefix('/')
        .map_or_else(|| format!("xl/{path}"), str::to_owned);
    let text = archive
        .text(&path)
        .ok()
        .filter(|text| text.contains("<f") && markup::over_limits(text).is_none())?;
    let options = ParsingOptions {
        nodes_limit: MAX_NODES,
        ..ParsingOptions::default()
    };
    let document = Document::parse_with_options(&text, options).ok()?;
    let words = |cell: &Node, name: &str| {
        let part = cell.children().find(|node| is(node, name));
        part.map(|part| part.text().unwrap_or_default().to_owned())
    };
    let cells = document.descendants().filter(|node| is(node, "c"));
    // An empty text is also a value.
    let blank = cells.filter(|cell| {
        cell.attribute("t") != Some("str") && words(cell, "v").is_none_or(|value| value.is_empty())
    });
    let found = blank.filter_map(|cell| {
        let (column, row) = place(cell.attribute("r")?)?;
        Some((row, column, words(&cell, "f")?))
    });
    Some(found.collect())
}

fn is(node: &Node, name: &str) -> bool {
    node.tag_name().name() == name
}

/// Column and row of a cell from its name, from 0: C7 is 2, 6.
fn place(name: &str) -> Option<(usize, usize)> {
    let (letters, row) = name.split_at(name.find(|letter: char| letter.is_ascii_digit())?);
    let column = letters.bytes().try_fold(0_usize, |column, letter| {
        let digit = letter
            .is_ascii_uppercase()
            .then(|| usize::from(letter - b'A') + 1)?;
        column.checked_mul(26)?.checked_add(digit)
    })?;
    Some((
        column.checked_sub(1)?,
        row.parse::<usize>().ok()?.checked_sub(1)?,
    ))
}
