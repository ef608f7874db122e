//! A kit's PNG, JPEG and SVG files on every kind of sheet.

use lopdf::{Document, Object, Stream};
use paperkeep::kit::{Files, Ink, Kit, Size, Um};
use paperkeep::press::write::{pdf, png, svg};
use paperkeep::press::{Order, Printed, print};

const A4: Size = Size::new(Um(210_000), Um(297_000));

fn printed() -> Printed {
    let kit = Kit::open(Files::Folder("tests/kits/good/pictures".into()))
        .unwrap_or_else(|problems| panic!("{problems}"));
    print(&kit, &Order::new(A4, "a4", Ink::Color)).unwrap_or_else(|problems| panic!("{problems}"))
}

fn name(stream: &Stream, key: &[u8]) -> String {
    String::from_utf8_lossy(
        stream
            .dict
            .get(key)
            .and_then(Object::as_name)
            .unwrap_or_default(),
    )
    .into_owned()
}

/// Five cards show nine bitmaps from two files.
#[test]
fn a_picture_is_in_a_pdf_once_and_as_small_as_its_file() {
    let bytes = pdf::write(&printed().sheets).unwrap();
    let document = Document::load_mem(&bytes).unwrap();
    let streams = document
        .objects
        .values()
        .filter_map(|object| object.as_stream().ok());
    let images: Vec<&Stream> = streams
        .filter(|stream| name(stream, b"Subtype") == "Image")
        .collect();
    let jpeg: Vec<_> = images
        .iter()
        .filter(|image| name(image, b"Filter") == "DCTDecode")
        .collect();
    let file = std::fs::read("tests/kits/good/pictures/art/sky.jpg").unwrap();
    assert_eq!(jpeg.len(), 1);
    assert_eq!(jpeg[0].content, file, "a JPEG is kept as it is");
    let clear: Vec<_> = images
        .iter()
        .filter(|image| image.dict.has(b"SMask"))
        .collect();
    assert_eq!(
        (clear.len(), images.len()),
        (1, 3),
        "a PNG, its transparency, and a JPEG"
    );
    let size: usize = images.iter().map(|image| image.content.len()).sum();
    let files = file.len()
        + std::fs::metadata("tests/kits/good/pictures/art/ring.png")
            .unwrap()
            .len() as usize;
    assert!(size < files * 2, "{size} bytes of {files}");
}

/// Viewers show red, blue and green where the pictures are, and white where a PNG is transparent.
#[test]
fn pictures_show_on_sheets_as_svg_and_png() {
    let printed = printed();
    let sheet = &printed.sheets.sheets[0];
    let svg = svg::write(&printed.sheets, 0).unwrap();
    let picture = image::load_from_memory(&png::render(&svg, 100).unwrap())
        .unwrap()
        .to_rgb8();
    let dot = |code: &str, x: f64, y: f64| {
        let card = sheet
            .placed
            .iter()
            .find(|placed| *placed.code == *code)
            .unwrap();
        assert_eq!(card.turns, 0);
        let at = |mm: f64| (mm * 100.0 / 25.4) as u32;
        let [r, g, b] = picture
            .get_pixel(at(card.at.x.mm() + x), at(card.at.y.mm() + y))
            .0;
        match (r, g, b) {
            (250.., 250.., 250..) => "white",
            _ if r > g && r > b => "red",
            _ if b > r && b > g => "blue",
            _ => "green",
        }
    };
    assert_eq!(dot("P1", 7.0, 11.5), "red");
    assert_eq!(dot("P1", 4.3, 4.3), "white");
    assert_eq!(dot("P2", 14.0, 11.5), "blue");
    assert_eq!(dot("P3", 14.0, 11.5), "green");
    assert_eq!(dot("P3", 30.0, 19.0), "blue");
}

#[test]
fn coarse_pictures_are_reported_with_their_piece() {
    let fine = "1 picture with more than 600 dpi is reduced to that: nobody sees the difference";
    assert_eq!(printed().warnings, [fine]);
    // 120 pixels on 15 mm are too few; those cut to a square of 8 mm are sufficient.
    let mut kit = Kit::open(Files::Folder("tests/kits/good/pictures".into())).unwrap();
    kit.dpi = 300;
    let warnings = print(&kit, &Order::new(A4, "a4", Ink::Color))
        .unwrap()
        .warnings;
    assert_eq!(
        warnings,
        [
            "the picture `art/ring.png` is printed at 203 dpi on cards P1: less than 300 dpi looks coarse",
            fine,
        ]
    );
}

/// A changed picture changes its faces, even in a press that drew the old one.
#[test]
fn a_changed_picture_changes_its_faces() {
    let folder = tempfile::tempdir().unwrap();
    for path in [
        "kit.toml",
        "cards.csv",
        "card.svg",
        "art/ring.png",
        "art/sky.jpg",
        "art/star.svg",
    ] {
        let to = folder.path().join(path);
        std::fs::create_dir_all(to.parent().unwrap()).unwrap();
        std::fs::copy(
            std::path::Path::new("tests/kits/good/pictures").join(path),
            to,
        )
        .unwrap();
    }
    let mut press = paperkeep::press::Press::remembering();
    let mut print = || {
        let kit = Kit::open(Files::Folder(folder.path().into())).unwrap();
        press
            .print(&kit, &Order::new(A4, "a4", Ink::Color))
            .unwrap()
            .record
    };
    let first = print();
    assert_eq!(print().since(&first).changed.len(), 0);
    std::fs::copy(
        "tests/kits/good/pictures/art/ring.png",
        folder.path().join("art/sky.jpg"),
    )
    .unwrap();
    assert_eq!(
        print().since(&first).changed.len(),
        5,
        "all of them show it"
    );
}
