//! Tables in Markdown: `| a | b |`, with a line of hyphens below the names of the columns.

use std::borrow::Cow;

use super::{Cell, TableRow};

/// The lines of a text with such a table; `None` if it has none. Lines beside the tables, such as headings, are titles.
pub fn read(text: &str) -> Option<Vec<TableRow<'_>>> {
    let lines: Vec<&str> = text.lines().collect();
    let rules: Vec<usize> = (1..lines.len())
        .filter(|at| is_rule(lines[*at]) && is_row(lines[at - 1]))
        .collect();
    if rules.is_empty() {
        return None;
    }
    let mut is_inside = false;
    let mut rows = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        if rules.binary_search(&at).is_ok() {
            continue;
        }
        let is_heading = rules.binary_search(&(at + 1)).is_ok();
        is_inside = is_heading || is_inside && is_row(line);
        if is_inside {
            rows.push(row(text, line));
        } else if !line.trim().is_empty() {
            rows.push(title(text, line));
        }
    }
    Some(rows)
}

/// Whether a line parts the names of columns from the rows: `|---|:-:|`.
fn is_rule(line: &str) -> bool {
    let is_hyphens = |cell: &str| {
        let inner = cell.trim().trim_start_matches(':').trim_end_matches(':');
        !inner.is_empty() && inner.bytes().all(|byte| byte == b'-')
    };
    is_row(line) && inner(line).split('|').all(is_hyphens)
}

fn is_row(line: &str) -> bool {
    line.contains('|')
}

/// A line without the strokes at its ends.
fn inner(line: &str) -> &str {
    let line = line.trim();
    let line = line.strip_prefix('|').unwrap_or(line);
    let is_escaped = line.ends_with("\\|");
    line.strip_suffix('|')
        .filter(|_| !is_escaped)
        .unwrap_or(line)
}

fn row<'t>(text: &'t str, line: &'t str) -> TableRow<'t> {
    let words = inner(line);
    let mut cells = Vec::new();
    let mut start = 0;
    let strokes = words.match_indices('|').map(|(at, _)| at);
    // A stroke after a backslash is one of the words.
    let ends = strokes.filter(|at| !words[..*at].ends_with('\\'));
    for end in ends.chain([words.len()]) {
        cells.push(cell(text, &words[start..end]));
        start = end + 1;
    }
    TableRow {
        cells,
        span: cell(text, line).span,
        ..TableRow::default()
    }
}

fn title<'t>(text: &'t str, line: &'t str) -> TableRow<'t> {
    let words = cell(text, line.trim().trim_start_matches('#'));
    TableRow {
        span: words.span.clone(),
        cells: vec![words],
        is_title: true,
        ..TableRow::default()
    }
}

fn cell<'t>(text: &'t str, words: &'t str) -> Cell<'t> {
    let words = words.trim();
    let start = words.as_ptr() as usize - text.as_ptr() as usize;
    Cell {
        value: if words.contains("\\|") {
            Cow::Owned(words.replace("\\|", "|"))
        } else {
            Cow::Borrowed(words)
        },
        span: start..start + words.len(),
        ..Cell::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each line's cells, and a `#` in front of titles.
    fn lines(text: &str) -> Option<Vec<String>> {
        let shown = |row: TableRow<'_>| {
            let cells: Vec<&str> = row.cells.iter().map(|cell| &*cell.value).collect();
            let sign = if row.is_title { "#" } else { "" };
            format!("{sign}{}", cells.join("/"))
        };
        Some(read(text)?.into_iter().map(shown).collect())
    }

    #[test]
    fn a_table_in_markdown_is_read_without_its_line_of_hyphens() {
        let text =
            "# Owls\n\n| Name | Effect |\n|:--|:-:|\n| Owl | Draw \\| rest |\n| Fox | |\n\nDone.\n";
        let told = ["#Owls", "Name/Effect", "Owl/Draw | rest", "Fox/", "#Done."];
        assert_eq!(lines(text).unwrap(), told);
        let bare = lines("Name | Cost\n--- | ---\nOwl | 2").unwrap();
        assert_eq!(bare, ["Name/Cost", "Owl/2"]);
        assert_eq!(lines("Name|Cost\nOwl|2\n-|3"), None);
    }
}
