//! PDF: every face once, live text, three small fonts, the same bytes on every build.
//!
//! The order of work:
//!
//! 1. `pages`: printpdf makes the structure: pages, layers, information; lopdf puts right what it gets wrong.
//!    `outline` adds bookmarks.
//! 2. `text`: lines of text become text operators, and their glyphs get one-byte codes.
//! 3. `artwork`: krilla draws every fragment once and subsets the fonts, in a document of its own whose parts we take.
//!    `tidy` shortens its numbers, `unhint` its fonts.
//! 4. `book`: faces are put together from both, and placed on the pages. What is used once stands where it is used; what is
//!    used more often is a form. `tags` say what is where; `deflate` packs it, `file` writes it.
//!
//! Content is in millimetres, y down, as in the sheet; one matrix a page takes it to points.

mod artwork;
mod book;
mod deflate;
mod file;
mod metadata;
mod outline;
mod pages;
mod tags;
mod text;
mod tidy;
mod unhint;

#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::sync::Arc;

use self::artwork::Artwork;
use self::book::{Book, Stock};
use self::pages::Pages;
use self::text::Codes;
use super::{Fault, Job, Mark, Progress, Sheet, Stroke};
use crate::face::{Drawing, Fragment, Item, TextLine};
use crate::kit::Um;

/// The PDF of a job: one page a sheet.
pub fn write(job: &Job) -> Result<Vec<u8>, Fault> {
    write_telling(job, &Progress::default())
}

/// The same, told page by page.
pub fn write_telling(job: &Job, progress: &Progress) -> Result<Vec<u8>, Fault> {
    let mut uses = vec![0; job.faces.len()];
    for placed in job.sheets.iter().flat_map(|sheet| &sheet.placed) {
        *uses.get_mut(placed.face).ok_or_else(|| Fault::new("a piece without a face"))? += 1;
    }
    let mut codes = Codes::default();
    let mut fragments = Fragments::default();
    let faces: Vec<Vec<Part>> = std::iter::zip(&job.faces, &uses)
        .map(|(face, uses)| if *uses > 0 { parts(face, &mut codes, &mut fragments) } else { Vec::new() })
        .collect();
    let words: Vec<Vec<u8>> = job.sheets.iter().map(|sheet| mark_words(sheet, &mut codes)).collect();

    let Pages { document, pages, layers } = Pages::of(job)?;
    let artwork = Artwork::draw(&fragments.list, &codes, document.max_id + 1)?;
    let (fragments, lines) = (fragments.uses, mark_lines(&job.sheets));
    let mut book = Book::new(document, artwork, layers, job, Stock { faces, uses, fragments, lines });
    for ((page, sheet), words) in pages.iter().zip(&job.sheets).zip(words) {
        book.page(*page, sheet, &words)?;
        progress.pages.step();
    }
    book.finish(&job.meta.language)
}

/// A part of a face's content.
enum Part {
    Text(Vec<u8>),
    Art(u128),
}

/// The fragments in the order of their first use, and how often each is used.
#[derive(Default)]
struct Fragments<'j> {
    list: Vec<&'j Fragment>,
    uses: HashMap<u128, usize>,
}

impl<'j> Fragments<'j> {
    fn use_one(&mut self, fragment: &'j Arc<Fragment>) -> u128 {
        let uses = self.uses.entry(fragment.key).or_default();
        if *uses == 0 {
            self.list.push(fragment);
        }
        *uses += 1;
        fragment.key
    }
}

/// A face's text as operators, its art by name.
fn parts<'j>(face: &'j Drawing, codes: &mut Codes, fragments: &mut Fragments<'j>) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut lines: Vec<&TextLine> = Vec::new();
    for item in face.items.iter() {
        match item {
            Item::Text(line) => lines.push(line),
            Item::Art(fragment) => {
                if !lines.is_empty() {
                    parts.push(Part::Text(codes.show(&std::mem::take(&mut lines))));
                }
                parts.push(Part::Art(fragments.use_one(fragment)));
            }
        }
    }
    if !lines.is_empty() {
        parts.push(Part::Text(codes.show(&lines)));
    }
    parts
}

/// The words beside the pieces of a sheet, as operators.
fn mark_words(sheet: &Sheet, codes: &mut Codes) -> Vec<u8> {
    let words: Vec<&TextLine> = sheet
        .marks
        .iter()
        .filter_map(|mark| match mark {
            Mark::Text(line) => Some(line),
            Mark::Line(..) => None,
        })
        .collect();
    if words.is_empty() { Vec::new() } else { codes.show(&words) }
}

/// The lines beside the pieces of a sheet, with their widths.
type MarkLines = Vec<(Stroke, Um)>;

fn lines_of(sheet: &Sheet) -> MarkLines {
    let line = |mark: &Mark| if let Mark::Line(stroke, width) = mark { Some((*stroke, *width)) } else { None };
    sheet.marks.iter().filter_map(line).collect()
}

/// How many sheets have the same lines.
fn mark_lines(sheets: &[Sheet]) -> HashMap<MarkLines, usize> {
    let mut lines = HashMap::new();
    sheets.iter().for_each(|sheet| *lines.entry(lines_of(sheet)).or_default() += 1);
    lines
}
