//! The table of contents of a document.

use super::bookmark::Bookmark;
use super::catalogue::Catalogue;
use super::page::Sheet;

/// A bookmark for each deck at its first sheet, with its sheets below it if there are several; other sheets by title.
pub fn bookmarks(catalogue: &Catalogue, sheets: &[Sheet]) -> Vec<Bookmark> {
    let mut pages = vec![Vec::new(); catalogue.decks.len()];
    let mut others = Vec::new();
    for (page, sheet) in sheets.iter().enumerate() {
        let mut known = false;
        for deck in sheet
            .placed
            .iter()
            .filter_map(|placed| catalogue.deck(&placed.code))
        {
            known = true;
            if pages[deck].last() != Some(&page) {
                pages[deck].push(page);
            }
        }
        if !known && !sheet.is_empty() {
            others.push(Bookmark::new(&sheet.title, page));
        }
    }
    let decks = catalogue
        .decks
        .iter()
        .zip(pages)
        .filter_map(|(title, pages)| {
            let sheets = pages
                .iter()
                .map(|page| Bookmark::new(&sheets[*page].title, *page));
            let inner = if pages.len() > 1 {
                sheets.collect()
            } else {
                Vec::new()
            };
            Some(Bookmark {
                inner,
                ..Bookmark::new(title, *pages.first()?)
            })
        });
    let mut bookmarks: Vec<Bookmark> = decks.chain(others).collect();
    bookmarks.sort_by_key(|bookmark| bookmark.page);
    bookmarks
}
