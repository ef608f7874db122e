//! `rules.toml`: the rules by number, in our own words.

use super::reader::{Document, Field};
use super::{Files, Place, Problem};

/// One rule as shown to players.
#[derive(Clone, Debug)]
pub struct Rule {
    /// "R12" or "A3", as in the rules dossier.
    pub id: String,
    pub title: String,
    pub text: String,
}

/// Reads a kit's rules, if it has any, and says what is wrong with them.
pub(super) fn read(files: &Files) -> (Vec<Rule>, Vec<Problem>) {
    let mut rules: Vec<Rule> = Vec::new();
    if !files.has("rules.toml") {
        return (rules, Vec::new());
    }
    let document = match Document::open(files, "rules.toml", Place::file(files.name("rules.toml"))) {
        Ok(document) => document,
        Err(problem) => return (rules, vec![problem]),
    };
    let text = document.text();
    document.root(&text, |root| {
        root.each("rule", "a rule", |section| {
            let rule = Rule {
                id: section.need("id", Field::text).unwrap_or_default(),
                title: section.need("title", Field::text).unwrap_or_default(),
                text: section.need("text", Field::text).unwrap_or_default(),
            };
            if rules.iter().any(|known| known.id == rule.id) {
                section.document.report(Problem::new(section.place(), format!("rule `{}` is there twice", rule.id)));
            }
            rules.push(rule);
        });
    });
    (rules, document.into_problems())
}
