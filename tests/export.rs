//! The output of `paperkeep export`, read back: counts, names and sizes.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::io::{Cursor, Read};
use std::path::Path;

use assert_cmd::Command;
use lopdf::Document;
use paperkeep::kit::{Deck, Files, Kit, Make};
use serde_json::{Value, json};

/// A kit with decks of all kinds, and three copies of its first card.
fn kit(folder: &Path) -> Kit {
    for entry in std::fs::read_dir("tests/kits/good/sides").unwrap() {
        let entry = entry.unwrap();
        std::fs::copy(entry.path(), folder.join(entry.file_name())).unwrap();
    }
    let cards = folder.join("cards.toml");
    let rows =
        std::fs::read_to_string(&cards)
            .unwrap()
            .replacen("number =", "count = 3\nnumber =", 1);
    std::fs::write(cards, rows).unwrap();
    Kit::open(Files::Folder(folder.into())).unwrap()
}

fn program(arguments: &[&str], out: &Path) -> Command {
    let mut program = Command::cargo_bin("paperkeep").unwrap();
    program
        .arg("export")
        .args(arguments)
        .arg("--out")
        .arg(out)
        .env("NO_COLOR", "1");
    program
}

/// Exports and returns everything printed, on either stream.
fn export(arguments: &[&str], out: &Path) -> String {
    let run = program(arguments, out).assert().success();
    String::from_utf8(run.get_output().stdout.clone()).unwrap()
        + &String::from_utf8_lossy(&run.get_output().stderr)
}

fn refused(arguments: &[&str], status: i32) -> String {
    let out = tempfile::tempdir().unwrap();
    let run = program(arguments, out.path()).assert().code(status);
    assert_eq!(std::fs::read_dir(out.path()).unwrap().count(), 0);
    String::from_utf8(run.get_output().stderr.clone()).unwrap()
}

/// Every file below a folder, by path.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut all = BTreeMap::new();
    for entry in std::fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let name = entry.file_name().into_string().unwrap();
        match entry.path().is_dir() {
            true => all.extend(
                files(&entry.path())
                    .into_iter()
                    .map(|(below, bytes)| (format!("{name}/{below}"), bytes)),
            ),
            false => drop(all.insert(name, std::fs::read(entry.path()).unwrap())),
        }
    }
    all
}

fn picture(bytes: &[u8]) -> image::RgbaImage {
    image::load_from_memory_with_format(bytes, image::ImageFormat::Png)
        .unwrap()
        .to_rgba8()
}

/// The number of pixels in a length.
fn dots(mm: f64, dpi: f64) -> u32 {
    (mm * dpi / 25.4).round() as u32
}

fn codes(deck: &Deck) -> BTreeSet<String> {
    deck.pieces()
        .into_iter()
        .map(|piece| piece.code.into_owned())
        .collect()
}

#[test]
fn every_face_is_a_png_of_its_size_with_its_bleed() {
    let (source, out) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let kit = kit(source.path());
    let said = export(
        &[
            source.path().to_str().unwrap(),
            "--to",
            "png",
            "--dpi",
            "72",
        ],
        out.path(),
    );
    let written = files(&out.path().join("sides/png"));
    for deck in &kit.decks {
        let size = [deck.size.w, deck.size.h].map(|edge| dots((edge + deck.bleed * 2).mm(), 72.0));
        for code in codes(deck) {
            let bytes = &written[&format!("{}-{code}.png", deck.name)];
            assert_eq!(
                picture(bytes).dimensions(),
                (size[0], size[1]),
                "{} {code}",
                deck.name
            );
            // 72 pixels per inch are 2835 per metre.
            let reader = png::Decoder::new(Cursor::new(bytes)).read_info().unwrap();
            assert_eq!(reader.info().pixel_dims.unwrap().xppu, 2835);
        }
        let named = format!("{}-", deck.name);
        let fronts = codes(deck).len();
        let backs = if deck.template(paperkeep::kit::Side::Back).is_some() {
            fronts
        } else {
            0
        };
        assert_eq!(
            written
                .keys()
                .filter(|name| name.starts_with(&named))
                .count(),
            fronts + backs,
            "{}",
            deck.name
        );
        let noun = if deck.make == paperkeep::kit::Make::Stickers {
            "die faces"
        } else {
            "pieces"
        };
        assert!(said.contains(&format!(
            "    {}: {} faces of {} {noun}, ",
            deck.name,
            fronts + backs,
            deck.pieces().len()
        )));
    }
    assert!(
        said.starts_with(&format!(
            "{}: {} files\n",
            out.path().join("sides").join("png").display(),
            written.len()
        )),
        "{said}"
    );
}

#[test]
fn nothing_is_drawn_outside_a_shape() {
    let (source, out) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    kit(source.path());
    let source = source.path().to_str().unwrap();
    export(
        &[
            source, "--to", "png", "--dpi", "72", "--deck", "coins", "--deck", "hexes", "--deck",
            "shields",
        ],
        out.path(),
    );
    export(
        &[
            source,
            "--to",
            "png",
            "--dpi",
            "72",
            "--deck",
            "cards",
            "--trimmed",
        ],
        out.path(),
    );
    let written = files(&out.path().join("sides"));
    for stem in [
        "png/coins-",
        "png/hexes-",
        "png/shields-",
        "png-trimmed/cards-",
    ] {
        let name = written.keys().find(|name| name.starts_with(stem));
        let picture = picture(&written[name.unwrap()]);
        let (w, h) = picture.dimensions();
        let alpha = |x: u32, y: u32| picture.get_pixel(x, y)[3];
        assert_eq!([alpha(0, 0), alpha(w - 1, h - 1)], [0, 0], "{name:?}");
        assert_eq!(
            [alpha(w / 2, h / 2), alpha(w / 2, 1), alpha(w / 2, h - 2)],
            [255; 3],
            "{name:?}"
        );
    }
}

#[test]
fn a_poker_card_is_825_x_1125_dots_to_the_edges() {
    let (source, out) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    kit(source.path());
    export(
        &[
            source.path().to_str().unwrap(),
            "--to",
            "png,bundle",
            "--deck",
            "cards",
            "--profile",
            "poker",
        ],
        out.path(),
    );
    let written = files(&out.path().join("sides/png-poker"));
    let front = picture(written.values().next().unwrap());
    assert_eq!(front.dimensions(), (825, 1125));
    // The face's 2 mm of bleed are extended to the required 3.175 mm.
    for (x, y) in [(0, 0), (824, 0), (0, 1124), (824, 1124), (412, 0), (0, 562)] {
        assert_eq!(front.get_pixel(x, y), front.get_pixel(60, 60), "{x} {y}");
    }
    let bundle = files(&out.path().join("sides/bundle-poker"));
    let list: Value = serde_json::from_slice(&bundle["deck.json"]).unwrap();
    assert_eq!(list["decks"][0]["size_mm"], serde_json::json!([63.5, 88.9]));
    assert_eq!(
        list["decks"][0]["bleed_mm"],
        serde_json::json!([3.175, 3.175])
    );
    assert_eq!(list["decks"][0]["dots"], serde_json::json!([825, 1125]));
}

#[test]
fn landscape_pieces_are_turned_for_profiles() {
    let out = tempfile::tempdir().unwrap();
    export(
        &[
            "dungeon-in-a-tin",
            "--to",
            "png",
            "--deck",
            "status_cards",
            "--profile",
            "mint-tin",
            "--dpi",
            "100",
        ],
        out.path(),
    );
    let written = files(&out.path().join("dungeon-in-a-tin/png-mint-tin"));
    assert_eq!(
        written
            .values()
            .map(|bytes| picture(bytes).dimensions())
            .collect::<Vec<_>>(),
        [(250, 375)]
    );
}

#[test]
fn svg_and_pdf_pages_are_one_face_each() {
    let (source, out) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let kit = kit(source.path());
    export(
        &[
            source.path().to_str().unwrap(),
            "--to",
            "svg,pdf",
            "--deck",
            "cards",
            "--deck",
            "coins",
        ],
        out.path(),
    );
    for deck in kit
        .decks
        .iter()
        .filter(|deck| ["cards", "coins"].contains(&deck.name.as_str()))
    {
        for code in codes(deck) {
            let path = |format: &str| {
                out.path()
                    .join(format!("sides/{format}/{}-{code}.{format}", deck.name))
            };
            let svg = std::fs::read_to_string(path("svg")).unwrap();
            let page = roxmltree::Document::parse(&svg).unwrap();
            let (w, h) = (deck.size.w + deck.bleed * 2, deck.size.h + deck.bleed * 2);
            assert_eq!(
                page.root_element().attribute("width"),
                Some(format!("{w}mm").as_str())
            );
            assert_eq!(
                page.root_element().attribute("viewBox"),
                Some(format!("0 0 {w} {h}").as_str())
            );
            assert_eq!(
                page.descendants()
                    .filter(|node| node.has_attribute("clip-path"))
                    .count(),
                1
            );

            let pdf = Document::load(path("pdf")).unwrap();
            let pages = pdf.get_pages();
            assert_eq!(pages.len(), 1);
            let page = pdf.get_dictionary(pages[&1]).unwrap();
            let found = |name: &[u8]| -> Vec<f64> {
                page.get(name)
                    .unwrap()
                    .as_array()
                    .unwrap()
                    .iter()
                    .map(|n| n.as_float().unwrap().into())
                    .collect()
            };
            let near = |found: Vec<f64>, mm: [f64; 4]| {
                found
                    .iter()
                    .zip(mm)
                    .all(|(point, mm)| (point - mm * 72.0 / 25.4).abs() < 0.003)
            };
            let bleed = deck.bleed.mm();
            assert!(near(found(b"MediaBox"), [0.0, 0.0, w.mm(), h.mm()]));
            assert!(near(found(b"BleedBox"), [0.0, 0.0, w.mm(), h.mm()]));
            assert!(near(
                found(b"TrimBox"),
                [bleed, bleed, w.mm() - bleed, h.mm() - bleed]
            ));
        }
    }
}

/// A minimal ICC profile: for a printer with four inks, called "Press 7".
fn press_profile(class: &[u8; 4]) -> Vec<u8> {
    let mut profile = vec![0; 144];
    let mut put = |at: usize, bytes: &[u8]| profile[at..at + bytes.len()].copy_from_slice(bytes);
    for (at, bytes) in [
        (8, b"\x02\x10\0\0"),
        (12, class),
        (16, b"CMYK"),
        (20, b"Lab "),
        (36, b"acsp"),
    ] {
        put(at, bytes);
    }
    // 1 January 2020, and the white point D50.
    put(24, b"\x07\xe4\0\x01\0\x01");
    put(68, b"\0\0\xf6\xd6\0\x01\0\0\0\0\xd3\x2d");
    put(128, b"\0\0\0\x01desc\0\0\0\x90");
    profile[140..144].copy_from_slice(&102_u32.to_be_bytes());
    profile.extend(b"desc\0\0\0\0\0\0\0\x08Press 7\0");
    profile.resize(144 + 102, 0);
    let size = profile.len() as u32;
    profile[..4].copy_from_slice(&size.to_be_bytes());
    profile
}

#[test]
fn a_deck_for_a_print_shop_is_pdf_x_4_with_fronts_and_backs_in_turn() {
    let (source, out) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let kit = kit(source.path());
    let press = source.path().join("press.icc");
    std::fs::write(&press, press_profile(b"prtr")).unwrap();
    let [source, press] = [source.path(), &press].map(|path| path.to_str().unwrap());
    let arguments = [
        source,
        "--to",
        "pdfx",
        "--deck",
        "cards",
        "--output-intent",
        press,
    ];
    program(&arguments, out.path())
        .env("SOURCE_DATE_EPOCH", "1700000000")
        .assert()
        .success();
    let bytes = std::fs::read(out.path().join("sides/pdfx/cards.pdf")).unwrap();
    assert!(bytes.starts_with(b"%PDF-1.6\n"));
    let pdf = Document::load_mem(&bytes).unwrap();

    let catalog = pdf.catalog().unwrap();
    let intents = catalog.get(b"OutputIntents").unwrap().as_array().unwrap();
    let intent = intents[0].as_dict().unwrap();
    assert_eq!(intent.get(b"S").unwrap().as_name().unwrap(), b"GTS_PDFX");
    assert_eq!(intent.get(b"Info").unwrap().as_str().unwrap(), b"Press 7");
    let stream = |id: &lopdf::Object| {
        pdf.get_object(id.as_reference().unwrap())
            .unwrap()
            .as_stream()
            .unwrap()
    };
    let profile = stream(intent.get(b"DestOutputProfile").unwrap());
    assert_eq!(profile.dict.get(b"N").unwrap().as_i64().unwrap(), 4);
    assert_eq!(
        profile.decompressed_content().unwrap(),
        press_profile(b"prtr")
    );
    let xmp = String::from_utf8(stream(catalog.get(b"Metadata").unwrap()).content.clone()).unwrap();
    roxmltree::Document::parse(&xmp[xmp.find("<x:").unwrap()..xmp.find("<?xpacket end").unwrap()])
        .unwrap();
    for entry in [
        "GTS_PDFXVersion=\"PDF/X-4\"",
        "Trapped=\"False\"",
        "CreateDate=\"2023-11-14T22:13:20Z\"",
        "DocumentID=\"uuid:",
    ] {
        assert!(xmp.contains(entry), "{entry} in {xmp}");
    }
    let info = pdf
        .get_dictionary(pdf.trailer.get(b"Info").unwrap().as_reference().unwrap())
        .unwrap();
    assert_eq!(
        info.get(b"CreationDate").unwrap().as_str().unwrap(),
        b"D:20231114221320+00'00'"
    );
    assert!(pdf.trailer.has(b"ID") && info.get(b"Trapped").unwrap().as_name().unwrap() == b"False");

    // Whatever is drawn, its red, green and blue are declared as sRGB.
    let mut drawn = 0;
    for object in pdf.objects.values() {
        let Ok(dictionary) = object
            .as_dict()
            .or_else(|_| object.as_stream().map(|stream| &stream.dict))
        else {
            continue;
        };
        // Nothing acts, changes tones or comes from elsewhere, and transparency mixes no colours of an unknown kind.
        for barred in [
            "AA",
            "Annots",
            "JS",
            "OPI",
            "FFilter",
            "TR",
            "HTP",
            "Alternates",
        ] {
            assert!(!dictionary.has(barred.as_bytes()), "{barred}");
        }
        let mixed = dictionary
            .get(b"Group")
            .and_then(lopdf::Object::as_dict)
            .and_then(|group| group.get(b"CS"));
        assert!(
            mixed.and_then(lopdf::Object::as_name).is_err(),
            "{dictionary:?}"
        );
        if dictionary
            .get(b"Type")
            .and_then(lopdf::Object::as_name)
            .is_ok_and(|kind| kind == b"FontDescriptor")
        {
            assert!(
                ["FontFile", "FontFile2", "FontFile3"]
                    .iter()
                    .any(|file| dictionary.has(file.as_bytes()))
            );
        }
        let resources = match dictionary.get(b"Resources") {
            Ok(lopdf::Object::Reference(id)) => pdf.get_dictionary(*id).unwrap(),
            Ok(resources) => resources.as_dict().unwrap(),
            Err(_) => continue,
        };
        assert!(
            resources
                .get(b"ColorSpace")
                .unwrap()
                .as_dict()
                .unwrap()
                .has(b"DefaultRGB")
        );
        drawn += 1;
    }
    let deck = kit.decks.iter().find(|deck| deck.name == "cards").unwrap();
    let pieces: u32 = deck.rows.iter().map(|row| row.count()).sum();
    let pages = pdf.get_pages();
    assert!(
        pages.len() as u32 == 2 * pieces && drawn >= pages.len(),
        "{} pages for {pieces} cards",
        pages.len()
    );
    let page = pdf.get_dictionary(pages[&1]).unwrap();
    let point = |name: &[u8]| {
        f64::from(
            page.get(name).unwrap().as_array().unwrap()[0]
                .as_float()
                .unwrap(),
        )
    };
    assert!(
        point(b"BleedBox") == 0.0
            && (point(b"TrimBox") - deck.bleed.mm() * 72.0 / 25.4).abs() < 0.003
    );
    // The first card appears three times, each time with the same back.
    let shown: Vec<Vec<u8>> = (1..=6)
        .map(|page| pdf.get_page_content(pages[&page]))
        .collect();
    assert!(
        shown[0] == shown[2]
            && shown[2] == shown[4]
            && shown[1] == shown[3]
            && shown[0] != shown[1]
    );

    let screen = std::path::Path::new(source).join("screen.icc");
    std::fs::write(&screen, press_profile(b"mntr")).unwrap();
    let arguments = [
        source,
        "--to",
        "pdfx",
        "--output-intent",
        screen.to_str().unwrap(),
    ];
    assert!(refused(&arguments, 1).contains("not the profile of a press"));

    // Without a shop's profile, the one for coated paper is embedded.
    export(&[source, "--to", "pdfx", "--deck", "cards"], out.path());
    let pdf = Document::load(out.path().join("sides/pdfx/cards.pdf")).unwrap();
    let intent = pdf
        .catalog()
        .unwrap()
        .get(b"OutputIntents")
        .unwrap()
        .as_array()
        .unwrap()[0]
        .as_dict()
        .unwrap();
    assert!(
        String::from_utf8_lossy(intent.get(b"Info").unwrap().as_str().unwrap()).contains("FOGRA39")
    );
}

#[test]
fn a_deck_for_an_older_press_is_pdf_x_1a_with_limited_ink() {
    let out = tempfile::tempdir().unwrap();
    let arguments = [
        "tests/kits/good/pictures",
        "--to",
        "pdfx1a",
        "--ink-limit",
        "200",
    ];
    program(&arguments, out.path())
        .env("SOURCE_DATE_EPOCH", "1700000000")
        .assert()
        .success();
    let bytes = std::fs::read(out.path().join("pictures/pdfx1a/cards.pdf")).unwrap();
    assert!(bytes.starts_with(b"%PDF-1.4\n"));
    let pdf = Document::load_mem(&bytes).unwrap();
    let info = pdf
        .get_dictionary(pdf.trailer.get(b"Info").unwrap().as_reference().unwrap())
        .unwrap();
    let text = |key: &[u8]| info.get(key).unwrap().as_str().unwrap().to_vec();
    assert_eq!(text(b"GTS_PDFXVersion"), b"PDF/X-1a:2003");
    assert!(text(b"ModDate").starts_with(b"D:20231114"));
    assert!(pdf.trailer.has(b"ID") && info.get(b"Trapped").unwrap().as_name().unwrap() == b"False");
    let intents = pdf.catalog().unwrap().get(b"OutputIntents").unwrap();
    let intent = intents.as_array().unwrap()[0].as_dict().unwrap();
    let profile = intent
        .get(b"DestOutputProfile")
        .unwrap()
        .as_reference()
        .unwrap();
    let profile = pdf.get_object(profile).unwrap().as_stream().unwrap();
    assert_eq!(profile.dict.get(b"N").unwrap().as_i64().unwrap(), 4);

    // Two pieces are there twice; each different one is one picture.
    let pages = pdf.get_pages();
    let page = pdf.get_dictionary(pages[&1]).unwrap();
    assert!(page.has(b"TrimBox") && page.has(b"BleedBox") && pages.len() == 5);
    let most = 200 * 255 / 100;
    let mut pictures = 0;
    for object in pdf.objects.values() {
        no_transparency(object);
        let Ok(stream) = object.as_stream() else {
            continue;
        };
        let name = |key: &[u8]| stream.dict.get(key).and_then(lopdf::Object::as_name);
        assert!(!matches!(name(b"Type"), Ok(b"ObjStm" | b"XRef")));
        assert_ne!(name(b"Subtype").ok(), Some(&b"OpenType"[..]));
        if name(b"Subtype").is_ok_and(|kind| kind == b"Image") {
            pictures += 1;
            assert_eq!(name(b"ColorSpace").unwrap(), b"DeviceCMYK");
            let pixels = stream.decompressed_content().unwrap();
            let ink = |pixel: &[u8]| pixel.iter().map(|part| i32::from(*part)).sum::<i32>();
            let sums: Vec<i32> = pixels.chunks_exact(4).map(ink).collect();
            // The white corner, the dark photo.
            assert!(sums[0] == 0 && sums.iter().all(|sum| *sum <= most));
            assert!(sums.iter().any(|sum| *sum > 255), "only black ink");
        }
    }
    assert_eq!(pictures, 3);
    let drawn = pages.values().map(|page| pdf.get_page_content(*page));
    let forms = pdf.objects.values().filter_map(|object| {
        let stream = object.as_stream().ok()?;
        let kind = stream.dict.get(b"Subtype").and_then(lopdf::Object::as_name);
        (kind.ok()? == b"Form").then(|| stream.get_plain_content().unwrap())
    });
    let mut texts = 0;
    for content in drawn.chain(forms) {
        for operation in lopdf::content::Content::decode(&content)
            .unwrap()
            .operations
        {
            let operator = operation.operator.as_str();
            texts += usize::from(matches!(operator, "Tj" | "TJ"));
            let barred = ["rg", "RG", "cs", "CS", "sc", "SC", "scn", "SCN", "sh", "gs"];
            assert!(!barred.contains(&operator), "{operation:?}");
        }
    }
    assert_eq!(texts, 3, "the code of each different card");

    let source = tempfile::tempdir().unwrap();
    let screen = source.path().join("grey.icc");
    let mut profile = press_profile(b"prtr");
    profile[16..20].copy_from_slice(b"GRAY");
    std::fs::write(&screen, profile).unwrap();
    let arguments = [
        "piecepack",
        "--to",
        "pdfx1a",
        "--output-intent",
        screen.to_str().unwrap(),
    ];
    assert!(refused(&arguments, 1).contains("not for cyan, magenta, yellow and black"));
    let arguments = ["piecepack", "--to", "pdfx", "--ink-limit", "240"];
    assert!(refused(&arguments, 2).contains("--ink-limit is for --to pdfx1a"));
}

/// Nothing in an object, at any depth, is transparent, in layers, or in colours other than inks.
fn no_transparency(object: &lopdf::Object) {
    use lopdf::Object;
    match object {
        Object::Array(parts) => parts.iter().for_each(no_transparency),
        Object::Dictionary(dictionary)
        | Object::Stream(lopdf::Stream {
            dict: dictionary, ..
        }) => {
            for (key, value) in dictionary {
                let barred = [
                    "SMask", "Mask", "Group", "OC", "OCGs", "ca", "CA", "BM", "AA", "Annots",
                ];
                let key = String::from_utf8_lossy(key);
                assert!(!barred.contains(&&*key), "{key} in {dictionary:?}");
                no_transparency(value);
            }
        }
        Object::Name(name) => {
            let barred = ["DeviceRGB", "CalRGB", "Lab", "ICCBased", "Pattern"];
            let name = String::from_utf8_lossy(name);
            assert!(!barred.contains(&&*name), "{name}");
        }
        _ => {}
    }
}

#[test]
fn a_box_for_a_print_shop_is_one_picture_of_its_size() {
    let out = tempfile::tempdir().unwrap();
    let arguments = [
        "deep-dark-dungeon",
        "--to",
        "png",
        "--deck",
        "encounters",
        "--dpi",
        "100",
        "--tuckbox",
    ];
    let with = |name| [&arguments[..], &[name]].concat();
    export(&with("poker-tuck-box-54"), out.path());
    let png = std::fs::read(
        out.path()
            .join("deep-dark-dungeon/png-poker-tuck-box-54/encounters-box.png"),
    )
    .unwrap();
    let picture = picture(&png);
    assert_eq!((picture.width(), picture.height()), (2325 / 3, 1950 / 3));
    // The ground covers all of it.
    for (x, y) in [(0, 0), (774, 0), (0, 649), (774, 649)] {
        assert!(picture.get_pixel(x, y).0[0] < 200, "{x} {y}");
    }
    let why = refused(&with("bridge-tuck-box-54"), 1);
    assert!(
        why.contains("is not for 22 pieces of `encounters`") && why.contains("poker-tuck-box-36"),
        "{why}"
    );
    assert!(refused(&with("poker-tuck-box-55"), 2).contains("did you mean poker-tuck-box-54?"));
}

#[test]
fn a_bundle_describes_its_pictures() {
    let (source, out) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let kit = kit(source.path());
    export(
        &[
            source.path().to_str().unwrap(),
            "--to",
            "bundle",
            "--dpi",
            "40",
        ],
        out.path(),
    );
    let written = files(&out.path().join("sides/bundle"));
    let list: Value = serde_json::from_slice(&written["deck.json"]).unwrap();
    assert_eq!(
        (list["kit"]["id"].as_str(), list["dpi"].as_u64()),
        (Some("sides"), Some(40))
    );
    let mut shown = BTreeSet::from(["deck.json".to_owned(), "deck.csv".to_owned()]);
    for (deck, entry) in kit.decks.iter().zip(list["decks"].as_array().unwrap()) {
        let pieces = entry["pieces"].as_array().unwrap();
        assert_eq!(entry["name"], deck.name);
        assert_eq!(
            entry["size_mm"],
            serde_json::json!([deck.size.w.mm(), deck.size.h.mm()])
        );
        assert_eq!(
            pieces
                .iter()
                .map(|piece| piece["count"].as_u64().unwrap())
                .sum::<u64>(),
            deck.pieces().len() as u64
        );
        assert_eq!(
            pieces
                .iter()
                .map(|piece| piece["code"].as_str().unwrap().to_owned())
                .collect::<BTreeSet<_>>(),
            codes(deck)
        );
        for side in pieces
            .iter()
            .flat_map(|piece| [&piece["front"], &piece["back"]])
            .filter_map(Value::as_str)
        {
            let dots = entry["dots"]
                .as_array()
                .unwrap()
                .iter()
                .map(|dots| dots.as_u64().unwrap() as u32)
                .collect::<Vec<_>>();
            assert_eq!(picture(&written[side]).dimensions(), (dots[0], dots[1]));
            shown.insert(side.to_owned());
        }
    }
    assert_eq!(shown, written.keys().cloned().collect());
    let first = &list["decks"][0]["pieces"][0];
    assert_eq!(first["count"], 3);

    let mut table = csv::Reader::from_reader(written["deck.csv"].as_slice());
    let heads = table.headers().unwrap().clone();
    let rows: Vec<BTreeMap<_, _>> = table
        .records()
        .map(|row| {
            heads
                .iter()
                .zip(&row.unwrap())
                .map(|(a, b)| (a.to_owned(), b.to_owned()))
                .collect()
        })
        .collect();
    let count: usize = rows
        .iter()
        .map(|row| row["count"].parse::<usize>().unwrap())
        .sum();
    assert_eq!(
        count,
        kit.decks
            .iter()
            .map(|deck| deck.pieces().len())
            .sum::<usize>()
    );
    assert_eq!(
        rows[0]["fields.number"],
        first["fields"]["number"].to_string()
    );
    assert_eq!(
        (rows[0]["width_mm"].as_str(), rows[0]["bleed_x_mm"].as_str()),
        ("63", "2")
    );
}

/// Checks the fields that an object of Tabletop Simulator may have, and their contents, following `tts/ObjectState.def.lua`
/// in <https://github.com/Benjamin-Dobell/tts-types>; those of pictures follow saved games.
fn sound_by_its_types(object: &Value) {
    let texts = [
        "GUID",
        "Name",
        "Nickname",
        "Description",
        "GMNotes",
        "LuaScript",
        "LuaScriptState",
        "XmlUI",
    ];
    let flags = [
        "Locked",
        "Grid",
        "Snap",
        "Autoraise",
        "Sticky",
        "Tooltip",
        "SidewaysCard",
        "GridProjection",
        "Hands",
        "HideWhenFaceDown",
    ];
    // Cards go into hands, and their names are hidden when they are face down.
    let name = object["Name"].as_str().unwrap();
    assert_eq!(
        (object["Hands"] == true, object["HideWhenFaceDown"] == true),
        (
            name.starts_with("Card"),
            name.contains("Card") || name == "DeckCustom"
        )
    );
    let names = [
        "Card",
        "CardCustom",
        "DeckCustom",
        "Bag",
        "Custom_Dice",
        "Custom_Token",
        "Figurine_Custom",
    ];
    assert!(
        names.contains(&object["Name"].as_str().unwrap()),
        "{object}"
    );
    let numbers = |of: &Value| of.as_object().unwrap().values().all(Value::is_number);
    for (field, value) in object.as_object().unwrap() {
        let sound = match field.as_str() {
            text if texts.contains(&text) => value.is_string(),
            flag if flags.contains(&flag) => value.is_boolean(),
            "Transform" => value.as_object().unwrap().len() == 9 && numbers(value),
            "ColorDiffuse" => ["r", "g", "b"]
                .iter()
                .all(|part| (0.0..=1.0).contains(&value[part].as_f64().unwrap())),
            "CardID" => value.is_u64(),
            "DeckIDs" => value.as_array().unwrap().iter().all(Value::is_u64),
            "CustomDeck" => value.as_object().unwrap().iter().all(|(number, sheet)| {
                // Rounded, rectangular, hexagonal, circular.
                let shape = sheet["Type"]
                    .as_u64()
                    .is_some_and(|shape| [0, 1, 3, 4].contains(&shape));
                let urls = sheet["FaceURL"].is_string() && sheet["BackURL"].is_string();
                let flags = sheet["BackIsHidden"].is_boolean() && sheet["UniqueBack"].is_boolean();
                number.parse::<u32>().is_ok()
                    && shape
                    && urls
                    && flags
                    && sheet.as_object().unwrap().len() == 7
            }),
            "CustomImage" => {
                let dice = value
                    .get("CustomDice")
                    .is_none_or(|die| *die == serde_json::json!({ "Type": 1 }));
                let scale = value["ImageScalar"].is_number() && value["WidthScale"].is_number();
                value["ImageURL"].is_string() && dice && scale
            }
            "RotationValues" => value
                .as_array()
                .unwrap()
                .iter()
                .all(|side| side["Value"].is_string() && numbers(&side["Rotation"])),
            "ContainedObjects" => {
                value
                    .as_array()
                    .unwrap()
                    .iter()
                    .for_each(sound_by_its_types);
                true
            }
            _ => false,
        };
        assert!(sound, "{field}: {value}");
    }
}

#[test]
fn tabletop_simulator_finds_every_card_on_its_sheet() {
    let (source, out) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let kit = kit(source.path());
    let base = "https://example.org/sides/";
    export(
        &[
            source.path().to_str().unwrap(),
            "--to",
            "tts",
            "--dpi",
            "60",
            "--base-url",
            base,
        ],
        out.path(),
    );
    let written = files(&out.path().join("sides/tts"));
    let saved: Value = serde_json::from_slice(&written["sides.json"]).unwrap();
    let objects = saved["ObjectStates"].as_array().unwrap();
    assert_eq!(objects.len(), kit.decks.len());
    let file = |url: &Value| picture(&written[url.as_str().unwrap().strip_prefix(base).unwrap()]);
    let mut guids = BTreeSet::new();
    objects.iter().for_each(sound_by_its_types);
    // No two things overlap on the table, judging by their sizes, which are in inches.
    let places: Vec<[f64; 2]> = objects
        .iter()
        .map(|object| ["posX", "posZ"].map(|axis| object["Transform"][axis].as_f64().unwrap()))
        .collect();
    for (number, one) in places.iter().enumerate() {
        let apart = |at: usize| [0, 1].map(|axis| (one[axis] - places[at][axis]).abs());
        assert!(
            (number + 1..places.len()).all(|at| apart(at)[0] >= 1.5 || apart(at)[1] >= 1.5),
            "{places:?}"
        );
    }
    for (deck, object) in kit.decks.iter().zip(objects) {
        let inside = object["ContainedObjects"].as_array().unwrap();
        assert!(
            inside
                .iter()
                .chain([object])
                .all(|object| guids.insert(object["GUID"].to_string()))
        );
        if object["Name"] == "Bag" {
            let name = match (deck.make, deck.name.as_str()) {
                (Make::Stickers, _) => "Custom_Dice",
                (_, "shields") => "Custom_Token",
                _ => "Figurine_Custom",
            };
            for thing in inside {
                assert_eq!(thing["Name"], name);
                // Dice are cubes and figurines keep their proportions; only flat things have a thickness of their own.
                let scale = ["scaleX", "scaleY", "scaleZ"]
                    .map(|axis| thing["Transform"][axis].as_f64().unwrap());
                assert_eq!([scale[0]; 3] == scale, name != "Custom_Token", "{scale:?}");
                file(&thing["CustomImage"]["ImageURL"]);
            }
            let dice = deck
                .pieces()
                .iter()
                .filter_map(|piece| piece.die)
                .collect::<BTreeSet<_>>()
                .len();
            assert_eq!(
                inside.len(),
                if deck.make == Make::Stickers {
                    dice
                } else {
                    deck.pieces().len()
                }
            );
            continue;
        }
        assert_eq!(object["Name"], "DeckCustom");
        let ids: Vec<u64> = object["DeckIDs"]
            .as_array()
            .unwrap()
            .iter()
            .map(|id| id.as_u64().unwrap())
            .collect();
        assert_eq!(ids.len(), deck.pieces().len());
        assert_eq!(
            ids,
            inside
                .iter()
                .map(|card| card["CardID"].as_u64().unwrap())
                .collect::<Vec<_>>()
        );
        assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), codes(deck).len());
        for (number, sheet) in object["CustomDeck"].as_object().unwrap() {
            let [columns, rows] =
                ["NumWidth", "NumHeight"].map(|name| sheet[name].as_u64().unwrap());
            assert!(columns <= 10 && rows <= 7);
            let own = ids.iter().filter(|id| (*id / 100).to_string() == *number);
            assert!(own.into_iter().all(|id| id % 100 < columns * rows));
            let (w, h) = file(&sheet["FaceURL"]).dimensions();
            assert!(
                w <= 4096
                    && h <= 4096
                    && w.is_multiple_of(columns as u32)
                    && h.is_multiple_of(rows as u32)
            );
            let back = file(&sheet["BackURL"]).dimensions();
            // The backs of dice differ from piece to piece; a deck without printed backs has a plain one.
            let unique = deck.template(paperkeep::kit::Side::Back).is_some();
            assert_eq!(sheet["UniqueBack"], unique);
            assert!(!unique || back == (w, h));
        }
    }
    assert_eq!(
        [0, 1, 2].map(|at| objects[0]["DeckIDs"][at].as_u64().unwrap()),
        [100; 3]
    );
}

/// The difference between two pictures, away from the corners.
fn difference(one: &image::RgbaImage, other: &image::RgbaImage) -> u64 {
    let (w, h) = one.dimensions();
    let dots = (w / 5..w * 4 / 5).flat_map(|x| (h / 5..h * 4 / 5).map(move |y| (x, y)));
    let pairs = dots.flat_map(|(x, y)| {
        one.get_pixel(x, y)
            .0
            .into_iter()
            .zip(other.get_pixel(x, y).0)
    });
    pairs
        .map(|(one, other)| u64::from(one.abs_diff(other)))
        .sum()
}

/// Sheets are cut up as the table does it: at the position given by a card's id is that card, on both sides.
#[test]
fn every_card_of_a_sheet_shows_the_face_of_its_code() {
    let (source, out) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    kit(source.path());
    let arguments = [
        source.path().to_str().unwrap(),
        "--deck",
        "cards",
        "--deck",
        "coins",
        "--dpi",
        "60",
    ];
    export(&[&arguments[..], &["--to", "tts"]].concat(), out.path());
    export(
        &[&arguments[..], &["--to", "png", "--trimmed"]].concat(),
        out.path(),
    );
    let (sheets, faces) = (
        files(&out.path().join("sides/tts")),
        files(&out.path().join("sides/png-trimmed")),
    );
    let saved: Value = serde_json::from_slice(&sheets["sides.json"]).unwrap();
    let faces: Vec<_> = faces
        .iter()
        .map(|(name, face)| (name, picture(face)))
        .collect();
    let mut looked_at = 0;
    for deck in saved["ObjectStates"].as_array().unwrap() {
        let (mut sheets_read, mut resized) = (HashMap::new(), HashMap::new());
        for card in deck["ContainedObjects"].as_array().unwrap() {
            let (id, code) = (
                card["CardID"].as_u64().unwrap(),
                card["Description"].as_str().unwrap(),
            );
            let sheet = &card["CustomDeck"][(id / 100).to_string()];
            let [columns, rows] =
                ["NumWidth", "NumHeight"].map(|name| sheet[name].as_u64().unwrap() as u32);
            let place = (id % 100) as u32;
            for (url, back) in [("FaceURL", false), ("BackURL", true)] {
                let file = sheet[url].as_str().unwrap();
                let sheet = sheets_read
                    .entry(file)
                    .or_insert_with(|| picture(&sheets[file]));
                let (w, h) = (sheet.width() / columns, sheet.height() / rows);
                let (x, y) = (place % columns * w, place / columns * h);
                let cell = image::imageops::crop_imm(sheet, x, y, w, h).to_image();
                let faces = resized.entry((w, h, back)).or_insert_with(|| {
                    let side = faces
                        .iter()
                        .filter(|(name, _)| name.ends_with("-back.png") == back);
                    let filter = image::imageops::FilterType::Triangle;
                    side.map(|(name, face)| (*name, image::imageops::resize(face, w, h, filter)))
                        .collect::<Vec<_>>()
                });
                let (nearest, _) = faces
                    .iter()
                    .min_by_key(|(_, face)| difference(&cell, face))
                    .unwrap();
                let own = if back {
                    format!("-{code}-back.png")
                } else {
                    format!("-{code}.png")
                };
                assert!(nearest.ends_with(&own), "{code}: {nearest}");
                looked_at += 1;
            }
        }
    }
    assert!(looked_at > 20, "{looked_at}");
}

#[test]
fn a_deck_with_one_back_has_one_picture_of_it() {
    let out = tempfile::tempdir().unwrap();
    export(
        &[
            "piecepack",
            "--to",
            "png,tts",
            "--deck",
            "tiles",
            "--dpi",
            "36",
        ],
        out.path(),
    );
    let png = files(&out.path().join("piecepack/png"));
    assert_eq!((png.len(), png.contains_key("tiles-back.png")), (25, true));
    let tts = files(&out.path().join("piecepack/tts"));
    let names: Vec<_> = tts.keys().collect();
    let [list, back, front] = names.as_slice() else {
        panic!("{names:?}")
    };
    assert!(
        *list == "piecepack.json"
            && back.starts_with("tiles.back.")
            && front.starts_with("tiles.sheet1."),
        "{names:?}"
    );
    let saved: Value = serde_json::from_slice(&tts["piecepack.json"]).unwrap();
    let sheet = &saved["ObjectStates"][0]["CustomDeck"]["1"];
    assert_eq!(
        (&sheet["UniqueBack"], &sheet["FaceURL"]),
        (&Value::Bool(false), &front.as_str().into())
    );
}

/// Uploading the folder never uploads deleted cards.
#[test]
fn pictures_of_deleted_pieces_are_removed() {
    let (source, out) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    kit(source.path());
    let place = source.path().to_str().unwrap();
    let run = |more: &[&str]| {
        export(
            &[&[place, "--to", "png,tts", "--dpi", "40"], more].concat(),
            out.path(),
        )
    };
    let written = || files(&out.path().join("sides"));
    assert!(!run(&[]).contains("removed"));
    let first = written();
    let rows = source.path().join("cards.toml");
    let text = std::fs::read_to_string(&rows).unwrap();
    let fewer = &text[..text.rfind("[[cards]]").unwrap()];
    std::fs::write(&rows, fewer.replace("\"C02\"", "\"Über 2\"")).unwrap();
    std::fs::write(out.path().join("sides/png/cards-mine.png"), "mine").unwrap();

    // Files of a deck that is not exported again stay.
    assert!(!run(&["--deck", "coins"]).contains("png/"));
    let said = run(&[]);
    let second = written();
    let gone: Vec<&str> = first
        .keys()
        .filter(|name| !second.contains_key(*name))
        .map(String::as_str)
        .collect();
    let new: Vec<&str> = second
        .keys()
        .filter(|name| !first.contains_key(*name))
        .map(String::as_str)
        .collect();
    let of =
        |names: &[&str], begins: &str| names.iter().filter(|name| name.starts_with(begins)).count();
    assert_eq!(
        (of(&gone, "png/cards-"), of(&gone, "tts/cards."), gone.len()),
        (4, 2, 6),
        "{gone:?}"
    );
    assert_eq!(
        (
            of(&new, "png/cards-Über-2"),
            of(&new, "tts/cards."),
            new.len()
        ),
        (2, 2, 5),
        "{new:?}"
    );
    assert!(
        said.contains("removed files of an earlier run that this one did not write: ")
            && said.contains("and 3 more"),
        "{said}"
    );
}

/// Checks what VirtualTabletop's validator (`validator/validate_gamefile.js`) checks in a room like ours: the properties of
/// widgets, that referenced widgets exist, and the metadata of the game.
fn sound_by_its_validator(room: &serde_json::Map<String, Value>) {
    let common = ["id", "type", "x", "y", "z", "width", "height", "movable"];
    for (id, widget) in room.iter().filter(|(id, _)| *id != "_meta") {
        let own: &[&str] = match widget["type"].as_str().unwrap_or("basic") {
            "basic" => &["image", "layer"],
            "card" => &["deck", "cardType", "activeFace"],
            "deck" => &["cardDefaults", "cardTypes", "faceTemplates"],
            "dice" => &["faces", "imageScale", "activeFace"],
            "holder" => &[
                "onEnter",
                "onLeave",
                "dropOffsetX",
                "dropOffsetY",
                "dropTarget",
                "stackOffsetX",
                "childrenPerOwner",
            ],
            "pile" => &[],
            "label" => &["text"],
            "button" => &["text", "clickRoutine"],
            other => panic!("a {other}"),
        };
        let own = [own, &["parent"]].concat();
        let known = |name: &String| common.contains(&name.as_str()) || own.contains(&name.as_str());
        assert!(
            widget.as_object().unwrap().keys().all(known) && widget["id"] == id.as_str(),
            "{widget}"
        );
        for named in ["deck", "parent"]
            .into_iter()
            .filter_map(|name| widget[name].as_str())
        {
            assert!(room.contains_key(named), "{widget}");
        }
        for face in widget["faceTemplates"].as_array().into_iter().flatten() {
            let face = face.as_object().unwrap();
            assert_eq!(face.keys().collect::<Vec<_>>(), ["objects"]);
            for object in face["objects"].as_array().unwrap() {
                let names = [
                    "type",
                    "x",
                    "y",
                    "width",
                    "height",
                    "color",
                    "dynamicProperties",
                ];
                assert!(
                    object
                        .as_object()
                        .unwrap()
                        .keys()
                        .all(|name| names.contains(&name.as_str())),
                    "{object}"
                );
                let dynamic = object["dynamicProperties"].as_object().unwrap();
                assert!(
                    object["type"] == "image"
                        && dynamic.keys().all(|name| object.get(name).is_none())
                );
            }
        }
    }
    let info = room["_meta"]["info"].as_object().unwrap();
    let facts = [
        "name",
        "image",
        "rules",
        "bgg",
        "year",
        "mode",
        "time",
        "attribution",
        "language",
        "players",
        "variant",
        "description",
    ];
    assert!(
        info.keys().all(|name| facts.contains(&name.as_str())),
        "{info:?}"
    );
    // At most 50000 bytes; the number is at the end of the name.
    let size = info["image"]
        .as_str()
        .unwrap()
        .strip_prefix("/assets/")
        .unwrap()
        .rsplit_once('_')
        .unwrap()
        .1;
    assert!(size.parse::<u32>().unwrap() <= 50_000);
    assert_eq!(info["language"], "en-GB");
    let (least, most) = info["players"]
        .as_str()
        .map(|text| text.split_once('-').unwrap_or((text, text)))
        .unwrap();
    assert!((1..=most.parse().unwrap()).contains(&least.parse::<u32>().unwrap()));
}

/// Reads a file as VirtualTabletop's server does: the room, and its pictures by signed checksum and size.
fn opened(bytes: Vec<u8>) -> (serde_json::Map<String, Value>, BTreeMap<String, Vec<u8>>) {
    let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).unwrap();
    let (mut room, mut assets) = (Value::Null, BTreeMap::new());
    for index in 0..archive.len() {
        let mut file = archive.by_index(index).unwrap();
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).unwrap();
        match &*file.name().unwrap() {
            "0.json" => room = serde_json::from_slice(&bytes).unwrap(),
            _ => {
                picture(&bytes);
                assets.insert(
                    format!("/assets/{}_{}", file.crc32().cast_signed(), bytes.len()),
                    bytes,
                );
            }
        }
    }
    let Value::Object(room) = room else {
        panic!("{room}")
    };
    sound_by_its_validator(&room);
    (room, assets)
}

/// The room of a shipped kit.
fn room(kit: &str, arguments: &[&str]) -> serde_json::Map<String, Value> {
    let out = tempfile::tempdir().unwrap();
    export(
        &[&[kit, "--to", "vtt", "--dpi", "36"], arguments].concat(),
        out.path(),
    );
    opened(
        files(&out.path().join(kit).join("vtt"))
            .remove(&format!("{kit}.vtt"))
            .unwrap(),
    )
    .0
}

fn of<'r>(room: &'r serde_json::Map<String, Value>, kind: &str) -> Vec<&'r Value> {
    room.values()
        .filter(|widget| widget["type"] == kind)
        .collect()
}

/// The layout of a kit's rules is there, with the routines that have an equivalent.
#[test]
fn a_virtual_table_is_set_up_by_the_kits_rules() {
    let out = tempfile::tempdir().unwrap();
    export(
        &["starters/crazy-eights", "--to", "vtt", "--dpi", "36"],
        out.path(),
    );
    let (room, _) = opened(
        files(&out.path().join("crazy-eights/vtt"))
            .remove("crazy-eights.vtt")
            .unwrap(),
    );
    let texts = |kind: &str| -> Vec<&str> {
        of(&room, kind)
            .iter()
            .filter_map(|widget| widget["text"].as_str())
            .collect()
    };
    assert!(
        texts("label").contains(&"discard") && texts("label").contains(&"passes in a row"),
        "{:?}",
        texts("label")
    );
    let button = |text: &str| {
        of(&room, "button")
            .into_iter()
            .find(|button| button["text"] == text)
            .expect(text)["clickRoutine"]
            .clone()
    };
    let from = "cards.holder";
    let discard = json!({ "func": "MOVE", "count": 1, "from": from, "to": "zone2", "face": 1 });
    assert!(
        button("Set up").as_array().unwrap().contains(&discard),
        "{}",
        button("Set up")
    );
    assert_eq!(
        button("Deal me 5"),
        json!([{ "func": "MOVE", "count": 5, "from": from, "to": "hand" }])
    );
    assert_eq!(
        button("Shuffle back")[0],
        json!({ "func": "MOVE", "count": 999, "from": "zone2", "to": from, "face": 0 })
    );
    assert_eq!(
        button("+"),
        json!([{ "func": "LABEL", "label": "counter1", "mode": "inc", "value": 1 }])
    );
    // The players' actions, as far as a table without rules supports them.
    let draw = json!({ "func": "MOVE", "count": 1, "from": from, "to": "hand" });
    assert_eq!(
        button("Draw a card (that ends the turn)"),
        json!([{ "func": "LABEL", "label": "counter1", "mode": "set", "value": 0 }, draw])
    );
    routines_name_what_is_there(&room);
}

fn routines_name_what_is_there(room: &serde_json::Map<String, Value>) {
    for step in of(room, "button")
        .iter()
        .flat_map(|button| button["clickRoutine"].as_array().unwrap())
    {
        let id = (step["func"] == "SELECT").then(|| step["value"].as_str().unwrap());
        for name in ["holder", "from", "to", "label"]
            .iter()
            .filter_map(|key| step[*key].as_str())
            .chain(id)
        {
            assert!(room.contains_key(name), "{step}");
        }
    }
}

/// Tiles snap to the places of their map, dice are rolled with a button, and everything a player has besides a hand has its
/// place.
#[test]
fn maps_dice_and_players_own_zones_lie_on_a_virtual_table() {
    let out = tempfile::tempdir().unwrap();
    let room = |kit: &str, id: &str| {
        export(&[kit, "--to", "vtt", "--dpi", "36"], out.path());
        opened(
            files(&out.path().join(id).join("vtt"))
                .remove(&format!("{id}.vtt"))
                .unwrap(),
        )
        .0
    };
    let meadows = room("starters/meadows", "meadows");
    let (deck, pile) = (
        &meadows["tiles.deck"]["cardDefaults"],
        &meadows["tiles.pile"],
    );
    let grid = deck["grid"].as_array().expect("a grid");
    assert_eq!(
        (grid.len(), &grid[0]["x"], &grid[0]["y"]),
        (1, &pile["width"], &pile["height"])
    );
    // The first row of places is in the free part of the room.
    let top = grid[0]["offsetY"].as_f64().unwrap() + grid[0]["y"].as_f64().unwrap() / 2.0;
    let lowest = ["holder", "label", "button"]
        .into_iter()
        .flat_map(|kind| of(&meadows, kind))
        .map(|it| bounds(&meadows, it)[3]);
    assert!(
        lowest
            .filter(|bottom| *bottom < 800.0)
            .all(|bottom| bottom <= top),
        "{grid:?}"
    );
    let hexes = room("tests/kits/played/hexes", "hexes");
    let deck = of(&hexes, "deck")
        .into_iter()
        .find(|deck| deck["cardDefaults"]["grid"].is_array())
        .expect("hexes");
    assert_eq!(
        deck["cardDefaults"]["grid"].as_array().map(Vec::len),
        Some(2)
    );
    let vault = room("starters/vault", "vault");
    let fight = of(&vault, "button")
        .into_iter()
        .find(|button| button["text"] == "Fight")
        .expect("a button");
    let click = json!([
        { "func": "SELECT", "property": "id", "value": "dice1.1", "mode": "set" },
        { "func": "SELECT", "property": "id", "value": "dice1.2", "mode": "add" },
        { "func": "CLICK", "collection": "DEFAULT" },
    ]);
    assert_eq!(fight["clickRoutine"], click);
    let signs = room(
        "tests/kits/played/rock-paper-scissors",
        "rock-paper-scissors",
    );
    let secret: Vec<&str> = of(&signs, "holder")
        .into_iter()
        .filter(|it| it["childrenPerOwner"] == true)
        .map(|it| it["id"].as_str().unwrap())
        .collect();
    assert_eq!(secret.len(), 2, "{secret:?}");
    for room in [&meadows, &hexes, &vault, &signs] {
        routines_name_what_is_there(room);
    }
}

#[test]
fn a_virtual_table_has_every_card_and_die() {
    let (source, out) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let kit = kit(source.path());
    export(
        &[
            source.path().to_str().unwrap(),
            "--to",
            "vtt",
            "--dpi",
            "40",
        ],
        out.path(),
    );
    export(
        &[
            source.path().to_str().unwrap(),
            "--to",
            "png",
            "--trimmed",
            "--dpi",
            "40",
        ],
        out.path(),
    );
    let faces = files(&out.path().join("sides/png-trimmed"));
    let (room, assets) = opened(
        files(&out.path().join("sides/vtt"))
            .remove("sides.vtt")
            .unwrap(),
    );
    assert_eq!(
        (
            room["_meta"]["version"].as_u64(),
            room["_meta"]["info"]["name"].as_str()
        ),
        (Some(5), Some("Both Sides"))
    );
    let pieces = |dice: bool| {
        kit.decks
            .iter()
            .filter(move |deck| (deck.make == Make::Stickers) == dice)
    };
    assert_eq!(
        of(&room, "card").len(),
        pieces(false).map(|deck| deck.pieces().len()).sum::<usize>()
    );
    let names: BTreeSet<_> = of(&room, "label")
        .into_iter()
        .map(|label| label["text"].as_str().unwrap())
        .collect();
    assert_eq!(
        names,
        pieces(false).map(|deck| deck.title.as_str()).collect()
    );
    assert_eq!(of(&room, "deck").len(), pieces(false).count());
    let mut used = BTreeSet::from([room["_meta"]["info"]["image"].as_str().unwrap().to_owned()]);
    for card in of(&room, "card") {
        let deck = &room[card["deck"].as_str().unwrap()];
        let kind = &deck["cardTypes"][card["cardType"].as_str().unwrap()];
        assert_eq!(room[card["parent"].as_str().unwrap()]["type"], "pile");
        // Each shows exactly the picture of its code.
        let (stem, code) = (
            card["cardType"].as_str().unwrap(),
            kind["code"].as_str().unwrap(),
        );
        assert!(
            stem.ends_with(code) && card["id"].as_str().unwrap().starts_with(stem),
            "{card}"
        );
        assert!(
            assets[kind["front"].as_str().unwrap()] == faces[&format!("{stem}.png")],
            "{stem}"
        );
        let (front, back) = (
            picture(&faces[&format!("{stem}.png")]),
            &assets[kind["back"].as_str().unwrap()],
        );
        match faces.get(&format!("{stem}-back.png")) {
            Some(printed) => assert!(back == printed, "{stem}"),
            // The unprinted side has the outline of the printed one.
            None => {
                let back = picture(back);
                assert_eq!(back.dimensions(), front.dimensions());
                assert!(
                    back.pixels()
                        .zip(front.pixels())
                        .all(|(one, other)| one[3] == other[3]),
                    "{stem}"
                );
            }
        }
        used.extend([&kind["front"], &kind["back"]].map(|side| side.as_str().unwrap().to_owned()));
    }
    let dice: usize = pieces(true)
        .map(|deck| {
            deck.pieces()
                .iter()
                .filter_map(|piece| piece.die)
                .collect::<BTreeSet<_>>()
                .len()
        })
        .sum();
    assert_eq!(of(&room, "dice").len(), dice);
    for die in of(&room, "dice") {
        for face in die["faces"].as_array().unwrap() {
            let side = face["image"].as_str().map(|image| &assets[image]);
            assert!(side.is_none_or(|side| {
                faces
                    .iter()
                    .any(|(name, face)| name.starts_with("dice-") && face == side)
            }));
            used.extend(face["image"].as_str().map(str::to_owned));
        }
        assert!(
            die["faces"][die["activeFace"].as_u64().unwrap() as usize]["image"].is_string(),
            "{die}"
        );
    }
    assert_eq!(used, assets.into_keys().collect());
}

/// Left, top, right and bottom of a widget in the room, with the positions of its parents added.
fn bounds(room: &serde_json::Map<String, Value>, widget: &Value) -> [f64; 4] {
    let [x, y, w, h] =
        ["x", "y", "width", "height"].map(|name| widget[name].as_f64().unwrap_or_default());
    let outer = widget["parent"]
        .as_str()
        .map_or([0.0; 4], |outer| bounds(room, &room[outer]));
    [
        outer[0] + x,
        outer[1] + y,
        outer[0] + x + w,
        outer[1] + y + h,
    ]
}

/// Checks that things, given as left, top, right and bottom, lie within an area and do not overlap.
fn lie_apart(seen: &[[f64; 4]], area: [f64; 4], what: &str) {
    for (number, one) in seen.iter().enumerate() {
        let inside =
            one[0] >= area[0] && one[1] >= area[1] && one[2] <= area[2] && one[3] <= area[3];
        assert!(inside, "{what}: {one:?} outside of {area:?}");
        let free = |other: &&[f64; 4]| {
            one[2] <= other[0] || other[2] <= one[0] || one[3] <= other[1] || other[3] <= one[1]
        };
        assert_eq!(
            seen[number + 1..].iter().find(|other| !free(other)),
            None,
            "{what}: {one:?}"
        );
    }
}

/// Decks of shipped kits and starters whose pieces lie face up, and why: they have two sides of their own, stand, are alike, or are
/// markers without a back.
const FACE_UP: [(&str, &[&str]); 4] = [
    (
        "two sides",
        &[
            "explorers",
            "coins",
            "actions",
            "controls",
            "maps",
            "gems",
            "heroes",
        ],
    ),
    (
        "standing, or round a pawn",
        &[
            "figures",
            "standees",
            "sleeves",
            "caps",
            "small_caps",
            "saucers",
            "tiny",
        ],
    ),
    (
        "one piece, or all alike",
        &[
            "guardians",
            "overviews",
            "markers",
            "ledger",
            "status_cards",
            "first_player",
            "board",
        ],
    ),
    (
        "markers and aids",
        &[
            "tokens of deep-dark-dungeon",
            "small_tokens",
            "aids",
            "counters",
            "chips",
        ],
    ),
];

/// Every pile has its two buttons and lies face down unless there is a reason, every die shows its best face, everything is true to
/// scale, and nothing lies on anything else.
fn begins_well(kit: &Kit, room: &serde_json::Map<String, Value>) {
    let decks = || {
        std::iter::once(kit)
            .chain(kit.uses.as_deref())
            .flat_map(|kit| &kit.decks)
    };
    let routine = |id: String| -> Vec<String> {
        let steps = room[&id]["clickRoutine"].as_array().unwrap();
        steps
            .iter()
            .map(|step| step["func"].as_str().unwrap().to_owned())
            .collect()
    };
    let mut scales = Vec::new();
    for deck in decks().filter(|deck| deck.make != Make::Stickers) {
        let own: Vec<&Value> = of(room, "card")
            .into_iter()
            .filter(|card| card["deck"] == format!("{}.deck", deck.name))
            .collect();
        assert_eq!(own.len(), deck.pieces().len(), "{} {}", kit.id, deck.name);
        let here = format!("{} of {}", deck.name, kit.id);
        let up = FACE_UP
            .iter()
            .any(|(_, names)| names.contains(&&*deck.name) || names.contains(&&*here));
        assert!(
            own.iter().all(|card| card["activeFace"] == u8::from(up)),
            "{here}"
        );
        if own.len() > 1 {
            let recall: &[&str] = if up {
                &["RECALL", "SHUFFLE"]
            } else {
                &["RECALL", "FLIP", "SHUFFLE"]
            };
            assert_eq!(routine(format!("{}.recall", deck.name)), recall, "{here}");
            assert_eq!(
                routine(format!("{}.shuffle", deck.name)),
                ["SHUFFLE"],
                "{here}"
            );
        }
        let size = &room[&format!("{}.deck", deck.name)]["cardDefaults"];
        scales.extend([
            (&size["width"], deck.size.w),
            (&size["height"], deck.size.h),
        ]);
    }
    // Lengths are whole dots.
    let scale = scales
        .iter()
        .max_by_key(|(_, mm)| *mm)
        .map(|(dots, mm)| dots.as_f64().unwrap() / mm.mm());
    for (dots, mm) in scales {
        assert!(
            (dots.as_f64().unwrap() - mm.mm() * scale.unwrap()).abs() < 1.0,
            "{}: {dots} for {mm:?}",
            kit.id
        );
    }
    for die in of(room, "dice") {
        let (faces, shown) = (
            die["faces"].as_array().unwrap(),
            die["activeFace"].as_u64().unwrap() as usize,
        );
        let blank = |face: &Value| face.is_object() && face["image"].is_null();
        assert!(
            !blank(&faces[shown]) && faces[shown + 1..].iter().all(blank),
            "{}: {die}",
            kit.id
        );
    }
    // A pile of one card is the card; decks are visible only in the editor.
    let seen: Vec<[f64; 4]> = ["pile", "card", "label", "button", "dice", "holder"]
        .into_iter()
        .flat_map(|kind| of(room, kind))
        .filter(|widget| {
            !(["card", "pile"].iter().any(|kind| widget["type"] == *kind)
                && widget["parent"].is_string())
        })
        .map(|widget| bounds(room, widget))
        .collect();
    lie_apart(&seen, [0.0, 0.0, 1600.0, 1000.0], &kit.id);
    // The contents of a holder are inside it.
    for pile in of(room, "pile")
        .into_iter()
        .filter(|pile| pile["parent"].is_string())
    {
        let (own, outer) = (
            bounds(room, pile),
            bounds(room, &room[pile["parent"].as_str().unwrap()]),
        );
        assert!(
            own[0] > outer[0] && own[1] > outer[1] && own[2] < outer[2] && own[3] < outer[3],
            "{pile}"
        );
    }
}

/// The same for a saved object of Tabletop Simulator, whose pictures all exist and are all used.
fn is_saved_well(kit: &Kit, written: &BTreeMap<String, Vec<u8>>) {
    let text = std::str::from_utf8(&written[&format!("tts/{}.json", kit.id)]).unwrap();
    let saved: Value = serde_json::from_str(text).unwrap();
    let objects = saved["ObjectStates"].as_array().unwrap();
    objects.iter().for_each(sound_by_its_types);
    let mut pictures = BTreeSet::new();
    let mut open = vec![&saved];
    while let Some(value) = open.pop() {
        open.extend(
            value
                .as_array()
                .into_iter()
                .flatten()
                .chain(value.as_object().into_iter().flat_map(|all| all.values())),
        );
        let addresses = ["FaceURL", "BackURL", "ImageURL", "ImageSecondaryURL"]
            .iter()
            .filter_map(|key| value.get(key));
        pictures.extend(addresses.map(|file| format!("tts/{}", file.as_str().unwrap())));
    }
    pictures.insert(format!("tts/{}.json", kit.id));
    let there: BTreeSet<String> = written
        .keys()
        .filter(|name| name.starts_with("tts/"))
        .cloned()
        .collect();
    assert_eq!(pictures, there, "{}", kit.id);
    let decks = std::iter::once(kit)
        .chain(kit.uses.as_deref())
        .flat_map(|kit| &kit.decks);
    let mut seen = Vec::new();
    for (object, deck) in objects[usize::from(kit.mat.is_some())..].iter().zip(decks) {
        let number = |object: &Value, key: &str| object["Transform"][key].as_f64().unwrap();
        let bag = object["Name"] == "Bag";
        let own = if bag {
            &object["ContainedObjects"][0]
        } else {
            object
        };
        // A card of scale 1 is 88.9 mm high; the edge of a die, and the base of a figurine, 29.2 mm.
        let mm = match own["Name"].as_str().unwrap() {
            "Custom_Dice" => number(own, "scaleX") * 29.2 - (deck.size.w + deck.recess).mm(),
            "Figurine_Custom" => number(own, "scaleX") * 29.2 - deck.size.w.mm(),
            _ => number(own, "scaleX") * 88.9 - deck.size.h.mm(),
        };
        assert!(mm.abs() < 0.01, "{} {}: {mm}", kit.id, deck.name);
        let size = if bag {
            (3.0, 3.0)
        } else {
            (deck.size.w.mm() / 29.2, deck.size.h.mm() / 29.2)
        };
        let (x, z) = (number(object, "posX"), number(object, "posZ"));
        seen.push([
            x - size.0 / 2.0,
            z - size.1 / 2.0,
            x + size.0 / 2.0,
            z + size.1 / 2.0,
        ]);
        let down = number(object, "rotZ") == 180.0;
        let here = format!("{} of {}", deck.name, kit.id);
        let up = FACE_UP
            .iter()
            .any(|(_, names)| names.contains(&&*deck.name) || names.contains(&&*here));
        assert!(bag || own["Name"] == "Custom_Dice" || down != up, "{here}");
    }
    lie_apart(&seen, [-13.5, -20.0, 13.5, 20.0], &kit.id);
}

/// Every table of a kit, exported once.
fn tables_begin_well(kit: &Kit, source: &str) {
    let out = tempfile::tempdir().unwrap();
    export(
        &[source, "--to", "vtt,tts,vassal", "--dpi", "36"],
        out.path(),
    );
    let mut written = files(&out.path().join(&kit.id));
    is_saved_well(kit, &written);
    let (room, assets) = opened(written.remove(&format!("vtt/{}.vtt", kit.id)).unwrap());
    begins_well(kit, &room);
    let text = Value::Object(room).to_string();
    assert!(
        assets.keys().all(|name| text.contains(name.as_str())),
        "{}",
        kit.id
    );
    sound_module(
        kit,
        written.remove(&format!("vassal/{}.vmod", kit.id)).unwrap(),
    );
}

#[test]
fn every_table_of_every_kit_begins_as_it_should() {
    for id in Files::shipped_ids() {
        tables_begin_well(&Kit::find(id).unwrap(), id);
    }
}

#[test]
fn every_table_of_every_starter_begins_as_it_should() {
    for entry in std::fs::read_dir("starters").unwrap().map(Result::unwrap) {
        let kit = Kit::open(Files::Folder(entry.path())).unwrap();
        tables_begin_well(&kit, entry.path().to_str().unwrap());
    }
}

/// The routine that the editor gives a deck. It finds the cards by the deck in the holder.
#[test]
fn every_pile_is_recalled_and_shuffled_and_a_supply_turned_face_down() {
    let room = room("deep-dark-dungeon", &[]);
    let ends = |button: &Value, end: &str| button["id"].as_str().unwrap().ends_with(end);
    let (recalls, others): (Vec<&Value>, Vec<&Value>) = of(&room, "button")
        .into_iter()
        .partition(|button| ends(button, ".recall"));
    assert!(others.iter().all(|button| ends(button, ".shuffle")) && others.len() == recalls.len());
    let holders: Vec<&str> = recalls
        .into_iter()
        .map(|button| {
            let steps = button["clickRoutine"].as_array().unwrap();
            let done: Vec<&str> = steps
                .iter()
                .map(|step| step["func"].as_str().unwrap())
                .collect();
            let holder = steps[0]["holder"].as_str().unwrap();
            // Explorers have two different sides, and there are few tokens.
            let supply = ["encounters.holder", "tiles.holder"].contains(&holder);
            assert_eq!(
                done,
                if supply {
                    vec!["RECALL", "FLIP", "SHUFFLE"]
                } else {
                    vec!["RECALL", "SHUFFLE"]
                }
            );
            assert!(steps.iter().all(|step| step["holder"] == holder));
            let inside: Vec<&Value> = room
                .values()
                .filter(|widget| widget["parent"] == holder)
                .collect();
            assert_eq!(
                inside
                    .iter()
                    .map(|widget| widget["type"].as_str().unwrap())
                    .collect::<Vec<_>>(),
                ["deck", "pile"]
            );
            assert_eq!(room[holder]["dropTarget"]["deck"], inside[0]["id"]);
            holder
        })
        .collect();
    let piles = of(&room, "pile").len();
    assert!(holders.len() == piles && piles > 2, "{holders:?}");
    let face = |card: &str| room[card]["activeFace"].as_u64();
    assert_eq!(
        (
            face("tiles-T01.1"),
            face("explorers-X1.1"),
            face("tokens-P1.1")
        ),
        (Some(0), Some(1), Some(1))
    );
    // The first card is on top, with the highest z.
    assert_eq!(
        (&room["tiles-T01.1"]["z"], &room["tiles-T41.1"]["z"]),
        (&41.into(), &1.into())
    );
}

#[test]
fn piles_lie_face_down_whatever_else_is_exported() {
    let vtt = |formats: &str| {
        let out = tempfile::tempdir().unwrap();
        export(
            &["dungeon-in-a-tin", "--to", formats, "--dpi", "36"],
            out.path(),
        );
        files(&out.path().join("dungeon-in-a-tin"))["vtt/dungeon-in-a-tin.vtt"].clone()
    };
    let alone = vtt("vtt");
    assert_eq!(opened(alone.clone()).0["tokens-P1.1"]["activeFace"], 0);
    assert!(
        alone == vtt("vtt,png"),
        "pictures of single faces change the table"
    );
}

#[test]
fn a_virtual_table_has_the_pieces_that_a_game_is_played_with() {
    let out = tempfile::tempdir().unwrap();
    export(
        &["dungeon-crawl", "--to", "vtt,tts,png", "--dpi", "36"],
        out.path(),
    );
    let written = files(&out.path().join("dungeon-crawl"));
    let (both, _) = opened(written["vtt/dungeon-crawl.vtt"].clone());
    assert!(
        ["aids.deck", "tiles.deck", "coins.deck"]
            .into_iter()
            .all(|deck| both.contains_key(deck))
    );
    assert!(
        both["_meta"]["info"]["attribution"]
            .as_str()
            .unwrap()
            .contains("\nPiecepack, by James Kyle. ")
    );
    let saved: Value = serde_json::from_slice(&written["tts/dungeon-crawl.json"]).unwrap();
    let names: Vec<_> = saved["ObjectStates"]
        .as_array()
        .unwrap()
        .iter()
        .map(|object| object["Nickname"].as_str().unwrap())
        .collect();
    assert!(
        names.contains(&"Player aid") && names.contains(&"Coins"),
        "{names:?}"
    );
    // Printing is unaffected, and so is a deck that is named explicitly.
    assert!(
        written
            .keys()
            .filter(|name| name.starts_with("png/"))
            .all(|name| name.starts_with("png/aids-"))
    );
    assert_eq!(
        of(&room("dungeon-crawl", &["--deck", "aids"]), "deck").len(),
        1
    );
}

/// Splits a sequence as VASSAL's `SequenceEncoder.Decoder` does.
fn parts(text: &str, delimiter: char) -> Vec<String> {
    let (mut parts, mut part) = (Vec::new(), String::new());
    for letter in text.chars() {
        match letter == delimiter {
            true if part.ends_with('\\') => {
                part.pop();
                part.push(letter);
            }
            true => parts.push(std::mem::take(&mut part)),
            false => part.push(letter),
        }
    }
    parts.push(part);
    parts
}

/// The traits of a piece in a module and their states, the outermost first and the piece itself last.
fn traits(definition: &str) -> Vec<(Vec<String>, String)> {
    let parts_of = parts(definition.strip_prefix("+/").expect("a piece"), '/');
    let [id, kind, state] = parts_of.as_slice() else {
        panic!("{definition}")
    };
    assert_eq!(id, "null");
    let nested = |text: &str| {
        let (mut all, mut rest) = (Vec::new(), text.to_owned());
        while let [outer, inner] = parts(&rest, '\t').as_slice() {
            all.push(outer.clone());
            rest = inner.clone();
        }
        all.push(rest);
        all
    };
    let (kinds, states) = (nested(kind), nested(state));
    assert_eq!(kinds.len(), states.len(), "{definition}");
    kinds
        .into_iter()
        .map(|kind| parts(&kind, ';'))
        .zip(states)
        .collect()
}

/// The components and pictures of a module.
fn module(bytes: Vec<u8>) -> (String, BTreeSet<String>) {
    let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).unwrap();
    let mut tree = String::new();
    archive
        .by_name("buildFile.xml")
        .unwrap()
        .read_to_string(&mut tree)
        .unwrap();
    let mut about = String::new();
    archive
        .by_name("moduledata")
        .unwrap()
        .read_to_string(&mut about)
        .unwrap();
    assert!(
        roxmltree::Document::parse(&about)
            .unwrap()
            .root_element()
            .has_tag_name("data")
    );
    let pictures = archive
        .file_names()
        .filter_map(|name| name.unwrap().strip_prefix("images/").map(str::to_owned))
        .collect();
    (tree, pictures)
}

/// Checks a module against its kit: every piece is once in its pile, face down if its deck is hidden; dice have all their faces; every
/// player has a hand; all pictures exist and are used. VASSAL itself has opened modules of all shipped kits; this must not change.
fn sound_module(kit: &Kit, bytes: Vec<u8>) {
    let (tree, pictures) = module(bytes);
    let tree = roxmltree::Document::parse(&tree).unwrap();
    let called = |class: &str| {
        let class = class.to_owned();
        tree.descendants()
            .filter(move |node| node.tag_name().name().rsplit('.').next() == Some(class.as_str()))
    };
    let mut used: BTreeSet<String> = called("Board")
        .filter_map(|board| board.attribute("image"))
        .map(str::to_owned)
        .collect();
    // VASSAL reads only whole numbers, and drops components with others.
    for (node, measure) in tree
        .descendants()
        .flat_map(|node| ["x", "y", "width", "height", "edgeHeight"].map(|name| (node, name)))
    {
        assert!(
            node.attribute(measure)
                .is_none_or(|dots| dots.parse::<i32>().is_ok()),
            "{node:?}"
        );
    }
    let mut numbers = BTreeSet::new();
    let mut piles = BTreeSet::new();
    let kits = || std::iter::once(kit).chain(kit.uses.as_deref());
    let decks = || {
        kits()
            .flat_map(|kit| &kit.decks)
            .filter(|deck| deck.make != Make::Stickers)
    };
    // The places of the kit's own rules follow, and are empty.
    assert!(called("DrawPile").count() >= decks().count());
    assert!(
        called("DrawPile")
            .skip(decks().count())
            .all(|pile| pile.first_element_child().is_none())
    );
    for (deck, pile) in decks().zip(called("DrawPile")) {
        let name = pile.attribute("name").unwrap();
        assert!(
            piles.insert(name.to_owned())
                && pile.attribute("shuffle") == Some("Via right-click Menu")
        );
        let cards: Vec<_> = pile.children().filter(|node| node.is_element()).collect();
        assert_eq!(cards.len(), deck.pieces().len(), "{name}");
        for (card, piece) in cards.iter().zip(deck.pieces()) {
            assert!(numbers.insert(card.attribute("gpid").unwrap().to_owned()));
            let traits = traits(card.text().unwrap());
            let (itself, _) = traits.last().unwrap();
            assert!(
                itself[0] == "piece" && itself[3].ends_with(&format!("-{}.png", piece.code)),
                "{itself:?}"
            );
            used.insert(itself[3].clone());
            let found = |kind: &str| traits.iter().find(|(parts, _)| parts[0] == kind);
            let (home, _) = found("return").unwrap();
            assert_eq!((home[7].as_str(), home[8].as_str()), ("false", name));
            let hex = matches!(
                deck.shape,
                paperkeep::kit::Shape::FlatHex | paperkeep::kit::Shape::PointyHex
            );
            assert_eq!(found("rotate").unwrap().0[1], if hex { "6" } else { "4" });
            // A hidden piece has its back as a mask; a piece that everybody sees from both sides has two layers.
            let hidden = found("obs").map(|(parts, _)| parts[2].clone());
            assert_eq!(
                pile.attribute("faceDown"),
                Some(if hidden.is_some() { "Always" } else { "Never" }),
                "{name}"
            );
            used.extend(hidden);
            if let Some((layers, shown)) = found("emb2") {
                let sides = parts(&layers[16], ',');
                assert!(
                    sides[0] == itself[3] && sides.len() == 2 && shown == "1",
                    "{layers:?}"
                );
                used.extend(sides);
            }
        }
        for (kind, does) in [("MassKeyCommand", "Recall"), ("DoActionButton", "Shuffle")] {
            let there = called(kind)
                .any(|button| button.attribute("name") == Some(&*format!("{does} {name}")));
            assert_eq!(there, cards.len() > 1, "{does} {name}");
        }
        let [w, h] =
            ["width", "height"].map(|side| pile.attribute(side).unwrap().parse::<f64>().unwrap());
        let aspect = (w / deck.size.w.mm(), h / deck.size.h.mm());
        assert!(
            (aspect.0 - aspect.1).abs() * deck.size.h.mm().max(deck.size.w.mm()) < 2.0,
            "{name}: {w} x {h}"
        );
    }
    let number =
        |node: roxmltree::Node, name| node.attribute(name).unwrap().parse::<f64>().unwrap();
    let around = |node: roxmltree::Node, size: roxmltree::Node| {
        let ((x, y), (w, h)) = (
            (number(node, "x"), number(node, "y")),
            (number(size, "width"), number(size, "height")),
        );
        [x - w / 2.0, y - h / 2.0, x + w / 2.0, y + h / 2.0]
    };
    let mut seen: Vec<[f64; 4]> = called("DrawPile").map(|pile| around(pile, pile)).collect();
    let mut rolled = 0;
    for stack in called("SetupStack") {
        let slot = stack.first_element_child().unwrap();
        seen.push(around(stack, slot));
        assert!(numbers.insert(slot.attribute("gpid").unwrap().to_owned()));
        let traits = traits(slot.text().unwrap());
        if let Some((layers, shown)) = traits.iter().find(|(parts, _)| parts[0] == "emb2") {
            let sides = parts(&layers[16], ',');
            assert!(
                layers[20] == "68,130"
                    && !sides[shown.parse::<usize>().unwrap() - 1].ends_with(".blank.png")
            );
            used.extend(sides);
            rolled += 1;
        }
    }
    // Texts and counters are points without a size.
    let map = called("Map").next().unwrap();
    lie_apart(
        &seen,
        [0.0, -number(map, "edgeHeight"), f64::MAX, f64::MAX],
        &kit.id,
    );
    let dice = || {
        kits()
            .flat_map(|kit| &kit.decks)
            .filter(|deck| deck.make == Make::Stickers)
    };
    let number = |deck: &Deck| {
        deck.pieces()
            .iter()
            .filter_map(|piece| piece.die)
            .collect::<BTreeSet<_>>()
            .len()
    };
    assert_eq!(rolled, dice().map(number).sum::<usize>());
    assert!(called("SpecialDiceButton").count() >= dice().count());
    for face in called("SpecialDieFace")
        .filter_map(|face| face.attribute("icon"))
        .filter(|icon| !icon.is_empty())
    {
        assert!(pictures.contains(face), "{face}");
    }
    let sides: Vec<_> = called("entry").map(|side| side.text().unwrap()).collect();
    assert_eq!(sides.len(), *kit.players.end() as usize);
    let hands: Vec<_> = called("PlayerHand")
        .map(|hand| hand.attribute("side").unwrap())
        .collect();
    let hiding = called("DrawPile").any(|pile| pile.attribute("faceDown") == Some("Always"));
    assert_eq!(hands, if hiding { sides } else { Vec::new() });
    assert!(
        used.is_subset(&pictures),
        "{:?}",
        used.difference(&pictures)
    );
    // The only pictures that are not used are blank sides that no die has.
    assert!(
        pictures
            .difference(&used)
            .all(|name| name.ends_with(".blank.png")),
        "{:?}",
        pictures.difference(&used)
    );
}

#[test]
fn a_vassal_module_has_every_piece_and_die() {
    let (source, out) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let kit = kit(source.path());
    export(
        &[
            source.path().to_str().unwrap(),
            "--to",
            "vassal",
            "--dpi",
            "36",
        ],
        out.path(),
    );
    sound_module(
        &kit,
        std::fs::read(out.path().join("sides/vassal/sides.vmod")).unwrap(),
    );
}

/// What buttons do. Buttons that press keys are listed by their text; buttons that send a key to pieces, by the key that presses them or
/// by their text.
fn pressed(tree: &roxmltree::Document) -> BTreeMap<String, Vec<String>> {
    let named = |key: &str| key.splitn(3, ',').nth(2).unwrap_or(key).to_owned();
    let own = |node: roxmltree::Node| match node.tag_name().name().rsplit('.').next().unwrap() {
        "DoActionButton" => {
            let keys = parts(node.attribute("hotkeys").unwrap(), ',');
            Some((
                node.attribute("text").unwrap().to_owned(),
                keys.iter().map(|key| named(key)).collect(),
            ))
        }
        "MassKeyCommand" => {
            let by = named(node.attribute("buttonHotkey").unwrap());
            let by = if by.is_empty() {
                node.attribute("buttonText").unwrap().to_owned()
            } else {
                by
            };
            let sent = ["hotkey", "filter", "deckCount"].map(|key| node.attribute(key).unwrap());
            Some((
                by,
                vec![named(sent[0]), sent[1].to_owned(), sent[2].to_owned()],
            ))
        }
        _ => None,
    };
    tree.descendants().filter_map(own).collect()
}

/// A game begins as the rules say, and cards are dealt to hands.
#[test]
fn a_vassal_module_sets_up_and_deals() {
    let out = tempfile::tempdir().unwrap();
    export(
        &["starters/crazy-eights", "--to", "vassal", "--dpi", "36"],
        out.path(),
    );
    let (tree, _) =
        module(std::fs::read(out.path().join("crazy-eights/vassal/crazy-eights.vmod")).unwrap());
    let tree = roxmltree::Document::parse(&tree).unwrap();
    let done = pressed(&tree);
    let in_pile = r#"{PieceOf=="cards" && DeckName=="Cards"}"#;
    let elsewhere = r#"{PieceOf=="cards" && DeckName!="Cards"}"#;
    assert_eq!(
        done["Set up"],
        [
            "recall cards",
            "shuffle cards",
            "set up 1",
            "set up counters"
        ]
    );
    assert_eq!(done["recall cards"], ["82,130", elsewhere, "-1"]);
    assert_eq!(done["set up 1"], ["to place 1", in_pile, "1"]);
    assert_eq!(done["Deal me 5"], ["deal", in_pile, "5"]);
    let first = tree
        .descendants()
        .find(|node| node.tag_name().name().ends_with("StartupGlobalKeyCommand"))
        .unwrap();
    assert_eq!(first.attribute("globalHotkey"), Some("57348,0,set up"));
    let card = tree
        .descendants()
        .find(|node| node.tag_name().name().ends_with("CardSlot"))
        .unwrap();
    let traits = traits(card.text().unwrap());
    assert!(traits.iter().any(|(parts, _)| parts[0] == "return"
        && parts[2] == "57348,0,to place 1"
        && parts[8] == "discard"));
    let dealt = traits
        .iter()
        .find(|(parts, _)| parts[0] == "sendto")
        .unwrap();
    assert_eq!(
        (dealt.0[2].as_str(), dealt.0[3].as_str()),
        ("57348,0,deal", "Hand of $playerSide$")
    );
}

/// Tiles snap to the squares or hexes of their map, which is below everything; other pieces lie anywhere.
#[test]
fn a_vassal_module_has_the_grid_of_a_map_and_the_zones_of_a_mat() {
    let out = tempfile::tempdir().unwrap();
    let tree = |source: &str, id: &str| {
        export(&[source, "--to", "vassal", "--dpi", "36"], out.path());
        module(std::fs::read(out.path().join(format!("{id}/vassal/{id}.vmod"))).unwrap()).0
    };
    // Outlines, and the kind and attributes of the grid within.
    type Zones = Vec<(String, Option<(String, BTreeMap<String, String>)>)>;
    let zone = |tree: &str, name: &str| -> Zones {
        let tree = roxmltree::Document::parse(tree).unwrap();
        let zones = tree
            .descendants()
            .filter(|node| node.tag_name().name().ends_with(".Zone"));
        let grid = |node: roxmltree::Node| {
            let all = node
                .attributes()
                .map(|own| (own.name().to_owned(), own.value().to_owned()));
            (
                node.tag_name()
                    .name()
                    .rsplit('.')
                    .next()
                    .unwrap()
                    .to_owned(),
                all.collect(),
            )
        };
        zones
            .filter(|node| node.attribute("name") == Some(name))
            .map(|node| {
                (
                    node.attribute("path").unwrap().to_owned(),
                    node.first_element_child().map(grid),
                )
            })
            .collect()
    };
    let tin = tree("dungeon-in-a-tin", "dungeon-in-a-tin");
    // A pile of 51 x 51 dots around 82, 159, with 12 dots around it.
    assert_eq!(
        zone(&tin, "Dungeon tiles")[0].0,
        "45,122;120,122;120,197;45,197"
    );
    let laid = &zone(&tin, "Table")[0];
    assert_eq!(laid.0, "303,28;814,28;814,539;303,539");
    let (kind, grid) = laid.1.as_ref().unwrap();
    assert_eq!(
        (kind.as_str(), grid["x0"].as_str(), grid["y0"].as_str()),
        ("SquareGrid", "329", "54")
    );
    assert!(
        (grid["dx"].parse::<f64>().unwrap() - 36.0 * 36.0 / 25.4).abs() < 0.001
            && grid["visible"] == "false"
    );
    let on_map = |tree: &str| -> BTreeMap<String, BTreeSet<String>> {
        let tree = roxmltree::Document::parse(tree).unwrap();
        let slots = tree
            .descendants()
            .filter(|node| node.tag_name().name().ends_with("Slot"));
        let mut all = BTreeMap::<String, BTreeSet<String>>::new();
        for traits in slots.map(|slot| traits(slot.text().unwrap())) {
            let of = traits
                .iter()
                .find(|(parts, _)| parts[0] == "mark")
                .map_or("dice", |(_, of)| of.as_str());
            let lies = traits
                .iter()
                .filter(|(parts, _)| parts[0] == "immob" && parts[2] != "V");
            all.entry(of.to_owned())
                .or_default()
                .extend(lies.map(|(parts, _)| parts[1..4].join(";")));
        }
        all
    };
    let lies = on_map(&tin);
    assert_eq!(
        (
            lies["tiles"].first().unwrap().as_str(),
            lies["tokens"].first().unwrap().as_str()
        ),
        (";N;R", "g;N;L")
    );
    assert!(lies.values().all(|ways| ways.len() == 1));
    assert!(
        on_map(&tree("piecepack", "piecepack"))
            .values()
            .all(BTreeSet::is_empty)
    );

    let hexes = tree("tests/kits/played/hexes", "hexes");
    let (kind, grid) = zone(&hexes, "land")[0].1.clone().unwrap();
    assert_eq!(
        (
            kind.as_str(),
            grid["sideways"].as_str(),
            grid["visible"].as_str()
        ),
        ("HexGrid", "false", "true")
    );
    let [dx, dy] = ["dx", "dy"].map(|key| grid[key].parse::<f64>().unwrap());
    assert!((dx / dy - 0.75 * 46.188 / 40.0).abs() < 0.03, "{dx} {dy}");
}

/// Open places and counters of a kit's own rules are on the map.
#[test]
fn a_vassal_module_has_the_places_and_counters_of_a_kits_rules() {
    let out = tempfile::tempdir().unwrap();
    export(
        &[
            "tests/kits/translated/lanterns",
            "--to",
            "vassal",
            "--dpi",
            "36",
        ],
        out.path(),
    );
    let (tree, _) =
        module(std::fs::read(out.path().join("lanterns/vassal/lanterns.vmod")).unwrap());
    let tree = roxmltree::Document::parse(&tree).unwrap();
    let piles: Vec<_> = tree
        .descendants()
        .filter(|node| node.tag_name().name().ends_with(".DrawPile"))
        .collect();
    let said = |name: &'static str| {
        piles
            .iter()
            .map(|pile| pile.attribute(name).unwrap())
            .collect::<Vec<_>>()
    };
    assert_eq!(
        (said("name"), said("reshuffleTarget")),
        (vec!["Cards", "ashes"], vec!["", "Cards"])
    );
    let mut counters = BTreeMap::new();
    for stack in tree
        .descendants()
        .filter(|node| node.tag_name().name().ends_with(".SetupStack"))
    {
        let traits = traits(stack.first_element_child().unwrap().text().unwrap());
        if let Some((parts, start)) = traits.iter().find(|(parts, _)| parts[0] == "PROP") {
            let steps: Vec<_> = self::parts(&parts[3], ',')
                .iter()
                .map(|step| self::parts(step, ':')[2].clone())
                .collect();
            assert_eq!(steps, ["I,1", "I,-1", "R,To", "P,0"]);
            counters.insert(stack.attribute("name").unwrap(), start.clone());
        }
    }
    let zero = |name| (name, "0".to_owned());
    let wanted = ["burnt 1", "burnt 2", "burnt 3", "burnt 4", "gusts of wind"];
    assert_eq!(counters, wanted.map(zero).into());
}

/// The rows of a table, by the names of its columns.
fn rows(bytes: &[u8]) -> Vec<BTreeMap<String, String>> {
    let mut table = csv::Reader::from_reader(bytes);
    let heads = table.headers().unwrap().clone();
    let row = |row: csv::StringRecord| {
        heads
            .iter()
            .zip(&row)
            .map(|(a, b)| (a.to_owned(), b.to_owned()))
            .collect()
    };
    table.records().map(|found| row(found.unwrap())).collect()
}

#[test]
fn sheets_and_pages_match_their_tables() {
    let (source, out) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let kit = kit(source.path());
    let source = source.path().to_str().unwrap();
    export(&[source, "--to", "sheets,pages", "--dpi", "60"], out.path());
    let sheets = files(&out.path().join("sides/sheets"));
    let table = rows(&sheets["sheets.csv"]);
    let mut named = BTreeSet::from(["sheets.csv".to_owned()]);
    let codes = |rows: &[BTreeMap<String, String>], deck: &Deck| -> Vec<String> {
        rows.iter()
            .filter(|row| row["deck"] == deck.name)
            .map(|row| row["code"].clone())
            .collect()
    };
    for deck in &kit.decks {
        assert_eq!(
            codes(&table, deck).into_iter().collect::<BTreeSet<_>>(),
            self::codes(deck),
            "{}",
            deck.name
        );
    }
    for row in &table {
        let number = |name: &str| row[name].parse::<u32>().unwrap();
        let (sheet, deck) = (
            picture(&sheets[&row["sheet"]]),
            kit.deck(&row["deck"]).unwrap(),
        );
        let (w, h) = (
            sheet.width() / number("columns"),
            sheet.height() / number("rows"),
        );
        assert_eq!(
            (w * number("columns"), h * number("rows")),
            sheet.dimensions()
        );
        let aspect = f64::from(w) / f64::from(h) * deck.size.h.mm() / deck.size.w.mm();
        assert!((0.9..1.1).contains(&aspect), "{row:?}: {w} x {h}");
        // Its position is on the sheet, and there is a face.
        let (x, y) = (
            (number("place") - 1) % number("columns"),
            (number("place") - 1) / number("columns"),
        );
        assert!(
            y < number("rows") && sheet.get_pixel(x * w + w / 2, y * h + h / 2)[3] == 255,
            "{row:?}"
        );
        named.extend([row["sheet"].clone(), row["back_sheet"].clone()]);
    }
    named.remove("");
    assert_eq!(named, sheets.keys().cloned().collect());

    let pages = files(&out.path().join("sides/pages"));
    let table = rows(&pages["pages.csv"]);
    for deck in &kit.decks {
        let file = &pages[&format!("{}.pdf", deck.name)];
        let own: Vec<_> = table
            .iter()
            .filter(|row| row["deck"] == deck.name)
            .collect();
        assert_eq!(
            Document::load_mem(file).unwrap().get_pages().len(),
            own.len()
        );
        let fronts: Vec<_> = own
            .iter()
            .filter(|row| row["side"] == "front")
            .map(|row| row["code"].as_str())
            .collect();
        assert_eq!(
            fronts,
            deck.pieces()
                .iter()
                .map(|piece| &*piece.code)
                .collect::<Vec<_>>()
        );
        assert!(
            own.iter()
                .enumerate()
                .all(|(at, row)| row["page"] == (at + 1).to_string())
        );
    }
}

#[test]
fn the_mat_is_a_picture_at_true_scale_and_lies_on_every_table() {
    let out = tempfile::tempdir().unwrap();
    export(
        &[
            "dungeon-in-a-tin",
            "--to",
            "mat,tts,vtt,vassal",
            "--dpi",
            "36",
        ],
        out.path(),
    );
    let written = files(&out.path().join("dungeon-in-a-tin"));
    assert_eq!(
        picture(&written["mat/mat.png"]).dimensions(),
        (dots(600.0, 36.0), dots(400.0, 36.0))
    );
    let svg = std::str::from_utf8(&written["mat/mat.svg"]).unwrap();
    assert!(svg.contains("width=\"600mm\"") && svg.contains("viewBox=\"0 0 600 400\""));
    assert_eq!(
        Document::load_mem(&written["mat/mat.pdf"])
            .unwrap()
            .get_pages()
            .len(),
        1
    );

    // The pile of tiles lies with its middle 58 mm from the left and 112 from the top.
    let saved: Value = serde_json::from_slice(&written["tts/dungeon-in-a-tin.json"]).unwrap();
    let objects = saved["ObjectStates"].as_array().unwrap();
    objects.iter().for_each(sound_by_its_types);
    let place =
        |object: &Value| ["posX", "posZ"].map(|axis| object["Transform"][axis].as_f64().unwrap());
    assert!(objects[0]["Locked"] == true && place(&objects[0]) == [0.0, 0.0]);
    let tiles = objects
        .iter()
        .find(|object| object["Nickname"] == "Dungeon tiles")
        .unwrap();
    let [x, z] = place(tiles);
    assert!(
        (x - (58.0 - 300.0) / 29.2).abs() < 0.001 && (z - (200.0 - 112.0) / 29.2).abs() < 0.001,
        "{x} {z}"
    );

    let (room, assets) = opened(written["vtt/dungeon-in-a-tin.vtt"].clone());
    let (mat, pile) = (
        bounds(&room, &room["mat"]),
        bounds(&room, &room["tiles.pile"]),
    );
    assert!(
        assets.contains_key(room["mat"]["image"].as_str().unwrap())
            && room["mat"]["movable"] == false
    );
    let scale = (mat[2] - mat[0]) / 600.0;
    let middle = |low: usize| (pile[low] + pile[low + 2]) / 2.0 - mat[low];
    assert!(
        (middle(0) / scale - 58.0).abs() < 1.0 && (middle(1) / scale - 112.0).abs() < 1.0,
        "{mat:?} {pile:?}"
    );

    let (tree, pictures) = module(written["vassal/dungeon-in-a-tin.vmod"].clone());
    assert!(pictures.contains("table.mat.png") && tree.contains("image=\"table.mat.png\""));
    let none = refused(&["piecepack", "--to", "mat"], 1);
    assert!(
        none.contains("piecepack has no mat: `mat` in kit.toml"),
        "{none}"
    );
}

#[test]
fn exports_are_the_same_bytes_every_time() {
    let source = tempfile::tempdir().unwrap();
    kit(source.path());
    let [one, other] = [(); 2].map(|()| {
        let out = tempfile::tempdir().unwrap();
        export(
            &[
                source.path().to_str().unwrap(),
                "--to",
                "png,svg,pdf,pages,bundle,sheets,tts,vtt,vassal",
                "--dpi",
                "40",
            ],
            out.path(),
        );
        files(out.path())
    });
    assert!(one.len() > 100 && one == other);
}

#[test]
fn what_cannot_be_exported_is_refused_with_a_remedy() {
    let listed = Command::cargo_bin("paperkeep")
        .unwrap()
        .args(["export", "--profiles"])
        .output()
        .unwrap();
    assert!(
        String::from_utf8(listed.stdout)
            .unwrap()
            .contains("poker card, 63.5 x 88.9 mm, 825 x 1125 dots at 300 dpi\n")
    );
    let tiles = refused(
        &[
            "dungeon-in-a-tin",
            "--to",
            "png",
            "--deck",
            "tiles",
            "--profile",
            "poker",
        ],
        1,
    );
    assert!(
        tiles.contains("`tiles`, 36 x 36 mm, are not of the shape of a poker card, 63.5 x 88.9 mm"),
        "{tiles}"
    );
    assert!(
        tiles.contains("small-square-tile") && !tiles.contains("tarot"),
        "{tiles}"
    );
    let deck = refused(&["piecepack", "--to", "png", "--deck", "tile"], 1);
    assert!(
        deck.contains("no deck `tile`") && deck.contains("did you mean `tiles`?"),
        "{deck}"
    );
    assert!(
        refused(&["piecepack", "--to", "png", "--profile", "pokre"], 2)
            .contains("did you mean poker?")
    );
    assert!(
        refused(&["piecepack", "--to", "tts", "--profile", "poker"], 2)
            .contains("not for --to tts")
    );
    assert!(
        refused(
            &[
                "piecepack",
                "--to",
                "png",
                "--base-url",
                "https://example.org"
            ],
            2
        )
        .contains("for --to tts")
    );
    assert!(
        refused(
            &["piecepack", "--to", "tts", "--base-url", "example.org"],
            2
        )
        .contains("use --base-url https://example.org")
    );
}
