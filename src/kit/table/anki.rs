//! What Anki's own text says of itself in its first lines, as in `#separator:tab`.

use std::borrow::Cow;

use super::{Cell, TableRow};

/// The line that names the columns.
const COLUMNS: &str = "#columns:";

/// Columns that are no sides of a card, as Anki calls them.
const OTHERS: [&str; 4] = ["guid", "notetype", "deck", "tags"];

/// What the others are called, in order.
const SIDES: [&str; 2] = ["Front", "Back"];

fn head(text: &str) -> impl Iterator<Item = &str> + Clone {
    text.split_inclusive('\n')
        .take_while(|line| line.starts_with('#'))
}

/// The separator of cells, and where the notes start, or the names of their columns.
pub fn told(text: &str) -> Option<(u8, usize)> {
    let named = head(text).find_map(|line| line.strip_prefix("#separator:"))?;
    let named = named.trim_end_matches(['\r', '\n']);
    let separator = match named.to_ascii_lowercase().as_str() {
        "comma" => b',',
        "semicolon" => b';',
        "pipe" => b'|',
        "colon" => b':',
        "space" => b' ',
        "tab" => b'\t',
        _ => *named.as_bytes().first().filter(|sign| sign.is_ascii())?,
    };
    let end: usize = head(text).map(str::len).sum();
    let names = head(text).last().filter(|line| line.starts_with(COLUMNS));
    Some((
        separator,
        end - names.map_or(0, |line| line.len() - COLUMNS.len()),
    ))
}

/// The names of the columns, where no line has them: the two sides of a card first, and what else Anki says that they hold.
pub fn headings<'t>(text: &str, first: &TableRow<'_>) -> Option<TableRow<'t>> {
    let has_names = head(text)
        .last()
        .is_none_or(|line| line.starts_with(COLUMNS));
    if has_names || told(text).is_none() {
        return None;
    }
    let other = |column: usize| {
        let is_it = |name: &&&str| {
            let line = format!("#{name} column:{}", column + 1);
            head(text).any(|told| told.trim_end() == line)
        };
        OTHERS.iter().find(is_it).map(|name| Cow::from(*name))
    };
    let mut sides = SIDES
        .iter()
        .copied()
        .map(Cow::from)
        .chain((3..).map(|side| format!("Field {side}").into()));
    let names = (0..first.cells.len()).filter_map(|column| other(column).or_else(|| sides.next()));
    let cell = |value| Cell {
        value,
        ..Cell::default()
    };
    Some(TableRow {
        cells: names.map(cell).collect(),
        ..TableRow::default()
    })
}

#[cfg(test)]
mod tests {
    use super::super::comma::Records;
    use super::*;

    fn names(text: &str) -> Option<Vec<String>> {
        let first = Records::new(text).next()?.ok()?;
        let names = headings(text, &first)?.cells.into_iter();
        Some(names.map(|cell| cell.value.into_owned()).collect())
    }

    #[test]
    fn notes_have_a_front_and_a_back() {
        let text =
            "#separator:Semicolon\n#html:true\n#guid column:1\n#tags column:4\nx;one, two;three;\n";
        assert_eq!(names(text).unwrap(), ["guid", "Front", "Back", "tags"]);
        let first = Records::new(text).next().unwrap().unwrap();
        assert_eq!(first.cells[1].value, "one, two");
        let named = "#separator:tab\n#columns:Word\tMeaning\none\ttwo\n";
        assert_eq!(names(named), None);
        let first = Records::new(named).next().unwrap().unwrap();
        assert_eq!(first.cells[1].value, "Meaning");
        assert_eq!(names("Name,Cost\nOwl,1\n"), None);
    }
}
