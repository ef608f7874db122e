//! `rules.toml`: the rules by number, in our own words.

use super::reader::{Document, Field};
use super::{Kit, Place, Problem};

/// One rule as shown to players.
#[derive(Clone, Debug)]
pub struct Rule {
    /// "R12" or "A3", as in the rules dossier.
    pub id: String,
    pub title: String,
    pub text: String,
}

/// Reads the kit's rules, if it has any; gives what is wrong with them.
pub(super) fn read(kit: &mut Kit) -> Vec<Problem> {
    if !kit.files.has("rules.toml") {
        return Vec::new();
    }
    let document = match Document::open(&kit.files, "rules.toml", Place::file(kit.files.name("rules.toml"))) {
        Ok(document) => document,
        Err(problem) => return vec![problem],
    };
    let text = document.text();
    document.root(&text, |root| {
        root.each("rule", "a rule", |section| {
            let rule = Rule {
                id: section.need("id", Field::text).unwrap_or_default(),
                title: section.need("title", Field::text).unwrap_or_default(),
                text: section.need("text", Field::text).unwrap_or_default(),
            };
            if kit.rules.iter().any(|known| known.id == rule.id) {
                section.document.report(Problem::new(section.place(), format!("rule `{}` is there twice", rule.id)));
            }
            kit.rules.push(rule);
        });
    });
    document.into_problems()
}
