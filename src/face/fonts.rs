//! The fonts for printing, in memory once: for measuring, for usvg, and for embedding.
//!
//! Those of the program come first, then those of the kit. None come from the system, so a sheet looks the same wherever it is
//! built. Fonts stay in memory until the program ends: there are few, and drawings refer to them.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, OnceLock, PoisonError};

use harfrust::{Direction, ShapeOptions, ShapePlan, ShaperData, UnicodeBuffer, script};
use skrifa::instance::{LocationRef, Size};
use skrifa::metrics::GlyphMetrics;
use skrifa::outline::pen::PathStyle;
use skrifa::outline::{DrawSettings, OutlinePen};
use skrifa::{FontRef, GlyphId, MetadataProvider, OutlineGlyphCollection};
use usvg::fontdb;

use crate::kit::{FontFile, Kit};

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
    source: Source,
}

#[derive(Clone, Copy)]
enum Source {
    /// The index of one of the program's fonts.
    Shipped(usize),
    Own(&'static Font),
}

impl Entry {
    fn font(&self) -> &'static Font {
        static READ: [OnceLock<Font>; SHIPPED.len()] = [const { OnceLock::new() }; SHIPPED.len()];
        match self.source {
            Source::Own(font) => font,
            Source::Shipped(number) => READ[number].get_or_init(|| {
                let bytes = SHIPPED[number].3;
                let font = Font::new(
                    self.family.clone(),
                    self.weight,
                    self.italic,
                    bytes,
                    number as u64,
                );
                font.expect("the program's fonts are sound")
            }),
        }
    }
}

/// One font file, and what has been measured with it.
pub struct Font {
    /// As in CSS: `Barlow Condensed`.
    pub family: String,
    /// As in CSS, 400 is regular.
    pub weight: u16,
    pub italic: bool,
    pub bytes: &'static [u8],
    /// Identifies the font: the index of one of the program's, or part of the hash of another.
    pub(super) id: u64,
    /// The height of capitals and the depth of a `p` below the line, in ems.
    pub cap_height: f64,
    pub descent: f64,
    units: u16,
    metrics: GlyphMetrics<'static>,
    outlines: OutlineGlyphCollection<'static>,
    shaper: harfrust::Shaper<'static>,
    plan: ShapePlan,
    shaped: Mutex<Shaped>,
}

/// Words already shaped. The map is only looked up and never listed, so its order has no effect. Each word is looked up several
/// times each time it is printed, which is most of the hashing for a large deck.
#[derive(Default)]
struct Shaped {
    words: HashMap<Box<str>, usize, foldhash::fast::RandomState>,
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
    /// As in its [`Extent`].
    advance: i32,
    rise: i32,
    drop: i32,
    missing: Option<char>,
    plain: bool,
    /// Kerning between a space and its first character.
    after_space: i32,
}

impl Word {
    fn extent(&self) -> Extent {
        let Word {
            count,
            advance,
            rise,
            drop,
            missing,
            plain,
            ..
        } = *self;
        Extent {
            advance,
            glyphs: count as usize,
            rise,
            drop,
            missing,
            plain,
        }
    }
}

/// The measurements of a piece of text, in font units.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extent {
    pub advance: i32,
    pub glyphs: usize,
    /// How far ink extends above and below the baseline; both grow outwards.
    pub rise: i32,
    pub drop: i32,
    /// A character that the font lacks.
    pub missing: Option<char>,
    /// Whether every glyph is on the line in reading order, as [`TextLine`](super::TextLine) requires.
    pub plain: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Glyph {
    pub id: u16,
    /// To the next glyph, kerned.
    pub advance: i32,
    /// The start of its characters in the text, in bytes.
    pub start: u32,
}

/// The fonts under `fonts/`, with their licences beside them: family, weight, whether it is italic, and the file.
const SHIPPED: [(&str, u16, bool, &[u8]); 5] = [
    (
        "Alegreya",
        400,
        false,
        include_bytes!("../../fonts/Alegreya-Regular.ttf"),
    ),
    (
        "Alegreya",
        400,
        true,
        include_bytes!("../../fonts/Alegreya-Italic.ttf"),
    ),
    (
        "Alegreya",
        700,
        false,
        include_bytes!("../../fonts/Alegreya-Bold.ttf"),
    ),
    (
        "Barlow Condensed",
        600,
        false,
        include_bytes!("../../fonts/BarlowCondensed-SemiBold.ttf"),
    ),
    (
        "Cinzel",
        700,
        false,
        include_bytes!("../../fonts/Cinzel-Bold.ttf"),
    ),
];

impl Fonts {
    /// The fonts in the program.
    pub fn shipped() -> &'static Fonts {
        static FONTS: LazyLock<Fonts> = LazyLock::new(|| {
            let mut database = fontdb::Database::new();
            let entry = |(number, (family, weight, italic, bytes)): (
                usize,
                (&str, u16, bool, &'static [u8]),
            )| {
                let source = fontdb::Source::Binary(Arc::new(bytes));
                let id = database.push_face_info(face_info(family, weight, italic, source));
                Entry {
                    id,
                    family: family.into(),
                    weight,
                    italic,
                    source: Source::Shipped(number),
                }
            };
            let list = SHIPPED.into_iter().enumerate().map(entry).collect();
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
        type Made = (Vec<(String, [u8; 32])>, &'static Fonts);
        static LISTS: Mutex<Vec<Made>> = Mutex::new(Vec::new());
        if kit.fonts.is_empty() {
            return Fonts::shipped();
        }
        let key: Vec<(String, [u8; 32])> = kit
            .fonts
            .iter()
            .map(|font| (font.name.clone(), font.hash))
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
                let id =
                    database.push_face_info(face_info(&file.name, file.weight, file.italic, bytes));
                let (family, weight, italic) = (file.name.clone(), file.weight, file.italic);
                Entry {
                    id,
                    family,
                    weight,
                    italic,
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

    /// Exactly this font, if it exists; or the only file that the kit has under the name, whatever the weight and slope.
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

    fn entry(&self, family: &str, weight: u16, italic: bool) -> Option<&Entry> {
        let exact = |entry: &&Entry| {
            entry.family == family && entry.weight == weight && entry.italic == italic
        };
        let sole = || match self
            .list
            .iter()
            .filter(|entry| entry.family == family)
            .collect::<Vec<_>>()[..]
        {
            [only] if matches!(only.source, Source::Own(_)) => Some(only),
            _ => None,
        };
        self.list.iter().find(exact).or_else(sole)
    }

    /// One of the program's own upright fonts; the first of them for an unknown name.
    pub fn plain(family: &str, weight: u16) -> &'static Font {
        let fonts = Fonts::shipped();
        fonts
            .find(family, weight, false)
            .unwrap_or_else(|| fonts.list[0].font())
    }

    pub fn iter(&self) -> impl Iterator<Item = &'static Font> {
        self.list.iter().map(Entry::font)
    }

    /// All fonts in words, for messages: "Alegreya 400, Alegreya 400 italic, ...".
    pub fn names(&self) -> String {
        self.iter().map(Font::name).collect::<Vec<_>>().join(", ")
    }

    /// The same bytes in the form for usvg.
    pub(crate) fn database(&self) -> Arc<fontdb::Database> {
        self.database.clone()
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

    /// A kit's font, kept for as long as the program runs; each file is kept once under each name.
    fn kept(file: &FontFile) -> Option<&'static Font> {
        static KEPT: Mutex<Vec<([u8; 32], &'static Font)>> = Mutex::new(Vec::new());
        let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, font)) = kept
            .iter()
            .find(|(hash, font)| *hash == file.hash && font.family == file.name)
        {
            return Some(font);
        }
        let id = file
            .hash
            .iter()
            .take(7)
            .fold(1, |id, byte| id << 8 | u64::from(*byte));
        let bytes: &'static [u8] = Box::leak(file.bytes.to_vec().into_boxed_slice());
        let font: &'static Font = Box::leak(Box::new(Font::new(
            file.name.clone(),
            file.weight,
            file.italic,
            bytes,
            id,
        )?));
        kept.push((file.hash, font));
        Some(font)
    }

    fn new(
        family: String,
        weight: u16,
        italic: bool,
        bytes: &'static [u8],
        id: u64,
    ) -> Option<Font> {
        let file = FontRef::new(bytes).ok()?;
        let data: &'static ShaperData = Box::leak(Box::new(ShaperData::new(&file)));
        let shaper = data.shaper(&file).build();
        let plan = ShapePlan::new(
            &shaper,
            Direction::LeftToRight,
            Some(script::LATIN),
            None,
            &[],
        );
        let whole = file.metrics(Size::unscaled(), LocationRef::default());
        let metrics = file.glyph_metrics(Size::unscaled(), LocationRef::default());
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
            id,
            cap_height: cap_height.or_else(drawn).unwrap_or(0.7),
            descent: bounds('p')
                .map_or(0.0, |ink| -f64::from(ink.y_min) / em)
                .max(0.0),
            units: whole.units_per_em,
            metrics,
            outlines: file.outline_glyphs(),
            shaper,
            plan,
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
        let word = self.look_up(&mut shaped, text);
        (word.extent(), word.after_space)
    }

    /// Measures a line.
    pub fn extent(&self, text: &str) -> Extent {
        let mut whole = Extent {
            plain: true,
            ..Extent::default()
        };
        self.each_word(text, |_, extent, _, kern| {
            whole.advance += kern + extent.advance;
            whole.glyphs += extent.glyphs;
            whole.rise = whole.rise.max(extent.rise);
            whole.drop = whole.drop.max(extent.drop);
            whole.missing = whole.missing.or(extent.missing);
            whole.plain &= extent.plain;
        });
        whole
    }

    /// The glyphs of a line.
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

    /// Visits each word of a line with the space after it: its start, its extent, its glyphs, and the kerning between it and the
    /// space before it.
    fn each_word(&self, text: &str, mut visit: impl FnMut(usize, Extent, &[Glyph], i32)) {
        let mut shaped = self.shaped.lock().unwrap_or_else(PoisonError::into_inner);
        let mut start = 0;
        for piece in text.split_inclusive(' ') {
            let word = self.look_up(&mut shaped, piece);
            let (first, extent) = (word.first as usize, word.extent());
            let glyphs = &shaped.glyphs[first..first + extent.glyphs];
            visit(
                start,
                extent,
                glyphs,
                if start > 0 { word.after_space } else { 0 },
            );
            start += piece.len();
        }
    }

    /// The outline of a glyph in font units, y up.
    pub fn outline(&self, glyph: u16, pen: &mut impl OutlinePen) {
        // This style starts closed contours at the same point as other programs do.
        let settings = DrawSettings::unhinted(Size::unscaled(), LocationRef::default())
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
    fn look_up(&self, shaped: &mut Shaped, text: &str) -> Word {
        let at = match shaped.words.get(text) {
            Some(at) => *at,
            None => {
                if shaped.list.len() >= MAX_WORDS {
                    shaped.words.clear();
                    shaped.list.clear();
                    shaped.glyphs.clear();
                }
                let Run {
                    extent:
                        Extent {
                            advance,
                            glyphs: count,
                            rise,
                            drop,
                            missing,
                            plain,
                        },
                    glyphs,
                } = self.shape(&mut shaped.shaper, text);
                let (first, count) = (shaped.glyphs.len() as u32, count as u32);
                shaped.glyphs.extend(glyphs);
                let after_space = text
                    .chars()
                    .next()
                    .map_or(0, |first| self.look_up_kern(shaped, first));
                shaped.words.insert(text.into(), shaped.list.len());
                shaped.list.push(Word {
                    first,
                    count,
                    advance,
                    rise,
                    drop,
                    missing,
                    plain,
                    after_space,
                });
                shaped.list.len() - 1
            }
        };
        shaped.list[at]
    }

    fn look_up_kern(&self, shaped: &mut Shaped, next: char) -> i32 {
        if let Some(&kern) = shaped.after_space.get(&next) {
            return kern;
        }
        let mut advance = |text: &str| self.shape(&mut shaped.shaper, text).extent.advance;
        let kern =
            advance(&format!(" {next}")) - advance(" ") - advance(next.encode_utf8(&mut [0; 4]));
        shaped.after_space.insert(next, kern);
        kern
    }

    fn shape(&self, shaper: &mut Shaper, text: &str) -> Run {
        let mut input = std::mem::take(&mut shaper.buffer);
        input.push_str(text);
        input.set_direction(Direction::LeftToRight);
        input.set_script(script::LATIN);
        let output = self
            .shaper
            .shape(input, ShapeOptions::new().plan(Some(&self.plan)));
        let mut glyphs: Vec<Glyph> = Vec::with_capacity(output.len());
        let mut extent = Extent {
            plain: text.chars().all(is_plain),
            glyphs: output.len(),
            ..Extent::default()
        };
        for (info, position) in output.glyph_infos().iter().zip(output.glyph_positions()) {
            let (id, start) = (info.glyph_id as u16, info.cluster);
            if id == 0 {
                extent.missing = extent.missing.or(text[start as usize..].chars().next());
            }
            extent.plain &= position.x_offset == 0 && position.y_offset == 0;
            extent.plain &= glyphs.last().is_none_or(|last| last.start < start);
            glyphs.push(Glyph {
                id,
                advance: position.x_advance,
                start,
            });
            extent.advance += position.x_advance;
            let Ink { bottom, top, .. } = self.ink(shaper, id);
            (extent.rise, extent.drop) = (extent.rise.max(top), extent.drop.max(-bottom));
        }
        shaper.buffer = output.clear();
        Run { glyphs, extent }
    }
}

/// Scripts that run from left to right, character by character, and the symbols among them.
fn is_plain(character: char) -> bool {
    matches!(character,
        ' '..='~' | '\u{a0}'..='\u{ac}' | '\u{ae}'..='\u{24f}' | '\u{1e00}'..='\u{1eff}'
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
                let whole = font.shape(&mut Shaper::default(), text);
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
            .filter(|word| word.chars().all(is_plain))
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
    fn shipped_fonts_are_what_their_files_say() {
        for (family, weight, italic, bytes) in SHIPPED {
            let mut database = fontdb::Database::new();
            database.load_font_data(bytes.to_vec());
            let stated = database.faces().next().unwrap();
            assert_eq!((&*stated.families[0].0, stated.weight.0), (family, weight));
            assert_eq!(stated.style == fontdb::Style::Italic, italic);
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
