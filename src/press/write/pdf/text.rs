//! Live text as text operators: one byte per glyph, with exact kerning.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::io::Write;

use crate::face::fonts::{Clusters, Glyph};
use crate::face::{Font, TextLine};
use crate::press::write::decimal::Decimal;

/// The byte for each glyph in each font. Codes are assigned in the order of use.
#[derive(Default)]
pub(super) struct Codes {
    /// The fonts in the order of use.
    tables: Vec<(&'static Font, FontCodes)>,
}

/// Words whose glyphs have codes already, by font number.
#[derive(Default)]
pub(super) struct CodedWords(Vec<HashSet<Box<str>, foldhash::fast::RandomState>>);

/// The codes of one font.
#[derive(Default)]
struct FontCodes {
    /// By glyph, the texts that it represents, each with a code; rarely more than one.
    glyphs: Vec<Vec<(Box<str>, Code)>>,
    banks: Vec<Bank>,
    /// By code, the two-byte glyph numbers, if those are written instead.
    wide: Option<HashMap<(usize, u8), u16>>,
}

/// The glyphs that one byte can distinguish: by code, the glyph and its text.
pub(super) type Bank = BTreeMap<u8, (u16, Box<str>)>;

#[derive(Clone, Copy, PartialEq)]
struct Code {
    bank: usize,
    byte: u8,
}

impl Codes {
    /// The fonts in use, with their banks.
    pub(super) fn used(&self) -> impl Iterator<Item = (&'static Font, &[Bank])> {
        self.tables
            .iter()
            .map(|(font, table)| (*font, table.banks.as_slice()))
    }

    /// Makes a font use these glyph numbers, if any, bank by bank in the order of codes.
    pub(super) fn widen(&mut self, font: usize, numbers: Option<Vec<Vec<u16>>>) {
        let Some(numbers) = numbers else { return };
        let table = &mut self.tables[font].1;
        let banks = table.banks.iter().zip(numbers).enumerate();
        table.wide = Some(
            banks
                .flat_map(|(bank, (codes, numbers))| {
                    codes.keys().map(move |code| (bank, *code)).zip(numbers)
                })
                .collect(),
        );
    }

    /// Assigns codes to the glyphs of lines, word by word, since most words have occurred before.
    pub(super) fn note<'l>(
        &mut self,
        coded: &mut CodedWords,
        lines: impl Iterator<Item = (&'static Font, &'l str)>,
    ) {
        for (font, line) in lines {
            let number = self.number(font);
            coded.0.resize_with(self.tables.len(), HashSet::default);
            for piece in font.pieces(line) {
                if !coded.0[number].contains(piece) {
                    coded.0[number].insert(piece.into());
                    self.each_glyph(number, piece, |_, _, _| {});
                }
            }
        }
    }

    /// The number of a font, which is added if it is new.
    fn number(&mut self, font: &'static Font) -> usize {
        self.tables
            .iter()
            .position(|(known, _)| *known == font)
            .unwrap_or_else(|| {
                self.tables.push((font, FontCodes::default()));
                self.tables.len() - 1
            })
    }

    /// Visits the glyphs of a text with their banks and their codes as written.
    fn each_glyph(
        &mut self,
        number: usize,
        text: &str,
        mut visit: impl FnMut(Glyph, usize, &[u8]),
    ) {
        let (font, table) = &mut self.tables[number];
        let glyphs = font.glyphs(text);
        for (glyph, of) in Clusters::new(text, &glyphs) {
            let Code { bank, byte } = table.code(glyph.id, of);
            match table.wide.as_ref().and_then(|wide| wide.get(&(bank, byte))) {
                Some(number) => visit(glyph, 0, &number.to_be_bytes()),
                None => visit(glyph, bank, &[byte]),
            }
        }
    }

    /// Shows lines in millimetres, with y down.
    pub(super) fn show(&mut self, out: &mut Vec<u8>, lines: &[TextLine]) {
        let mut last: Option<&TextLine> = None;
        let mut font = None;
        out.extend_from_slice(b"q BT ");
        for line in lines {
            if last.is_none_or(|last| last.fill != line.fill) {
                let [red, green, blue] = line.fill;
                // Grey is printed in black ink only, if there is a choice.
                let (parts, operator) = if red == green && green == blue {
                    (&line.fill[..1], "g")
                } else {
                    (&line.fill[..], "rg")
                };
                for part in parts {
                    let _ = write!(out, "{} ", Decimal(f64::from(*part) / 255.0, 3));
                }
                let _ = write!(out, "{operator} ");
            }
            if last.is_none_or(|last| last.size != line.size) {
                font = None;
            }
            if last.map_or(0.0, |last| last.tracking) != line.tracking {
                let _ = write!(out, "{} Tc ", Decimal(line.tracking, 4));
            }
            // Moves between rounded positions, so that errors do not accumulate: each line is exact to half a micrometre.
            let place = |mm: f64| (mm * 1e3).round() / 1e3;
            let (x, y) = (place(line.x), place(line.y));
            let (x, y, before, operator) = match last {
                Some(last) => (x - place(last.x), place(last.y) - y, &b""[..], b" Td "),
                None => (x, y, &b"1 0 0 -1 "[..], b" Tm "),
            };
            out.extend_from_slice(before);
            Decimal(x, 3).push(out);
            out.push(b' ');
            Decimal(y, 3).push(out);
            out.extend_from_slice(operator);
            self.show_line(out, line, &mut font);
            last = Some(line);
        }
        out.extend_from_slice(b"ET Q\n");
    }

    /// Shows the glyphs of a line; `set` is the current font and bank.
    fn show_line(&mut self, out: &mut Vec<u8>, line: &TextLine, set: &mut Option<(usize, usize)>) {
        let font = line.font;
        let number = self.number(font);
        let thousandth = font.units() / 1000.0;
        let em = line.size / font.units();
        let (mut open, mut behind) = (false, 0.0_f64);
        let mut up = 0;
        self.each_glyph(number, &line.text, |glyph, bank, code| {
            let shift = glyph.shift(1.0, line.tracking / em) / thousandth;
            behind -= shift;
            // Kern only when another glyph follows.
            let kern = behind.round();
            if open && kern != 0.0 {
                out.push(b')');
                Decimal(kern, 0).push(out);
                out.push(b'(');
                behind -= kern;
            }
            if glyph.up != up {
                out.extend_from_slice(if open { b")]TJ " } else { b"" });
                let _ = write!(out, "{} Ts ", Decimal(f64::from(glyph.up) * em, 4));
                up = glyph.up;
                open = false;
            }
            if *set != Some((number, bank)) {
                out.extend_from_slice(if open { b")]TJ " } else { b"" });
                let _ = write!(out, "/{} {} Tf ", name(number, bank), Decimal(line.size, 4));
                *set = Some((number, bank));
                open = false;
            }
            if !open {
                out.push(b'[');
                if behind.round() != 0.0 {
                    Decimal(behind.round(), 0).push(out);
                    behind -= behind.round();
                }
                out.push(b'(');
                open = true;
            }
            for byte in code {
                match byte {
                    b'(' | b')' | b'\\' => out.extend([b'\\', *byte]),
                    // Unescaped, it would be read as the end of a line.
                    b'\r' => out.extend(b"\\r"),
                    _ => out.push(*byte),
                }
            }
            behind += f64::from(font.advance(glyph.id) - glyph.advance + i32::from(glyph.right))
                / thousandth;
        });
        out.extend_from_slice(if open { b")]TJ " } else { b"" });
        if up != 0 {
            out.extend_from_slice(b"0 Ts ");
        }
    }
}

/// The resource name of a bank of a font.
pub(super) fn name(font: usize, bank: usize) -> String {
    match bank {
        0 => format!("T{font}"),
        _ => format!("T{font}b{bank}"),
    }
}

impl FontCodes {
    fn code(&mut self, glyph: u16, text: &str) -> Code {
        let glyph_at = usize::from(glyph);
        if self.glyphs.len() <= glyph_at {
            self.glyphs.resize_with(glyph_at + 1, Vec::new);
        }
        let known = &mut self.glyphs[glyph_at];
        if let Some((_, code)) = known.iter().find(|(of, _)| **of == *text) {
            return *code;
        }
        if self.banks.is_empty() {
            self.banks.push(Bank::new());
        }
        let ascii = match text.as_bytes() {
            [byte @ b' '..=b'~'] if !self.banks[0].contains_key(byte) => Some(Code {
                bank: 0,
                byte: *byte,
            }),
            _ => None,
        };
        let code = ascii.unwrap_or_else(|| {
            let bank = self.banks.len() - 1;
            match self.banks[bank].last_key_value() {
                Some((255, _)) => {
                    self.banks.push(Bank::new());
                    Code {
                        bank: bank + 1,
                        byte: 128,
                    }
                }
                last => Code {
                    bank,
                    byte: last.map_or(128, |(code, _)| (code + 1).max(128)),
                },
            }
        });
        known.push((text.into(), code));
        self.banks[code.bank].insert(code.byte, (glyph, text.into()));
        code
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str, tracking: f64) -> String {
        let line = TextLine {
            text: text.into(),
            x: 1.0,
            y: 2.0,
            size: 3.0,
            font: crate::face::Fonts::plain("Alegreya", 400),
            fill: [255, 0, 51],
            tracking,
        };
        let mut out = Vec::new();
        Codes::default().show(&mut out, &[line]);
        String::from_utf8_lossy(&out).into_owned()
    }

    #[test]
    fn letters_are_themselves() {
        assert_eq!(
            shown("nun", 0.0),
            "q BT 1 0 .2 rg 1 0 0 -1 1 2 Tm /T0 3 Tf [(nun)]TJ ET Q\n"
        );
        assert!(shown("a(b)\\", 0.5).contains(" .5 Tc "));
        assert!(shown("a(b)\\", 0.0).contains("\\("));
        assert!(shown("AVA", 0.0).contains("[(A)"));
    }

    #[test]
    fn a_full_bank_is_followed_by_another() {
        let mut table = FontCodes::default();
        let codes: Vec<_> = (1..=300).map(|glyph| table.code(glyph, "é")).collect();
        assert!(
            codes
                .iter()
                .enumerate()
                .all(|(at, code)| code.bank == at / 128 && code.byte >= 128)
        );
        assert!(table.code(5, "é") == codes[4]);
        assert_eq!(table.banks.iter().map(BTreeMap::len).sum::<usize>(), 300);
    }
}
