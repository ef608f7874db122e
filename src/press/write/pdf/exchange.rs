//! PDF/X-4 (ISO 15930-7): the declarations in a document for a print shop.
//!
//! Colours stay red, green and blue, declared as sRGB; the shop converts them to the inks of the printing condition. Grey is
//! printed in black ink only.

use lopdf::{Dictionary, Document, Object, ObjectId, Stream, dictionary};
use sha2::{Digest, Sha256};

use super::metadata;
use crate::press::sheet::{Condition, Meta, PrintError};

/// The version that PDF/X-4 builds on.
pub(super) const VERSION: &str = "1.6";

/// sRGB, from Compact-ICC-Profiles (CC0).
static SRGB: &[u8] = include_bytes!("srgb.icc");

/// Declares the printing condition in a document; returns the colour space for red, green and blue.
pub(super) fn prepare(
    document: &mut Document,
    condition: &Condition,
) -> Result<ObjectId, PrintError> {
    document.version = VERSION.into();
    let profile = |bytes: &[u8], inks: u8| {
        Stream::new(dictionary! { "N" => i64::from(inks) }, bytes.to_vec())
    };
    let press = document.add_object(profile(&condition.profile, condition.inks));
    // A shop's own profile may not be in the ICC's registry of conditions.
    let intent = dictionary! {
        "Type" => "OutputIntent",
        "S" => "GTS_PDFX",
        "OutputConditionIdentifier" => Object::string_literal("Custom"),
        "OutputCondition" => lopdf::text_string(&condition.title),
        "Info" => lopdf::text_string(&condition.title),
        "DestOutputProfile" => press,
    };
    let srgb = document.add_object(profile(SRGB, 3));
    let space = document.add_object(vec!["ICCBased".into(), srgb.into()]);
    let catalog = document.catalog_mut()?;
    catalog.set("OutputIntents", vec![intent.into()]);
    Ok(space)
}

/// Declares the colour space wherever there are resources or groups.
pub(super) fn manage(document: &mut Document, space: ObjectId) {
    for object in document.objects.values_mut() {
        let dictionary = match object {
            Object::Dictionary(dictionary)
            | Object::Stream(Stream {
                dict: dictionary, ..
            }) => dictionary,
            _ => continue,
        };
        if let Ok(Object::Dictionary(resources)) = dictionary.get_mut(b"Resources") {
            give(resources, space);
        }
        if let Ok(group) = dictionary.get_mut(b"Group") {
            blend(group, space);
        }
    }
}

/// Declares the colour space in these resources.
pub(super) fn give(resources: &mut Dictionary, space: ObjectId) {
    let spaces = resources
        .get(b"ColorSpace")
        .and_then(Object::as_dict)
        .cloned();
    let mut spaces = spaces.unwrap_or_default();
    spaces.set("DefaultRGB", space);
    resources.set("ColorSpace", spaces);
}

/// Declares the colour space in which a group's colours are blended.
pub(super) fn blend(group: &mut Object, space: ObjectId) {
    if let Object::Dictionary(group) = group
        && group
            .get(b"CS")
            .and_then(Object::as_name)
            .is_ok_and(|name| name == b"DeviceRGB")
    {
        group.set("CS", space);
    }
}

/// Declares PDF/X-1a:2003 instead of PDF/X-4.
pub(super) fn declare_flat(document: &mut Document, meta: &Meta) -> Result<(), PrintError> {
    let info = document
        .trailer
        .get(b"Info")
        .and_then(Object::as_reference)?;
    let info = document.get_dictionary_mut(info)?;
    info.set("GTS_PDFXVersion", Object::string_literal("PDF/X-1a:2003"));
    info.set("Producer", lopdf::text_string(&metadata::creator()));
    let xmp = Stream::new(
        dictionary! { "Type" => "Metadata", "Subtype" => "XML" },
        metadata::xmp(meta, "").into_bytes(),
    );
    let xmp = document.add_object(xmp.with_compression(false));
    document.catalog_mut()?.set("Metadata", xmp);
    // What described the index of a newer version.
    let needed = |key: &[u8]| matches!(key, b"Root" | b"Info" | b"ID" | b"Size");
    let trailer = std::mem::take(&mut document.trailer);
    document.trailer = trailer.into_iter().filter(|(key, _)| needed(key)).collect();
    Ok(())
}

/// The additional XMP for PDF/X; `made` is a date in PDF format: `D:20261123093000+00'00'`.
pub(super) fn xmp(meta: &Meta, condition: &Condition, made: &str) -> String {
    let part = |from: usize, to: usize| made.get(from..to).unwrap_or_default();
    let time = format!(
        "{}-{}-{}T{}:{}:{}Z",
        part(2, 6),
        part(6, 8),
        part(8, 10),
        part(10, 12),
        part(12, 14),
        part(14, 16)
    );
    let hash = Sha256::digest(format!("{meta:?} {condition:?}"));
    let id: String = hash[..16]
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    let id = format!(
        "uuid:{}-{}-{}-{}-{}",
        &id[..8],
        &id[8..12],
        &id[12..16],
        &id[16..20],
        &id[20..]
    );
    format!(
        "<rdf:Description rdf:about=\"\" xmlns:pdfxid=\"http://www.npes.org/pdfx/ns/id/\" pdfxid:GTS_PDFXVersion=\"PDF/X-4\" \
        xmlns:pdf=\"http://ns.adobe.com/pdf/1.3/\" pdf:Trapped=\"False\" xmlns:xmp=\"http://ns.adobe.com/xap/1.0/\" \
        xmp:CreateDate=\"{time}\" xmp:ModifyDate=\"{time}\" xmp:MetadataDate=\"{time}\" \
        xmlns:xmpMM=\"http://ns.adobe.com/xap/1.0/mm/\" xmpMM:DocumentID=\"{id}\" xmpMM:VersionID=\"1\" \
        xmpMM:RenditionClass=\"default\"/>"
    )
}
