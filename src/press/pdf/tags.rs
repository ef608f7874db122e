//! Tags: what stands on the pages, deck by deck in the order of reading, for people who listen to a document.
//!
//! A piece that prints more words than its own name is a paragraph, and its words are read. Any other is a figure, and its
//! name is read, once for all on a page that look the same. What has neither words nor a name is decoration, as all marks
//! are.

use std::collections::HashMap;
use std::io::Write;

use lopdf::{Dictionary, Document, Object, ObjectId, dictionary};

use crate::face::{Drawing, Item};
use crate::press::contents::Catalogue;
use crate::press::{Job, Placed};

/// The tags of a document being written.
pub(super) struct Tags<'j> {
    catalogue: &'j Catalogue,
    elements: Vec<Element>,
    /// How many pieces are on the page being written, and its figures by deck and face.
    on_page: usize,
    figures: HashMap<(usize, usize), usize>,
    /// How many pages are written.
    pages: usize,
}

/// A piece, or several that look the same, on one page.
struct Element {
    /// After all decks if it is of none.
    deck: usize,
    page: usize,
    /// Their numbers on the page.
    numbers: Vec<usize>,
    /// What to say instead of its words.
    label: Option<String>,
}

impl<'j> Tags<'j> {
    pub(super) fn of(job: &'j Job) -> Tags<'j> {
        Tags { catalogue: &job.catalogue, elements: Vec::new(), on_page: 0, figures: HashMap::new(), pages: 0 }
    }

    /// Before a piece's content; `EMC` ends it.
    pub(super) fn begin(&mut self, out: &mut Vec<u8>, placed: &Placed, drawing: &Drawing) {
        let label = self.catalogue.label(placed);
        let words = says_more(drawing, &label);
        if !words && label.is_empty() {
            out.extend_from_slice(b"/Artifact BMC\n");
            return;
        }
        let (deck, number) = (self.catalogue.deck(&placed.code).unwrap_or(self.catalogue.decks.len()), self.on_page);
        let _ = writeln!(out, "/{} <</MCID {number}>>BDC", role(words));
        self.on_page += 1;
        let next = self.elements.len();
        let alike = if words { next } else { *self.figures.entry((deck, placed.face)).or_insert(next) };
        match self.elements.get_mut(alike) {
            Some(element) => element.numbers.push(number),
            None => {
                let label = (!words).then_some(label);
                self.elements.push(Element { deck, page: self.pages, numbers: vec![number], label });
            }
        }
    }

    /// After a page.
    pub(super) fn end_page(&mut self, page: &mut Dictionary) {
        if self.on_page > 0 {
            page.set("StructParents", self.pages as i64);
            page.set("Tabs", "S");
        }
        self.on_page = 0;
        self.figures.clear();
        self.pages += 1;
    }

    /// The tree of all tags.
    pub(super) fn write(mut self, document: &mut Document, pages: &[ObjectId], language: &str) -> Result<(), lopdf::Error> {
        if self.elements.is_empty() {
            return Ok(());
        }
        let (root, whole) = (document.new_object_id(), document.new_object_id());
        // As placed within a deck: sheet by sheet.
        self.elements.sort_by_key(|element| element.deck);
        let mut parents: Vec<Vec<(usize, ObjectId)>> = vec![Vec::new(); self.pages];
        let mut sections = Vec::new();
        for elements in self.elements.chunk_by(|one, two| one.deck == two.deck) {
            let title = elements.first().and_then(|element| self.catalogue.decks.get(element.deck));
            let section = title.map(|_| document.new_object_id());
            let mut pieces = Vec::with_capacity(elements.len());
            for Element { page, numbers, label, .. } in elements {
                let mut piece = dictionary! {
                    "S" => role(label.is_none()),
                    "P" => section.unwrap_or(whole),
                    "Pg" => pages[*page],
                };
                match numbers[..] {
                    [number] => piece.set("K", number as i64),
                    _ => piece.set("K", numbers.iter().map(|number| Object::Integer(*number as i64)).collect::<Vec<_>>()),
                }
                match (label, numbers.len() - 1) {
                    (Some(label), 0) => piece.set("Alt", lopdf::text_string(label)),
                    (Some(label), more) => piece.set("Alt", lopdf::text_string(&format!("{label}, and {more} alike"))),
                    (None, _) => {}
                }
                let piece = document.add_object(piece);
                parents[*page].extend(numbers.iter().map(|number| (*number, piece)));
                pieces.push(Object::Reference(piece));
            }
            match (section, title) {
                (Some(section), Some(title)) => {
                    let title = lopdf::text_string(title);
                    document.set_object(section, dictionary! { "S" => "Sect", "P" => whole, "T" => title, "K" => pieces });
                    sections.push(Object::Reference(section));
                }
                _ => sections.extend(pieces),
            }
        }
        let mut numbers = Vec::new();
        for (page, mut pieces) in parents.into_iter().enumerate().filter(|(_, pieces)| !pieces.is_empty()) {
            pieces.sort_unstable();
            numbers.push(Object::Integer(page as i64));
            numbers.push(Object::Array(pieces.into_iter().map(|(_, piece)| Object::Reference(piece)).collect()));
        }
        let mut document_tag = dictionary! { "S" => "Document", "P" => root, "K" => sections };
        if !language.is_empty() {
            document_tag.set("Lang", Object::string_literal(language));
        }
        document.set_object(whole, document_tag);
        let parents = document.add_object(dictionary! { "Nums" => numbers });
        document.set_object(
            root,
            dictionary! {
                "Type" => "StructTreeRoot", "K" => whole, "ParentTree" => parents, "ParentTreeNextKey" => self.pages as i64,
            },
        );
        let catalog = document.catalog_mut()?;
        catalog.set("StructTreeRoot", root);
        catalog.set("MarkInfo", dictionary! { "Marked" => true });
        Ok(())
    }
}

fn role(words: bool) -> &'static str {
    if words { "P" } else { "Figure" }
}

/// Whether a drawing has words that are not in its label.
fn says_more(drawing: &Drawing, label: &str) -> bool {
    drawing.items.iter().any(|item| match item {
        Item::Text(line) => !label.contains(line.text.trim()),
        Item::Art(fragment) => fragment.tree.has_text_nodes(),
    })
}
