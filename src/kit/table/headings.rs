//! Headings in two lines: groups such as "Cost" above, and "Gold" and "Wood" below.

use std::borrow::Cow;

use super::{Broken, Cell, TableRow};

/// The lines among which the headings are.
pub const MAX_TITLES: usize = 12;

/// The longest name of a column, in letters.
const LONGEST: usize = 40;

type Line<'t> = Result<Cow<'t, TableRow<'t>>, Broken>;

/// The lines of a table. Where two of them name the columns, they are one: "Cost Gold", "Cost Wood".
pub fn joined<'t>(
    mut lines: impl Iterator<Item = Line<'t>> + 't,
) -> Box<dyn Iterator<Item = Line<'t>> + 't> {
    let mut first: Vec<Line<'t>> = lines.by_ref().take(MAX_TITLES).collect();
    if let Some((upper, lower, names)) = find(&first) {
        first[upper] = Ok(Cow::Owned(names));
        let _ = first.remove(lower);
    }
    Box::new(first.into_iter().chain(lines))
}

/// The two lines of headings, if there are two, and the names that they come to.
fn find<'t>(lines: &[Line<'t>]) -> Option<(usize, usize, TableRow<'t>)> {
    let filled = |(at, line): (usize, &Line<'t>)| {
        let line = line.as_ref().ok()?;
        (!line.is_blank()).then_some(at)
    };
    let filled: Vec<usize> = lines.iter().enumerate().filter_map(filled).collect();
    let width = |at: usize| lines[at].as_ref().map_or(0, |line| filled_cells(line));
    // Only titles stand above headings.
    let first = filled.iter().position(|at| width(*at) > 1)?;
    let [upper, lower, row, ..] = filled[first..] else {
        return None;
    };
    let [above, below, card] = [upper, lower, row].map(|at| lines[at].as_ref().ok());
    Some((upper, lower, names(above?, below?, card?)?))
}

fn filled_cells(line: &TableRow<'_>) -> usize {
    let is_filled = |cell: &&Cell<'_>| !cell.value.is_empty();
    line.cells.iter().filter(is_filled).count()
}

/// The names of columns in two lines; `None` if the lower one is a row. `row` is the line below them.
fn names<'t>(
    upper: &TableRow<'t>,
    lower: &TableRow<'t>,
    row: &TableRow<'t>,
) -> Option<TableRow<'t>> {
    let width = upper.cells.len().max(lower.cells.len());
    let is_above_gap =
        |at: usize| !word(upper, at).is_empty() && word(upper, at + 1).is_empty() && at + 1 < width;
    let is_gap = |at: usize| word(upper, at).is_empty() && !word(lower, at).is_empty();
    let fits = |at: usize| match (word(upper, at), word(lower, at)) {
        // Below the last of them there may be empty columns.
        ("", "") => (at..width).all(|at| word(upper, at).is_empty() && word(lower, at).is_empty()),
        (_, "") => !is_above_gap(at) || is_gap(at + 1),
        ("", below) => at > 0 && is_name(below),
        (above, below) if above == below => is_name(above),
        (above, below) => at > 0 && is_above_gap(at) && is_name(above) && is_name(below),
    };
    let gaps: Vec<usize> = (0..width).filter(|at| is_gap(*at)).collect();
    // A card has a name, and something in one of these columns.
    let is_row = !word(row, 0).is_empty() && gaps.iter().any(|at| !word(row, *at).is_empty());
    let is_pair = !upper.is_title && !word(upper, 0).is_empty() && !gaps.is_empty();
    if !is_pair || !is_row || !(0..width).all(fits) {
        return None;
    }
    let mut group = "";
    let mut cells = Vec::new();
    for at in 0..width {
        if !word(upper, at).is_empty() {
            group = word(upper, at);
        }
        let name = match (word(upper, at), word(lower, at)) {
            (above, "") => above.to_owned(),
            (above, below) if above == below => above.to_owned(),
            (_, below) => format!("{group} {below}"),
        };
        let line = if word(upper, at).is_empty() {
            lower
        } else {
            upper
        };
        let cell = line.cells.get(at).cloned().unwrap_or_default();
        cells.push(Cell {
            value: name.into(),
            ..cell
        });
    }
    Some(TableRow {
        cells,
        span: upper.span.start..lower.span.end,
        ..upper.clone()
    })
}

fn word<'l>(line: &'l TableRow<'_>, at: usize) -> &'l str {
    line.cells.get(at).map_or("", |cell| &cell.value)
}

/// Whether these may be words of a heading.
fn is_name(words: &str) -> bool {
    let is_short = words.chars().count() <= LONGEST && !words.contains(['\n', '.', '!']);
    is_short && words.parse::<f64>().is_err()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first line that is not blank, and how many there are, of lines whose cells are separated by `|`.
    fn first(text: &str) -> (String, usize) {
        let row = |line: &str| {
            let cell = |words: &str| Cell {
                value: words.trim().to_owned().into(),
                ..Cell::default()
            };
            Ok(Cow::Owned(TableRow {
                cells: line.split('|').map(cell).collect(),
                ..TableRow::default()
            }))
        };
        let lines: Vec<Line<'static>> = text.lines().map(row).collect();
        let lines: Vec<_> = joined(lines.into_iter()).flatten().collect();
        let words: Vec<&str> = lines[0].cells.iter().map(|cell| &*cell.value).collect();
        (words.join("|"), lines.len())
    }

    #[test]
    fn two_lines_name_the_columns_together() {
        let two = "Name|Cost||Text\n|Gold|Wood|\nOwl|1|2|Fly.";
        assert_eq!(first(two), ("Name|Cost Gold|Cost Wood|Text".into(), 2));
        let merged = "Name|Cost||Text\nName|Gold|Wood|Text\nOwl||2|Fly.";
        assert_eq!(first(merged).0, "Name|Cost Gold|Cost Wood|Text");
        let alone = "Name|Cost||Effect\n||Wood|\nOwl|1|2|Fly.";
        assert_eq!(first(alone).0, "Name|Cost|Cost Wood|Effect");
    }

    #[test]
    fn a_row_below_one_line_of_headings_stays_a_row() {
        for text in [
            "Name|Qty||Notes\nOwl|2|x|Fly.\nFox|1|y|Run.",
            "Name|Qty||Notes\n|2|3|\nFox|1|2|Run.",
            "Name|Cost|Text\n|Gold|\nOwl|1|Fly.",
            "Name|Text|\n||more\nOwl|Fly.|",
            "Name||Text\n|It flies away. Then it sleeps.|\nOwl|x|Fly.",
            "My owls||\nName|Cost|Text\nOwl|1|Fly.",
            "A|x|\nB||\nC|x|y",
        ] {
            assert_eq!(first(text).1, 3, "{text}");
        }
    }
}
