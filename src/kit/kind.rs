//! The types of fields in a deck's rows, as declared in `[deck.fields]`.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde_json::{Map, Value as Json};

use super::Problem;
use super::SourceSpan;
use super::emphasis;
use super::formula::Formula;
use super::reader::{Field, Section};
use super::row::{Value, word};
use super::source::{Source, sources};

#[derive(Clone, Debug)]
pub(super) enum Kind {
    /// Text for people.
    Words,
    /// Text for templates and rules: any, or one of these.
    Text(Vec<String>),
    List(Vec<String>),
    /// The least and greatest value, within 32 bits.
    Integer(i64, i64),
    /// The least and greatest value.
    Number(f64, f64),
    /// The words that mean true in a cell, or else the usual ones.
    Flag(Vec<String>),
    /// Rows within a row, by their fields.
    Records(Box<Records>),
}

/// Records of a row: in the row itself, or in files of their own, where each names the row's code.
#[derive(Clone, Debug)]
pub(super) struct Records {
    pub fields: BTreeMap<String, Declared>,
    /// The files, and the column of the codes in them.
    pub linked: Option<(Vec<Source>, String)>,
}

/// A field, and where its value is in a row.
#[derive(Clone, Debug)]
pub(super) struct Declared {
    /// The column's name, or the key's.
    pub column: String,
    pub kind: Kind,
    /// Whether a row may leave it out.
    pub optional: bool,
    /// Whether its texts may refer to other rows.
    pub filled: bool,
    /// The expression it is computed from, if rows do not contain it.
    pub formula: Option<Formula>,
    /// Its value where a row has none.
    pub default: Option<Value>,
    pub marks: Marks,
}

/// Which marks in a text mean more than themselves.
#[derive(Clone, Debug, Default)]
pub struct Marks {
    /// Whether bold and italic are kept, as `**` and `*`: those of HTML, of LaTeX and of a workbook's cells.
    pub styled: bool,
    /// A sign for the end of a line.
    pub line_break: Option<String>,
}

impl Marks {
    fn read(section: &Section<'_>, kind: &Kind) -> Marks {
        if !matches!(kind, Kind::Words | Kind::Text(_)) {
            return Marks::default();
        }
        let sign = |field: Field<'_>| match field.text()? {
            sign if sign.trim().is_empty() => Err(field.problem("this sign is blank")),
            sign => Ok(sign),
        };
        Marks {
            styled: section.maybe("styled", Field::flag).unwrap_or(false),
            line_break: section.maybe("line_break", sign),
        }
    }

    /// A text with line ends, and with `**` and `*` where it is bold or italic.
    pub fn applied<'t>(&self, text: &'t str, marked: Option<&'t str>) -> Cow<'t, str> {
        let text = if self.styled {
            emphasis::from_markup(marked.unwrap_or(text))
        } else {
            text.into()
        };
        match &self.line_break {
            Some(sign) if text.contains(sign.as_str()) => {
                let lines: Vec<&str> = text.split(sign.as_str()).map(str::trim).collect();
                lines.join("\n").into()
            }
            _ => text,
        }
    }
}

impl Declared {
    pub fn read(section: &Section<'_>, name: &str) -> Option<Declared> {
        let column = section
            .maybe("column", Field::text)
            .unwrap_or_else(|| name.to_owned());
        let optional = section.maybe("optional", Field::flag).unwrap_or(false);
        let kind = Kind::read(section)?;
        let filled = matches!(kind, Kind::Words | Kind::Text(_) | Kind::List(_))
            && section.maybe("filled", Field::flag).unwrap_or(false);
        let formula = section.maybe("value", |field| match kind {
            Kind::Records(_) => Err(field.problem("records cannot be computed from other fields")),
            _ => Formula::read(field),
        });
        let default = section.maybe("default", |field| match kind {
            Kind::Records(_) => Err(field.problem("records have no default")),
            _ => kind.value(field),
        });
        let marks = Marks::read(section, &kind);
        Some(Declared {
            column,
            kind,
            optional,
            filled,
            formula,
            default,
            marks,
        })
    }

    /// Whether rows contain it themselves.
    pub fn is_in_rows(&self) -> bool {
        self.formula.is_none()
            && self
                .records()
                .is_none_or(|records| records.linked.is_none())
    }

    /// What records consist of.
    pub fn records(&self) -> Option<&Records> {
        match &self.kind {
            Kind::Records(records) => Some(records),
            _ => None,
        }
    }

    /// Whether its texts are for people.
    pub fn is_translated(&self) -> bool {
        matches!(self.kind, Kind::Words)
    }

    /// Its value in a row.
    pub fn value(&self, row: &Section<'_>) -> Option<Value> {
        if let Some(default) = &self.default
            && row.field(&self.column).is_none()
        {
            return Some(default.clone());
        }
        let blank = match self.optional {
            true if row.field(&self.column).is_none() => Some(self.kind.empty()),
            true => None,
            false => self.kind.blank().filter(|_| row.is_blank(&self.column)),
        };
        blank.or_else(|| row.need(&self.column, |field| self.read_value(field)))
    }

    fn read_value(&self, field: Field<'_>) -> Result<Value, Problem> {
        Ok(match &self.kind {
            Kind::Words => Value::Text(field.words_with(&self.marks)?),
            Kind::Text(names) => {
                let text = field.one_of(names)?;
                Value::Text(self.marks.applied(text, field.marked()).into_owned())
            }
            kind => kind.value(field)?,
        })
    }

    /// Whether it is a text that every row needs.
    pub fn is_needed_text(&self) -> bool {
        matches!(self.kind, Kind::Words | Kind::Text(_)) && !self.optional
    }

    /// Signs of HTML or LaTeX, or of bold and italic, that would be lost or printed as letters.
    pub fn unstyled<'t>(&self, row: &Section<'t>) -> Option<Unstyled<'t>> {
        let is_text = matches!(self.kind, Kind::Words | Kind::Text(_)) && self.is_in_rows();
        if !is_text || self.marks.styled {
            return None;
        }
        let field = row.peek(&self.column)?;
        let text = field.raw()?;
        match emphasis::markup_in(text) {
            Some(sign) => Some(Unstyled {
                sign: Some(sign),
                place: field.place(),
            }),
            // A column may well be bold as a whole.
            None => field
                .marked()
                .filter(|marked| emphasis::is_partly_marked(marked))
                .map(|_| Unstyled {
                    sign: None,
                    place: field.place(),
                }),
        }
    }
}

/// A sign in a cell that its field does not keep.
pub(super) struct Unstyled<'t> {
    /// Markup such as `<b>`; `None` for bold or italic words of a workbook.
    pub sign: Option<&'t str>,
    pub place: SourceSpan,
}

impl Kind {
    fn read(section: &Section<'_>) -> Option<Kind> {
        let kinds = ["text", "list", "integer", "number", "flag", "records"].map(str::to_owned);
        let kind = section
            .need("type", |field| field.one_of(&kinds))
            .or_else(|| {
                // The other keys depend on the type.
                section.field("type").inspect(|_| section.pass_over());
                None
            })?;
        Some(match kind {
            "integer" => {
                let any = i64::from(i32::MIN)..=i64::from(i32::MAX);
                let min = section
                    .maybe("min", |field| field.integer(any.clone()))
                    .unwrap_or(*any.start());
                let max = section
                    .maybe("max", |field| field.integer(min..=*any.end()))
                    .unwrap_or(*any.end());
                Kind::Integer(min, max)
            }
            "number" => {
                let bound = |key: &str, least: f64| {
                    section.maybe(key, |field| field.number(least..=f64::INFINITY))
                };
                let min = bound("min", f64::NEG_INFINITY).unwrap_or(f64::NEG_INFINITY);
                Kind::Number(min, bound("max", min).unwrap_or(f64::INFINITY))
            }
            "flag" => Kind::Flag(
                section
                    .maybe("yes", |field| field.list(Field::text))
                    .unwrap_or_default(),
            ),
            "records" => Kind::Records(Box::new(Records::read(section))),
            text_or_list => {
                let names = section
                    .maybe("one_of", |field| field.list(Field::text))
                    .unwrap_or_default();
                match section
                    .maybe("translate", Field::flag)
                    .unwrap_or(names.is_empty())
                {
                    _ if text_or_list == "list" => Kind::List(names),
                    true => Kind::Words,
                    false => Kind::Text(names),
                }
            }
        })
    }

    /// The value of a blank cell; `None` if a cell may not be blank.
    fn blank(&self) -> Option<Value> {
        match self {
            Kind::Text(names) if !names.is_empty() => None,
            Kind::Integer(..) | Kind::Number(..) => None,
            _ => Some(self.empty()),
        }
    }

    /// Its value where a row has none.
    fn empty(&self) -> Value {
        match self {
            Kind::Words | Kind::Text(_) => Value::Text(String::new()),
            Kind::List(_) => Value::List(Vec::new()),
            Kind::Integer(..) | Kind::Number(..) => Value::Null,
            Kind::Flag(_) => Value::Flag(false),
            Kind::Records(_) => Value::Records(Vec::new()),
        }
    }

    pub fn value(&self, field: Field<'_>) -> Result<Value, Problem> {
        Ok(match self {
            Kind::Words => Value::Text(field.words()?),
            Kind::Text(names) => Value::Text(field.one_of(names)?.to_owned()),
            Kind::List(names) => {
                Value::List(field.list(|entry| Ok(entry.one_of(names)?.to_owned()))?)
            }
            Kind::Integer(min, max) => Value::Integer(field.integer(*min..=*max)? as i32),
            Kind::Number(min, max) => Value::Number(field.number(*min..=*max)?),
            Kind::Flag(yes) => Value::Flag(field.flag_of(yes)?),
            Kind::Records(records) => Value::Records(field.list(|entry| records.one(entry))?),
        })
    }

    /// The result of a formula, as a value of this type.
    ///
    /// # Errors
    ///
    /// Why it is not of this type, in a sentence.
    pub fn computed(&self, found: &minijinja::Value) -> Result<Value, String> {
        let json = serde_json::to_value(found).map_err(|error| error.to_string())?;
        let wanted = |what: &str| format!("it is {json}, which is not {what}");
        match self {
            _ if json.is_null() => Ok(self.empty()),
            Kind::Words => Ok(Value::Text(word(&json))),
            Kind::Text(names) => match word(&json) {
                text if names.is_empty() || names.contains(&text) => Ok(Value::Text(text)),
                _ => Err(wanted(&format!("one of {}", names.join(", ")))),
            },
            Kind::List(names) => {
                let list: Option<Vec<String>> =
                    json.as_array().map(|list| list.iter().map(word).collect());
                let fits = |list: &Vec<String>| {
                    names.is_empty() || list.iter().all(|entry| names.contains(entry))
                };
                list.filter(fits)
                    .map(Value::List)
                    .ok_or_else(|| wanted("a list of permitted texts"))
            }
            Kind::Integer(min, max) => {
                let whole = json.as_i64().or_else(|| {
                    json.as_f64()
                        .filter(|number| number.fract() == 0.0)
                        .map(|number| number as i64)
                });
                let whole = whole.filter(|whole| (*min..=*max).contains(whole));
                whole
                    .map(|whole| Value::Integer(whole as i32))
                    .ok_or_else(|| wanted(&format!("a whole number from {min} to {max}")))
            }
            Kind::Number(min, max) => {
                let number = json
                    .as_f64()
                    .filter(|number| (*min..=*max).contains(number));
                number
                    .map(Value::Number)
                    .ok_or_else(|| wanted(&format!("a number from {min} to {max}")))
            }
            Kind::Flag(_) => json
                .as_bool()
                .map(Value::Flag)
                .ok_or_else(|| wanted("true or false")),
            Kind::Records(_) => Err(wanted("nothing")),
        }
    }
}

impl Records {
    fn read(section: &Section<'_>) -> Records {
        let mut fields = BTreeMap::new();
        section.inside("fields", "the fields of records", |section| {
            for (name, _) in section.keys() {
                section.inside(&name, &format!("field `{name}`"), |field| {
                    let declared = Declared::read(field, &name);
                    if declared.as_ref().is_some_and(|declared| {
                        declared.formula.is_some() || declared.records().is_some()
                    }) {
                        let problem = Problem::new(
                            field.place(),
                            "records contain neither records nor computed fields",
                        );
                        return field.document.report(problem);
                    }
                    fields.extend(declared.map(|declared| (name.clone(), declared)));
                });
            }
        });
        if fields.is_empty() {
            let problem = Problem::new(section.place(), "these records have no fields");
            section.document.report(
                problem.help("declare their fields: `fields = { north = { type = \"text\" } }`"),
            );
        }
        let code = section.maybe("code", Field::text);
        let linked = section
            .maybe("rows", sources)
            .map(|sources| (sources, code.unwrap_or_else(|| "code".to_owned())));
        Records { fields, linked }
    }

    /// A record in its row.
    fn one(&self, field: Field<'_>) -> Result<Map<String, Json>, Problem> {
        let help = "a cell cannot contain records: name a table of them in `rows`";
        let section = field.section("a record").map_err(|problem| {
            if field.is_cell() {
                problem.help(help)
            } else {
                problem
            }
        })?;
        let value = |(name, declared): (&String, &Declared)| {
            (
                name.clone(),
                declared.value(&section).unwrap_or_default().json(),
            )
        };
        let record = self.fields.iter().map(value).collect();
        section.finish();
        Ok(record)
    }
}
