//! Bookmarks and tags, as read back.

use std::collections::BTreeMap;
use std::sync::Arc;

use lopdf::content::Content;
use lopdf::{Dictionary, Document, Object, ObjectId};

use crate::face::{Drawing, Item};
use crate::kit::{Files, Ink, Kit, Side, Size, Um};
use crate::press::order::Order;
use crate::press::print;
use crate::press::sheet::{Bookmark, Job, Sheet};
use crate::press::write::cutting::{self, Tool};

fn job() -> Job {
    let kit = Kit::open(Files::Folder("tests/kits/good/sides".into())).unwrap();
    print(
        &kit,
        &Order::new(Size::new(Um(210_000), Um(297_000)), "a4", Ink::Color),
    )
    .unwrap()
    .sheets
}

fn document(job: &Job) -> Document {
    Document::load_mem(&super::write(job).unwrap()).unwrap()
}

/// A dictionary referenced by another.
fn follow<'d>(document: &'d Document, from: &Dictionary, key: &[u8]) -> Option<&'d Dictionary> {
    document
        .get_dictionary(from.get(key).ok()?.as_reference().ok()?)
        .ok()
}

fn text(of: &Dictionary, key: &[u8]) -> Option<String> {
    of.get(key)
        .ok()
        .map(|text| lopdf::decode_text_string(text).unwrap())
}

/// The bookmarks from an entry on, checking their links to parents and siblings.
fn bookmarks(document: &Document, parent: &Dictionary) -> Vec<Bookmark> {
    let pages: Vec<ObjectId> = document.page_iter().collect();
    let mut found = Vec::new();
    let mut next = follow(document, parent, b"First");
    while let Some(entry) = next {
        let page = entry.get(b"Dest").unwrap().as_array().unwrap()[0]
            .as_reference()
            .unwrap();
        let page = pages.iter().position(|other| *other == page).unwrap();
        assert!(std::ptr::eq(
            follow(document, entry, b"Parent").unwrap(),
            parent
        ));
        let before = follow(document, entry, b"Prev").map(|entry| text(entry, b"Title").unwrap());
        assert_eq!(
            before,
            found.last().map(|last: &Bookmark| last.title.clone())
        );
        found.push(Bookmark {
            inner: bookmarks(document, entry),
            ..Bookmark::new(text(entry, b"Title").unwrap(), page)
        });
        next = follow(document, entry, b"Next");
    }
    assert_eq!(
        found.len() as i64,
        parent
            .get(b"Count")
            .map_or(0, |count| count.as_i64().unwrap().abs())
    );
    found
}

#[test]
fn every_deck_has_a_bookmark() {
    let job = job();
    let document = document(&job);
    let root = follow(&document, document.catalog().unwrap(), b"Outlines").unwrap();
    let found = bookmarks(&document, root);
    assert_eq!(found, job.bookmarks);
    let mut titles: Vec<&str> = found
        .iter()
        .map(|bookmark| bookmark.title.as_str())
        .collect();
    titles.sort_unstable();
    let mut decks: Vec<&str> = job.catalogue.decks.iter().map(String::as_str).collect();
    decks.sort_unstable();
    assert_eq!(titles, decks);
    for deck in &found {
        // The first sheet with a piece of the deck.
        let of = |code: &str| {
            job.catalogue
                .deck(code)
                .is_some_and(|index| job.catalogue.decks[index] == deck.title)
        };
        assert_eq!(
            job.sheets
                .iter()
                .position(|sheet| sheet.placed.iter().any(|piece| of(&piece.code))),
            Some(deck.page)
        );
        assert!(
            deck.inner.len() != 1
                && deck
                    .inner
                    .iter()
                    .all(|inner| job.sheets[inner.page].title == inner.title)
        );
    }
    // Card decks have a front and a back sheet.
    assert!(found.iter().any(|deck| deck.inner.len() == 2));
}

/// The tag of each marked number on a page. All printed content must be in a tag or be an artifact.
fn marked(document: &Document, page: ObjectId) -> BTreeMap<i64, String> {
    let mut found = BTreeMap::new();
    let mut open: Vec<bool> = Vec::new();
    for operation in Content::decode(&document.get_page_content(page))
        .unwrap()
        .operations
    {
        match operation.operator.as_str() {
            "BDC" | "BMC" => {
                let tag = operation.operands[0].as_name().unwrap();
                let number = operation
                    .operands
                    .get(1)
                    .and_then(|properties| properties.as_dict().ok()?.get(b"MCID").ok());
                open.push(number.is_some() || tag == b"Artifact");
                if let Some(number) = number {
                    let tag = String::from_utf8(tag.to_vec()).unwrap();
                    assert!(found.insert(number.as_i64().unwrap(), tag).is_none());
                }
            }
            "EMC" => assert!(open.pop().is_some()),
            "Do" | "TJ" | "S" | "f" => {
                assert_eq!(
                    open.iter().filter(|told| **told).count(),
                    1,
                    "{operation:?} is tagged once"
                )
            }
            _ => {}
        }
    }
    assert!(open.is_empty());
    found
}

#[test]
fn tags_lead_through_the_decks_in_order() {
    let mut job = job();
    // Some faces have no words.
    let mut faces: Vec<Drawing> = job.faces.iter().cloned().collect();
    faces
        .iter_mut()
        .step_by(3)
        .for_each(|face| face.items = Arc::new(face.items.art().map(Item::Art).collect()));
    job.faces = Arc::new(faces.into());
    let document = document(&job);
    let catalog = document.catalog().unwrap();
    assert!(
        catalog
            .get(b"MarkInfo")
            .unwrap()
            .as_dict()
            .unwrap()
            .get(b"Marked")
            .unwrap()
            .as_bool()
            .unwrap()
    );
    let root = follow(&document, catalog, b"StructTreeRoot").unwrap();
    let whole = follow(&document, root, b"K").unwrap();
    assert_eq!(
        (
            whole.get(b"S").unwrap().as_name().unwrap(),
            text(whole, b"Lang").as_deref()
        ),
        (&b"Document"[..], Some("en"))
    );
    let ids = |of: &Dictionary| -> Vec<ObjectId> {
        of.get(b"K")
            .unwrap()
            .as_array()
            .unwrap()
            .iter()
            .map(|id| id.as_reference().unwrap())
            .collect()
    };
    let sections: Vec<&Dictionary> = ids(whole)
        .iter()
        .map(|id| document.get_dictionary(*id).unwrap())
        .collect();
    let titles: Vec<String> = sections
        .iter()
        .map(|section| text(section, b"T").unwrap())
        .collect();
    assert_eq!(titles, job.catalogue.decks);

    let numbers = follow(&document, root, b"ParentTree")
        .unwrap()
        .get(b"Nums")
        .unwrap()
        .as_array()
        .unwrap();
    let (mut pieces, mut figures) = (0, 0);
    for (index, (page, sheet)) in document.page_iter().zip(&job.sheets).enumerate() {
        let page_of = document.get_dictionary(page).unwrap();
        if sheet.is_empty() {
            assert!(!page_of.has(b"StructParents"));
            continue;
        }
        let key = page_of.get(b"StructParents").unwrap();
        let at = numbers
            .iter()
            .step_by(2)
            .position(|number| number == key)
            .unwrap();
        let parents = numbers[at * 2 + 1].as_array().unwrap();
        let marked = marked(&document, page);
        assert!(
            marked.keys().copied().eq(0..parents.len() as i64),
            "page {index}"
        );
        assert_eq!(marked.len(), sheet.placed.len());
        for ((number, tag), (parent, piece)) in marked.iter().zip(parents.iter().zip(&sheet.placed))
        {
            let parent = parent.as_reference().unwrap();
            let element = document.get_dictionary(parent).unwrap();
            assert_eq!(
                element.get(b"S").unwrap().as_name().unwrap(),
                tag.as_bytes()
            );
            assert_eq!(element.get(b"Pg").unwrap().as_reference().unwrap(), page);
            let numbers = match element.get(b"K").unwrap() {
                Object::Array(numbers) => numbers
                    .iter()
                    .map(|number| number.as_i64().unwrap())
                    .collect(),
                number => vec![number.as_i64().unwrap()],
            };
            assert!(numbers.contains(number));
            let section = &sections[job.catalogue.deck(&piece.code).unwrap()];
            assert!(
                ids(section).contains(&parent),
                "{} is in its deck",
                piece.code
            );
            if let Some(label) = text(element, b"Alt") {
                assert!(
                    tag == "Figure" && (numbers.len() > 1 || label.starts_with(&*piece.code)),
                    "{label}"
                );
                figures += 1;
            }
            if let Some(words) = text(element, b"ActualText") {
                assert!(tag == "P" && words.contains(&*piece.code), "{words}");
            }
            pieces += 1;
        }
    }
    assert!(figures > 0 && figures < pieces, "{figures} of {pieces}");
}

#[test]
fn a_large_deck_has_a_paragraph_a_page() {
    let kit = Kit::open(Files::Folder("benches/cards".into())).unwrap();
    let job = print(
        &kit,
        &Order::new(Size::new(Um(210_000), Um(297_000)), "a4", Ink::Color),
    )
    .unwrap()
    .sheets;
    let document = document(&job);
    let root = follow(&document, document.catalog().unwrap(), b"StructTreeRoot").unwrap();
    let numbers = follow(&document, root, b"ParentTree")
        .unwrap()
        .get(b"Nums")
        .unwrap()
        .as_array()
        .unwrap();
    let mut tags = Vec::new();
    for ((page, sheet), parents) in document
        .page_iter()
        .zip(&job.sheets)
        .zip(numbers.iter().skip(1).step_by(2))
    {
        let parents = parents.as_array().unwrap();
        assert!(
            parents.len() == sheet.placed.len()
                && parents.iter().all(|parent| *parent == parents[0])
        );
        let tag = document
            .get_dictionary(parents[0].as_reference().unwrap())
            .unwrap();
        assert_eq!(tag.get(b"S").unwrap().as_name().unwrap(), b"P");
        assert_eq!(marked(&document, page).len(), parents.len());
        tags.push(parents[0].clone());
    }
    let section = follow(&document, root, b"K")
        .unwrap()
        .get(b"K")
        .unwrap()
        .as_array()
        .unwrap()[0]
        .as_reference()
        .unwrap();
    assert_eq!(
        document
            .get_dictionary(section)
            .unwrap()
            .get(b"K")
            .unwrap()
            .as_array()
            .unwrap(),
        &tags
    );
    assert_eq!(tags.len(), job.sheets.len());
}

/// The label that a reader shows for each page, as specified in PDF 1.7, 12.4.2.
fn labels(document: &Document, pages: usize) -> Vec<String> {
    let labels = document
        .catalog()
        .unwrap()
        .get(b"PageLabels")
        .unwrap()
        .as_dict()
        .unwrap();
    let ranges: Vec<_> = labels
        .get(b"Nums")
        .unwrap()
        .as_array()
        .unwrap()
        .chunks(2)
        .collect();
    let label = |page: usize| {
        let range = ranges
            .iter()
            .rfind(|range| range[0].as_i64().unwrap() <= page as i64)
            .unwrap();
        let label = range[1].as_dict().unwrap();
        let words = lopdf::decode_text_string(label.get(b"P").unwrap()).unwrap();
        let start = label.get(b"St").map_or(1, |start| start.as_i64().unwrap());
        let number = start + page as i64 - range[0].as_i64().unwrap();
        if label.has(b"S") {
            format!("{words}{number}")
        } else {
            words
        }
    };
    (0..pages).map(label).collect()
}

#[test]
fn every_page_is_labelled_by_its_title() {
    let titles = [
        "Blätter 1",
        "Blätter 2",
        "Blätter 3",
        "Cards 1, front",
        "Cards 1, back",
        "Box 9",
        "Box 10",
        "Box 12",
        "No. 007",
    ];
    let sheet = |title: &str| Sheet {
        title: title.into(),
        size: Size::new(Um(90_000), Um(60_000)),
        ..Sheet::default()
    };
    let job = Job {
        sheets: titles.map(sheet).into(),
        ..Job::default()
    };
    let document = Document::load_mem(&super::write(&job).unwrap()).unwrap();
    assert_eq!(labels(&document, titles.len()), titles);
}

/// Print-and-cut machines know cuts by the name of their spot colour; nothing else is drawn along them.
#[test]
fn dielines_are_in_spot_colours() {
    let job = Job {
        dielines: true,
        ..job()
    };
    let document = document(&job);
    for (page, sheet) in document.page_iter().zip(&job.sheets) {
        let content = document.get_page_content(page);
        let content = Content::decode(&content).unwrap();
        let spots: Vec<&[u8]> = content
            .operations
            .iter()
            .filter(|operation| operation.operator == "CS")
            .map(|operation| operation.operands[0].as_name().unwrap())
            .collect();
        if sheet.side == Side::Back {
            assert!(spots.is_empty());
            continue;
        }
        let of = |name: &str| {
            spots
                .iter()
                .filter(|spot| **spot == name.as_bytes())
                .count()
        };
        let paths = cutting::paths(sheet, None);
        let count = |tools: &[Tool]| {
            paths
                .iter()
                .filter(|path| tools.contains(&path.tool))
                .count()
        };
        assert_eq!(of("CutContour"), count(&[Tool::KissCut, Tool::Cut]));
        assert_eq!(of("Crease"), count(&[Tool::Score]));
        assert_eq!(of("FinalCut"), count(&[Tool::FinalCut]));
        assert!(of("CutContour") > 0);
        let page = document.get_dictionary(page).unwrap();
        let resources = follow(&document, page, b"Resources").unwrap();
        let spaces = resources.get(b"ColorSpace").unwrap().as_dict().unwrap();
        for spot in spots {
            let space = spaces.get(spot).unwrap().as_array().unwrap();
            assert_eq!(space[0].as_name().unwrap(), b"Separation");
            assert_eq!(space[1].as_name().unwrap(), spot);
        }
    }
}
