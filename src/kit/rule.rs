//! `rules.toml`: the rules by number, in our own words, and the chapters in which they are printed.

use std::collections::HashSet;
use std::fmt::Display;

use super::fill::Fill;
use super::reader::{Document, Field, Section};
use super::{Evening, Files, Problem, SourceSpan};

/// One rule as shown to players.
#[derive(Clone, Debug)]
pub struct Rule {
    /// "R12" or "A3", as in the rules dossier.
    pub id: String,
    pub title: String,
    /// All of it, as the program shows it: with what differs between editions, and the names of options.
    pub text: String,
    /// What is printed of it, without the names of options.
    pub wording: Wording,
    /// Other words that people search for: "theft" for a rule that says "takes".
    pub also: Vec<String>,
    /// The codes of pieces to show beside it, from the kit or the one it uses.
    pub pieces: Vec<String>,
}

/// A text that may differ between editions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wording {
    /// What is the same in every edition; may be empty.
    pub common: String,
    /// What is said in each edition: its name and the words.
    pub by_edition: Vec<(String, String)>,
}

impl Wording {
    /// What is printed for this edition, or for all of them, each after its title; `None` if only other editions say anything.
    pub fn printed(&self, edition: Option<&str>, title: impl Fn(&str) -> String) -> Option<String> {
        let mut words = vec![self.common.clone()];
        for (name, text) in &self.by_edition {
            match edition {
                None => words.push(format!("{}: {text}", title(name))),
                Some(only) if only == name => words.push(text.clone()),
                Some(_) => {}
            }
        }
        words.retain(|words| !words.is_empty());
        (!words.is_empty()).then(|| words.join(" "))
    }
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
    pub brief: Vec<Wording>,
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
            let rule = rule(section, files, fill, &mut book.warnings);
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

fn rule(section: &Section<'_>, files: &Files, fill: Fill<'_>, warnings: &mut Vec<Problem>) -> Rule {
    let words = |field: Field<'_>| fill.text(field);
    let id = section.need("id", Field::line).unwrap_or_default();
    let title = section.need("title", Field::title).unwrap_or_default();
    let by_edition = section
        .maybe("editions", |field| by_edition(field, fill))
        .unwrap_or_default();
    let common = if by_edition.is_empty() {
        section.need("text", words)
    } else {
        section.maybe("text", words)
    };
    let common = common.unwrap_or_default();
    let options = section.maybe("options", |field| field.list(Field::line));
    let options = options.unwrap_or_default().into_iter().map(|name| {
        let with: [(&str, &dyn Display); 1] = [("name", &name)];
        files.say("Option `{name}`.", &with)
    });
    let editions = by_edition
        .iter()
        .map(|(name, text)| format!("{name}: {text}"));
    let mut parts: Vec<String> = [common.clone()]
        .into_iter()
        .chain(editions)
        .chain(options)
        .collect();
    parts.retain(|part| !part.is_empty());
    Rule {
        id,
        title,
        text: parts.join(" "),
        wording: Wording { common, by_edition },
        also: section
            .maybe("also", |field| field.list(Field::words))
            .unwrap_or_default(),
        pieces: pieces(section, fill, warnings),
    }
}

/// A table of what is said in each edition.
fn by_edition(field: Field<'_>, fill: Fill<'_>) -> Result<Vec<(String, String)>, Problem> {
    let table = field.section("the editions")?;
    let mut said = Vec::new();
    for (name, place) in table.keys() {
        if !fill.editions.contains(&name.as_str()) {
            return Err(Problem::new(
                place,
                format!("no row belongs to an edition `{name}`"),
            ));
        }
        if let Some(text) = table.maybe(&name, |field| fill.text(field)) {
            said.push((name, text));
        }
    }
    Ok(said)
}

/// A sentence of a summary: a text, or one for each edition.
pub(super) fn sentence(field: Field<'_>, fill: Fill<'_>) -> Result<Wording, Problem> {
    if field.is_table() {
        let by_edition = by_edition(field, fill)?;
        return Ok(Wording {
            common: String::new(),
            by_edition,
        });
    }
    Ok(Wording {
        common: fill.text(field)?,
        by_edition: Vec::new(),
    })
}

fn chapter(section: &Section<'_>, fill: Fill<'_>, warnings: &mut Vec<Problem>) -> RuleChapter {
    RuleChapter {
        title: section.need("title", Field::title).unwrap_or_default(),
        from: section.need("from", Field::line).unwrap_or_default(),
        pieces: pieces(section, fill, warnings),
        brief: section
            .maybe("brief", |field| field.list(|field| sentence(field, fill)))
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
