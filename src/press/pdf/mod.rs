//! PDF: every face once, live text, three small fonts, the same bytes on every build.
//!
//! The order of work:
//!
//! 1. `pages`: printpdf makes the structure: pages, layers, information; lopdf puts right what it gets wrong.
//!    `outline` adds bookmarks.
//! 2. `text`: lines of text become text operators, and their glyphs get one-byte codes.
//! 3. `artwork`: krilla draws every fragment once and subsets the fonts, in a document of its own whose parts we take.
//!    `tidy` shortens its numbers, `unhint` its fonts.
//! 4. Here: faces are put together from both, and placed on the pages. What is used once stands where it is used; what is
//!    used more often is a form. `tags` say what is where; `deflate` packs it, `index` the table of what is where.
//!
//! Content is in millimetres, y down, as in the sheet; one matrix a page takes it to points.

mod artwork;
mod deflate;
mod index;
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
use std::io::Write;
use std::sync::Arc;

use lopdf::{Dictionary, Document, Object, ObjectId, SaveOptions, dictionary};
use sha2::{Digest, Sha256};

use self::artwork::{Artwork, Drawn};
use self::deflate::Deflater;
use self::pages::Pages;
use self::tags::Tags;
use self::text::Codes;
use super::decimal::Decimal;
use super::sheet::{CUT_GREY, CUT_WIDTH, FOLD_DASH, FOLD_WIDTH};
use super::{Fault, Job, Mark, Placed, Point, Progress, Sheet};
use crate::face::{Drawing, Fonts, Fragment, Item, TextLine};
use crate::kit::{Contour, Segment};

/// The PDF of a job: one page a sheet.
pub fn write(job: &Job, fonts: &Fonts) -> Result<Vec<u8>, Fault> {
    write_telling(job, fonts, &Progress::default())
}

/// The same, told page by page.
pub fn write_telling(job: &Job, fonts: &Fonts, progress: &Progress) -> Result<Vec<u8>, Fault> {
    let mut uses = vec![0; job.faces.len()];
    for placed in job.sheets.iter().flat_map(|sheet| &sheet.placed) {
        *uses.get_mut(placed.face).ok_or_else(|| Fault::new("a piece without a face"))? += 1;
    }
    let mut codes = Codes::new(fonts);
    let mut fragments = Fragments::default();
    let faces: Vec<Vec<Part>> = std::iter::zip(&job.faces, &uses)
        .map(|(face, uses)| if *uses > 0 { parts(face, &mut codes, &mut fragments) } else { Vec::new() })
        .collect();
    let marks: Vec<Marks> = job.sheets.iter().map(|sheet| marks(sheet, &mut codes)).collect();

    let Pages { document, pages, layers } = Pages::of(job)?;
    let artwork = Artwork::draw(&fragments.list, &codes, fonts, document.max_id + 1)?;
    let mut book = Book::new(document, artwork, layers, Tags::of(job));
    let faces: Vec<Face> = std::iter::zip(faces, job.faces.iter().zip(&uses))
        .map(|(parts, (drawing, uses))| book.face(parts, drawing, *uses, &fragments))
        .collect();
    let mut lines: HashMap<&[u8], usize> = HashMap::new();
    marks.iter().for_each(|marks| *lines.entry(&marks.lines).or_default() += 1);
    for ((page, sheet), marks) in pages.iter().zip(&job.sheets).zip(&marks) {
        let shared = lines[&*marks.lines] > 1 && !marks.lines.is_empty();
        let lines = shared.then(|| book.shared_lines(&marks.lines, sheet));
        book.page(*page, sheet, marks, lines, &faces, &job.faces)?;
        progress.pages.step();
    }
    book.finish(&pages, &job.meta.language)
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

/// The marks of a sheet: lines, that many sheets have alike, and words.
struct Marks {
    lines: Vec<u8>,
    words: Vec<u8>,
}

fn marks(sheet: &Sheet, codes: &mut Codes) -> Marks {
    let mut lines = Vec::new();
    let mut texts = Vec::new();
    for mark in &sheet.marks {
        match mark {
            Mark::Line(stroke, width) => {
                let _ = write!(lines, "{} w ", Decimal(width.mm(), 3));
                line(&mut lines, stroke);
                lines.extend_from_slice(b"S\n");
            }
            Mark::Text(line) => texts.push(line),
        }
    }
    Marks { lines, words: if texts.is_empty() { Vec::new() } else { codes.show(&texts) } }
}

fn line(out: &mut Vec<u8>, stroke: &super::Stroke) {
    for (point, operator) in [(stroke.from, "m"), (stroke.to, "l")] {
        let _ = write!(out, "{} {} {operator} ", Decimal(point.x.mm(), 3), Decimal(point.y.mm(), 3));
    }
}

/// A contour seen from a point: alike ones are then written alike wherever they lie.
fn contour(out: &mut Vec<u8>, contour: &Contour, from: Point) {
    let mut to = |points: &[Point], operator: &str| {
        for point in points {
            let _ = write!(out, "{} {} ", Decimal((point.x - from.x).mm(), 3), Decimal((point.y - from.y).mm(), 3));
        }
        let _ = write!(out, "{operator} ");
    };
    to(&[contour.start], "m");
    for segment in &contour.segments {
        match *segment {
            Segment::Line(end) => to(&[end], "l"),
            Segment::Cubic(one, two, end) => to(&[one, two, end], "c"),
        }
    }
    to(&[], "h");
}

fn matrix(out: &mut Vec<u8>, [a, b, c, d, e, f]: [f64; 6]) {
    // Seven decimals keep a sheet's far end within a tenth of a micrometre.
    for number in [a, b, c, d, e, f] {
        let _ = write!(out, "{} ", Decimal(number, 7));
    }
    out.extend_from_slice(b"cm ");
}

/// A face or fragment, ready to be used.
#[derive(Default)]
struct Face {
    content: Vec<u8>,
    /// The forms it uses.
    forms: Vec<(String, ObjectId)>,
}

/// The document being put together.
struct Book<'j> {
    document: Document,
    artwork: Artwork,
    fonts: ObjectId,
    layers: ObjectId,
    /// Fragments that are forms already.
    forms: HashMap<u128, (String, ObjectId)>,
    /// Lines of marks that are.
    lines: HashMap<Vec<u8>, (String, ObjectId)>,
    deflater: Deflater,
    hash: Sha256,
    tags: Tags<'j>,
}

impl<'j> Book<'j> {
    fn new(mut document: Document, mut artwork: Artwork, layers: ObjectId, tags: Tags<'j>) -> Book<'j> {
        document.objects.extend(std::mem::take(&mut artwork.document.objects));
        document.max_id = document.max_id.max(artwork.document.max_id);
        let fonts = document.add_object(std::mem::take(&mut artwork.fonts));
        let (forms, lines, deflater) = (HashMap::new(), HashMap::new(), Deflater::new());
        Book { document, artwork, fonts, layers, forms, lines, deflater, hash: Sha256::new(), tags }
    }

    /// A face's content: in place if it is used once, else a form.
    fn face(&mut self, parts: Vec<Part>, drawing: &Drawing, uses: usize, fragments: &Fragments) -> Face {
        let mut face = Face::default();
        for part in parts {
            match part {
                Part::Text(operators) => face.content.extend(operators),
                Part::Art(key) => self.art(&mut face, key, drawing, fragments.uses[&key]),
            }
        }
        if uses < 2 {
            return face;
        }
        let (b, w, h) = (drawing.bleed.mm(), drawing.size.w.mm(), drawing.size.h.mm());
        let bounds = [-b, -b, w + b, h + b].map(|mm| Object::Real(mm as f32)).to_vec();
        let mut dictionary = dictionary! { "Type" => "XObject", "Subtype" => "Form", "BBox" => bounds };
        dictionary.set("Resources", self.resources(&face.forms, false));
        let form = self.stream(dictionary, &face.content);
        let name = format!("P{}", form.0);
        Face { content: format!("/{name} Do\n").into_bytes(), forms: vec![(name, form)] }
    }

    /// A fragment of a face. Its box reaches into the bleed, and its y grows upwards.
    fn art(&mut self, face: &mut Face, key: u128, drawing: &Drawing, uses: usize) {
        let bleed = drawing.bleed.mm();
        face.content.extend_from_slice(b"q ");
        matrix(&mut face.content, [1.0, 0.0, 0.0, -1.0, -bleed, drawing.size.h.mm() + bleed]);
        match self.artwork.fragments.remove(&key) {
            Some(drawn) if uses == 1 && drawn.resources.is_empty() && drawn.group.is_none() => {
                face.content.extend(drawn.content);
            }
            Some(drawn) => {
                let form = self.fragment(drawn);
                self.forms.insert(key, form);
            }
            None => {}
        }
        if let Some((name, form)) = self.forms.get(&key) {
            let _ = write!(face.content, "/{name} Do ");
            if !face.forms.iter().any(|(_, other)| other == form) {
                face.forms.push((name.clone(), *form));
            }
        }
        face.content.extend_from_slice(b"Q\n");
    }

    /// A fragment as a form.
    fn fragment(&mut self, drawn: Drawn) -> (String, ObjectId) {
        let bounds = [0.0, 0.0, drawn.w, drawn.h].map(|mm| Object::Real(mm as f32)).to_vec();
        let mut dictionary = dictionary! { "Type" => "XObject", "Subtype" => "Form", "BBox" => bounds };
        dictionary.set("Resources", drawn.resources);
        if let Some(group) = drawn.group {
            dictionary.set("Group", group);
        }
        let form = self.stream(dictionary, &drawn.content);
        (format!("A{}", form.0), form)
    }

    /// The lines of marks as a form.
    fn shared_lines(&mut self, lines: &[u8], sheet: &Sheet) -> (String, ObjectId) {
        if let Some(form) = self.lines.get(lines) {
            return form.clone();
        }
        let bounds = [0.0, 0.0, sheet.size.w.mm(), sheet.size.h.mm()].map(|mm| Object::Real(mm as f32)).to_vec();
        let id = self.stream(dictionary! { "Type" => "XObject", "Subtype" => "Form", "BBox" => bounds }, lines);
        let form = (format!("M{}", id.0), id);
        self.lines.insert(lines.to_vec(), form.clone());
        form
    }

    fn page(
        &mut self,
        page: ObjectId,
        sheet: &Sheet,
        marks: &Marks,
        shared: Option<(String, ObjectId)>,
        faces: &[Face],
        drawings: &[Drawing],
    ) -> Result<(), Fault> {
        let mut out = Vec::new();
        let mut forms = Vec::new();
        let point = 72.0 / 25.4;
        matrix(&mut out, [point, 0.0, 0.0, -point, 0.0, sheet.size.h.pt()]);
        if !sheet.correction.is_identity() {
            matrix(&mut out, sheet.correction.0);
        }
        out.extend_from_slice(b"\n/OC /Art BDC\n");
        for placed in &sheet.placed {
            let (face, drawing) = (&faces[placed.face], &drawings[placed.face]);
            self.tags.begin(&mut out, placed, drawing);
            place(&mut out, placed, drawing);
            out.extend_from_slice(&face.content);
            out.extend_from_slice(b"Q EMC\n");
            forms.extend_from_slice(&face.forms);
        }
        out.extend_from_slice(b"EMC\n/Artifact BMC\n");
        if !(marks.lines.is_empty() && marks.words.is_empty()) {
            out.extend_from_slice(b"/OC /Marks BDC\nq ");
            match shared {
                Some((name, form)) => {
                    let _ = write!(out, "/{name} Do ");
                    forms.push((name, form));
                }
                None => out.extend_from_slice(&marks.lines),
            }
            out.extend_from_slice(&marks.words);
            out.extend_from_slice(b"Q EMC\n");
        }
        if sheet.plain_cuts && !(sheet.cuts.is_empty() && sheet.curves.is_empty()) {
            let grey = Decimal(f64::from(CUT_GREY) / 255.0, 3);
            let _ = write!(out, "/OC /Cuts BDC\nq {grey} G {} w ", Decimal(CUT_WIDTH.mm(), 3));
            sheet.cuts.iter().for_each(|cut| line(&mut out, cut));
            out.extend_from_slice(if sheet.cuts.is_empty() { b"" } else { b"S\n" });
            for curve in &sheet.curves {
                let start = curve.start;
                let _ = write!(out, "q 1 0 0 1 {} {} cm ", Decimal(start.x.mm(), 3), Decimal(start.y.mm(), 3));
                contour(&mut out, curve, start);
                out.extend_from_slice(b"S Q\n");
            }
            out.extend_from_slice(b"Q EMC\n");
        }
        if !sheet.folds.is_empty() {
            let (width, dash) = (Decimal(FOLD_WIDTH.mm(), 3), Decimal(FOLD_DASH.mm(), 3));
            let _ = write!(out, "/OC /Folds BDC\nq {width} w [{dash}] 0 d ");
            sheet.folds.iter().for_each(|fold| line(&mut out, fold));
            out.extend_from_slice(b"S Q EMC\n");
        }
        out.extend_from_slice(b"EMC\n");
        forms.sort();
        forms.dedup();
        let resources = self.resources(&forms, true);
        let contents = self.stream(Dictionary::new(), &out);
        let page = self.document.get_dictionary_mut(page)?;
        page.set("Resources", resources);
        page.set("Contents", contents);
        self.tags.end_page(page);
        Ok(())
    }

    fn resources(&self, forms: &[(String, ObjectId)], page: bool) -> Dictionary {
        let mut resources = dictionary! { "Font" => self.fonts };
        if page {
            resources.set("Properties", self.layers);
        }
        if !forms.is_empty() {
            let forms: Dictionary = forms.iter().map(|(name, form)| (name.as_str(), Object::Reference(*form))).collect();
            resources.set("XObject", forms);
        }
        resources
    }

    fn stream(&mut self, dictionary: Dictionary, content: &[u8]) -> ObjectId {
        let stream = self.deflater.stream(dictionary, content);
        self.hash.update(&stream.content);
        self.document.add_object(stream)
    }

    fn finish(mut self, pages: &[ObjectId], language: &str) -> Result<Vec<u8>, Fault> {
        self.tags.write(&mut self.document, pages, language)?;
        let id = Object::string_literal(&self.hash.finalize()[..16]);
        self.document.trailer.set("ID", vec![id.clone(), id]);
        self.document.prune_objects();
        self.document.renumber_objects();
        self.deflater.all(&mut self.document);
        let mut bytes = Vec::new();
        let options = SaveOptions::builder().use_object_streams(true).use_xref_streams(true).compression_level(6);
        self.document.save_with_options(&mut bytes, options.max_objects_per_stream(1_000).build())?;
        Ok(index::packed(&bytes, &mut self.deflater).unwrap_or(bytes))
    }
}

/// Opens a piece's place: clipped to its trim and bleed, in the drawing's millimetres.
fn place(out: &mut Vec<u8>, placed: &Placed, drawing: &Drawing) {
    let (x, y) = (placed.at.x.mm(), placed.at.y.mm());
    let _ = write!(out, "q 1 0 0 1 {} {} cm ", Decimal(x, 3), Decimal(y, 3));
    if placed.clip.is_empty() {
        let (at, size) = placed.art();
        let [x, y, w, h] = [at.x - placed.at.x, at.y - placed.at.y, size.w, size.h].map(|length| Decimal(length.mm(), 3));
        let _ = write!(out, "{x} {y} {w} {h} re ");
    }
    placed.clip.iter().for_each(|limit| contour(out, limit, placed.at));
    out.extend_from_slice(b"W n ");
    let [a, b, c, d, e, f] = placed.matrix(drawing.size);
    let local = [a, b, c, d, e - x, f - y];
    if local != [1.0, 0.0, 0.0, 1.0, 0.0, 0.0] {
        matrix(out, local);
    }
    out.push(b'\n');
}
