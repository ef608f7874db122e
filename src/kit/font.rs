//! Fonts of the kit's own: what templates call them, and their files, looked through before anything is measured with them.
//!
//! A font is a small program of a stranger's. So each is tried out once, in a thread of its own: every outline is drawn,
//! every character shaped and every glyph embedded there, and a font that does not come to an end or breaks something is
//! refused by its name.

use std::collections::HashMap;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use std::time::Duration;

use krilla::SerializeSettings;
use krilla::geom::Point;
use krilla::page::PageSettings;
use krilla::text::{Font, KrillaGlyph};
use rustybuzz::UnicodeBuffer;
use rustybuzz::ttf_parser::{Face, GlyphId, OutlineBuilder, Permissions, Tag};
use sha2::{Digest, Sha256};

use super::guard::contained;
use super::limits::computed;
use super::reader::{Field, Section};
use super::{Files, Problem};

/// A font that templates may name.
#[derive(Clone, Debug)]
pub struct FontFile {
    /// What templates call it, with others of other weights and slopes: `title`.
    pub name: String,
    /// In the kit's folder.
    pub path: String,
    /// As in CSS, 400 is regular.
    pub weight: u16,
    pub italic: bool,
    pub bytes: Arc<[u8]>,
    /// Of its bytes.
    pub hash: [u8; 32],
}

/// What a look through a font finds.
#[derive(Clone, Debug)]
struct Facts {
    weight: u16,
    italic: bool,
    /// Whether what is made with it is for viewing and printing only.
    view_only: bool,
}

/// No kit has more font files.
const MOST: usize = 32;

/// How much computing a font may take to be tried out: one of 8 MB takes a tenth of it.
const PATIENCE: Duration = Duration::from_secs(5);

/// How often that is looked at.
const LOOK: Duration = Duration::from_millis(50);

/// No glyph is drawn with more lines and curves; the richest of the shipped fonts have some hundred.
const MOST_SEGMENTS: usize = 50_000;

/// Names that mean something else in SVG.
const GENERIC: [&str; 5] = ["serif", "sans-serif", "monospace", "cursive", "fantasy"];

/// The table `[fonts]`: names, each with its file or its files.
pub(super) fn read_all(section: &Section<'_>, files: &Files, warnings: &mut Vec<Problem>) -> Vec<FontFile> {
    let mut fonts = Vec::new();
    for (name, place) in section.keys() {
        if !is_name(&name) {
            let problem = Problem::new(place, format!("a font cannot be called `{name}`"));
            let help = "use lower-case letters, digits, hyphens and underscores, and no name that SVG has a meaning for";
            section.document.report(problem.help(help));
        }
        fonts.extend(read(section, &name, files, warnings));
    }
    if fonts.len() > MOST {
        let message = format!("{} font files are more than the {MOST} that a kit may have", fonts.len());
        section.document.report(Problem::new(section.place(), message));
    }
    fonts
}

/// The font of that name: one file or several, of different weights and slopes.
pub(super) fn read(section: &Section<'_>, name: &str, files: &Files, warnings: &mut Vec<Problem>) -> Vec<FontFile> {
    let found = section.maybe(name, |field| field.one_or_more(|entry| Ok((entry.place(), file(entry, name, files)?))));
    let mut fonts: Vec<FontFile> = Vec::new();
    for (place, (font, view_only)) in found.unwrap_or_default() {
        if let Some(twin) = fonts.iter().find(|other| (other.weight, other.italic) == (font.weight, font.italic)) {
            let slope = if font.italic { " italic" } else { "" };
            let message = format!("`{}` and `{}` are both {name} {}{slope}", twin.path, font.path, font.weight);
            section.document.report(Problem::new(place, message).help("give one of them a name of its own"));
            continue;
        }
        if view_only {
            let message = format!("the font `{}` may be embedded for viewing and printing only", font.path);
            let help = "its maker says so in it (OS/2 fsType): give PDFs and pictures away, not the font in an archive";
            warnings.push(Problem::new(place, message).help(help));
        }
        fonts.push(font);
    }
    fonts
}

fn is_name(name: &str) -> bool {
    let fine = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || matches!(byte, b'-' | b'_');
    name.starts_with(|first: char| first.is_ascii_lowercase())
        && name.len() <= 64
        && name.bytes().all(fine)
        && !GENERIC.contains(&name)
}

/// A font file, looked through; and whether it is for viewing and printing only.
fn file(field: Field<'_>, name: &str, files: &Files) -> Result<(FontFile, bool), Problem> {
    let path = field.text()?;
    let wrong = |(why, help): Fault| field.problem(format!("the font `{path}` cannot be used: {why}")).help(help);
    let smaller = "keep only the letters you need in it (a subset), or take a lighter font";
    let bytes = files.bytes(&path).map_err(|why| {
        let help = if why.contains("larger") { smaller } else { "a font is a TTF or OTF file in the kit's folder" };
        wrong((why, help))
    })?;
    let hash = Sha256::digest(&bytes).into();
    let bytes: Arc<[u8]> = bytes.into();
    let Facts { weight, italic, view_only } = facts(&bytes, hash).map_err(wrong)?;
    Ok((FontFile { name: name.to_owned(), path: path.clone(), weight, italic, bytes, hash }, view_only))
}

/// Why a font cannot be used, and the way out.
type Fault = (String, &'static str);

/// Looks through a font; one that was looked through before is known.
fn facts(bytes: &Arc<[u8]>, hash: [u8; 32]) -> Result<Facts, Fault> {
    type Known = HashMap<[u8; 32], Result<Facts, Fault>>;
    static KNOWN: LazyLock<Mutex<Known>> = LazyLock::new(Mutex::default);
    if let Some(known) = KNOWN.lock().unwrap_or_else(PoisonError::into_inner).get(&hash) {
        return known.clone();
    }
    let found = look(bytes).and_then(|facts| try_out(bytes).and(Ok(facts)));
    KNOWN.lock().unwrap_or_else(PoisonError::into_inner).insert(hash, found.clone());
    found
}

/// Tables with pictures for glyphs.
const COLOURED: [&[u8; 4]; 4] = [b"COLR", b"SVG ", b"sbix", b"CBDT"];

const DAMAGED: &str = "get the file again from where it comes from";

/// What the font says of itself.
fn look(bytes: &[u8]) -> Result<Facts, Fault> {
    let refuse = |why: &str, help| Err((why.to_owned(), help));
    match bytes.get(..4) {
        Some(b"\0\x01\0\0" | b"true" | b"OTTO") => {}
        Some(b"wOFF" | b"wOF2") => {
            return refuse("it is packed for the web (WOFF)", "take the font's TTF or OTF file, or unpack it to one");
        }
        Some(b"ttcf") => {
            return refuse("it is a collection of fonts", "take the one you want out of it, as a TTF or OTF file");
        }
        _ => return refuse("it is neither TTF nor OTF", "a font is a TTF or OTF file"),
    }
    whole(bytes)?;
    let face = Face::parse(bytes, 0).map_err(|error| (format!("it is damaged: {error}"), DAMAGED))?;
    if face.is_variable() {
        let help =
            "take a file of one weight, which many fonts have in a folder `static`, or make one with fonttools' instancer";
        return refuse("it is a variable font", help);
    }
    if face.tables().glyf.is_none() && face.tables().cff.is_none() {
        return refuse(
            "it has no outlines, which paper needs",
            "take a font of outlines, not of bitmaps or colour pictures",
        );
    }
    let raw = face.raw_face();
    if COLOURED.iter().any(|tag| raw.table(Tag::from_bytes(tag)).is_some()) {
        return refuse("its letters are pictures in colour", "take a plain font, without emoji or colours of its own");
    }
    if face.tables().cmap.is_none() {
        return refuse("it does not say which characters it has", DAMAGED);
    }
    let other = "choose a font whose licence allows embedding, such as the SIL Open Font License";
    if face.tables().os2.is_some() {
        if face.permissions() == Some(Permissions::Restricted) || !face.is_outline_embedding_allowed() {
            return refuse("its maker forbids embedding it (OS/2 fsType), which a PDF does", other);
        }
        if !face.is_subsetting_allowed() {
            return refuse("its maker forbids embedding a part of it (OS/2 fsType), which a PDF does", other);
        }
    }
    let view_only = face.permissions() == Some(Permissions::PreviewAndPrint);
    Ok(Facts { weight: face.weight().to_number(), italic: face.is_italic(), view_only })
}

/// Every table that the font lists must be in it to the end.
fn whole(bytes: &[u8]) -> Result<(), Fault> {
    let number = |at: usize, size: usize| {
        bytes.get(at..at + size).map(|part| part.iter().fold(0_usize, |number, byte| number << 8 | usize::from(*byte)))
    };
    let cut_short = |what: String| (format!("it is cut short: {what}"), DAMAGED);
    let count = number(4, 2).unwrap_or(0);
    for record in (0..count).map(|table| 12 + table * 16) {
        let (Some(start), Some(length)) = (number(record + 8, 4), number(record + 12, 4)) else {
            return Err(cut_short("its list of tables is not all there".into()));
        };
        if start + length > bytes.len() {
            let tag = String::from_utf8_lossy(&bytes[record..record + 4]).into_owned();
            return Err(cut_short(format!("its table `{}` ends behind the file", tag.escape_debug())));
        }
    }
    Ok(())
}

/// Draws every outline and shapes every character, which must come to an end.
fn try_out(bytes: &Arc<[u8]>) -> Result<(), Fault> {
    let (done, answer) = channel();
    let bytes = bytes.clone();
    std::thread::spawn(move || done.send(contained(|| draw_all(&bytes))));
    let start = computed();
    loop {
        match answer.recv_timeout(LOOK) {
            Ok(Some(drawn)) => return drawn,
            Err(RecvTimeoutError::Timeout) if computed() - start < PATIENCE => {}
            Err(RecvTimeoutError::Timeout) => return Err(("its outlines do not come to an end".into(), DAMAGED)),
            Ok(None) | Err(RecvTimeoutError::Disconnected) => return Err(("it is damaged".into(), DAMAGED)),
        }
    }
}

fn draw_all(bytes: &[u8]) -> Result<(), Fault> {
    let Some(face) = rustybuzz::Face::from_slice(bytes, 0) else { return Err(("it is damaged".into(), DAMAGED)) };
    for glyph in (0..face.number_of_glyphs()).map(GlyphId) {
        let mut segments = Segments(0);
        face.outline_glyph(glyph, &mut segments);
        if segments.0 > MOST_SEGMENTS {
            let why = format!("its glyph {} is drawn with {} lines, and {MOST_SEGMENTS} print", glyph.0, segments.0);
            return Err((why, "draw it more simply, or take another font"));
        }
    }
    let mut characters = Vec::new();
    for table in face.tables().cmap.into_iter().flat_map(|cmap| cmap.subtables).filter(|table| table.is_unicode()) {
        table.codepoints(|code| characters.extend(char::from_u32(code).filter(|_| characters.len() < u16::MAX.into())));
    }
    let mut buffer = UnicodeBuffer::new();
    for character in characters {
        buffer.add(character, 0);
        buffer = rustybuzz::shape(&face, &[], buffer).clear();
    }
    let glyphs = (0..face.number_of_glyphs()).map(u32::from).collect();
    embed(bytes, glyphs).ok_or_else(|| ("it is damaged, and no PDF could hold it".into(), DAMAGED))
}

/// Writes a PDF with these glyphs, if that is possible.
fn embed(bytes: &[u8], glyphs: Vec<u32>) -> Option<()> {
    let font = Font::new(bytes.to_vec().into(), 0)?;
    let settings =
        SerializeSettings { compress_content_streams: false, xmp_metadata: false, ..SerializeSettings::default() };
    let mut document = krilla::Document::new_with(settings);
    let text = "x";
    let glyph = |id| KrillaGlyph::new(krilla::text::GlyphId::new(id), 1.0, 0.0, 0.0, 0.0, 0..text.len(), None);
    let glyphs: Vec<KrillaGlyph> = glyphs.into_iter().map(glyph).collect();
    let mut page = document.start_page_with(PageSettings::from_wh(100.0, 100.0)?);
    page.surface().draw_glyphs(Point::from_xy(0.0, 0.0), &glyphs, font, text, 1.0, false);
    page.finish();
    document.finish().ok().map(drop)
}

/// Counts what an outline is made of.
struct Segments(usize);

impl OutlineBuilder for Segments {
    fn move_to(&mut self, _: f32, _: f32) {
        self.0 += 1;
    }

    fn line_to(&mut self, _: f32, _: f32) {
        self.0 += 1;
    }

    fn quad_to(&mut self, _: f32, _: f32, _: f32, _: f32) {
        self.0 += 1;
    }

    fn curve_to(&mut self, _: f32, _: f32, _: f32, _: f32, _: f32, _: f32) {
        self.0 += 1;
    }

    fn close(&mut self) {}
}
