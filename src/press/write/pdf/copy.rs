//! Pages of other PDFs, copied object by object into a document: what they draw stays as it is. Each object is copied once, and
//! equal ones become one.

use std::collections::{HashMap, HashSet};
use std::io::Write;

use hayro_syntax::object::{self as theirs, Dict, MaybeRef, ObjectIdentifier, Rect};
use hayro_syntax::page::Page;
use lopdf::{Dictionary, Object, ObjectId, Stream, dictionary};

use super::exchange;
use super::file::{File, digest};
use crate::kit::pages::{PageArea, PdfFile, appearances, contents, names, unpacked};

/// The longest chain of objects that refer to objects.
const DEEPEST: usize = 64;

/// The most objects of one page.
const MAX_OBJECTS: usize = 200_000;

/// Entries that lead away from what is drawn.
const LEFT_OUT: [&[u8]; 8] = [
    b"Parent",
    b"StructParent",
    b"StructParents",
    b"PieceInfo",
    b"Metadata",
    b"LastModified",
    b"OPI",
    b"Alternates",
];

/// Objects that are not drawn.
const NOT_DRAWN: [&[u8]; 4] = [b"Page", b"Pages", b"Catalog", b"StructElem"];

/// Entries about how a stream is stored, or that its content is elsewhere.
const STORAGE: [&[u8]; 5] = [b"Length", b"F", b"FFilter", b"FDecodeParms", b"DL"];

/// What was copied into a document.
#[derive(Default)]
pub(super) struct Copies {
    /// By the hash of a PDF, the numbers of its objects here.
    sources: HashMap<[u8; 32], Source>,
    /// Objects by their hashes.
    known: HashMap<[u8; 32], ObjectId>,
    /// The layers in copied pages, and whether they are hidden.
    pub layers: Vec<(ObjectId, bool)>,
    /// For PDF/X, the colour space of red, green and blue where a page does not say.
    pub space: Option<ObjectId>,
}

#[derive(Default)]
struct Source {
    copied: HashMap<ObjectIdentifier, ObjectId>,
    hidden: HashSet<ObjectIdentifier>,
}

impl Copies {
    /// Writes an object, unless an equal one is written already.
    pub fn once(&mut self, object: Object, file: &mut File) -> ObjectId {
        let digest = digest(&object);
        *self.known.entry(digest).or_insert_with(|| {
            let id = file.number();
            file.put(id, object);
            id
        })
    }

    /// Writes a page as a form, whose space is that of the shown part in points.
    ///
    /// # Errors
    ///
    /// Its objects refer to one another without end.
    pub fn page(
        &mut self,
        source: &PdfFile,
        index: usize,
        area: &PageArea,
        file: &mut File,
    ) -> Result<ObjectId, String> {
        let page = source.page(index).ok_or("there is no such page")?;
        let Source { copied, hidden } = self.sources.remove(&source.digest).unwrap_or_else(|| {
            let hidden = hidden_layers(source);
            Source {
                hidden,
                ..Source::default()
            }
        });
        let resources = file.number();
        let mut copier = Copier {
            source,
            copied,
            hidden,
            reserved: HashMap::new(),
            open: Vec::new(),
            left: MAX_OBJECTS,
            resources,
            copies: self,
            file,
        };
        let form = copier.page(page, area);
        let Copier { copied, hidden, .. } = copier;
        self.sources
            .insert(source.digest, Source { copied, hidden });
        form
    }
}

/// The layers that are not shown unless somebody turns them on.
fn hidden_layers(source: &PdfFile) -> HashSet<ObjectIdentifier> {
    let xref = source.pdf().xref();
    let root = xref.get::<Dict<'_>>(xref.root_id());
    let layers = root.and_then(|root| root.get::<Dict<'_>>(b"OCProperties"));
    let Some(layers) = layers else {
        return HashSet::new();
    };
    let Some(config) = layers.get::<Dict<'_>>(b"D") else {
        return HashSet::new();
    };
    let listed = |from: &Dict<'_>, key: &[u8]| -> HashSet<ObjectIdentifier> {
        let list = from.get::<theirs::Array<'_>>(key);
        let list = list.iter().flat_map(|list| list.raw_iter());
        list.filter_map(|entry| entry.as_obj_ref().map(Into::into))
            .collect()
    };
    let base = config.get::<theirs::Name<'_>>(b"BaseState");
    if base.is_some_and(|base| &*base == b"OFF") {
        let on = listed(&config, b"ON");
        return listed(&layers, b"OCGs").difference(&on).copied().collect();
    }
    listed(&config, b"OFF")
}

/// Copies the objects of one page.
struct Copier<'c, 'w> {
    source: &'c PdfFile,
    copied: HashMap<ObjectIdentifier, ObjectId>,
    hidden: HashSet<ObjectIdentifier>,
    /// The numbers of objects that refer to themselves.
    reserved: HashMap<ObjectIdentifier, ObjectId>,
    open: Vec<ObjectIdentifier>,
    /// How many objects may still be copied.
    left: usize,
    /// The resources of the page, for forms without any.
    resources: ObjectId,
    copies: &'c mut Copies,
    file: &'c mut File<'w>,
}

impl Copier<'_, '_> {
    fn page(&mut self, page: &Page<'_>, area: &PageArea) -> Result<ObjectId, String> {
        let mut content = Vec::new();
        for part in contents(page) {
            content.extend(unpacked(&part).unwrap_or_default());
            content.push(b'\n');
        }
        let mut resources = self.resources_of(page, &names(&content))?;
        if let Some(space) = self.copies.space {
            let own = resources.get(b"ColorSpace").and_then(Object::as_dict);
            if !own.is_ok_and(|own| own.has(b"DefaultRGB")) {
                exchange::give(&mut resources, space);
            }
        }
        let id = self.resources;
        self.file.put(id, resources.into());
        let bounds = area.shown.map(|edge| Object::Real(edge as f32)).to_vec();
        let mut form = dictionary! {
            "Type" => "XObject",
            "Subtype" => "Form",
            "BBox" => bounds.clone(),
            "Resources" => id,
        };
        if let Some(group) = page.raw().get::<Dict<'_>>(b"Group") {
            let mut group = self.dictionary(&group)?;
            // That of a page is isolated anyway.
            group.set("I", true);
            form.set("Group", group);
        }
        let annotations = self.appearances(page)?;
        let matrix = area
            .matrix()
            .map(|number| Object::Real(number as f32))
            .to_vec();
        if annotations.is_empty() {
            form.set("Matrix", matrix);
            return Ok(self.file.stream(form, &content));
        }
        let drawn = self.file.stream(form, &content);
        let mut shown = dictionary! { "P" => drawn };
        let mut content = b"/P Do\n".to_vec();
        for (at, (matrix, look)) in annotations.into_iter().enumerate() {
            let name = format!("A{at}");
            let [a, b, c, d, e, f] = matrix;
            let _ = writeln!(content, "q {a} {b} {c} {d} {e} {f} cm /{name} Do Q");
            shown.set(name, look);
        }
        let form = dictionary! {
            "Type" => "XObject",
            "Subtype" => "Form",
            "BBox" => bounds,
            "Matrix" => matrix,
            "Resources" => dictionary! { "XObject" => shown },
        };
        Ok(self.file.stream(form, &content))
    }

    /// The resources of a page that its drawing names.
    fn resources_of(
        &mut self,
        page: &Page<'_>,
        names: &HashSet<Vec<u8>>,
    ) -> Result<Dictionary, String> {
        let all = page.resources();
        let kinds = [
            ("ExtGState", &all.ext_g_states),
            ("ColorSpace", &all.color_spaces),
            ("Pattern", &all.patterns),
            ("Shading", &all.shadings),
            ("XObject", &all.x_objects),
            ("Font", &all.fonts),
            ("Properties", &all.properties),
        ];
        let mut resources = Dictionary::new();
        for (kind, entries) in kinds {
            let mut used = Dictionary::new();
            for (name, value) in entries.entries() {
                if names.contains(&*name) || name.starts_with(b"Default") {
                    used.set(name.to_vec(), self.value(&value)?);
                }
            }
            if !used.is_empty() {
                resources.set(kind, used);
            }
        }
        Ok(resources)
    }

    /// What is printed of the annotations of a page: forms, and where they go.
    fn appearances(&mut self, page: &Page<'_>) -> Result<Vec<([f64; 6], ObjectId)>, String> {
        let mut all = Vec::new();
        for (annotation, look) in appearances(page) {
            let Some(to) = annotation.get::<Rect>(b"Rect") else {
                continue;
            };
            let Some(from) = look.dict().get::<Rect>(b"BBox") else {
                continue;
            };
            let turned = numbers(look.dict(), b"Matrix");
            let turned = turned.unwrap_or([1.0, 0.0, 0.0, 1.0, 0.0, 0.0]);
            let from = bounds_of(from, turned);
            let (w, h) = (from.x1 - from.x0, from.y1 - from.y0);
            if w <= 0.0 || h <= 0.0 {
                continue;
            }
            let (across, up) = ((to.x1 - to.x0) / w, (to.y1 - to.y0) / h);
            let matrix = [
                across,
                0.0,
                0.0,
                up,
                to.x0 - across * from.x0,
                to.y0 - up * from.y0,
            ];
            if let Some(id) = self.reference(look.obj_id())? {
                all.push((matrix, id));
            }
        }
        Ok(all)
    }

    fn value(&mut self, value: &MaybeRef<theirs::Object<'_>>) -> Result<Object, String> {
        match value {
            MaybeRef::Ref(reference) => {
                let id = self.reference((*reference).into())?;
                Ok(id.map_or(Object::Null, Object::Reference))
            }
            MaybeRef::NotRef(object) => self.object(object),
        }
    }

    /// The number of a copied object; `None` if there is no such object.
    fn reference(&mut self, id: ObjectIdentifier) -> Result<Option<ObjectId>, String> {
        if let Some(known) = self.copied.get(&id) {
            return Ok(Some(*known));
        }
        if self.open.contains(&id) {
            let number = self.reserved.get(&id).copied();
            let number = number.unwrap_or_else(|| self.file.number());
            self.reserved.insert(id, number);
            return Ok(Some(number));
        }
        self.left = self.left.saturating_sub(1);
        if self.open.len() >= DEEPEST || self.left == 0 {
            return Err("its objects refer to one another without end".into());
        }
        let Some(object) = self.source.pdf().xref().get::<theirs::Object<'_>>(id) else {
            return Ok(None);
        };
        self.open.push(id);
        let copy = self.object(&object)?;
        self.open.pop();
        let is_layer = copy.as_dict().is_ok_and(|copy| copy.has_type(b"OCG"));
        let number = match self.reserved.remove(&id) {
            Some(number) => {
                self.file.put(number, copy);
                number
            }
            None if is_layer => {
                let number = self.file.number();
                self.file.put(number, copy);
                self.copies.layers.push((number, self.hidden.contains(&id)));
                number
            }
            None => self.copies.once(copy, self.file),
        };
        self.copied.insert(id, number);
        Ok(Some(number))
    }

    fn object(&mut self, object: &theirs::Object<'_>) -> Result<Object, String> {
        Ok(match object {
            theirs::Object::Null(_) => Object::Null,
            theirs::Object::Boolean(value) => (*value).into(),
            theirs::Object::Number(number) => {
                let (whole, exact) = (number.as_i64(), number.as_f64());
                if whole as f64 == exact {
                    whole.into()
                } else {
                    Object::Real(exact as f32)
                }
            }
            theirs::Object::String(text) => Object::string_literal(text.as_bytes().to_vec()),
            theirs::Object::Name(name) => Object::Name(name.to_vec()),
            theirs::Object::Array(values) => {
                let values: Vec<_> = values.raw_iter().collect();
                let copies: Result<Vec<Object>, String> =
                    values.iter().map(|value| self.value(value)).collect();
                copies?.into()
            }
            theirs::Object::Dict(entries) => {
                let kind = entries.get::<theirs::Name<'_>>(b"Type");
                if kind.is_some_and(|kind| NOT_DRAWN.contains(&&*kind)) {
                    return Ok(Object::Null);
                }
                self.dictionary(entries)?.into()
            }
            theirs::Object::Stream(stream) => self.stream(stream)?.into(),
        })
    }

    fn dictionary(&mut self, entries: &Dict<'_>) -> Result<Dictionary, String> {
        let mut copy = Dictionary::new();
        for (name, value) in entries.entries() {
            if !LEFT_OUT.contains(&&*name) {
                copy.set(name.to_vec(), self.value(&value)?);
            }
        }
        Ok(copy)
    }

    fn stream(&mut self, stream: &theirs::Stream<'_>) -> Result<Stream, String> {
        let mut copy = self.dictionary(stream.dict())?;
        for key in STORAGE {
            copy.remove(key);
        }
        without_crypt(&mut copy);
        let is_form = copy.get(b"Subtype").and_then(Object::as_name);
        if is_form.is_ok_and(|kind| kind == b"Form") && !copy.has(b"Resources") {
            copy.set("Resources", self.resources);
        }
        let content = stream.raw_data().into_owned();
        Ok(Stream::new(copy, content).with_compression(false))
    }
}

/// Removes the filter that names how a stream is encrypted: it no longer is.
fn without_crypt(stream: &mut Dictionary) {
    let is_crypt = |filter: &Object| filter.as_name().is_ok_and(|name| name == b"Crypt");
    if stream.get(b"Filter").is_ok_and(is_crypt) {
        stream.remove(b"Filter");
        stream.remove(b"DecodeParms");
        return;
    }
    let filters = stream.get(b"Filter").and_then(Object::as_array);
    let Some(at) = filters
        .ok()
        .and_then(|filters| filters.iter().position(is_crypt))
    else {
        return;
    };
    for key in [&b"Filter"[..], b"DecodeParms"] {
        if let Ok(Object::Array(parts)) = stream.get_mut(key)
            && at < parts.len()
        {
            parts.remove(at);
        }
    }
}

/// Six numbers.
fn numbers(from: &Dict<'_>, key: &[u8]) -> Option<[f64; 6]> {
    let list = from.get::<theirs::Array<'_>>(key)?;
    let list: Vec<f64> = list
        .iter::<theirs::Number>()
        .map(|number| number.as_f64())
        .collect();
    list.try_into().ok()
}

/// The smallest upright rectangle around a turned one.
fn bounds_of(area: Rect, [a, b, c, d, e, f]: [f64; 6]) -> Rect {
    let corners = [
        (area.x0, area.y0),
        (area.x1, area.y0),
        (area.x0, area.y1),
        (area.x1, area.y1),
    ];
    let moved = corners.map(|(x, y)| (a * x + c * y + e, b * x + d * y + f));
    let least = |of: fn(&(f64, f64)) -> f64| moved.iter().map(of).fold(f64::MAX, f64::min);
    let most = |of: fn(&(f64, f64)) -> f64| moved.iter().map(of).fold(f64::MIN, f64::max);
    Rect {
        x0: least(|corner| corner.0),
        y0: least(|corner| corner.1),
        x1: most(|corner| corner.0),
        y1: most(|corner| corner.1),
    }
}
