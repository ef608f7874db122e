//! The rows of a deck: from arrays of tables in TOML, from CSV files and from the sheets of workbooks.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::files::is_table;
use super::make::Make;
use super::problem::nearest;
use super::reader::{Document, Field, Section};
use super::row::{Entry, Value};
use super::table::{Line, MOST_ROWS, Table};
use super::{Files, Problem, Row};

/// No kit prints more pieces of one row.
const MOST_ALIKE: i64 = 10_000;

/// What was found in files that the manifest names.
#[derive(Default)]
pub(super) struct Notes {
    pub problems: Vec<Problem>,
    /// What prints, but may not be meant.
    pub warnings: Vec<Problem>,
}

/// What a field of a deck's rows may hold.
#[derive(Clone, Debug)]
pub(super) enum Kind {
    Text(Vec<String>),
    List(Vec<String>),
    /// From, to: within 32 bits.
    Integer(i64, i64),
    /// From, to.
    Number(f64, f64),
    Flag,
}

impl Kind {
    pub(super) fn read(section: &Section<'_>) -> Option<Kind> {
        let kinds = ["text", "list", "integer", "number", "flag"].map(str::to_owned);
        let kind = section.need("type", |field| field.one_of(&kinds))?;
        Some(match kind {
            "integer" => {
                let any = i64::from(i32::MIN)..=i64::from(i32::MAX);
                let min = section.maybe("min", |field| field.integer(any.clone())).unwrap_or(*any.start());
                let max = section.maybe("max", |field| field.integer(min..=*any.end())).unwrap_or(*any.end());
                Kind::Integer(min, max)
            }
            "number" => {
                let bound = |key: &str, least: f64| section.maybe(key, |field| field.number(least..=f64::INFINITY));
                let min = bound("min", f64::NEG_INFINITY).unwrap_or(f64::NEG_INFINITY);
                Kind::Number(min, bound("max", min).unwrap_or(f64::INFINITY))
            }
            "flag" => Kind::Flag,
            text_or_list => {
                let names = section.maybe("one_of", |field| field.list(Field::text)).unwrap_or_default();
                if text_or_list == "list" { Kind::List(names) } else { Kind::Text(names) }
            }
        })
    }

    /// What a blank cell means, if it means anything.
    fn blank(&self) -> Option<Value> {
        match self {
            Kind::Text(names) => names.is_empty().then(|| Value::Text(String::new())),
            Kind::List(_) => Some(Value::List(Vec::new())),
            Kind::Integer(..) | Kind::Number(..) => None,
            Kind::Flag => Some(Value::Flag(false)),
        }
    }

    fn value(&self, field: Field<'_>) -> Result<Value, Problem> {
        Ok(match self {
            Kind::Text(names) => Value::Text(field.one_of(names)?.to_owned()),
            Kind::List(names) => Value::List(field.list(|entry| Ok(entry.one_of(names)?.to_owned()))?),
            Kind::Integer(min, max) => Value::Integer(field.integer(*min..=*max)? as i32),
            Kind::Number(min, max) => Value::Number(field.number(*min..=*max)?),
            Kind::Flag => Value::Flag(field.flag()?),
        })
    }
}

/// What the rows of a deck are made of.
pub(super) struct Format<'d> {
    pub deck: &'d str,
    pub make: Make,
    pub kinds: BTreeMap<String, Kind>,
    /// The names of the kinds.
    pub names: Arc<[String]>,
}

/// The rows of all files that the key `rows` names.
pub(super) fn read(section: &Section<'_>, files: &Files, format: &Format<'_>, notes: &mut Notes) -> Vec<Row> {
    let mut rows = Vec::new();
    let sources = section.need("rows", |field| field.one_or_more(|field| Ok((field.text()?, field))));
    for (source, field) in sources.unwrap_or_default() {
        let (path, sheet) = match source.split_once('#') {
            Some((path, sheet)) => (path, Some(sheet)),
            None => (source.as_str(), None),
        };
        let before = rows.len();
        let document = match is_table(path) {
            true => Table::open(files, path, sheet, format.deck)
                .map(|table| from_table(&table, files.name(path), format, &mut rows, notes))
                .map_err(|(message, help)| Problem { help, ..field.problem(message) }),
            false => {
                Document::open(files, &source, field.place()).inspect(|document| from_toml(document, format, &mut rows))
            }
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

fn from_toml(document: &Document, format: &Format<'_>, rows: &mut Vec<Row>) {
    let text = document.text();
    document.root(&text, |root| {
        let before = rows.len();
        let what = format!("a row of `{}`", format.deck);
        root.each(format.deck, &what, |section| {
            if !document.is_full() {
                rows.extend(Entry::read(section, format).map(Row::new));
            }
        });
        if rows.len() == before {
            let problem = Problem::new(root.place(), format!("deck `{}` has no rows", format.deck));
            document.report(problem.help(format!("add tables `[[{}]]`", format.deck)));
        }
    });
}

fn from_table(table: &Table, name: String, format: &Format<'_>, rows: &mut Vec<Row>, notes: &mut Notes) -> Document {
    let name = table.sheet().map_or(name.clone(), |sheet| format!("{name}#{sheet}"));
    let document = Document::of_table(table, name);
    let what = format!("a row of `{}`", format.deck);
    let mut columns: Option<Vec<String>> = None;
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
            let names: Vec<String> = line.cells.iter().map(|cell| cell.value.to_string()).collect();
            if !header(&document, &line, &names, format, notes) {
                document.advise(table.advice());
                break;
            }
            columns = Some(names);
            continue;
        };
        if rows.len() >= MOST_ROWS || document.is_full() {
            let message = format!("a deck has at most {MOST_ROWS} rows");
            document.report(Problem::new(document.place(line.span.clone()), message));
            break;
        }
        rows.extend(Entry::read(&Section::of_line(&document, &what, columns, &line), format).map(Row::new));
    }
    document
}

/// Looks at the names of a table's columns; false if its rows cannot be read by them.
fn header(document: &Document, line: &Line<'_>, names: &[String], format: &Format<'_>, notes: &mut Notes) -> bool {
    let place = |index: usize| document.place(line.cells[index].span.clone());
    let own = ["code", "codes", "count"].into_iter().chain((format.make == Make::Stickers).then_some("faces"));
    let known: Vec<&str> = own.chain(format.kinds.keys().map(String::as_str)).collect();
    let unused = |index: &usize| !names[*index].is_empty() && !known.contains(&names[*index].as_str());
    let unused: Vec<usize> = (0..names.len()).filter(unused).collect();
    let mut sound = true;
    for index in (0..names.len()).filter(|index| !names[*index].is_empty() && names[..*index].contains(&names[*index])) {
        let message = format!("two columns are called `{}`", names[index]);
        document.report(Problem::new(place(index), message).label("the second one"));
        sound = false;
    }
    for wanted in known.iter().filter(|name| **name != "count" && **name != "codes") {
        let there = |name: &str| names.iter().any(|known| known == name);
        if there(wanted) || *wanted == "code" && there("codes") {
            continue;
        }
        let like = nearest(wanted, unused.iter().map(|index| names[*index].as_str()));
        let at = like.and_then(|like| names.iter().position(|name| name == like));
        let place = at.map_or(document.place(line.span.clone()), place);
        let problem = Problem::new(place, format!("deck `{}` has no column `{wanted}`", format.deck));
        document.report(match like {
            Some(like) => problem.label(format!("should `{like}` be called `{wanted}`?")),
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
    fn read(section: &Section<'_>, format: &Format<'_>) -> Option<Entry> {
        let any = |field: Field<'_>| Ok(field.one_of(&[])?.to_owned());
        let codes = match section.field("codes") {
            Some(_) => section.maybe("codes", |field| field.list(any)),
            None => section.need("code", any).map(|code| vec![code]),
        };
        let place = section.field("code").or(section.field("codes")).map_or(section.place(), |field| field.place());
        if let Some(codes) = &codes {
            section.call(format!("row `{}`", codes.join(" ")));
        }
        let faces = match format.make {
            Make::Stickers => section.need("faces", |field| field.list(any)).unwrap_or_default(),
            _ => Vec::new(),
        };
        let count = section.maybe("count", |field| field.integer(1..=MOST_ALIKE)).unwrap_or(1) as u32;
        let value = |(name, kind): (&String, &Kind)| {
            let blank = kind.blank().filter(|_| section.is_blank(name));
            blank.or_else(|| section.need(name, |field| kind.value(field))).unwrap_or_default()
        };
        let (names, values) = (format.names.clone(), format.kinds.iter().map(value).collect());
        Some(Entry { codes: codes?, count, faces, names, values, place, extent: section.extent() })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::super::archive::Archive;
    use super::super::{Kit, Problems};
    use super::*;

    /// The numbers of a kit's rows as JSON has them.
    fn numbers(field: &str, file: &str, rows: &str) -> Result<String, Problems> {
        let manifest = format!(
            "id = 'a'\ntitle = 'A'\ndesigners = []\nlicence = 'CC0'\n[[deck]]\nname = 'cards'\nrows = '{file}'\nfront = 'a.svg'\n\
            size = [40, 30]\nfields = {{ weight = {{ type = 'number'{field} }} }}\n"
        );
        let files = [("kit.toml", &*manifest), ("a.svg", "<svg/>"), (file, rows)];
        let files = files.map(|(path, text)| (path.to_owned(), text.as_bytes().to_vec()));
        let kit = Kit::open(Files::Archive(Arc::new(Archive::of("kit".into(), BTreeMap::from(files)))))?;
        let fields = kit.decks[0].rows.iter().filter_map(|row| row.field("weight"));
        Ok(fields.map(|number| number.to_string()).collect::<Vec<_>>().join(" "))
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
