//! Kits of pictures.

use super::*;

#[test]
fn every_picture_is_a_card_and_backs_are_their_other_sides() {
    let folder = tempfile::tempdir().unwrap();
    let svg = r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63 88"><rect width="63" height="88" fill="#abc"/></svg>"##;
    for name in [
        "owl.svg",
        "owl-back.svg",
        "Élan (x).SVG",
        "back.svg",
        "notes.txt",
    ] {
        std::fs::write(folder.path().join(name), svg).unwrap();
    }
    let cards = Cards {
        bleed: Some(Um(3_000)),
        ..Cards::default()
    };
    let kit = kit(folder.path(), &cards).unwrap_or_else(|problems| panic!("{problems}"));
    let rows = &kit.decks[0].rows;
    let told = |field: &str| {
        rows.iter()
            .map(|row| row.text(field).unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(told("name"), ["owl", "Élan (x)"]);
    assert_eq!(told("back"), ["owl-back.svg", "back.svg"]);
    assert!(
        rows[1].code() == "elan-x" && kit.decks[0].gutter == Um(6_000),
        "{}",
        rows[1].code()
    );
    assert!(kit.warnings.is_empty(), "{:?}", kit.warnings);
    for (name, content) in [("bat-back.png", "x"), ("elf.gif", "x")] {
        std::fs::write(folder.path().join(name), content).unwrap();
    }
    let kit = super::kit(folder.path(), &cards).unwrap_or_else(|problems| panic!("{problems}"));
    let told: Vec<String> = kit
        .warnings
        .iter()
        .map(|problem| format!("{} {}", problem.place.file, problem.message))
        .collect();
    assert!(
        told.len() == 2
            && told[0].contains("elf.gif this picture is left out, since GIF files do not print"),
        "{told:?}"
    );
    assert!(
        told[1].contains("bat-back.png this is printed as a card of its own"),
        "{told:?}"
    );
    let empty = tempfile::tempdir().unwrap();
    assert!(
        super::kit(empty.path(), &cards)
            .unwrap_err()
            .to_string()
            .contains("there are no pictures here")
    );
}

/// A picture that lies across its card is turned, with its back, and nothing of it is cut off.
#[test]
fn a_landscape_is_turned_to_lie_as_its_card() {
    let folder = tempfile::tempdir().unwrap();
    let svg = |[w, h]: [u32; 2]| {
        format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {w} {h}"><rect width="{w}" height="{h}"/></svg>"#
        )
    };
    for (name, shape) in [
        ("back", [63, 88]),
        ("elk", [88, 63]),
        ("owl", [63, 88]),
        ("owl-back", [88, 63]),
    ] {
        std::fs::write(folder.path().join(format!("{name}.svg")), svg(shape)).unwrap();
    }
    image::RgbImage::new(60, 40)
        .save(folder.path().join("yak.png"))
        .unwrap();
    image::RgbImage::new(42, 40)
        .save(folder.path().join("square.png"))
        .unwrap();
    let turned = |size: Option<Size>| {
        let cards = Cards {
            size,
            ..Cards::default()
        };
        let kit = kit(folder.path(), &cards).unwrap_or_else(|problems| panic!("{problems}"));
        let told = |row: &Row| {
            ["picture_cell", "back_cell"]
                .map(|field| row.text(field).unwrap_or_default().to_owned())
        };
        let rows = kit.decks[0].rows.iter();
        rows.map(|row| format!("{} {}", row.code(), told(row).join("/")))
            .collect::<Vec<_>>()
    };
    assert_eq!(
        turned(None),
        ["elk turned/", "owl /turned", "square /", "yak turned/"]
    );
    let wide = Size::new(Um(88_000), Um(63_000));
    assert_eq!(
        turned(Some(wide)),
        [
            "elk /turned",
            "owl turned/",
            "square /turned",
            "yak /turned"
        ]
    );
}

/// A PDF with this many pages of 69 x 94 mm, red except for 3 mm of bleed.
fn pdf(pages: usize) -> Vec<u8> {
    use lopdf::{Document, Object, Stream, dictionary};
    let mut document = Document::with_version("1.7");
    let points = |mm: [i64; 4]| mm.map(|mm| Object::Real(mm as f32 * 72.0 / 25.4)).to_vec();
    let tree = document.new_object_id();
    let kids: Vec<Object> = (0..pages)
        .map(|_| {
            let red = document.add_object(Stream::new(
                dictionary! {},
                b"1 0 0 rg 8.5 8.5 179 250 re f".to_vec(),
            ));
            let page = dictionary! {
                "Type" => "Page", "Parent" => tree, "Contents" => red,
                "MediaBox" => points([0, 0, 69, 94]), "TrimBox" => points([3, 3, 66, 91]),
            };
            document.add_object(page).into()
        })
        .collect();
    document.objects.insert(
        tree,
        dictionary! { "Type" => "Pages", "Count" => pages as i64, "Kids" => kids }.into(),
    );
    let root = document.add_object(dictionary! { "Type" => "Catalog", "Pages" => tree });
    document.trailer.set("Root", root);
    let mut bytes = Vec::new();
    document.save_to(&mut bytes).unwrap();
    bytes
}

#[test]
fn every_page_of_a_pdf_is_a_card_as_large_as_its_trim_box() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("owls.pdf");
    std::fs::write(&file, pdf(4)).unwrap();
    let cards = |backs| {
        super::kit(
            &file,
            &Cards {
                backs,
                ..Cards::default()
            },
        )
        .unwrap_or_else(|found| panic!("{found}"))
    };
    let kit = cards(Backs::Turns);
    let deck = &kit.decks[0];
    assert!(
        deck.size == SIZE && deck.bleed == Um(3_000) && kit.title == "owls",
        "{} {}",
        deck.size,
        deck.bleed
    );
    let backs = |kit: &Kit| {
        kit.decks[0]
            .rows
            .iter()
            .map(|row| row.text("back").unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(backs(&kit), ["owls.pdf#2", "owls.pdf#4"]);
    assert_eq!(backs(&cards(Backs::Last)), ["owls.pdf#4"; 3]);
    let drawn = |side: &str| {
        let problem = Problem::new(SourceSpan::file("front.face"), "too many lines")
            .label(format!("drawn for {side}"));
        at_pictures(problem.into(), &cards(Backs::Turns), &file).to_string()
    };
    assert!(
        drawn("cards 3").ends_with("owls.pdf: page 3: too many lines\n"),
        "{}",
        drawn("cards 3")
    );
    assert!(drawn("the back of cards 3").ends_with("owls.pdf: page 4: too many lines\n"));
    std::fs::write(&file, pdf(3)).unwrap();
    let refused = |backs| {
        super::kit(
            &file,
            &Cards {
                backs,
                ..Cards::default()
            },
        )
        .unwrap_err()
        .to_string()
    };
    assert!(refused(Backs::Turns).contains("one of its 3 pages"));
    std::fs::write(&file, &pdf(1)[..200]).unwrap();
    assert!(refused(Backs::None).contains("not a PDF"));
}

#[test]
fn pages_of_several_sizes_are_several_decks() {
    use lopdf::{Document, Object};
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mixed.pdf");
    let mut document = Document::load_mem(&pdf(3)).unwrap();
    let second = document.page_iter().nth(1).unwrap();
    let turned = document.get_dictionary_mut(second).unwrap();
    turned.set("Rotate", Object::Integer(90));
    document.save(&file).unwrap();
    let kit = super::kit(&file, &Cards::default()).unwrap_or_else(|found| panic!("{found}"));
    let decks: Vec<(String, usize)> = kit
        .decks
        .iter()
        .map(|deck| (deck.size.to_string(), deck.rows.len()))
        .collect();
    assert_eq!(
        decks,
        [("63 x 88".to_owned(), 2), ("88 x 63".to_owned(), 1)]
    );
}
