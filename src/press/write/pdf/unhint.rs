//! TrueType fonts without their hints: programs for coarse screens that paper has no use for, half the size of a subset.

/// The font without hinting; none if it is no TrueType font that we understand.
pub(super) fn unhint(font: &[u8]) -> Option<Vec<u8>> {
    let tables = tables(font)?;
    let find = |tag: &[u8; 4]| tables.iter().find(|(name, _)| name == tag).map(|(_, data)| *data);
    let long = read_u16(find(b"head")?, 50)? == 1;
    let glyphs = usize::from(read_u16(find(b"maxp")?, 4)?);
    let (loca, glyf) = (find(b"loca")?, find(b"glyf")?);
    let offset = |at: usize| match long {
        true => loca.get(at * 4..at * 4 + 4)?.try_into().ok().map(|bytes| u32::from_be_bytes(bytes) as usize),
        false => read_u16(loca, at * 2).map(|half| usize::from(half) * 2),
    };
    let (mut plain, mut places) = (Vec::new(), Vec::new());
    for glyph in 0..glyphs {
        places.extend_from_slice(&(plain.len() as u32).to_be_bytes());
        let outline = glyf.get(offset(glyph)?..offset(glyph + 1)?)?;
        if !outline.is_empty() {
            strip(outline, &mut plain)?;
            plain.resize(plain.len().next_multiple_of(4), 0);
        }
    }
    places.extend_from_slice(&(plain.len() as u32).to_be_bytes());
    let mut head = find(b"head")?.to_vec();
    head.get_mut(50..52)?.copy_from_slice(&1_u16.to_be_bytes());
    let kept = tables.iter().filter(|(tag, _)| !matches!(tag, b"fpgm" | b"prep" | b"cvt " | b"gasp"));
    let kept: Vec<([u8; 4], &[u8])> = kept
        .map(|&(tag, data)| match &tag {
            b"glyf" => (tag, &plain[..]),
            b"loca" => (tag, &places[..]),
            b"head" => (tag, &head[..]),
            _ => (tag, data),
        })
        .collect();
    Some(assemble(font.get(..4)?, &kept))
}

/// Copies an outline without its instructions.
fn strip(outline: &[u8], out: &mut Vec<u8>) -> Option<()> {
    const INSTRUCTIONS: u16 = 0x100;
    let contours = read_u16(outline, 0)? as i16;
    if contours >= 0 {
        let length_at = 10 + contours as usize * 2;
        let length = usize::from(read_u16(outline, length_at)?);
        out.extend_from_slice(&outline[..length_at]);
        out.extend_from_slice(&[0, 0]);
        out.extend_from_slice(outline.get(length_at + 2 + length..)?);
        return Some(());
    }
    let (start, mut at) = (out.len(), 10);
    out.extend_from_slice(outline);
    loop {
        let flags = read_u16(outline, at)?;
        out[start + at..start + at + 2].copy_from_slice(&(flags & !INSTRUCTIONS).to_be_bytes());
        let arguments = if flags & 1 != 0 { 4 } else { 2 };
        let scale = match flags & 0xc8 {
            0x08 => 2,
            0x40 => 4,
            0x80 => 8,
            _ => 0,
        };
        at += 4 + arguments + scale;
        if flags & 0x20 == 0 {
            break;
        }
    }
    out.truncate(start + at.min(outline.len()));
    Some(())
}

type Table<'a> = ([u8; 4], &'a [u8]);

fn tables(font: &[u8]) -> Option<Vec<Table<'_>>> {
    let number = |bytes: &[u8]| bytes.try_into().ok().map(|bytes| u32::from_be_bytes(bytes) as usize);
    (0..usize::from(read_u16(font, 4)?))
        .map(|at| {
            let record = font.get(12 + at * 16..28 + at * 16)?;
            let (start, length) = (number(&record[8..12])?, number(&record[12..16])?);
            Some((record[..4].try_into().ok()?, font.get(start..start.checked_add(length)?)?))
        })
        .collect()
}

/// A font file of these tables.
fn assemble(version: &[u8], tables: &[Table]) -> Vec<u8> {
    let count = tables.len() as u16;
    let exponent = count.max(1).ilog2();
    let range = 16_u16 << exponent;
    let mut font = version.to_vec();
    for number in [count, range, exponent as u16, count * 16 - range] {
        font.extend_from_slice(&number.to_be_bytes());
    }
    let mut data = Vec::new();
    let start = 12 + tables.len() * 16;
    let mut head = None;
    for (tag, table) in tables {
        let at = start + data.len();
        if tag == b"head" {
            head = Some(at);
        }
        data.extend_from_slice(table);
        if tag == b"head" && table.len() >= 12 {
            data[at - start + 8..at - start + 12].fill(0);
        }
        let sum = checksum(&data[at - start..]);
        data.resize(data.len().next_multiple_of(4), 0);
        font.extend_from_slice(tag);
        for number in [sum, at as u32, table.len() as u32] {
            font.extend_from_slice(&number.to_be_bytes());
        }
    }
    font.extend_from_slice(&data);
    if let Some(adjustment) = head.and_then(|at| font.get(at + 8..at + 12).map(|_| at + 8)) {
        // What the OpenType specification asks the sum of the whole file to be.
        let sum = 0xB1B0_AFBA_u32.wrapping_sub(checksum(&font));
        font[adjustment..adjustment + 4].copy_from_slice(&sum.to_be_bytes());
    }
    font
}

/// The sum of big-endian words, the last one filled with zeros.
fn checksum(data: &[u8]) -> u32 {
    data.chunks(4).fold(0_u32, |sum, word| {
        let mut bytes = [0; 4];
        bytes[..word.len()].copy_from_slice(word);
        sum.wrapping_add(u32::from_be_bytes(bytes))
    })
}

fn read_u16(data: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_be_bytes(data.get(at..at + 2)?.try_into().ok()?))
}

#[cfg(test)]
mod tests {
    use skrifa::instance::{LocationRef, Size};
    use skrifa::outline::DrawSettings;
    use skrifa::outline::pen::PathElement;
    use skrifa::{FontRef, GlyphId, MetadataProvider, Tag};

    use super::*;
    use crate::face::Fonts;

    #[test]
    fn outlines_stay_and_hints_go() {
        for font in Fonts::shipped().iter() {
            let bytes = unhint(font.bytes).unwrap();
            let [before, after] = [font.bytes, &bytes].map(|bytes| FontRef::new(bytes).unwrap());
            let outlines = |font: &FontRef| -> Vec<(GlyphId, Vec<PathElement>)> {
                let drawn = |(id, glyph): (GlyphId, skrifa::OutlineGlyph)| {
                    let mut path = Vec::new();
                    glyph.draw(DrawSettings::unhinted(Size::unscaled(), LocationRef::default()), &mut path).unwrap();
                    (id, path)
                };
                font.outline_glyphs().iter().map(drawn).collect()
            };
            assert!(outlines(&before).len() > 100 && outlines(&before) == outlines(&after), "{}", font.name());
            assert_eq!(checksum(&bytes), 0xB1B0_AFBA);
            assert!(after.table_data(Tag::new(b"fpgm")).is_none());
        }
        assert_eq!(unhint(b"no font"), None);
    }
}
