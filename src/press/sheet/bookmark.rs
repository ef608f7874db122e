//! Entries of a document's outline.

/// An entry of a document's outline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bookmark {
    pub title: String,
    /// The index of the sheet it leads to.
    pub page: usize,
    pub inner: Vec<Bookmark>,
}

impl Bookmark {
    pub fn new(title: impl Into<String>, page: usize) -> Bookmark {
        Bookmark {
            title: title.into(),
            page,
            inner: Vec::new(),
        }
    }
}
