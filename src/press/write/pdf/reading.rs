//! Tags of a document that is read from start to end: headings, paragraphs, lists and figures, in reading order.

use std::collections::HashMap;
use std::io::Write;
use std::ops::Range;

use lopdf::{Dictionary, Object, ObjectId, dictionary};

use super::file::File;
use super::tags::Tree;
use crate::press::sheet::{Block, Reading, Role};

/// The tags of a document with a [`Reading`], being written.
pub(super) struct ReadingTags<'j> {
    blocks: &'j [Block],
    tree: Tree,
    /// The tag of each block.
    tags: Vec<ObjectId>,
    /// What is marked as its contents: page and number.
    contents: Vec<Vec<(ObjectId, usize)>>,
    /// What is read on each placed face.
    places: HashMap<(usize, usize), Vec<Spoken>>,
    /// The index of the page being written, its contents' blocks by number, and the block that is open.
    page: usize,
    on_page: Vec<usize>,
    open: Option<usize>,
}

/// Texts of a face, or all of it, and the index of their block.
#[derive(Clone)]
pub(super) struct Spoken {
    pub texts: Option<Range<usize>>,
    pub block: usize,
}

impl<'j> ReadingTags<'j> {
    pub fn new(reading: &'j Reading, file: &mut File) -> ReadingTags<'j> {
        let blocks = &*reading.0;
        let mut places: HashMap<_, Vec<Spoken>> = HashMap::new();
        for (block, of) in blocks.iter().enumerate() {
            for run in &of.runs {
                let texts = run.texts.clone();
                let spoken = places.entry((run.sheet, run.placed)).or_default();
                spoken.push(Spoken { texts, block });
            }
        }
        for spoken in places.values_mut() {
            spoken.sort_by_key(|spoken| spoken.texts.as_ref().map_or(0, |texts| texts.start));
        }
        ReadingTags {
            blocks,
            tree: Tree::new(file),
            tags: blocks.iter().map(|_| file.number()).collect(),
            contents: vec![Vec::new(); blocks.len()],
            places,
            page: 0,
            on_page: Vec::new(),
            open: None,
        }
    }

    /// What is read on a face of this page.
    pub fn on(&self, placed: usize) -> Vec<Spoken> {
        self.places
            .get(&(self.page, placed))
            .cloned()
            .unwrap_or_default()
    }

    /// Begins the contents of a block, or of nothing that is read, unless they are open already.
    pub fn begin(&mut self, out: &mut Vec<u8>, block: Option<usize>) {
        match block {
            None => {
                self.end(out);
                out.extend_from_slice(b"/Artifact BMC\n");
            }
            Some(block) if self.open == Some(block) => {}
            Some(block) => {
                self.end(out);
                let role = role(&self.blocks[block].role);
                let _ = writeln!(out, "/{role} <</MCID {}>>BDC", self.on_page.len());
                self.on_page.push(block);
                self.open = Some(block);
            }
        }
    }

    /// Ends what is not read.
    pub fn end_artifact(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(b"EMC\n");
    }

    /// Ends the open contents, if any.
    pub fn end(&mut self, out: &mut Vec<u8>) {
        if self.open.take().is_some() {
            out.extend_from_slice(b"EMC\n");
        }
    }

    pub fn end_page(&mut self, id: ObjectId, page: &mut Dictionary) {
        let mut parents = Vec::with_capacity(self.on_page.len());
        for (number, block) in self.on_page.drain(..).enumerate() {
            self.contents[block].push((id, number));
            parents.push(self.tags[block]);
        }
        self.tree.end_page(page, &parents);
        self.page += 1;
    }

    /// Writes all tags. Labels and entries that follow each other become lists.
    pub fn write(mut self, catalog: &mut Dictionary, file: &mut File, language: &str) {
        let whole = self.tree.whole;
        let is_listed = |role: &Role| matches!(role, Role::Label | Role::Item);
        let mut inside = Vec::new();
        let mut next = 0;
        while next < self.blocks.len() {
            if self.contents[next].is_empty() {
                next += 1;
            } else if is_listed(&self.blocks[next].role) {
                let (list, after) = self.list(next, file);
                inside.push(list);
                next = after;
            } else {
                self.leaf(next, whole, file);
                inside.push(self.tags[next]);
                next += 1;
            }
        }
        self.tree.write(inside, catalog, file, language);
    }

    /// Writes the list that begins with a block; returns its tag and the block after it.
    fn list(&mut self, first: usize, file: &mut File) -> (ObjectId, usize) {
        let list = file.number();
        let mut entries = Vec::new();
        let mut next = first;
        while let Some(block) = self.blocks.get(next) {
            let has_label = block.role == Role::Label;
            let is_entry = |role: &Role| *role == Role::Item;
            let entry = if has_label {
                self.blocks
                    .get(next + 1)
                    .filter(|block| is_entry(&block.role))
                    .map(|_| next + 1)
            } else {
                Some(next).filter(|_| is_entry(&block.role))
            };
            if entry.is_none() && !has_label {
                break;
            }
            let tag = file.number();
            let parts: Vec<usize> = has_label.then_some(next).into_iter().chain(entry).collect();
            let parts = parts
                .into_iter()
                .filter(|part| !self.contents[*part].is_empty());
            let kids: Vec<usize> = parts.collect();
            for kid in &kids {
                self.leaf(*kid, tag, file);
            }
            let kids: Vec<Object> = kids.iter().map(|kid| self.tags[*kid].into()).collect();
            file.put(
                tag,
                dictionary! { "S" => "LI", "P" => list, "K" => kids }.into(),
            );
            entries.push(Object::Reference(tag));
            next = entry.unwrap_or(next) + 1;
        }
        let tag = dictionary! { "S" => "L", "P" => self.tree.whole, "K" => entries };
        file.put(list, tag.into());
        (list, next)
    }

    /// Writes the tag of one block.
    fn leaf(&self, block: usize, parent: ObjectId, file: &mut File) {
        let marked = |(page, number): &(ObjectId, usize)| -> Object {
            dictionary! { "Type" => "MCR", "Pg" => *page, "MCID" => *number as i64 }.into()
        };
        let kids: Vec<Object> = self.contents[block].iter().map(marked).collect();
        let role = &self.blocks[block].role;
        let mut tag = dictionary! { "S" => self::role(role), "P" => parent, "K" => kids };
        if let Role::Figure(alt) = role {
            tag.set("Alt", lopdf::text_string(alt));
        }
        file.put(self.tags[block], tag.into());
    }
}

/// The tag for what a block is.
fn role(role: &Role) -> &'static str {
    const HEADINGS: [&str; 6] = ["H1", "H2", "H3", "H4", "H5", "H6"];
    match role {
        Role::Heading(level) => HEADINGS[usize::from(*level).clamp(1, 6) - 1],
        Role::Paragraph => "P",
        Role::Label => "Lbl",
        Role::Item => "LBody",
        Role::Figure(_) => "Figure",
    }
}
