//! The metadata of a document, for programs: XMP.

use std::fmt::Write;

use crate::press::sheet::Meta;

/// The program's name and version.
pub(super) fn creator() -> String {
    format!("paperkeep {}", env!("CARGO_PKG_VERSION"))
}

/// Declares PDF/UA-1, for a document that is read from start to end.
pub(super) const ACCESSIBLE: &str = "<rdf:Description rdf:about=\"\" \
    xmlns:pdfuaid=\"http://www.aiim.org/pdfua/ns/id/\"><pdfuaid:part>1</pdfuaid:part></rdf:Description>";

/// The XMP packet, with `more` descriptions. It has no dates, so that the same input gives the same bytes.
pub(super) fn xmp(meta: &Meta, more: &str) -> String {
    let mut rows = String::new();
    let mut row = |name: &str, kind: &str, values: &[&str]| {
        let items: String = values
            .iter()
            .filter(|value| !value.is_empty())
            .map(|value| match kind {
                "Alt" => format!("<rdf:li xml:lang=\"x-default\">{}</rdf:li>", escaped(value)),
                _ => format!("<rdf:li>{}</rdf:li>", escaped(value)),
            })
            .collect();
        if !items.is_empty() {
            let _ = write!(rows, "<{name}><rdf:{kind}>{items}</rdf:{kind}></{name}>");
        }
    };
    row("dc:title", "Alt", &[&meta.title]);
    row(
        "dc:creator",
        "Seq",
        &meta.authors.iter().map(String::as_str).collect::<Vec<_>>(),
    );
    row("dc:description", "Alt", &[&meta.subject]);
    row("dc:rights", "Alt", &[&meta.licence]);
    row("dc:language", "Bag", &[&meta.language]);
    row(
        "dc:subject",
        "Bag",
        &meta.keywords.iter().map(String::as_str).collect::<Vec<_>>(),
    );
    let creator = creator();
    format!(
        "<?xpacket begin=\"\u{feff}\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>\
        <x:xmpmeta xmlns:x=\"adobe:ns:meta/\"><rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">\
        <rdf:Description rdf:about=\"\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\" \
        xmlns:xmp=\"http://ns.adobe.com/xap/1.0/\" xmp:CreatorTool=\"{creator}\">{rows}</rdf:Description>\
        {more}</rdf:RDF></x:xmpmeta><?xpacket end=\"r\"?>"
    )
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}
