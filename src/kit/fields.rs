//! A row's own fields. Only the values are the row's: all rows of a deck share the names, so that large decks stay small.

use std::ops::Index;
use std::sync::Arc;

use serde::{Serialize, Serializer};
use serde_json::{Map, Value};

/// Values by name, in the order of the names.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Fields {
    names: Arc<[String]>,
    values: Box<[Value]>,
}

impl Fields {
    /// The values of these names; null where there is none.
    pub(super) fn new(names: &Arc<[String]>, values: impl Iterator<Item = Option<Value>>) -> Fields {
        Fields { names: names.clone(), values: values.map(Option::unwrap_or_default).collect() }
    }

    pub fn iter(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.names.iter().map(String::as_str).zip(&self.values)
    }

    pub fn get(&self, name: &str) -> Option<&Value> {
        self.iter().find(|(known, _)| *known == name).map(|(_, value)| value)
    }

    /// Another value for a field there is.
    pub fn set(&mut self, name: &str, value: Value) {
        if let Some(at) = self.names.iter().position(|known| known == name) {
            self.values[at] = value;
        }
    }
}

impl Index<&str> for Fields {
    type Output = Value;

    /// Null for a field there is not.
    fn index(&self, name: &str) -> &Value {
        self.get(name).unwrap_or(&Value::Null)
    }
}

impl From<&Fields> for Map<String, Value> {
    fn from(fields: &Fields) -> Map<String, Value> {
        fields.iter().map(|(name, value)| (name.to_owned(), value.clone())).collect()
    }
}

impl Serialize for Fields {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}
