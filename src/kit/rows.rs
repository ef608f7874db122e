//! The rows of a deck, from arrays of tables in TOML, CSV files and sheets of workbooks.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use serde_json::{Map, Value as Json};

use super::code::{Codes, GeneratedCodes, NAMES, slug};
use super::files::is_table;
use super::formula::filter_of;
use super::kind::{Declared, Kind, Records, Unstyled};
use super::language::Columns;
use super::make::Make;
use super::problem::nearest;
use super::reader::{Document, Field, Section};
use super::row::{Entry, Value, word};
use super::source::{Source, file_and_sheet, sources};
use super::table::Table;
use super::{Files, Problem, Row, SourceSpan};

mod body;

pub use body::number_doubles;
#[cfg(feature = "edit")]
pub use body::{MAX_TITLES, line_of_headings};

/// The most pieces of one row.
const MAX_ALIKE: i64 = 10_000;

/// A number of copies as people write it: `3`, `3x`, `x3`, `3 copies`.
pub fn copies_said(words: &str) -> Option<i64> {
    const TIMES: [char; 4] = ['x', 'X', '×', '*'];
    let number = match words.split_once(' ') {
        Some((number, what)) if what.chars().all(char::is_alphabetic) => number,
        _ => words.trim_start_matches(TIMES).trim_start(),
    };
    let number = number.trim_end_matches(TIMES).trim_end();
    let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    number.parse().ok().filter(|_| is_number)
}

/// The most values of a field that are listed if a deck selects none.
const MAX_VALUES: usize = 6;

/// The findings in the files that the manifest names.
#[derive(Default)]
pub(super) struct Notes {
    pub problems: Vec<Problem>,
    /// Warnings: the kit can be printed, but may not be as intended.
    pub warnings: Vec<Problem>,
    /// The codes given to the kit's rows.
    pub made: GeneratedCodes,
    /// The kit's languages, its own first, and the contents of columns in the others.
    pub languages: Vec<String>,
    pub columns: Columns,
    /// By deck and column, cells with marks that the field does not keep: the first, and how many.
    unstyled: BTreeMap<(String, String), (Problem, usize)>,
}

impl Notes {
    /// Records a cell with marks that its field does not keep.
    fn note_unstyled(&mut self, deck: &str, field: &Declared, found: Unstyled<'_>) {
        let column = (deck.to_owned(), field.column.clone());
        let new = || {
            let message = match found.sign {
                Some(sign) => format!("`{sign}` prints as these letters"),
                None => "bold or italic words of this cell print like the others".to_owned(),
            };
            let help = "set `styled = true` in the field, and `styled=true` where the face sets it";
            (Problem::new(found.place, message).help(help), 0)
        };
        let (_, count) = self.unstyled.entry(column).or_insert_with(new);
        *count += 1;
    }

    /// Warns of marks that are not kept, once for each column.
    pub fn warn_of_unstyled(&mut self) {
        for ((_, column), (problem, count)) in std::mem::take(&mut self.unstyled) {
            let message = match count {
                1 => problem.message.clone(),
                _ => format!("{} ({count} cells of column `{column}`)", problem.message),
            };
            self.warnings.push(Problem { message, ..problem });
        }
    }

    /// Records the values of a field in other languages.
    fn note_translations(&mut self, section: &Section<'_>, field: &Declared) {
        let text = |key: &str| section.exactly(key).and_then(|field| field.text().ok());
        for code in self
            .languages
            .iter()
            .skip(1)
            .filter(|_| field.is_translated())
        {
            if let (Some(original), Some(said)) = (
                text(&field.column),
                text(&format!("{}:{code}", field.column)),
            ) {
                self.columns
                    .entry(code.clone())
                    .or_default()
                    .insert(original, said);
            }
        }
    }
}

/// Where the number of identical pieces of each row comes from.
#[derive(Clone, Debug, Default)]
pub(super) enum Copies {
    /// A column or key `count`, or one by default.
    #[default]
    Usual,
    /// The column with this name.
    Column(String),
    /// The same number for every row.
    Every(u32),
}

impl Copies {
    pub fn read(field: Field<'_>) -> Result<Copies, Problem> {
        if field.is_text() {
            field.text().map(Copies::Column)
        } else {
            field
                .integer(1..=MAX_ALIKE)
                .map(|count| Copies::Every(count as u32))
        }
    }

    fn column_mut(&mut self) -> Option<&mut String> {
        match self {
            Copies::Column(name) => Some(name),
            Copies::Usual | Copies::Every(_) => None,
        }
    }

    /// The name of the column with the count.
    pub fn column(&self) -> Option<&str> {
        match self {
            Copies::Usual => Some("count"),
            Copies::Column(name) => Some(name),
            Copies::Every(_) => None,
        }
    }
}

/// How a deck's rows are read.
pub(super) struct Format<'d> {
    pub deck: &'d str,
    pub make: Make,
    pub codes: Codes,
    pub copies: Copies,
    pub fields: BTreeMap<String, Declared>,
    /// The names of the fields.
    pub names: Arc<[String]>,
    /// Whether these are all fields; otherwise a declaration is wrong, and unknown keys and columns may be correct.
    pub is_whole: bool,
}

impl<'d> Format<'d> {
    pub fn new(
        deck: &'d str,
        make: Make,
        mut codes: Codes,
        mut copies: Copies,
        mut fields: BTreeMap<String, Declared>,
    ) -> Format<'d> {
        let names = fields.keys().cloned().collect();
        // Case does not count, so several keys may spell the same column differently.
        let mut spelled: Vec<String> = Vec::new();
        let columns = fields
            .values_mut()
            .filter(|field| field.is_in_rows())
            .map(|field| &mut field.column);
        for column in columns.chain(codes.column_mut()).chain(copies.column_mut()) {
            match spelled
                .iter()
                .find(|known| known.to_lowercase() == column.to_lowercase())
            {
                Some(known) => column.clone_from(known),
                None => spelled.push(column.clone()),
            }
        }
        Format {
            deck,
            make,
            codes,
            copies,
            fields,
            names,
            is_whole: true,
        }
    }

    /// Every column that its rows may have, and whether it is required.
    fn columns(&self) -> Vec<(&str, bool)> {
        let mut columns = match &self.codes {
            Codes::Usual => vec![("code", false), ("codes", false)],
            Codes::Column(column) | Codes::From(column) => vec![(column.as_str(), true)],
        };
        // Not every file of a deck has the default column.
        columns.extend(
            self.copies
                .column()
                .map(|column| (column, column != "count")),
        );
        columns.extend((self.make == Make::Stickers).then_some(("faces", true)));
        let said = self.fields.values().filter(|field| field.is_in_rows());
        columns.extend(said.map(|field| (field.column.as_str(), !field.optional)));
        columns
    }

    /// The values of a row: those given, and those computed from them.
    fn computed(&self, section: &Section<'_>, said: Vec<Option<Value>>, count: u32) -> Vec<Value> {
        let mut values = said.clone();
        if self.fields.values().any(|field| field.formula.is_some()) {
            let in_rows = self
                .fields
                .iter()
                .zip(&said)
                .filter(|((_, field), _)| field.is_in_rows());
            let known = in_rows
                .filter_map(|((name, _), value)| Some((name.clone(), value.as_ref()?.json())));
            let known: Map<String, Json> =
                known.chain([("count".to_owned(), count.into())]).collect();
            for ((name, field), value) in self.fields.iter().zip(&mut values) {
                // Anything missing or wrong was reported.
                let Some(formula) = field
                    .formula
                    .as_ref()
                    .filter(|formula| formula.names.iter().all(|name| known.contains_key(name)))
                else {
                    continue;
                };
                match formula
                    .value(&known)
                    .and_then(|found| field.kind.computed(&found))
                {
                    Ok(found) => *value = Some(found),
                    Err(why) => {
                        let problem = Problem::new(
                            section.place(),
                            format!("`{name}` cannot be computed: {why}"),
                        );
                        section.document.report(problem);
                    }
                }
            }
        }
        values.into_iter().map(Option::unwrap_or_default).collect()
    }

    /// Reports formulas that name anything but fields of a row.
    fn check_formulas(&self, document: &Document) {
        let said = || {
            self.fields
                .iter()
                .filter(|(_, field)| field.is_in_rows())
                .map(|(name, _)| name.as_str())
                .chain(["count"])
        };
        for formula in self
            .fields
            .values()
            .filter_map(|field| field.formula.as_ref())
        {
            for name in formula
                .names
                .iter()
                .filter(|name| !said().any(|known| known == *name))
            {
                let place = formula.place_of(name);
                if let Some(field) = self.fields.get(name) {
                    let why = match field.formula {
                        Some(_) => "is computed itself: use what it is computed from",
                        None => "comes from another file, and only faces can use it",
                    };
                    document.report(Problem::new(place, format!("`{name}` {why}")));
                    continue;
                }
                let problem = Problem::new(
                    place,
                    format!("the rows of deck `{}` have no `{name}`", self.deck),
                );
                document.report(match nearest(name, said()) {
                    Some(like) => problem.help(format!("did you mean `{like}`?")),
                    None => problem.help(format!(
                        "they have {}",
                        said().collect::<Vec<_>>().join(", ")
                    )),
                });
            }
        }
    }
}

/// Which rows of a source are selected.
struct Choice<'s> {
    source: &'s Source,
    /// The keys and columns seen, and some values of those that the filter names.
    keys: BTreeSet<String>,
    values: BTreeMap<String, BTreeSet<String>>,
    /// Why the filter failed for a row.
    wrong: Option<String>,
    seen: usize,
    taken: usize,
}

impl<'s> Choice<'s> {
    fn of(source: &'s Source) -> Choice<'s> {
        Choice {
            source,
            keys: BTreeSet::new(),
            values: BTreeMap::new(),
            wrong: None,
            seen: 0,
            taken: 0,
        }
    }

    /// Whether a row is selected, by its own fields and by any other key or column, with `_` between its words.
    fn takes(&mut self, row: &Section<'_>, format: &Format<'_>) -> bool {
        self.seen += 1;
        let Some(filter) = &self.source.filter else {
            return true;
        };
        let keys = row.keys();
        self.keys.extend(keys.iter().map(|(key, _)| slug(key, '_')));
        let said = |name: &String| match format.fields.get(name).filter(|field| field.is_in_rows())
        {
            Some(declared) => {
                let field = row.field(&declared.column)?;
                let text = || matches!(declared.kind, Kind::Text(_)).then(|| field.plain());
                match declared.kind.value(field) {
                    Ok(value) => Some(value.json()),
                    // A sum or a heading is none of the values that a text may have.
                    Err(_) => text(),
                }
            }
            None => {
                let (key, _) = keys.iter().find(|(key, _)| slug(key, '_') == *name)?;
                Some(row.field(key).map_or("".into(), Field::plain))
            }
        };
        let fields: Map<String, Json> = filter
            .names
            .iter()
            .map(|name| (name.clone(), said(name).unwrap_or_default()))
            .collect();
        let is_taken = filter
            .value(&fields)
            .map(|found| found.is_true())
            .unwrap_or_else(|why| {
                self.wrong.get_or_insert(why);
                false
            });
        self.taken += usize::from(is_taken);
        for (name, value) in fields.iter().filter(|_| self.taken == 0) {
            let values = self.values.entry(name.clone()).or_default();
            if values.len() < MAX_VALUES {
                values.insert(word(value));
            }
        }
        is_taken
    }

    /// Reports a filter that is probably not as intended.
    fn finish(self, format: &Format<'_>, document: &Document) {
        let Some(filter) = self.source.filter.as_ref().filter(|_| self.seen > 0) else {
            return;
        };
        let fields = format
            .fields
            .iter()
            .filter(|(_, field)| field.is_in_rows())
            .map(|(name, _)| name);
        let known: BTreeSet<&str> = self.keys.iter().chain(fields).map(String::as_str).collect();
        let unknown: Vec<&String> = filter
            .names
            .iter()
            .filter(|name| !known.contains(name.as_str()))
            .collect();
        for name in &unknown {
            let problem = Problem::new(
                filter.place_of(name),
                format!("no row of `{}` has `{name}`", self.source.name),
            );
            document.report(match nearest(name, known.iter().copied()) {
                Some(like) => problem.help(format!("did you mean `{like}`?")),
                None => problem.help(filter_of(name).unwrap_or_else(|| {
                    let known: Vec<&str> = known.iter().copied().collect();
                    format!(
                        "a text is in quotes: `'{name}'`; a row has {}",
                        known.join(", ")
                    )
                })),
            });
        }
        match self.wrong {
            _ if !unknown.is_empty() => {}
            Some(why) => document.report(Problem::new(
                filter.place.clone(),
                format!("this cannot be computed: {why}"),
            )),
            None if self.taken == 0 => {
                let message = format!("no row of `{}` matches `where`", self.source.name);
                let said = |(name, values): (&String, &BTreeSet<String>)| {
                    let more = if values.len() < MAX_VALUES {
                        ""
                    } else {
                        " ..."
                    };
                    format!(
                        "`{name}` is {}{more}",
                        values
                            .iter()
                            .map(|value| format!("`{value}`"))
                            .collect::<Vec<_>>()
                            .join(", ")
                    )
                };
                let help = format!(
                    "in its rows {}",
                    self.values.iter().map(said).collect::<Vec<_>>().join("; ")
                );
                document.report(Problem::new(filter.place.clone(), message).help(help));
            }
            None => {}
        }
    }
}

/// The rows of all files that the key `rows` names, with the records that are in other files.
pub(super) fn read(
    section: &Section<'_>,
    files: &Files,
    format: &Format<'_>,
    notes: &mut Notes,
) -> Vec<Row> {
    let document = section.document;
    if format.is_whole {
        format.check_formulas(document);
    }
    let sources = section.need("rows", sources).unwrap_or_default();
    let mut rows = read_all(&sources, document, files, format, notes);
    for (name, field) in &format.fields {
        let Some(Records {
            fields,
            linked: Some((linked, code)),
            ..
        }) = field.records()
        else {
            continue;
        };
        let codes = Codes::Column(code.clone());
        let of_records = Format::new(name, Make::Labels, codes, Copies::Every(1), fields.clone());
        let records = read_all(linked, document, files, &of_records, notes);
        let is_whole = sources.iter().all(|source| source.filter.is_none());
        link(&mut rows, name, &records, is_whole, format, notes);
    }
    notes.warn_of_unstyled();
    rows.shrink_to_fit();
    rows
}

/// Assigns records to the rows whose codes they name. If these are all rows of their files, a record without a row is a problem.
fn link(
    rows: &mut [Row],
    name: &str,
    records: &[Row],
    is_whole: bool,
    format: &Format<'_>,
    notes: &mut Notes,
) {
    let known: HashSet<&str> = rows.iter().flat_map(Row::codes).collect();
    let mut of_code: HashMap<String, Vec<Map<String, Json>>> = HashMap::new();
    for record in records {
        let said = record.code();
        // A code may have been generated from the contents of the record.
        let code = if known.contains(said) {
            said.to_owned()
        } else {
            slug(said, '-')
        };
        if known.contains(&*code) {
            of_code.entry(code).or_default().push(record.fields());
        } else if is_whole {
            let problem = Problem::new(
                record.place(),
                format!("no row of deck `{}` has the code `{said}`", format.deck),
            );
            notes
                .problems
                .push(match nearest(said, known.iter().copied()) {
                    Some(like) => problem.help(format!("did you mean `{like}`?")),
                    None => problem,
                });
        }
    }
    for row in rows {
        let own = row
            .codes()
            .filter_map(|code| of_code.get(code))
            .flatten()
            .cloned()
            .collect();
        row.set_field(name, Value::Records(own));
    }
}

/// The rows of some files.
fn read_all(
    sources: &[Source],
    manifest: &Document,
    files: &Files,
    format: &Format<'_>,
    notes: &mut Notes,
) -> Vec<Row> {
    let mut rows = Vec::new();
    for source in sources {
        let (path, sheet) = file_and_sheet(&source.name);
        let before = rows.len();
        let problem = |message: String| Problem::new(source.place.clone(), message);
        let like = || {
            files
                .near(path)
                .filter(|_| !files.has(path))
                .map(|like| format!("did you mean `{like}`?"))
        };
        let mut choice = Choice::of(source);
        let document = if is_table(path) {
            Table::open(files, path, sheet, format.deck)
                .map(|table| {
                    body::read(&table, (files, path), format, &mut choice, &mut rows, notes)
                })
                .map_err(|(message, help)| Problem {
                    help: help.or_else(like).or_else(|| source.advice(files)),
                    ..problem(message)
                })
        } else {
            Document::open(files, &source.name, source.place.clone())
                .map_err(|problem| Problem {
                    help: like(),
                    ..problem
                })
                .inspect(|document| from_toml(document, format, &mut choice, &mut rows, notes))
        };
        match document {
            Ok(document) => {
                let problems = document.into_problems();
                if rows.len() == before
                    && problems.is_empty()
                    && (choice.seen == 0 || source.filter.is_none())
                {
                    manifest.report(problem(format!("`{}` has no rows", source.name)));
                }
                notes.problems.extend(problems);
            }
            Err(problem) => manifest.report(problem),
        }
        choice.finish(format, manifest);
        source.sort(&mut rows[before..], format.deck, &format.names, manifest);
    }
    rows
}

fn from_toml(
    document: &Document,
    format: &Format<'_>,
    choice: &mut Choice<'_>,
    rows: &mut Vec<Row>,
    notes: &mut Notes,
) {
    let text = document.text();
    document.root(&text, |root| {
        let before = rows.len();
        let what = format!("a row of `{}`", format.deck);
        let coded = ["code", "codes"]
            .iter()
            .any(|key| root.any_has(format.deck, key));
        root.each(format.deck, &what, |section| {
            if document.is_full() || !choice.takes(section, format) {
                return section.pass_over();
            }
            rows.extend(Entry::read(section, format, coded, notes).map(Row::new));
            if !format.is_whole {
                section.pass_over();
            }
        });
        if rows.len() == before && choice.seen == 0 {
            let problem = Problem::new(root.place(), format!("deck `{}` has no rows", format.deck));
            document.report(problem.help(format!("add tables `[[{}]]`", format.deck)));
        }
    });
}

/// A column `count` may count something other than copies. If the deck does not say that it means copies, the consequence is
/// reported.
fn undeclared_copies(place: SourceSpan, format: &Format<'_>, rows: &[Row]) -> Option<Problem> {
    let pieces: usize = rows.iter().map(|row| row.count() as usize).sum();
    let message = format!(
        "the column `count` makes {pieces} pieces of {} rows",
        rows.len()
    );
    let help = format!(
        "if that is intended, set `count = \"count\"` in deck `{}`; if it counts something else, set `count = 1`",
        format.deck
    );
    (pieces > rows.len()).then(|| Problem::new(place, message).help(help))
}

impl Entry {
    /// Reads a row; `coded` if the rows of its file have codes. `None` for a row left out because its count is 0.
    fn read(
        section: &Section<'_>,
        format: &Format<'_>,
        coded: bool,
        notes: &mut Notes,
    ) -> Option<Entry> {
        let any = |field: Field<'_>| Ok(field.one_of(&[])?.to_owned());
        let said = |key: &str| {
            section
                .field(key)
                .map(|field| (key.to_owned(), field.place()))
        };
        let from = match &format.codes {
            Codes::Column(column) | Codes::From(column) => said(column),
            Codes::Usual if coded => said("codes").or_else(|| said("code")),
            Codes::Usual => NAMES.into_iter().find_map(said),
        };
        let is_made = matches!(format.codes, Codes::From(_))
            || !coded && matches!(format.codes, Codes::Usual);
        let codes = match (&format.codes, &from) {
            _ if is_made => Some(Vec::new()),
            (Codes::Column(column), _) => section.need(column, Field::line).map(|code| vec![code]),
            (_, Some((key, _))) if key == "codes" => {
                section.maybe("codes", |field| field.list(Field::line))
            }
            _ => section.need("code", Field::line).map(|code| vec![code]),
        };
        if let Some(codes) = codes.as_ref().filter(|_| !is_made) {
            section.call(format!("row `{}`", codes.join(" ")));
        }
        let faces = match format.make {
            Make::Stickers => section
                .need("faces", |field| field.list(any))
                .unwrap_or_default(),
            _ => Vec::new(),
        };
        let count = match &format.copies {
            Copies::Every(count) => *count,
            copies => {
                let column = copies.column().unwrap_or_default();
                let read = |field: Field<'_>| {
                    let said = field.text().ok().and_then(|words| copies_said(&words));
                    match said.filter(|count| *count <= MAX_ALIKE) {
                        Some(count) => Ok(count),
                        None => field.integer(0..=MAX_ALIKE),
                    }
                };
                section.maybe(column, read).unwrap_or(1) as u32
            }
        };
        let texts = format.fields.values();
        for (field, found) in texts.filter_map(|field| Some((field, field.unstyled(section)?))) {
            notes.note_unstyled(format.deck, field, found);
        }
        let said = |field: &Declared| {
            if field.is_in_rows() {
                field.value(section)
            } else {
                field.formula.is_none().then(Value::default)
            }
        };
        let said = format.fields.values().map(said).collect();
        let values = format.computed(section, said, count);
        if count == 0 {
            return None;
        }
        format
            .fields
            .values()
            .for_each(|field| notes.note_translations(section, field));
        let mut codes = codes?;
        if is_made {
            let name = from
                .as_ref()
                .and_then(|(key, _)| section.field(key)?.text().ok())
                .unwrap_or_default();
            codes.push(notes.made.code(format.deck, &name, &values));
        }
        let place = from.map_or_else(|| section.place(), |(_, place)| place);
        Some(Entry {
            codes,
            count,
            faces,
            names: format.names.clone(),
            values,
            place,
            extent: section.extent(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::archive::Archive;
    use super::super::{Kit, Problems};
    use super::*;

    /// A kit with one deck as declared here, with its rows in this file.
    fn kit(deck: &str, file: &str, rows: &str) -> Result<Kit, Problems> {
        kit_of(&format!("'{file}'\n{deck}"), &[(file, rows)])
    }

    /// A kit with one deck, whose declaration continues after `rows =`, and these files.
    fn kit_of(rows: &str, files: &[(&str, &str)]) -> Result<Kit, Problems> {
        let manifest = format!(
            "id = 'a'\ntitle = 'A'\ndesigners = []\nlicence = 'CC0'\n[[deck]]\nname = 'cards'\nfront = 'a.svg'\nsize = [40, 30]\n\
            rows = {rows}\n"
        );
        let files = [&[("kit.toml", &*manifest), ("a.svg", "<svg/>")], files].concat();
        let files = files
            .into_iter()
            .map(|(path, text)| (path.to_owned(), text.as_bytes().to_vec()))
            .collect();
        Kit::open(Files::Archive(Arc::new(Archive::of("kit".into(), files))))
    }

    /// What is wrong, with what to do about it.
    fn told(problems: &Problems) -> String {
        let told = |problem: &Problem| {
            format!(
                "{} ({})",
                problem.message,
                problem.help.as_deref().unwrap_or_default()
            )
        };
        problems.0.iter().map(told).collect::<Vec<_>>().join("\n")
    }

    /// Its codes, each as often as it is printed.
    fn codes(kit: &Kit) -> String {
        kit.decks[0]
            .pieces()
            .iter()
            .map(|piece| piece.code.to_string())
            .collect::<Vec<_>>()
            .join(" ")
    }

    /// The values of a field in its rows, as JSON.
    fn said(kit: &Kit, field: &str) -> String {
        kit.decks[0]
            .rows
            .iter()
            .map(|row| row.field(field).unwrap().to_string())
            .collect::<Vec<_>>()
            .join(" ")
    }

    /// The numbers in a kit's rows, as JSON.
    fn numbers(field: &str, file: &str, rows: &str) -> Result<String, Problems> {
        let kit = kit(
            &format!("fields = {{ weight = {{ type = 'number'{field} }} }}"),
            file,
            rows,
        )?;
        let fields = kit.decks[0]
            .rows
            .iter()
            .filter_map(|row| row.field("weight"));
        Ok(fields
            .map(|number| number.to_string())
            .collect::<Vec<_>>()
            .join(" "))
    }

    /// Shift-JIS read as Windows-1252 would have control characters.
    #[test]
    fn a_foreign_encoding_is_named_as_the_cause() {
        let manifest = "id = 'a'\ntitle = 'A'\ndesigners = []\nlicence = 'CC0'\n[[deck]]\nname = 'cards'\nfront = 'a.svg'\n\
            size = [40, 30]\nrows = 'a.csv'\nfields = { name = { type = 'text' } }\n";
        let files: [(&str, &[u8]); 3] = [
            ("kit.toml", manifest.as_bytes()),
            ("a.svg", b"<svg/>"),
            ("a.csv", b"code,name\nA,\x83t\x83N\x83\x8d\x83E\n"),
        ];
        let files = files
            .into_iter()
            .map(|(path, bytes)| (path.to_owned(), bytes.to_vec()))
            .collect();
        let problems =
            Kit::open(Files::Archive(Arc::new(Archive::of("kit".into(), files)))).unwrap_err();
        let told = told(&problems);
        assert!(
            told.contains("it is not UTF-8 text (save it again as \"CSV UTF-8\")"),
            "{told}"
        );
    }

    #[test]
    fn columns_may_have_any_name() {
        let deck = "code = 'ID'\ncount = 'Qty'\nfields = { cost = { type = 'integer', column = 'Cost (gold)' }, name = { type = 'text' } }";
        let table = "id,Qty,Cost (gold),Name,Notes\nA,2,3,Lamp,x\nB,,4,Rope,\nC,0,5,Key,\n";
        let own = kit(deck, "a.csv", table).unwrap();
        assert_eq!(
            (codes(&own), said(&own, "cost"), said(&own, "name")),
            ("A A B".into(), "3 4".into(), "\"Lamp\" \"Rope\"".into())
        );
        let warnings: Vec<&str> = own
            .warnings
            .iter()
            .map(|problem| &*problem.message)
            .collect();
        assert_eq!(warnings, ["nothing uses the column `Notes`"]);
        let toml = kit(
            deck,
            "a.toml",
            "[[cards]]\nID = 'A'\n'Cost (gold)' = 3\nname = 'Lamp'\n",
        )
        .unwrap();
        assert_eq!(
            (codes(&toml), said(&toml, "cost")),
            ("A".into(), "3".into())
        );
        let missing = kit(deck, "a.csv", "ID,Qty,Cost,Name\nA,1,3,Lamp\n").unwrap_err();
        assert!(
            missing
                .to_string()
                .contains("deck `cards` has no column `Cost (gold)`"),
            "{missing}"
        );
    }

    #[test]
    fn a_second_column_of_a_name_may_be_ignored() {
        let read = |source: &str| {
            let deck =
                format!("{source}\nfields = {{ cost = {{ type = 'integer', column = 'G' }} }}");
            let table = "code,G,G\nA,2,x\n";
            kit_of(&deck, &[("a.csv", table)])
        };
        let told = read("'a.csv'").unwrap_err().to_string();
        assert!(told.contains("two columns are called `G`"), "{told}");
        let own = read("{ file = 'a.csv', ignore = ['G 2'] }").unwrap();
        assert_eq!(said(&own, "cost"), "2");
    }

    /// The same column may be spelled differently by the keys that name it.
    #[test]
    fn a_column_may_have_several_uses() {
        let fields = "fields = { name = { type = 'text' }, qty = { type = 'integer' } }";
        let table = "NAME,Qty,Note\nBarn Owl,2,x\nBat,1,\n";
        let named = kit(
            &format!("code_from = 'Name'\ncount = 'QTY'\n{fields}"),
            "a.csv",
            table,
        )
        .unwrap();
        assert_eq!(
            (codes(&named), said(&named, "qty")),
            ("barn-owl barn-owl bat".into(), "2 1".into())
        );
        let coded = kit(&format!("code = 'Name'\n{fields}"), "a.csv", table).unwrap();
        assert_eq!(
            (codes(&coded), said(&coded, "name")),
            ("Barn Owl Bat".into(), "\"Barn Owl\" \"Bat\"".into())
        );
    }

    #[test]
    fn a_filter_may_be_written_as_in_databases_and_is_checked() {
        let all = "code;Deck;Stärke\nA;Experts;1,5\nB;Basic;x\nC;Experts;3\n";
        let of = |filter: &str| {
            let fields = "fields = { starke = { type = 'number', column = 'Stärke' } }";
            kit_of(
                &format!("{{ file = 'all.csv', where = \"{filter}\" }}\n{fields}"),
                &[("all.csv", all)],
            )
        };
        for filter in [
            "deck = 'Experts' AND starke > 1.5",
            "NOT (deck <> 'Experts' OR code = 'A')",
            "code IN ['C', 'D']",
            "deck is startingwith 'Exp' and starke == 3",
        ] {
            assert_eq!(
                codes(&of(filter).unwrap_or_else(|why| panic!("{filter}: {}", told(&why)))),
                "C",
                "{filter}"
            );
        }
        for (filter, at, why) in [
            ("deck = 'Experts", "'Experts", "the quote is not closed"),
            ("stärke > 1", "", "in an expression `stärke` is `starke`"),
            ("starke > 1,5", "", "a number has a decimal point: `1.5`"),
            (
                "deck like 'E%'",
                "",
                "for example: `deck = 'Experts' and cost < 5`",
            ),
            (
                "deck = Experts",
                "Experts",
                "a text is in quotes: `'Experts'`; a row has code, deck, starke",
            ),
            (
                "lower(deck) = 'x'",
                "lower",
                "write it as a filter: `x|lower`",
            ),
            (
                "deck.startswith('E')",
                "",
                "write it as a test: `x is startingwith",
            ),
            (
                "deck = 'Expert'",
                "",
                "in its rows `deck` is `Basic`, `Experts`",
            ),
        ] {
            // One mistake is one error, and is not reported at rows of other decks.
            let problems = of(filter).unwrap_err();
            assert_eq!(problems.0.len(), 1, "{filter}: {}", told(&problems));
            let place = &problems.0[0].place;
            let blamed = &place.text[place.span.clone()];
            assert!(
                told(&problems).contains(why) && (at.is_empty() || blamed == at),
                "{filter}: {blamed}: {}",
                told(&problems)
            );
        }
    }

    #[test]
    fn a_deck_takes_the_rows_that_it_asks_for_in_its_order() {
        let all = "code,Deck,cost,note\nA,Experts,10,\nB,Basic,many,\nC,Experts,9,x\nD,Experts,,\n";
        let fields = "fields = { cost = { type = 'integer', optional = true } }";
        let of = |source: &str| kit_of(&format!("{source}\n{fields}"), &[("all.csv", all)]);
        let experts =
            of("{ file = 'all.csv', where = 'deck == \"Experts\"', order = '-cost' }").unwrap();
        // Rows of other decks may be wrong, and have columns of their own.
        assert_eq!(
            (codes(&experts), experts.warnings.len()),
            ("A C D".into(), 0)
        );
        let by_cost = of("{ file = 'all.csv', where = 'deck == \"Experts\" and cost', order = ['cost', 'code'] }").unwrap();
        assert_eq!(codes(&by_cost), "C A");
        let why = |source: &str| told(&of(source).unwrap_err());
        let quoted =
            of("{ file = 'all.csv', where = 'deck = \"Experts\" and \"a=b\" != \"a==b\"', order = '-cost' }").unwrap();
        assert_eq!(codes(&quoted), codes(&experts));
        assert!(
            why("{ file = 'all.csv', where = 'deck = = \"Experts\"' }")
                .contains("this is not an expression")
        );
        let unknown = why("{ file = 'all.csv', where = 'dekc == \"Experts\"' }");
        assert!(
            unknown.contains("no row of `all.csv` has `dekc`")
                && unknown.contains("did you mean `deck`?"),
            "{unknown}"
        );
        assert!(
            why("{ file = 'all.csv', where = 'deck == \"None\"' }")
                .contains("no row of `all.csv` matches `where`")
        );
        assert!(why("{ file = 'all.csv', where = 'deck.x.y' }").contains("cannot be computed"));
        let order = why("{ file = 'all.csv', where = 'deck == \"Experts\"', order = 'price' }");
        assert!(order.contains("no field `price` to order by"), "{order}");
        let toml = "[[cards]]\ncode = 'A'\nlevel = 2\n[[cards]]\ncode = 'B'\nlevel = 1\n";
        assert_eq!(
            codes(
                &kit_of(
                    "{ file = 'a.toml', where = 'level > 1' }",
                    &[("a.toml", toml)]
                )
                .unwrap()
            ),
            "A"
        );
    }

    #[test]
    fn a_field_is_worked_out_of_others() {
        let table = "code,attack,defence,name\nA,2,3,Owl\nB,1,,Bat\n";
        let deck = |value: &str, kind: &str| {
            let number = "{ type = 'integer', optional = true }";
            let fields =
                format!("attack = {number}, defence = {number}, name = {{ type = 'text' }}");
            kit(
                &format!(
                    "fields = {{ {fields}, total = {{ type = '{kind}', value = '{value}' }} }}"
                ),
                "a.csv",
                table,
            )
        };
        let total = |value: &str, kind: &str| {
            deck(value, kind)
                .map(|kit| said(&kit, "total"))
                .map_err(|why| told(&why))
        };
        assert_eq!(total("attack + (defence or 0)", "integer").unwrap(), "5 1");
        assert_eq!(
            total("name|upper ~ count", "text").unwrap(),
            "\"OWL1\" \"BAT1\""
        );
        assert_eq!(total("attack > 1", "flag").unwrap(), "true false");
        assert_eq!(
            total("[name, attack]", "list").unwrap(),
            "[\"Owl\",\"2\"] [\"Bat\",\"1\"]"
        );
        assert_eq!(total("attack / 4", "number").unwrap(), "0.5 0.25");
        assert!(
            total("attack / 4", "integer")
                .unwrap_err()
                .contains("`total` cannot be computed: it is 0.5")
        );
        assert!(
            total("atack", "integer")
                .unwrap_err()
                .contains("did you mean `attack`?")
        );
        assert!(
            total("attack +", "integer")
                .unwrap_err()
                .contains("this is not an expression")
        );
        assert!(
            total("total + 1", "integer")
                .unwrap_err()
                .contains("`total` is computed itself")
        );
        let linked =
            "tracks = { type = 'records', rows = 't.csv', fields = { to = { type = 'integer' } } }";
        let of = format!(
            "'a.csv'\nfields = {{ {linked}, many = {{ type = 'integer', value = 'tracks|length' }} }}"
        );
        let problems =
            kit_of(&of, &[("a.csv", "code\nA\n"), ("t.csv", "code,to\nA,1\n")]).unwrap_err();
        assert_eq!(
            told(&problems),
            "`tracks` comes from another file, and only faces can use it ()"
        );
    }

    #[test]
    fn rows_have_records_of_their_own_and_in_linked_tables() {
        let fields =
            "fields = { from = { type = 'integer' }, to = { type = 'integer', optional = true } }";
        let tracks = |kit: &Kit| said(kit, "tracks");
        let nested = "[[cards]]\ncode = 'A'\n[[cards.tracks]]\nfrom = 1\nto = 4\n[[cards.tracks]]\nfrom = 2\n[[cards]]\ncode = 'B'\ntracks = []\n";
        let deck = format!("fields = {{ tracks = {{ type = 'records', {fields} }} }}");
        let both = r#"[{"from":1,"to":4},{"from":2,"to":null}] []"#;
        assert_eq!(tracks(&kit(&deck, "a.toml", nested).unwrap()), both);
        let wrong = nested.replace("to = 4", "too = 4");
        assert!(
            kit(&deck, "a.toml", &wrong)
                .unwrap_err()
                .to_string()
                .contains("unknown key `too`")
        );
        assert!(
            told(&kit(&deck, "a.csv", "code,tracks\nA,1 4\n").unwrap_err())
                .contains("cannot contain records")
        );

        let linked = format!(
            "'a.csv'\nfields = {{ tracks = {{ type = 'records', rows = 't.csv', code = 'Tile', {fields} }} }}"
        );
        let of = |table: &str| kit_of(&linked, &[("a.csv", "code\nA\nB\n"), ("t.csv", table)]);
        assert_eq!(tracks(&of("Tile,from,to\nA,1,4\nA,2,\n").unwrap()), both);
        let unknown = of("Tile,from,to\nA,1,4\nC,2,\n").unwrap_err().to_string();
        assert!(
            unknown.contains("no row of deck `cards` has the code `C`"),
            "{unknown}"
        );
        assert!(
            of("Tile,from,to\nA,x,4\n")
                .unwrap_err()
                .to_string()
                .contains("a whole number")
        );
    }

    #[test]
    fn rows_without_codes_are_given_some_that_stay() {
        let fields =
            "fields = { name = { type = 'text' }, power = { type = 'integer', optional = true } }";
        let few = kit(fields, "a.csv", "Name,power\nBarn Owl,1\nOwl,\nOwl,3\n").unwrap();
        assert_eq!(
            (codes(&few), said(&few, "power")),
            ("barn-owl owl owl-2".into(), "1 null 3".into())
        );
        let more = kit(
            fields,
            "a.csv",
            "Name,power\nNew,0\nBarn Owl,1\nOwl,\nOwl,3\n",
        )
        .unwrap();
        assert_eq!(codes(&more), "new barn-owl owl owl-2");
        let toml = kit(
            fields,
            "a.toml",
            "[[cards]]\nname = 'Barn Owl'\n[[cards]]\nname = 'Owl'\n",
        )
        .unwrap();
        assert_eq!(codes(&toml), "barn-owl owl");
        let told = kit(
            fields,
            "a.toml",
            "[[cards]]\ncode = 'A'\nname = 'Barn Owl'\n[[cards]]\nname = 'Owl'\n",
        )
        .unwrap_err();
        assert!(told.to_string().contains("has no `code`"), "{told}");
        let fields = "code_from = 'Animal'\nfields = { power = { type = 'integer' } }";
        assert_eq!(
            codes(&kit(fields, "a.csv", "Animal,power\nÉlan,1\n☼,2\n").unwrap())
                .split('-')
                .next(),
            Some("elan cards")
        );
        let both = kit("code = 'A'\ncode_from = 'B'", "a.csv", "A,B\n1,2\n").unwrap_err();
        assert!(
            both.to_string().contains("a column of codes already"),
            "{both}"
        );
    }

    #[test]
    fn an_undeclared_column_of_counts_is_reported() {
        let table = "code,Count\nA,3\nB,1\n";
        let usual = kit("", "a.csv", table).unwrap();
        assert_eq!(codes(&usual), "A A A B");
        assert_eq!(
            usual.warnings[0].message,
            "the column `count` makes 4 pieces of 2 rows"
        );
        let settled = kit("count = 'count'", "a.csv", table).unwrap();
        assert_eq!(
            (codes(&settled), settled.warnings.len()),
            ("A A A B".into(), 0)
        );
        let other = kit(
            "count = 2\nfields = { count = { type = 'integer' } }",
            "a.csv",
            table,
        )
        .unwrap();
        assert_eq!(
            (codes(&other), said(&other, "count"), other.warnings.len()),
            ("A A B B".into(), "3 1".into(), 0)
        );
        assert!(kit("fields = { count = { type = 'integer' } }", "a.csv", table).is_err());
    }

    #[test]
    fn a_tick_is_a_tick_in_any_language() {
        let table = "code;rare\nA;x\nB;\nC;✓\nD;Ja\nE;OUI\nF;*\nG;-\nH;nein\n";
        let rare = |more: &str, table: &str| {
            kit(
                &format!("fields = {{ rare = {{ type = 'flag'{more} }} }}"),
                "a.csv",
                table,
            )
            .map(|kit| said(&kit, "rare"))
        };
        assert_eq!(
            rare("", table).unwrap(),
            "true false true true true true false false"
        );
        let own = rare(", yes = ['gold']", "code,rare\nA,Gold\nB,\nC,no\n").unwrap();
        assert_eq!(own, "true false false");
        let told = rare(", yes = ['gold']", "code,rare\nA,x\n")
            .unwrap_err()
            .to_string();
        assert!(
            told.contains("expected gold, or nothing, found `x`"),
            "{told}"
        );
    }

    #[test]
    fn commas_are_decimal_where_they_do_not_separate_cells() {
        assert_eq!(
            numbers("", "a.csv", "code;weight\nA;1,5\nB;-0,25\nC;3\nD;2.5\n").unwrap(),
            "1.5 -0.25 3 2.5"
        );
        assert!(numbers("", "a.csv", "code;weight\nA;1.000,5\n").is_err());
    }

    #[test]
    fn numbers_are_exact_and_finite() {
        let table = "code,weight\nA,2.5\nB,-0.1\nC,3\nD,1e-2\nE,+0.30\nF,-0\n";
        assert_eq!(
            numbers("", "a.csv", table).unwrap(),
            "2.5 -0.1 3 0.01 0.3 0"
        );
        let rows = [("A", "2.5"), ("B", "3"), ("C", "1_000.25")];
        let rows = rows
            .map(|(code, weight)| format!("[[cards]]\ncode = '{code}'\nweight = {weight}\n"))
            .concat();
        assert_eq!(numbers("", "a.toml", &rows).unwrap(), "2.5 3 1000.25");
        let said = |field: &str, weight: &str| {
            numbers(field, "a.csv", &format!("code,weight\nA,{weight}\n"))
                .unwrap_err()
                .to_string()
        };
        for weight in ["heavy", "\"2,5\"", "nan", "inf", "1e999", "0x10", "-"] {
            assert!(
                said("", weight).contains("expected a number such as 2.5"),
                "{weight}"
            );
        }
        assert!(said("", "").contains("has no `weight`"));
        assert!(
            said(", min = 0.5", "0.4")
                .contains("0.4 is out of range: expected a number of at least 0.5")
        );
        assert!(said(", min = 0, max = 1.5", "1.6").contains("from 0 to 1.5"));
        assert!(
            said(", min = 2, max = 1", "2")
                .contains("1 is out of range: expected a number of at least 2")
        );
    }
}
