//! PDF/X-1a:2003 (ISO 15930-4), for shops that take nothing newer: only cyan, magenta, yellow and black, no transparency, no
//! layers, and no more ink in one place than the shop allows.
//!
//! What may be transparent, and everything below it, becomes pixels at 600 dpi. What lies above all of that, which is most
//! text, stays as it is.

use std::collections::HashMap;
use std::io::Write;
use std::sync::Arc;

use lopdf::content::{Content, Operation};
use lopdf::{Dictionary, Document, Object, ObjectId, Stream, dictionary};
use rayon::prelude::*;

use super::deflate::Deflater;
use super::exchange;
use super::file::File;
use crate::face::{Drawing, Item, Items};
use crate::press::sheet::{Condition, Inks, Job, PrintError, Sheet};
use crate::press::write::{FINEST, png, svg};

/// The version that PDF/X-1a:2003 builds on.
const VERSION: &str = "1.4";

/// The resource name of the pixels of a page.
const PIXELS: &str = "Flat";

/// The most pixels of a page; A4 has as many.
const MOST: usize = 35_000_000;

/// The most pixels that are in memory at once.
const AT_ONCE: usize = MOST;

/// Writes a job for a press, with one page per sheet. The sheets are single faces, without cuts and folds on paper.
///
/// # Errors
///
/// The press has no four inks, or something cannot be drawn or written.
pub fn write(
    job: &Job,
    condition: &Condition,
    limit: u16,
    out: &mut dyn Write,
) -> Result<(), PrintError> {
    let inks = Inks::new(condition, limit)?;
    let (below, above): (Vec<Drawing>, Vec<Drawing>) = job.faces.iter().map(divided).unzip();
    let below = Job {
        faces: Arc::new(below.into()),
        condition: None,
        ..job.clone()
    };
    let above = Job {
        faces: Arc::new(above.into()),
        condition: Some(condition.clone()),
        ..job.clone()
    };
    let mut document = Document::load_mem(&super::write(&above)?)?;
    convert(&mut document, &inks)?;
    exchange::declare_flat(&mut document, &job.meta)?;
    let mut file = File::new(VERSION, document.max_id, out);
    add_pixels(&mut document, &below, &inks, &mut file)?;
    file.finish(document)
        .map_err(|error| PrintError::new(error.to_string()))
}

/// What becomes pixels, and what lies above it and stays.
fn divided(drawing: &Drawing) -> (Drawing, Drawing) {
    let must_be_pixels = |item: &Item| match item {
        Item::Art(fragment) => !fragment.is_opaque(),
        Item::Picture(_) => true,
        Item::Text(_) => false,
    };
    let items: Vec<Item> = drawing.items.iter().collect();
    let first_above = items
        .iter()
        .rposition(must_be_pixels)
        .map_or(0, |last| last + 1);
    let part = |items: &[Item]| Drawing {
        items: Arc::new(items.iter().cloned().collect::<Items>()),
        ..drawing.clone()
    };
    (part(&items[..first_above]), part(&items[first_above..]))
}

/// Puts the pixels of each sheet below everything on its page. Equal sheets share theirs.
fn add_pixels(
    document: &mut Document,
    job: &Job,
    inks: &Inks,
    file: &mut File,
) -> Result<(), PrintError> {
    let mut numbers: HashMap<String, usize> = HashMap::new();
    let mut different = Vec::new();
    let mut shown = Vec::new();
    let pages: Vec<ObjectId> = document.page_iter().collect();
    for (page, sheet) in pages.into_iter().zip(&job.sheets) {
        if has_items(job, sheet)? {
            let key = format!("{:?} {:?}", sheet.size, sheet.placed);
            let number = *numbers.entry(key).or_insert(different.len());
            if number == different.len() {
                different.push(sheet);
            }
            shown.push((page, number));
        }
    }
    let mut pictures = Vec::new();
    // As many at once as there are processors and memory.
    let largest = different.iter().map(|sheet| Pixels::of(sheet).count());
    let at_once = AT_ONCE / largest.max().unwrap_or(1).max(1);
    let at_once = at_once.clamp(1, rayon::current_num_threads());
    for some in different.chunks(at_once) {
        let drawn = some.par_iter().map(|sheet| picture(job, sheet, inks));
        let drawn: Vec<Stream> = drawn.collect::<Result<_, PrintError>>()?;
        for stream in drawn {
            let id = file.number();
            file.put(id, stream.into());
            pictures.push(id);
        }
    }
    for (page, number) in shown {
        show(document, page, pictures[number], different[number], file)?;
    }
    Ok(())
}

fn has_items(job: &Job, sheet: &Sheet) -> Result<bool, PrintError> {
    for placed in &sheet.placed {
        if job.faces.get(placed.face)?.items.iter().next().is_some() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The grid of pixels on a sheet.
struct Pixels {
    dpi: u32,
    size: [u32; 2],
}

impl Pixels {
    /// As fine as anybody can see, but on large boards, which are seen from further away, a limited number.
    fn of(sheet: &Sheet) -> Pixels {
        let inches = [sheet.size.w, sheet.size.h].map(|side| side.mm() / 25.4);
        let most = (MOST as f64 / (inches[0] * inches[1])).sqrt();
        let dpi = most.min(FINEST).floor().max(1.0);
        Pixels {
            dpi: dpi as u32,
            size: inches.map(|side| (side * dpi).round() as u32),
        }
    }

    fn count(&self) -> usize {
        self.size[0] as usize * self.size[1] as usize
    }
}

/// A picture of everything on a sheet, in inks.
fn picture(job: &Job, sheet: &Sheet, inks: &Inks) -> Result<Stream, PrintError> {
    let alone = Job {
        sheets: vec![sheet.clone()],
        ..job.clone()
    };
    let dpi = Pixels::of(sheet).dpi;
    let pixmap = png::pixels(&svg::write(&alone, 0)?, dpi)?;
    let (width, height) = (pixmap.width(), pixmap.height());
    let photos = photos(job, sheet, f64::from(dpi) / 25.4)?;
    let is_photo = |row: usize, column: usize| {
        let (x, y) = (column as f64 + 0.5, row as f64 + 0.5);
        photos.iter().any(|[left, top, right, bottom]| {
            (*left..*right).contains(&x) && (*top..*bottom).contains(&y)
        })
    };
    let mut pixels = pixmap.take();
    inks.convert(&mut pixels, width as usize, is_photo);
    let dictionary = dictionary! {
        "Type" => "XObject",
        "Subtype" => "Image",
        "Width" => i64::from(width),
        "Height" => i64::from(height),
        "ColorSpace" => "DeviceCMYK",
        "BitsPerComponent" => 8,
    };
    Ok(Deflater::new().stream(dictionary, &pixels))
}

/// The rectangles of photos on a sheet: left, top, right and bottom in pixels.
fn photos(job: &Job, sheet: &Sheet, dots: f64) -> Result<Vec<[f64; 4]>, PrintError> {
    let mut photos = Vec::new();
    for placed in &sheet.placed {
        let drawing = job.faces.get(placed.face)?;
        let [a, b, c, d, e, f] = placed.matrix(drawing.size);
        let bleed = drawing.bleed.mm() as f32;
        let all = [
            -bleed,
            -bleed,
            drawing.size.w.mm() as f32 + 2.0 * bleed,
            drawing.size.h.mm() as f32 + 2.0 * bleed,
        ];
        let in_face = drawing.items.iter().filter_map(|item| match item {
            Item::Picture(shown) if shown.picture.dots().is_some() => Some(shown.window),
            // Where in the art they are is not known.
            Item::Art(fragment) if !fragment.pictures.is_empty() => Some(all),
            _ => None,
        });
        photos.extend(in_face.map(|window| {
            let [x, y, w, h] = window.map(f64::from);
            let corner =
                |x: f64, y: f64| [a * x + c * y + e, b * x + d * y + f].map(|mm| mm * dots);
            let (one, other) = (corner(x, y), corner(x + w, y + h));
            [
                one[0].min(other[0]),
                one[1].min(other[1]),
                one[0].max(other[0]),
                one[1].max(other[1]),
            ]
        }));
    }
    Ok(photos)
}

/// Shows a picture at its resolution from the top left corner of the page, before anything else.
fn show(
    document: &mut Document,
    page: ObjectId,
    picture: ObjectId,
    sheet: &Sheet,
    file: &mut File,
) -> Result<(), PrintError> {
    let Pixels { dpi, size } = Pixels::of(sheet);
    let [w, h] = size.map(|pixels| f64::from(pixels) * 72.0 / f64::from(dpi));
    let y = sheet.size.h.pt() - h;
    let shown = format!("q {w:.4} 0 0 {h:.4} 0 {y:.4} cm /{PIXELS} Do Q\n");
    let shown = file.stream(dictionary! {}, shown.as_bytes());
    // Other pages may share the resources, but not this picture.
    let mut resources = document.get_dictionary(page)?.get(b"Resources").cloned()?;
    if let Object::Reference(id) = resources {
        resources = document.get_object(id)?.clone();
    }
    let of_page = resources.as_dict_mut()?;
    let mut forms = match of_page.get(b"XObject") {
        Ok(Object::Dictionary(forms)) => forms.clone(),
        Ok(Object::Reference(id)) => document.get_dictionary(*id)?.clone(),
        _ => Dictionary::new(),
    };
    forms.set(PIXELS, picture);
    of_page.set("XObject", forms);
    let page = document.get_dictionary_mut(page)?;
    let mut contents = vec![Object::Reference(shown)];
    match page.get(b"Contents") {
        Ok(Object::Array(parts)) => contents.extend(parts.iter().cloned()),
        Ok(other) => contents.push(other.clone()),
        Err(_) => {}
    }
    page.set("Contents", contents);
    page.set("Resources", resources);
    Ok(())
}

/// Turns all colours into inks, and removes what belongs to layers and transparency.
fn convert(document: &mut Document, inks: &Inks) -> Result<(), PrintError> {
    let mut drawn: Vec<ObjectId> = document
        .page_iter()
        .flat_map(|page| document.get_page_contents(page))
        .collect();
    let is_form = |object: &Object| {
        let dict = object.as_stream().map(|stream| &stream.dict);
        let kind = dict.and_then(|dict| dict.get(b"Subtype"));
        kind.and_then(Object::as_name)
            .is_ok_and(|name| name == b"Form")
    };
    let objects = document.objects.iter();
    drawn.extend(
        objects
            .filter(|(_, object)| is_form(object))
            .map(|(id, _)| *id),
    );
    drawn.sort_unstable();
    drawn.dedup();
    let mut deflater = Deflater::new();
    for id in drawn {
        let stream = document.get_object(id)?.as_stream()?;
        let content = if stream.is_compressed() {
            stream.decompressed_content()?
        } else {
            stream.content.clone()
        };
        let operations = Content::decode(&content)?.operations.into_iter();
        let operations = operations.filter_map(|operation| in_inks(operation, inks));
        let operations: Vec<Operation> = operations.collect();
        let content = Content { operations };
        let mut dictionary = stream.dict.clone();
        for key in [&b"Filter"[..], b"DecodeParms", b"Length"] {
            dictionary.remove(key);
        }
        let written = deflater.stream(dictionary, &content.encode()?);
        document.objects.insert(id, written.into());
    }
    for object in document.objects.values_mut() {
        match object {
            Object::Dictionary(dictionary) => clean(dictionary),
            Object::Stream(stream) => clean(&mut stream.dict),
            _ => {}
        }
    }
    Ok(())
}

/// An operation with its colour in inks; `None` if it has no place here.
fn in_inks(operation: Operation, inks: &Inks) -> Option<Operation> {
    let Operation { operator, operands } = &operation;
    match (operator.as_str(), operands.len()) {
        ("rg" | "sc" | "scn", 3) => Some(colour("k", operands, inks)),
        ("RG" | "SC" | "SCN", 3) => Some(colour("K", operands, inks)),
        ("sc" | "scn", 1) => Some(Operation::new("g", operation.operands)),
        ("SC" | "SCN", 1) => Some(Operation::new("G", operation.operands)),
        // Everything is opaque, and each colour names its own space.
        ("cs" | "CS" | "gs", _) => None,
        ("BDC", _) if operands[0].as_name().is_ok_and(|tag| tag == b"OC") => {
            Some(Operation::new("BMC", vec!["Layer".into()]))
        }
        _ => Some(operation),
    }
}

fn colour(operator: &str, parts: &[Object], inks: &Inks) -> Operation {
    let part = |at: usize| {
        let part = parts[at].as_float().unwrap_or_default();
        (part.clamp(0.0, 1.0) * 255.0).round() as u8
    };
    let [cyan, magenta, yellow, black] = inks.of([part(0), part(1), part(2)]);
    let parts = [cyan, magenta, yellow, black];
    let parts = parts.map(|ink| Object::Real((f32::from(ink) * 1000.0 / 255.0).floor() / 1000.0));
    Operation::new(operator, parts.to_vec())
}

/// Removes what PDF/X-1a does not know from a dictionary and the resources in it.
fn clean(dictionary: &mut Dictionary) {
    const UNKNOWN: [&[u8]; 6] = [
        b"Group",
        b"OC",
        b"OCProperties",
        b"Properties",
        b"ExtGState",
        b"ViewerPreferences",
    ];
    for key in UNKNOWN {
        dictionary.remove(key);
    }
    if let Ok(Object::Dictionary(resources)) = dictionary.get_mut(b"Resources") {
        clean(resources);
    }
    let is_managed = |spaces: &Object| spaces.as_dict().is_ok_and(|dict| dict.has(b"DefaultRGB"));
    if dictionary.get(b"ColorSpace").is_ok_and(is_managed) {
        dictionary.remove(b"ColorSpace");
    }
}
