//! `rules.toml`: the rules by number, in our own words.
//!
//! A number that stands on a piece stands in its row alone: a rule's text has `{T40.guardian}` in its place, the piece's code and
//! the field, and changes with it. `{tiles.count}` is how many pieces the deck `tiles` has, in every edition.

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

/// What the row of a piece, by its code, has in a field, or how many pieces a deck has; `None` if there is no such thing.
pub(super) type Printed<'a> = &'a dyn Fn(&str, &str) -> Option<String>;

/// Reads a kit's rules, if it has any, and says what is wrong with them.
pub(super) fn read(files: &Files, printed: Printed<'_>) -> (Vec<Rule>, Vec<Problem>) {
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
                id: section.need("id", Field::line).unwrap_or_default(),
                title: section.need("title", Field::line).unwrap_or_default(),
                text: section.need("text", |field| written(field, printed)).unwrap_or_default(),
            };
            if rules.iter().any(|known| known.id == rule.id) {
                section.document.report(Problem::new(section.place(), format!("rule `{}` is there twice", rule.id)));
            }
            rules.push(rule);
        });
    });
    (rules, document.into_problems())
}

/// A text with what stands in rows written out.
fn written(field: Field<'_>, printed: Printed<'_>) -> Result<String, Problem> {
    let text = field.text()?;
    let mut written = String::with_capacity(text.len());
    let mut rest = text.as_str();
    while let Some((before, after)) = rest.split_once('{') {
        let problem = |message: String| {
            field
                .problem(message)
                .help("`{T07.height}` is what the row of the piece T07 has in its field `height`, `{tiles.count}` how many tiles there are")
        };
        let (name, after) = after.split_once('}').ok_or_else(|| problem("this has a `{` without its `}`".to_owned()))?;
        let value = name.split_once('.').and_then(|(code, name)| printed(code, name));
        let value = value.ok_or_else(|| problem(format!("no piece has what `{{{name}}}` asks for")))?;
        written.push_str(before);
        written.push_str(&value);
        rest = after;
    }
    written.push_str(rest);
    Ok(written)
}
