//! The fonts for printing, in memory once: for measuring, for usvg, and for embedding.
//!
//! Those of the program come first, then those of the kit. None come from the system, so a sheet looks the same wherever it is
//! built. Fonts stay in memory until the program ends: there are few, and drawings refer to them.
//!
//! Characters that a font lacks come from others, word by word where they are letters: from the kit's other fonts, then from the
//! program's; the last font has a dashed box for everything.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::{Arc, LazyLock, Mutex, OnceLock, PoisonError};

use harfrust::{
    Direction, Script, ShapeOptions, ShapePlan, ShaperData, ShaperInstance, UnicodeBuffer, script,
};
use sha2::{Digest, Sha256};
use skrifa::charmap::Charmap;
use skrifa::instance::{Location, LocationRef, Size};
use skrifa::metrics::GlyphMetrics;
use skrifa::outline::pen::PathStyle;
use skrifa::outline::{DrawSettings, OutlinePen};
use skrifa::{FontRef, GlyphId, MetadataProvider, OutlineGlyphCollection, Tag};
use unicode_segmentation::UnicodeSegmentation;
use usvg::fontdb;

use super::shipped::{self, SHIPPED, Serves};
use super::text::{ICON, Span};
use super::visual::is_right_to_left;
use crate::kit::{FontFile, FontMember, Kit};

/// The fonts that a kit's faces may name.
pub struct Fonts {
    list: Vec<Entry>,
    database: Arc<fontdb::Database>,
}

/// A font by its CSS properties. Those of the program are read on first use.
#[derive(Clone)]
struct Entry {
    id: fontdb::ID,
    family: String,
    weight: u16,
    italic: bool,
    /// The names in a kit's file.
    member: Option<FontMember>,
    source: Source,
}

#[derive(Clone, Copy)]
enum Source {
    /// The index of one of the program's fonts.
    Shipped(usize),
    Own(&'static Font),
}

impl Entry {
    fn serves(&self) -> Serves {
        match self.source {
            Source::Shipped(number) => SHIPPED[number].serves,
            Source::Own(_) => Serves::Templates,
        }
    }

    /// Whether its family has this name, in the kit or in its file.
    fn is_of(&self, family: &str) -> bool {
        let own = self.member.as_ref().map(|member| &member.family);
        self.family.eq_ignore_ascii_case(family)
            || own.is_some_and(|own| own.eq_ignore_ascii_case(family))
    }

    /// Whether it alone has this name.
    fn is_called(&self, name: &str) -> bool {
        let member = self.member.as_ref();
        member.is_some_and(|member| {
            member
                .names
                .iter()
                .any(|own| own.eq_ignore_ascii_case(name))
        })
    }

    fn has_letters(&self) -> bool {
        !matches!(self.serves(), Serves::Symbols | Serves::Missing)
    }

    fn font(&self) -> &'static Font {
        static READ: [OnceLock<Font>; shipped::COUNT] = [const { OnceLock::new() }; shipped::COUNT];
        match self.source {
            Source::Own(font) => font,
            Source::Shipped(number) => READ[number].get_or_init(|| {
                let bytes = shipped::bytes(number);
                let style = (self.family.clone(), self.weight, self.italic);
                let font = Font::new(style, (bytes, 0, &[]), number as u64);
                font.expect("the program's fonts are sound")
            }),
        }
    }
}

/// One font, and what has been measured with it.
pub struct Font {
    /// As in CSS: `Barlow Condensed`.
    pub family: String,
    /// As in CSS, 400 is regular.
    pub weight: u16,
    pub italic: bool,
    pub bytes: &'static [u8],
    /// Which font of the file it is: the index in a collection, and the position on each axis of a variable font.
    pub index: u32,
    pub axes: Vec<(Tag, f32)>,
    location: LocationRef<'static>,
    /// Identifies the font: the index of one of the program's, or part of the hash of another.
    pub(super) id: u64,
    /// The height of capitals and the depth of a `p` below the line, in ems.
    pub cap_height: f64,
    pub descent: f64,
    units: u16,
    metrics: GlyphMetrics<'static>,
    outlines: OutlineGlyphCollection<'static>,
    characters: Charmap<'static>,
    shaper: harfrust::Shaper<'static>,
    shaped: Mutex<Shaped>,
}

/// Words already shaped. The map is only looked up and never listed, so its order has no effect. Each word is looked up several
/// times each time it is printed, which is most of the hashing for a large deck.
#[derive(Default)]
struct Shaped {
    words: HashMap<Box<str>, usize, foldhash::fast::RandomState>,
    /// Words of lines that run from right to left.
    leftward_words: HashMap<Box<str>, usize, foldhash::fast::RandomState>,
    list: Vec<Word>,
    /// The glyphs of all words.
    glyphs: Vec<Glyph>,
    after_space: HashMap<char, i32>,
    shaper: Shaper,
}

/// Buffers reused from word to word.
#[derive(Default)]
struct Shaper {
    buffer: UnicodeBuffer,
    /// How the font sets a script, by its direction.
    plans: Vec<(Direction, Script, ShapePlan)>,
    /// The ink of each glyph: in some fonts, a glyph must be drawn to measure it.
    inks: HashMap<u16, Ink, foldhash::fast::RandomState>,
}

/// The extent of a glyph's ink in font units: x from its origin, y up from the baseline. All zero if there is none.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Ink {
    pub left: i32,
    pub right: i32,
    pub bottom: i32,
    pub top: i32,
}

/// The most words in the cache, which is then emptied. The common words of a language are soon back; the codes of a large deck,
/// each looked up when it is fitted and when it is printed, are shaped twice.
const MAX_WORDS: usize = 15_000;

/// A piece of text without a break, shaped.
#[derive(Debug, Default)]
struct Run {
    glyphs: Vec<Glyph>,
    extent: Extent,
}

/// A word, with or without the space after it. It is kept small, since each of the ten thousand codes of a large deck is a word.
#[derive(Clone, Copy, Debug)]
struct Word {
    /// The index of its first glyph among those of all words.
    first: u32,
    count: u32,
    extent: Extent,
    /// Kerning between a space and its first character.
    after_space: i32,
}

/// The measurements of a piece of text, in font units.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extent {
    pub advance: i32,
    /// The number of glyphs that advance, each of which is followed by tracking.
    pub glyphs: u32,
    /// How far ink extends above and below the baseline; both grow outwards.
    pub rise: i32,
    pub drop: i32,
    /// A character that the font lacks.
    pub missing: Option<char>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Glyph {
    pub id: u16,
    /// To the next glyph, kerned.
    pub advance: i32,
    /// The start of its characters in the text, in bytes.
    pub start: u32,
    /// How far it is drawn to the right of and above its place in the line.
    pub right: i16,
    pub up: i16,
}

impl Glyph {
    /// How far it takes the pen, with an em of this many millimetres per unit. Marks take it nowhere.
    pub fn step(&self, em: f64, tracking: f64) -> f64 {
        match self.advance {
            0 => 0.0,
            units => f64::from(units) * em + tracking,
        }
    }

    /// How far it is drawn to the right of the pen. A mark belongs to the glyph before it, which is followed by tracking.
    pub fn shift(&self, em: f64, tracking: f64) -> f64 {
        let back = if self.advance == 0 { tracking } else { 0.0 };
        f64::from(self.right) * em - back
    }
}

impl Fonts {
    /// The fonts in the program.
    pub fn shipped() -> &'static Fonts {
        static FONTS: LazyLock<Fonts> = LazyLock::new(|| {
            let mut database = fontdb::Database::new();
            let mut list = Vec::new();
            for (number, font) in SHIPPED.iter().enumerate() {
                let source = fontdb::Source::Binary(Arc::new(shipped::Bytes(number)));
                let face = face_info(font.family, font.weight, font.italic, source);
                list.push(Entry {
                    id: database.push_face_info(face),
                    family: font.family.into(),
                    weight: font.weight,
                    italic: font.italic,
                    member: None,
                    source: Source::Shipped(number),
                });
            }
            Fonts {
                list,
                database: Arc::new(database),
            }
        });
        &FONTS
    }

    /// The fonts in the program and the kit's own.
    pub fn of(kit: &Kit) -> &'static Fonts {
        /// Lists already made, by the names and hashes of their own fonts.
        type Made = (Vec<(String, [u8; 32], FontMember)>, &'static Fonts);
        static LISTS: Mutex<Vec<Made>> = Mutex::new(Vec::new());
        if kit.fonts.is_empty() {
            return Fonts::shipped();
        }
        let key: Vec<(String, [u8; 32], FontMember)> = kit
            .fonts
            .iter()
            .map(|font| (font.name.clone(), font.hash, font.member.clone()))
            .collect();
        let mut lists = LISTS.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, fonts)) = lists.iter().find(|(of, _)| *of == key) {
            return fonts;
        }
        let mut list = Fonts::shipped().list.clone();
        let mut database = Fonts::shipped().database.as_ref().clone();
        for file in &kit.fonts {
            list.extend(Font::kept(file).map(|font| {
                let bytes = fontdb::Source::Binary(Arc::new(file.bytes.clone()));
                let face = fontdb::FaceInfo {
                    index: file.member.index,
                    ..face_info(&file.name, file.weight, file.italic, bytes)
                };
                Entry {
                    id: database.push_face_info(face),
                    family: file.name.clone(),
                    weight: file.weight,
                    italic: file.italic,
                    member: Some(file.member.clone()),
                    source: Source::Own(font),
                }
            }));
        }
        let fonts: &'static Fonts = Box::leak(Box::new(Fonts {
            list,
            database: Arc::new(database),
        }));
        lists.push((key, fonts));
        fonts
    }

    /// Exactly this font, if it exists, by the kit's name for it or that of its family; or the only font that the kit has under the
    /// name, or of this name, whatever the weight and slope. Capitals do not matter, and the kit's fonts have precedence.
    ///
    /// ```
    /// # use paperkeep::face::Fonts;
    /// let fonts = Fonts::shipped();
    /// assert!(fonts.find("Cinzel", 700, false).is_some());
    /// assert!(fonts.find("Cinzel", 400, false).is_none());
    /// ```
    pub fn find(&self, family: &str, weight: u16, italic: bool) -> Option<&'static Font> {
        self.entry(family, weight, italic).map(Entry::font)
    }

    /// The same, as usvg knows it.
    pub(super) fn id(&self, family: &str, weight: u16, italic: bool) -> Option<fontdb::ID> {
        self.entry(family, weight, italic).map(|entry| entry.id)
    }

    /// The font of a family that is most like this one, as usvg knows it.
    pub(super) fn nearest(&self, family: &str, weight: u16, italic: bool) -> Option<fontdb::ID> {
        let of_family = self.list.iter().filter(|entry| entry.is_of(family));
        let nearest =
            of_family.min_by_key(|entry| (entry.italic != italic, entry.weight.abs_diff(weight)));
        nearest.map(|entry| entry.id)
    }

    fn entry(&self, family: &str, weight: u16, italic: bool) -> Option<&Entry> {
        let is_own = |entry: &&Entry| matches!(entry.source, Source::Own(_));
        let own = self.list.iter().filter(is_own);
        let shipped = self.list.iter().filter(|entry| !is_own(entry));
        let exact = |entry: &&Entry| {
            entry.is_of(family) && entry.weight == weight && entry.italic == italic
        };
        let sole = || {
            let mut all = own.clone().filter(|entry| entry.is_of(family));
            all.next().filter(|_| all.next().is_none())
        };
        own.clone()
            .chain(shipped)
            .find(exact)
            .or_else(sole)
            .or_else(|| own.clone().find(|entry| entry.is_called(family)))
    }

    /// One of the program's own upright fonts; the first of them for an unknown name.
    pub fn plain(family: &str, weight: u16) -> &'static Font {
        let fonts = Fonts::shipped();
        fonts
            .find(family, weight, false)
            .unwrap_or_else(|| fonts.list[0].font())
    }

    /// The fonts that templates name.
    pub fn iter(&self) -> impl Iterator<Item = &'static Font> {
        let named = |entry: &&Entry| entry.serves() == Serves::Templates;
        self.list.iter().filter(named).map(Entry::font)
    }

    /// Whether one of the fonts that templates name has a character.
    pub fn has(&self, character: char) -> bool {
        self.iter().any(|font| font.has(character))
    }

    /// The same in words, for messages: "Alegreya 400, Alegreya 400 italic, ...".
    pub fn names(&self) -> String {
        self.iter().map(Font::name).collect::<Vec<_>>().join(", ")
    }

    /// Where to look for what a font lacks, in order. The last font has everything.
    fn others(&self, font: &Font) -> Vec<&Entry> {
        let mut others: Vec<&Entry> = self
            .list
            .iter()
            .filter(|entry| match entry.serves() {
                Serves::Family(family) => family == font.family,
                _ => true,
            })
            .collect();
        others.sort_by_key(|entry| {
            let rank = match (entry.source, entry.serves()) {
                (Source::Own(_), _) => 0,
                (_, Serves::Family(_)) => 1,
                (_, Serves::Templates) => 2,
                (_, Serves::Symbols) => 3,
                (_, Serves::Missing) => 4,
            };
            let slanted_otherwise = entry.italic != font.italic;
            (rank, slanted_otherwise, entry.weight.abs_diff(font.weight))
        });
        others
    }

    /// The font from which usvg takes a character, after those that it has tried.
    pub(super) fn other(
        &self,
        character: char,
        tried: &[fontdb::ID],
    ) -> Option<(fontdb::ID, &'static Font)> {
        let is_first = |entry: &&Entry| tried.first() == Some(&entry.id);
        let first = self.list.iter().find(is_first)?;
        self.others(first.font())
            .into_iter()
            .find(|entry| !tried.contains(&entry.id) && entry.font().has(character))
            .map(|entry| (entry.id, entry.font()))
    }

    /// The font for a text that must be in one: this one, or else the first that has all of it.
    pub fn for_all(&self, text: &str, font: &'static Font) -> &'static Font {
        let has_all = |font: &&'static Font| font.extent(text).missing.is_none();
        let mut fonts = std::iter::once(font).chain(self.others(font).into_iter().map(Entry::font));
        fonts.find(has_all).unwrap_or(font)
    }

    /// The same spans of a text, and others where the fonts of the text and its spans lack characters.
    pub(super) fn cover(&self, text: &str, main: &'static Font, spans: &[Span]) -> Vec<Span> {
        let mut covered = Vec::with_capacity(spans.len());
        let mut at = 0;
        for span in spans {
            self.cover_run(text, at..span.range.start, main, main, &mut covered);
            self.cover_run(text, span.range.clone(), span.font, main, &mut covered);
            at = span.range.end;
        }
        self.cover_run(text, at..text.len(), main, main, &mut covered);
        covered
    }

    /// Covers a run in one font; only spans in another font than `main` are added.
    fn cover_run(
        &self,
        text: &str,
        run: Range<usize>,
        font: &'static Font,
        main: &Font,
        covered: &mut Vec<Span>,
    ) {
        let mut add = |range: Range<usize>, font: &'static Font| {
            match covered.last_mut() {
                Some(last) if last.range.end == range.start && last.font == font => {
                    last.range.end = range.end;
                }
                _ if font == main || range.is_empty() => {}
                _ => covered.push(Span { range, font }),
            };
        };
        let others = LazyLock::new(|| self.others(font));
        let mut start = run.start;
        for word in text[run].split_inclusive([' ', '\n', '\r', ICON]) {
            let letters = word.trim_end_matches([' ', '\n', '\r', ICON]);
            let end = start + letters.len();
            match font.word(letters).0.missing {
                None => add(start..end, font),
                Some(missing) => {
                    let other = whole_word(letters, missing, &others);
                    match other {
                        Some(other) => add(start..end, other),
                        None => each_cluster(letters, font, &others, |range, font| {
                            add(start + range.start..start + range.end, font);
                        }),
                    }
                }
            }
            add(end..start + word.len(), font);
            start += word.len();
        }
    }

    /// The same bytes in the form for usvg.
    pub(crate) fn database(&self) -> Arc<fontdb::Database> {
        self.database.clone()
    }
}

/// Identifies a kit's font: part of the hash of its file, and of what distinguishes it from others in the file.
fn id_of(file: &FontFile) -> u64 {
    let FontMember { index, axes, .. } = &file.member;
    let mut hash = file.hash;
    if *index > 0 || !axes.is_empty() {
        let mut whole = Sha256::new();
        whole.update(hash);
        whole.update(format!("{index} {axes:?}"));
        hash = whole.finalize().into();
    }
    hash.iter()
        .take(7)
        .fold(1, |id, byte| id << 8 | u64::from(*byte))
}

/// Glyphs of a text, each with the characters that it represents. If several represent the same, the first has them all.
pub struct Clusters<'g, 't> {
    text: &'t str,
    glyphs: std::slice::Iter<'g, Glyph>,
    leftward: bool,
    /// The start and the end of the last characters.
    last: Option<(usize, usize)>,
}

impl<'g, 't> Clusters<'g, 't> {
    /// The glyphs must be those of the text.
    pub fn new(text: &'t str, glyphs: &'g [Glyph]) -> Clusters<'g, 't> {
        Clusters {
            text,
            glyphs: glyphs.iter(),
            leftward: is_right_to_left(text),
            last: None,
        }
    }
}

impl<'t> Iterator for Clusters<'_, 't> {
    type Item = (Glyph, &'t str);

    fn next(&mut self) -> Option<(Glyph, &'t str)> {
        let glyph = *self.glyphs.next()?;
        let start = glyph.start as usize;
        if self.last.is_some_and(|(last, _)| last == start) {
            return Some((glyph, ""));
        }
        let end = match self.last {
            Some((last, _)) if self.leftward => last,
            None if self.leftward => self.text.len(),
            _ => {
                let mut rest = self.glyphs.as_slice().iter();
                let next = rest.find(|next| next.start != glyph.start);
                next.map_or(self.text.len(), |next| next.start as usize)
            }
        };
        self.last = Some((start, end));
        Some((glyph, self.text.get(start..end).unwrap_or_default()))
    }
}

/// The font of a word with a letter that its own font lacks: a word is in one font, if any has all of it.
fn whole_word(word: &str, missing: char, others: &[&Entry]) -> Option<&'static Font> {
    let all = |entry: &&&Entry| entry.has_letters() && entry.font().word(word).0.missing.is_none();
    let other = missing.is_alphabetic().then(|| others.iter().find(all));
    other.flatten().map(|entry| entry.font())
}

/// Visits the characters of a word, each with its marks and in the first font that has it.
fn each_cluster(
    word: &str,
    font: &'static Font,
    others: &[&Entry],
    mut visit: impl FnMut(Range<usize>, &'static Font),
) {
    for (start, cluster) in word.grapheme_indices(true) {
        let other = (!font.has_all(cluster)).then(|| {
            let mut others = others.iter().map(|entry| entry.font());
            others.find(|other| other.has_all(cluster))
        });
        let found = other.flatten().unwrap_or(font);
        visit(start..start + cluster.len(), found);
    }
}

/// A font as usvg finds it, by our name or the kit's.
fn face_info(name: &str, weight: u16, italic: bool, source: fontdb::Source) -> fontdb::FaceInfo {
    fontdb::FaceInfo {
        id: fontdb::ID::dummy(),
        source,
        index: 0,
        families: vec![(name.to_owned(), fontdb::Language::English_UnitedStates)],
        post_script_name: name.to_owned(),
        style: if italic {
            fontdb::Style::Italic
        } else {
            fontdb::Style::Normal
        },
        weight: fontdb::Weight(weight),
        stretch: fontdb::Stretch::Normal,
        monospaced: false,
    }
}

impl PartialEq for Font {
    fn eq(&self, other: &Font) -> bool {
        (self.id, &self.family) == (other.id, &other.family)
    }
}

impl std::fmt::Debug for Font {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.name())
    }
}

impl Font {
    /// Whether it is a kit's.
    pub fn is_own(&self) -> bool {
        self.id >= SHIPPED.len() as u64
    }

    /// Whether it stands for all characters that no font has.
    pub fn is_missing(&self) -> bool {
        let shipped = usize::try_from(self.id)
            .ok()
            .and_then(|number| SHIPPED.get(number));
        shipped.is_some_and(|font| font.serves == Serves::Missing)
    }

    /// Whether it has a glyph for a character.
    pub(super) fn has(&self, character: char) -> bool {
        let glyph = self.characters.map(character);
        self.is_missing() || glyph.is_some_and(|glyph| glyph != GlyphId::NOTDEF)
    }

    /// The first character of a text that these glyphs do not draw well: it has none, or is pieced together from a letter and
    /// marks, which the font may not fit to each other.
    fn missing(&self, text: &str, glyphs: &[Glyph]) -> Option<char> {
        let without = glyphs.iter().find(|glyph| glyph.id == 0);
        if let Some(without) = without {
            return text[without.start as usize..].chars().next();
        }
        if text.is_ascii() {
            return None;
        }
        let pieces = Clusters::new(text, glyphs).filter(|(_, of)| of.is_empty());
        let pieced = pieces.map(|(glyph, _)| text[glyph.start as usize..].chars().next());
        pieced.flatten().find(|whole| !self.has(*whole))
    }

    /// Whether it can draw a character with its marks.
    fn has_all(&self, cluster: &str) -> bool {
        let mut characters = cluster.chars();
        match (characters.next(), characters.next()) {
            (Some(character), None) => self.has(character),
            _ => self.word(cluster).0.missing.is_none(),
        }
    }

    /// A kit's font, kept for as long as the program runs; each is kept once under each name.
    fn kept(file: &FontFile) -> Option<&'static Font> {
        static KEPT: Mutex<Vec<&'static Font>> = Mutex::new(Vec::new());
        let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
        let id = id_of(file);
        let known = |font: &&&Font| font.id == id && font.family == file.name;
        if let Some(font) = kept.iter().find(known) {
            return Some(font);
        }
        let bytes: &'static Arc<[u8]> = Box::leak(Box::new(file.bytes.clone()));
        let font: &'static Font = Box::leak(Box::new(Font::new(
            (file.name.clone(), file.weight, file.italic),
            (bytes, file.member.index, &file.member.axes),
            id,
        )?));
        kept.push(font);
        Some(font)
    }

    /// A font by its family, weight and slope, of a file with the font's index and its position on each axis.
    fn new(
        (family, weight, italic): (String, u16, bool),
        (bytes, index, axes): (&'static [u8], u32, &[(Tag, f32)]),
        id: u64,
    ) -> Option<Font> {
        let file = FontRef::from_index(bytes, index).ok()?;
        let location: &'static Location = Box::leak(Box::new(file.axes().location(axes)));
        let location = LocationRef::from(location);
        let data: &'static ShaperData = Box::leak(Box::new(ShaperData::new(&file)));
        let instance = ShaperInstance::from_coords(&file, location.coords().iter().copied());
        let instance: &'static ShaperInstance = Box::leak(Box::new(instance));
        let shaper = data.shaper(&file).instance(Some(instance)).build();
        let whole = file.metrics(Size::unscaled(), location);
        let metrics = file.glyph_metrics(Size::unscaled(), location);
        let em = f64::from(whole.units_per_em);
        let bounds = |letter: char| file.charmap().map(letter).and_then(|id| metrics.bounds(id));
        // The cap height that a font states may be wrong.
        let stated = whole.cap_height.unwrap_or(whole.ascent);
        let cap_height = Some(f64::from(stated) / em).filter(|height| (0.2..=1.5).contains(height));
        let drawn = || {
            bounds('H')
                .map(|ink| f64::from(ink.y_max) / em)
                .filter(|height| (0.1..=3.0).contains(height))
        };
        Some(Font {
            family,
            weight,
            italic,
            bytes,
            index,
            axes: axes.to_vec(),
            location,
            id,
            cap_height: cap_height.or_else(drawn).unwrap_or(0.7),
            descent: bounds('p')
                .map_or(0.0, |ink| -f64::from(ink.y_min) / em)
                .max(0.0),
            units: whole.units_per_em,
            metrics,
            outlines: file.outline_glyphs(),
            characters: file.charmap(),
            shaper,
            shaped: Mutex::default(),
        })
    }

    /// As in messages: "Alegreya 400 italic".
    pub fn name(&self) -> String {
        format!(
            "{} {}{}",
            self.family,
            self.weight,
            if self.italic { " italic" } else { "" }
        )
    }

    /// Font units per em.
    pub fn units(&self) -> f64 {
        self.units.into()
    }

    /// Measures a word, with or without its following space, and the kerning between a space and it.
    pub fn word(&self, text: &str) -> (Extent, i32) {
        let mut shaped = self.shaped.lock().unwrap_or_else(PoisonError::into_inner);
        let word = self.look_up(&mut shaped, text, is_right_to_left(text));
        (word.extent, word.after_space)
    }

    /// Measures a line.
    pub fn extent(&self, text: &str) -> Extent {
        let mut whole = Extent::default();
        self.each_word(text, |_, extent, _, kern| {
            whole.advance += kern + extent.advance;
            whole.glyphs += extent.glyphs;
            whole.rise = whole.rise.max(extent.rise);
            whole.drop = whole.drop.max(extent.drop);
            whole.missing = whole.missing.or(extent.missing);
        });
        whole
    }

    /// The glyphs of a line, from left to right.
    pub fn glyphs(&self, text: &str) -> Vec<Glyph> {
        let mut line: Vec<Glyph> = Vec::with_capacity(text.len());
        self.each_word(text, |start, _, glyphs, kern| {
            if let Some(space) = line.last_mut() {
                space.advance += kern;
            }
            line.extend(glyphs.iter().map(|glyph| Glyph {
                start: glyph.start + start as u32,
                ..*glyph
            }));
        });
        line
    }

    /// The glyphs of a line, each with its ink.
    pub fn inked(&self, text: &str) -> Vec<(Glyph, Ink)> {
        let glyphs = self.glyphs(text);
        let shaper = &mut self
            .shaped
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .shaper;
        glyphs
            .into_iter()
            .map(|glyph| (glyph, self.ink(shaper, glyph.id)))
            .collect()
    }

    /// The pieces of a line that are set in the same way in every other line: its words, or all of it if it runs from right to left.
    pub fn pieces<'t>(&self, line: &'t str) -> impl Iterator<Item = &'t str> + use<'t> {
        let whole = is_right_to_left(line).then_some(line);
        let words = whole.is_none().then(|| line.split_inclusive(' '));
        whole.into_iter().chain(words.into_iter().flatten())
    }

    /// Visits each word of a line with the space after it, from left to right: its start, its extent, its glyphs, and the kerning
    /// between it and the space before it.
    fn each_word(&self, text: &str, mut visit: impl FnMut(usize, Extent, &[Glyph], i32)) {
        let mut shaped = self.shaped.lock().unwrap_or_else(PoisonError::into_inner);
        let leftward = is_right_to_left(text);
        let mut one = |start: usize, piece: &str| {
            let word = self.look_up(&mut shaped, piece, leftward);
            let first = word.first as usize;
            let glyphs = &shaped.glyphs[first..first + word.count as usize];
            let kern = if start > 0 { word.after_space } else { 0 };
            visit(start, word.extent, glyphs, kern);
        };
        if leftward {
            let mut end = text.len();
            while end > 0 {
                let space = text[..end].trim_end_matches(' ').rfind(' ');
                let start = space.map_or(0, |space| space + 1);
                one(start, &text[start..end]);
                end = start;
            }
            return;
        }
        let mut start = 0;
        for piece in text.split_inclusive(' ') {
            one(start, piece);
            start += piece.len();
        }
    }

    /// The outline of a glyph in font units, y up.
    pub fn outline(&self, glyph: u16, pen: &mut impl OutlinePen) {
        // This style starts closed contours at the same point as other programs do.
        let settings = DrawSettings::unhinted(Size::unscaled(), self.location)
            .with_path_style(PathStyle::HarfBuzz);
        if let Some(outline) = self.outlines.get(GlyphId::from(glyph)) {
            // A damaged glyph is drawn as far as possible, here as in a PDF.
            let _ = outline.draw(settings, pen);
        }
    }

    /// The extent of a glyph's ink.
    fn ink(&self, shaper: &mut Shaper, glyph: u16) -> Ink {
        let measure = || {
            let bounds = self.metrics.bounds(glyph.into()).unwrap_or_default();
            let [left, right, bottom, top] =
                [bounds.x_min, bounds.x_max, bounds.y_min, bounds.y_max].map(|edge| edge as i32);
            Ink {
                left,
                right,
                bottom,
                top,
            }
        };
        *shaper.inks.entry(glyph).or_insert_with(measure)
    }

    /// How far a glyph advances before kerning, in font units.
    pub fn advance(&self, glyph: u16) -> i32 {
        self.metrics
            .advance_width(GlyphId::from(glyph))
            .unwrap_or_default() as i32
    }

    /// Shapes a word, and keeps the result.
    fn look_up(&self, shaped: &mut Shaped, text: &str, leftward: bool) -> Word {
        let words = if leftward {
            &shaped.leftward_words
        } else {
            &shaped.words
        };
        if let Some(at) = words.get(text) {
            return shaped.list[*at];
        }
        if shaped.list.len() >= MAX_WORDS {
            shaped.words.clear();
            shaped.leftward_words.clear();
            shaped.list.clear();
            shaped.glyphs.clear();
        }
        let Run { extent, glyphs } = self.shape(&mut shaped.shaper, text, leftward);
        let word = Word {
            first: shaped.glyphs.len() as u32,
            count: glyphs.len() as u32,
            extent,
            after_space: text
                .chars()
                .next()
                .filter(|first| kerns_with_space(*first))
                .map_or(0, |first| self.look_up_kern(shaped, first)),
        };
        shaped.glyphs.extend(glyphs);
        let at = shaped.list.len();
        shaped.list.push(word);
        let words = if leftward {
            &mut shaped.leftward_words
        } else {
            &mut shaped.words
        };
        words.insert(text.into(), at);
        word
    }

    fn look_up_kern(&self, shaped: &mut Shaped, next: char) -> i32 {
        if let Some(&kern) = shaped.after_space.get(&next) {
            return kern;
        }
        let mut advance = |text: &str| {
            let run = self.shape(&mut shaped.shaper, text, false);
            run.extent.advance
        };
        let kern =
            advance(&format!(" {next}")) - advance(" ") - advance(next.encode_utf8(&mut [0; 4]));
        shaped.after_space.insert(next, kern);
        kern
    }

    /// Shapes a text in one direction.
    fn shape(&self, shaper: &mut Shaper, text: &str, leftward: bool) -> Run {
        let mut input = std::mem::take(&mut shaper.buffer);
        input.push_str(text);
        input.guess_segment_properties();
        // Numbers and signs between letters of a script are its own; alone, they are Latin.
        if matches!(
            input.script(),
            script::UNKNOWN | script::COMMON | script::INHERITED
        ) {
            input.set_script(script::LATIN);
        }
        let direction = if leftward {
            Direction::RightToLeft
        } else {
            Direction::LeftToRight
        };
        input.set_direction(direction);
        let plan = self.plan(&mut shaper.plans, direction, input.script());
        let output = self
            .shaper
            .shape(input, ShapeOptions::new().plan(Some(plan)));
        let mut glyphs: Vec<Glyph> = Vec::with_capacity(output.len());
        let mut extent = Extent::default();
        for (info, position) in output.glyph_infos().iter().zip(output.glyph_positions()) {
            let id = info.glyph_id as u16;
            let start = info.cluster;
            let small = |units: i32| units.clamp(i16::MIN.into(), i16::MAX.into()) as i16;
            let glyph = Glyph {
                id,
                advance: position.x_advance,
                start,
                right: small(position.x_offset),
                up: small(position.y_offset),
            };
            extent.advance += glyph.advance;
            extent.glyphs += u32::from(glyph.advance != 0);
            let Ink { bottom, top, .. } = self.ink(shaper, id);
            let up = i32::from(glyph.up);
            extent.rise = extent.rise.max(top + up);
            extent.drop = extent.drop.max(-bottom - up);
            glyphs.push(glyph);
        }
        shaper.buffer = output.clear();
        extent.missing = self.missing(text, &glyphs);
        Run { glyphs, extent }
    }

    /// How the font sets a script in a direction.
    fn plan<'p>(
        &self,
        plans: &'p mut Vec<(Direction, Script, ShapePlan)>,
        direction: Direction,
        script: Script,
    ) -> &'p ShapePlan {
        let known = plans
            .iter()
            .position(|(of, its, _)| (*of, *its) == (direction, script));
        let at = known.unwrap_or_else(|| {
            let plan = ShapePlan::new(&self.shaper, direction, Some(script), None, &[]);
            plans.push((direction, script, plan));
            plans.len() - 1
        });
        &plans[at].2
    }
}

/// Characters of scripts that are kerned with the space before a word.
fn kerns_with_space(character: char) -> bool {
    matches!(character,
        ' '..='~' | '\u{a0}'..='\u{ac}' | '\u{ae}'..='\u{24f}' | '\u{370}'..='\u{52f}' | '\u{1e00}'..='\u{1fff}'
        | '\u{2010}'..='\u{2027}' | '\u{2030}'..='\u{205e}' | '\u{20a0}'..='\u{20cf}' | '\u{2100}'..='\u{2bff}')
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::kit::Files;

    #[test]
    fn a_line_of_cached_words_is_the_shaped_line() {
        for font in Fonts::shipped().iter() {
            for text in [
                "Take Aim, AVAST! Two fjords off 7 flights",
                "WAVE To Ty: 1 11 17 -T- A V",
                "“Tæk” – a… Été",
            ] {
                let whole = font.shape(&mut Shaper::default(), text, false);
                assert_eq!(font.glyphs(text), whole.glyphs, "{} {text}", font.name());
                assert_eq!(font.extent(text), whole.extent);
            }
        }
    }

    /// usvg has its own shaper; it must place the glyphs of every word in the shipped kits exactly where they are measured here.
    #[test]
    fn usvg_sets_every_glyph_where_it_is_measured() {
        let kits: Vec<Kit> = Files::shipped_ids()
            .into_iter()
            .map(|id| Kit::find(id).unwrap())
            .collect();
        let texts = kits.iter().flat_map(|kit| {
            let rows = kit
                .decks
                .iter()
                .flat_map(|deck| &deck.rows)
                .flat_map(|row| row.fields().into_iter());
            let fields = rows.filter_map(|(_, value)| value.as_str().map(str::to_owned));
            fields
                .chain(kit.rules.iter().map(|rule| rule.text.clone()))
                .collect::<Vec<String>>()
        });
        let words: BTreeSet<String> = texts
            .flat_map(|text| {
                text.split_whitespace()
                    .map(str::to_owned)
                    .collect::<Vec<_>>()
            })
            .collect();
        let words: Vec<String> = words
            .into_iter()
            .filter(|word| word.chars().all(kerns_with_space))
            .collect();
        assert!(words.len() > 1_000);
        let options = usvg::Options {
            fontdb: Fonts::shipped().database(),
            ..usvg::Options::default()
        };
        for font in Fonts::shipped().iter() {
            let known: Vec<&str> = words
                .iter()
                .map(String::as_str)
                .filter(|word| font.extent(word).missing.is_none())
                .collect();
            for line in known.chunks(20).map(|words| words.join(" ")) {
                let escaped = line.replace('&', "&amp;").replace('<', "&lt;");
                let style = if font.italic { "italic" } else { "normal" };
                let svg = format!(
                    "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><text font-family='{}' font-weight='{}' \
                     font-style='{style}' font-size='{}'>{escaped}</text></svg>",
                    font.family,
                    font.weight,
                    font.units(),
                );
                let tree = usvg::Tree::from_str(&svg, &options).unwrap();
                let [usvg::Node::Text(text)] = tree.root().children() else {
                    panic!("{line}")
                };
                let drawn = text
                    .layouted()
                    .iter()
                    .flat_map(|span| &span.positioned_glyphs);
                let drawn: Vec<(u16, i32)> = drawn
                    .map(|glyph| (glyph.id.0, glyph.transform().tx.round() as i32))
                    .collect();
                let mut at = 0;
                let place = |Glyph { id, advance, .. }: Glyph| {
                    at += advance;
                    (id, at - advance)
                };
                let measured: Vec<(u16, i32)> = font.glyphs(&line).into_iter().map(place).collect();
                assert_eq!(drawn, measured, "{}: {line}", font.name());
            }
        }
    }

    #[test]
    fn characters_without_glyph_are_named() {
        assert_eq!(
            Fonts::plain("Alegreya", 400).extent("a 龍 b").missing,
            Some('龍')
        );
        assert_eq!(Fonts::plain("Alegreya", 400).extent("a b").missing, None);
    }
}
