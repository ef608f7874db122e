//! Lists with a number in front of each name, as players of card games keep their decks: "4 Lightning Bolt".

use super::{Cell, TableRow};

/// The fewest lines of a list.
const FEWEST: usize = 3;

/// The names of the columns of such a list.
const NAMES: [&str; 2] = ["Count", "Name"];

/// The lines of a list below the names of its columns; `None` if the text is something else. Lines without a number, such as
/// "Sideboard", are titles.
pub fn read(text: &str) -> Option<Vec<TableRow<'_>>> {
    let lines = || text.lines().filter(|line| !line.trim().is_empty());
    // A table is told by its first line, however long it is.
    if !lines().all(|line| parted(line).is_some() || is_title(line)) {
        return None;
    }
    let count = lines().count();
    let counted = lines().filter(|line| parted(line).is_some()).count();
    let is_list = counted >= FEWEST && counted * 5 >= count * 3;
    is_list.then(|| {
        let header = TableRow {
            cells: NAMES.map(heading).into(),
            ..TableRow::default()
        };
        let rows = lines().map(|line| row(text, line));
        std::iter::once(header).chain(rows).collect()
    })
}

fn heading(name: &'static str) -> Cell<'static> {
    Cell {
        value: name.into(),
        ..Cell::default()
    }
}

fn row<'t>(text: &'t str, line: &'t str) -> TableRow<'t> {
    let cell = |words: &'t str| {
        let start = words.as_ptr() as usize - text.as_ptr() as usize;
        Cell {
            value: words.into(),
            span: start..start + words.len(),
            ..Cell::default()
        }
    };
    let parts = parted(line);
    let whole = cell(line.trim());
    TableRow {
        span: whole.span.clone(),
        is_title: parts.is_none(),
        cells: match parts {
            Some((count, name)) => vec![cell(count), cell(name)],
            None => vec![whole],
        },
        ..TableRow::default()
    }
}

/// The number and the name in a line: "4 Lightning Bolt", "2x Owl".
fn parted(line: &str) -> Option<(&str, &str)> {
    let (count, name) = line.trim().split_once([' ', '\t'])?;
    let digits = count.trim_end_matches(['x', 'X', '×']);
    let is_count =
        (1..=3).contains(&digits.len()) && digits.bytes().all(|digit| digit.is_ascii_digit());
    let name = name.trim();
    let is_name = name.starts_with(char::is_alphabetic) && has_no_cells(name);
    (is_count && is_name).then_some((digits, name))
}

/// A title between the names: a word or two, or a remark.
fn is_title(line: &str) -> bool {
    let line = line.trim();
    let is_remark = line.starts_with("//") || line.starts_with('#');
    is_remark || has_no_cells(line) && line.split_whitespace().count() <= 3
}

/// Whether nothing separates cells in it; a comma may stand within a name, with a blank after it.
fn has_no_cells(words: &str) -> bool {
    let mut commas = words.split(',').skip(1);
    !words.contains(['\t', ';', '|', '"']) && commas.all(|rest| rest.starts_with(' '))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_of_names_with_numbers_has_two_columns() {
        let text =
            "Deck\n4 Lightning Bolt (M10) 146\n2x Jace, the Mind Sculptor\n\n1 Owl\n10 Island\n";
        let rows = read(text).unwrap();
        let words = |row: &TableRow<'_>| -> Vec<String> {
            row.cells
                .iter()
                .map(|cell| cell.value.to_string())
                .collect()
        };
        assert_eq!(words(&rows[0]), NAMES);
        assert!(rows[1].is_title && words(&rows[1]) == ["Deck"]);
        assert_eq!(words(&rows[2]), ["4", "Lightning Bolt (M10) 146"]);
        assert_eq!(words(&rows[3]), ["2", "Jace, the Mind Sculptor"]);
        let name = &rows[3].cells[1];
        assert_eq!(&text[name.span.clone()], name.value);
        assert_eq!(rows.len(), 6);
    }

    #[test]
    fn tables_and_sentences_are_no_lists() {
        for text in [
            "Name,Qty\n4 Owls,2\n5 Foxes,3\n6 Elks,1\n",
            "Qty\tName\n4\tOwl\n5\tFox\n6\tElk\n",
            "4 Owl;Fly\n5 Fox;Run\n6 Elk;Rest\n",
            "1 Owl\n2 Foxes\n",
            "7\n8\n9\n",
            "4 horsemen rode out into the cold night.\nWhat would you have done?\nNothing, as usual.\n",
        ] {
            assert!(read(text).is_none(), "{text}");
        }
    }
}
