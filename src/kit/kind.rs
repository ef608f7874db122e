//! The types of fields in a deck's rows, as declared in `[deck.fields]`.

use super::Problem;
use super::reader::{Field, Section};
use super::row::Value;

#[derive(Clone, Debug)]
pub(super) enum Kind {
    /// Text for people.
    Words,
    /// Text for templates and rules: any, or one of these.
    Text(Vec<String>),
    List(Vec<String>),
    /// From and to, within 32 bits.
    Integer(i64, i64),
    /// From and to.
    Number(f64, f64),
    /// The words that mean true in a cell, or else the usual ones.
    Flag(Vec<String>),
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
}

impl Declared {
    pub fn read(section: &Section<'_>, name: &str) -> Option<Declared> {
        let column = section.maybe("column", Field::text).unwrap_or_else(|| name.to_owned());
        let optional = section.maybe("optional", Field::flag).unwrap_or(false);
        let kind = Kind::read(section)?;
        let filled = matches!(kind, Kind::Words | Kind::Text(_) | Kind::List(_))
            && section.maybe("filled", Field::flag).unwrap_or(false);
        Some(Declared { column, kind, optional, filled })
    }

    /// Whether its texts are for people.
    pub fn is_translated(&self) -> bool {
        matches!(self.kind, Kind::Words)
    }

    /// Its value in a row.
    pub fn value(&self, row: &Section<'_>) -> Option<Value> {
        let blank = match self.optional {
            true if row.field(&self.column).is_none() => Some(self.kind.nothing()),
            true => None,
            false => self.kind.blank().filter(|_| row.is_blank(&self.column)),
        };
        blank.or_else(|| row.need(&self.column, |field| self.kind.value(field)))
    }
}

impl Kind {
    fn read(section: &Section<'_>) -> Option<Kind> {
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
            "flag" => Kind::Flag(section.maybe("yes", |field| field.list(Field::text)).unwrap_or_default()),
            text_or_list => {
                let names = section.maybe("one_of", |field| field.list(Field::text)).unwrap_or_default();
                match section.maybe("translate", Field::flag).unwrap_or(names.is_empty()) {
                    _ if text_or_list == "list" => Kind::List(names),
                    true => Kind::Words,
                    false => Kind::Text(names),
                }
            }
        })
    }

    /// What a blank cell means, if it means anything.
    fn blank(&self) -> Option<Value> {
        match self {
            Kind::Text(names) if !names.is_empty() => None,
            Kind::Integer(..) | Kind::Number(..) => None,
            _ => Some(self.nothing()),
        }
    }

    /// Its value where a row has none.
    fn nothing(&self) -> Value {
        match self {
            Kind::Words | Kind::Text(_) => Value::Text(String::new()),
            Kind::List(_) => Value::List(Vec::new()),
            Kind::Integer(..) | Kind::Number(..) => Value::Null,
            Kind::Flag(_) => Value::Flag(false),
        }
    }

    fn value(&self, field: Field<'_>) -> Result<Value, Problem> {
        Ok(match self {
            Kind::Words => Value::Text(field.words()?),
            Kind::Text(names) => Value::Text(field.one_of(names)?.to_owned()),
            Kind::List(names) => Value::List(field.list(|entry| Ok(entry.one_of(names)?.to_owned()))?),
            Kind::Integer(min, max) => Value::Integer(field.integer(*min..=*max)? as i32),
            Kind::Number(min, max) => Value::Number(field.number(*min..=*max)?),
            Kind::Flag(yes) => Value::Flag(field.flag_of(yes)?),
        })
    }
}
