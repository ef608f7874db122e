//! A kit's own fonts: measured, printed and exported; and unusable fonts, each reported with a remedy.

use std::path::Path;

use assert_cmd::Command;

const MANIFEST: &str = r##"
id = "own"
title = "Own fonts"
designers = ["Nobody"]
licence = "CC0"
palette.ink = { color = "#000000", mono = "#000000" }

[fonts]
title = ["fonts/blocks.ttf", "fonts/blocks-bold.otf"]

[themes.night]
title = "fonts/blocks-bold.otf"

[[deck]]
name = "cards"
rows = "cards.toml"
front = "card.svg"
size = [60, 40]
"##;

const FACE: &str = r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 40">
{{ text(word, x=4, y=4, w=52, h=8, size=4, font="title", weight=weight) }}
<text x="4" y="22" font-family="title" font-weight="{{ weight }}" font-size="4">plain</text>
<text x="4" y="30" font-family="title" font-weight="{{ weight }}" font-size="4" transform="rotate(3)">turned</text>
</svg>"##;

/// A kit whose only card has a word in a weight of its own font.
fn kit(folder: &Path, word: &str, weight: u32) {
    let files = [
        (
            "kit.toml",
            format!(
                "{MANIFEST}[deck.fields]\nword = {{ type = \"text\" }}\nweight = {{ type = \"integer\" }}\n"
            ),
        ),
        (
            "cards.toml",
            format!("[[cards]]\ncode = \"C1\"\nword = \"{word}\"\nweight = {weight}\n"),
        ),
        ("card.svg", FACE.to_owned()),
    ];
    files
        .iter()
        .for_each(|(name, text)| std::fs::write(folder.join(name), text).unwrap());
    std::fs::create_dir_all(folder.join("fonts")).unwrap();
    for font in ["blocks.ttf", "blocks-bold.otf"] {
        std::fs::copy(
            Path::new("tests/fonts").join(font),
            folder.join("fonts").join(font),
        )
        .unwrap();
    }
}

fn paperkeep(folder: &Path, line: &str) -> std::process::Output {
    let mut program = Command::cargo_bin("paperkeep").unwrap();
    program
        .args(line.split(' '))
        .current_dir(folder)
        .env("NO_COLOR", "1")
        .output()
        .unwrap()
}

fn done(folder: &Path, line: &str) -> String {
    let run = paperkeep(folder, line);
    assert!(
        run.status.success(),
        "{line}: {}",
        String::from_utf8_lossy(&run.stderr)
    );
    String::from_utf8_lossy(&run.stdout).into_owned()
}

fn refused(folder: &Path, line: &str) -> String {
    let run = paperkeep(folder, line);
    let said = String::from_utf8_lossy(&run.stderr).into_owned();
    assert_eq!(run.status.code(), Some(1), "{line}: {said}");
    assert!(
        !said.contains("panicked") && !said.contains("bug in paperkeep"),
        "{said}"
    );
    said
}

/// The names of the fonts in a PDF, and the number of embedded bytes.
fn embedded(path: &Path) -> (Vec<String>, usize) {
    let document = lopdf::Document::load(path).unwrap();
    let descriptors = document
        .objects
        .values()
        .filter_map(|object| object.as_dict().ok())
        .filter(|d| d.has_type(b"FontDescriptor"));
    let mut bytes = 0;
    let mut names: Vec<String> = descriptors
        .map(|descriptor| {
            let file = [&b"FontFile2"[..], b"FontFile3"]
                .into_iter()
                .find_map(|key| descriptor.get(key).ok())
                .unwrap();
            let file = document
                .get_object(file.as_reference().unwrap())
                .unwrap()
                .as_stream()
                .unwrap();
            bytes += file.get_plain_content().unwrap().len();
            String::from_utf8_lossy(descriptor.get(b"FontName").unwrap().as_name().unwrap())
                .into_owned()
        })
        .collect();
    names.sort();
    (names, bytes)
}

#[test]
fn a_kits_own_fonts_are_measured_and_embedded() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path();
    kit(place, "Old Well", 400);
    assert!(done(place, "check . --verbose").contains("all sound"));
    done(place, "build . --paper a4 --ink color --format pdf,svg");
    let (names, bytes) = embedded(&place.join("out/own/own-a4-color.pdf"));
    assert!(
        names.iter().any(|name| name.contains("Blocks")),
        "{names:?}"
    );
    assert!(
        names.iter().any(|name| name.contains("Barlow")) && bytes > 1_000,
        "{names:?}"
    );
    // The guide uses the program's own fonts.
    let (names, _) = embedded(&place.join("out/own/own-a4-color-guide.pdf"));
    assert!(
        names.iter().any(|name| name.contains("Alegreya")),
        "{names:?}"
    );
    // An SVG has outlines: a block is a rectangle 0.4 em wide.
    let svg = std::fs::read_to_string(place.join("out/own/own-a4-color-01.svg")).unwrap();
    assert!(
        svg.contains("m50 0l0-700 400 0 0 700"),
        "no block in the sheet"
    );
    // The other weight is another file, and so is the font of the other theme.
    kit(place, "Old Well", 700);
    done(place, "build . --paper a4 --ink color --format pdf");
    done(
        place,
        "build . --paper a4 --ink color --theme night --format pdf",
    );
    for format in ["png", "svg", "pdf", "bundle", "tts", "vtt"] {
        done(place, &format!("export . --to {format} --dpi 100"));
    }
    // The rendered picture shows the blocks, black on white.
    let png = std::fs::read(place.join("out/own/png/cards-C1.png")).unwrap();
    let picture = image::load_from_memory(&png).unwrap().to_luma8();
    let dark = picture.pixels().filter(|dot| dot.0[0] < 60).count();
    assert!(dark > 500, "{dark} dark dots");
}

#[test]
fn missing_characters_and_weights_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path();
    // The letter comes from another font.
    kit(place, "Œuf", 400);
    assert!(done(place, "check .").contains("all sound"));
    kit(place, "a龍龍", 400);
    let run = paperkeep(place, "check .");
    let said = String::from_utf8_lossy(&run.stderr).into_owned();
    let boxes = "no font has `龍` (U+9F8D): 2 dashed boxes print in their place, on 1 piece";
    assert!(run.status.success() && said.contains(boxes), "{said}");
    assert!(said.contains("cards.toml:3"), "{said}");
    done(place, "build . --paper a4 --ink mono --format pdf");
    // A weight without a file; and the other theme has no regular weight.
    kit(place, "Egg", 500);
    let said = refused(place, "check .");
    assert!(
        said.contains("there is no font title 500; there are")
            && said.contains("title 400, title 700"),
        "{said}"
    );
    kit(place, "Egg", 400);
    let manifest = std::fs::read_to_string(place.join("kit.toml")).unwrap();
    std::fs::write(
        place.join("kit.toml"),
        manifest.replace("title = [", "ink = \"fonts/blocks.ttf\"\ntitle = ["),
    )
    .unwrap();
    assert!(refused(place, "check .").contains("`ink` is a colour of the palette too"));
}

#[test]
fn a_font_in_the_folder_serves_the_name_of_its_family() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path();
    kit(place, "Egg", 400);
    let manifest = std::fs::read_to_string(place.join("kit.toml")).unwrap();
    let [start, end] = ["[fonts]", "[[deck]]"].map(|mark| manifest.find(mark).unwrap());
    let unnamed = format!("{}{}", &manifest[..start], &manifest[end..]);
    std::fs::write(place.join("kit.toml"), unnamed).unwrap();
    let asked = |family: &str| {
        let face = FACE.replace("title", family);
        std::fs::write(place.join("card.svg"), face).unwrap();
    };
    // Blocks is what the file calls itself; capitals do not matter.
    for family in ["Blocks", "BLOCKS", "blocks"] {
        asked(family);
        assert!(done(place, "check .").contains("all sound"), "{family}");
    }
    done(place, "build . --paper a4 --ink color --format pdf");
    let (names, _) = embedded(&place.join("out/own/own-a4-color.pdf"));
    assert!(
        names.iter().any(|name| name.contains("Blocks")),
        "{names:?}"
    );
    asked("Fira Sans");
    let said = refused(place, "check .");
    let remedy = "put its file (TTF or OTF) into the kit's folder `fonts`";
    assert!(
        said.contains("there is no font Fira Sans 400") && said.contains(remedy),
        "{said}"
    );
    // An unusable font that nobody names is only warned of.
    asked("Blocks");
    std::fs::write(place.join("fonts/web.woff2"), b"wOF2....").unwrap();
    let run = paperkeep(place, "check .");
    let said = String::from_utf8_lossy(&run.stderr).into_owned();
    assert!(
        run.status.success() && said.contains("it is packed for the web"),
        "{said}"
    );
}

/// A font with a changed table: the change gets everything from its start.
fn changed(font: &[u8], table: &[u8; 4], change: impl Fn(&mut [u8])) -> Vec<u8> {
    let mut bytes = font.to_vec();
    let records = u16::from_be_bytes([font[4], font[5]]);
    let number = |at: usize| u32::from_be_bytes(font[at..at + 4].try_into().unwrap()) as usize;
    let record = (0..usize::from(records))
        .map(|at| 12 + at * 16)
        .find(|at| &font[*at..*at + 4] == table)
        .unwrap();
    change(&mut bytes[number(record + 8)..][..number(record + 12)]);
    bytes
}

/// A font with one of its tables renamed, so that it is not found.
fn without(font: &[u8], table: &[u8; 4]) -> Vec<u8> {
    let at = font.windows(4).position(|name| name == table).unwrap();
    let mut bytes = font.to_vec();
    bytes[at..at + 4].copy_from_slice(b"zzzz");
    bytes
}

/// A font in which a glyph is composed of many, which are again composed of many, and so on.
fn endless(font: &[u8]) -> Vec<u8> {
    let mut glyf = Vec::new();
    let mut loca = vec![0_u32];
    for glyph in 0_u16..40 {
        if glyph < 39 {
            glyf.extend([0xff, 0xff, 0, 0, 0, 0, 0, 0, 0, 0]);
            for part in 0..8 {
                let more: u16 = if part < 7 { 0x0020 } else { 0 };
                glyf.extend((more | 0x0002).to_be_bytes());
                glyf.extend((glyph + 1).to_be_bytes());
                glyf.extend([0, 0]);
            }
        }
        loca.push(glyf.len() as u32);
    }
    let short = |offset: &u32| (*offset as u16 / 2).to_be_bytes();
    let loca: Vec<u8> = loca.iter().flat_map(short).collect();
    let number = |at: usize| u32::from_be_bytes(font[at..at + 4].try_into().unwrap());
    let mut bytes = font.to_vec();
    for record in (0..usize::from(font[5])).map(|at| 12 + at * 16) {
        let table = match &font[record..record + 4] {
            b"glyf" => glyf.clone(),
            b"loca" => loca.clone(),
            _ => continue,
        };
        let place = bytes.len() as u32;
        bytes[record + 8..record + 12].copy_from_slice(&place.to_be_bytes());
        bytes[record + 12..record + 16].copy_from_slice(&(table.len() as u32).to_be_bytes());
        bytes.extend(table);
        assert!(number(record) > 0);
    }
    bytes = changed(&bytes, b"maxp", |maxp| {
        maxp[4..6].copy_from_slice(&40_u16.to_be_bytes())
    });
    bytes = changed(&bytes, b"hhea", |hhea| {
        hhea[34..36].copy_from_slice(&1_u16.to_be_bytes())
    });
    changed(&bytes, b"head", |head| {
        head[50..52].copy_from_slice(&[0, 0])
    })
}

#[test]
fn unusable_fonts_are_reported_with_a_remedy() {
    let font = std::fs::read("tests/fonts/blocks.ttf").unwrap();
    let rights = |bits: u16| {
        changed(&font, b"OS/2", |table| {
            table[8..10].copy_from_slice(&bits.to_be_bytes())
        })
    };
    let cases: [(&str, Vec<u8>, &str, &str); 14] = [
        (
            "no font",
            b"hello".to_vec(),
            "it is neither TTF nor OTF",
            "TTF or OTF file",
        ),
        (
            "nothing",
            Vec::new(),
            "it is neither TTF nor OTF",
            "TTF or OTF file",
        ),
        (
            "for the web",
            [b"wOF2", &font[4..]].concat(),
            "packed for the web",
            "use the font's TTF or OTF file",
        ),
        (
            "several",
            [b"ttcf", &font[4..]].concat(),
            "its list of tables is incomplete",
            "get the file again",
        ),
        (
            "cut short",
            font[..font.len() / 2].to_vec(),
            "it is cut short",
            "get the file again",
        ),
        (
            "only a head",
            font[..20].to_vec(),
            "its list of tables is incomplete",
            "get the file again",
        ),
        (
            "too large",
            [&font[..], &vec![0; 25 << 20]].concat(),
            "larger than 24 MB",
            "a subset",
        ),
        (
            "no letters",
            without(&font, b"glyf"),
            "it has no outlines",
            "a font with outlines",
        ),
        (
            "no characters",
            without(&font, b"cmap"),
            "no character map",
            "get the file again",
        ),
        (
            "no head",
            without(&font, b"head"),
            "it is damaged",
            "get the file again",
        ),
        (
            "forbidden",
            rights(2),
            "forbids embedding it",
            "SIL Open Font License",
        ),
        (
            "whole or not at all",
            rights(0x100),
            "forbids embedding a subset of it",
            "SIL Open Font License",
        ),
        (
            "only as dots",
            rights(0x200),
            "forbids embedding it",
            "SIL Open Font License",
        ),
        (
            "without end",
            endless(&font),
            "take too long to draw",
            "get the file again",
        ),
    ];
    for (what, bytes, why, help) in cases {
        let folder = tempfile::tempdir().unwrap();
        kit(folder.path(), "Egg", 400);
        std::fs::write(folder.path().join("fonts/blocks.ttf"), bytes).unwrap();
        for line in ["check .", "build . --paper a4", "export . --to png"] {
            let said = refused(folder.path(), line);
            let named = said.contains("the font `fonts/blocks.ttf` cannot be used")
                && said.contains("kit.toml:9");
            assert!(
                named && said.contains(why) && said.contains(help),
                "{what}, {line}: {said}"
            );
            if what == "without end" {
                break;
            }
        }
    }
    let folder = tempfile::tempdir().unwrap();
    kit(folder.path(), "Egg", 400);
    std::fs::write(folder.path().join("fonts/blocks.ttf"), rights(4)).unwrap();
    let output = paperkeep(folder.path(), "check .");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        output.status.success() && said.contains("for viewing and printing only"),
        "{said}"
    );
    for (path, why) in [
        ("../blocks.ttf", "plain relative path"),
        ("fonts/none.ttf", "no such file"),
        ("card.svg", "neither"),
    ] {
        kit(folder.path(), "Egg", 400);
        let manifest = std::fs::read_to_string(folder.path().join("kit.toml")).unwrap();
        std::fs::write(
            folder.path().join("kit.toml"),
            manifest.replace("fonts/blocks.ttf", path),
        )
        .unwrap();
        let said = refused(folder.path(), "check .");
        assert!(
            said.contains(&format!("the font `{path}` cannot be used")) && said.contains(why),
            "{said}"
        );
    }
}

/// Drawings by others print whatever fonts they ask for, and it is said once which are missing.
#[test]
fn another_font_stands_in_for_one_that_a_drawing_lacks() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path();
    std::fs::create_dir(place.join("cards")).unwrap();
    for (name, family) in [
        ("ace", "Arial"),
        ("king", "Impact, serif"),
        ("two", "serif"),
    ] {
        let card = format!(
            r##"<svg xmlns="http://www.w3.org/2000/svg" width="63mm" height="88mm" viewBox="0 0 63 88">
            <rect width="63" height="88" fill="#fff"/><text x="5" y="15" font-family="{family}" font-size="10">{name}</text></svg>"##
        );
        std::fs::write(place.join("cards").join(format!("{name}.svg")), card).unwrap();
    }
    let run = paperkeep(place, "build --cards cards --paper a4");
    let said = String::from_utf8_lossy(&run.stderr).into_owned();
    assert!(run.status.success(), "{said}");
    assert!(
        said.contains("no font is called `Arial`, `Impact`") && said.contains("`fonts`"),
        "{said}"
    );
    assert_eq!(said.matches("no font").count(), 1, "{said}");
}
