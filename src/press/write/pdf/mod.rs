//! PDF: every face once, live text, three small fonts, reproducible byte for byte.
//!
//! The order of work:
//!
//! 1. `pages`: printpdf makes the structure: a page, layers and metadata; with lopdf, the page is repeated and errors are
//!    corrected.
//! 2. `text`: lines of text become text operators, and their glyphs get one-byte codes.
//! 3. `artwork`: krilla draws every fragment once and subsets the fonts, in a document of its own whose parts are reused.
//! 4. `pictures`: those that are shown as they are are written once; `png_parts` takes files of pixels apart, and `copy` copies
//!    the pages of other PDFs.
//! 5. `book`: builds faces from both and places them on the pages. What is used once is inline; what is used more often is a
//!    form. `tags` and `reading` describe the contents of pages, `outline` adds bookmarks, `deflate` compresses, and `file` writes.
//!
//! For print shops, `exchange` turns it into PDF/X-4, [`flat`] into PDF/X-1a, and `dielines` draws the cuts in spot colours.
//!
//! Content is in millimetres with y down, as in the sheet; one matrix per page converts to points.

mod artwork;
mod book;
mod copy;
mod deflate;
mod dielines;
mod exchange;
mod file;
pub mod flat;
mod metadata;
mod outline;
mod pages;
mod pictures;
mod png_parts;
mod reading;
mod tags;
mod text;

#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::io::Write;
use std::sync::{Arc, Mutex};

use self::artwork::{Artwork, Known};
use self::book::{Book, UseCounts};
use self::pages::Pages;
use self::pictures::Pictures;
use self::text::{CodedWords, Codes};
use crate::face::Fragment;
use crate::kit::Um;
use crate::press::drawn::Progress;
use crate::press::sheet::{Job, Mark, PrintError, Sheet};

/// Returns the PDF of a job, with one page per sheet.
pub fn write(job: &Job) -> Result<Vec<u8>, PrintError> {
    Writer::default().bytes(job)
}

/// Writes documents, also several at once, and reuses the art of one for the next. The bytes written do not depend on
/// earlier documents.
#[derive(Default)]
pub struct Writer {
    known: Mutex<Known>,
}

impl Writer {
    /// Returns the PDF of a job.
    pub fn bytes(&self, job: &Job) -> Result<Vec<u8>, PrintError> {
        let mut bytes = Vec::new();
        self.write(job, &Progress::default(), &mut bytes)?;
        Ok(bytes)
    }

    /// Writes the PDF of a job as it is generated, reporting progress page by page.
    pub fn write(
        &self,
        job: &Job,
        progress: &Progress,
        out: &mut dyn Write,
    ) -> Result<(), PrintError> {
        let mut faces = vec![0; job.faces.len()];
        // Before the faces are read, of each the widest place, whichever way it is turned there.
        let mut widest = vec![Um::ZERO; job.faces.len()];
        for placed in job.sheets.iter().flat_map(|sheet| &sheet.placed) {
            *faces
                .get_mut(placed.face)
                .ok_or_else(|| PrintError::new("a piece without a face"))? += 1;
            let width = placed.width();
            widest[placed.face] = width.max(widest[placed.face]);
        }
        // A first pass over the content is necessary: fonts must know all their glyphs, and keeping thousands of pages would
        // take too much memory.
        let mut codes = Codes::default();
        let mut coded = CodedWords::default();
        let mut fragments = Fragments::default();
        let mut pictures = Pictures::of(job);
        for (index, _) in faces.iter().enumerate().filter(|(_, uses)| **uses > 0) {
            let face = job.faces.get(index)?;
            codes.note(&mut coded, face.items.words());
            face.items
                .art()
                .for_each(|fragment| fragments.use_one(fragment));
            let scale = widest[index].0 as f64 / face.size.w.0.max(1) as f64;
            let shown = face.items.pictures();
            shown.for_each(|shown| pictures.note(shown, scale));
        }
        let beside = job
            .sheets
            .iter()
            .flat_map(|sheet| &sheet.words)
            .map(|line| (line.font, &*line.text));
        codes.note(&mut coded, beside);
        drop(coded);

        let Pages {
            document,
            pages,
            page,
            layers,
            space,
        } = Pages::of(job)?;
        let list: Vec<&Fragment> = fragments.list.iter().map(|fragment| &**fragment).collect();
        let artwork = Artwork::draw(&list, &mut codes, document.max_id + 1, &self.known)?;
        let uses = UseCounts {
            faces,
            fragments: fragments.uses,
            marks: count_marks(&job.sheets),
            pictures,
        };
        let mut book = Book::new(
            document,
            artwork,
            (page, layers, space),
            job,
            (uses, codes),
            out,
        );
        for (page, sheet) in pages.iter().zip(&job.sheets) {
            book.page(*page, sheet)?;
            progress.pages.step();
        }
        book.finish(&pages)
    }
}

/// The fragments in the order of first use, with the number of their uses.
#[derive(Default)]
struct Fragments {
    list: Vec<Arc<Fragment>>,
    uses: HashMap<u128, usize>,
}

impl Fragments {
    fn use_one(&mut self, fragment: &Arc<Fragment>) {
        let uses = self.uses.entry(fragment.key).or_default();
        if *uses == 0 {
            self.list.push(fragment.clone());
        }
        *uses += 1;
    }
}

/// A map by sets of marks. There are many marks, and they are hashed for every sheet.
type ByMarks<'j, T> = HashMap<&'j [Mark], T, foldhash::fast::RandomState>;

/// The number of sheets with the same marks.
fn count_marks(sheets: &[Sheet]) -> ByMarks<'_, usize> {
    let mut marks = ByMarks::default();
    sheets
        .iter()
        .for_each(|sheet| *marks.entry(&*sheet.marks).or_default() += 1);
    marks
}
