//! Other people's PDFs and pictures as cards, on sheets rendered by an independent reader.

use std::path::{Path, PathBuf};

use image::{DynamicImage, ImageFormat, Rgb, RgbImage, Rgba, RgbaImage};

use super::{DPI, Picture, difference, pdf_picture, svg_picture};
use crate::kit::gallery::{self, Backs, Cards};
use crate::kit::pages::PdfFile;
use crate::kit::{Ink, Kit, Size, Um};
use crate::press::sheet::Placed;
use crate::press::write::pdf;
use crate::press::{Order, Printed, print};

const A4: Size = Size::new(Um(210_000), Um(297_000));

fn kit(source: &Path, cards: &Cards) -> Kit {
    gallery::kit(source, cards).unwrap_or_else(|problems| panic!("{problems}"))
}

fn printed(source: &Path) -> Printed {
    let kit = kit(source, &Cards::default());
    let order = Order::new(A4, "a4", Ink::Color);
    print(&kit, &order).unwrap_or_else(|problems| panic!("{}: {problems}", source.display()))
}

fn pdfs(folder: &str) -> Vec<PathBuf> {
    let files = std::fs::read_dir(folder).unwrap();
    let files = files.map(|file| file.unwrap().path());
    files
        .filter(|path| path.extension().is_some_and(|ending| ending == "pdf"))
        .collect()
}

/// The greatest mean difference of a card from its page, at points a millimetre apart.
fn difference_from_page(source: &Path) -> f64 {
    let printed = printed(source);
    assert_eq!(printed.warnings, [""; 0], "{}", source.display());
    let shown = pdf_picture(&printed.sheets);
    let file = PdfFile::open(std::fs::read(source).unwrap()).unwrap();
    let cards = &printed.sheets.sheets[0].placed;
    assert_eq!(cards.len(), file.count(), "{}", source.display());
    let difference = |card: &Placed| {
        // Where there are several pages, the code is the page's number.
        let page = card.code.parse::<usize>().unwrap_or(1) - 1;
        difference_of_card(card, &shown, (&file, page))
    };
    cards.iter().map(difference).fold(0.0, f64::max)
}

fn difference_of_card(card: &Placed, shown: &Picture, (file, page): (&PdfFile, usize)) -> f64 {
    let area = file.area(page).unwrap();
    let dots = |mm: f64| mm / 25.4 * f64::from(DPI);
    let size = area
        .size()
        .map(|points| dots(points / 72.0 * 25.4).round() as u32);
    let page = file.pixels(page, size).unwrap();
    let (mut sum, mut count) = (0.0, 0.0);
    let (wide, high) = (card.size.w.mm(), card.size.h.mm());
    for y in 2..high as u32 - 1 {
        for x in 2..wide as u32 - 1 {
            let (x, y) = (f64::from(x), f64::from(y));
            let left = dots(card.at.x.mm() + x);
            let top = dots(card.at.y.mm() + y);
            let one = shown.pixels[top as usize * shown.width + left as usize];
            let bleed = area.bleed.mm();
            let (x, y) = match card.turns {
                0 => (x, y),
                1 => (y, wide - x),
                2 => (wide - x, high - y),
                _ => (high - y, x),
            };
            let left = dots(bleed + x) as u32;
            let top = dots(bleed + y) as u32;
            let two = page.get_pixel(left, top).0;
            let far = (0..3).map(|part| f64::from(one[part].abs_diff(two[part])));
            sum += far.sum::<f64>() / 3.0;
            count += 1.0;
        }
    }
    sum / count
}

/// Nineteen files of seventeen programs, with pictures, transparency, spot colours, a filled-in form, a hidden layer, a turned page,
/// larger units, encryption, and without an index.
#[test]
fn pages_of_many_programs_pass_through_as_they_are() {
    let files = pdfs("tests/cards");
    assert_eq!(files.len(), 19);
    for file in files {
        let difference = difference_from_page(&file);
        assert!(difference < 5.0, "{}: {difference}", file.display());
    }
}

#[test]
fn pages_that_cannot_be_shown_are_told() {
    let towers = Path::new("tests/cards/hostile/towers.pdf");
    let order = Order::new(A4, "a4", Ink::Color);
    let endless = print(&kit(towers, &Cards::default()), &order)
        .err()
        .unwrap();
    assert!(
        endless
            .to_string()
            .contains("towers.pdf#1` cannot be shown: it takes more than")
    );
    for file in pdfs("tests/cards/hostile") {
        if file == towers {
            continue;
        }
        let printed = printed(&file);
        let told = printed.warnings.concat();
        assert!(told.contains("a picture in it cannot be read"), "{told}");
        let shown = pdf_picture(&printed.sheets);
        let is_mark = |dot: &[u8; 4]| dot[0] > 200 && dot[1] < 60 && dot[2] > 90;
        assert!(shown.pixels.iter().any(is_mark), "{}", file.display());
    }
}

/// Equal objects of different pages, and of different files, are one.
#[test]
fn what_several_pages_use_is_stored_once() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["a", "b", "c", "back"] {
        let to = folder.path().join(format!("{name}.pdf"));
        std::fs::copy("tests/cards/img2pdf.pdf", to).unwrap();
    }
    let bytes = pdf::write(&printed(folder.path()).sheets).unwrap();
    let photo = |bytes: &[u8]| bytes.windows(9).filter(|nine| nine == b"DCTDecode").count();
    assert_eq!(photo(&bytes), 1);
}

#[test]
fn pictures_of_all_kinds_look_alike_in_pdf_and_svg() {
    let folder = tempfile::tempdir().unwrap();
    let colours = RgbImage::from_fn(126, 176, |x, y| Rgb([x as u8 * 2, y as u8, 90]));
    let clear = RgbaImage::from_fn(126, 176, |x, y| Rgba([200, y as u8, 0, (x * 2) as u8]));
    let colours = DynamicImage::from(colours);
    let clear = DynamicImage::from(clear);
    let save = |picture: &DynamicImage, name: &str, format| {
        let path = folder.path().join(name);
        picture.save_with_format(path, format).unwrap();
    };
    save(&colours, "a.png", ImageFormat::Png);
    save(
        &DynamicImage::from(colours.to_rgb16()),
        "b.png",
        ImageFormat::Png,
    );
    save(&clear, "c.png", ImageFormat::Png);
    save(
        &DynamicImage::from(clear.to_rgba16()),
        "d.tif",
        ImageFormat::Tiff,
    );
    save(&clear, "e.webp", ImageFormat::WebP);
    save(
        &DynamicImage::from(colours.to_luma8()),
        "f.jpg",
        ImageFormat::Jpeg,
    );
    let inks = "tests/kits/bad/pictures/art/inks.jpg";
    std::fs::copy(inks, folder.path().join("g.jpg")).unwrap();
    let drawn = std::fs::read(folder.path().join("a.png")).unwrap();
    let drawn = base64::prelude::Engine::encode(&base64::prelude::BASE64_STANDARD, drawn);
    let svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 63 88\"><filter id=\"f\"><feGaussianBlur stdDeviation=\"2\"/></filter>\
         <image href=\"data:image/png;base64,{drawn}\" width=\"40\" height=\"88\"/><circle cx=\"40\" cy=\"40\" r=\"15\" filter=\"url(#f)\"/></svg>"
    );
    std::fs::write(folder.path().join("h.svg"), svg).unwrap();
    let printed = printed(folder.path());
    let sheets = &printed.sheets;
    assert_eq!(sheets.sheets[0].placed.len(), 8);
    // How a file's inks look is up to the reader, so that one may differ.
    let inks = sheets.sheets[0]
        .placed
        .iter()
        .find(|card| &*card.code == "g");
    let inks = inks.expect("the picture in inks");
    let dots = |mm: f64| (mm / 25.4 * f64::from(DPI)) as usize;
    let blank = |mut shown: Picture| {
        for y in dots(inks.at.y.mm())..=dots(inks.at.y.mm() + inks.size.h.mm()) {
            let row = y * shown.width;
            let card = row + dots(inks.at.x.mm())..=row + dots(inks.at.x.mm() + inks.size.w.mm());
            shown.pixels[card].fill([255; 4]);
        }
        shown
    };
    let (mean, far) = difference(&blank(pdf_picture(sheets)), &blank(svg_picture(sheets)));
    assert!(mean < 0.5 && far < 0.004, "{mean} {far}");
}

/// A page of nine cards is cut up, with its mirrored backs, and blank cards are left out.
#[test]
fn sheets_of_cards_are_cut_up() {
    use lopdf::{Document, Object, Stream, dictionary};
    let mut document = Document::with_version("1.7");
    let tree = document.new_object_id();
    let point = 72.0 / 25.4;
    let mut page = |cards: &[(u32, u32, &str)]| -> Object {
        let content: String = cards
            .iter()
            .map(|(column, row, colour)| {
                let x = 10.5 + 63.0 * f64::from(*column);
                let y = 192.5 - 88.0 * f64::from(*row);
                format!(
                    "{colour} rg {} {} {} {} re f\n",
                    x * point,
                    y * point,
                    63.0 * point,
                    88.0 * point
                )
            })
            .collect();
        let content = document.add_object(Stream::new(dictionary! {}, content.into_bytes()));
        let whole = vec![
            0.into(),
            0.into(),
            Object::Real(595.276),
            Object::Real(841.89),
        ];
        let page = dictionary! {
            "Type" => "Page", "Parent" => tree, "Contents" => content, "MediaBox" => whole,
        };
        document.add_object(page).into()
    };
    let kids = vec![
        page(&[(0, 0, "1 0 0"), (1, 2, "0 1 0")]),
        page(&[(2, 0, "0 0 1"), (1, 2, "1 1 0")]),
    ];
    let pages = dictionary! { "Type" => "Pages", "Count" => 2, "Kids" => kids };
    document.objects.insert(tree, pages.into());
    let root = document.add_object(dictionary! { "Type" => "Catalog", "Pages" => tree });
    document.trailer.set("Root", root);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("sheets.pdf");
    document.save(&file).unwrap();
    let cards = Cards {
        grid: Some("3x3".parse().unwrap()),
        backs: Backs::Turns,
        ..Cards::default()
    };
    let kit = kit(&file, &cards);
    let codes: Vec<&str> = kit.decks[0].rows.iter().map(|row| row.code()).collect();
    assert_eq!(codes, ["1-1", "1-8"]);
    assert!(kit.warnings[0].message.contains("7 blank cards"));
    let mut order = Order::new(A4, "a4", Ink::Color);
    order.layout.scheme = crate::press::Scheme::Duplex;
    let printed = print(&kit, &order).unwrap();
    let dot = |code: &str, side: usize| {
        let mut job = printed.sheets.clone();
        job.sheets = vec![job.sheets[side].clone()];
        let placed = job.sheets[0].placed.iter();
        let card = placed.clone().find(|card| &*card.code == code).unwrap();
        let at = |mm: f64| (mm / 25.4 * f64::from(DPI)) as usize;
        let x = at(card.at.x.mm() + 30.0);
        let y = at(card.at.y.mm() + 40.0);
        let shown = pdf_picture(&job);
        shown.pixels[y * shown.width + x][..3].to_vec()
    };
    assert_eq!(dot("1-1", 0), [255, 0, 0]);
    assert_eq!(dot("1-8", 0), [0, 255, 0]);
    assert_eq!(dot("1-1", 1), [0, 0, 255]);
    assert_eq!(dot("1-8", 1), [255, 255, 0]);
}
