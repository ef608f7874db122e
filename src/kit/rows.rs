//! The rows of a deck, from arrays of tables in TOML, CSV files and sheets of workbooks.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::code::{Codes, Made, NAMES};
use super::files::is_table;
use super::kind::Declared;
use super::language::Columns;
use super::make::Make;
use super::problem::nearest;
use super::reader::{Document, Field, Section, in_language};
use super::row::Entry;
use super::table::{Line, MOST_ROWS, Table};
use super::{Files, Place, Problem, Row};

/// The most pieces of one row.
const MOST_ALIKE: i64 = 10_000;

/// What was found in the files that the manifest names.
#[derive(Default)]
pub(super) struct Notes {
    pub problems: Vec<Problem>,
    /// What prints, but may not be meant.
    pub warnings: Vec<Problem>,
    /// The codes given to the kit's rows.
    pub made: Made,
    /// The kit's languages, its own first, and what the rows say in columns of the others.
    pub languages: Vec<String>,
    pub columns: Columns,
}

impl Notes {
    /// Notes what a row says of a field in other languages.
    fn hear(&mut self, section: &Section<'_>, field: &Declared) {
        let text = |key: &str| section.exactly(key).and_then(|field| field.text().ok());
        for code in self.languages.iter().skip(1).filter(|_| field.is_translated()) {
            if let (Some(original), Some(said)) = (text(&field.column), text(&format!("{}:{code}", field.column))) {
                self.columns.entry(code.clone()).or_default().insert(original, said);
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
        match field.is_text() {
            true => field.text().map(Copies::Column),
            false => field.integer(1..=MOST_ALIKE).map(|count| Copies::Every(count as u32)),
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
}

impl Format<'_> {
    /// Every column that its rows may have, and whether it is required.
    fn columns(&self) -> Vec<(&str, bool)> {
        let mut columns = match &self.codes {
            Codes::Usual => vec![("code", false), ("codes", false)],
            Codes::Column(column) | Codes::From(column) => vec![(column.as_str(), true)],
        };
        // Not every file of a deck has the default column.
        columns.extend(self.copies.column().map(|column| (column, column != "count")));
        columns.extend((self.make == Make::Stickers).then_some(("faces", true)));
        columns.extend(self.fields.values().map(|field| (field.column.as_str(), !field.optional)));
        columns
    }
}

/// The file and, in a workbook, the sheet that an entry of `rows` names.
pub(super) fn file_and_sheet(source: &str) -> (&str, Option<&str>) {
    source.split_once('#').map_or((source, None), |(path, sheet)| (path, Some(sheet)))
}

/// The rows of all files that the key `rows` names.
pub(super) fn read(section: &Section<'_>, files: &Files, format: &Format<'_>, notes: &mut Notes) -> Vec<Row> {
    let mut rows = Vec::new();
    let sources = section.need("rows", |field| field.one_or_more(|field| Ok((field.text()?, field))));
    for (source, field) in sources.unwrap_or_default() {
        let (path, sheet) = file_and_sheet(&source);
        let before = rows.len();
        let document = match is_table(path) {
            true => Table::open(files, path, sheet, format.deck)
                .map(|table| from_table(&table, files, path, format, &mut rows, notes))
                .map_err(|(message, help)| Problem { help, ..field.problem(message) }),
            false => Document::open(files, &source, field.place())
                .inspect(|document| from_toml(document, format, &mut rows, notes)),
        };
        match document {
            Ok(document) => {
                let problems = document.into_problems();
                if rows.len() == before && problems.is_empty() {
                    section.document.report(field.problem(format!("`{source}` has no rows")));
                }
                notes.problems.extend(problems);
            }
            Err(problem) => section.document.report(problem),
        }
    }
    rows.shrink_to_fit();
    rows
}

fn from_toml(document: &Document, format: &Format<'_>, rows: &mut Vec<Row>, notes: &mut Notes) {
    let text = document.text();
    document.root(&text, |root| {
        let before = rows.len();
        let what = format!("a row of `{}`", format.deck);
        let coded = ["code", "codes"].iter().any(|key| root.any_has(format.deck, key));
        root.each(format.deck, &what, |section| {
            if !document.is_full() {
                rows.extend(Entry::read(section, format, coded, notes).map(Row::new));
            }
        });
        if rows.len() == before {
            let problem = Problem::new(root.place(), format!("deck `{}` has no rows", format.deck));
            document.report(problem.help(format!("add tables `[[{}]]`", format.deck)));
        }
    });
}

fn from_table(
    table: &Table,
    files: &Files,
    path: &str,
    format: &Format<'_>,
    rows: &mut Vec<Row>,
    notes: &mut Notes,
) -> Document {
    let name = files.name(path);
    let name = table.sheet().map_or(name.clone(), |sheet| format!("{name}#{sheet}"));
    let document = Document::of_table(table, name, files.language().cloned());
    let what = format!("a row of `{}`", format.deck);
    let mut columns: Option<Vec<String>> = None;
    let (mut coded, before, mut counts) = (false, rows.len(), None);
    for line in table.lines() {
        let line = match line {
            Ok(line) if line.is_blank() => continue,
            Ok(line) => line,
            Err(broken) => {
                let place = document.place(broken.span.clone());
                document.report(broken.problem(place));
                break;
            }
        };
        let Some(columns) = &columns else {
            let names = named(&line, format);
            if !header(&document, &line, &names, format, notes) {
                document.advise(table.advice());
                break;
            }
            let at = |column: &str| names.iter().position(|name| name == column);
            coded = at("code").or(at("codes")).is_some();
            counts = at("count").map(|index| document.place(line.cells[index].span.clone()));
            columns = Some(names);
            continue;
        };
        if rows.len() >= MOST_ROWS || document.is_full() {
            let message = format!("a deck has at most {MOST_ROWS} rows");
            document.report(Problem::new(document.place(line.span.clone()), message));
            break;
        }
        let section = Section::of_line(&document, &what, columns, &line);
        rows.extend(Entry::read(&section, format, coded, notes).map(Row::new));
    }
    if let (Copies::Usual, Some(place)) = (&format.copies, counts) {
        notes.warnings.extend(unsaid_copies(place, format, &rows[before..]));
    }
    document
}

/// A column `count` may count something other than copies. If the deck does not say that it means copies, the consequence is
/// reported.
fn unsaid_copies(place: Place, format: &Format<'_>, rows: &[Row]) -> Option<Problem> {
    let pieces: usize = rows.iter().map(|row| row.count() as usize).sum();
    let message = format!("the column `count` makes {pieces} pieces of {} rows", rows.len());
    let help = format!(
        "say `count = \"count\"` in deck `{}` if that is meant; `count = 1` if it counts something else",
        format.deck
    );
    (pieces > rows.len()).then(|| Problem::new(place, message).help(help))
}

/// The names of a table's columns, spelled as in the deck where it uses them.
fn named(line: &Line<'_>, format: &Format<'_>) -> Vec<String> {
    let mut names: Vec<String> = line.cells.iter().map(|cell| cell.value.to_string()).collect();
    let columns = format.columns();
    let asked: Vec<&str> = columns.iter().map(|(name, _)| *name).collect();
    for wanted in asked.iter().copied().chain(NAMES) {
        let is_like = |name: &&mut String| !asked.contains(&name.as_str()) && name.to_lowercase() == wanted.to_lowercase();
        if !names.iter().any(|name| name == wanted)
            && let Some(like) = names.iter_mut().find(is_like)
        {
            *like = wanted.to_owned();
        }
    }
    names
}

/// Checks the names of a table's columns; false if its rows cannot be read by them.
fn header(document: &Document, line: &Line<'_>, names: &[String], format: &Format<'_>, notes: &mut Notes) -> bool {
    let place = |index: usize| document.place(line.cells[index].span.clone());
    let wanted = format.columns();
    let known: Vec<&str> = wanted.iter().map(|(name, _)| *name).collect();
    let is_known = |name: &str| known.contains(&name) || in_language(name).is_some_and(|name| known.contains(&name));
    let unused = |index: &usize| !names[*index].is_empty() && !is_known(&names[*index]);
    let unused: Vec<usize> = (0..names.len()).filter(unused).collect();
    let mut sound = true;
    let is_second = |index: &usize| known.contains(&names[*index].as_str()) && names[..*index].contains(&names[*index]);
    for index in (0..names.len()).filter(is_second) {
        let message = format!("two columns are called `{}`", names[index]);
        document.report(Problem::new(place(index), message).label("the second one"));
        sound = false;
    }
    for (wanted, _) in wanted.iter().filter(|(name, needed)| *needed && !names.iter().any(|known| known == name)) {
        let like = nearest(wanted, unused.iter().map(|index| names[*index].as_str()));
        let at = like.and_then(|like| names.iter().position(|name| name == like));
        let place = at.map_or(document.place(line.span.clone()), place);
        let problem = Problem::new(place, format!("deck `{}` has no column `{wanted}`", format.deck));
        document.report(match like {
            Some(like) => {
                let help = format!("or give it its column: `{wanted} = {{ column = \"{like}\", ... }}`");
                let problem = problem.label(format!("should `{like}` be called `{wanted}`?"));
                if format.fields.contains_key(*wanted) { problem.help(help) } else { problem }
            }
            None => problem.label("the columns there are"),
        });
        sound = false;
    }
    for index in unused.into_iter().filter(|_| sound) {
        let problem = Problem::new(place(index), format!("nothing uses the column `{}`", names[index]));
        notes.warnings.push(match nearest(&names[index], known.iter().copied()) {
            Some(like) => problem.help(format!("did you mean `{like}`?")),
            None => problem.help(format!("name it in `[deck.fields]` of deck `{}`, or leave it", format.deck)),
        });
    }
    sound
}

impl Entry {
    /// Reads a row; `coded` if the rows of its file have codes. `None` for a row left out because its count is 0.
    fn read(section: &Section<'_>, format: &Format<'_>, coded: bool, notes: &mut Notes) -> Option<Entry> {
        let any = |field: Field<'_>| Ok(field.one_of(&[])?.to_owned());
        let said = |key: &str| section.field(key).map(|field| (key.to_owned(), field.place()));
        let from = match &format.codes {
            Codes::Column(column) | Codes::From(column) => said(column),
            Codes::Usual if coded => said("codes").or_else(|| said("code")),
            Codes::Usual => NAMES.into_iter().find_map(said),
        };
        let is_made = matches!(format.codes, Codes::From(_)) || !coded && matches!(format.codes, Codes::Usual);
        let codes = match (&format.codes, &from) {
            _ if is_made => Some(Vec::new()),
            (Codes::Column(column), _) => section.need(column, Field::line).map(|code| vec![code]),
            (_, Some((key, _))) if key == "codes" => section.maybe("codes", |field| field.list(Field::line)),
            _ => section.need("code", Field::line).map(|code| vec![code]),
        };
        if let Some(codes) = codes.as_ref().filter(|_| !is_made) {
            section.call(format!("row `{}`", codes.join(" ")));
        }
        let faces = match format.make {
            Make::Stickers => section.need("faces", |field| field.list(any)).unwrap_or_default(),
            _ => Vec::new(),
        };
        let count = match &format.copies {
            Copies::Every(count) => *count,
            copies => {
                let column = copies.column().unwrap_or_default();
                section.maybe(column, |field| field.integer(0..=MOST_ALIKE)).unwrap_or(1) as u32
            }
        };
        let values: Vec<_> = format.fields.values().map(|field| field.value(section).unwrap_or_default()).collect();
        if count == 0 {
            return None;
        }
        format.fields.values().for_each(|field| notes.hear(section, field));
        let mut codes = codes?;
        if is_made {
            let name = from.as_ref().and_then(|(key, _)| section.field(key)?.text().ok()).unwrap_or_default();
            codes.push(notes.made.code(format.deck, &name, &values));
        }
        let place = from.map_or_else(|| section.place(), |(_, place)| place);
        Some(Entry { codes, count, faces, names: format.names.clone(), values, place, extent: section.extent() })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::super::archive::Archive;
    use super::super::{Kit, Problems};
    use super::*;

    /// A kit with one deck as declared here, with its rows in this file.
    fn kit(deck: &str, file: &str, rows: &str) -> Result<Kit, Problems> {
        let manifest = format!(
            "id = 'a'\ntitle = 'A'\ndesigners = []\nlicence = 'CC0'\n[[deck]]\nname = 'cards'\nrows = '{file}'\nfront = 'a.svg'\n\
            size = [40, 30]\n{deck}\n"
        );
        let files = [("kit.toml", &*manifest), ("a.svg", "<svg/>"), (file, rows)];
        let files = files.map(|(path, text)| (path.to_owned(), text.as_bytes().to_vec()));
        Kit::open(Files::Archive(Arc::new(Archive::of("kit".into(), BTreeMap::from(files)))))
    }

    /// Its codes, each as often as it is printed.
    fn codes(kit: &Kit) -> String {
        kit.decks[0].pieces().iter().map(|piece| piece.code.to_string()).collect::<Vec<_>>().join(" ")
    }

    /// The values of a field in its rows, as JSON.
    fn said(kit: &Kit, field: &str) -> String {
        kit.decks[0].rows.iter().map(|row| row.field(field).unwrap().to_string()).collect::<Vec<_>>().join(" ")
    }

    /// The numbers in a kit's rows, as JSON.
    fn numbers(field: &str, file: &str, rows: &str) -> Result<String, Problems> {
        let kit = kit(&format!("fields = {{ weight = {{ type = 'number'{field} }} }}"), file, rows)?;
        let fields = kit.decks[0].rows.iter().filter_map(|row| row.field("weight"));
        Ok(fields.map(|number| number.to_string()).collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn columns_are_called_what_they_are_called() {
        let deck = "code = 'ID'\ncount = 'Qty'\nfields = { cost = { type = 'integer', column = 'Cost (gold)' }, name = { type = 'text' } }";
        let table = "id,Qty,Cost (gold),Name,Notes\nA,2,3,Lamp,x\nB,,4,Rope,\nC,0,5,Key,\n";
        let own = kit(deck, "a.csv", table).unwrap();
        assert_eq!(
            (codes(&own), said(&own, "cost"), said(&own, "name")),
            ("A A B".into(), "3 4".into(), "\"Lamp\" \"Rope\"".into())
        );
        let warnings: Vec<&str> = own.warnings.iter().map(|problem| &*problem.message).collect();
        assert_eq!(warnings, ["nothing uses the column `Notes`"]);
        let toml = kit(deck, "a.toml", "[[cards]]\nID = 'A'\n'Cost (gold)' = 3\nname = 'Lamp'\n").unwrap();
        assert_eq!((codes(&toml), said(&toml, "cost")), ("A".into(), "3".into()));
        let missing = kit(deck, "a.csv", "ID,Qty,Cost,Name\nA,1,3,Lamp\n").unwrap_err();
        assert!(missing.to_string().contains("deck `cards` has no column `Cost (gold)`"), "{missing}");
    }

    #[test]
    fn rows_without_codes_are_given_some_that_stay() {
        let fields = "fields = { name = { type = 'text' }, power = { type = 'integer', optional = true } }";
        let few = kit(fields, "a.csv", "Name,power\nBarn Owl,1\nOwl,\nOwl,3\n").unwrap();
        assert_eq!((codes(&few), said(&few, "power")), ("barn-owl owl owl-2".into(), "1 null 3".into()));
        let more = kit(fields, "a.csv", "Name,power\nNew,0\nBarn Owl,1\nOwl,\nOwl,3\n").unwrap();
        assert_eq!(codes(&more), "new barn-owl owl owl-2");
        let toml = kit(fields, "a.toml", "[[cards]]\nname = 'Barn Owl'\n[[cards]]\nname = 'Owl'\n").unwrap();
        assert_eq!(codes(&toml), "barn-owl owl");
        let told = kit(fields, "a.toml", "[[cards]]\ncode = 'A'\nname = 'Barn Owl'\n[[cards]]\nname = 'Owl'\n").unwrap_err();
        assert!(told.to_string().contains("has no `code`"), "{told}");
        let fields = "code_from = 'Animal'\nfields = { power = { type = 'integer' } }";
        assert_eq!(
            codes(&kit(fields, "a.csv", "Animal,power\nÉlan,1\n☼,2\n").unwrap()).split('-').next(),
            Some("elan cards")
        );
        let both = kit("code = 'A'\ncode_from = 'B'", "a.csv", "A,B\n1,2\n").unwrap_err();
        assert!(both.to_string().contains("a column of codes already"), "{both}");
    }

    #[test]
    fn a_count_that_nobody_said_is_copies_is_told() {
        let table = "code,Count\nA,3\nB,1\n";
        let usual = kit("", "a.csv", table).unwrap();
        assert_eq!(codes(&usual), "A A A B");
        assert_eq!(usual.warnings[0].message, "the column `count` makes 4 pieces of 2 rows");
        let settled = kit("count = 'count'", "a.csv", table).unwrap();
        assert_eq!((codes(&settled), settled.warnings.len()), ("A A A B".into(), 0));
        let other = kit("count = 2\nfields = { count = { type = 'integer' } }", "a.csv", table).unwrap();
        assert_eq!((codes(&other), said(&other, "count"), other.warnings.len()), ("A A B B".into(), "3 1".into(), 0));
        assert!(kit("fields = { count = { type = 'integer' } }", "a.csv", table).is_err());
    }

    #[test]
    fn a_tick_is_a_tick_in_any_language() {
        let table = "code;rare\nA;x\nB;\nC;✓\nD;Ja\nE;OUI\nF;*\nG;-\nH;nein\n";
        let rare = |more: &str, table: &str| {
            kit(&format!("fields = {{ rare = {{ type = 'flag'{more} }} }}"), "a.csv", table).map(|kit| said(&kit, "rare"))
        };
        assert_eq!(rare("", table).unwrap(), "true false true true true true false false");
        let own = rare(", yes = ['gold']", "code,rare\nA,Gold\nB,\nC,no\n").unwrap();
        assert_eq!(own, "true false false");
        let told = rare(", yes = ['gold']", "code,rare\nA,x\n").unwrap_err().to_string();
        assert!(told.contains("expected gold, or nothing, found `x`"), "{told}");
    }

    #[test]
    fn decimals_stand_behind_a_comma_where_no_cell_ends_at_one() {
        assert_eq!(numbers("", "a.csv", "code;weight\nA;1,5\nB;-0,25\nC;3\nD;2.5\n").unwrap(), "1.5 -0.25 3 2.5");
        assert!(numbers("", "a.csv", "code;weight\nA;1.000,5\n").is_err());
    }

    #[test]
    fn numbers_are_exact_and_finite() {
        let table = "code,weight\nA,2.5\nB,-0.1\nC,3\nD,1e-2\nE,+0.30\nF,-0\n";
        assert_eq!(numbers("", "a.csv", table).unwrap(), "2.5 -0.1 3 0.01 0.3 0");
        let rows = [("A", "2.5"), ("B", "3"), ("C", "1_000.25")];
        let rows = rows.map(|(code, weight)| format!("[[cards]]\ncode = '{code}'\nweight = {weight}\n")).concat();
        assert_eq!(numbers("", "a.toml", &rows).unwrap(), "2.5 3 1000.25");
        let said = |field: &str, weight: &str| {
            numbers(field, "a.csv", &format!("code,weight\nA,{weight}\n")).unwrap_err().to_string()
        };
        for weight in ["heavy", "\"2,5\"", "nan", "inf", "1e999", "0x10", "-"] {
            assert!(said("", weight).contains("expected a number such as 2.5"), "{weight}");
        }
        assert!(said("", "").contains("has no `weight`"));
        assert!(said(", min = 0.5", "0.4").contains("0.4 is out of range: expected a number of at least 0.5"));
        assert!(said(", min = 0, max = 1.5", "1.6").contains("from 0 to 1.5"));
        assert!(said(", min = 2, max = 1", "2").contains("1 is out of range: expected a number of at least 2"));
    }
}
