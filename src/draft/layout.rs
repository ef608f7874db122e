//! Where the table of a sheet is, and what else the sheet holds: titles, sums, notes, a second table.

use std::borrow::Cow;
use std::ops::Range;

use super::column::{is_known_header, is_long_text, is_number, is_title_header};
use crate::games::english::counted;
use crate::kit::code::slug;
use crate::kit::reader::is_hollow;
use crate::kit::table::{MAX_TITLES, TableRow, is_apart, letters};

/// The lines that say how wide a table is.
const SAMPLE: usize = 200;

/// The longest name of a column, in letters.
const LONGEST_HEADER: usize = 60;

/// What begins the line with the sums.
const TOTALS: &[&str] = &[
    "total",
    "totals",
    "sum",
    "subtotal",
    "sub total",
    "grand total",
    "total cards",
    "cards total",
    "card total",
    "summe",
    "gesamt",
    "gesamtsumme",
    "zwischensumme",
    "somme",
    "totaux",
    "suma",
    "totale",
    "somma",
    "totaal",
    "razem",
    "itogo",
    "average",
    "avg",
    "mean",
    "median",
    "durchschnitt",
    "mittelwert",
    "moyenne",
    "promedio",
    "media",
];

/// Whether a table's first line names the columns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "program", derive(clap::ValueEnum))]
pub enum Headings {
    /// By the look of it
    #[default]
    Auto,
    /// The first line names the columns
    First,
    /// No line names the columns: they are A, B, C
    None,
}

/// Lines of a table that are not blank.
pub type Lines<'t> = [Cow<'t, TableRow<'t>>];

/// What of a sheet is a deck.
#[derive(Debug, Default)]
pub struct Layout {
    /// The line that names the columns.
    pub headings: Option<usize>,
    /// The lines that are rows.
    pub rows: Vec<usize>,
    /// The columns of the table; those beside it are another.
    pub columns: Range<usize>,
    /// Columns of another table.
    pub beside: Vec<usize>,
    /// The first cell of the line at which the rows end.
    pub until: Option<String>,
    /// The column and the word of sums between the rows.
    pub total: Option<(usize, String)>,
    /// The only words above the headings.
    pub title: Option<String>,
    /// What was left out, and why.
    pub left_out: Vec<String>,
    /// Rows with one cell where others have several, which may be headings between them.
    pub lonely: Vec<String>,
    /// How many of the rows a workbook does not show.
    pub hidden: usize,
}

impl Layout {
    /// `text` is that of the table, and `place` names a line.
    pub fn of(
        lines: &Lines<'_>,
        text: &str,
        headings: Headings,
        place: impl Fn(&TableRow<'_>) -> String,
    ) -> Layout {
        let all = lines.len();
        let lines = &lines[..end_of_cards(lines)];
        let typical = typical_width(lines);
        let mut layout = Layout {
            // A sheet may have formulas that nobody has calculated, and no other cell.
            headings: heading(lines, typical, headings).filter(|at| *at < lines.len()),
            ..Layout::default()
        };
        if all > lines.len() {
            layout.left_out.push(format!(
                "{} below the last one, with nothing but numbers and ticks that were filled down",
                counted(all - lines.len(), "row")
            ));
        }
        let start = layout.headings.map_or(0, |at| at + 1);
        let above = &lines[..layout.headings.unwrap_or(0)];
        layout.title = title(above);
        if let (Some(title), None) = (above.first(), &layout.title) {
            layout.left_out.push(format!(
                "what is above the table: `{}`",
                short(title.first())
            ));
        }
        // What is below may be wider or narrower.
        layout.find_columns(lines, start..lines.len());
        let end = layout.end(lines, text, start);
        if let Some(line) = lines.get(end) {
            let first = line.first().to_owned();
            layout.left_out.push(format!(
                "what is below the table, from {} on: `{}`",
                place(line),
                short(&first)
            ));
            layout.until = Some(first);
        }
        let beside = layout.find_columns(lines, start..end);
        layout.left_out.extend(beside);
        layout.find_rows(lines, start..end, &place);
        let is_hidden = |at: &&usize| lines[**at].is_hidden;
        layout.hidden = layout.rows.iter().filter(is_hidden).count();
        layout
    }

    /// Where the rows end: at sums, notes or another table below.
    fn end(&self, lines: &Lines<'_>, text: &str, start: usize) -> usize {
        let width = |at: usize| {
            let is_its =
                |column: &usize| self.columns.contains(column) && !self.beside.contains(column);
            (0..lines[at].cells.len())
                .filter(|column| is_its(column) && has(&lines[at], *column))
                .count()
        };
        let mut widths: Vec<usize> = (start..lines.len().min(start + SAMPLE))
            .map(width)
            .collect();
        widths.sort_unstable();
        let typical = widths.get(widths.len() / 2).copied().unwrap_or(0);
        let is_new = |at: usize| {
            let first = lines[at].first();
            !first.is_empty() && (start..at).all(|before| lines[before].first() != first)
        };
        for at in start + 1..lines.len() {
            let rest = at..lines.len();
            let are_sums = || {
                is_total(&lines[at])
                    && rest
                        .clone()
                        .all(|line| is_total(&lines[line]) || width(line) * 2 <= typical)
            };
            let is_below = || {
                let most = if typical > 3 { typical / 2 } else { 1 };
                let is_notes = typical > 2 && rest.clone().all(|line| width(line) <= most);
                // Those before are as many as tell what is in a column.
                let before = start.max(at.saturating_sub(SAMPLE))..at;
                is_notes || self.is_another(lines, before, at)
            };
            let ends = are_sums() || is_apart(text, &lines[at - 1], &lines[at]) && is_below();
            if ends && is_new(at) {
                return at;
            }
        }
        lines.len()
    }

    /// Whether a line begins another table: with its title, or with names of columns.
    fn is_another(&self, lines: &Lines<'_>, rows: Range<usize>, at: usize) -> bool {
        let names = |at: usize| {
            let line = lines.get(at)?;
            let mut cells = filled(line);
            let are_names = width(line) > 1
                && cells
                    .clone()
                    .all(|(_, cell)| !is_number(cell) && cell.chars().count() <= LONGEST_HEADER);
            let is_unlike = cells
                .clone()
                .any(|(column, _)| is_numeric(lines, rows.clone(), column));
            let is_wider = cells.clone().any(|(column, _)| {
                let rows = rows.clone().chain(self.headings);
                rows.clone().all(|row| column >= lines[row].cells.len())
            });
            let known = cells
                .clone()
                .filter(|(_, cell)| is_known_header(cell))
                .count();
            let repeats = self.headings.is_some_and(|heading| {
                cells.any(|(column, cell)| {
                    cell_at(&lines[heading], column).eq_ignore_ascii_case(cell)
                })
            });
            Some(are_names && (is_unlike || is_wider || known > 1 || repeats))
        };
        let is_title = width(&lines[at]) == 1 || lines[at].is_title;
        if is_title {
            names(at + 1).unwrap_or(false)
        } else {
            names(at).unwrap_or(false)
        }
    }

    /// The columns of the table. Beyond a blank column there may be another table.
    fn find_columns(&mut self, lines: &Lines<'_>, body: Range<usize>) -> Vec<String> {
        let mut left_out = Vec::new();
        self.beside.clear();
        let heading = self.headings.map(|at| &lines[at]);
        let widest = body
            .clone()
            .map(|at| lines[at].cells.len())
            .chain(heading.map(|line| line.cells.len()))
            .max()
            .unwrap_or(0);
        let count = |column: usize| body.clone().filter(|at| has(&lines[*at], column)).count();
        let is_blank =
            |column: usize| count(column) == 0 && heading.is_none_or(|line| !has(line, column));
        let mut groups: Vec<Range<usize>> = Vec::new();
        for column in (0..widest).filter(|column| !is_blank(*column)) {
            match groups.last_mut() {
                Some(group) if group.end == column => group.end += 1,
                _ => groups.push(column..column + 1),
            }
        }
        let cells = |group: &Range<usize>| group.clone().map(count).sum::<usize>();
        let Some(main) = groups
            .iter()
            .rev()
            .max_by_key(|group| cells(group))
            .cloned()
        else {
            return left_out;
        };
        let in_group =
            |group: &Range<usize>, at: usize| group.clone().any(|column| has(&lines[at], column));
        let of_main = body.clone().filter(|at| in_group(&main, *at)).count();
        self.columns = main.clone();
        for group in groups.into_iter().filter(|group| *group != main) {
            let own: Vec<usize> = body.clone().filter(|at| in_group(&group, *at)).collect();
            // A row of the cards may be unfinished; a longer list beside them goes on below, and has no names for them.
            let lonely = own.iter().filter(|at| !in_group(&main, **at)).count();
            let goes_on = own.last().is_some_and(|at| !in_group(&main, *at));
            let has_title = heading.is_some_and(|line| {
                let is_title = |column: usize| is_title_header(cell_at(line, column));
                group.clone().any(is_title) && !main.clone().any(is_title)
            });
            let is_alone = lonely * 5 > own.len() && lonely > 1 || goes_on && !has_title;
            // A column is named once, and its gaps are anywhere; a list of its own begins at the top and ends earlier.
            let repeats = heading.is_some_and(|line| repeats(line, &group, &main));
            let ends_earlier = own.iter().copied().eq(body.clone().take(own.len()));
            let is_list = group.len() > 1 && own.len() < of_main && ends_earlier;
            let is_another = is_alone || repeats || is_list;
            if own.len() * 5 >= of_main * 3 && !is_another {
                self.columns = self.columns.start.min(group.start)..self.columns.end.max(group.end);
                continue;
            }
            let first = heading.map_or("", |line| cell_at(line, group.start));
            let named = if first.is_empty() {
                String::new()
            } else {
                format!(": `{}`", short(first))
            };
            left_out.push(format!(
                "what is beside the table, in columns {} to {}{named}",
                letters(group.start),
                letters(group.end - 1)
            ));
            self.beside.extend(group);
        }
        left_out
    }

    fn find_rows(
        &mut self,
        lines: &Lines<'_>,
        body: Range<usize>,
        place: impl Fn(&TableRow<'_>) -> String,
    ) {
        let mut titles = 0;
        let mut bare = 0;
        for at in body {
            let line = &lines[at];
            let cells: Vec<(usize, &str)> = filled(line)
                .filter(|(column, _)| {
                    self.columns.contains(column) && !self.beside.contains(column)
                })
                .collect();
            let [(column, first), ..] = cells[..] else {
                continue;
            };
            if line.is_title {
                titles += 1;
            } else if is_total(line) {
                self.left_out
                    .push(format!("the sum in {}: `{first}`", place(line)));
                self.total = Some((column, first.to_owned()));
            } else if cells.len() == 1 && is_number(first) && self.columns.len() > 1 {
                bare += 1;
            } else {
                if cells.len() == 1 && self.columns.len() > 2 {
                    self.lonely.push(short(first));
                }
                self.rows.push(at);
            }
        }
        // A list of names is not finished yet.
        if self.lonely.len() * 2 > self.rows.len() {
            self.lonely.clear();
        }
        match titles {
            0 => {}
            1 => self.left_out.push("a title between the rows".into()),
            count => self
                .left_out
                .push(format!("{count} titles between the rows")),
        }
        match bare {
            0 => {}
            1 => self.left_out.push("a row with nothing but a number".into()),
            count => self
                .left_out
                .push(format!("{count} rows with nothing but a number")),
        }
    }
}

/// Whether nobody has written anything in a line, whatever formulas and boxes to tick leave there.
fn is_unwritten(line: &TableRow<'_>) -> bool {
    filled(line).all(|(_, cell)| is_hollow(cell))
}

/// Where the cards end: below them, formulas and boxes to tick are often filled down, as many as the sheet is long.
fn end_of_cards(lines: &Lines<'_>) -> usize {
    const SEVERAL: usize = 3;
    let is_below = |line: &&Cow<'_, TableRow<'_>>| is_unwritten(line);
    let below = lines.iter().rev().take_while(is_below).count();
    let end = lines.len() - below;
    let typical = typical_width(&lines[..end]);
    // Where nothing else is below the headings, the numbers are the cards.
    if heading(&lines[..end], typical, Headings::Auto).is_some_and(|at| at + 1 >= end) {
        return lines.len();
    }
    let is_narrow = (end..lines.len()).all(|at| width(&lines[at]) * 3 <= typical * 2);
    if below >= SEVERAL && is_narrow {
        end
    } else {
        lines.len()
    }
}

/// The title of a table, if nothing else is above its headings.
fn title(above: &Lines<'_>) -> Option<String> {
    let mut words = above.iter().flat_map(|line| filled(line));
    let (_, title) = words.next()?;
    // "Owls (playtest 3)" is about owls.
    let title = title.split_once(" (").map_or(title, |(name, _)| name);
    let is_short = title.chars().count() <= LONGEST_HEADER && !title.contains('\n');
    let is_title = is_short && !is_number(title) && words.next().is_none();
    is_title.then(|| title.trim().to_owned())
}

/// The line that names the columns; `None` if the first line is a row itself.
fn heading(lines: &Lines<'_>, typical: usize, headings: Headings) -> Option<usize> {
    let is_wide =
        |line: &TableRow<'_>| width(line) * 5 >= typical * 3 && !(line.is_title && typical > 1);
    let at = (0..lines.len().min(MAX_TITLES))
        .find(|at| is_wide(&lines[*at]))
        .unwrap_or(0);
    match headings {
        Headings::None => None,
        Headings::First => Some(at),
        // A single column of texts has no name.
        Headings::Auto
            if typical == 1
                && at == 0
                && is_phrase(lines.first().map_or("", |line| line.first())) =>
        {
            None
        }
        // A title belongs to a table with headings.
        Headings::Auto => (at > 0 || !is_row(lines)).then_some(at),
    }
}

/// Whether words are too many for the name of a column.
fn is_phrase(words: &str) -> bool {
    !is_known_header(words) && words.split_whitespace().count() > 3
}

/// Whether the first line looks like the others rather than like names of columns.
fn is_row(lines: &Lines<'_>) -> bool {
    let Some(line) = lines.first() else {
        return false;
    };
    if filled(line).any(|(_, cell)| is_known_header(cell)) {
        return false;
    }
    let rows = 1..lines.len().min(SAMPLE);
    // Levels or years, each in a column, are names as well.
    let numbers: Vec<f64> = filled(line)
        .filter_map(|(_, cell)| cell.parse().ok())
        .collect();
    let is_series = numbers.len() > 1 && numbers.windows(2).all(|two| two[1] == two[0] + 1.0);
    filled(line).any(|(column, cell)| {
        let below = rows.clone().map(|at| cell_at(&lines[at], column));
        if is_number(cell) {
            !is_series && is_numeric(lines, rows.clone(), column)
        } else {
            is_long_text(cell) || below.clone().any(|other| other.eq_ignore_ascii_case(cell))
        }
    })
}

/// How many cells most lines have.
fn typical_width(lines: &Lines<'_>) -> usize {
    let width_of = |line: &Cow<'_, TableRow<'_>>| (is_unwritten(line), width(line));
    let mut widths: Vec<(bool, usize)> = lines
        .iter()
        .filter(|line| !line.is_title)
        .take(SAMPLE)
        .map(width_of)
        .collect();
    widths.sort_unstable();
    // Formulas that are filled down say little; a table of nothing but numbers is one, too.
    let written = widths.iter().filter(|(hollow, _)| !hollow).count();
    if written > 2 {
        widths.truncate(written);
    }
    let widths: Vec<usize> = widths.into_iter().map(|(_, width)| width).collect();
    widths.get(widths.len() / 2).copied().unwrap_or(0)
}

/// Whether a name of these columns is one of those as well.
fn repeats(line: &TableRow<'_>, these: &Range<usize>, those: &Range<usize>) -> bool {
    let name = |column: usize| cell_at(line, column).trim().to_lowercase();
    let is_there = |own: String| those.clone().any(|column| name(column) == own);
    these
        .clone()
        .map(name)
        .any(|own| !own.is_empty() && is_there(own))
}

fn has(line: &TableRow<'_>, column: usize) -> bool {
    line.cells
        .get(column)
        .is_some_and(|cell| !cell.value.is_empty() || cell.failed.is_some())
}

fn width(line: &TableRow<'_>) -> usize {
    (0..line.cells.len())
        .filter(|column| has(line, *column))
        .count()
}

fn cell_at<'l>(line: &'l TableRow<'_>, column: usize) -> &'l str {
    line.cells.get(column).map_or("", |cell| &cell.value)
}

/// The cells with text, and their columns.
fn filled<'l>(line: &'l TableRow<'_>) -> impl Iterator<Item = (usize, &'l str)> + Clone {
    line.cells
        .iter()
        .map(|cell| &*cell.value)
        .enumerate()
        .filter(|(_, cell)| !cell.is_empty())
}

/// Whether most cells of a column are numbers.
fn is_numeric(lines: &Lines<'_>, rows: Range<usize>, column: usize) -> bool {
    let mut cells = 0;
    let mut numbers = 0;
    for cell in rows
        .map(|at| cell_at(&lines[at], column))
        .filter(|cell| !cell.is_empty())
    {
        cells += 1;
        numbers += usize::from(is_number(cell));
    }
    numbers * 2 > cells
}

/// Whether a line is a sum: the word for it, and numbers or formulas that were never calculated.
fn is_total(line: &TableRow<'_>) -> bool {
    let mut cells = line.cells.iter();
    let first = cells.find(|cell| !cell.value.is_empty());
    let is_sum = first.is_some_and(|first| TOTALS.contains(&&*slug(&first.value, ' ')));
    let mut numbers = cells
        .filter(|cell| !cell.value.is_empty() || cell.failed.is_some())
        .peekable();
    is_sum
        && numbers.peek().is_some()
        && numbers.all(|cell| cell.failed.is_some() || is_number(&cell.value))
}

/// The beginning of a cell, for a message.
pub fn short(words: &str) -> String {
    const LONGEST: usize = 40;
    let mut letters = words
        .chars()
        .map(|letter| if letter.is_control() { ' ' } else { letter });
    let start: String = letters.by_ref().take(LONGEST).collect();
    match letters.next() {
        Some(_) => format!("{}...", start.trim_end()),
        None => start,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kit::table::Cell;

    /// A table whose cells are separated by `|`; a blank line separates.
    fn layout(text: &str, headings: Headings) -> Layout {
        let mut lines = Vec::new();
        let mut at = 0;
        for line in text.split('\n') {
            let cells = line.split('|').map(|cell| Cell {
                value: cell.trim().into(),
                ..Cell::default()
            });
            let row = TableRow {
                cells: cells.collect(),
                span: at..at + line.len(),
                ..TableRow::default()
            };
            at += line.len() + 1;
            if !row.is_blank() {
                lines.push(Cow::Owned(row));
            }
        }
        Layout::of(&lines, text, headings, |_| "a line".into())
    }

    #[test]
    fn a_first_card_is_no_heading() {
        let cases = [
            ("Name|Qty\nOwl|3\nFox|2", true),
            ("3|Owl|Draw\n2|Fox|Steal", false),
            ("Owl|Bird|Look\nFox|Beast|Steal\nKite|Bird|Dive", false),
            ("Owl|Draw two cards, then discard.\nFox|Sleep", false),
            ("What would you take?\nWhen did you laugh?", false),
            ("Player|1|2|3\nAnn|3|4|5", true),
            ("Name|1|2\nOwl|3|4", true),
            ("Front|Back|Qty\nA|B|2", true),
        ];
        for (text, has_headings) in cases {
            let found = layout(text, Headings::Auto);
            assert_eq!(found.headings.is_some(), has_headings, "{text}");
        }
        let forced = layout("Owl|Bird\nFox|Bird", Headings::None);
        assert_eq!((forced.headings, forced.rows.len()), (None, 2));
    }

    #[test]
    fn numbers_alone_are_cards() {
        let table = "Cards\nL|#|W|G|K|U\n1||2|1\n1|1||2\n2|3|1\n3||3|6";
        let found = layout(table, Headings::Auto);
        assert_eq!((found.headings, found.rows), (Some(1), vec![2, 3, 4, 5]));
        let filled_down = "Name|Cost|Sum|Bonus\nOwl|1|2|3\nFox|2|2|3\n||2\n||2\n||2";
        assert_eq!(layout(filled_down, Headings::Auto).rows, [1, 2]);
    }

    #[test]
    fn what_is_around_a_table_is_left_out() {
        let text = "My game, version 3\n\nName|Qty|Effect||Icon|Meaning\nOwl|2|Draw||c|coin\nFox|3|Steal||s|sword\n\
            Elk|1|Rest\nYak|1|Push\n|4\n|5\nTotal|7\n\nTokens\nKind|Number\nCoin|30";
        let found = layout(text, Headings::Auto);
        assert_eq!((found.headings, found.columns.clone()), (Some(1), 0..3));
        assert_eq!(found.rows, [2, 3, 4, 5]);
        assert_eq!(found.until.as_deref(), Some("Tokens"));
        assert_eq!(found.total, Some((0, "Total".into())));
        assert_eq!(found.beside, [4, 5]);
        assert_eq!(found.title.as_deref(), Some("My game, version 3"));
        assert_eq!(found.left_out.len(), 4, "{:?}", found.left_out);
    }

    #[test]
    fn a_list_beside_the_cards_is_another_table() {
        let cards = |beside: [&str; 3]| {
            let [heading, first, second] = beside;
            format!(
                "Name|Qty|Type||{heading}\nOwl|2|Bird||{first}\nFox|3|Beast||{second}\nElk|1|Beast"
            )
        };
        let lists = [
            ["Kind|Number", "Bird|2", "Beast|4"],
            ["Type|Icon", "Bird|wing", "Beast|paw"],
        ];
        for list in lists {
            let found = layout(&cards(list), Headings::Auto);
            assert_eq!(
                (found.columns, found.beside),
                (0..3, vec![4, 5]),
                "{list:?}"
            );
        }
        let found = layout(&cards(["Flavour", "Who?", "Sly."]), Headings::Auto);
        assert_eq!((found.columns, found.beside), (0..5, vec![]));
    }

    #[test]
    fn an_unfinished_card_does_not_part_the_table() {
        let cards = ["Owl|2||3|Draw", "Fox|1||2|Steal", "Elk|1||1|Rest"];
        for at in 0..cards.len() {
            let mut lines = vec!["Name|Qty||Cost|Effect"];
            lines.extend(cards);
            lines.insert(at + 1, "Something with wood|1|||");
            let found = layout(&lines.join("\n"), Headings::Auto);
            assert_eq!((found.columns, found.rows.len()), (0..5, 4), "{lines:?}");
        }
    }

    #[test]
    fn blank_lines_between_cards_are_no_end() {
        let text = "Name|Qty|Effect\nOwl|2|Draw\n\nFox|3|Steal\n\nElk|1|Rest";
        assert_eq!(layout(text, Headings::Auto).rows.len(), 3);
        let text =
            "Name|Qty|Effect\nOwl|2|Draw\nFox|3|Steal\n\nPlaytested twice.\nAsk Ann about the fox.";
        let found = layout(text, Headings::Auto);
        assert_eq!(
            (found.rows.len(), found.until.as_deref()),
            (2, Some("Playtested twice."))
        );
    }
}
