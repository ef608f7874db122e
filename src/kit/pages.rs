//! The pages of somebody else's PDF: what of each is shown, and whether it can be drawn, in a bounded number of steps.
//!
//! Nothing is converted here. The press copies pages into its own files, and draws them as pixels where it must.

#[cfg(feature = "pixels")]
mod pixels;

use std::collections::{BTreeSet, HashMap, HashSet};
use std::fmt;
use std::io::Read;
use std::sync::{Mutex, PoisonError};

use flate2::read::ZlibDecoder;
use hayro_syntax::content::UntypedIter;
use hayro_syntax::object::stream::ImageDecodeParams;
use hayro_syntax::object::{Array, Dict, Name, Number, Object, ObjectIdentifier, Rect};
use hayro_syntax::object::{Stream, String as PdfString};
use hayro_syntax::page::{Page, Resources, Rotation};
use hayro_syntax::{LoadPdfError, Pdf};
use sha2::{Digest, Sha256};

use super::guard::contained;
use super::{Size, Um};

/// The widest bleed of a page that only says where it is trimmed; what is farther away are marks.
const WIDEST_BLEED: Um = Um(5_000);

/// The most operators that drawing a page may take, with those of the forms, patterns and glyphs in it.
const MAX_STEPS: u64 = 5_000_000;

/// The deepest nesting of forms.
const DEEPEST: usize = 24;

/// The most bytes that a drawing may unpack to.
const MAX_CONTENT: u64 = 128 << 20;

/// The most pixels of a picture in a page.
const MAX_PIXELS: u64 = 120_000_000;

/// A PDF. Its objects are read when they are needed.
pub struct PdfFile {
    pdf: Pdf,
    /// A hash of the file.
    pub digest: [u8; 32],
    /// Whether the end of the file is there. Much of a file that was cut off can often be read.
    pub ends: bool,
    /// The steps that forms take, and the pictures that were looked at.
    seen: Mutex<Seen>,
}

#[derive(Default)]
struct Seen {
    steps: HashMap<ObjectIdentifier, u64>,
    pictures: HashMap<ObjectIdentifier, Option<&'static str>>,
}

impl fmt::Debug for PdfFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a PDF of {} pages", self.count())
    }
}

/// The part of a page that is shown, in points of the page's own space, with y up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PageArea {
    /// The trimmed card with its bleed: left, bottom, right, top.
    pub shown: [f64; 4],
    /// Clockwise quarter turns.
    pub turns: u8,
    /// The size of its unit, in points.
    pub unit: f64,
    /// As shown, the size that remains after cutting.
    pub trim: Size,
    /// How much is cut off on every side.
    pub bleed: Um,
}

impl PageArea {
    /// The size as shown, in points.
    pub fn size(&self) -> [f64; 2] {
        let [left, bottom, right, top] = self.shown;
        let [w, h] = [(right - left) * self.unit, (top - bottom) * self.unit];
        if self.turns.is_multiple_of(2) {
            [w, h]
        } else {
            [h, w]
        }
    }

    /// From the page's space to that of the shown part, whose lower left corner is the origin, in points.
    pub fn matrix(&self) -> [f64; 6] {
        let [left, bottom, right, top] = self.shown;
        let unit = self.unit;
        let matrix = match self.turns % 4 {
            0 => [1.0, 0.0, 0.0, 1.0, -left, -bottom],
            1 => [0.0, -1.0, 1.0, 0.0, -bottom, right],
            2 => [-1.0, 0.0, 0.0, -1.0, right, top],
            _ => [0.0, 1.0, -1.0, 0.0, top, -left],
        };
        matrix.map(|number| number * unit)
    }
}

impl PdfFile {
    /// Opens a PDF that needs no password.
    ///
    /// # Errors
    ///
    /// Why it cannot be read, in a sentence.
    pub fn open(bytes: Vec<u8>) -> Result<PdfFile, String> {
        let damaged = "it is not a PDF, or it is damaged";
        let digest = Sha256::digest(&bytes).into();
        let tail = &bytes[bytes.len().saturating_sub(2_048)..];
        let ends = tail.windows(5).any(|five| five == b"%%EOF");
        let pdf = contained(|| Pdf::new(bytes)).ok_or(damaged)?;
        let pdf = pdf.map_err(|error| match error {
            LoadPdfError::Decryption(_) => "it needs a password: save it without one",
            LoadPdfError::Invalid => damaged,
        })?;
        if pdf.pages().is_empty() {
            return Err("it has no pages".into());
        }
        Ok(PdfFile {
            pdf,
            digest,
            ends,
            seen: Mutex::default(),
        })
    }

    pub fn count(&self) -> usize {
        self.pdf.pages().len()
    }

    /// The number of pages that it says it has; some of them may be unreadable.
    pub fn declared(&self) -> usize {
        let root = self.pdf.xref().get::<Dict<'_>>(self.pdf.xref().root_id());
        let pages = root.and_then(|root| root.get::<Dict<'_>>(b"Pages"));
        let count = pages.and_then(|pages| pages.get::<u32>(b"Count"));
        count.map_or(0, |count| count as usize)
    }

    /// A page, by its index.
    pub fn page(&self, index: usize) -> Option<&Page<'_>> {
        self.pdf.pages().get(index)
    }

    /// All of it.
    pub fn pdf(&self) -> &Pdf {
        &self.pdf
    }

    /// What is shown of a page.
    pub fn area(&self, index: usize) -> Option<PageArea> {
        let page = self.page(index)?;
        let boxed = |key: &[u8]| page.raw().get::<Rect>(key).filter(has_area);
        let (trim, bleed) = (boxed(b"TrimBox"), boxed(b"BleedBox"));
        let media = page.media_box();
        let seen = Some(page.intersected_crop_box()).filter(has_area);
        let seen = seen.unwrap_or(media);
        // A program that crops pages to the trim still has the bleed.
        let limit = if trim.is_some() { media } else { seen };
        let within = |inner: Rect, outer: Rect| Some(inner.intersect(outer)).filter(has_area);
        let cut = trim.and_then(|trim| within(trim, limit)).unwrap_or(seen);
        let unit = page.raw().get::<f32>(b"UserUnit").map_or(1.0, f64::from);
        let unit = if unit > 0.0 && unit < 1_000.0 {
            unit
        } else {
            1.0
        };
        let points = |length: Um| length.pt() / unit;
        let outer = match (bleed.and_then(|bleed| within(bleed, limit)), trim) {
            (Some(bleed), Some(_)) => bleed,
            (_, Some(_)) => grown(cut, points(WIDEST_BLEED)).intersect(limit),
            _ => cut,
        };
        let edges = [
            cut.x0 - outer.x0,
            cut.y0 - outer.y0,
            outer.x1 - cut.x1,
            outer.y1 - cut.y1,
        ];
        let edge = edges.into_iter().fold(f64::MAX, f64::min).max(0.0);
        let shown = grown(cut, edge);
        let length = |points: f64| Um::from_mm(points * unit * 25.4 / 72.0);
        let turns = match page.rotation() {
            Rotation::None => 0,
            Rotation::Horizontal => 1,
            Rotation::Flipped => 2,
            Rotation::FlippedHorizontal => 3,
        };
        let size = Size::new(length(cut.x1 - cut.x0), length(cut.y1 - cut.y0));
        Some(PageArea {
            shown: [shown.x0, shown.y0, shown.x1, shown.y1],
            turns,
            unit,
            trim: if turns % 2 == 0 { size } else { size.turned() },
            bleed: length(edge),
        })
    }

    /// As [`PdfFile::pixels`] where that can be had.
    ///
    /// # Errors
    ///
    /// Always.
    #[cfg(not(feature = "pixels"))]
    pub fn pixels(&self, _: usize, _: [u32; 2]) -> Result<image::RgbImage, String> {
        Err("it can only be copied into a PDF here, since paperkeep was built without the feature `pixels`".into())
    }

    /// Walks through everything that a page draws; returns what in it cannot be read, in sentences.
    ///
    /// # Errors
    ///
    /// It would take too many steps to draw.
    pub fn examine(&self, index: usize) -> Result<Vec<String>, String> {
        let page = self.page(index).ok_or("there is no such page")?;
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        let mut walk = Walk {
            seen: &mut seen,
            open: Vec::new(),
            faults: BTreeSet::new(),
        };
        let walked = contained(|| walk.page(page));
        let faults = walk.faults;
        match walked {
            None => Err("it is damaged".into()),
            Some(Err(endless)) => Err(endless),
            Some(Ok(())) => Ok(faults.into_iter().map(str::to_owned).collect()),
        }
    }
}

fn has_area(area: &Rect) -> bool {
    area.x1 - area.x0 > 1.0 && area.y1 - area.y0 > 1.0
}

fn grown(area: Rect, by: f64) -> Rect {
    Rect {
        x0: area.x0 - by,
        y0: area.y0 - by,
        x1: area.x1 + by,
        y1: area.y1 + by,
    }
}

/// The content streams of a page.
pub fn contents<'a>(page: &Page<'a>) -> Vec<Stream<'a>> {
    match page.raw().get::<Object<'a>>(b"Contents") {
        Some(Object::Stream(stream)) => vec![stream],
        Some(Object::Array(parts)) => parts.iter::<Stream<'a>>().collect(),
        _ => Vec::new(),
    }
}

/// The annotations of a page that are printed, each with its appearance.
pub fn appearances<'a>(page: &Page<'a>) -> Vec<(Dict<'a>, Stream<'a>)> {
    const HIDDEN: u32 = 2;
    const PRINTS: u32 = 4;
    let all = page.raw().get::<Array<'a>>(b"Annots");
    let all = all.iter().flat_map(|all| all.iter::<Dict<'a>>());
    all.filter_map(|annotation| {
        let flags = annotation.get::<u32>(b"F").unwrap_or(0);
        if flags & HIDDEN != 0 || flags & PRINTS == 0 {
            return None;
        }
        let looks = annotation.get::<Dict<'a>>(b"AP")?;
        let look = match looks.get::<Object<'a>>(b"N")? {
            Object::Stream(look) => look,
            Object::Dict(states) => {
                let state = annotation.get::<Name<'a>>(b"AS")?;
                states.get::<Stream<'a>>(state)?
            }
            _ => return None,
        };
        Some((annotation, look))
    })
    .collect()
}

/// The drawing in a stream, unpacked.
///
/// # Errors
///
/// It is damaged, or too long.
pub fn unpacked(stream: &Stream<'_>) -> Result<Vec<u8>, &'static str> {
    /// A byte unpacks to no more than this many.
    const DENSEST: u64 = 1_032;
    let raw = stream.raw_data();
    if raw.len() as u64 * DENSEST > MAX_CONTENT {
        let mut length = ZlibDecoder::new(&*raw).take(MAX_CONTENT + 1);
        let unpacked = std::io::copy(&mut length, &mut std::io::sink()).unwrap_or(0);
        if unpacked > MAX_CONTENT || raw.len() as u64 > MAX_CONTENT {
            return Err("its drawing is too long");
        }
    }
    let unpacked = stream.decoded_data();
    unpacked
        .map(std::borrow::Cow::into_owned)
        .map_err(|_| "a part of its drawing is damaged")
}

/// The resources of a form or pattern; without its own, those of what shows it.
fn resources_of<'a>(stream: &Stream<'a>, outer: &Resources<'a>) -> Resources<'a> {
    let own = stream.dict().get::<Dict<'a>>(b"Resources");
    own.map_or_else(|| outer.clone(), Resources::new)
}

/// Counts the steps of a page.
struct Walk<'w> {
    seen: &'w mut Seen,
    /// The forms that are being walked through.
    open: Vec<ObjectIdentifier>,
    faults: BTreeSet<&'static str>,
}

const ENDLESS: &str = "it draws forms within forms without end";

impl Walk<'_> {
    fn page(&mut self, page: &Page<'_>) -> Result<(), String> {
        let mut steps = 0_u64;
        let mut all = Vec::new();
        for part in contents(page) {
            match unpacked(&part) {
                Ok(part) => all.extend(part),
                Err(fault) => drop(self.faults.insert(fault)),
            }
            all.push(b'\n');
        }
        steps = steps.saturating_add(self.content(&all, page.resources())?);
        for (_, look) in appearances(page) {
            steps = steps.saturating_add(self.form(&look, page.resources())?);
        }
        match steps {
            0..=MAX_STEPS => Ok(()),
            _ => Err(format!("it takes more than {MAX_STEPS} steps to draw")),
        }
    }

    fn content(&mut self, content: &[u8], resources: &Resources<'_>) -> Result<u64, String> {
        let mut steps = 0_u64;
        // What each glyph of the current font costs.
        let mut glyph = 0;
        let mut operators = UntypedIter::new(content);
        while let Some(instruction) = operators.next() {
            steps = steps.saturating_add(1);
            let operator: &[u8] = instruction.operator;
            let name = || instruction.operands().find_map(|operand| as_name(operand));
            let more = match operator {
                b"Do" => match name().and_then(|name| resources.get_x_object(&name)) {
                    Some(shown) => self.shown(&shown, resources)?,
                    None => 0,
                },
                b"gs" => match name().and_then(|name| resources.get_ext_g_state(&name)) {
                    Some(state) => self.soft_mask(&state, resources)?,
                    None => 0,
                },
                b"scn" | b"SCN" => match name().and_then(|name| resources.get_pattern(&name)) {
                    Some(Object::Stream(pattern)) => self.pattern(&pattern, resources)?,
                    _ => 0,
                },
                b"Tf" => {
                    let font = name().and_then(|name| resources.get_font(&name));
                    glyph = font.map_or(Ok(0), |font| self.glyphs(&font, resources))?;
                    0
                }
                b"Tj" | b"TJ" | b"'" | b"\"" if glyph > 0 => {
                    let letters: usize = instruction.operands().map(|text| letters(text)).sum();
                    glyph.saturating_mul(letters as u64)
                }
                b"BI" | b"EI" | b"ID" => {
                    let inline = instruction.operands().find_map(|operand| match operand {
                        Object::Stream(picture) => Some(picture.clone()),
                        _ => None,
                    });
                    let fault = inline.and_then(|picture| picture_fault(&picture));
                    self.faults.extend(fault);
                    0
                }
                _ => 0,
            };
            steps = steps.saturating_add(more);
        }
        Ok(steps)
    }

    /// A form or a picture.
    fn shown(&mut self, shown: &Stream<'_>, resources: &Resources<'_>) -> Result<u64, String> {
        match shown.dict().get::<Name<'_>>(b"Subtype").as_deref() {
            Some(b"Image") => {
                self.picture(shown);
                Ok(1)
            }
            _ => self.form(shown, resources),
        }
    }

    fn picture(&mut self, picture: &Stream<'_>) {
        let fault = match self.seen.pictures.get(&picture.obj_id()) {
            Some(known) => *known,
            None => picture_fault(picture),
        };
        self.seen.pictures.insert(picture.obj_id(), fault);
        self.faults.extend(fault);
        if let Some(mask) = picture.dict().get::<Stream<'_>>(b"SMask")
            && mask.obj_id() != picture.obj_id()
            && !self.seen.pictures.contains_key(&mask.obj_id())
        {
            let fault = picture_fault(&mask);
            self.seen.pictures.insert(mask.obj_id(), fault);
            self.faults.extend(fault);
        }
    }

    /// A stream of operators: a form, a cell of a pattern, a glyph.
    fn form(&mut self, form: &Stream<'_>, outer: &Resources<'_>) -> Result<u64, String> {
        let id = form.obj_id();
        if let Some(steps) = self.seen.steps.get(&id) {
            return Ok(*steps);
        }
        if self.open.contains(&id) || self.open.len() >= DEEPEST {
            return Err(ENDLESS.into());
        }
        let content = match unpacked(form) {
            Ok(content) => content,
            Err(fault) => {
                self.faults.insert(fault);
                return Ok(0);
            }
        };
        self.open.push(id);
        let steps = self.content(&content, &resources_of(form, outer))?;
        self.open.pop();
        self.seen.steps.insert(id, steps);
        Ok(steps)
    }

    fn soft_mask(&mut self, state: &Dict<'_>, outer: &Resources<'_>) -> Result<u64, String> {
        let mask = state.get::<Dict<'_>>(b"SMask");
        match mask.and_then(|mask| mask.get::<Stream<'_>>(b"G")) {
            Some(group) => self.form(&group, outer),
            None => Ok(0),
        }
    }

    /// A tiling pattern, as often as its cells fit a page of a metre.
    fn pattern(&mut self, pattern: &Stream<'_>, outer: &Resources<'_>) -> Result<u64, String> {
        const LONGEST: f64 = 2_835.0;
        let number = |key: &[u8]| pattern.dict().get::<f32>(key).map_or(1.0, f64::from);
        let matrix = pattern.dict().get::<Array<'_>>(b"Matrix");
        let matrix: Vec<f64> = matrix
            .iter()
            .flat_map(|matrix| matrix.iter::<Number>())
            .map(|number| number.as_f64())
            .collect();
        let scale = match matrix[..] {
            [a, b, c, d, _, _] => (a * d - b * c).abs(),
            _ => 1.0,
        };
        let cell = (number(b"XStep") * number(b"YStep")).abs() * scale;
        let cells = (LONGEST * LONGEST / cell.max(1e-6)).ceil() as u64;
        let steps = self.form(pattern, outer)?;
        // A cell is drawn once and copied.
        Ok(steps.saturating_add(cells / 1_000))
    }

    /// The steps of the costliest glyph of a font whose glyphs are drawings.
    fn glyphs(&mut self, font: &Dict<'_>, outer: &Resources<'_>) -> Result<u64, String> {
        let Some(glyphs) = font.get::<Dict<'_>>(b"CharProcs") else {
            return Ok(0);
        };
        let own = font.get::<Dict<'_>>(b"Resources");
        let resources = own.map_or_else(|| outer.clone(), Resources::new);
        let mut most = 0;
        for name in glyphs.keys() {
            if let Some(glyph) = glyphs.get::<Stream<'_>>(&name) {
                most = most.max(self.form(&glyph, &resources)?);
            }
        }
        Ok(most)
    }
}

fn as_name<'a>(object: &Object<'a>) -> Option<Name<'a>> {
    match object {
        Object::Name(name) => Some(name.clone()),
        _ => None,
    }
}

/// How many bytes of text there are in an operand.
fn letters(text: &Object<'_>) -> usize {
    match text {
        Object::String(text) => text.as_bytes().len(),
        Object::Array(parts) => parts
            .iter::<PdfString<'_>>()
            .map(|part| part.as_bytes().len())
            .sum(),
        _ => 0,
    }
}

const UNREADABLE: &str = "a picture in it cannot be read";
const CUT_OFF: &str = "a picture in it is cut off";

/// Why a picture in a page would not be shown, or not all of it.
fn picture_fault(picture: &Stream<'_>) -> Option<&'static str> {
    let dictionary = picture.dict();
    let number = |long: &[u8], short: &[u8]| {
        let number = dictionary.get::<u32>(long);
        number.or_else(|| dictionary.get::<u32>(short)).unwrap_or(0)
    };
    let width = number(b"Width", b"W");
    let height = number(b"Height", b"H");
    let pixels = u64::from(width) * u64::from(height);
    if pixels > MAX_PIXELS {
        return Some("a picture in it has too many pixels");
    }
    let is_mask = dictionary.get::<bool>(b"ImageMask").unwrap_or(false);
    let bits = if is_mask {
        1
    } else {
        number(b"BitsPerComponent", b"BPC")
    };
    let channels = if is_mask {
        Some(1)
    } else {
        channels(dictionary.get(b"ColorSpace"))
    };
    let params = ImageDecodeParams {
        is_indexed: false,
        bpc: u8::try_from(bits).ok().filter(|bits| *bits > 0),
        num_components: channels.and_then(|channels| u8::try_from(channels).ok()),
        target_dimension: None,
        width,
        height,
    };
    let Some(Ok(decoded)) = contained(|| picture.decoded_image(&params)) else {
        return Some(UNREADABLE);
    };
    if decoded.data.is_empty() {
        return Some(UNREADABLE);
    }
    let (None, Some(channels)) = (&decoded.image_data, channels) else {
        return None;
    };
    let row = (u64::from(width) * u64::from(channels) * u64::from(bits)).div_ceil(8);
    let whole = row * u64::from(height);
    ((decoded.data.len() as u64) < whole - whole / 50).then_some(CUT_OFF)
}

/// How many channels a colour space has, if that is simple to tell.
fn channels(space: Option<Object<'_>>) -> Option<u32> {
    match space? {
        Object::Name(name) => match &*name {
            b"DeviceGray" | b"CalGray" => Some(1),
            b"DeviceRGB" | b"CalRGB" => Some(3),
            b"DeviceCMYK" => Some(4),
            _ => None,
        },
        Object::Array(parts) => {
            let mut parts = parts.iter::<Object<'_>>();
            match (&*parts.next()?.into_name()?, parts.next()) {
                (b"Indexed" | b"Separation" | b"CalGray", _) => Some(1),
                (b"CalRGB" | b"Lab", _) => Some(3),
                (b"ICCBased", Some(profile)) => profile.into_stream()?.dict().get::<u32>(b"N"),
                _ => None,
            }
        }
        _ => None,
    }
}

/// Every name in a drawing: those of the resources that it uses are among them. `None` if it is damaged.
pub fn names(content: &[u8]) -> HashSet<Vec<u8>> {
    fn note(object: &Object<'_>, names: &mut HashSet<Vec<u8>>) {
        match object {
            Object::Name(name) => drop(names.insert(name.to_vec())),
            Object::Stream(inline) => {
                for (_, value) in inline.dict().entries() {
                    if let hayro_syntax::object::MaybeRef::NotRef(value) = value {
                        note(&value, names);
                    }
                }
            }
            _ => {}
        }
    }
    let mut found = HashSet::new();
    let mut operators = UntypedIter::new(content);
    while let Some(instruction) = operators.next() {
        instruction
            .operands()
            .for_each(|operand| note(operand, &mut found));
    }
    found
}
