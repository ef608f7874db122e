//! A kit's own fonts: their names in templates, and their files, examined before anything is measured with them.
//!
//! A font contains small programs and may come from a stranger, so each is tried out once in a thread of its own: every outline is
//! drawn, every character shaped and every glyph embedded, by all the libraries that will read it later. A font that does not
//! finish or causes a panic is refused.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use sha2::{Digest, Sha256};
use skrifa::attribute::Style;
use skrifa::raw::TableProvider;
use skrifa::raw::TableRecord;
use skrifa::raw::tables::os2::Os2;
use skrifa::{FontRef, MetadataProvider, Tag};

use super::reader::{Field, Section};
use super::{Files, Problem};

#[cfg(feature = "press")]
mod trial;

/// A font that templates may name.
#[derive(Clone, Debug)]
pub struct FontFile {
    /// Its name in templates, shared with other weights and slopes: `title`.
    pub name: String,
    /// The path in the kit's folder.
    pub path: String,
    /// As in CSS, 400 is regular.
    pub weight: u16,
    pub italic: bool,
    pub bytes: Arc<[u8]>,
    /// The hash of its bytes.
    pub hash: [u8; 32],
}

/// The properties of a font.
#[derive(Clone, Debug)]
struct Facts {
    weight: u16,
    italic: bool,
    /// Whether documents made with it are for viewing and printing only.
    view_only: bool,
}

/// The most font files in a kit.
const MAX_FONTS: usize = 32;

/// The permitted units per em of a font.
const UNITS: std::ops::RangeInclusive<u16> = 16..=16_384;

/// Names that mean something else in SVG.
const GENERIC: [&str; 5] = ["serif", "sans-serif", "monospace", "cursive", "fantasy"];

/// The table `[fonts]`: names, each with its file or its files.
pub(super) fn read_all(
    section: &Section<'_>,
    files: &Files,
    warnings: &mut Vec<Problem>,
) -> Vec<FontFile> {
    let mut fonts = Vec::new();
    for (name, place) in section.keys() {
        if !is_name(&name) {
            let problem = Problem::new(place, format!("a font cannot be called `{name}`"));
            let help = "use lower-case letters, digits, hyphens and underscores, but no generic name of SVG such as `serif`";
            section.document.report(problem.help(help));
        }
        fonts.extend(read(section, &name, files, warnings));
    }
    if fonts.len() > MAX_FONTS {
        let message = format!(
            "a kit has at most {MAX_FONTS} font files, and this one has {}",
            fonts.len()
        );
        section
            .document
            .report(Problem::new(section.place(), message));
    }
    fonts
}

/// The font with this name: one or several files, of different weights and slopes.
pub(super) fn read(
    section: &Section<'_>,
    name: &str,
    files: &Files,
    warnings: &mut Vec<Problem>,
) -> Vec<FontFile> {
    let found = section.maybe(name, |field| {
        field.one_or_more(|entry| Ok((entry.place(), file(entry, name, files)?)))
    });
    let mut fonts: Vec<FontFile> = Vec::new();
    for (place, (font, view_only)) in found.unwrap_or_default() {
        if let Some(twin) = fonts
            .iter()
            .find(|other| (other.weight, other.italic) == (font.weight, font.italic))
        {
            let slope = if font.italic { " italic" } else { "" };
            let message = format!(
                "`{}` and `{}` are both {name} {}{slope}",
                twin.path, font.path, font.weight
            );
            section
                .document
                .report(Problem::new(place, message).help("give one of them a name of its own"));
            continue;
        }
        if view_only {
            let message = format!(
                "the font `{}` may be embedded for viewing and printing only",
                font.path
            );
            let help = "its maker says so in the file (OS/2 fsType): share PDFs and pictures, but not the font in an archive";
            warnings.push(Problem::new(place, message).help(help));
        }
        fonts.push(font);
    }
    fonts
}

fn is_name(name: &str) -> bool {
    let fine = |byte: u8| {
        byte.is_ascii_lowercase() || byte.is_ascii_digit() || matches!(byte, b'-' | b'_')
    };
    name.starts_with(|first: char| first.is_ascii_lowercase())
        && name.len() <= 64
        && name.bytes().all(fine)
        && !GENERIC.contains(&name)
}

/// An examined font file, and whether it is for viewing and printing only.
fn file(field: Field<'_>, name: &str, files: &Files) -> Result<(FontFile, bool), Problem> {
    let path = field.text()?;
    let wrong = |(why, help): Fault| {
        field
            .problem(format!("the font `{path}` cannot be used: {why}"))
            .help(help)
    };
    let smaller = "keep only the letters that you need (a subset), or choose a smaller font";
    let bytes = files.bytes(&path).map_err(|why| {
        let help = if why.contains("larger") {
            smaller
        } else {
            "a font is a TTF or OTF file in the kit's folder"
        };
        wrong((why, help))
    })?;
    let hash = Sha256::digest(&bytes).into();
    let bytes: Arc<[u8]> = bytes.into();
    let Facts {
        weight,
        italic,
        view_only,
    } = facts(&bytes, hash).map_err(wrong)?;
    Ok((
        FontFile {
            name: name.to_owned(),
            path: path.clone(),
            weight,
            italic,
            bytes,
            hash,
        },
        view_only,
    ))
}

/// Why a font cannot be used, and the way out.
type Fault = (String, &'static str);

/// Examines a font; the results are remembered.
fn facts(bytes: &Arc<[u8]>, hash: [u8; 32]) -> Result<Facts, Fault> {
    type Known = HashMap<[u8; 32], Result<Facts, Fault>>;
    static KNOWN: LazyLock<Mutex<Known>> = LazyLock::new(Mutex::default);
    if let Some(known) = KNOWN
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .get(&hash)
    {
        return known.clone();
    }
    let found = inspect(bytes);
    // What never draws need not try.
    #[cfg(feature = "press")]
    let found = found.and_then(|facts| trial::try_out(bytes).and(Ok(facts)));
    KNOWN
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .insert(hash, found.clone());
    found
}

/// Tables with bitmap or colour glyphs.
const COLOURED: [&[u8; 4]; 4] = [b"COLR", b"SVG ", b"sbix", b"CBDT"];

const DAMAGED: &str = "get the file again from its source";

/// Reads the properties that a font declares.
fn inspect(bytes: &[u8]) -> Result<Facts, Fault> {
    let refuse = |why: &str, help| Err((why.to_owned(), help));
    match bytes.get(..4) {
        Some(b"\0\x01\0\0" | b"true" | b"OTTO") => {}
        Some(b"wOFF" | b"wOF2") => {
            return refuse(
                "it is packed for the web (WOFF)",
                "use the font's TTF or OTF file, or convert it to one",
            );
        }
        Some(b"ttcf") => {
            return refuse(
                "it is a collection of fonts",
                "extract the font that you want as a TTF or OTF file",
            );
        }
        _ => return refuse("it is neither TTF nor OTF", "a font is a TTF or OTF file"),
    }
    let font = whole(bytes)?;
    let damaged = |error| (format!("it is damaged: {error}"), DAMAGED);
    let units = font.head().map_err(damaged)?.units_per_em();
    font.hhea().map_err(damaged)?;
    font.maxp().map_err(damaged)?;
    if !UNITS.contains(&units) {
        return Err((format!("it is damaged: its em has {units} units"), DAMAGED));
    }
    let has = |tag: &[u8; 4]| font.table_data(Tag::new(tag)).is_some();
    if has(b"fvar") {
        let help = "use a file with a single weight, which many fonts have in a folder `static`, or make one with fonttools' instancer";
        return refuse("it is a variable font", help);
    }
    if !has(b"glyf") && !has(b"CFF ") {
        return refuse(
            "it has no outlines, which print needs",
            "choose a font with outlines, not with bitmaps or colour glyphs",
        );
    }
    if COLOURED.iter().any(|tag| has(tag)) {
        return refuse(
            "its glyphs are colour pictures",
            "choose a plain font, without emoji or colours of its own",
        );
    }
    if !font.charmap().has_map() {
        return refuse("it has no character map", DAMAGED);
    }
    let rights = font.os2().map_or(Rights::ALL, |table| Rights::of(&table));
    let other = "choose a font whose licence allows embedding, such as the SIL Open Font License";
    if !rights.embedding {
        return refuse(
            "its maker forbids embedding it (OS/2 fsType), as a PDF must",
            other,
        );
    }
    if !rights.subsets {
        return refuse(
            "its maker forbids embedding a subset of it (OS/2 fsType), as a PDF must",
            other,
        );
    }
    let attributes = font.attributes();
    let leans = font
        .post()
        .is_ok_and(|table| table.italic_angle().to_f64() != 0.0);
    Ok(Facts {
        weight: attributes.weight.value() as u16,
        italic: attributes.style == Style::Italic || leans,
        view_only: !rights.editing,
    })
}

/// What a font's maker permits.
struct Rights {
    /// Whether it may be embedded in a document.
    embedding: bool,
    /// Whether a subset of it may be embedded.
    subsets: bool,
    /// Whether such a document may be edited.
    editing: bool,
}

impl Rights {
    const ALL: Rights = Rights {
        embedding: true,
        subsets: true,
        editing: true,
    };

    /// As in <https://learn.microsoft.com/typography/opentype/spec/os2#fstype>: if an old font sets several of the lowest bits, the
    /// most permissive one counts.
    fn of(table: &Os2) -> Rights {
        let is = |bit: u16| table.fs_type() & bit != 0;
        let [restricted, print, edit] = [0x2, 0x4, 0x8].map(is);
        let [whole_only, dots_only] = [0x100, 0x200].map(|bit| is(bit) && table.version() >= 2);
        Rights {
            embedding: !dots_only && (!restricted || print || edit),
            subsets: !whole_only,
            editing: edit || !print,
        }
    }
}

/// The font, if every table that it lists is complete.
fn whole(bytes: &[u8]) -> Result<FontRef<'_>, Fault> {
    let cut_short = |what: String| (format!("it is cut short: {what}"), DAMAGED);
    let font = FontRef::new(bytes).ok().filter(|font| {
        font.table_directory.table_records().len() == usize::from(font.table_directory.num_tables())
    });
    let font = font.ok_or_else(|| cut_short("its list of tables is incomplete".into()))?;
    let ends = |record: &&TableRecord| u64::from(record.offset()) + u64::from(record.length());
    match font
        .table_directory
        .table_records()
        .iter()
        .find(|record| ends(record) > bytes.len() as u64)
    {
        Some(record) => {
            let tag = record.tag().to_string();
            Err(cut_short(format!(
                "its table `{}` ends beyond the file",
                tag.escape_debug()
            )))
        }
        None => Ok(font),
    }
}
