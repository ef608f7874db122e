//! PDF: every face once, live text, three small fonts, the same bytes on every build.
//!
//! The order of work:
//!
//! 1. `pages`: printpdf makes the structure: a page, layers, information; lopdf repeats the page and puts right what is wrong.
//! 2. `text`: lines of text become text operators, and their glyphs get one-byte codes.
//! 3. `artwork`: krilla draws every fragment once and subsets the fonts, in a document of its own whose parts we take.
//! 4. `book`: faces are put together from both, and placed on the pages. What is used once stands where it is used; what is
//!    used more often is a form. `tags` say what is where, `outline` adds bookmarks; `deflate` packs it, `file` writes it.
//!
//! For print shops `exchange` makes it PDF/X-4.
//!
//! Content is in millimetres, y down, as in the sheet; one matrix a page takes it to points.

mod artwork;
mod book;
mod deflate;
mod exchange;
mod file;
mod metadata;
mod outline;
mod pages;
mod tags;
mod text;

#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::io::Write;
use std::sync::{Arc, Mutex};

use self::artwork::{Artwork, Known};
use self::book::{Book, Stock};
use self::pages::Pages;
use self::text::{Codes, Noted};
use crate::face::Fragment;
use crate::press::proof::Progress;
use crate::press::sheet::{Job, Mark, PrintError, Sheet};

/// The PDF of a job: one page a sheet.
pub fn write(job: &Job) -> Result<Vec<u8>, PrintError> {
    Writer::default().bytes(job)
}

/// Writes documents, several at once if need be, and remembers the art of one for the next. What is written does not depend on
/// what was before.
#[derive(Default)]
pub struct Writer {
    known: Mutex<Known>,
}

impl Writer {
    /// The PDF of a job.
    pub fn bytes(&self, job: &Job) -> Result<Vec<u8>, PrintError> {
        let mut bytes = Vec::new();
        self.write(job, &Progress::default(), &mut bytes)?;
        Ok(bytes)
    }

    /// Writes the PDF of a job as it is made, told page by page.
    pub fn write(&self, job: &Job, progress: &Progress, out: &mut dyn Write) -> Result<(), PrintError> {
        let mut faces = vec![0; job.faces.len()];
        for placed in job.sheets.iter().flat_map(|sheet| &sheet.placed) {
            *faces.get_mut(placed.face).ok_or_else(|| PrintError::new("a piece without a face"))? += 1;
        }
        // What is written later is gone through before: fonts must know all their glyphs, and thousands of pages take room.
        let (mut codes, mut noted) = (Codes::default(), Noted::default());
        let mut fragments = Fragments::default();
        for (face, _) in faces.iter().enumerate().filter(|(_, uses)| **uses > 0) {
            let face = job.faces.get(face)?;
            codes.note(&mut noted, face.items.words());
            face.items.art().for_each(|fragment| fragments.use_one(fragment));
        }
        let beside = job.sheets.iter().flat_map(|sheet| &sheet.words).map(|line| (line.font, &*line.text));
        codes.note(&mut noted, beside);
        drop(noted);

        let Pages { document, pages, page, layers, space } = Pages::of(job)?;
        let list: Vec<&Fragment> = fragments.list.iter().map(|fragment| &**fragment).collect();
        let artwork = Artwork::draw(&list, &mut codes, document.max_id + 1, &self.known)?;
        let stock = Stock { faces, fragments: fragments.uses, marks: count_marks(&job.sheets) };
        let mut book = Book::new(document, artwork, (page, layers, space), job, (stock, codes), out);
        for (page, sheet) in pages.iter().zip(&job.sheets) {
            book.page(*page, sheet)?;
            progress.pages.step();
        }
        book.finish(&pages)
    }
}

/// The fragments in the order of their first use, and how often each is used.
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

/// Something for each set of marks. They are many, and hashed for every sheet.
type ByMarks<'j, T> = HashMap<&'j [Mark], T, foldhash::fast::RandomState>;

/// How many sheets have the same marks.
fn count_marks(sheets: &[Sheet]) -> ByMarks<'_, usize> {
    let mut marks = ByMarks::default();
    sheets.iter().for_each(|sheet| *marks.entry(&*sheet.marks).or_default() += 1);
    marks
}
