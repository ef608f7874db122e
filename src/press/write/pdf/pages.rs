//! The structure of a document made by printpdf: pages, layers and metadata, with corrections.

use lopdf::{Dictionary, Document, Object, ObjectId, dictionary};
use printpdf::{Layer, LayerInternalId, Mm, OffsetDateTime, PdfDocument, PdfPage, PdfSaveOptions};

use super::{exchange, metadata};
use crate::kit::{Size, Um};
use crate::press::sheet::{Job, PrintError, Sheet};

/// The layers from bottom to top: resource name and title.
pub(super) const LAYERS: [(&str, &str); 4] = [
    ("Art", "Art"),
    ("Marks", "Marks"),
    ("Cuts", "Cut lines"),
    ("Folds", "Fold lines"),
];

/// A document of empty pages.
pub(super) struct Pages {
    pub document: Document,
    /// One page for each sheet.
    pub pages: Vec<ObjectId>,
    /// The entries common to all pages, to be completed when they are written.
    pub page: Dictionary,
    /// The property list of layers, for the resources of every page.
    pub layers: ObjectId,
    /// For PDF/X, the colour space of red, green and blue, for all resources.
    pub space: Option<ObjectId>,
}

impl Pages {
    pub(super) fn of(job: &Job) -> Result<Pages, PrintError> {
        let mut pdf = PdfDocument::new(&job.meta.title);
        pdf.metadata.info.author = job.meta.authors.join(", ");
        pdf.metadata.info.subject = job.meta.subject.clone();
        pdf.metadata.info.keywords = job.meta.keywords.clone();
        pdf.metadata.info.creator = metadata::creator();
        if let Some(condition) = &job.condition {
            let made =
                OffsetDateTime::from_unix_timestamp(condition.made).map_err(PrintError::new)?;
            (
                pdf.metadata.info.creation_date,
                pdf.metadata.info.modification_date,
            ) = (made, made);
        }
        for (name, title) in LAYERS {
            let layer = Layer {
                creator: metadata::creator(),
                ..Layer::new(title)
            };
            pdf.resources
                .layers
                .map
                .insert(LayerInternalId(name.to_owned()), layer);
        }
        // Pages differ only in entries that are set when they are written, and thousands of them would take up memory until
        // then; so one is enough.
        pdf.pages.extend(
            job.sheets
                .first()
                .map(|_| PdfPage::new(Mm(0.0), Mm(0.0), Vec::new())),
        );
        let mut document = pdf.to_lopdf_document(&PdfSaveOptions::default(), &mut Vec::new());
        let (pages, page) = repeat_page(&mut document, job.sheets.len())?;
        repair_whole(&mut document, job)?;
        label(&mut document, &job.sheets)?;
        let layers = layers(&mut document)?;
        let space = job
            .condition
            .as_ref()
            .map(|condition| exchange::prepare(&mut document, condition))
            .transpose()?;
        Ok(Pages {
            document,
            pages,
            page,
            layers,
            space,
        })
    }
}

/// Removes the only page from a document and returns `count` page numbers in its place, with the entries common to all
/// pages.
fn repeat_page(
    document: &mut Document,
    count: usize,
) -> Result<(Vec<ObjectId>, Dictionary), PrintError> {
    let Some(first) = document.page_iter().next() else {
        return Ok(Default::default());
    };
    let Some(Object::Dictionary(page)) = document.objects.remove(&first) else {
        return Err(PrintError::new("a sheet without a page"));
    };
    let later = |key: &[u8]| {
        matches!(
            key,
            b"MediaBox" | b"TrimBox" | b"CropBox" | b"Annots" | b"Resources" | b"Contents"
        )
    };
    let common: Dictionary = page.into_iter().filter(|(key, _)| !later(key)).collect();
    let pages: Vec<ObjectId> = (0..count).map(|_| document.new_object_id()).collect();
    let tree =
        document.get_dictionary_mut(common.get(b"Parent").and_then(Object::as_reference)?)?;
    tree.set("Count", count as i64);
    tree.set(
        "Kids",
        pages
            .iter()
            .map(|page| Object::Reference(*page))
            .collect::<Vec<_>>(),
    );
    Ok((pages, common))
}

/// Corrects what printpdf 0.12.8 omits or gets wrong in the whole document.
fn repair_whole(
    document: &mut Document,
    Job {
        meta,
        condition,
        reading,
        ..
    }: &Job,
) -> Result<(), PrintError> {
    document.version = "1.7".into();
    let info = document
        .trailer
        .get(b"Info")
        .and_then(Object::as_reference)?;
    let info = document.get_dictionary_mut(info)?;
    let made = info
        .get(b"CreationDate")
        .and_then(Object::as_str)
        .map(|date| String::from_utf8_lossy(date).into_owned());
    let is_accessible = !reading.is_empty() && !meta.language.is_empty();
    let more = match condition {
        Some(condition) => exchange::xmp(meta, condition, &made.unwrap_or_default()),
        None if is_accessible => metadata::ACCESSIBLE.to_owned(),
        None => String::new(),
    };
    // No dates unless asked for; and PDF/X-4 is declared only in XMP.
    for key in [&b"CreationDate"[..], b"ModDate"]
        .into_iter()
        .filter(|_| condition.is_none())
    {
        info.remove(key);
    }
    for key in [
        &b"GTS_PDFXVersion"[..],
        b"Trapped",
        b"Identifier",
        b"Producer",
    ] {
        info.remove(key);
    }
    if condition.is_some() {
        info.set("Trapped", "False");
    }
    let empty = |value: &Object| {
        value
            .as_str()
            .is_ok_and(|text| text.is_empty() || text == b"\xfe\xff")
    };
    let unset: Vec<Vec<u8>> = info
        .iter()
        .filter(|(_, value)| empty(value))
        .map(|(key, _)| key.clone())
        .collect();
    unset.iter().for_each(|key| drop(info.remove(key)));
    let xmp = lopdf::Stream::new(
        dictionary! { "Type" => "Metadata", "Subtype" => "XML" },
        metadata::xmp(meta, &more).into_bytes(),
    )
    .with_compression(false);
    let xmp = document.add_object(xmp);
    let catalog = document.catalog_mut()?;
    catalog.set("Metadata", xmp);
    if !meta.language.is_empty() {
        catalog.set("Lang", Object::string_literal(meta.language.as_str()));
    }
    catalog.set(
        "ViewerPreferences",
        dictionary! { "PrintScaling" => "None", "PickTrayByPDFSize" => true, "DisplayDocTitle" => true },
    );
    Ok(())
}

/// Sets every box of a page to exact values.
pub(super) fn repair(page: &mut Dictionary, sheet: &Sheet) {
    let point = |length: Um| Object::Real(length.pt() as f32);
    let whole: Vec<Object> = vec![0.into(), 0.into(), point(sheet.size.w), point(sheet.size.h)];
    for name in ["MediaBox", "BleedBox"] {
        page.set(name, whole.clone());
    }
    let Size { w, h } = sheet.bleed;
    page.set(
        "TrimBox",
        [w, h, sheet.size.w - w, sheet.size.h - h]
            .map(point)
            .to_vec(),
    );
}

/// Adds page labels from the sheets' titles; labels that merely continue counting are omitted.
fn label(document: &mut Document, sheets: &[Sheet]) -> Result<(), PrintError> {
    let mut labels = Vec::new();
    let mut next = None;
    for (page, sheet) in sheets.iter().enumerate() {
        let (words, number) = counted(&sheet.title);
        if number.is_none() || next != Some((words, number)) {
            let mut label = dictionary! { "P" => lopdf::text_string(words) };
            if let Some(number) = number {
                label.set("S", "D");
                label.set("St", number);
            }
            labels.extend([Object::Integer(page as i64), label.into()]);
        }
        next = Some((words, number.map(|number| number + 1)));
    }
    document
        .catalog_mut()?
        .set("PageLabels", dictionary! { "Nums" => labels });
    Ok(())
}

/// Splits a title that ends in a number: "Card sheet " and 7. Page labels count from 1, without leading zeros.
fn counted(title: &str) -> (&str, Option<i64>) {
    let words = title.trim_end_matches(|character: char| character.is_ascii_digit());
    let digits = &title[words.len()..];
    match digits.parse() {
        Ok(number) if !digits.starts_with('0') => (words, Some(number)),
        _ => (title, None),
    }
}

/// Adds layers of copied pages, which stay as they were: shown or hidden.
pub(super) fn add_layers(
    document: &mut Document,
    layers: &[(ObjectId, bool)],
) -> Result<(), PrintError> {
    let all = document.catalog_mut()?.get_mut(b"OCProperties")?;
    let all = all.as_dict_mut()?;
    let known = all.get_mut(b"OCGs")?.as_array_mut()?;
    known.extend(layers.iter().map(|(layer, _)| Object::Reference(*layer)));
    let config = all.get_mut(b"D")?.as_dict_mut()?;
    let hidden = layers.iter().filter(|(_, hidden)| *hidden);
    let hidden: Vec<Object> = hidden.map(|(layer, _)| (*layer).into()).collect();
    if let Ok(Object::Array(off)) = config.get_mut(b"OFF") {
        off.extend(hidden);
    } else if !hidden.is_empty() {
        config.set("OFF", hidden);
    }
    Ok(())
}

/// Collects the layers by their resource names.
fn layers(document: &mut Document) -> Result<ObjectId, PrintError> {
    let groups = document
        .catalog()?
        .get(b"OCProperties")?
        .as_dict()?
        .get(b"OCGs")?
        .as_array()?
        .clone();
    let mut names = Dictionary::new();
    for group in groups {
        let title = document
            .get_dictionary(group.as_reference()?)?
            .get(b"Name")?
            .as_str()?;
        let layer = LAYERS.iter().find(|(_, of)| of.as_bytes() == title);
        let (name, _) = layer.ok_or_else(|| PrintError::new("a layer that nobody asked for"))?;
        names.set(*name, group);
    }
    let ordered: Vec<Object> = LAYERS
        .iter()
        .filter_map(|(name, _)| names.get(name.as_bytes()).ok().cloned())
        .collect();
    let properties = document
        .catalog_mut()?
        .get_mut(b"OCProperties")?
        .as_dict_mut()?;
    let shown = properties.get_mut(b"D")?.as_dict_mut()?;
    shown.set("Order", ordered);
    shown.set("Name", Object::string_literal("Layers"));
    Ok(document.add_object(names))
}
