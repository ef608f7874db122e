//! Binary files: packed kits, workbooks and fonts.

use std::collections::BTreeMap;
use std::io::{Cursor, Read, Write};
use std::sync::Arc;

use paperkeep::kit::archive::Archive;
use paperkeep::kit::{Files, Ink, Kit, Size, Um};
use paperkeep::press::write::{pdf, svg};
use paperkeep::press::{Order, print};
use zip::write::{SimpleFileOptions, ZipWriter};
use zip::{CompressionMethod, ZipArchive};

use super::{kit, open_all};

/// The kit packed as it is and within a folder.
pub fn archives() -> Vec<Vec<u8>> {
    let in_folder = kit()
        .into_iter()
        .map(|(name, bytes)| (format!("fuzz/{name}"), bytes))
        .collect();
    vec![
        packed(&kit(), CompressionMethod::Deflated),
        packed(&kit(), CompressionMethod::Stored),
        packed(&in_folder, CompressionMethod::Stored),
    ]
}

pub fn unpacked(input: &[u8]) -> bool {
    let archive = Archive::read("fuzz.zip".to_owned(), input);
    let archive = archive.map_err(|why| assert!(!why.to_string().is_empty()));
    archive.is_ok_and(|archive| Kit::open(Files::Archive(Arc::new(archive))).is_ok())
}

fn packed(files: &BTreeMap<String, Vec<u8>>, method: CompressionMethod) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in files {
        zip.start_file(
            name,
            SimpleFileOptions::default().compression_method(method),
        )
        .expect("a small archive");
        zip.write_all(bytes).expect("a small archive");
    }
    zip.finish().expect("a small archive").into_inner()
}

/// The tests' workbooks: whole, and each of their parts preceded by a line that identifies it.
pub fn workbooks() -> Vec<Vec<u8>> {
    let mut seeds = Vec::new();
    for book in BOOKS {
        seeds.push(std::fs::read(path(book)).expect("run it in the folder fuzz"));
        for (part, bytes) in parts(book) {
            seeds.push([format!("{book} {part}\n").into_bytes(), bytes].concat());
        }
    }
    seeds
}

pub const BOOKS: [&str; 2] = ["cards.xlsx", "rare.ods"];

fn path(book: &str) -> String {
    format!("../tests/kits/good/rows/{book}")
}

pub fn parts(book: &str) -> BTreeMap<String, Vec<u8>> {
    let bytes = std::fs::read(path(book)).expect("run it in the folder fuzz");
    let mut zip = ZipArchive::new(Cursor::new(bytes)).expect("a sound workbook");
    (0..zip.len())
        .map(|at| {
            let mut file = zip.by_index(at).expect("a sound workbook");
            let mut bytes = Vec::new();
            file.read_to_end(&mut bytes).expect("a sound workbook");
            (file.name().expect("a sound workbook").into_owned(), bytes)
        })
        .collect()
}

/// A broken workbook, or a valid archive of a workbook with a broken part.
pub fn booked(input: &[u8]) -> bool {
    let (line, rest) = input.split_at(input.iter().position(|byte| *byte == b'\n').unwrap_or(0));
    let line = String::from_utf8_lossy(line).into_owned();
    let named = line
        .split_once(' ')
        .filter(|(book, _)| BOOKS.contains(book));
    let (book, bytes) = match named {
        Some((book, part)) => {
            let mut parts = parts(book);
            parts.insert(part.to_owned(), rest[1..].to_vec());
            (book, stored(&parts))
        }
        None if input.windows(8).any(|bytes| bytes == b"mimetype") => (BOOKS[1], input.to_vec()),
        None => (BOOKS[0], input.to_vec()),
    };
    opened(book, bytes)
}

/// A workbook with these parts.
pub fn stored(parts: &BTreeMap<String, Vec<u8>>) -> Vec<u8> {
    packed(parts, CompressionMethod::Stored)
}

/// Whether the tests' kit is valid with this workbook.
pub fn opened(book: &str, bytes: Vec<u8>) -> bool {
    let mut files: BTreeMap<String, Vec<u8>> = [
        "kit.toml",
        "card.svg",
        "cards.toml",
        "cards.csv",
        "cards.xlsx",
        "rare.ods",
    ]
    .into_iter()
    .map(|name| {
        (
            name.to_owned(),
            std::fs::read(path(name)).expect("run it in the folder fuzz"),
        )
    })
    .collect();
    files.insert(book.into(), bytes);
    open_all(files).is_some()
}

pub fn fonts() -> Vec<Vec<u8>> {
    let names = ["blocks.ttf", "blocks-bold.otf"];
    names
        .iter()
        .map(|name| {
            std::fs::read(format!("../tests/fonts/{name}")).expect("run it in the folder fuzz")
        })
        .collect()
}

/// Prints with a font, if it is accepted: live text and text as art, as PDF and SVG.
pub fn set(input: &[u8]) -> bool {
    let manifest = "id = \"fuzz\"\ntitle = \"Fuzz\"\ndesigners = []\nlicence = \"CC0\"\nfonts.title = \"title.ttf\"\n\
        [[deck]]\nname = \"tiles\"\nrows = \"rows.toml\"\nfront = \"card.svg\"\nsize = [60, 40]\n";
    let open = |face: String| {
        let files = [
            ("kit.toml", manifest.as_bytes()),
            ("rows.toml", b"[[tiles]]\ncode = \"T1\"\n".as_slice()),
            ("card.svg", face.as_bytes()),
            ("title.ttf", input),
        ];
        open_all(
            files
                .iter()
                .map(|(name, bytes)| (name.to_string(), bytes.to_vec()))
                .collect(),
        )
    };
    let Some(kit) = open(String::new()) else {
        return false;
    };
    let (weight, italic) = (kit.fonts[0].weight, kit.fonts[0].italic);
    let style = if italic { "italic" } else { "normal" };
    let font = format!(
        "font-family=\"title\" font-weight=\"{weight}\" font-style=\"{style}\" font-size=\"3\""
    );
    let face = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 60 40\">{{{{ text('Old fi AV 27!', x=2, y=2, w=50, h=15, \
         size=3, min=0.1, font='title', weight={weight}, italic={italic}) }}}}<text x=\"2\" y=\"22\" {font}>AV fi</text>\
         <text x=\"2\" y=\"30\" transform=\"rotate(5)\" {font}>Ty, fi AV</text></svg>"
    );
    let kit = open(face).expect("the same kit with another face");
    let Ok(printed) = print(
        &kit,
        &Order::new(Size::new(Um(210_000), Um(297_000)), "a4", Ink::Color),
    ) else {
        return false;
    };
    svg::write(&printed.sheets, 0).expect("a sheet with a font that was taken");
    pdf::write(&printed.sheets).is_ok()
}
