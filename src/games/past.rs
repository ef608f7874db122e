//! Games begun earlier: which parts of a kit they depend on, and which journals today's rules can continue.
//!
//! A running game depends on the values that its rules read, not on the text beside them: a name may be corrected during
//! play, a price may not.

use std::fmt;

use serde::de::{self, DeserializeOwned, Deserializer, Visitor};
use serde::forward_to_deserialize_any;
use sha2::{Digest, Sha256};

use super::Entry;
use crate::kit::{Kit, Row};
use crate::referee::Setup;
use crate::referee::journal::{FORMAT, Header, Mismatch};

/// With more rows than this the journal lists none of them, to keep its first line readable.
const MAX_ROWS: usize = 5_000;

/// The most changed rows that a refusal names.
const NAMED: usize = 4;

/// A deck whose rows the rules read.
#[derive(Debug)]
pub struct Reads {
    pub deck: &'static str,
    /// The fields that affect play, besides codes, counts and faces.
    pub fields: fn() -> &'static [&'static str],
}

impl Reads {
    /// A deck whose rows are read as `T`, a structure with one field for each of theirs that affects play.
    pub const fn of<T: DeserializeOwned>(deck: &'static str) -> Reads {
        Reads {
            deck,
            fields: fields::<T>,
        }
    }
}

/// Which parts of a kit a game depends on.
#[derive(Clone, Debug)]
pub enum Binding {
    /// The values that the rules read from these decks.
    Rows(&'static [Reads]),
    /// The whole kit, by a fingerprint.
    Whole {
        /// Of its rows and of the rules for a set-up.
        now: fn(&Kit, &Setup) -> String,
        /// The same in journals of earlier versions.
        before: fn(&Kit) -> String,
    },
}

/// What changed since earlier versions of a game.
#[derive(Clone, Debug)]
pub struct Past {
    /// Earlier versions of the rules, each with the last program version that had it. Their journals are continued; an entry
    /// that today's rules refuse is reported at its line.
    pub rules: &'static [(u32, &'static str)],
    /// Options whose default changed: the version of the rules that changed it, the option, and the old default.
    pub defaults: &'static [(u32, &'static str, &'static str)],
    /// Fingerprints in format 1 (over all cells) of shipped kits, each with the current fingerprint of the same kit.
    pub kits: &'static [(&'static str, &'static str)],
}

impl Past {
    /// For a game whose rules and shipped kit never changed.
    pub const NONE: Past = Past {
        rules: &[],
        defaults: &[],
        kits: &[],
    };
}

/// How a journal's first line identifies the kit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stamp {
    /// Equal for two kits exactly if they play alike.
    pub kit: String,
    /// Every row that the rules read, by deck and code, with a digest of the values read.
    pub rows: Vec<(String, String)>,
}

impl Entry {
    /// The stamp for a journal that begins now.
    pub fn stamp(&self, kit: &Kit, setup: &Setup) -> Stamp {
        let reads = match self.binding {
            Binding::Rows(reads) => reads,
            Binding::Whole { now, .. } => {
                return Stamp {
                    kit: now(kit, setup),
                    rows: Vec::new(),
                };
            }
        };
        let mut rows = Vec::new();
        let mut whole = Sha256::new();
        for Reads { deck, fields } in reads {
            let fields = fields();
            for (at, row) in kit
                .deck(deck)
                .iter()
                .flat_map(|deck| &deck.rows)
                .enumerate()
            {
                let code = row
                    .codes()
                    .next()
                    .map_or_else(|| format!("row {}", at + 1), str::to_owned);
                let digest = digest(row, fields);
                whole.update(format!("{deck} {digest}\n"));
                rows.push((format!("{deck} {code}"), digest));
            }
        }
        let kit = hexadecimal(&whole.finalize()[..8]);
        Stamp {
            kit,
            rows: if rows.len() > MAX_ROWS {
                Vec::new()
            } else {
                rows
            },
        }
    }

    /// The set-up of a journal; options that it omits have the defaults of its version.
    pub fn setup(&self, header: &Header) -> Setup {
        let mut setup = header.setup();
        let rules = header.rules;
        for (_, name, value) in self
            .past
            .defaults
            .iter()
            .filter(|(since, ..)| rules < *since)
        {
            if !setup.options.iter().any(|(known, _)| known == name) {
                setup
                    .options
                    .push(((*name).to_owned(), (*value).to_owned()));
            }
        }
        setup
    }

    /// Every option with its value, for a journal: first the chosen ones, then the others.
    pub fn every_option(&self, wishes: &[(String, String)]) -> Vec<(String, String)> {
        let others = self
            .options
            .iter()
            .filter(|option| !wishes.iter().any(|(name, _)| name == option.name));
        let others = others.map(|option| (option.name.to_owned(), option.default().to_owned()));
        wishes.iter().cloned().chain(others).collect()
    }

    /// Whether a journal can continue with this kit and today's rules.
    pub fn fits(&self, header: &Header, kit: &Kit) -> Result<(), Mismatch> {
        if header.rules != self.rules && self.program(header).is_none() {
            return Err(Mismatch::Rules {
                game: header.game.clone(),
                was: header.rules,
                is: self.rules,
                program: header.program.clone(),
            });
        }
        // Rules of the program list the rows that they read; those of a kit never did.
        if self.is_own() && !header.rows.is_empty() {
            return Err(Mismatch::Rules {
                game: header.game.clone(),
                was: header.rules,
                is: self.rules,
                program: header.program.clone(),
            });
        }
        let stamp = self.stamp(kit, &header.setup());
        let was = || match self.binding {
            Binding::Whole { before, .. } if header.rules < self.rules => header.kit == before(kit),
            _ => false,
        };
        let same = match header.journal {
            FORMAT => header.kit == stamp.kit || was(),
            _ => {
                let shipped = self
                    .past
                    .kits
                    .contains(&(header.kit.as_str(), stamp.kit.as_str()));
                shipped
                    || matches!(self.binding, Binding::Rows([]))
                    || header.kit == kit.fingerprint()
            }
        };
        if same {
            return Ok(());
        }
        let changed = (header.journal == FORMAT)
            .then(|| changed(&header.rows, &stamp.rows))
            .flatten();
        let program = header
            .program
            .clone()
            .filter(|program| program != env!("CARGO_PKG_VERSION"));
        Err(Mismatch::Kit {
            game: header.game.clone(),
            changed,
            program,
        })
    }

    /// Explains why an entry of a journal was refused; earlier rules may be the reason.
    pub fn explain(&self, header: &Header, mismatch: Mismatch) -> Mismatch {
        match mismatch {
            Mismatch::Entry { line, reason } if header.rules != self.rules => Mismatch::Outdated {
                line,
                reason,
                was: header.rules,
                program: self.program(header),
            },
            mismatch => mismatch,
        }
    }

    /// The program version that plays a journal of earlier rules.
    fn program(&self, header: &Header) -> Option<String> {
        let listed = self
            .past
            .rules
            .iter()
            .find(|(rules, _)| *rules == header.rules);
        listed.map(|(_, program)| {
            header
                .program
                .clone()
                .unwrap_or_else(|| (*program).to_owned())
        })
    }
}

/// Lists the rows that differ; `None` if none is known to.
fn changed(was: &[(String, String)], is: &[(String, String)]) -> Option<String> {
    let digest = |rows: &[(String, String)], name: &str| {
        rows.iter()
            .find(|(known, _)| known == name)
            .map(|(_, digest)| digest.clone())
    };
    let gone = was
        .iter()
        .filter(|(name, _)| digest(is, name).is_none())
        .map(|(name, _)| format!("{name} is gone"));
    let other = is.iter().filter_map(|(name, now)| match digest(was, name) {
        Some(then) if then == *now => None,
        Some(_) => Some(format!("{name} is different")),
        None => Some(format!("{name} is new")),
    });
    let mut told: Vec<String> = if was.is_empty() {
        Vec::new()
    } else {
        gone.chain(other).collect()
    };
    if told.is_empty() {
        return (!was.is_empty()).then(|| "its rows are in a different order".to_owned());
    }
    if let more @ 1.. = told.len().saturating_sub(NAMED) {
        told.truncate(NAMED);
        told.push(format!("and {more} more"));
    }
    Some(told.join(", "))
}

/// A digest of a row's codes, count and faces, and of these fields.
fn digest(row: &Row, fields: &[&str]) -> String {
    let [codes, faces] = [row.codes(), row.faces()].map(|texts| texts.collect::<Vec<_>>());
    let fields: Vec<_> = fields
        .iter()
        .filter_map(|name| Some((*name, row.field(name)?)))
        .collect();
    let data = serde_json::json!([codes, row.count(), faces, fields]);
    hexadecimal(&Sha256::digest(data.to_string())[..4])
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The names of a structure's fields, as they are spelled in data.
fn fields<T: DeserializeOwned>() -> &'static [&'static str] {
    match T::deserialize(Asked) {
        Err(Fields(fields)) => fields,
        Ok(_) => &[],
    }
}

/// A deserializer that only records which fields it is asked for.
struct Asked;

/// The fields asked for, returned as the error that ends deserialization.
#[derive(Debug)]
struct Fields(&'static [&'static str]);

impl<'de> Deserializer<'de> for Asked {
    type Error = Fields;

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        fields: &'static [&'static str],
        _visitor: V,
    ) -> Result<V::Value, Fields> {
        Err(Fields(fields))
    }

    fn deserialize_any<V: Visitor<'de>>(self, _visitor: V) -> Result<V::Value, Fields> {
        Err(Fields(&[]))
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map enum identifier ignored_any
    }
}

impl fmt::Display for Fields {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.join(", "))
    }
}

impl std::error::Error for Fields {}

impl de::Error for Fields {
    fn custom<T: fmt::Display>(_message: T) -> Fields {
        Fields(&[])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_those_of_the_data() {
        #[derive(serde::Deserialize)]
        #[serde(rename_all = "kebab-case")]
        #[allow(dead_code)]
        struct Row {
            red_skulls: u8,
            #[serde(rename = "marked")]
            mark: String,
        }
        assert_eq!(fields::<Row>(), ["red-skulls", "marked"]);
        assert_eq!(fields::<u8>(), [""; 0]);
    }

    #[test]
    fn what_changed_is_named() {
        let rows = |rows: &[(&str, &str)]| -> Vec<(String, String)> {
            rows.iter()
                .map(|(name, digest)| ((*name).to_owned(), (*digest).to_owned()))
                .collect()
        };
        let was = rows(&[("tiles T01", "a"), ("tiles T02", "b"), ("dice Y", "c")]);
        let told = |is: &[(&str, &str)]| changed(&was, &rows(is)).expect("a difference");
        assert_eq!(
            told(&[("tiles T01", "a"), ("tiles T02", "x"), ("dice Y", "c")]),
            "tiles T02 is different"
        );
        assert_eq!(
            told(&[("tiles T01", "a"), ("dice Y", "c"), ("dice R", "d")]),
            "tiles T02 is gone, dice R is new"
        );
        assert_eq!(
            told(&[("tiles T02", "b"), ("tiles T01", "a"), ("dice Y", "c")]),
            "its rows are in a different order"
        );
        assert_eq!(changed(&[], &was), None);
    }
}
