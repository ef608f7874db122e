//! `rules.toml`: the rules by number, in our own words.

use std::collections::HashSet;

use super::fill::Fill;
use super::reader::{Document, Field};
use super::{Evening, Files, Place, Problem};

/// One rule as shown to players.
#[derive(Clone, Debug)]
pub struct Rule {
    /// "R12" or "A3", as in the rules dossier.
    pub id: String,
    pub title: String,
    pub text: String,
    /// Other words that people look for it by: "theft" where it says "takes".
    pub also: Vec<String>,
}

/// Reads a kit's rules, if it has any, and says what is wrong with them.
pub(super) fn read(files: &Files, fill: Fill<'_>) -> (Vec<Rule>, Option<Evening>, Vec<Problem>) {
    let mut rules: Vec<Rule> = Vec::new();
    let mut evening = None;
    if !files.has("rules.toml") {
        return (rules, evening, Vec::new());
    }
    let document = match Document::open(files, "rules.toml", Place::file(files.name("rules.toml"))) {
        Ok(document) => document,
        Err(problem) => return (rules, evening, vec![problem]),
    };
    let text = document.text();
    let mut known = HashSet::new();
    document.root(&text, |root| {
        if root.field("evening").is_some() {
            root.inside("evening", "the evening", |section| evening = Some(Evening::read(section, fill)));
        }
        root.each("rule", "a rule", |section| {
            let rule = Rule {
                id: section.need("id", Field::line).unwrap_or_default(),
                title: section.need("title", Field::line).unwrap_or_default(),
                text: section.need("text", |field| fill.text(field)).unwrap_or_default(),
                also: section.maybe("also", |field| field.list(Field::text)).unwrap_or_default(),
            };
            if !known.insert(rule.id.clone()) {
                section.document.report(Problem::new(section.place(), format!("rule `{}` is there twice", rule.id)));
            }
            rules.push(rule);
        });
    });
    (rules, evening, document.into_problems())
}
