//! The fonts under `fonts/`, with their licences beside them.

use std::io::Read;
use std::sync::OnceLock;

use flate2::read::GzDecoder;

use super::figures;
use crate::kit::apart;

/// A font of the program, as CSS describes it.
pub(super) struct ShippedFont {
    pub family: &'static str,
    /// 400 is regular.
    pub weight: u16,
    pub italic: bool,
    file: File,
    pub serves: Serves,
}

/// What a font is for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Serves {
    /// Templates name it, and it has letters that most other fonts lack.
    Templates,
    /// It has the letters that the font of this family lacks.
    Family(&'static str),
    /// It has the symbols that other fonts lack.
    Symbols,
    /// Its only glyph, a dashed box, stands for every character that no font has.
    Missing,
}

enum File {
    Plain(&'static [u8]),
    Gzip(&'static [u8]),
    /// A file, with gzip if its name says so, that is fetched when it is needed.
    #[cfg_attr(not(target_family = "wasm"), expect(dead_code))]
    Apart(&'static str),
    /// Another of the fonts, with lining figures.
    Lining(usize),
}

/// A font that no game's pieces need: in a browser, these would be an eighth of all that is fetched first.
#[cfg(not(target_family = "wasm"))]
macro_rules! apart {
    ($as:ident, $name:literal) => {
        File::$as(include_bytes!(concat!("../../fonts/", $name)))
    };
}
#[cfg(target_family = "wasm")]
macro_rules! apart {
    ($as:ident, $name:literal) => {
        File::Apart($name)
    };
}

const fn font(
    family: &'static str,
    weight: u16,
    italic: bool,
    file: File,
    serves: Serves,
) -> ShippedFont {
    ShippedFont {
        family,
        weight,
        italic,
        file,
        serves,
    }
}

static MISSING: &[u8] = include_bytes!("../../fonts/Missing.ttf");

/// The number of fonts.
pub(super) const COUNT: usize = 13;

/// The fonts that templates may name, and then those that have what others lack, in the order in which they are tried.
/// A constant would be embedded once for each unit of code that reads it.
pub(super) static SHIPPED: [ShippedFont; COUNT] = [
    font(
        "Alegreya",
        400,
        false,
        File::Plain(include_bytes!("../../fonts/Alegreya-Regular.ttf")),
        Serves::Templates,
    ),
    font(
        "Alegreya",
        400,
        true,
        apart!(Plain, "Alegreya-Italic.ttf"),
        Serves::Templates,
    ),
    font(
        "Alegreya",
        700,
        false,
        File::Plain(include_bytes!("../../fonts/Alegreya-Bold.ttf")),
        Serves::Templates,
    ),
    font(
        "Barlow Condensed",
        600,
        false,
        File::Plain(include_bytes!("../../fonts/BarlowCondensed-SemiBold.ttf")),
        Serves::Templates,
    ),
    font(
        "Cinzel",
        700,
        false,
        File::Plain(include_bytes!("../../fonts/Cinzel-Bold.ttf")),
        Serves::Templates,
    ),
    font(
        "Alegreya SC",
        700,
        false,
        apart!(Gzip, "AlegreyaSC-Bold.ttf.gz"),
        Serves::Family("Cinzel"),
    ),
    font(
        "Sofia Sans Condensed",
        600,
        false,
        apart!(Gzip, "SofiaSansCondensed-SemiBold.ttf.gz"),
        Serves::Family("Barlow Condensed"),
    ),
    font(
        "Noto Sans Symbols",
        400,
        false,
        apart!(Gzip, "NotoSansSymbols.ttf.gz"),
        Serves::Symbols,
    ),
    font(
        "Noto Emoji",
        400,
        false,
        apart!(Gzip, "NotoEmoji.ttf.gz"),
        Serves::Symbols,
    ),
    font(
        "Alegreya Lining",
        400,
        false,
        File::Lining(0),
        Serves::Templates,
    ),
    font(
        "Alegreya Lining",
        400,
        true,
        File::Lining(1),
        Serves::Templates,
    ),
    font(
        "Alegreya Lining",
        700,
        false,
        File::Lining(2),
        Serves::Templates,
    ),
    font("Missing", 400, false, File::Plain(MISSING), Serves::Missing),
];

/// The bytes of one of the [`SHIPPED`] fonts, unpacked on first use.
pub(super) fn bytes(number: usize) -> &'static [u8] {
    static UNPACKED: [OnceLock<Vec<u8>>; COUNT] = [const { OnceLock::new() }; COUNT];
    let unpacked = |packed: &[u8]| {
        let mut bytes = Vec::new();
        GzDecoder::new(packed).read_to_end(&mut bytes).ok()?;
        Some(bytes)
    };
    match SHIPPED[number].file {
        File::Plain(bytes) => bytes,
        File::Gzip(packed) => UNPACKED[number]
            .get_or_init(|| unpacked(packed).expect("the program's fonts are sound")),
        File::Apart(name) => UNPACKED[number].get_or_init(|| {
            let fetched = apart::fetched(name);
            let font = if name.ends_with(".gz") {
                fetched.and_then(|packed| unpacked(&packed))
            } else {
                fetched
            };
            font.unwrap_or_else(|| MISSING.to_vec())
        }),
        File::Lining(of) => UNPACKED[number].get_or_init(|| {
            let bytes = bytes(of);
            figures::lining(bytes).unwrap_or_else(|| bytes.to_vec())
        }),
    }
}

/// The bytes of one of the [`SHIPPED`] fonts, for readers that may never ask for them.
pub(super) struct Bytes(pub usize);

impl AsRef<[u8]> for Bytes {
    fn as_ref(&self) -> &[u8] {
        bytes(self.0)
    }
}

#[cfg(test)]
mod tests {
    use usvg::fontdb;

    use super::*;

    #[test]
    fn shipped_fonts_are_what_their_files_say() {
        let of_files = |(_, font): &(usize, &ShippedFont)| !matches!(font.file, File::Lining(_));
        for (number, font) in SHIPPED.iter().enumerate().filter(of_files) {
            let mut database = fontdb::Database::new();
            database.load_font_data(bytes(number).to_vec());
            let stated = database.faces().next().unwrap();
            let family = stated.families[0].0.as_str();
            assert!(family == font.family || family.starts_with(&format!("{} ", font.family)));
            assert_eq!(stated.weight.0, font.weight);
            assert_eq!(stated.style == fontdb::Style::Italic, font.italic);
        }
    }
}
