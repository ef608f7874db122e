//! `rules.toml`: the rules by number, in our own words, and the chapters in which they are printed.

use std::collections::HashSet;

use super::fill::Fill;
use super::reader::{Document, Field, Section};
use super::{Evening, Files, Problem, SourceSpan};

/// One rule as shown to players.
#[derive(Clone, Debug)]
pub struct Rule {
    /// "R12" or "A3", as in the rules dossier.
    pub id: String,
    pub title: String,
    pub text: String,
    /// Other words that people search for: "theft" for a rule that says "takes".
    pub also: Vec<String>,
}

/// Rules that are printed under one heading.
#[derive(Clone, Debug)]
pub struct RuleChapter {
    pub title: String,
    /// The number of its first rule; it continues up to the next chapter.
    pub from: String,
    /// The codes of pieces to show, from the kit or the one it uses.
    pub pieces: Vec<String>,
    /// Its summary, one sentence each, for the one-page reference.
    pub brief: Vec<String>,
}

/// The contents of `rules.toml`.
#[derive(Default)]
pub(super) struct Rulebook {
    pub rules: Vec<Rule>,
    pub chapters: Vec<RuleChapter>,
    pub evening: Option<Evening>,
    /// Pictures of pieces that the kit does not have, which are left out.
    pub warnings: Vec<Problem>,
}

/// Reads a kit's rules, if it has any, and reports what is wrong with them.
pub(super) fn read(files: &Files, fill: Fill<'_>) -> (Rulebook, Vec<Problem>) {
    let mut book = Rulebook::default();
    if !files.has("rules.toml") {
        return (book, Vec::new());
    }
    let document = match Document::open(
        files,
        "rules.toml",
        SourceSpan::file(files.name("rules.toml")),
    ) {
        Ok(document) => document,
        Err(problem) => return (book, vec![problem]),
    };
    let text = document.text();
    let mut known = HashSet::new();
    document.root(&text, |root| {
        if root.field("evening").is_some() {
            root.inside("evening", "the evening", |section| {
                book.evening = Some(Evening::read(section, fill))
            });
        }
        root.each("rule", "a rule", |section| {
            let rule = Rule {
                id: section.need("id", Field::line).unwrap_or_default(),
                title: section.need("title", Field::title).unwrap_or_default(),
                text: section
                    .need("text", |field| fill.text(field))
                    .unwrap_or_default(),
                also: section
                    .maybe("also", |field| field.list(Field::words))
                    .unwrap_or_default(),
            };
            if !known.insert(rule.id.clone()) {
                section.document.report(Problem::new(
                    section.place(),
                    format!("rule `{}` appears twice", rule.id),
                ));
            }
            book.rules.push(rule);
        });
        let mut last = None;
        root.each("chapter", "a chapter", |section| {
            let chapter = chapter(section, fill, &mut book.warnings);
            let first = book.rules.iter().position(|rule| rule.id == chapter.from);
            if first.is_none() || first <= last && last.is_some() {
                let wrong = format!(
                    "chapter `{}` does not start with a rule after those of earlier chapters",
                    chapter.title
                );
                section.document.report(
                    Problem::new(section.place(), wrong)
                        .help("`from` is the number of its first rule"),
                );
            }
            last = first;
            book.chapters.push(chapter);
        });
    });
    (book, document.into_problems())
}

fn chapter(section: &Section<'_>, fill: Fill<'_>, warnings: &mut Vec<Problem>) -> RuleChapter {
    RuleChapter {
        title: section.need("title", Field::title).unwrap_or_default(),
        from: section.need("from", Field::line).unwrap_or_default(),
        pieces: pieces(section, fill, warnings),
        brief: section
            .maybe("brief", |field| field.list(|field| fill.text(field)))
            .unwrap_or_default(),
    }
}

/// The codes of the pieces to show. A deck may do without some of them, and is played and printed all the same.
fn pieces(section: &Section<'_>, fill: Fill<'_>, warnings: &mut Vec<Problem>) -> Vec<String> {
    let coded = |field: Field<'_>| {
        let code = field.text()?;
        let unknown = field.problem(format!("no piece has the code `{code}`"));
        Ok((
            code,
            unknown.help("the rules are printed without its picture"),
        ))
    };
    let named = section.maybe("pieces", |field| field.list(coded));
    let mut known = Vec::new();
    for (code, unknown) in named.unwrap_or_default() {
        if fill.has_piece(&code) {
            known.push(code);
        } else {
            warnings.push(unknown);
        }
    }
    known
}
