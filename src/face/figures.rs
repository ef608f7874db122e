//! Fonts whose figures are as tall as capitals: our text font has them beside its old-style figures, which in a game's text look
//! like letters ("gain 1" like "gain I").

use harfrust::{Feature, FontRef as ShapedFont, ShaperData, UnicodeBuffer};
use skrifa::{FontRef, MetadataProvider, Tag};

/// The table that says which glyph a character has.
const CMAP: Tag = Tag::new(b"cmap");
/// The length of the header of a font, and of a line in its list of tables, bytes.
const HEADER: usize = 12;
const RECORD: usize = 16;

/// The same font, in which the figures are lining ones at once; `None` if it is no font or has none.
pub(super) fn lining(bytes: &[u8]) -> Option<Vec<u8>> {
    let font = FontRef::new(bytes).ok()?;
    let figures = lining_figures(bytes)?;
    let mut mapped: Vec<(u32, u32)> = font
        .charmap()
        .mappings()
        .map(|(character, glyph)| (character, glyph.to_u32()))
        .collect();
    for (character, glyph) in &mut mapped {
        if let Some((_, figure)) = figures.iter().find(|(digit, _)| digit == character) {
            *glyph = *figure;
        }
    }
    mapped.sort_unstable();
    Some(with_table(&font, bytes, &cmap(&mapped)))
}

/// The digits with the glyphs that the font has for them where lining figures are asked for.
fn lining_figures(bytes: &[u8]) -> Option<Vec<(u32, u32)>> {
    let font = ShapedFont::new(bytes).ok()?;
    let data = ShaperData::new(&font);
    let shaper = data.shaper(&font).build();
    let feature = Feature::new(Tag::new(b"lnum"), 1, ..);
    let figure = |digit: char| {
        let mut input = UnicodeBuffer::new();
        input.push_str(digit.encode_utf8(&mut [0; 4]));
        input.guess_segment_properties();
        let output = shaper.shape(input, harfrust::ShapeOptions::new().features(&[feature]));
        let [glyph] = output.glyph_infos() else {
            return None;
        };
        Some((u32::from(digit), glyph.glyph_id))
    };
    ('0'..='9').map(figure).collect()
}

/// Which glyph each character has, as a table of one format (12) for all of Unicode.
fn cmap(mapped: &[(u32, u32)]) -> Vec<u8> {
    let mut table = Vec::with_capacity(28 + mapped.len() * 12);
    let mut words = |words: &[u32]| {
        words
            .iter()
            .for_each(|word| table.extend(word.to_be_bytes()))
    };
    // Version 0 with one subtable, for Windows (3) and all of Unicode (10), after this list.
    words(&[1, 3 << 16 | 10, 12]);
    words(&[
        12 << 16,
        16 + mapped.len() as u32 * 12,
        0,
        mapped.len() as u32,
    ]);
    for &(character, glyph) in mapped {
        words(&[character, character, glyph]);
    }
    table
}

/// A font with another table in place of its `cmap`.
fn with_table(font: &FontRef<'_>, bytes: &[u8], cmap: &[u8]) -> Vec<u8> {
    let records = font.table_directory().table_records();
    let mut made = bytes[..HEADER].to_vec();
    let mut tables = Vec::new();
    for record in records {
        let table = match record.tag() {
            CMAP => cmap,
            tag => font.table_data(tag).map_or(&[][..], |data| data.as_bytes()),
        };
        let at = HEADER + RECORD * records.len() + tables.len();
        made.extend(record.tag().to_be_bytes());
        made.extend(record.checksum().to_be_bytes());
        made.extend((at as u32).to_be_bytes());
        made.extend((table.len() as u32).to_be_bytes());
        tables.extend(table);
        tables.resize(tables.len().next_multiple_of(4), 0);
    }
    made.extend(tables);
    made
}

#[cfg(test)]
mod tests {
    use super::super::Fonts;
    use super::*;

    #[test]
    fn figures_are_as_tall_as_capitals() {
        let fonts = Fonts::shipped();
        for (weight, italic) in [(400, false), (400, true), (700, false)] {
            let [old, lining] = ["Alegreya", "Alegreya Lining"]
                .map(|family| fonts.find(family, weight, italic).unwrap());
            let rise = |font: &super::super::fonts::Font, text: &str| {
                f64::from(font.extent(text).rise) / font.units()
            };
            assert!(rise(old, "1") < rise(old, "x") + 0.05);
            assert!(rise(lining, "1") > lining.cap_height * 0.9);
            // Everything else is alike.
            assert_eq!(
                old.extent("Ä dove: »").advance,
                lining.extent("Ä dove: »").advance
            );
        }
    }

    #[test]
    fn what_is_no_font_has_none() {
        assert_eq!(lining(b"nothing"), None);
    }
}
