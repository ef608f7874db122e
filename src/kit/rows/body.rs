//! The rows of a table: the lines below its headings, without whatever else a sheet holds.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashSet};
use std::ops::Range;
use std::sync::Arc;

use super::super::code::NAMES;
use super::super::make::Make;
use super::super::problem::nearest;
use super::super::reader::{Document, Section, in_language, is_hollow};
use super::super::row::Entry;
use super::super::table::{Broken, Cell, MAX_ROWS, Table, TableRow, letters};
use super::super::{Files, Problem, Row};
use super::{Choice, Copies, Format, Notes, undeclared_copies};

/// The lines among which the headings are.
pub const MAX_TITLES: usize = 20;

type Lines<'t> = dyn Iterator<Item = Result<Cow<'t, TableRow<'t>>, Broken>> + 't;

/// The names of a table's columns.
struct Header<'t> {
    line: Cow<'t, TableRow<'t>>,
    names: Vec<String>,
    /// The columns with the name of another, which have got a number.
    doubles: Vec<usize>,
}

/// Lines that are not rows.
#[derive(Default)]
struct LeftOut {
    /// Lines with nothing but a number: the first, and how many.
    bare: Option<(Range<usize>, usize)>,
    /// Formulas without a value: the first, why, and how many.
    failed: Option<(Range<usize>, Arc<str>, usize)>,
    /// By column, what looks like a date in it and what does not.
    dates: BTreeMap<usize, Looks>,
    /// Cells in columns without a name, which are not read: notes, or the rest of a text that contains the separator.
    unnamed: Option<(Range<usize>, usize)>,
}

/// What the cells of a column look like.
#[derive(Default)]
struct Looks {
    dates: Vec<Range<usize>>,
    others: usize,
}

pub fn read(
    table: &Table,
    (files, path): (&Files, &str),
    format: &Format<'_>,
    choice: &mut Choice<'_>,
    rows: &mut Vec<Row>,
    notes: &mut Notes,
) -> Document {
    let name = files.name(path);
    let name = table
        .sheet()
        .map_or(name.clone(), |sheet| format!("{name}#{sheet}"));
    let document = Document::of_table(table, name, files.translation().cloned());
    let mut lines = table.lines();
    let (first, header) = first_lines(&mut *lines, choice.source.has_headings, format);
    let Some(header) = header else {
        report_broken(&document, first);
        return document;
    };
    let warned = notes.warnings.len();
    if choice.source.has_headings && !check_header(&document, &header, format, choice, notes) {
        document.advise(table.advice());
        return document;
    }
    // If only some rows are selected, other decks use the other columns.
    if choice.source.filter.is_some() || !format.is_whole {
        notes.warnings.truncate(warned);
    }
    let before = rows.len();
    let columns = format.columns();
    let is_used = |name: &String| columns.iter().any(|(column, _)| column == name);
    let mut body = Body {
        used: header.names.iter().map(is_used).collect(),
        document: &document,
        header: &header,
        format,
        left_out: LeftOut::default(),
    };
    body.read(first.into_iter().chain(lines), choice, rows, notes);
    let left_out = body.left_out;
    warn_of_encoding(table, &document, notes);
    left_out.warn(table, &document, notes);
    let counts = header.names.iter().position(|name| name == "count");
    if let (Copies::Usual, Some(at)) = (&format.copies, counts) {
        let place = document.place(header.line.cells[at].span.clone());
        notes
            .warnings
            .extend(undeclared_copies(place, format, &rows[before..]));
    }
    document
}

/// Reports why a table has no line with headings, if it is broken.
fn report_broken(document: &Document, lines: Vec<Result<Cow<'_, TableRow<'_>>, Broken>>) {
    for broken in lines.into_iter().filter_map(Result::err) {
        let place = document.place(broken.span.clone());
        document.report(broken.problem(place));
    }
}

/// The lines after the headings that were read to find them, and the headings.
fn first_lines<'t>(
    lines: &mut Lines<'t>,
    has_headings: bool,
    format: &Format<'_>,
) -> (
    Vec<Result<Cow<'t, TableRow<'t>>, Broken>>,
    Option<Header<'t>>,
) {
    let mut first = Vec::new();
    for line in lines {
        let is_end = line.is_err() || first.len() >= MAX_TITLES;
        if !line.as_ref().is_ok_and(|line| line.is_blank()) {
            first.push(line);
        }
        if is_end {
            break;
        }
    }
    let known: Vec<&Cow<'t, TableRow<'t>>> =
        first.iter().map_while(|line| line.as_ref().ok()).collect();
    if known.is_empty() {
        return (first, None);
    }
    if !has_headings {
        let widest = known.iter().map(|line| line.cells.len()).max().unwrap_or(0);
        let header = Header {
            line: Cow::Owned(TableRow::default()),
            names: (0..widest).map(letters).collect(),
            doubles: Vec::new(),
        };
        return (first, Some(header));
    }
    let headers: Vec<Header<'t>> = known
        .into_iter()
        .map(|line| Header::of(line.clone(), format))
        .collect();
    let at = best(&headers, format);
    let header = headers.into_iter().nth(at);
    (first.split_off(at + 1), header)
}

/// The line that names the deck's columns.
fn best(headers: &[Header<'_>], format: &Format<'_>) -> usize {
    let lines: Vec<&[String]> = headers
        .iter()
        .map(|header| header.names.as_slice())
        .collect();
    line_of_headings(&lines, &format.columns())
}

/// Which of the first lines names the columns of a deck, each given with whether it is required: of the lines with all that are
/// required, or else of all of them, the first with most columns. A title alone may have the rest as letters of its columns.
pub fn line_of_headings(lines: &[&[String]], columns: &[(&str, bool)]) -> usize {
    let count = |line: &[String], needed_only: bool| {
        columns
            .iter()
            .filter(|(_, needed)| *needed || !needed_only)
            .filter(|(column, _)| line.iter().any(|name| name == column))
            .count()
    };
    let needed = columns.iter().filter(|(_, needed)| *needed).count();
    let rank = |line: &[String]| {
        let named = count(line, false);
        (count(line, true) == needed && named > 0, named)
    };
    let most = lines.iter().map(|line| rank(line)).max();
    let best = lines.iter().position(|line| Some(rank(line)) == most);
    best.unwrap_or(0)
}

impl<'t> Header<'t> {
    /// A line as names of columns, spelled as in the deck if it uses them.
    fn of(line: Cow<'t, TableRow<'t>>, format: &Format<'_>) -> Header<'t> {
        let mut names: Vec<String> = line
            .cells
            .iter()
            .map(|cell| cell.value.to_string())
            .collect();
        let columns = format.columns();
        let asked: Vec<&str> = columns.iter().map(|(name, _)| *name).collect();
        for wanted in asked.iter().copied().chain(NAMES) {
            let is_like = |name: &&mut String| {
                !asked.contains(&name.as_str()) && name.to_lowercase() == wanted.to_lowercase()
            };
            if !names.iter().any(|name| name == wanted)
                && let Some(like) = names.iter_mut().find(is_like)
            {
                *like = wanted.to_owned();
            }
        }
        let doubles = number_doubles(&mut names);
        // A column without a name may be used by its letter.
        for (index, name) in names
            .iter_mut()
            .enumerate()
            .filter(|(_, name)| name.is_empty())
        {
            let letters = letters(index);
            if asked.contains(&letters.as_str()) {
                *name = letters;
            }
        }
        Header {
            line,
            names,
            doubles,
        }
    }
}

/// Gives a second column of the same name a number, `Text 2`, and tells which have got one. Case does not count.
pub fn number_doubles(names: &mut [String]) -> Vec<usize> {
    let mut doubles = Vec::new();
    let mut taken: HashSet<String> = names.iter().map(|name| name.to_lowercase()).collect();
    let mut seen = HashSet::new();
    for (index, name) in names.iter_mut().enumerate() {
        if name.is_empty() || seen.insert(name.to_lowercase()) {
            continue;
        }
        let mut numbers = (2..).map(|number| format!("{name} {number}"));
        let is_free = |numbered: &String| !taken.contains(&numbered.to_lowercase());
        *name = numbers.find(is_free).unwrap_or_default();
        taken.insert(name.to_lowercase());
        doubles.push(index);
    }
    doubles
}

/// The lines below the headings.
struct Body<'b, 'h> {
    document: &'b Document,
    header: &'b Header<'h>,
    format: &'b Format<'b>,
    /// Which columns the deck uses.
    used: Vec<bool>,
    left_out: LeftOut,
}

impl Body<'_, '_> {
    /// Reads every line that is a row.
    fn read<'t>(
        &mut self,
        lines: impl Iterator<Item = Result<Cow<'t, TableRow<'t>>, Broken>>,
        choice: &mut Choice<'_>,
        rows: &mut Vec<Row>,
        notes: &mut Notes,
    ) {
        let document = self.document;
        let format = self.format;
        let names = &self.header.names;
        let what = format!("a row of `{}`", format.deck);
        let is_named = |name: &str| names.iter().any(|known| known == name);
        let coded = is_named("code") || is_named("codes");
        for line in lines {
            let line = match line {
                Ok(line) if line.is_blank() || line.is_title => continue,
                Ok(line) => line,
                Err(broken) => {
                    let place = document.place(broken.span.clone());
                    document.report(broken.problem(place));
                    break;
                }
            };
            let until = choice.source.until.as_deref();
            if until.is_some_and(|until| until == line.first()) {
                break;
            }
            if rows.len() >= MAX_ROWS || document.is_full() {
                let message = format!("a deck has at most {MAX_ROWS} rows");
                document.report(Problem::new(document.place(line.span.clone()), message));
                break;
            }
            let section = Section::of_line(document, &what, names, &line);
            if !choice.takes(&section, format) {
                continue;
            }
            self.left_out.note_looks(&line, &self.used);
            if self.left_out.is_row(&section, &line, format) {
                self.left_out
                    .note_unnamed(&line, names, &choice.source.ignored);
                rows.extend(Entry::read(&section, format, coded, notes).map(Row::new));
            }
        }
    }
}

impl LeftOut {
    /// Whether a line has anything for this deck; a number alone is not a piece yet.
    fn is_row(&mut self, section: &Section<'_>, line: &TableRow<'_>, format: &Format<'_>) -> bool {
        let has = |column: &str| section.peek(column).is_some();
        let mut fields = format.fields.values().filter(|field| field.is_in_rows());
        // Formulas and boxes to tick that are filled down are no pieces; one without its name is not written yet.
        let is_unwritten = || {
            let mut texts = fields.clone().filter(|field| field.is_needed_text());
            texts.any(|field| !has(&field.column))
                && line.cells.iter().all(|cell| is_hollow(&cell.value))
        };
        if fields.clone().any(|field| has(&field.column)) {
            if !is_unwritten() {
                return true;
            }
            let (_, count) = self.bare.get_or_insert((line.span.clone(), 0));
            *count += 1;
            return false;
        }
        let is_numbered = format.columns().iter().any(|(column, _)| has(column));
        // A misspelt declaration must not hide rows, and a die is its faces.
        let has_fields = fields.next().is_some() && format.is_whole;
        if !has_fields || format.make == Make::Stickers {
            return is_numbered || !format.is_whole;
        }
        // Numbers may be given in advance, but whoever writes a name means a piece.
        let is_number = |cell: &Cell<'_>| cell.value.trim().parse::<f64>().is_ok();
        let mut written = line.cells.iter().filter(|cell| !cell.value.is_empty());
        if is_numbered && !written.all(is_number) {
            return true;
        }
        if is_numbered {
            let (_, count) = self.bare.get_or_insert((line.span.clone(), 0));
            *count += 1;
        }
        false
    }

    /// Takes note of cells in columns without a name.
    fn note_unnamed(&mut self, line: &TableRow<'_>, names: &[String], ignored: &[String]) {
        let is_unnamed = |index: usize| {
            names.get(index).is_none_or(String::is_empty) && !ignored.contains(&letters(index))
        };
        let mut cells = line.cells.iter().enumerate();
        let found = cells.find(|(index, cell)| is_unnamed(*index) && !cell.value.is_empty());
        if let Some((_, cell)) = found {
            let (_, count) = self.unnamed.get_or_insert((cell.span.clone(), 0));
            *count += 1;
        }
    }

    /// Takes note of dates, and of formulas without a value.
    fn note_looks(&mut self, line: &TableRow<'_>, used: &[bool]) {
        for (index, cell) in line.cells.iter().enumerate() {
            if !used.get(index).is_some_and(|used| *used) {
                continue;
            }
            if !cell.value.is_empty() {
                let looks = self.dates.entry(index).or_default();
                if cell.is_date {
                    looks.dates.push(cell.span.clone())
                } else {
                    looks.others += 1
                }
            }
            if let Some(why) = &cell.failed {
                let new = || (cell.span.clone(), why.clone(), 0);
                let (_, _, count) = self.failed.get_or_insert_with(new);
                *count += 1;
            }
        }
    }

    fn warn(self, table: &Table, document: &Document, notes: &mut Notes) {
        for Looks { dates, others } in self.dates.into_values() {
            let Some(span) = dates.first().cloned().filter(|_| others > 0) else {
                continue;
            };
            let message = match dates.len() {
                1 => "this is a date, and other cells are not".to_owned(),
                dates => format!("{dates} cells of this column are dates, and the others are not"),
            };
            let help = "if it is not meant as a date, as when 1/5 was typed, format the column as text and type it again";
            let problem = Problem::new(document.place(span), message).help(help);
            notes.warnings.push(problem);
        }
        if let Some((span, count)) = self.bare {
            let message = match count {
                1 => "this row has nothing but numbers: left out".to_owned(),
                count => format!("{count} rows have nothing but numbers: left out"),
            };
            let help = "fill them in, or delete them";
            let problem = Problem::new(document.place(span), message).help(help);
            notes.warnings.push(problem);
        }
        if let Some((span, why, count)) = self.failed {
            let message = format!("the formula in it {why}");
            let help = match count {
                1 => "the cell counts as blank".to_owned(),
                count => format!("{count} cells of this deck without a value count as blank"),
            };
            let problem = Problem::new(document.place(span), message).help(help);
            notes.warnings.push(problem);
        }
        let Some((span, count)) = self.unnamed else {
            return;
        };
        let message = match count {
            1 => "this cell is in a column without a name, and is not read".to_owned(),
            count => {
                format!("{count} rows have cells in columns without a name, which are not read")
            }
        };
        let problem = Problem::new(document.place(span), message);
        notes.warnings.push(match table.sheet() {
            Some(_) => problem.help("name the column in the first line, or clear it"),
            None => {
                problem.help("if the text before it continues here, put it in quotes; or name the column in the first line")
            }
        });
    }
}

fn warn_of_encoding(table: &Table, document: &Document, notes: &mut Notes) {
    let Some(encoding) = table.guessed_encoding() else {
        return;
    };
    let message = format!("it is not UTF-8, and was read as {encoding}");
    let help = "save it again as \"CSV UTF-8\"";
    // Where something is wrong, that may be why.
    document.advise(Some(format!("{message}: {help}")));
    notes
        .warnings
        .push(Problem::new(document.place(0..0), message).help(help));
}

/// Whether a column says itself that it is not printed: `#notes`, `_check`.
fn is_private(name: &str) -> bool {
    name.starts_with(['#', '_']) || name.starts_with("//")
}

/// Checks the names of a table's columns; false if its rows cannot be read with them.
fn check_header(
    document: &Document,
    header: &Header<'_>,
    format: &Format<'_>,
    choice: &Choice<'_>,
    notes: &mut Notes,
) -> bool {
    let (line, names) = (&header.line, &header.names);
    let place = |index: usize| document.place(line.cells[index].span.clone());
    let wanted = format.columns();
    let known: Vec<&str> = wanted.iter().map(|(name, _)| *name).collect();
    let is_known = |name: &str| {
        known.contains(&name) || in_language(name).is_some_and(|name| known.contains(&name))
    };
    let unused = |index: &usize| !names[*index].is_empty() && !is_known(&names[*index]);
    let unused: Vec<usize> = (0..names.len()).filter(unused).collect();
    let ignored = &choice.source.ignored;
    let is_ignored = |name: &str| {
        let mut names = ignored.iter();
        is_private(name) || names.any(|known| known.to_lowercase() == name.to_lowercase())
    };
    let mut sound = report_doubles(document, header, &known, is_ignored);
    for (wanted, _) in wanted
        .iter()
        .filter(|(name, needed)| *needed && !names.iter().any(|known| known == name))
    {
        let like = nearest(wanted, unused.iter().map(|index| names[*index].as_str()));
        let at = like.and_then(|like| names.iter().position(|name| name == like));
        let place = at.map_or(document.place(line.span.clone()), place);
        let problem = Problem::new(
            place,
            format!("deck `{}` has no column `{wanted}`", format.deck),
        );
        document.report(match like {
            Some(like) => {
                let help =
                    format!("or declare its column: `{wanted} = {{ column = \"{like}\", ... }}`");
                let problem = problem.label(format!("should `{like}` be called `{wanted}`?"));
                if format.fields.contains_key(*wanted) {
                    problem.help(help)
                } else {
                    problem
                }
            }
            None => problem.label("the existing columns"),
        });
        sound = false;
    }
    for index in unused.into_iter().filter(|_| sound) {
        if is_ignored(&names[index]) || header.doubles.contains(&index) {
            continue;
        }
        let problem = Problem::new(
            place(index),
            format!("nothing uses the column `{}`", names[index]),
        );
        notes
            .warnings
            .push(match nearest(&names[index], known.iter().copied()) {
                Some(like) => problem.help(format!("did you mean `{like}`?")),
                None => problem.help(format!(
                    "declare it in `[deck.fields]` of deck `{}`, or ignore this",
                    format.deck
                )),
            });
    }
    sound
}

/// Reports a second column of a name that the deck uses, unless one is to be ignored. Beyond a blank column, another table begins.
fn report_doubles(
    document: &Document,
    header: &Header<'_>,
    known: &[&str],
    is_ignored: impl Fn(&str) -> bool,
) -> bool {
    let cells = &header.line.cells;
    let names = &header.names;
    let mut sound = true;
    for index in header.doubles.iter().copied() {
        let name = names[..index].iter().position(|name| {
            names[index]
                .strip_prefix(name.as_str())
                .is_some_and(|rest| {
                    rest.strip_prefix(' ')
                        .is_some_and(|rest| rest.parse::<usize>().is_ok())
                })
        });
        let Some(first) = name.filter(|first| known.contains(&names[*first].as_str())) else {
            continue;
        };
        let is_beside = names[first..index].iter().any(String::is_empty);
        let is_set_aside = is_ignored(&names[first]) || is_ignored(&names[index]);
        if is_beside || is_set_aside || known.contains(&names[index].as_str()) {
            continue;
        }
        let message = format!("two columns are called `{}`", names[first]);
        let help = format!(
            "give it another name, use it as `{0}`, or name `{0}` in `ignore`",
            names[index]
        );
        let problem = Problem::new(document.place(cells[index].span.clone()), message);
        document.report(problem.label("the second one").help(help));
        sound = false;
    }
    sound
}
