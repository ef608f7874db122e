//! The fonts that print, in memory once: for measuring, for usvg, and for embedding.
//!
//! Nothing comes from the system, so that a sheet looks the same wherever it is built.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use rustybuzz::ttf_parser::{GlyphId, OutlineBuilder};
use rustybuzz::{Direction, ShapePlan, UnicodeBuffer, script};
use usvg::fontdb;

/// The list of fonts; a font is known by its index in it.
pub struct Fonts {
    list: Vec<Font>,
    database: Arc<fontdb::Database>,
}

/// One font file, and what was measured with it before.
pub struct Font {
    /// As in CSS: `Barlow Condensed`.
    pub family: String,
    /// As in CSS, 400 is regular.
    pub weight: u16,
    pub italic: bool,
    pub bytes: &'static [u8],
    /// The height of a capital and how far a `p` goes below the line, in ems.
    pub cap_height: f64,
    pub descent: f64,
    face: rustybuzz::Face<'static>,
    plan: ShapePlan,
    shaped: Mutex<Shaped>,
}

/// Words shaped before. Only looked up, never listed, so that its order shows nowhere.
#[derive(Default)]
struct Shaped {
    words: HashMap<Box<str>, usize>,
    list: Vec<Word>,
    after_space: HashMap<char, i32>,
    buffer: UnicodeBuffer,
}

/// A piece of text without a break, shaped. Lengths are font units.
#[derive(Debug, Default)]
struct Run {
    glyphs: Vec<Glyph>,
    advance: i32,
    rise: i32,
    drop: i32,
    missing: Option<char>,
    plain: bool,
}

/// A word, with or without the space after it.
#[derive(Debug)]
struct Word {
    run: Run,
    /// Kerning between a space and its first character.
    after_space: i32,
}

/// What there is to know of a piece of text but its glyphs. Lengths are font units.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extent {
    pub advance: i32,
    pub glyphs: usize,
    /// How far ink goes above and below the baseline; both grow outwards.
    pub rise: i32,
    pub drop: i32,
    /// A character the font does not have.
    pub missing: Option<char>,
    /// Whether every glyph stands on the line in reading order: what [`TextLine`](super::TextLine) can say.
    pub plain: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Glyph {
    pub id: u16,
    /// To the next glyph, kerned.
    pub advance: i32,
    /// Where its characters start in the text, in bytes.
    pub start: usize,
}

/// The fonts under `fonts/`, with their licences beside them.
const SHIPPED: [&[u8]; 5] = [
    include_bytes!("../../fonts/Alegreya-Regular.ttf"),
    include_bytes!("../../fonts/Alegreya-Italic.ttf"),
    include_bytes!("../../fonts/Alegreya-Bold.ttf"),
    include_bytes!("../../fonts/BarlowCondensed-SemiBold.ttf"),
    include_bytes!("../../fonts/Cinzel-Bold.ttf"),
];

impl Fonts {
    /// The fonts in the program.
    pub fn shipped() -> &'static Fonts {
        static FONTS: LazyLock<Fonts> = LazyLock::new(|| Fonts::new(&SHIPPED));
        &FONTS
    }

    /// What is no font is left out.
    fn new(files: &[&'static [u8]]) -> Fonts {
        let mut database = fontdb::Database::new();
        let mut list = Vec::new();
        for bytes in files {
            let source = fontdb::Source::Binary(Arc::new(*bytes));
            for id in database.load_font_source(source) {
                list.extend(database.face(id).and_then(|info| Font::new(info, bytes)));
            }
        }
        Fonts { list, database: Arc::new(database) }
    }

    /// The index of exactly this font, if we have it.
    ///
    /// ```
    /// # use paperkeep::face::Fonts;
    /// let fonts = Fonts::shipped();
    /// assert!(fonts.find("Cinzel", 700, false).is_some());
    /// assert!(fonts.find("Cinzel", 400, false).is_none());
    /// ```
    pub fn find(&self, family: &str, weight: u16, italic: bool) -> Option<usize> {
        self.list.iter().position(|font| font.family == family && font.weight == weight && font.italic == italic)
    }

    /// The font of that index; the last one for an index that no [`find`](Fonts::find) gave.
    pub fn get(&self, index: usize) -> &Font {
        &self.list[index.min(self.list.len() - 1)]
    }

    pub fn iter(&self) -> impl Iterator<Item = &Font> {
        self.list.iter()
    }

    /// All fonts in words, for messages: "Alegreya 400, Alegreya 400 italic, ...".
    pub fn names(&self) -> String {
        self.list.iter().map(Font::name).collect::<Vec<_>>().join(", ")
    }

    /// The same bytes, as usvg wants them.
    pub(crate) fn database(&self) -> Arc<fontdb::Database> {
        self.database.clone()
    }
}

impl Run {
    fn extent(&self) -> Extent {
        let Run { advance, rise, drop, missing, plain, .. } = *self;
        Extent { advance, glyphs: self.glyphs.len(), rise, drop, missing, plain }
    }
}

impl Font {
    fn new(info: &fontdb::FaceInfo, bytes: &'static [u8]) -> Option<Font> {
        let face = rustybuzz::Face::from_slice(bytes, info.index)?;
        let plan = ShapePlan::new(&face, Direction::LeftToRight, Some(script::LATIN), None, &[]);
        let em = f64::from(face.units_per_em());
        let depth = |letter| face.glyph_index(letter).and_then(|id| face.glyph_bounding_box(id)).map(|b| -b.y_min);
        Some(Font {
            family: info.families.first()?.0.clone(),
            weight: info.weight.0,
            italic: info.style != fontdb::Style::Normal,
            bytes,
            cap_height: f64::from(face.capital_height().unwrap_or(face.ascender())) / em,
            descent: f64::from(depth('p').unwrap_or(0).max(0)) / em,
            plan,
            face,
            shaped: Mutex::default(),
        })
    }

    /// As in messages: "Alegreya 400 italic".
    pub fn name(&self) -> String {
        format!("{} {}{}", self.family, self.weight, if self.italic { " italic" } else { "" })
    }

    /// Font units to the em.
    pub fn units(&self) -> f64 {
        f64::from(self.face.units_per_em())
    }

    /// Measures a word, with or without its following space, and the kerning between a space and it.
    pub fn word(&self, text: &str) -> (Extent, i32) {
        let mut shaped = self.shaped.lock().unwrap_or_else(PoisonError::into_inner);
        let word = self.look_up(&mut shaped, text);
        (word.run.extent(), word.after_space)
    }

    /// Measures a line.
    pub fn extent(&self, text: &str) -> Extent {
        let mut whole = Extent { plain: true, ..Extent::default() };
        self.each_word(text, |_, word, kern| {
            let extent = word.extent();
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
        self.each_word(text, |start, word, kern| {
            if let Some(space) = line.last_mut() {
                space.advance += kern;
            }
            line.extend(word.glyphs.iter().map(|glyph| Glyph { start: glyph.start + start, ..*glyph }));
        });
        line
    }

    /// Each word of a line with the space after it: where it begins, and the kerning between it and a space before it.
    fn each_word(&self, text: &str, mut see: impl FnMut(usize, &Run, i32)) {
        let mut shaped = self.shaped.lock().unwrap_or_else(PoisonError::into_inner);
        let mut start = 0;
        for piece in text.split_inclusive(' ') {
            let word = self.look_up(&mut shaped, piece);
            see(start, &word.run, if start > 0 { word.after_space } else { 0 });
            start += piece.len();
        }
    }

    /// The outline of a glyph in font units, y up.
    pub fn outline(&self, glyph: u16, builder: &mut dyn OutlineBuilder) {
        self.face.outline_glyph(GlyphId(glyph), builder);
    }

    /// How far a glyph advances before kerning, in font units.
    pub fn advance(&self, glyph: u16) -> i32 {
        self.face.glyph_hor_advance(GlyphId(glyph)).unwrap_or(0).into()
    }

    /// Shapes a word, and keeps it for the next time.
    fn look_up<'s>(&self, shaped: &'s mut Shaped, text: &str) -> &'s Word {
        let at = match shaped.words.get(text) {
            Some(at) => *at,
            None => {
                let run = self.shape(&mut shaped.buffer, text);
                let after_space = text.chars().next().map_or(0, |first| self.look_up_kern(shaped, first));
                shaped.words.insert(text.into(), shaped.list.len());
                shaped.list.push(Word { run, after_space });
                shaped.list.len() - 1
            }
        };
        &shaped.list[at]
    }

    fn look_up_kern(&self, shaped: &mut Shaped, next: char) -> i32 {
        if let Some(&kern) = shaped.after_space.get(&next) {
            return kern;
        }
        let mut advance = |text: &str| self.shape(&mut shaped.buffer, text).advance;
        let kern = advance(&format!(" {next}")) - advance(" ") - advance(next.encode_utf8(&mut [0; 4]));
        shaped.after_space.insert(next, kern);
        kern
    }

    fn shape(&self, buffer: &mut UnicodeBuffer, text: &str) -> Run {
        let mut input = std::mem::take(buffer);
        input.push_str(text);
        input.set_direction(Direction::LeftToRight);
        input.set_script(script::LATIN);
        let output = rustybuzz::shape_with_plan(&self.face, &self.plan, input);
        let (plain, glyphs) = (text.chars().all(is_plain), Vec::with_capacity(output.len()));
        let mut run = Run { plain, glyphs, ..Run::default() };
        for (info, position) in output.glyph_infos().iter().zip(output.glyph_positions()) {
            let (id, start) = (info.glyph_id as u16, info.cluster as usize);
            if id == 0 {
                run.missing = run.missing.or(text[start..].chars().next());
            }
            run.plain &= position.x_offset == 0 && position.y_offset == 0;
            run.plain &= run.glyphs.last().is_none_or(|last| last.start < start);
            run.glyphs.push(Glyph { id, advance: position.x_advance, start });
            run.advance += position.x_advance;
            if let Some(ink) = self.face.glyph_bounding_box(GlyphId(id)) {
                run.rise = run.rise.max(ink.y_max.into());
                run.drop = run.drop.max(-i32::from(ink.y_min));
            }
        }
        *buffer = output.clear();
        run
    }
}

/// Scripts that read from left to right, one character after the other, and symbols among them.
fn is_plain(character: char) -> bool {
    matches!(character,
        ' '..='~' | '\u{a0}'..='\u{ac}' | '\u{ae}'..='\u{24f}' | '\u{1e00}'..='\u{1eff}'
        | '\u{2010}'..='\u{2027}' | '\u{2030}'..='\u{205e}' | '\u{20a0}'..='\u{20cf}' | '\u{2100}'..='\u{2bff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_cached_words_is_the_shaped_line() {
        for font in Fonts::shipped().iter() {
            for text in ["Take Aim, AVAST! Two fjords off 7 flights", "WAVE To Ty: 1 11 17 -T- A V", "“Tæk” – a… Été"]
            {
                let whole = font.shape(&mut UnicodeBuffer::new(), text);
                assert_eq!(font.glyphs(text), whole.glyphs, "{} {text}", font.name());
                assert_eq!(font.extent(text), whole.extent());
            }
        }
    }

    #[test]
    fn characters_without_glyph_are_named() {
        assert_eq!(Fonts::shipped().get(0).extent("a 龍 b").missing, Some('龍'));
        assert_eq!(Fonts::shipped().get(0).extent("a b").missing, None);
    }
}
