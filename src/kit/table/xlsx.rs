//! Workbooks of Excel, cell by cell: what a sheet says of its own size is not believed.

use std::io::Cursor;

use calamine::{DataRef, Reader, Xlsx};

use super::archive::Archive;
use super::letters;
use super::workbook::{Cells, Found};

/// Why there is no sheet, and what to do about it.
type Trouble = (String, Option<String>);

/// The name and the cells of the sheet that `pick` chooses from their names.
pub fn read(bytes: &[u8], pick: impl Fn(&[String]) -> Result<usize, Trouble>) -> Result<(String, Cells), Trouble> {
    Archive::open(bytes).map_err(|why| (why, None))?;
    let damaged = |error: calamine::XlsxError| (format!("it is damaged: {error}"), None);
    let mut book: Xlsx<_> = Xlsx::new(Cursor::new(bytes)).map_err(damaged)?;
    let names = book.sheet_names();
    let name = names[pick(&names)?].clone();
    let mut cells = Cells::default();
    for area in book.worksheet_merge_cells(&name).transpose().map_err(damaged)?.unwrap_or_default() {
        let ((top, left), (bottom, right)) = (area.start, area.end);
        let at = |row: u32, column: u32| format!("{}{}", letters(column as usize), u64::from(row) + 1);
        cells.merged.push((top as usize, left as usize, format!("{}:{}", at(top, left), at(bottom, right))));
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
    Ok((name, cells))
}
