//! Nested bookmarks; printpdf's are flat, and sorted by page and then by name.

use lopdf::{Dictionary, Object, ObjectId, dictionary};

use super::file::File;
use crate::press::sheet::Bookmark;

/// Adds bookmarks to a document, with nested ones closed, and asks readers to show them.
pub(super) fn outline(
    catalog: &mut Dictionary,
    file: &mut File,
    bookmarks: &[Bookmark],
    pages: &[ObjectId],
) {
    let root = file.number();
    let Some((first, last)) = level(file, root, bookmarks, pages) else {
        return;
    };
    let count = bookmarks.len() as i64;
    file.put(
        root,
        dictionary! { "Type" => "Outlines", "First" => first, "Last" => last, "Count" => count }
            .into(),
    );
    catalog.set("Outlines", root);
    catalog.set("PageMode", "UseOutlines");
}

/// Writes the bookmarks below a parent; returns the first and the last.
fn level(
    file: &mut File,
    parent: ObjectId,
    bookmarks: &[Bookmark],
    pages: &[ObjectId],
) -> Option<(ObjectId, ObjectId)> {
    let ids: Vec<ObjectId> = bookmarks.iter().map(|_| file.number()).collect();
    for (at, bookmark) in bookmarks.iter().enumerate() {
        let mut entry =
            dictionary! { "Title" => lopdf::text_string(&bookmark.title), "Parent" => parent };
        if let Some(page) = pages.get(bookmark.page) {
            entry.set("Dest", vec![Object::Reference(*page), "Fit".into()]);
        }
        let mut link = |name: &str, to: Option<&ObjectId>| to.map(|to| entry.set(name, *to));
        link("Prev", at.checked_sub(1).and_then(|before| ids.get(before)));
        link("Next", ids.get(at + 1));
        if let Some((first, last)) = level(file, ids[at], &bookmark.inner, pages) {
            let inner = dictionary! { "First" => first, "Last" => last, "Count" => -(bookmark.inner.len() as i64) };
            entry.extend(&inner);
        }
        file.put(ids[at], entry.into());
    }
    Some((*ids.first()?, *ids.last()?))
}
