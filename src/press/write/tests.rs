//! The writers applied to a small sheet, checked by other programs.

mod cards;

use std::collections::HashSet;
use std::sync::Arc;

use super::*;
use crate::face::{Drawing, Fonts, Reader};
use crate::kit::{Point, Size, Um};
use crate::press::sheet::{Affine, Job, Mark, Meta, Placed, Sheet, Sides, Stroke};

const SIZE: Size = Size::new(Um(30_000), Um(20_000));
const BLEED: Um = Um(1_500);

/// Plain text, text within art, a gradient, and a frame that both faces share.
fn faces() -> [String; 2] {
    let root = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-1.5 -1.5 33 23\">";
    let defs = "<defs><linearGradient id=\"g\"><stop stop-color=\"#fe8\"/><stop offset=\"1\" stop-color=\"#a40\"/>\
        </linearGradient></defs><rect x=\"-9\" y=\"-9\" width=\"60\" height=\"60\" fill=\"url(#g)\"/>";
    let frame = "<g fill=\"none\" stroke=\"#234\" stroke-width=\".7\"><rect x=\"2\" y=\"2\" width=\"26\" height=\"16\" rx=\"2\"/></g>";
    let text = "<text x=\"3.5\" y=\"7\" font-family=\"Alegreya\" font-size=\"3\" fill=\"#a21\">AVAST, Ye fine!</text>\
        <text x=\"26\" y=\"15\" text-anchor=\"end\" letter-spacing=\".2\" font-family=\"Cinzel\" font-weight=\"700\" \
        font-size=\"4\">Hex No 7</text>";
    let odd = "<text x=\"4\" y=\"13\" font-family=\"Barlow Condensed\" font-weight=\"600\" font-size=\"4\" \
        stroke=\"#00f\" stroke-width=\".1\" fill=\"#fff\">Outlined</text>";
    [
        format!("{root}{defs}{frame}{text}</svg>"),
        format!("{root}{frame}{odd}</svg>"),
    ]
}

/// One face placed twice and one placed once; turned, scaled and clipped.
fn job() -> Job {
    let mut reader = Reader::new();
    let faces: Vec<Drawing> = faces()
        .iter()
        .map(|svg| reader.read("a face", svg, SIZE, BLEED).unwrap())
        .collect();
    let placed = |face, x, y, w, h, turns| {
        let at = Point { x: Um(x), y: Um(y) };
        let size = Size::new(Um(w), Um(h));
        let bleed = Sides {
            top: BLEED,
            left: BLEED,
            ..Sides::default()
        };
        Placed {
            face,
            at,
            size,
            turns,
            bleed,
            ..Placed::default()
        }
    };
    let stroke = |x1, y1, x2, y2| Stroke {
        from: Point {
            x: Um(x1),
            y: Um(y1),
        },
        to: Point {
            x: Um(x2),
            y: Um(y2),
        },
    };
    let note = crate::face::TextLine {
        text: "Print at 100 %".into(),
        x: 5.0,
        y: 75.0,
        size: 3.0,
        font: Fonts::plain("Barlow Condensed", 600),
        fill: [0; 3],
        tracking: 0.1,
    };
    let sheet = Sheet {
        size: Size::new(Um(80_000), Um(80_000)),
        title: "Sheet 1".into(),
        placed: vec![
            placed(0, 5_000, 5_000, 30_000, 20_000, 0),
            placed(0, 40_000, 5_000, 30_000, 45_000, 1),
            placed(1, 5_000, 30_000, 30_000, 20_000, 2),
        ],
        cuts: vec![
            stroke(5_000, 0, 5_000, 60_000),
            stroke(0, 25_000, 80_000, 25_000),
        ],
        marks: vec![Mark {
            line: stroke(5_000, 70_000, 55_000, 70_000),
            width: Um(200),
            on_art: false,
        }]
        .into(),
        words: vec![note],
        plain_cuts: true,
        ..Sheet::default()
    };
    let meta = Meta {
        title: "Kit & Küche".into(),
        authors: vec!["Ann".into(), "Bob".into()],
        licence: "CC BY 4.0".into(),
        language: "en".into(),
        ..Meta::default()
    };
    Job {
        meta,
        faces: Arc::new(faces.into()),
        sheets: vec![sheet],
        ..Job::default()
    }
}

fn pdf(job: &Job) -> Vec<u8> {
    pdf::write(job).unwrap()
}

fn document() -> lopdf::Document {
    lopdf::Document::load_mem(&pdf(&job())).unwrap()
}

#[test]
fn the_same_input_gives_the_same_bytes() {
    assert!(pdf(&job()) == pdf(&job()));
    assert!(svg::write(&job(), 0) == svg::write(&job(), 0));
}

#[test]
fn every_box_is_the_sheet_to_the_micrometre() {
    let mut job = job();
    job.sheets[0].size = Size::new(Um(210_000), Um(297_000));
    let document = lopdf::Document::load_mem(&pdf(&job)).unwrap();
    let page = document
        .get_dictionary(document.page_iter().next().unwrap())
        .unwrap();
    for name in [&b"MediaBox"[..], b"TrimBox", b"BleedBox"] {
        let points = page
            .get(name)
            .unwrap()
            .as_array()
            .unwrap()
            .iter()
            .map(|number| number.as_float().unwrap());
        let lengths: Vec<Um> = points
            .map(|points| Um::from_mm(f64::from(points) * 25.4 / 72.0))
            .collect();
        assert_eq!(lengths, [Um(0), Um(0), Um(210_000), Um(297_000)]);
    }
    let svg = svg::write(&job, 0).unwrap();
    assert!(svg.contains("width=\"210mm\" height=\"297mm\" viewBox=\"0 0 210 297\""));
}

#[test]
fn the_document_says_what_it_is() {
    let document = document();
    let catalog = document.catalog().unwrap();
    assert_eq!(catalog.get(b"Lang").unwrap().as_str().unwrap(), b"en");
    assert_eq!(
        catalog.get(b"PageMode").unwrap().as_name().unwrap(),
        b"UseOutlines"
    );
    let xmp = document.get_dictionary(catalog.get(b"Metadata").unwrap().as_reference().unwrap());
    assert!(xmp.is_err(), "a stream");
    let xmp = document
        .get_object(catalog.get(b"Metadata").unwrap().as_reference().unwrap())
        .unwrap();
    let xmp = String::from_utf8(xmp.as_stream().unwrap().content.clone()).unwrap();
    roxmltree::Document::parse(&xmp[xmp.find("<x:").unwrap()..xmp.find("<?xpacket end").unwrap()])
        .unwrap();
    assert!(xmp.contains("Kit &amp; Küche") && xmp.contains("CC BY 4.0"));
    let info = document
        .get_dictionary(
            document
                .trailer
                .get(b"Info")
                .unwrap()
                .as_reference()
                .unwrap(),
        )
        .unwrap();
    assert!(
        info.has(b"Title")
            && info.has(b"Author")
            && !info.has(b"CreationDate")
            && !info.has(b"GTS_PDFXVersion")
    );
}

/// The streams in a document.
fn streams(document: &lopdf::Document) -> impl Iterator<Item = &lopdf::Stream> {
    document
        .objects
        .values()
        .filter_map(|object| object.as_stream().ok())
}

#[test]
fn faces_and_fonts_are_stored_once_and_nothing_is_a_picture() {
    let document = document();
    let subtype = |stream: &lopdf::Stream| {
        stream
            .dict
            .get(b"Subtype")
            .and_then(|name| name.as_name())
            .ok()
            .map(<[u8]>::to_vec)
    };
    let count = |wanted: &[u8]| {
        streams(&document)
            .filter(|stream| subtype(stream).as_deref() == Some(wanted))
            .count()
    };
    // The face placed twice, the frame that both share, and art with resources: the gradient and the outlined text.
    assert_eq!(count(b"Form"), 4);
    assert_eq!(count(b"Image"), 0);
    let families = ["Alegreya", "BarlowCondensed", "Cinzel"];
    let files = document.objects.values().filter_map(|object| {
        object
            .as_dict()
            .ok()?
            .get(b"FontFile2")
            .ok()?
            .as_reference()
            .ok()
    });
    assert_eq!(files.collect::<HashSet<_>>().len(), families.len());
    // Outlined text takes another path into the document than plain text, but uses the same font.
    let is_font = |font: &&lopdf::Dictionary| {
        font.get(b"Subtype").and_then(|kind| kind.as_name()).ok() == Some(b"Type0")
    };
    let fonts = document
        .objects
        .values()
        .filter_map(|object| object.as_dict().ok())
        .filter(is_font);
    assert_eq!(fonts.count(), families.len());
}

/// The words in a document, by its own tables from codes to characters.
fn words(document: &lopdf::Document) -> String {
    use std::collections::BTreeMap;

    use lopdf::Object;
    let mut fonts: BTreeMap<Vec<u8>, BTreeMap<Vec<u8>, String>> = BTreeMap::new();
    for object in document
        .objects
        .values()
        .filter_map(|object| object.as_dict().ok())
    {
        for (name, font) in object.iter().filter(|(name, _)| name.starts_with(b"T")) {
            let font = font
                .as_reference()
                .and_then(|id| document.get_dictionary(id));
            let Ok(id) = font
                .and_then(|font| font.get(b"ToUnicode"))
                .and_then(Object::as_reference)
            else {
                continue;
            };
            let table = document
                .get_object(id)
                .unwrap()
                .as_stream()
                .unwrap()
                .decompressed_content();
            let table = table.unwrap_or_else(|_| {
                document
                    .get_object(id)
                    .unwrap()
                    .as_stream()
                    .unwrap()
                    .content
                    .clone()
            });
            let table = String::from_utf8(table).unwrap();
            for line in table
                .lines()
                .filter(|line| line.starts_with('<') && line.contains("> <"))
            {
                let numbers = |hex: &str| -> Vec<u16> {
                    let unit =
                        |hex: &[u8]| u16::from_str_radix(str::from_utf8(hex).unwrap(), 16).unwrap();
                    hex.as_bytes().chunks(4).map(unit).collect()
                };
                let parts: Vec<Vec<u16>> = line
                    .trim_matches(['<', '>'])
                    .split("> <")
                    .map(numbers)
                    .collect();
                let [first, .., text] = &parts[..] else {
                    continue;
                };
                let last = &parts[parts.len() - 2];
                let wide = line.find('>') == Some(5);
                for code in first[0]..=last[0] {
                    let mut text = text.clone();
                    *text.last_mut().unwrap() += code - first[0];
                    let code = if wide {
                        code.to_be_bytes().to_vec()
                    } else {
                        vec![code as u8]
                    };
                    fonts
                        .entry(name.clone())
                        .or_default()
                        .insert(code, String::from_utf16(&text).unwrap());
                }
            }
        }
    }
    let mut words = String::new();
    for stream in streams(document) {
        let content = stream
            .decompressed_content()
            .unwrap_or_else(|_| stream.content.clone());
        let Ok(content) = lopdf::content::Content::decode(&content) else {
            continue;
        };
        let mut font = None;
        for operation in content.operations {
            match operation.operator.as_str() {
                "Tf" => {
                    font = operation.operands[0]
                        .as_name()
                        .ok()
                        .and_then(|name| fonts.get(name))
                }
                "TJ" => {
                    let parts = operation.operands[0]
                        .as_array()
                        .unwrap()
                        .iter()
                        .filter_map(|part| part.as_str().ok());
                    let width = font.and_then(|font| font.keys().next()).map_or(1, Vec::len);
                    let codes = parts.flat_map(|part| part.chunks(width));
                    codes
                        .filter_map(|code| font?.get(code))
                        .for_each(|text| words.push_str(text));
                    words.push('\n');
                }
                _ => {}
            }
        }
    }
    words
}

#[test]
fn every_word_can_be_found() {
    let words = words(&document());
    for line in ["AVAST, Ye fine!", "Hex No 7", "Print at 100 %"] {
        assert_eq!(words.matches(line).count(), 1, "{line} in {words}");
    }
}

/// 127 dots per inch are five per millimetre.
const DPI: u32 = 127;

struct Picture {
    width: usize,
    height: usize,
    /// Red, green, blue, and any value.
    pixels: Vec<[u8; 4]>,
}

/// Rendered by an independent reader.
fn pdf_picture(job: &Job) -> Picture {
    let pdf = hayro_syntax::Pdf::new(pdf(job)).unwrap();
    let scale = DPI as f32 / 72.0 * 1.000_01;
    let settings = hayro::PixmapSettings {
        x_scale: scale,
        y_scale: scale,
        bg_color: hayro::vello_cpu::color::palette::css::WHITE,
    };
    let cache = hayro::RenderCache::new();
    let picture = hayro::render(
        &pdf.pages()[0],
        &cache,
        &Default::default(),
        &hayro::RenderSettings::default(),
        &settings,
    );
    let pixels = picture.data_as_u8_slice().as_chunks().0.to_vec();
    Picture {
        width: picture.width().into(),
        height: picture.height().into(),
        pixels,
    }
}

fn svg_picture(job: &Job) -> Picture {
    let picture = png::pixels(&svg::write(job, 0).unwrap(), DPI).unwrap();
    let pixels = picture.data().as_chunks().0.to_vec();
    Picture {
        width: picture.width() as usize,
        height: picture.height() as usize,
        pixels,
    }
}

/// The mean difference of a channel, of 255, and the share of pixels that differ greatly.
fn difference(one: &Picture, two: &Picture) -> (f64, f64) {
    assert_eq!((one.width, one.height), (two.width, two.height));
    let (mut sum, mut far) = (0.0, 0.0);
    for (one, two) in one
        .pixels
        .iter()
        .zip(&two.pixels)
        .filter(|(one, two)| one != two)
    {
        let differences = [0, 1, 2].map(|channel| f64::from(one[channel].abs_diff(two[channel])));
        sum += differences.iter().sum::<f64>() / 3.0;
        far += f64::from(u8::from(differences.into_iter().fold(0.0, f64::max) > 96.0));
    }
    let pixels = one.pixels.len() as f64;
    (sum / pixels, far / pixels)
}

#[test]
fn pdf_and_svg_show_the_same_picture() {
    let (mean, far) = difference(&pdf_picture(&job()), &svg_picture(&job()));
    assert!(mean < 1.0 && far < 0.002, "{mean} {far}");
}

#[test]
fn a_correction_moves_all_that_prints_alike_in_pdf_and_svg() {
    let mut corrected = job();
    corrected.sheets[0].correction = Affine([0.98, 0.02, -0.02, 0.97, 4.0, -2.0]);
    let (mean, far) = difference(&pdf_picture(&corrected), &svg_picture(&corrected));
    assert!(mean < 1.0 && far < 0.003, "{mean} {far}");
    let (mean, _) = difference(&pdf_picture(&corrected), &pdf_picture(&job()));
    assert!(mean > 10.0, "{mean}");
    // The end of the ruler's line, in a picture with 5 pixels per millimetre.
    let [x, y] = corrected.sheets[0].correction.apply([54.0, 70.0]);
    let picture = pdf_picture(&corrected);
    let dark = |x: f64, y: f64| {
        picture.pixels[(y * 5.0) as usize * picture.width + (x * 5.0) as usize][0] < 160
    };
    assert!(dark(x, y) && !dark(x, y + 0.8) && !dark(54.0, 70.0));
}

/// The direct route: each whole face goes through usvg without being taken apart.
fn oracle() -> Job {
    let mut job = job();
    let mut reader = Reader::new();
    let whole = faces().map(|svg| reader.read_whole("whole", &svg, SIZE, BLEED).unwrap());
    assert!(
        whole
            .iter()
            .all(|drawing| drawing.items.iter().count() == 1)
    );
    job.faces = Arc::new(whole.to_vec().into());
    job
}

#[test]
fn taking_faces_apart_changes_no_picture() {
    let (mean, far) = difference(&pdf_picture(&job()), &pdf_picture(&oracle()));
    assert!(mean < 0.1 && far < 0.001, "{mean} {far}");
    let (mean, far) = difference(&svg_picture(&job()), &svg_picture(&oracle()));
    assert!(mean < 0.1 && far < 0.001, "{mean} {far}");
}

/// A sheet with only these faces, side by side.
fn side_by_side(faces: Vec<Drawing>) -> Job {
    let mut x = Um(5_000);
    let mut height = Um(0);
    let mut placed = Vec::new();
    for (face, drawing) in faces.iter().enumerate() {
        let at = Point {
            x: x + drawing.bleed,
            y: Um(5_000) + drawing.bleed,
        };
        let bleed = Sides {
            top: drawing.bleed,
            right: drawing.bleed,
            bottom: drawing.bleed,
            left: drawing.bleed,
        };
        let size = drawing.size;
        placed.push(Placed {
            face,
            at,
            size,
            bleed,
            ..Placed::default()
        });
        x += size.w + drawing.bleed * 2 + Um(5_000);
        height = height.max(size.h + drawing.bleed * 2);
    }
    // Whole millimetres are whole pixels, so that every reader makes a picture of the same size.
    let whole = |length: Um| Um((length.0 + 999) / 1000 * 1000);
    let size = Size::new(whole(x), whole(height + Um(10_000)));
    let sheet = Sheet {
        size,
        title: "Faces".into(),
        placed,
        plain_cuts: true,
        ..Sheet::default()
    };
    Job {
        faces: Arc::new(faces.into()),
        sheets: vec![sheet],
        ..Job::default()
    }
}

#[test]
fn shipped_faces_look_the_same_taken_apart_and_whole() {
    use crate::face::Templates;
    use crate::kit::{Files, Ink, Kit};
    let mut reader = Reader::new();
    for id in Files::shipped_ids() {
        let kit = Kit::open(Files::shipped(id).unwrap()).unwrap();
        for ink in Ink::ALL {
            let templates = Templates::new(&kit, ink);
            let (mut apart, mut whole) = (Vec::new(), Vec::new());
            for deck in &kit.decks {
                let piece = &deck.pieces()[0];
                let svg = templates
                    .piece(deck, piece, 0, crate::kit::Side::Front)
                    .unwrap();
                apart.push(
                    reader
                        .read(&deck.name, &svg, deck.size, deck.bleed)
                        .unwrap(),
                );
                whole.push(
                    reader
                        .read_whole(&deck.name, &svg, deck.size, deck.bleed)
                        .unwrap(),
                );
            }
            let apart = side_by_side(apart);
            let whole = side_by_side(whole);
            let (pdf, svg) = (pdf_picture(&apart), svg_picture(&apart));
            let (mean, far) = difference(&pdf, &pdf_picture(&whole));
            assert!(
                mean < 0.1 && far < 0.001,
                "{id} {ink:?}: {mean} {far} in the PDF"
            );
            let (mean, far) = difference(&svg, &svg_picture(&whole));
            assert!(
                mean < 0.1 && far < 0.001,
                "{id} {ink:?}: {mean} {far} in the SVG"
            );
            let (mean, far) = difference(&pdf, &svg);
            // Two renderers, each of which shades strokes thinner than a pixel in its own way.
            assert!(
                mean < 6.0 && far < 0.005,
                "{id} {ink:?}: {mean} {far} between PDF and SVG"
            );
        }
    }
}

#[test]
fn svg_stands_alone() {
    let svg = svg::write(&job(), 0).unwrap();
    let document = roxmltree::Document::parse(&svg).unwrap();
    let mut ids = std::collections::BTreeSet::new();
    for node in document.descendants().filter(|node| node.is_element()) {
        assert!(!["text", "image", "style"].contains(&node.tag_name().name()));
        assert!(
            node.attribute("id")
                .is_none_or(|id| ids.insert(id.to_owned())),
            "{node:?} has an id of another"
        );
    }
    let labels = document.descendants().filter(|node| {
        node.attribute(("http://www.inkscape.org/namespaces/inkscape", "groupmode"))
            == Some("layer")
    });
    assert_eq!(
        labels
            .filter_map(|layer| layer.attribute("id"))
            .collect::<Vec<_>>(),
        ["art", "cut", "marks"]
    );
    let faces = document.descendants().filter(|node| {
        node.attribute("id")
            .is_some_and(|id| id.starts_with("face"))
    });
    assert_eq!(faces.count(), 2);
}

#[test]
fn an_editable_sheet_has_a_group_for_each_piece_and_text_as_text() {
    let exact = svg::write(&job(), 0).unwrap();
    let editable = svg::write_for(&job(), 0, svg::Purpose::Editable).unwrap();
    let document = roxmltree::Document::parse(&editable).unwrap();
    let all = || document.descendants().filter(roxmltree::Node::is_element);
    let mut ids = std::collections::BTreeSet::new();
    assert!(all().all(|node| node.attribute("id").is_none_or(|id| ids.insert(id))));
    let pieces = ["piece-a-face", "piece-a-face.2", "piece-a-face.3"];
    assert!(pieces.iter().all(|piece| ids.contains(piece)), "{ids:?}");
    assert!(all().all(|node| node.tag_name().name() != "use"));
    let texts: Vec<&str> = all()
        .filter(|node| node.tag_name().name() == "text")
        .filter_map(|node| node.text())
        .collect();
    // The outlined text of the third piece is art; the note beside the pieces is text too.
    let face = ["AVAST, Ye fine!", "Hex No 7"];
    assert_eq!(texts, [&face[..], &face, &["Print at 100 %"]].concat());
    let desc = all().find(|node| node.tag_name().name() == "desc");
    let desc = desc.and_then(|node| node.text()).unwrap_or_default();
    assert!(
        desc.ends_with("Fonts: Alegreya 400, Barlow Condensed 600, Cinzel 700"),
        "{desc}"
    );

    // With the fonts, it looks like the exact one.
    let mut options = usvg::Options::default();
    for (family, weight) in [
        ("Alegreya", 400),
        ("Barlow Condensed", 600),
        ("Cinzel", 700),
    ] {
        let bytes = Fonts::plain(family, weight).bytes.to_vec();
        options.fontdb_mut().load_font_data(bytes);
    }
    let [one, other] = [&exact, &editable].map(|svg| {
        let tree = usvg::Tree::from_str(svg, &options).unwrap();
        let mut pixmap = resvg::tiny_skia::Pixmap::new(900, 900).unwrap();
        let scale = resvg::tiny_skia::Transform::from_scale(2.9, 2.9);
        resvg::render(&tree, scale, &mut pixmap.as_mut());
        pixmap.take()
    });
    let differ = one.iter().zip(&other);
    let differ = differ.filter(|(one, other)| one.abs_diff(**other) > 60);
    assert!(differ.count() < 400);
}

#[test]
fn a_picture_knows_its_size() {
    let bytes = png::render(&svg::write(&job(), 0).unwrap(), 254).unwrap();
    let reader = ::png::Decoder::new(std::io::Cursor::new(bytes))
        .read_info()
        .unwrap();
    assert_eq!((reader.info().width, reader.info().height), (800, 800));
    assert_eq!(reader.info().pixel_dims.unwrap().xppu, 10_000);
}
