//! Tags: the contents of pages, deck by deck in reading order, for screen readers.
//!
//! A piece that shows more words than its own name is a paragraph: its name is read, then its words, with spaces between lines. Any
//! other piece is a figure whose name is read, once for all equal ones on a page. Anything without words or a name is decoration,
//! and so are all marks. In large decks all paragraphs of a page are combined, since separate tags would make up a twentieth of the
//! file.

use std::collections::HashMap;
use std::io::Write;

use lopdf::{Dictionary, Object, ObjectId, dictionary};

use super::file::File;
use crate::face::{Drawing, Item};
use crate::press::sheet::{Catalogue, Placed};

/// A deck with more different pieces than this is large.
const MANY: usize = 500;

/// The tree of all tags.
pub(super) struct Tree {
    /// The tag of the whole document.
    pub whole: ObjectId,
    /// The number of pages so far.
    pages: usize,
    /// For each page with tags, its number and the tags of its contents by number; as text, since it is long.
    parents: Vec<u8>,
}

impl Tree {
    pub fn new(file: &mut File) -> Tree {
        Tree {
            whole: file.number(),
            pages: 0,
            parents: Vec::new(),
        }
    }

    /// Ends a page whose contents have these tags.
    pub fn end_page(&mut self, page: &mut Dictionary, parents: &[ObjectId]) {
        if !parents.is_empty() {
            page.set("StructParents", self.pages as i64);
            page.set("Tabs", "S");
            let space = if self.parents.is_empty() { "" } else { " " };
            let _ = write!(self.parents, "{space}{}[", self.pages);
            list(&mut self.parents, parents);
            self.parents.push(b']');
        }
        self.pages += 1;
    }

    /// Writes the tree, whose uppermost tags are these.
    pub fn write(
        self,
        inside: Vec<ObjectId>,
        catalog: &mut Dictionary,
        file: &mut File,
        language: &str,
    ) {
        if self.parents.is_empty() {
            return;
        }
        let (root, parents) = (file.number(), file.number());
        let inside: Vec<Object> = inside.into_iter().map(Object::Reference).collect();
        let mut tag = dictionary! { "S" => "Document", "P" => root, "K" => inside };
        if !language.is_empty() {
            tag.set("Lang", Object::string_literal(language));
        }
        file.put(self.whole, tag.into());
        file.put_listing(parents, &Dictionary::new(), "Nums", &self.parents);
        let next = self.pages as i64;
        file.put(
            root,
            dictionary! { "Type" => "StructTreeRoot", "K" => self.whole, "ParentTree" => parents, "ParentTreeNextKey" => next }
                .into(),
        );
        catalog.set("StructTreeRoot", root);
        catalog.set("MarkInfo", dictionary! { "Marked" => true });
    }
}

/// The tags of a document being written. Those of pieces are written together with their page.
pub(super) struct Tags<'j> {
    catalogue: &'j Catalogue,
    tree: Tree,
    /// A section for each deck, and one at the end for everything else.
    sections: Vec<(ObjectId, Vec<ObjectId>)>,
    /// The number of pieces on the current page, and their elements by deck.
    on_page: usize,
    elements: Vec<Element>,
    alike: HashMap<(usize, Alike), usize>,
}

/// What pieces with a common tag share.
#[derive(PartialEq, Eq, Hash)]
enum Alike {
    Face(usize),
    /// The deck, if it is large.
    Deck,
}

/// One or several pieces with a common tag, on one page.
struct Element {
    /// The index of the deck; after all decks for anything else.
    deck: usize,
    /// The numbers of the pieces on the page.
    numbers: Vec<usize>,
    spoken: Spoken,
}

/// What is read aloud for an element.
enum Spoken {
    /// The name of a figure.
    Name(String),
    /// The words that a piece shows, after its name.
    Words(String),
    /// The text on the page itself.
    Content,
}

impl<'j> Tags<'j> {
    pub(super) fn new(catalogue: &'j Catalogue, file: &mut File) -> Tags<'j> {
        let tree = Tree::new(file);
        let mut sections: Vec<_> = catalogue
            .decks
            .iter()
            .map(|_| (file.number(), Vec::new()))
            .collect();
        sections.push((tree.whole, Vec::new()));
        Tags {
            catalogue,
            tree,
            sections,
            on_page: 0,
            elements: Vec::new(),
            alike: HashMap::new(),
        }
    }

    /// Begins a piece's content, which `EMC` ends.
    pub(super) fn begin(&mut self, out: &mut Vec<u8>, placed: &Placed, drawing: &Drawing) {
        let label = self.catalogue.label(placed);
        let words = says_more(drawing, &label);
        if !words && label.is_empty() {
            out.extend_from_slice(b"/Artifact BMC\n");
            return;
        }
        let deck = self
            .catalogue
            .deck(&placed.code)
            .unwrap_or(self.catalogue.decks.len());
        let number = self.on_page;
        let _ = writeln!(out, "/{} <</MCID {number}>>BDC", role(words));
        self.on_page += 1;
        let next = self.elements.len();
        let alike = if words {
            (self.catalogue.count(deck) > MANY).then_some(Alike::Deck)
        } else {
            Some(Alike::Face(placed.face))
        };
        let of_deck = matches!(alike, Some(Alike::Deck));
        let alike = alike.map_or(next, |alike| {
            *self.alike.entry((deck, alike)).or_insert(next)
        });
        match self.elements.get_mut(alike) {
            Some(element) => element.numbers.push(number),
            None => {
                let spoken = match words {
                    false => Spoken::Name(label),
                    true if of_deck => Spoken::Content,
                    true => read(drawing, &label).map_or(Spoken::Content, Spoken::Words),
                };
                self.elements.push(Element {
                    deck,
                    numbers: vec![number],
                    spoken,
                });
            }
        }
    }

    /// Ends a page.
    pub(super) fn end_page(&mut self, id: ObjectId, page: &mut Dictionary, file: &mut File) {
        let mut parents = vec![self.tree.whole; self.on_page];
        for Element {
            deck,
            numbers,
            spoken,
        } in self.elements.drain(..)
        {
            let (tag, (section, inside)) = (file.number(), &mut self.sections[deck]);
            let mut piece = dictionary! { "S" => role(!matches!(spoken, Spoken::Name(_))), "P" => *section, "Pg" => id };
            match numbers[..] {
                [number] => piece.set("K", number as i64),
                _ => piece.set(
                    "K",
                    numbers
                        .iter()
                        .map(|number| Object::Integer(*number as i64))
                        .collect::<Vec<_>>(),
                ),
            }
            match (spoken, numbers.len() - 1) {
                (Spoken::Name(name), 0) => piece.set("Alt", lopdf::text_string(&name)),
                (Spoken::Name(name), more) => piece.set(
                    "Alt",
                    lopdf::text_string(&format!("{name}, and {more} alike")),
                ),
                (Spoken::Words(words), _) => piece.set("ActualText", lopdf::text_string(&words)),
                (Spoken::Content, _) => {}
            }
            file.put(tag, piece.into());
            inside.push(tag);
            numbers.into_iter().for_each(|number| parents[number] = tag);
        }
        self.tree.end_page(page, &parents);
        self.on_page = 0;
        self.alike.clear();
    }

    /// Writes the tree of all tags.
    pub(super) fn write(self, catalog: &mut Dictionary, file: &mut File, language: &str) {
        let mut inside = Vec::new();
        for (deck, (section, pieces)) in self.sections.into_iter().enumerate() {
            match self.catalogue.decks.get(deck) {
                None => inside.extend(pieces),
                Some(_) if pieces.is_empty() => {}
                Some(title) => {
                    let title = lopdf::text_string(title);
                    let mut kids = Vec::new();
                    list(&mut kids, &pieces);
                    file.put_listing(
                        section,
                        &dictionary! { "S" => "Sect", "P" => self.tree.whole, "T" => title },
                        "K",
                        &kids,
                    );
                    inside.push(section);
                }
            }
        }
        self.tree.write(inside, catalog, file, language);
    }
}

/// Formats references for an array.
fn list(out: &mut Vec<u8>, ids: &[ObjectId]) {
    for (at, (number, generation)) in ids.iter().enumerate() {
        let space = if at > 0 { " " } else { "" };
        let _ = write!(out, "{space}{number} {generation} R");
    }
}

fn role(words: bool) -> &'static str {
    if words { "P" } else { "Figure" }
}

/// Whether a drawing has words that are not in its label.
fn says_more(drawing: &Drawing, label: &str) -> bool {
    drawing.items.iter().any(|item| match item {
        Item::Text(line) => !label.contains(line.text.trim()),
        Item::Art(fragment) => fragment.has_texts,
        Item::Picture(_) => false,
    })
}

/// The words of a drawing, preceded by its label unless they contain it; none if some of them are part of its art.
fn read(drawing: &Drawing, label: &str) -> Option<String> {
    let mut words = String::new();
    for item in drawing.items.iter() {
        match item {
            Item::Text(line) => {
                words += if words.is_empty() { "" } else { " " };
                words += line.text.trim();
            }
            Item::Art(fragment) if fragment.has_texts => return None,
            Item::Art(_) | Item::Picture(_) => {}
        }
    }
    let said = label
        .split([' ', ':', ','])
        .all(|part| words.contains(part));
    Some(if said {
        words
    } else {
        format!("{label}: {words}")
    })
}
