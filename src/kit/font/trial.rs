//! Trying out a font: every outline is drawn, every character shaped and every glyph embedded, by all the libraries that will read
//! it later.

use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use harfrust::{ShapeOptions, ShaperData, UnicodeBuffer};
use krilla::SerializeSettings;
use krilla::geom::Point;
use krilla::page::PageSettings;
use krilla::text::{Font, KrillaGlyph};
use skrifa::instance::{LocationRef, Size};
use skrifa::outline::{DrawSettings, OutlinePen};
use skrifa::raw::{TableProvider, TableRecord};
use skrifa::{FontRef, MetadataProvider};
use usvg::fontdb;

use super::{DAMAGED, Fault, members};
use crate::kit::guard::contained;
use crate::kit::limits::computed;

/// The most CPU time for trying out a font, and for each of its megabytes; a sound one takes a tenth of it.
const PATIENCE: Duration = Duration::from_secs(5);
const PATIENCE_PER_MB: Duration = Duration::from_secs(1);

/// How often the CPU time is checked.
const POLL: Duration = Duration::from_millis(50);

/// The most characters of a font that are shaped, and glyphs that are embedded: of larger ones, every second or third and so on. All
/// outlines are drawn.
const MAX_TRIED: usize = 8_000;

/// The most lines and curves in a glyph; the richest of the shipped fonts have about a hundred.
const MAX_SEGMENTS: usize = 50_000;

/// Draws every outline and shapes every character, which must terminate.
pub(super) fn try_out(bytes: &Arc<[u8]>) -> Result<(), Fault> {
    // A browser has no threads here; it ends the worker that takes too long.
    if cfg!(target_family = "wasm") {
        return draw_members(bytes);
    }
    let (done, answer) = channel();
    let patience = PATIENCE + PATIENCE_PER_MB * (bytes.len() >> 20) as u32;
    let bytes = bytes.clone();
    std::thread::spawn(move || done.send(contained(|| draw_members(&bytes))));
    let start = computed();
    loop {
        match answer.recv_timeout(POLL) {
            Ok(Some(drawn)) => return drawn,
            Err(RecvTimeoutError::Timeout) if computed() - start < patience => {}
            Err(RecvTimeoutError::Timeout) => {
                return Err(("its outlines take too long to draw".into(), DAMAGED));
            }
            Ok(None) | Err(RecvTimeoutError::Disconnected) => {
                return Err(("it is damaged".into(), DAMAGED));
            }
        }
    }
}

/// Tries out the fonts of a file. Those of a collection often share their outlines, which are drawn once.
fn draw_members(bytes: &[u8]) -> Result<(), Fault> {
    let mut drawn = Vec::new();
    for index in 0..members(bytes) {
        let Ok(font) = FontRef::from_index(bytes, index) else {
            return Err(("it is damaged".to_owned(), DAMAGED));
        };
        let outlines: Vec<u32> = font
            .table_directory
            .table_records()
            .iter()
            .filter(|record| [*b"glyf", *b"CFF ", *b"CFF2"].contains(&record.tag().to_be_bytes()))
            .map(TableRecord::offset)
            .collect();
        if !drawn.contains(&outlines) {
            draw_all(bytes, index)?;
            drawn.push(outlines);
        }
    }
    Ok(())
}

fn draw_all(bytes: &[u8], index: u32) -> Result<(), Fault> {
    let damaged = || ("it is damaged".to_owned(), DAMAGED);
    let font = FontRef::from_index(bytes, index).map_err(|_| damaged())?;
    // At one end of a variable font, where it differs most from its plain outlines.
    let end = font.named_instances().iter().last();
    let location = end.map(|instance| instance.location()).unwrap_or_default();
    for (glyph, outline) in font.outline_glyphs().iter() {
        let mut segments = Segments(0);
        for place in [LocationRef::default(), (&location).into()] {
            if place.coords().is_empty() && segments.0 > 0 {
                continue;
            }
            let settings = DrawSettings::unhinted(Size::unscaled(), place);
            let _ = outline.draw(settings, &mut segments);
        }
        if segments.0 > MAX_SEGMENTS {
            let why = format!(
                "its glyph {glyph} has {} lines and curves, more than {MAX_SEGMENTS}",
                segments.0
            );
            return Err((why, "simplify it, or choose another font"));
        }
    }
    let characters: Vec<char> = font
        .charmap()
        .mappings()
        .filter_map(|(code, _)| char::from_u32(code))
        .take(u16::MAX.into())
        .collect();
    let every = characters.len().div_ceil(MAX_TRIED).max(1);
    let characters: Vec<char> = characters.into_iter().step_by(every).collect();
    let data = ShaperData::new(&font);
    let shaper = data.shaper(&font).build();
    let mut buffer = UnicodeBuffer::new();
    for character in &characters {
        buffer.add(*character, 0);
        buffer.guess_segment_properties();
        buffer = shaper.shape(buffer, ShapeOptions::new()).clear();
    }
    if !set(bytes, index, &characters) {
        return Err(damaged());
    }
    let count = font.maxp().map_or(0, |table| table.num_glyphs());
    let every = usize::from(count).div_ceil(MAX_TRIED).max(1);
    let glyphs = (0..u32::from(count)).step_by(every).collect();
    embed(bytes, index, glyphs).ok_or_else(|| {
        (
            "it is damaged and cannot be embedded in a PDF".into(),
            DAMAGED,
        )
    })
}

/// Sets these characters with usvg, which has its own font reader and shaper; returns whether any of them is drawn.
fn set(bytes: &[u8], index: u32, characters: &[char]) -> bool {
    const NAME: &str = "font";
    let mut options = usvg::Options {
        font_family: NAME.to_owned(),
        ..usvg::Options::default()
    };
    options.fontdb_mut().push_face_info(fontdb::FaceInfo {
        id: fontdb::ID::dummy(),
        source: fontdb::Source::Binary(Arc::new(bytes.to_vec())),
        index,
        families: vec![(NAME.to_owned(), fontdb::Language::English_UnitedStates)],
        post_script_name: NAME.to_owned(),
        style: fontdb::Style::Normal,
        weight: fontdb::Weight::NORMAL,
        stretch: fontdb::Stretch::Normal,
        monospaced: false,
    });
    let is_set = |part: &[char]| {
        let printing = part
            .iter()
            .filter(|letter| !letter.is_control() && !matches!(letter, '\u{fffe}' | '\u{ffff}'));
        let text: String = printing
            .map(|letter| format!("&#{};", u32::from(*letter)))
            .collect();
        let svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9\" height=\"9\"><text>{text}</text></svg>"
        );
        usvg::Tree::from_str(&svg, &options).is_ok_and(|tree| tree.root().has_children())
    };
    // `count` tries all of them, where `any` would stop at the first.
    characters.chunks(100).filter(|part| is_set(part)).count() > 0
}

/// Writes a PDF with these glyphs, if possible.
fn embed(bytes: &[u8], index: u32, glyphs: Vec<u32>) -> Option<()> {
    let font = Font::new(bytes.to_vec().into(), index)?;
    let settings = SerializeSettings {
        compress_content_streams: false,
        xmp_metadata: false,
        ..SerializeSettings::default()
    };
    let mut document = krilla::Document::new_with(settings);
    let text = "x";
    let glyph = |id| {
        KrillaGlyph::new(
            krilla::text::GlyphId::new(id),
            1.0,
            0.0,
            0.0,
            0.0,
            0..text.len(),
            None,
        )
    };
    let glyphs: Vec<KrillaGlyph> = glyphs.into_iter().map(glyph).collect();
    let mut page = document.start_page_with(PageSettings::from_wh(100.0, 100.0)?);
    page.surface()
        .draw_glyphs(Point::from_xy(0.0, 0.0), &glyphs, font, text, 1.0, false);
    page.finish();
    document.finish().ok().map(drop)
}

/// Counts the segments of an outline.
struct Segments(usize);

impl OutlinePen for Segments {
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
