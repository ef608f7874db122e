//! `guide.toml`: the text of the printed guide.

use std::collections::BTreeSet;

use super::lesson::{Known, Pictures};
use super::reader::{Document, Field, Section};
use super::{Files, Problem, Prop, SourceSpan};

/// The printed guide, in chapters.
#[derive(Clone, Debug, Default)]
pub struct Guide {
    /// The template of a page's background, a face as large as the paper; empty for a plain page.
    pub page: String,
    /// What one should know before printing; may be empty.
    pub intro: String,
    pub chapters: Vec<Chapter>,
    /// Thanks and sources, one per line.
    pub credits: Vec<String>,
}

/// A heading and its steps, numbered unless one of them has a title.
#[derive(Clone, Debug)]
pub struct Chapter {
    pub title: String,
    /// A paragraph before the steps; may be empty.
    pub text: String,
    pub about: About,
    pub steps: Vec<Step>,
}

/// One step, or with a title, one of several ways.
#[derive(Clone, Debug)]
pub struct Step {
    /// What it is about, for steps that do not follow each other; may be empty.
    pub title: String,
    pub text: String,
    /// A diagram: a face template of the kit, drawn 40 x 26 mm. May be missing.
    pub figure: Option<String>,
    /// A picture of pieces, in place of a diagram; may be empty.
    pub picture: Vec<Prop>,
    /// What the picture shows, for people who do not see it.
    pub alt: String,
    pub about: About,
}

/// What text can be about, besides the pieces of an edition: labels for dice; those of the kit's own size; those for dice that
/// somebody measured; dice to fold, a box, a tray, sheets printed on both sides, and the edge about which they are turned; labels of
/// backs, sheets folded in the middle, the pieces of several editions.
pub const PRINTED: [&str; 12] = [
    "stickers",
    "kit-dice",
    "own-dice",
    "paper-dice",
    "box",
    "tray",
    "both-sides",
    "long-edge",
    "short-edge",
    "back-labels",
    "gutterfold",
    "editions",
];

/// What text is `for`: some of `PRINTED`, or names of editions. It is left out if the print contains none of these.
#[derive(Clone, Debug, Default)]
pub struct About(Vec<String>);

impl About {
    /// The key `for` in a table.
    pub(super) fn read(section: &Section<'_>, editions: &[&str]) -> About {
        let names: Vec<String> = PRINTED
            .iter()
            .chain(editions)
            .map(ToString::to_string)
            .collect();
        let name = |field: Field<'_>| field.one_of(&names).map(str::to_owned);
        About(
            section
                .maybe("for", |field| field.one_or_more(name))
                .unwrap_or_default(),
        )
    }

    /// Whether the text applies to a print that contains these.
    pub fn concerns(&self, printed: &BTreeSet<&str>) -> bool {
        self.0.is_empty() || self.0.iter().any(|name| printed.contains(name.as_str()))
    }

    /// Whether it is named explicitly.
    pub fn names(&self, name: &str) -> bool {
        self.0.iter().any(|other| other == name)
    }
}

/// Reads a text from its field.
type ReadText<'a> = &'a dyn Fn(Field<'_>) -> Result<String, Problem>;

/// Reads the picture of a step.
type ReadPicture<'a> = &'a mut dyn FnMut(&Section<'_>) -> Vec<Prop>;

impl Guide {
    /// Everything in the pictures of its steps.
    pub fn props(&self) -> impl Iterator<Item = &Prop> {
        let steps = self.chapters.iter().flat_map(|chapter| &chapter.steps);
        steps.flat_map(|step| &step.picture)
    }

    /// Reads a guide from these files, for a kit with these editions, and says what is wrong with it; `words` reads a text from its
    /// field, and `picture` the picture of a step.
    pub(crate) fn read(
        files: &Files,
        path: &str,
        editions: &[&str],
        words: ReadText<'_>,
        picture: ReadPicture<'_>,
    ) -> (Guide, Vec<Problem>) {
        let mut guide = Guide::default();
        let document = match Document::open(files, path, SourceSpan::file(files.name(path))) {
            Ok(document) => document,
            Err(problem) => return (guide, vec![problem]),
        };
        let text = document.text();
        document.root(&text, |root| {
            guide.page = root
                .maybe("page", |field| field.file(files))
                .unwrap_or_default();
            guide.intro = root.maybe("intro", words).unwrap_or_default();
            guide.credits = root
                .maybe("credits", |field| field.list(words))
                .unwrap_or_default();
            root.each("chapter", "a chapter", |section| {
                guide
                    .chapters
                    .push(chapter(section, files, editions, words, picture))
            });
        });
        (guide, document.into_problems())
    }
}

/// Reads a kit's guide, if it has one. Returns it with what is wrong and with warnings about missing pieces.
pub(super) fn read(files: &Files, known: Known<'_>) -> (Guide, Vec<Problem>, Vec<Problem>) {
    let mut missing = Vec::new();
    if !files.has("guide.toml") {
        return (Guide::default(), Vec::new(), missing);
    }
    let mut pictures = Pictures::new(known, &mut missing);
    let (guide, problems) = Guide::read(
        files,
        "guide.toml",
        known.fill.editions,
        &|field| known.fill.text(field),
        &mut |step| pictures.read(step, "picture"),
    );
    (guide, problems, missing)
}

fn chapter(
    section: &Section<'_>,
    files: &Files,
    editions: &[&str],
    words: ReadText<'_>,
    picture: ReadPicture<'_>,
) -> Chapter {
    let mut chapter = Chapter {
        title: section.need("title", words).unwrap_or_default(),
        text: section.maybe("text", words).unwrap_or_default(),
        about: About::read(section, editions),
        steps: Vec::new(),
    };
    section.each("step", "a step", |step| {
        chapter.steps.push(Step {
            title: step.maybe("title", words).unwrap_or_default(),
            text: step.need("text", words).unwrap_or_default(),
            figure: step.maybe("figure", |field| field.file(files)),
            picture: picture(step),
            alt: step.maybe("alt", words).unwrap_or_default(),
            about: About::read(step, editions),
        });
    });
    chapter
}
