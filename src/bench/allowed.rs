//! What a manifest allows in the columns of a deck, where it lists it.

use std::collections::BTreeMap;

use toml_edit::{Array, DocumentMut, Item};

use crate::kit::code::slug;
use crate::kit::edit::{MANIFEST, document};
use crate::kit::{Deck, Files};

/// The most numbers that a field offers to choose from.
const FEW: i64 = 12;

/// What the manifest allows in a deck's fields, where it is little: the names in `one_of`, and a few whole numbers.
pub fn choices(deck: &Deck, manifest: &toml::Table) -> BTreeMap<String, Vec<String>> {
    let decks = manifest.get("deck").and_then(toml::Value::as_array);
    let mut decks = decks.into_iter().flatten();
    let own = decks.find(|own| own.get("name").and_then(toml::Value::as_str) == Some(&*deck.name));
    let fields = own.and_then(|own| own.get("fields")?.as_table());
    let mut found = BTreeMap::new();
    for (name, field) in fields.into_iter().flatten() {
        let names = field.get("one_of").and_then(toml::Value::as_array);
        let bound = |key: &str| field.get(key).and_then(toml::Value::as_integer);
        let allowed: Vec<String> = match (names, bound("min"), bound("max")) {
            (Some(names), ..) => {
                let names = names.iter().filter_map(toml::Value::as_str);
                names.map(str::to_owned).collect()
            }
            (None, Some(min), Some(max)) if max.saturating_sub(min) < FEW => {
                (min..=max).map(|number| number.to_string()).collect()
            }
            _ => continue,
        };
        // Where its column has another name, it is found by that.
        let column = field.get("column").and_then(toml::Value::as_str);
        found.insert(slug(column.unwrap_or(name), '_'), allowed);
    }
    found
}

/// The manifest with one more word among those that a deck's column may have.
///
/// # Errors
///
/// The column may have any word.
pub fn with(files: &Files, deck: &str, column: &str, word: &str) -> Result<String, String> {
    let mut manifest = document(files, MANIFEST)?;
    let names = words(&mut manifest, deck, column);
    let names = names.ok_or_else(|| format!("`{column}` has no list of words that it may have"))?;
    names.push(word);
    Ok(manifest.to_string())
}

/// The list of words that a column may have, if there is one.
fn words<'m>(manifest: &'m mut DocumentMut, deck: &str, column: &str) -> Option<&'m mut Array> {
    let decks = manifest.get_mut("deck")?.as_array_of_tables_mut()?;
    let mut decks = decks.iter_mut();
    let own = decks.find(|own| own.get("name").and_then(Item::as_str) == Some(deck))?;
    let fields = own.get_mut("fields")?.as_table_like_mut()?;
    // Where its column has another name, it is found by that.
    let is_its = |name: &str, field: &Item| {
        let named = field.get("column").and_then(Item::as_str);
        slug(named.unwrap_or(name), '_') == slug(column, '_')
    };
    let mut fields = fields.iter_mut();
    let (_, field) = fields.find(|(name, field)| is_its(name, field))?;
    field.get_mut("one_of")?.as_array_mut()
}
