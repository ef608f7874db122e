//! Bookmarks, nested. printpdf's are flat, and sorted by page and then by name.

use lopdf::{Document, Object, ObjectId, dictionary};

use crate::press::contents::Bookmark;

/// Gives a document its bookmarks, those within others closed, and has readers show them.
pub(super) fn outline(document: &mut Document, bookmarks: &[Bookmark], pages: &[ObjectId]) -> Result<(), lopdf::Error> {
    let root = document.add_object(dictionary! { "Type" => "Outlines" });
    let level = level(document, root, bookmarks, pages);
    let Some((first, last)) = level else { return Ok(()) };
    document.set_object(
        root,
        dictionary! { "Type" => "Outlines", "First" => first, "Last" => last, "Count" => bookmarks.len() as i64 },
    );
    let catalog = document.catalog_mut()?;
    catalog.set("Outlines", root);
    catalog.set("PageMode", "UseOutlines");
    Ok(())
}

/// Bookmarks beside each other under a parent: the first and the last.
fn level(
    document: &mut Document,
    parent: ObjectId,
    bookmarks: &[Bookmark],
    pages: &[ObjectId],
) -> Option<(ObjectId, ObjectId)> {
    let ids: Vec<ObjectId> = bookmarks.iter().map(|_| document.new_object_id()).collect();
    for (at, bookmark) in bookmarks.iter().enumerate() {
        let mut entry = dictionary! { "Title" => lopdf::text_string(&bookmark.title), "Parent" => parent };
        if let Some(page) = pages.get(bookmark.page) {
            entry.set("Dest", vec![Object::Reference(*page), "Fit".into()]);
        }
        let mut link = |name: &str, to: Option<&ObjectId>| to.map(|to| entry.set(name, *to));
        link("Prev", at.checked_sub(1).and_then(|before| ids.get(before)));
        link("Next", ids.get(at + 1));
        if let Some((first, last)) = level(document, ids[at], &bookmark.inner, pages) {
            let inner = dictionary! { "First" => first, "Last" => last, "Count" => -(bookmark.inner.len() as i64) };
            entry.extend(&inner);
        }
        document.set_object(ids[at], entry);
    }
    Some((*ids.first()?, *ids.last()?))
}
