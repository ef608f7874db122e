//! Builds the pages of a document and writes each one to the file as soon as it is complete.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap};
use std::io::Write;
use std::sync::Arc;

use lopdf::{Dictionary, Document, Object, ObjectId, dictionary};

use super::artwork::{Artwork, DrawnFragment};
use super::file::{File, digest};
use super::outline::outline;
use super::pictures::Pictures;
use super::reading::{ReadingTags, Spoken};
use super::tags::Tags;
use super::text::Codes;
use super::{ByMarks, dielines, exchange, pages};
use crate::face::{Drawing, Item, ShownPicture, TextLine};
use crate::kit::{Contour, Point, Segment, Side};
use crate::press::sheet::measures::{CUT_GREY, CUT_WIDTH, FOLD_DASH, FOLD_WIDTH, WHITE_WIDTH};
use crate::press::sheet::{Bookmark, Job, Placed, PrintError, Sheet, Stroke};
use crate::press::write::decimal::Decimal;

fn line(out: &mut Vec<u8>, stroke: &Stroke) {
    for (point, operator) in [(stroke.from, b"m "), (stroke.to, b"l ")] {
        numbers(out, [point.x.mm(), point.y.mm()], 3);
        out.extend_from_slice(operator);
    }
}

/// A contour relative to a point, so that equal ones are written identically wherever they are.
fn contour(out: &mut Vec<u8>, contour: &Contour, from: Point) {
    let mut to = |points: &[Point], operator: &str| {
        for point in points {
            numbers(out, [(point.x - from.x).mm(), (point.y - from.y).mm()], 3);
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

fn matrix(out: &mut Vec<u8>, matrix: [f64; 6]) {
    // Seven decimals keep the far end of a sheet exact to a tenth of a micrometre.
    numbers(out, matrix, 7);
    out.extend_from_slice(b"cm ");
}

fn numbers<const N: usize>(out: &mut Vec<u8>, numbers: [f64; N], places: u32) {
    for number in numbers {
        Decimal(number, places).push(out);
        out.push(b' ');
    }
}

/// How often each face, fragment and set of marks is drawn.
pub(super) struct UseCounts<'j> {
    pub faces: Vec<usize>,
    pub fragments: HashMap<u128, usize>,
    pub marks: ByMarks<'j, usize>,
    /// How large each picture is.
    pub pictures: Pictures,
}

/// The operators of a page or a form, and the forms that they use.
#[derive(Default)]
struct Content {
    bytes: Vec<u8>,
    forms: BTreeSet<ObjectId>,
}

impl Content {
    fn show(&mut self, form: ObjectId) {
        let _ = write!(self.bytes, "/X{} Do ", form.0);
        self.forms.insert(form);
    }
}

/// A document being built.
pub(super) struct Book<'j> {
    job: &'j Job,
    document: Document,
    artwork: Artwork,
    uses: UseCounts<'j>,
    codes: Codes,
    fonts: ObjectId,
    /// The entries common to all pages.
    page: Dictionary,
    layers: ObjectId,
    /// The colour space for red, green and blue, for all resources.
    space: Option<ObjectId>,
    /// Faces, fragments and marks that are already forms.
    faces: HashMap<usize, ObjectId>,
    fragments: HashMap<u128, ObjectId>,
    marks: ByMarks<'j, ObjectId>,
    /// The resources of pages, by the forms that they use.
    resources: HashMap<BTreeSet<ObjectId>, ObjectId>,
    /// The resources of fragments, by their digests.
    shared: HashMap<[u8; 32], ObjectId>,
    file: File<'j>,
    tags: Tags<'j>,
    /// Instead of those, the tags of a document that is read from start to end.
    reading: Option<ReadingTags<'j>>,
    /// A reusable buffer for the operators of a page.
    scratch: Vec<u8>,
}

impl<'j> Book<'j> {
    pub(super) fn new(
        mut document: Document,
        mut artwork: Artwork,
        (page, layers, space): (Dictionary, ObjectId, Option<ObjectId>),
        job: &'j Job,
        (mut uses, codes): (UseCounts<'j>, Codes),
        out: &'j mut dyn Write,
    ) -> Book<'j> {
        if let Some(space) = space {
            exchange::manage(&mut artwork.document, space);
        }
        document
            .objects
            .extend(std::mem::take(&mut artwork.document.objects));
        document.max_id = document.max_id.max(artwork.document.max_id);
        let fonts = document.add_object(std::mem::take(&mut artwork.fonts));
        let mut file = File::new(&document.version, document.max_id, out);
        let tags = Tags::new(&job.catalogue, &mut file);
        let reading = Some(&job.reading).filter(|reading| !reading.is_empty());
        let reading = reading.map(|reading| ReadingTags::new(reading, &mut file));
        let (faces, fragments, marks, resources, shared) = Default::default();
        uses.pictures.copies.space = space;
        Book {
            job,
            document,
            artwork,
            uses,
            codes,
            fonts,
            page,
            layers,
            space,
            faces,
            fragments,
            marks,
            resources,
            shared,
            file,
            tags,
            reading,
            scratch: Vec::new(),
        }
    }

    /// Draws a face: inline if it is used once, otherwise as a form.
    fn face(
        &mut self,
        content: &mut Content,
        index: usize,
        drawing: &Drawing,
    ) -> Result<(), PrintError> {
        if self.uses.faces[index] < 2 {
            return self.parts(content, drawing, &[]);
        }
        let form = match self.faces.get(&index) {
            Some(form) => *form,
            None => {
                let mut face = Content::default();
                self.parts(&mut face, drawing, &[])?;
                let b = drawing.bleed.mm();
                let w = drawing.size.w.mm();
                let h = drawing.size.h.mm();
                let resources = Some(self.resources(&face.forms).into());
                let form = form([-b, -b, w + b, h + b], resources, None);
                let form = self.file.stream(form, &face.bytes);
                self.faces.insert(index, form);
                form
            }
        };
        content.show(form);
        content.bytes.push(b'\n');
        Ok(())
    }

    /// Draws the parts of a face; if some of its texts are read in another order than the rest, all parts are tagged.
    fn parts(
        &mut self,
        content: &mut Content,
        drawing: &Drawing,
        spoken: &[Spoken],
    ) -> Result<(), PrintError> {
        let is_tagged = !spoken.is_empty();
        let (mut lines, mut number, mut block) = (Vec::new(), 0, None);
        for item in drawing.items.iter() {
            if let Item::Text(line) = item {
                let of = block_of(spoken, number);
                if of != block {
                    self.told(content, &mut lines, block, is_tagged);
                }
                block = of;
                number += 1;
                lines.push(line);
                continue;
            }
            self.told(content, &mut lines, block, is_tagged);
            self.begin_artifact(content, is_tagged);
            match item {
                Item::Art(fragment) => self.art(content, fragment.key, drawing),
                Item::Picture(shown) => self.picture(content, shown)?,
                Item::Text(_) => {}
            }
            self.end_artifact(content, is_tagged);
        }
        self.told(content, &mut lines, block, is_tagged);
        if let Some(reading) = self.reading.as_mut().filter(|_| is_tagged) {
            reading.end(&mut content.bytes);
        }
        Ok(())
    }

    /// Writes lines of one block, tagged if necessary, and clears them.
    fn told(
        &mut self,
        content: &mut Content,
        lines: &mut Vec<TextLine>,
        block: Option<usize>,
        is_tagged: bool,
    ) {
        if lines.is_empty() {
            return;
        }
        if let Some(reading) = self.reading.as_mut().filter(|_| is_tagged) {
            reading.begin(&mut content.bytes, block);
        }
        self.text(content, lines);
        self.end_artifact(content, is_tagged && block.is_none());
    }

    fn begin_artifact(&mut self, content: &mut Content, is_tagged: bool) {
        if let Some(reading) = self.reading.as_mut().filter(|_| is_tagged) {
            reading.begin(&mut content.bytes, None);
        }
    }

    fn end_artifact(&self, content: &mut Content, is_open: bool) {
        if let Some(reading) = self.reading.as_ref().filter(|_| is_open) {
            reading.end_artifact(&mut content.bytes);
        }
    }

    /// Draws what is placed on a page, tagged in reading order.
    fn read_aloud(
        &mut self,
        content: &mut Content,
        number: usize,
        placed: &Placed,
        drawing: &Drawing,
    ) -> Result<(), PrintError> {
        let Some(reading) = &mut self.reading else {
            return Ok(());
        };
        let spoken = reading.on(number);
        let whole = spoken.iter().find(|spoken| spoken.texts.is_none());
        let block = whole.map(|spoken| spoken.block);
        let in_parts = whole.is_none() && !spoken.is_empty();
        if in_parts {
            reading.end(&mut content.bytes);
        } else {
            reading.begin(&mut content.bytes, block);
        }
        place(&mut content.bytes, placed, drawing);
        if in_parts {
            self.parts(content, drawing, &spoken)?;
        } else {
            self.face(content, placed.face, drawing)?;
        }
        content.bytes.extend_from_slice(b"Q\n");
        self.end_artifact(content, !in_parts && block.is_none());
        Ok(())
    }

    /// Draws a picture in its part of the face.
    fn picture(&mut self, content: &mut Content, shown: &ShownPicture) -> Result<(), PrintError> {
        let written = self.uses.pictures.write(&shown.picture, &mut self.file)?;
        content.bytes.extend_from_slice(b"q ");
        if shown.whole != shown.window {
            numbers(&mut content.bytes, shown.window.map(f64::from), 4);
            content.bytes.extend_from_slice(b"re W n ");
        }
        matrix(&mut content.bytes, written.matrix(shown.whole));
        content.show(written.id);
        content.bytes.extend_from_slice(b"Q\n");
        Ok(())
    }

    /// Writes consecutive lines of text and clears them.
    fn text(&mut self, content: &mut Content, lines: &mut Vec<TextLine>) {
        if !lines.is_empty() {
            self.codes.show(&mut content.bytes, lines);
            lines.clear();
        }
    }

    /// Draws a fragment of a face. Its box includes the bleed, and its y axis points up.
    fn art(&mut self, content: &mut Content, key: u128, drawing: &Drawing) {
        let bleed = drawing.bleed.mm();
        content.bytes.extend_from_slice(b"q ");
        matrix(
            &mut content.bytes,
            [1.0, 0.0, 0.0, -1.0, -bleed, drawing.size.h.mm() + bleed],
        );
        if let Some(drawn) = self.artwork.fragments.remove(&key) {
            match &drawn.ink.plain {
                Some(plain) if self.uses.fragments[&key] == 1 => {
                    content.bytes.extend_from_slice(plain);
                    content.bytes.push(b'\n');
                }
                _ => {
                    let form = self.drawn(drawn);
                    self.fragments.insert(key, form);
                }
            }
        }
        if let Some(form) = self.fragments.get(&key) {
            content.show(*form);
        }
        content.bytes.extend_from_slice(b"Q\n");
    }

    /// Writes a fragment as a form.
    fn drawn(&mut self, drawn: DrawnFragment) -> ObjectId {
        let DrawnFragment {
            ink,
            resources,
            mut group,
            w,
            h,
        } = drawn;
        let mut resources = Arc::unwrap_or_clone(resources);
        if let Some(space) = self.space {
            exchange::give(&mut resources, space);
            group
                .iter_mut()
                .for_each(|group| exchange::blend(group, space));
        }
        let resources = (!resources.is_empty()).then(|| self.shared(resources));
        let form = form([0.0, 0.0, w, h], resources, group);
        let packed = ink.pack(self.file.deflater()).clone();
        self.file.packed(form, packed)
    }

    /// The resources of fragments, written once for all that need the same.
    fn shared(&mut self, resources: Dictionary) -> Object {
        let resources = Object::Dictionary(resources);
        let digest = digest(&resources);
        if let Some(known) = self.shared.get(&digest) {
            return (*known).into();
        }
        let id = self.file.number();
        self.file.put(id, resources);
        self.shared.insert(digest, id);
        id.into()
    }

    /// Draws the marks: inline, or as a form if other sheets have the same.
    fn marks(&mut self, content: &mut Content, sheet: &'j Sheet) {
        let marks = &*sheet.marks;
        if marks.is_empty() {
            return;
        }
        if let Some(form) = self.marks.get(marks) {
            return content.show(*form);
        }
        let mut drawn = Vec::new();
        for mark in marks {
            if let Some(width) = mark.ground() {
                let _ = write!(drawn, "1 G {} w ", Decimal(width.mm(), 3));
                line(&mut drawn, &mark.line);
                drawn.extend_from_slice(b"S 0 G\n");
            }
            let _ = write!(drawn, "{} w ", Decimal(mark.width.mm(), 3));
            line(&mut drawn, &mark.line);
            drawn.extend_from_slice(b"S\n");
        }
        if self.uses.marks[marks] < 2 {
            return content.bytes.extend(drawn);
        }
        let bounds = [0.0, 0.0, sheet.size.w.mm(), sheet.size.h.mm()];
        let form = self.file.stream(form(bounds, None, None), &drawn);
        self.marks.insert(marks, form);
        content.show(form);
    }

    pub(super) fn page(&mut self, page: ObjectId, sheet: &'j Sheet) -> Result<(), PrintError> {
        let mut content = Content {
            bytes: std::mem::take(&mut self.scratch),
            ..Content::default()
        };
        content.bytes.clear();
        let point = 72.0 / 25.4;
        matrix(
            &mut content.bytes,
            [point, 0.0, 0.0, -point, 0.0, sheet.size.h.pt()],
        );
        if !sheet.correction.is_identity() {
            matrix(&mut content.bytes, sheet.correction.0);
        }
        content.bytes.extend_from_slice(b"\n/OC /Art BDC\n");
        for (number, placed) in sheet.placed.iter().enumerate() {
            let drawing = self.job.faces.get(placed.face)?;
            if self.reading.is_some() {
                self.read_aloud(&mut content, number, placed, drawing)?;
                continue;
            }
            self.tags.begin(&mut content.bytes, placed, drawing);
            place(&mut content.bytes, placed, drawing);
            self.face(&mut content, placed.face, drawing)?;
            content.bytes.extend_from_slice(b"Q EMC\n");
        }
        if let Some(reading) = &mut self.reading {
            reading.end(&mut content.bytes);
        }
        content.bytes.extend_from_slice(b"EMC\n/Artifact BMC\n");
        if !(sheet.marks.is_empty() && sheet.words.is_empty()) {
            content.bytes.extend_from_slice(b"/OC /Marks BDC\nq ");
            self.marks(&mut content, sheet);
            if !sheet.words.is_empty() {
                self.codes.show(&mut content.bytes, &sheet.words);
            }
            content.bytes.extend_from_slice(b"Q EMC\n");
        }
        if self.job.dielines && sheet.side == Side::Front {
            dielines::draw(&mut content.bytes, sheet);
        } else {
            cuts_and_folds(&mut content.bytes, sheet);
        }
        content.bytes.extend_from_slice(b"EMC\n");
        let resources = self.page_resources(content.forms);
        let contents = self.file.stream(Dictionary::new(), &content.bytes);
        self.scratch = content.bytes;
        let mut dictionary = self.page.clone();
        pages::repair(&mut dictionary, sheet);
        dictionary.set("Resources", resources);
        dictionary.set("Contents", contents);
        match &mut self.reading {
            Some(reading) => reading.end_page(page, &mut dictionary),
            None => self.tags.end_page(page, &mut dictionary, &mut self.file),
        }
        self.file.put(page, dictionary.into());
        Ok(())
    }

    /// The resources of a page, shared by pages that use the same forms.
    fn page_resources(&mut self, forms: BTreeSet<ObjectId>) -> ObjectId {
        if let Some(known) = self.resources.get(&forms) {
            return *known;
        }
        let id = self.file.number();
        let mut resources = self.resources(&forms);
        resources.set("Properties", self.layers);
        self.file.put(id, resources.into());
        self.resources.insert(forms, id);
        id
    }

    fn resources(&self, forms: &BTreeSet<ObjectId>) -> Dictionary {
        let mut resources = dictionary! { "Font" => self.fonts };
        if !forms.is_empty() {
            let forms: Dictionary = forms
                .iter()
                .map(|form| (format!("X{}", form.0), Object::Reference(*form)))
                .collect();
            resources.set("XObject", forms);
        }
        if self.job.dielines {
            dielines::declare(&mut resources);
        }
        if let Some(space) = self.space {
            exchange::give(&mut resources, space);
        }
        resources
    }

    pub(super) fn finish(mut self, pages: &[ObjectId]) -> Result<(), PrintError> {
        let layers = std::mem::take(&mut self.uses.pictures.copies.layers);
        if !layers.is_empty() {
            pages::add_layers(&mut self.document, &layers)?;
        }
        let (job, catalog) = (self.job, self.document.catalog_mut()?);
        let titles = || {
            job.sheets
                .iter()
                .enumerate()
                .map(|(page, sheet)| Bookmark::new(&sheet.title, page))
                .collect()
        };
        let bookmarks = if job.bookmarks.is_empty() {
            Cow::Owned(titles())
        } else {
            Cow::Borrowed(&job.bookmarks)
        };
        outline(catalog, &mut self.file, &bookmarks, pages);
        let language = &job.meta.language;
        match self.reading {
            Some(reading) => reading.write(catalog, &mut self.file, language),
            None => self.tags.write(catalog, &mut self.file, language),
        }
        Ok(self.file.finish(self.document)?)
    }
}

/// The block of a face's text with this number; `spoken` is in the order of texts.
fn block_of(spoken: &[Spoken], number: usize) -> Option<usize> {
    let after = spoken.partition_point(|spoken| {
        let texts = spoken.texts.as_ref();
        texts.is_some_and(|texts| texts.start <= number)
    });
    let spoken = &spoken[after.checked_sub(1)?];
    let texts = spoken.texts.as_ref()?;
    texts.contains(&number).then_some(spoken.block)
}

/// The dictionary of a form.
fn form(bounds: [f64; 4], resources: Option<Object>, group: Option<Object>) -> Dictionary {
    let bounds = bounds.map(|mm| Object::Real(mm as f32)).to_vec();
    let mut dictionary = dictionary! { "Type" => "XObject", "Subtype" => "Form", "BBox" => bounds };
    if let Some(resources) = resources {
        dictionary.set("Resources", resources);
    }
    if let Some(group) = group {
        dictionary.set("Group", group);
    }
    dictionary
}

/// Draws cut and fold lines, as far as they are printed.
fn cuts_and_folds(out: &mut Vec<u8>, sheet: &Sheet) {
    if sheet.plain_cuts && !(sheet.cuts.is_empty() && sheet.curves.is_empty()) {
        let grey = Decimal(f64::from(CUT_GREY) / 255.0, 3);
        let _ = write!(
            out,
            "/OC /Cuts BDC\nq {grey} G {} w ",
            Decimal(CUT_WIDTH.mm(), 3)
        );
        sheet.cuts.iter().for_each(|cut| line(out, cut));
        out.extend_from_slice(if sheet.cuts.is_empty() { b"" } else { b"S\n" });
        for curve in &sheet.curves {
            let start = curve.start;
            let _ = write!(
                out,
                "q 1 0 0 1 {} {} cm ",
                Decimal(start.x.mm(), 3),
                Decimal(start.y.mm(), 3)
            );
            let _ = write!(out, "q 1 G {} w ", Decimal(WHITE_WIDTH.mm(), 3));
            contour(out, curve, start);
            out.extend_from_slice(b"S Q ");
            contour(out, curve, start);
            out.extend_from_slice(b"S Q\n");
        }
        out.extend_from_slice(b"Q EMC\n");
    }
    if sheet.plain_folds && !sheet.folds.is_empty() {
        let width = Decimal(FOLD_WIDTH.mm(), 3);
        let dash = Decimal(FOLD_DASH.mm(), 3);
        let white = Decimal(WHITE_WIDTH.mm(), 3);
        let _ = write!(out, "/OC /Folds BDC\nq 1 G {white} w ");
        sheet.folds.iter().for_each(|fold| line(out, fold));
        let _ = write!(out, "S Q q {width} w [{dash}] 0 d ");
        sheet.folds.iter().for_each(|fold| line(out, fold));
        out.extend_from_slice(b"S Q EMC\n");
    }
}

/// Begins a piece: clips to its trim and bleed, and sets up the drawing's millimetres.
fn place(out: &mut Vec<u8>, placed: &Placed, drawing: &Drawing) {
    let (x, y) = (placed.at.x.mm(), placed.at.y.mm());
    let _ = write!(out, "q 1 0 0 1 {} {} cm ", Decimal(x, 3), Decimal(y, 3));
    if placed.clip.is_empty() {
        let (at, size) = placed.art();
        let [x, y, w, h] = [at.x - placed.at.x, at.y - placed.at.y, size.w, size.h]
            .map(|length| Decimal(length.mm(), 3));
        let _ = write!(out, "{x} {y} {w} {h} re ");
    }
    placed
        .clip
        .iter()
        .for_each(|limit| contour(out, limit, placed.at));
    out.extend_from_slice(b"W n ");
    let [a, b, c, d, e, f] = placed.matrix(drawing.size);
    let local = [a, b, c, d, e - x, f - y];
    if local != [1.0, 0.0, 0.0, 1.0, 0.0, 0.0] {
        matrix(out, local);
    }
    out.push(b'\n');
}
