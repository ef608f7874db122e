//! The index of a file's objects, packed: lopdf 0.44 writes it plain, seven bytes an object.

use std::io::Write;

use super::deflate::Deflater;

/// The bytes of an entry, as lopdf has them: kind 1, place 4, number 2.
const ENTRY: usize = 7;

/// The same file with its index packed; none if it does not end as lopdf's do.
pub(super) fn packed(file: &[u8], deflater: &mut Deflater) -> Option<Vec<u8>> {
    let start = |text: &[u8], word: &[u8]| text.windows(word.len()).rposition(|window| window == word);
    let (ending, length) = (b"\nendstream", b"/Length ");
    let footer = start(file, b"startxref\n")?;
    let number = str::from_utf8(file.get(footer + 10..)?).ok()?.lines().next()?;
    let at: usize = number.parse().ok()?;
    let end = at + start(file.get(at..footer)?, ending)?;
    // The dictionary is plain text but for the file's name, which stands before the length.
    let told = at + start(file.get(at..end)?, length)?;
    let digits = file.get(told + length.len()..end)?.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let digits = told + length.len()..told + length.len() + digits;
    let count: usize = str::from_utf8(&file[digits.clone()]).ok()?.parse().ok()?;
    let entries = file.get(end.checked_sub(count)?..end)?;
    let head = file.get(digits.end..end - count)?;

    // Each byte as the difference to the one above it: most are then zero.
    let mut rows = Vec::with_capacity(count + count / ENTRY);
    let mut above = [0; ENTRY];
    for entry in entries.chunks_exact(ENTRY) {
        rows.push(2);
        rows.extend(std::iter::zip(entry, above).map(|(byte, above)| byte.wrapping_sub(above)));
        above.copy_from_slice(entry);
    }
    let rows = deflater.pack(&rows)?;
    let mut out = file[..told].to_vec();
    let parameters = format!("/DecodeParms<</Predictor 12/Columns {ENTRY}>>");
    write!(out, "/Filter/FlateDecode{parameters}/Length {}", rows.len()).ok()?;
    out.extend_from_slice(head);
    out.extend(rows);
    write!(out, "\nendstream\nendobj\nstartxref\n{at}\n%%EOF").ok()?;
    Some(out)
}
