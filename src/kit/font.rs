//! A kit's own fonts: their names in templates, and their files, examined before anything is measured with them.
//!
//! A font contains small programs and may come from a stranger, so each is tried out once in a thread of its own: every outline is
//! drawn, every character shaped and every glyph embedded, by all the libraries that will read it later. A font that does not
//! finish or causes a panic is refused.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use sha2::{Digest, Sha256};
use skrifa::attribute::{Stretch, Style};
use skrifa::raw::tables::os2::Os2;
use skrifa::raw::{FileRef, TableProvider, TableRecord};
use skrifa::string::StringId;
use skrifa::{FontRef, MetadataProvider, Tag};

use super::files::FileError;
use super::limits::LARGEST;
use super::reader::{Field, Section};
use super::{Files, Problem, SourceSpan};

#[cfg(feature = "press")]
mod trial;

/// A font that templates may name.
#[derive(Clone, Debug)]
pub struct FontFile {
    /// Its name in templates, shared with other weights and slopes: `title`, or the name of its family.
    pub name: String,
    /// The path in the kit's folder.
    pub path: String,
    /// As in CSS, 400 is regular.
    pub weight: u16,
    pub italic: bool,
    pub bytes: Arc<[u8]>,
    /// The hash of its bytes.
    pub hash: [u8; 32],
    pub member: FontMember,
}

/// One of the fonts in a file: of a collection, or an instance of a variable font.
#[derive(Clone, Debug, PartialEq)]
pub struct FontMember {
    /// The index in a collection.
    pub index: u32,
    /// The position on each axis of a variable font.
    pub axes: Vec<(Tag, f32)>,
    /// The name of its family: `Barlow Condensed`.
    pub family: String,
    /// Names of this font alone: `Barlow Condensed SemiBold`.
    pub names: Vec<String>,
}

impl FontMember {
    fn is_called(&self, name: &str) -> bool {
        let same = |own: &String| own.eq_ignore_ascii_case(name);
        same(&self.family) || self.names.iter().any(same)
    }
}

/// The properties of a font.
#[derive(Clone, Debug)]
struct Facts {
    member: FontMember,
    weight: u16,
    italic: bool,
    /// Whether it is neither condensed nor expanded.
    is_normal: bool,
    /// Whether documents made with it are for viewing and printing only.
    view_only: bool,
}

/// The most font files in a kit.
const MAX_FONTS: usize = 32;

/// The largest font file: those of Chinese, Japanese and Korean have 20 MB.
const LARGEST_FONT: u64 = 24 << 20;

/// The most fonts of a file that are used.
const MAX_MEMBERS: u32 = 32;

/// The most instances of a variable font that are used.
const MAX_INSTANCES: usize = 64;

/// The folder whose fonts serve the names of their families.
const FOLDER: &str = "fonts/";

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
            let help = "use letters, digits, spaces, hyphens and underscores, but no generic name of SVG such as `serif`";
            section.document.report(problem.help(help));
        }
        fonts.extend(read(section, &name, files, warnings));
    }
    let mut paths: Vec<&str> = fonts.iter().map(|font| font.path.as_str()).collect();
    paths.dedup();
    if paths.len() > MAX_FONTS {
        let message = format!(
            "a kit has at most {MAX_FONTS} font files, and this one has {}",
            paths.len()
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
        field.one_or_more(|entry| Ok((entry.place(), named(entry, name, files)?)))
    });
    let mut fonts: Vec<FontFile> = Vec::new();
    for (place, (members, view_only)) in found.unwrap_or_default() {
        let mut added: Vec<FontFile> = Vec::new();
        for font in members {
            let is_twin =
                |other: &&FontFile| (other.weight, other.italic) == (font.weight, font.italic);
            // The first of a collection has precedence.
            if added.iter().any(|other| is_twin(&other)) {
                continue;
            }
            if let Some(twin) = fonts.iter().find(is_twin) {
                let slope = if font.italic { " italic" } else { "" };
                let message = format!(
                    "`{}` and `{}` are both {name} {}{slope}",
                    twin.path, font.path, font.weight
                );
                let problem = Problem::new(place.clone(), message);
                section
                    .document
                    .report(problem.help("give one of them a name of its own"));
                continue;
            }
            added.push(font);
        }
        if let Some(font) = added.first().filter(|_| view_only) {
            warnings.push(viewing_only(place, &font.path));
        }
        fonts.extend(added);
    }
    fonts
}

fn viewing_only(place: SourceSpan, path: &str) -> Problem {
    let message = format!("the font `{path}` may be embedded for viewing and printing only");
    let help = "its maker says so in the file (OS/2 fsType): share PDFs and pictures, but not the font in an archive";
    Problem::new(place, message).help(help)
}

/// The fonts in the folder `fonts` that no name refers to: each serves the name of its own family. Unusable ones are only warned of.
pub(super) fn of_folder(
    files: &Files,
    known: &[FontFile],
    warnings: &mut Vec<Problem>,
) -> Vec<FontFile> {
    if files.is_embedded() {
        return Vec::new();
    }
    let is_new = |path: &&String| known.iter().all(|font| font.path != **path);
    let manifest = files.read("kit.toml").unwrap_or_default();
    let paths: Vec<String> = files.paths();
    let here = |path: &&String| path.starts_with(FOLDER) && is_font(path);
    let new = paths.iter().filter(here).filter(is_new);
    let mut found: Vec<(String, Found)> = Vec::new();
    for path in new {
        let mut warn = |message: String, help: &str| {
            let place = SourceSpan::file(files.name(path));
            warnings.push(Problem::new(place, message).help(help));
        };
        if found.len() + known.len() >= MAX_FONTS {
            let message = format!("it is not used: a kit has at most {MAX_FONTS} font files");
            warn(
                message,
                "move fonts that the kit does not need out of the folder",
            );
            break;
        }
        match read_file(files, path) {
            Ok(font) => found.push((path.clone(), font)),
            // A font that the manifest names is reported there.
            Err(_) if manifest.contains(path.as_str()) => {}
            Err((why, help)) => warn(format!("the font is not used: {why}"), help),
        }
    }
    let mut fonts: Vec<FontFile> = Vec::new();
    let all = found.iter().flat_map(|(path, font)| {
        let facts = font.facts.iter();
        facts.map(move |facts| (path, font, facts))
    });
    let (normal, other): (Vec<_>, Vec<_>) = all.partition(|(_, _, facts)| facts.is_normal);
    for (path, font, facts) in normal.into_iter().chain(other) {
        let mut file = font.file(&facts.member.family, path, facts);
        let is_taken = fonts.iter().any(|other| {
            let its = (&other.name, other.weight, other.italic);
            its == (&file.name, file.weight, file.italic)
        });
        if is_taken {
            let Some(own) = facts.member.names.first() else {
                continue;
            };
            file.name.clone_from(own);
        }
        fonts.push(file);
    }
    for (path, font) in &found {
        if font.facts.iter().any(|facts| facts.view_only) {
            warnings.push(viewing_only(SourceSpan::file(files.name(path)), path));
        }
    }
    fonts
}

fn is_font(path: &str) -> bool {
    let path = path.to_ascii_lowercase();
    [".ttf", ".otf", ".ttc", ".otc", ".woff", ".woff2"]
        .iter()
        .any(|ending| path.ends_with(ending))
}

/// The most bytes of a kit's file with this name.
pub(super) fn largest(path: &str) -> u64 {
    if is_font(path) { LARGEST_FONT } else { LARGEST }
}

/// Whether a font may have this name, which appears in SVG and in messages.
fn is_name(name: &str) -> bool {
    let fine = |letter: char| letter.is_alphanumeric() || matches!(letter, '-' | '_' | ' ' | '.');
    name.starts_with(char::is_alphanumeric)
        && name.trim() == name
        && name.len() <= 64
        && name.chars().all(fine)
        && GENERIC
            .iter()
            .all(|generic| !generic.eq_ignore_ascii_case(name))
}

/// A font file, examined.
struct Found {
    bytes: Arc<[u8]>,
    hash: [u8; 32],
    facts: Vec<Facts>,
}

impl Found {
    fn file(&self, name: &str, path: &str, facts: &Facts) -> FontFile {
        FontFile {
            name: name.to_owned(),
            path: path.to_owned(),
            weight: facts.weight,
            italic: facts.italic,
            bytes: self.bytes.clone(),
            hash: self.hash,
            member: facts.member.clone(),
        }
    }
}

fn read_file(files: &Files, path: &str) -> Result<Found, Fault> {
    let smaller = "keep only the letters that you need (a subset), or choose a smaller font";
    let bytes = files.bytes(path).map_err(|why| {
        let help = if matches!(why, FileError::TooLarge(_)) {
            smaller
        } else {
            "a font is a TTF or OTF file in the kit's folder"
        };
        (why.to_string(), help)
    })?;
    let hash = Sha256::digest(&bytes).into();
    let bytes: Arc<[u8]> = bytes.into();
    let facts = facts(&bytes, hash)?;
    Ok(Found { bytes, hash, facts })
}

/// The fonts of an entry, `fonts/a.ttf` or `fonts/a.ttc#Family`, and whether they are for viewing and printing only.
fn named(field: Field<'_>, name: &str, files: &Files) -> Result<(Vec<FontFile>, bool), Problem> {
    let entry = field.text()?;
    let (path, member) = match entry.split_once('#') {
        Some((path, member)) => (path, Some(member)),
        None => (entry.as_str(), None),
    };
    let wrong = |(why, help): Fault| {
        field
            .problem(format!("the font `{entry}` cannot be used: {why}"))
            .help(help)
    };
    let found = read_file(files, path).map_err(wrong)?;
    let wanted = |facts: &&Facts| member.is_none_or(|member| facts.member.is_called(member));
    let facts: Vec<&Facts> = found.facts.iter().filter(wanted).collect();
    if facts.is_empty() {
        let mut families: Vec<&str> = found
            .facts
            .iter()
            .map(|facts| &*facts.member.family)
            .collect();
        families.dedup();
        let message = format!("there is no such font in `{path}`");
        return Err(field
            .problem(message)
            .help(format!("there are {}", families.join(", "))));
    }
    let view_only = facts.iter().any(|facts| facts.view_only);
    let fonts = facts.iter().map(|facts| found.file(name, path, facts));
    Ok((fonts.collect(), view_only))
}

/// Why a font cannot be used, and the way out.
type Fault = (String, &'static str);

/// Examines a font file; the results are remembered.
fn facts(bytes: &Arc<[u8]>, hash: [u8; 32]) -> Result<Vec<Facts>, Fault> {
    type Known = HashMap<[u8; 32], Result<Vec<Facts>, Fault>>;
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

/// Reads the properties that the fonts of a file declare.
fn inspect(bytes: &[u8]) -> Result<Vec<Facts>, Fault> {
    let refuse = |why: &str, help| Err((why.to_owned(), help));
    match bytes.get(..4) {
        Some(b"\0\x01\0\0" | b"true" | b"OTTO" | b"ttcf") => {}
        Some(b"wOFF" | b"wOF2") => {
            return refuse(
                "it is packed for the web (WOFF)",
                "use the font's TTF or OTF file, or convert it to one",
            );
        }
        _ => return refuse("it is neither TTF nor OTF", "a font is a TTF or OTF file"),
    }
    let mut all = Vec::new();
    for index in 0..members(bytes) {
        all.extend(inspect_member(bytes, index)?);
    }
    Ok(all)
}

/// The number of fonts in a file.
fn members(bytes: &[u8]) -> u32 {
    match FileRef::new(bytes) {
        Ok(FileRef::Collection(collection)) => collection.len().clamp(1, MAX_MEMBERS),
        _ => 1,
    }
}

/// Reads the properties that a font declares: of each of its instances, if it is variable.
fn inspect_member(bytes: &[u8], index: u32) -> Result<Vec<Facts>, Fault> {
    let refuse = |why: &str, help| Err((why.to_owned(), help));
    let font = whole(bytes, index)?;
    let damaged = |error| (format!("it is damaged: {error}"), DAMAGED);
    let units = font.head().map_err(damaged)?.units_per_em();
    font.hhea().map_err(damaged)?;
    font.maxp().map_err(damaged)?;
    if !UNITS.contains(&units) {
        return Err((format!("it is damaged: its em has {units} units"), DAMAGED));
    }
    let has = |tag: &[u8; 4]| font.table_data(Tag::new(tag)).is_some();
    if ![b"glyf", b"CFF ", b"CFF2"].into_iter().any(has) {
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
    let name = |id: StringId| {
        let text = font.localized_strings(id).english_or_first()?.to_string();
        let text: String = text.chars().take(64).collect();
        Some(text.trim().to_owned()).filter(|text| is_name(text))
    };
    let family = [StringId::TYPOGRAPHIC_FAMILY_NAME, StringId::FAMILY_NAME]
        .into_iter()
        .find_map(name)
        .unwrap_or_default();
    let own = [
        StringId::FAMILY_NAME,
        StringId::FULL_NAME,
        StringId::POSTSCRIPT_NAME,
    ];
    let names = own
        .into_iter()
        .filter_map(name)
        .filter(|name| *name != family);
    let plain = Facts {
        weight: attributes.weight.value() as u16,
        italic: attributes.style == Style::Italic || leans,
        is_normal: attributes.stretch == Stretch::NORMAL,
        view_only: !rights.editing,
        member: FontMember {
            index,
            axes: Vec::new(),
            names: names.collect(),
            family,
        },
    };
    let instances = instances(&font, &plain);
    if instances.is_empty() {
        return Ok(vec![plain]);
    }
    Ok(instances)
}

/// The named instances of a variable font.
fn instances(font: &FontRef<'_>, plain: &Facts) -> Vec<Facts> {
    let tags: Vec<Tag> = font.axes().iter().map(|axis| axis.tag()).collect();
    let mut all = Vec::new();
    for instance in font.named_instances().iter().take(MAX_INSTANCES) {
        let axes: Vec<(Tag, f32)> = tags.iter().copied().zip(instance.user_coords()).collect();
        let on = |tag: &[u8; 4]| {
            let axis = axes.iter().find(|(of, _)| *of == Tag::new(tag));
            axis.map(|(_, value)| *value)
        };
        let weight = on(b"wght").map(|weight| weight.clamp(1.0, 1000.0) as u16);
        let leans = [b"ital", b"slnt"]
            .into_iter()
            .any(|tag| on(tag).is_some_and(|lean| lean != 0.0));
        let is_normal = on(b"wdth").is_none_or(|width| width == 100.0);
        let style = font
            .localized_strings(instance.subfamily_name_id())
            .english_or_first()
            .map(|style| format!("{} {style}", plain.member.family))
            .filter(|name| is_name(name));
        all.push(Facts {
            weight: weight.unwrap_or(plain.weight),
            italic: plain.italic || leans,
            is_normal,
            view_only: plain.view_only,
            member: FontMember {
                names: style.into_iter().collect(),
                axes,
                ..plain.member.clone()
            },
        });
    }
    all
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
fn whole(bytes: &[u8], index: u32) -> Result<FontRef<'_>, Fault> {
    let cut_short = |what: String| (format!("it is cut short: {what}"), DAMAGED);
    let font = FontRef::from_index(bytes, index).ok().filter(|font| {
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
