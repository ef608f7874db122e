//! `guide.toml`: the words of the printed guide.

use super::reader::{Document, Field, Section};
use super::{Kit, Place, Problem};

/// The printed guide, in chapters.
#[derive(Clone, Debug, Default)]
pub struct Guide {
    /// The template of a page's ground: a face as large as the paper. Empty: a plain page.
    pub page: String,
    pub chapters: Vec<Chapter>,
    /// Thanks and sources, a line each.
    pub credits: Vec<String>,
}

/// A heading and its numbered steps.
#[derive(Clone, Debug)]
pub struct Chapter {
    pub title: String,
    /// A paragraph before the steps; may be empty.
    pub text: String,
    pub steps: Vec<Step>,
}

/// One numbered step.
#[derive(Clone, Debug)]
pub struct Step {
    pub text: String,
    /// A diagram: a face template of the kit, drawn 40 x 26 mm. May be missing.
    pub figure: Option<String>,
}

/// Reads the kit's guide, if it has one; gives what is wrong with it.
pub(super) fn read(kit: &mut Kit) -> Vec<Problem> {
    if !kit.files.has("guide.toml") {
        return Vec::new();
    }
    let document = match Document::open(&kit.files, "guide.toml", Place::file(kit.files.name("guide.toml"))) {
        Ok(document) => document,
        Err(problem) => return vec![problem],
    };
    let text = document.text();
    let mut guide = Guide::default();
    document.root(&text, |root| {
        guide.page = root.maybe("page", |field| field.file(&kit.files)).unwrap_or_default();
        guide.credits = root.maybe("credits", |field| field.list(Field::text)).unwrap_or_default();
        root.each("chapter", "a chapter", |section| guide.chapters.push(chapter(section, kit)));
    });
    kit.guide = guide;
    document.into_problems()
}

fn chapter(section: &Section<'_>, kit: &Kit) -> Chapter {
    let mut chapter = Chapter {
        title: section.need("title", Field::text).unwrap_or_default(),
        text: section.maybe("text", Field::text).unwrap_or_default(),
        steps: Vec::new(),
    };
    section.each("step", "a step", |step| {
        let figure = step.maybe("figure", |field| field.file(&kit.files));
        chapter.steps.push(Step { text: step.need("text", Field::text).unwrap_or_default(), figure });
    });
    chapter
}
