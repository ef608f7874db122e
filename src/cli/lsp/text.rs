//! Places as editors count them: lines, and units of UTF-16 within a line.

use std::ops::Range;

use lsp_types::{Position, Range as Places};

/// Where the line begins in which an offset is, and its number.
fn line_of(text: &str, offset: usize) -> (usize, usize) {
    let before = text[..offset].bytes().enumerate();
    // A line ends with "\n", "\r\n", or "\r".
    let ends = before.filter(|(at, byte)| is_end(text, *at, *byte));
    ends.fold((0, 0), |(_, number), (at, _)| (at + 1, number + 1))
}

fn is_end(text: &str, at: usize, byte: u8) -> bool {
    byte == b'\n' || byte == b'\r' && text.as_bytes().get(at + 1) != Some(&b'\n')
}

/// The place of an offset; one within a character is at its start.
pub fn position(text: &str, offset: usize) -> Position {
    let offset = text.floor_char_boundary(offset.min(text.len()));
    let (start, line) = line_of(text, offset);
    let units: usize = text[start..offset].chars().map(char::len_utf16).sum();
    Position::new(line as u32, units as u32)
}

/// The places of a range.
pub fn places(text: &str, span: &Range<usize>) -> Places {
    Places::new(
        position(text, span.start),
        position(text, span.end.max(span.start)),
    )
}

/// The offset of a place; after the end of a line, that end.
pub fn offset(text: &str, place: Position) -> usize {
    let bytes = text.bytes().enumerate();
    let mut ends = bytes.filter(|(at, byte)| is_end(text, *at, *byte));
    let start = match place.line {
        0 => Some(0),
        line => ends.nth(line as usize - 1).map(|(at, _)| at + 1),
    };
    let Some(start) = start else {
        return text.len();
    };
    let mut left = place.character as usize;
    let mut at = start;
    for letter in text[start..].chars() {
        if left < letter.len_utf16() || matches!(letter, '\n' | '\r') {
            break;
        }
        left -= letter.len_utf16();
        at += letter.len_utf8();
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_count_units_of_utf_16() {
        let text = "aß\r\n😀 привет\rמלך x\n";
        for (offset_of, line, character) in [
            ("a", 0, 0),
            ("ß", 0, 1),
            ("\r\n", 0, 2),
            (" п", 1, 2),
            ("вет", 1, 6),
            ("x", 2, 4),
        ] {
            let at = text.find(offset_of).expect("it is there");
            let place = Position::new(line, character);
            assert_eq!(position(text, at), place, "{offset_of}");
            assert_eq!(offset(text, place), at, "{offset_of}");
        }
        // Within a pair, behind a line, behind the file.
        assert_eq!(offset(text, Position::new(1, 1)), text.find('😀').unwrap());
        assert_eq!(offset(text, Position::new(0, 99)), text.find('\r').unwrap());
        assert_eq!(offset(text, Position::new(99, 0)), text.len());
    }
}
